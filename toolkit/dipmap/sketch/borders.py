"""Borders as curves: from the sides of cells to smooth lines with a little life in them, each shared by both sides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from dipmap.sketch.grid import Floats, Grid, Ints

Corner = tuple[int, int]
SAMPLES = (0.25, 0.5, 0.75)  # of a curve from one node to the next
STEP = 1.6  # cells between the nodes of a border
SMOOTH = 4  # rounds
EDGE = 0.9  # cells from the edge of the page within which what is outside is not seen


@dataclass(frozen=True, eq=False)
class Arc:
    """A border between two labels from one corner to the next, `left` of its way and `right`; nodes (n, 2) of the page.

    A border without corners closes on itself; its first node is its last.
    """

    left: int
    right: int
    nodes: Floats = field(repr=False)
    start: Corner
    end: Corner
    bends: Floats | None = field(default=None, repr=False)

    @cached_property
    def handles(self) -> Floats:
        """The control points of its curve, (n - 1, 2, 2)."""
        return curve(self.nodes) if self.bends is None else self.bends

    def part(self, first: int, last: int) -> Arc:
        """The border from one node to another, as it is curved in the whole."""
        return replace(self, nodes=self.nodes[first : last + 1], bends=self.handles[first:last])

    @cached_property
    def line(self) -> Floats:
        """Points along its curve, (m, 2): the nodes and some between them."""
        a, d = self.nodes[:-1, None], self.nodes[1:, None]
        b, c = self.handles[:, :1], self.handles[:, 1:]
        t = np.array([*SAMPLES, 1.0])[:, None]
        points = (1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t * t * (1 - t) * c + t**3 * d
        return np.concatenate((self.nodes[:1], points.reshape(-1, 2)))


def arcs(grid: Grid, found: Ints) -> list[Arc]:
    """All borders of a labelled page, in order, as they run along the sides of cells."""
    sides: dict[Corner, list[tuple[Corner, int, int]]] = {}
    inner = grid.inner
    for number in range(6):
        cells = np.flatnonzero(inner)
        near = grid.around[number, cells]
        rows = (found[cells] != found[near]) & (~inner[near] | (cells < near))
        for cell, other in zip(cells[rows].tolist(), near[rows].tolist(), strict=True):
            one, two = grid.corner(cell, number), grid.corner(cell, number + 1)
            mine, theirs = int(found[cell]), int(found[other])
            # round a cell as its corners are numbered, the cell itself is to the right on the page
            sides.setdefault(one, []).append((two, theirs, mine))
            sides.setdefault(two, []).append((one, mine, theirs))
    joints = {corner for corner, ways in sides.items() if len(ways) > 2}
    done: set[tuple[Corner, Corner]] = set()
    result = []
    for first in [*sorted(joints), *sorted(set(sides) - joints)]:
        for second, left, right in sorted(sides[first]):
            if (first, second) in done:
                continue
            way = [first, second]
            while way[-1] not in joints and way[-1] != first:
                ahead = next(corner for corner, _, _ in sides[way[-1]] if corner != way[-2])
                way.append(ahead)
            for one, two in pairwise(way):
                done |= {(one, two), (two, one)}
            nodes = np.array([grid.place(corner) for corner in way])
            result.append(Arc(left, right, nodes, way[0], way[-1]))
    return result


def drawn(grid: Grid, found: Ints, liveliness: Callable[[int, int], float], seed: int, scale: float) -> list[Arc]:
    """The borders of a page as they are drawn: smoothed, with nodes some way apart, lively by their two labels.

    `liveliness` is in cells' widths and `scale` units a cell; nodes are rounded to tenths of units, so that both sides of a border have the same ones.
    """
    found_arcs = arcs(grid, found)
    outside = int(found[0])
    ends = _joints(grid, found_arcs, outside)
    result = []
    for number, arc in enumerate(found_arcs):
        nodes = _smooth(arc, ends)
        nodes = _spaced(nodes)
        amount = liveliness(arc.left, arc.right)
        if amount and len(nodes) > 3:
            random = np.random.default_rng([seed, number])
            nodes = _lively(nodes, amount, random)
        nodes = _kept_in(grid, nodes, snap=outside in (arc.left, arc.right))
        result.append(Arc(arc.left, arc.right, np.round(nodes * scale, 1) + 0.0, arc.start, arc.end))
    return result


def _snapped(grid: Grid, nodes: Floats, reach: float) -> Floats:
    """No node outside the page; what is within `reach` (cells) of its edge lies on it."""
    kept = nodes.copy()
    for axis, most in enumerate(grid.extent):
        line = nodes[:, axis]
        kept[:, axis] = np.where(line < reach, 0.0, np.where(line > most - reach, most, line))
    return kept


def _kept_in(grid: Grid, nodes: Floats, *, snap: bool) -> Floats:
    """The border within the page; one with what is outside (`snap`) runs along the page's edge where it is near."""
    width, height = grid.extent
    kept = _snapped(grid, nodes, EDGE if snap else 0.0)
    if not snap:
        return kept
    # where the edge of the page turns, two nodes in the corner make it a sharp one
    sides = [(kept[:, 0] == 0.0) | (kept[:, 0] == width), (kept[:, 1] == 0.0) | (kept[:, 1] == height)]
    turns = (sides[0][:-1] & sides[1][1:]) | (sides[1][:-1] & sides[0][1:])
    rows = [kept[:1]]
    for at, turn in enumerate(turns.tolist()):
        if turn and not ((kept[at] == kept[at + 1]).any()):
            upright = at if sides[0][at] else at + 1
            corner = np.array([kept[upright, 0], kept[2 * at + 1 - upright, 1]])
            rows += [corner[None]] * 2
        twice = at + 2 < len(kept) and bool(sides[0][at + 1] and sides[1][at + 1])
        rows += [kept[at + 1 : at + 2]] * (1 + twice)
    return np.concatenate(rows)


