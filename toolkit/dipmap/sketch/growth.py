"""Cell by cell repairs of a labelled page: empty places filled, seas brought to the ends of borders, corners blunted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from dipmap.sketch.grid import Bools, Grid, Ints
from dipmap.sketch.wanted import Wanted


def touching(grid: Grid, found: Ints, count: int) -> Ints:
    """How many sides of cells each two labels share, (count, count), symmetric, with nothing on the diagonal."""
    one, two = grid.borders(found)
    return table(found[one], found[two], count)


def table(one: Ints, two: Ints, count: int) -> Ints:
    """How often two labels stand side by side in two rows of them, in either order, (count, count)."""
    found = np.bincount(one * count + two, minlength=count * count).reshape(count, count)
    return np.asarray(found + found.T)


def total(rows: Ints | Bools) -> NDArray[np.int8]:
    """The sum of a few rows of small numbers, which `sum` takes longer for."""
    return reduce(np.add, rows.astype(np.int8, copy=False).view(np.int8))


def corners(grid: Grid, found: Ints) -> tuple[Ints, Ints]:
    """The cells and labels (3, m) at every corner where three labels meet; a corner stands once for each cell at it."""
    rim = np.zeros(grid.count, dtype=bool)
    for each in grid.borders(found):
        rim[each] = True
    inner = np.flatnonzero(rim & grid.inner)
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
    sides = touching(grid, found, int(found.max()) + 1)
    faced = int(sides[:count, count + 1 :].sum())
    return faced / max(1, faced + int(sides[:count, :count].sum()))


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


def grow(want: Wanted, grid: Grid, found: Ints, label: int, place: Bools) -> None:
    """Let a province spread in a place of background as far as it may."""
    count = len(want.ids)
    changed = True
    while changed:
        changed = False
        for colour in grid.colours:
            cells = colour[place[colour] & (found[colour] == count)]
            cells = cells[room(want, grid, found, cells, label)]
            found[cells] = label
            changed = changed or bool(len(cells))


def settle(want: Wanted, grid: Grid, found: Ints, place: Bools) -> None:
    """Let all provinces spread in a place of background in turn, a cell at a time, as far as they may."""
    count = len(want.ids)
    colour = np.full(grid.count, -1)
    for number, each in enumerate(grid.colours):
        colour[each] = number
    fresh = np.flatnonzero(place)  # cells about which something has changed
    while len(fresh):
        fresh = fresh[place[fresh] & (found[fresh] == count)]
        near = found[grid.around[:, fresh]]
        label, cell = np.divmod(np.unique((near * grid.count + fresh)[~want.free[np.minimum(near, count)]]), grid.count)
        taken = []
        for each in np.split(np.arange(len(label)), np.flatnonzero(np.diff(label)) + 1):
            for number in range(3):
                cells = cell[each][colour[cell[each]] == number]
                cells = cells[found[cells] == count]
                if len(cells):
                    cells = cells[room(want, grid, found, cells, int(label[each[0]]))]
                    found[cells] = label[each[0]]
                    taken.append(cells)
        fresh = np.unique(grid.around[:, np.concatenate(taken)]) if taken else fresh[:0]


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
    own_runs, new_runs, runs = (total(each) for each in (change & is_own, change & is_new, change))
    third = ~(is_own | is_new)
    # two different other labels side by side: they would part or meet
    clashes = total(third & np.roll(third, -1, axis=0) & change)
    return np.asarray((own_runs == 1) & (new_runs == 1) & (runs <= 4) & (clashes == 0))
