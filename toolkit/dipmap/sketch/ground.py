"""From what is wanted to a labelled page on which exactly that touches: laid out, filled, and shaped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import shapely
from shapely import MultiPolygon, Polygon

from dipmap.model import Terrain
from dipmap.sketch import growth
from dipmap.sketch.embedding import Embedding, embed, embed_drawn
from dipmap.sketch.grid import Floats, Grid, Ints, page
from dipmap.sketch.layout import armed, planar, spread, straight
from dipmap.sketch.relax import Aims, relax
from dipmap.sketch.wanted import Pair, Wanted

Point = tuple[float, float]
CELLS, MORE = 330, 50  # a province, about: each of the first `FINE` and each beyond
FINE = 80
LEAST = 9_000  # cells of a page
FINEST = 110_000
HOLE = 18.0  # cells of a piece of background between provinces, at least
APART = 0.0045  # x D: nearer to the end of a border a sea might be taken to meet it
DEEP = 6  # cells from what is beside: more room than that is as good
BLOB = 3.0  # cells' widths: the radius of what gets a place of its own at first
SIDES = 9  # of cells that two neighbours share, at least
SWEEPS = (260, 180)  # of shaping: with up to FINE provinces, and with more
SEAS_FILL = 0.12  # of the provinces: with fewer seas the board is land in a sea that nobody sails, and leaves a margin


@dataclass(frozen=True, eq=False)
class Ground:
    """Labels by cell: a province's number, or `count` and above for pieces of background (`count` is that at the rim)."""

    grid: Grid
    found: Ints = field(repr=False)
    count: int
    dropped: tuple[Pair, ...]
    drawn: bool


@dataclass(frozen=True, eq=False)
class Setting:
    """Where provinces are (by number, in a page `aspect` x 1), and which points of such a page are land, if that is known."""

    aspect: float = 1.4
    places: Mapping[int, Point] = field(default_factory=dict)
    land: Polygon | MultiPolygon | None = None

    def ground(self, grid: Grid) -> Ints:
        """1 for land and 0 for water by cell, -1 where nobody says."""
        if self.land is None:
            return np.full(grid.count, -1)
        points = self.back(grid, grid.centres)
        return np.asarray(shapely.contains_xy(self.land, points[:, 0], points[:, 1])).astype(np.int64)

    def there(self, grid: Grid, points: Floats) -> Floats:
        """Points of the setting on a page."""
        width, height = grid.extent
        return points * (width / self.aspect, height)

    def back(self, grid: Grid, points: Floats) -> Floats:
        """Points of a page in the setting."""
        width, height = grid.extent
        return points / (width / self.aspect, height)


def lay(want: Wanted, setting: Setting, seed: int) -> Ground:
    """A page on which the provinces touch as wanted, as far as that can be."""
    count = len(want.ids)
    cells = max(LEAST, CELLS * min(count, FINE) + MORE * max(0, count - FINE))
    margin = bool(want.sea.sum() < SEAS_FILL * count)
    grid, found, dropped, drawn = _first(want, setting, cells)
    growth.blunt(want, grid, found)
    _fill(want, grid, found)
    found = _named(grid, found, count)
    aims = _aims(want, grid, found, setting, drawn=drawn, margin=margin)
    relax(grid, found, aims, SWEEPS[count > FINE], seed)
    growth.part_wider(want, grid, found, max(2.1, APART * float(np.hypot(*grid.extent))))
    return Ground(grid, found, count, dropped, drawn)


def _first(want: Wanted, setting: Setting, cells: int) -> tuple[Grid, Ints, tuple[Pair, ...], bool]:
    count = len(want.ids)
    known = {number for number in setting.places if not want.free[number]}
    places = {want.ids[key]: point for key, point in setting.places.items()}
    drawn = known == set(np.flatnonzero(~want.free).tolist()) and straight(want, setting.places)
    embedding = embed_drawn(want, places) if drawn else embed(want, places)
    return _planned(want, setting, embedding, cells, count, drawn=drawn)


def _planned(
    want: Wanted, setting: Setting, embedding: Embedding, cells: int, count: int, *, drawn: bool
) -> tuple[Grid, Ints, tuple[Pair, ...], bool]:
    points, labels, triangles = planar(embedding, setting.places, setting.aspect, drawn=drawn)
    size = cells
    while True:
        grid = page(size, setting.aspect)
        plain = spread(points, labels, triangles, grid, count)
        size = round(size * 1.7)
        for found in (plain.copy(), armed(want, points, labels, triangles, grid, plain)):
            _whole(grid, found, count)
            if _right(want, grid, found, embedding.dropped):
                return grid, found, embedding.dropped, drawn
        if size > FINEST:
            return grid, found, embedding.dropped, drawn


def _whole(grid: Grid, found: Ints, count: int) -> None:
    """Leave only the largest piece of each province; a coarse page breaks thin ones into several."""
    pieces = grid.pieces(found)
    firsts, sizes = np.unique(pieces, return_counts=True)
    order = np.lexsort((firsts, -sizes, found[firsts]))
    names = found[firsts][order]
    largest = firsts[order[np.flatnonzero(np.diff(names, prepend=-1))]]
    found[~np.isin(pieces, largest)] = count


