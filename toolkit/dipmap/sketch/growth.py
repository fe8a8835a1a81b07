"""Cell by cell repairs of a labelled page: empty places filled, seas brought to the ends of borders, corners blunted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np

from dipmap.sketch.grid import Bools, Grid, Ints
from dipmap.sketch.wanted import Wanted


def touching(grid: Grid, found: Ints, count: int) -> Ints:
    """How many sides of cells each two labels share, (count, count), symmetric, with nothing on the diagonal."""
    one, two = grid.pairs
    a, b = found[one], found[two]
    apart = a != b
    a, b = a[apart], b[apart]
    table = np.bincount(a * count + b, minlength=count * count).reshape(count, count)
    return np.asarray(table + table.T)


def corners(grid: Grid, found: Ints) -> tuple[Ints, Ints]:
    """The cells and labels (3, m) at every corner where three labels meet; a corner stands once for each cell at it."""
    inner = np.flatnonzero(grid.inner)
    near = found[grid.around[:, inner]]
    inner = inner[(near != found[inner]).any(axis=0)]
    around = grid.around[:, inner]
    after = np.roll(around, -1, axis=0)
    own = np.broadcast_to(found[inner], around.shape)
    one, two = found[around], found[after]
    meet = (own != one) & (one != two) & (own != two)
    cells = np.stack((np.broadcast_to(inner, around.shape)[meet], around[meet], after[meet]))
    return cells, np.stack((own[meet], one[meet], two[meet]))


def meets(grid: Grid, found: Ints) -> Counter[tuple[int, int, int]]:
    """The labels that meet at corners, each three in order, and how often."""
    _, labels = corners(grid, found)
    return Counter(zip(*np.sort(labels, axis=0).tolist(), strict=True))


def three(a: int, b: int, c: int) -> tuple[int, int, int]:
    """Three labels in order."""
    first, second, third = sorted((a, b, c))
    return first, second, third


def gaps(grid: Grid, found: Ints, count: int) -> float:
    """The share of the outlines of the first `count` labels that faces background between them."""
    table = touching(grid, found, int(found.max()) + 1)
    faced = int(table[:count, count + 1 :].sum())
    return faced / max(1, faced + int(table[:count, :count].sum()))


def blunt(want: Wanted, grid: Grid, found: Ints) -> None:
    """Put background where a sea meets the end of a border along which no fleet passes."""
    count = len(want.ids)
    own, names = corners(grid, found)
    found[own[:, want.forbidden[tuple(names)]]] = count


def room(want: Wanted, grid: Grid, found: Ints, cells: Ints, label: int) -> Bools:
    """Which cells a province may take without touching, or meeting at a corner, what it must not."""
    around = found[grid.around[:, cells]]
    fit = (around == label).any(axis=0) & grid.inner[cells]
    fit &= want.allowed[label][around].all(axis=0)
    fit &= ~want.forbidden[label][around, np.roll(around, -1, axis=0)].any(axis=0)
    return np.asarray(fit)


def grow(want: Wanted, grid: Grid, found: Ints, label: int, place: Bools, most: int = 10**6) -> None:
    """Let a province spread in a place of background as far as it may."""
    count = len(want.ids)
    for _ in range(most):
        changed = False
        for colour in grid.colours:
            cells = colour[place[colour] & (found[colour] == count)]
            cells = cells[room(want, grid, found, cells, label)]
            found[cells] = label
            changed = changed or bool(len(cells))
        if not changed:
            return


def serve(want: Wanted, grid: Grid, found: Ints, holes: Ints) -> None:
    """Bring seas through empty places to the ends of borders along which fleets pass and where no sea is yet."""
    here = meets(grid, found)
    for pair, step, seas in want.meetings:
        a, b = (want.number[each] for each in pair)
        threes = {s: three(a, b, s) for s in seas}
        if any(each in here for each in threes.values()) and not _split(want, pair, step, seas):
            continue
        for hole, s in _chances(grid, found, holes, (a, b), seas):
            trial = found.copy()
            grow(want, grid, trial, s, holes == hole)
            there = meets(grid, trial)
            if there[threes[s]] > here[threes[s]] and there.keys() - here.keys():
                found[:] = trial
                here = there
                break


def _split(want: Wanted, pair: tuple[str, str], step: tuple[str, str], seas: Iterable[int]) -> bool:
    """Whether other coasts of the two are served by the same seas, so that one meeting is not enough."""
    others = [each for other, way, each in want.meetings if other == pair and way != step]
    return any(set(each) & set(seas) for each in others)


def _chances(grid: Grid, found: Ints, holes: Ints, ends: tuple[int, int], seas: Iterable[int]) -> list[tuple[int, int]]:
    one, two = grid.pairs
    beside: dict[int, set[int]] = {}
    for first, second in ((one, two), (two, one)):
        rows = (holes[first] >= 0) & (holes[second] < 0)
        for hole, label in np.unique(np.stack((holes[first[rows]], found[second[rows]]), axis=1), axis=0).tolist():
            beside.setdefault(hole, set()).add(label)
    return [(hole, s) for s in seas for hole, labels in sorted(beside.items()) if {*ends, s} <= labels]


def part_wider(want: Wanted, grid: Grid, found: Ints, reach: float) -> None:
    """Widen the background at ends of borders along which no fleet passes where a sea is nearer than `reach` (cells)."""
    count = len(want.ids)
    for _ in range(3):
        cells, names = corners(grid, found)
        empty = (names >= count).sum(axis=0) == 1
        ends: set[tuple[int, int, int]] = set()
        for cell, three in zip(cells[:, empty].T.tolist(), names[:, empty].T.tolist(), strict=True):
            at = next(one for one, name in zip(cell, three, strict=True) if name >= count)
            a, b = (name for name in three if name < count)
            ends.add((at, min(a, b), max(a, b)))
        changed = False
        for at, a, b in sorted(ends):
            seas = np.flatnonzero(want.forbidden[a, b])
            if not len(seas):
                continue
            near = np.flatnonzero(((grid.centres - grid.centres[at]) ** 2).sum(axis=1) <= reach * reach)
            if not np.isin(found[near], seas).any():
                continue
            goal = int(found[at])
            away = ((grid.centres[near] - grid.centres[at]) ** 2).sum(axis=1)
            for cell in near[np.lexsort((near, away))].tolist():
                own = int(found[cell])
                if not grid.inner[cell] or own == goal or not (own in (a, b) or own in seas):
                    continue
                around = found[grid.around[:, cell]][:, None]
                if simple(np.array([own]), np.array([goal]), around)[0]:
                    found[cell] = goal
                    changed = True
        if not changed:
            return


def simple(own: Ints, new: Ints, near: Ints) -> Bools:
    """Whether going over from one label to the other keeps the map as it is up to a deformation; `near` is (6, n)."""
    change = near != np.roll(near, -1, axis=0)
    is_own, is_new = near == own, near == new
    own_runs, new_runs, runs = (
        np.add.reduce(each, axis=0, dtype=np.int8) for each in (change & is_own, change & is_new, change)
    )
    third = ~(is_own | is_new)
    # two different other labels side by side: they would part or meet
    clash = (third & np.roll(third, -1, axis=0) & change).any(axis=0)
    return np.asarray((own_runs == 1) & (new_runs == 1) & (runs <= 4) & ~clash)