def _joints(grid: Grid, found: Sequence[Arc], outside: int) -> dict[Corner, tuple[float, float]]:
    """Where the corners of three provinces go: to the middle of what is next to them."""
    beside: dict[Corner, list[Floats]] = {}
    for arc in found:
        if arc.start != arc.end:
            beside.setdefault(arc.start, []).append(arc.nodes[min(2, len(arc.nodes) - 1)])
            beside.setdefault(arc.end, []).append(arc.nodes[max(-3, -len(arc.nodes))])
    rim = {end for arc in found if outside in (arc.left, arc.right) for end in (arc.start, arc.end)}
    places = {}
    for corner, others in beside.items():
        here = np.array(grid.place(corner))
        middle = 0.5 * here + 0.5 * np.mean(others, axis=0)
        middle = _snapped(grid, middle[None], EDGE if corner in rim else 0.0)[0]
        places[corner] = (float(middle[0]), float(middle[1]))
    return places


def _smooth(arc: Arc, ends: Mapping[Corner, tuple[float, float]]) -> Floats:
    """The middles of the sides, between the two ends, a few times drawn towards the middle of their neighbours."""
    middles = (arc.nodes[1:] + arc.nodes[:-1]) / 2
    if arc.start == arc.end and arc.start not in ends:
        for _ in range(SMOOTH):
            middles = 0.5 * middles + 0.25 * (np.roll(middles, 1, axis=0) + np.roll(middles, -1, axis=0))
        return np.concatenate((middles, middles[:1]))
    first, last = np.array(ends.get(arc.start, arc.nodes[0])), np.array(ends.get(arc.end, arc.nodes[-1]))
    nodes = np.concatenate((first[None], middles, last[None]))
    for _ in range(SMOOTH):
        nodes[1:-1] = 0.5 * nodes[1:-1] + 0.25 * (nodes[:-2] + nodes[2:])
    return np.asarray(nodes)


def _spaced(nodes: Floats) -> Floats:
    """Nodes at even distances of about STEP along a line; its ends stay."""
    lengths = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(nodes, axis=0).T))))
    closed = bool((nodes[0] == nodes[-1]).all())
    count = max(6 if closed else 2, round(lengths[-1] / STEP) + 1)
    along = np.linspace(0, lengths[-1], count)
    return np.stack([np.interp(along, lengths, nodes[:, axis]) for axis in (0, 1)], axis=1)


def _lively(nodes: Floats, amount: float, random: np.random.Generator) -> Floats:
    """Each inner node moved across the line: slow bends and quick ones, dying away towards the ends."""
    count = len(nodes)
    quick = random.uniform(-1, 1, count)
    slow = np.interp(np.arange(count), np.arange(0, count + 3, 3), random.uniform(-1, 1, len(range(0, count + 3, 3))))
    ahead = np.empty_like(nodes)
    ahead[1:-1] = nodes[2:] - nodes[:-2]
    ahead[0], ahead[-1] = nodes[1] - nodes[0], nodes[-1] - nodes[-2]
    across = np.stack((-ahead[:, 1], ahead[:, 0]), axis=1) / np.maximum(np.hypot(*ahead.T), 1e-9)[:, None]
    fade = np.minimum(1.0, np.minimum(np.arange(count), np.arange(count)[::-1]) / 2)
    return np.asarray(nodes + across * (amount * fade * (0.6 * quick + 0.6 * slow))[:, None])


def curve(nodes: Floats) -> Floats:
    """The control points of a smooth curve through the nodes: (n - 1, 2, 2), two for each stretch, in tenths of units.

    The curve of the nodes backwards is the same curve backwards.
    """
    closed = len(nodes) > 3 and bool((nodes[0] == nodes[-1]).all())
    slope = np.empty_like(nodes)
    slope[1:-1] = (nodes[2:] - nodes[:-2]) / 2
    if closed:
        slope[0] = slope[-1] = (nodes[1] - nodes[-2]) / 2
    else:
        slope[0], slope[-1] = nodes[1] - nodes[0], nodes[-1] - nodes[-2]
    straight = np.hypot(*np.diff(nodes, axis=0).T)
    size = np.maximum(np.hypot(*slope.T), 1e-9)
    unit = slope / size[:, None]
    reach = straight / 3
    first = nodes[:-1] + unit[:-1] * reach[:, None]
    second = nodes[1:] - unit[1:] * reach[:, None]
    return np.round(np.stack((first, second), axis=1), 1) + 0.0


def rings(found: Sequence[Arc], label: int) -> list[list[tuple[Arc, bool]]]:
    """The outlines of a label: closed walks along borders, each with whether it is walked backwards."""
    steps: dict[Corner, list[tuple[Arc, bool, Corner]]] = {}
    closed: list[list[tuple[Arc, bool]]] = []
    for arc in found:
        if label not in (arc.left, arc.right):
            continue
        backwards = arc.left == label
        if arc.start == arc.end:
            closed.append([(arc, backwards)])
            continue
        one, two = (arc.end, arc.start) if backwards else (arc.start, arc.end)
        steps.setdefault(one, []).append((arc, backwards, two))
    while steps:
        first = min(steps)
        here, walk = first, []
        while True:
            arc, backwards, ahead = steps[here].pop(0)
            if not steps[here]:
                del steps[here]
            walk.append((arc, backwards))
            here = ahead
            if here == first:
                break
        closed.append(walk)
    return closed
