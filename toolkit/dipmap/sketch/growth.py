"""Cell by cell repairs of a labelled page: empty places filled, seas brought to the ends of borders, corners blunted."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from dipmap.sketch.grid import Bools, Grid, Ints
from dipmap.sketch.wanted import Wanted

Triples = dict[tuple[int, int, int], int]


def touching(grid: Grid, found: Ints, count: int) -> Ints:
    """How many sides of cells each two labels share, (count, count), symmetric, with nothing on the diagonal."""
    one, two = grid.pairs
    a, b = found[one], found[two]
    table = np.bincount(a * count + b, minlength=count * count).reshape(count, count)
    table = table + table.T
    np.fill_diagonal(table, 0)
    return np.asarray(table)


def corners(grid: Grid, found: Ints) -> tuple[Ints, Ints]:
    """The cells and labels (m, 3) at every corner where three labels meet; a corner stands once for each cell at it."""
    inner = np.flatnonzero(grid.inner)
    around = grid.around[inner]
    after = np.roll(around, -1, axis=1)
    own = np.broadcast_to(found[inner][:, None], around.shape)
    one, two = found[around], found[after]
    meet = (own != one) & (one != two) & (own != two)
    return np.stack((np.broadcast_to(inner[:, None], around.shape)[meet], around[meet], after[meet]), axis=1), np.stack(
        (own[meet], one[meet], two[meet]), axis=1
    )


def meets(grid: Grid, found: Ints) -> set[tuple[int, int, int]]:
    """The labels that meet at corners, each three in order."""
    _, labels = corners(grid, found)
    return {(a, b, c) for a, b, c in np.unique(np.sort(labels, axis=1), axis=0).tolist()}


def blunt(want: Wanted, grid: Grid, found: Ints) -> None:
    """Put background where a sea meets the end of a border along which no fleet passes."""
    count = len(want.ids)
    own, names = corners(grid, found)
    wrong = want.forbidden[names[:, 0], names[:, 1], names[:, 2]]
    found[np.unique(own[wrong])] = count


def room(want: Wanted, grid: Grid, found: Ints, cells: Ints, label: int) -> Bools:
    """Which cells a province may take without touching, or meeting at a corner, what it must not."""
    around = found[grid.around[cells]]
    fit = want.allowed[label, around].all(axis=1)
    fit &= ~want.forbidden[label, around, np.roll(around, -1, axis=1)].any(axis=1)
    return np.asarray(fit & (around == label).any(axis=1) & grid.inner[cells])


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
    for pair, step, seas in want.meetings:
        a, b = (want.number[each] for each in pair)
        here = meets(grid, found)
        if any(tuple(sorted((a, b, s))) in here for s in seas) and not _split(want, pair, step, seas):
            continue
        for hole, s in _chances(grid, found, holes, (a, b), seas):
            trial = found.copy()
            grow(want, grid, trial, s, holes == hole)
            if len(meets(grid, trial) - here) and _more(want, grid, found, trial, a, b, s):
                found[:] = trial
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


def _more(want: Wanted, grid: Grid, old: Ints, new: Ints, a: int, b: int, s: int) -> bool:
    del want
    three = tuple(sorted((a, b, s)))
    return _places(grid, new, three) > _places(grid, old, three)


def _places(grid: Grid, found: Ints, three: tuple[int, ...]) -> int:
    _, labels = corners(grid, found)
    rows = (np.sort(labels, axis=1) == np.array(three)).all(axis=1)
    return int(rows.sum())


def part_wider(want: Wanted, grid: Grid, found: Ints, reach: float) -> None:
    """Widen the background at ends of borders along which no fleet passes where a sea is nearer than `reach` (cells)."""
    count = len(want.ids)
    for _ in range(3):
        cells, names = corners(grid, found)
        empty = (names >= count).sum(axis=1) == 1
        ends: set[tuple[int, int, int]] = set()
        for cell, three in zip(cells[empty].tolist(), names[empty].tolist(), strict=True):
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
                around = found[grid.around[cell]][None]
                if simple(np.array([own]), np.array([goal]), around)[0]:
                    found[cell] = goal
                    changed = True
        if not changed:
            return


def simple(own: Ints, new: Ints, near: Ints) -> Bools:
    """Whether going over from one label to the other keeps the map as it is up to a deformation; `near` is (n, 6)."""
    after = np.roll(near, -1, axis=1)
    change = near != after
    is_own, is_new = near == own[:, None], near == new[:, None]
    own_runs = (change & is_own).sum(axis=1)
    new_runs = (change & is_new).sum(axis=1)
    third = ~is_own & ~is_new
    # two different other labels side by side: they would part or meet
    clash = (third & np.roll(third, -1, axis=1) & change).any(axis=1)
    return np.asarray((own_runs == 1) & (new_runs == 1) & (change.sum(axis=1) <= 4) & ~clash)
