"""A page of hexagons: three labels at most meet in a point, so that four provinces never share a corner.

Hexagons stand on a corner, in rows; a row's width is 1, odd rows are shifted by half. Cells are numbered row by row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

ROW = sqrt(3) / 2
CORNERS = ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2))
"""Corners of a cell in half widths and sixths of sqrt 3; neighbour i lies between corners i and i + 1."""


@dataclass(frozen=True)
class Grid:
    """`rows` x `columns` cells; the outermost ones are the edge of the page and never change."""

    rows: int
    columns: int

    @property
    def count(self) -> int:
        return self.rows * self.columns

    @property
    def extent(self) -> tuple[float, float]:
        """Width and height of the page inside its edge, in cells' widths."""
        return float(self.columns - 2), (self.rows - 2) * ROW

    @cached_property
    def centres(self) -> Floats:
        """The middle of each cell, (n, 2); (0, 0) is the corner of the page inside its edge."""
        row, column = np.divmod(np.arange(self.count), self.columns)
        return np.stack((column + 0.5 * (row % 2) - 0.75, (row - 0.5) * ROW), axis=1)

    @cached_property
    def inner(self) -> Bools:
        """Which cells are not on the edge of the page."""
        row, column = np.divmod(np.arange(self.count), self.columns)
        return np.asarray((row > 0) & (row < self.rows - 1) & (column > 0) & (column < self.columns - 1))

    @cached_property
    def odd(self) -> Ints:
        """1 for the cells in odd rows, 0 for others."""
        return np.asarray(np.arange(self.count) // self.columns % 2)

    @cached_property
    def steps(self) -> Ints:
        """From a cell's number to those of its six neighbours in turn: east, south-east ... (6, 2), by `odd`."""
        c = self.columns
        return np.array([(1, 1), (c, c + 1), (c - 1, c), (-1, -1), (-c - 1, -c), (-c, 1 - c)])

    @cached_property
    def around(self) -> Ints:
        """The six neighbours of each cell in turn (6, n): east, south-east ... ; meaningful for inner cells only."""
        return np.asarray(np.clip(np.arange(self.count) + self.steps[:, self.odd], 0, self.count - 1))

    @cached_property
    def colours(self) -> tuple[Ints, Ints, Ints]:
        """The inner cells in three sets, in none of which two are neighbours."""
        row, column = np.divmod(np.arange(self.count), self.columns)
        colour = (column - (row - row % 2) // 2 - row) % 3
        first, second, third = (np.flatnonzero(self.inner & (colour == each)) for each in range(3))
        return first, second, third

    @cached_property
    def pairs(self) -> tuple[Ints, Ints]:
        """Every two neighbouring cells once."""
        inner = np.flatnonzero(self.inner)
        one = np.tile(inner, 6)
        two = self.around[:, inner].ravel()
        once = (one < two) | ~self.inner[two]
        return one[once], two[once]

    def borders(self, found: Ints) -> tuple[Ints, Ints]:
        """The neighbouring cells with different labels, each two once; the edge of the page has one label."""
        ones, twos = [], []
        odd = self.odd.astype(bool)
        for step, rows in ((1, None), (self.columns, None), (self.columns - 1, ~odd), (self.columns + 1, odd)):
            apart = found[:-step] != found[step:]
            if rows is not None:
                apart &= rows[:-step]
            one = np.flatnonzero(apart)
            ones.append(one)
            twos.append(one + step)
        return np.concatenate(ones), np.concatenate(twos)

    def corner(self, cell: int, number: int) -> tuple[int, int]:
        """A corner of a cell, in half widths and sixths of sqrt 3."""
        row, column = divmod(cell, self.columns)
        across, down = CORNERS[number % 6]
        return 2 * column + row % 2 + across, 3 * row + down

    def place(self, corner: tuple[int, int]) -> tuple[float, float]:
        """Where a corner is, as `centres` count."""
        return corner[0] / 2 - 0.75, corner[1] * sqrt(3) / 6 - 0.5 * ROW

    def at(self, points: Floats) -> Ints:
        """The inner cell each point (n, 2) lies in, or the nearest one."""
        row = np.clip(np.rint(points[:, 1] / ROW + 0.5), 1, self.rows - 2).astype(np.int64)
        best = np.zeros(len(points), dtype=np.int64)
        least = np.full(len(points), np.inf)
        for step in (-1, 0, 1):
            near = np.clip(row + step, 1, self.rows - 2)
            column = np.clip(np.rint(points[:, 0] + 0.75 - 0.5 * (near % 2)), 1, self.columns - 2).astype(np.int64)
            cell = near * self.columns + column
            away = ((self.centres[cell] - points) ** 2).sum(axis=1)
            closer = away < least
            best, least = np.where(closer, cell, best), np.where(closer, away, least)
        return best

    def components(self, mask: Bools) -> Ints:
        """The number of the connected piece each cell of a set is in, from 0 in order of their first cells; else -1.

        The edge of the page hangs together.
        """
        pieces = self.pieces(mask.astype(np.int64))
        numbers = np.unique(pieces[mask])
        return np.where(mask, np.searchsorted(numbers, pieces), -1)

    def depth(self, found: Ints, most: int) -> Ints:
        """How many cells away other labels are, up to `most`: 0 for those beside one."""
        depth = np.zeros(self.count, dtype=np.int64)
        inside = self.inner & (found[self.around] == found).all(axis=0)
        for _ in range(most):
            depth += inside
            inside = inside & (inside | ~self.inner)[self.around].all(axis=0)
        return depth

    def pieces(self, found: Ints) -> Ints:
        """A number for each connected piece of cells of one label: that of its first cell.

        The edge of the page hangs together, and counts as its first cell.
        """
        piece = np.where(self.inner, np.arange(self.count), 0)
        one, two = self.pairs
        same = found[one] == found[two]
        one, two = one[same], two[same]
        while True:
            low = np.minimum(piece[one], piece[two])
            fresh = piece.copy()
            np.minimum.at(fresh, piece[one], low)
            np.minimum.at(fresh, piece[two], low)
            fresh = fresh[fresh]
            if bool((fresh == piece).all()):
                return piece
            piece = fresh


def page(cells: int, aspect: float) -> Grid:
    """A page of about so many cells, `aspect` times as wide as high."""
    columns = max(12, round(sqrt(cells * aspect * ROW)))
    return Grid(max(12, round(cells / columns)) + 2, columns + 2)


def polygon_cells(grid: Grid, corners: Sequence[tuple[float, float]]) -> tuple[Ints, Floats]:
    """The cells in a triangle and their shares of its three corners (m, 3)."""
    (ax, ay), (bx, by), (cx, cy) = corners
    low, high = min(ay, by, cy), max(ay, by, cy)
    first, last = max(1, int(low / ROW + 0.5)), min(grid.rows - 2, int(high / ROW + 0.5) + 1)
    left = max(1, int(min(ax, bx, cx)))
    right = min(grid.columns - 2, int(max(ax, bx, cx) + 1.75))
    size = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    if last < first or right < left or abs(size) < 1e-12:
        return np.empty(0, dtype=np.int64), np.empty((0, 3))
    cells = (np.arange(first, last + 1)[:, None] * grid.columns + np.arange(left, right + 1)).ravel()
    x, y = grid.centres[cells].T
    two = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / size
    three = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / size
    share = np.stack((1 - two - three, two, three), axis=1)
    inside = (share >= -1e-9).all(axis=1)
    return cells[inside], share[inside]