def _right(want: Wanted, grid: Grid, found: Ints, dropped: Sequence[Pair]) -> bool:
    """Whether just the right provinces touch."""
    count = len(want.ids)
    table = growth.touching(grid, found, count + 1) > 0
    goal = np.zeros((count + 1, count + 1), dtype=bool)
    for a, b in want.touching - set(dropped):
        one, two = want.number[a], want.number[b]
        goal[one, two] = goal[two, one] = True
    solid = ~want.free
    both = solid[:, None] & solid[None, :]
    return bool((table == goal)[both].all())


def _holes(want: Wanted, grid: Grid, found: Ints) -> Ints:
    """The pieces of background that do not reach the edge of the page, by cell; -1 elsewhere."""
    piece = grid.components(found == len(want.ids))
    return np.where(piece == piece[0], -1, piece)


def _fill(want: Wanted, grid: Grid, found: Ints) -> None:
    """Give empty places away: to impassable spaces, to seas that have to reach a border's end, to whoever may have it."""
    count = len(want.ids)
    holes = _holes(want, grid, found)
    absent = [n for n in np.flatnonzero(want.free[:-1]).tolist() if not (found == n).any()]
    if absent:
        sizes = []
        for hole in np.unique(holes[holes >= 0]).tolist():
            cells = np.flatnonzero(holes == hole)
            beside = set(np.unique(found[grid.around[:, cells]]).tolist()) - {count}
            wet = sum(bool(want.sea[each]) for each in beside)
            sizes.append((wet > 0, -len(beside), hole))
        for number, (_, _, hole) in zip(absent, sorted(sizes), strict=False):
            found[holes == hole] = number
    for number in range(count):
        if not (found == number).any():
            _put(want, grid, found, number)
    holes = _holes(want, grid, found)
    growth.serve(want, grid, found, holes)
    holes = _holes(want, grid, found)
    growth.settle(want, grid, found, holes >= 0)


def _put(want: Wanted, grid: Grid, found: Ints, number: int) -> None:
    """Give a province that has no cell a few at the page's edge, or an island where there is most room for it.

    An impassable space may lie beside anything, others have background all about them if there is enough.
    """
    count = len(want.ids)
    depth = grid.depth(found, DEEP)
    room = np.where(grid.inner & (found == count), depth, -1)
    if room.max() < (0 if want.free[number] else 1):
        room = np.where(depth > 0, depth, -1)
    middle = int(room.argmax())
    near = ((grid.centres - grid.centres[middle]) ** 2).sum(axis=1) <= BLOB * BLOB
    free = bool(want.free[number]) and found[middle] == count
    cells = near & (found == found[middle]) & grid.inner & (free | (depth > 0))
    pieces = grid.pieces(cells.astype(np.int64))
    found[cells & (pieces == pieces[middle])] = number


def _named(grid: Grid, found: Ints, count: int) -> Ints:
    """Each piece of background with a label of its own: `count` for the one at the edge of the page, the others above."""
    piece = grid.components(found == count)
    order = np.where(piece == piece[0], 0, np.where(piece < piece[0], piece + 1, piece))
    return np.where(piece >= 0, count + order, found)


def _aims(want: Wanted, grid: Grid, found: Ints, setting: Setting, *, drawn: bool, margin: bool) -> Aims:
    count = len(want.ids)
    labels = int(found.max()) + 1
    area = np.bincount(found, minlength=labels).astype(float)
    hole = max(HOLE, grid.count / 1800)
    target = np.full(labels, hole)
    table = growth.touching(grid, found, labels)
    # one that parts many is long
    target[count:] *= np.maximum(1.0, 0.7 * ((table[count:, :count] > 0).sum(axis=1) - 2))
    whole = float(grid.inner.sum())
    land = 0.62 * whole if margin else whole
    degree = (table[:count, :count] > 0).sum(axis=1)
    share = (degree + 3.0) * np.where(want.sea[:count], 1.35, 1.0) * np.where(want.free[:count], 0.6, 1.0)
    even = share / share.sum() * land
    here = area[:count] / area[:count].sum() * land
    target[:count] = np.where(area[:count] > 0, np.sqrt(even * np.maximum(here, even / 6)) if drawn else even, 0)
    target[:count] *= (land - target[count + 1 :].sum()) / target[:count].sum()
    target[count] = whole - land + 1
    least = np.zeros((labels, labels), dtype=np.int64)
    least[:count, :count] = np.where(table[:count, :count] > 0, SIDES, 0)
    least[want.free[:count].nonzero()[0]] = 0
    least[:, want.free[:count].nonzero()[0]] = 0
    anchor = np.full((labels, 2), np.nan)
    if drawn:
        for number, point in setting.places.items():
            anchor[number] = setting.there(grid, np.array([point]))[0]
    round_ = np.zeros(labels)
    round_[:count] = 1.0
    round_[count + 1 :] = 1.0
    wet = np.full(labels, -1)
    for number, province in enumerate(want.provinces):
        wet[number] = 0 if province.terrain is Terrain.SEA else 1
    wet[count] = 0 if margin else -1
    solid = np.arange(labels) < count
    return Aims(target, round_, least, anchor, setting.ground(grid), wet, _edge(grid) * margin, solid)


def _edge(grid: Grid) -> Floats:
    """1 at the edge of the page and 0 from a twentieth of its width on."""
    width, height = grid.extent
    x, y = grid.centres.T
    away = np.minimum(np.minimum(x, width - x), np.minimum(y, height - y))
    return np.asarray(np.clip(1.0 - away / (0.05 * width), 0.0, 1.0))
