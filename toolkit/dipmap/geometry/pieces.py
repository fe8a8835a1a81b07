"""Outlines cut into short straight pieces, and which stretches of them lie near another owner's outline.

One search tree over all pieces and closed formulas in numpy do the work; nothing here loops over provinces.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from dipmap.geometry.fill import Shape
from dipmap.geometry.segments import Floats, Ints, capsule_share, segment_distance


@dataclass(frozen=True, eq=False)
class Pieces:
    """Straight pieces of outlines: `start` and `end` (n, 2) in user units, `owner` the number of the shape, `ring` of its ring."""

    start: Floats
    end: Floats
    owner: Ints
    ring: Ints
    length: Floats
    tree: shapely.STRtree

    def point(self, number: int, share: float) -> tuple[float, float]:
        """The point of a piece at a share of its length."""
        x, y = self.start[number] + share * (self.end[number] - self.start[number])
        return float(x), float(y)

    def boxed(self, low: Floats, high: Floats) -> tuple[Ints, Ints]:
        """Pairs (number of the box, number of a piece whose box meets it)."""
        boxes = shapely.linestrings(np.stack((low, high), axis=1))
        found = self.tree.query(boxes)
        return found[0], found[1]


def cut(shapes: Sequence[Shape], longest: float) -> Pieces:
    """The pieces of all outlines of the shapes, none longer than `longest` (units)."""
    parts_of, owner_of_part = shapely.get_parts(np.array(shapes, dtype=object), return_index=True)
    rings, part_of_ring = shapely.get_rings(parts_of, return_index=True)
    owner_of_ring = owner_of_part[part_of_ring]
    points, ring_of_point = shapely.get_coordinates(rings, return_index=True)
    same = ring_of_point[1:] == ring_of_point[:-1]
    start, end, ring = points[:-1][same], points[1:][same], ring_of_point[1:][same]
    length = np.hypot(*(end - start).T)
    solid = length > 0
    start, end, ring, length = start[solid], end[solid], ring[solid], length[solid]
    parts = np.maximum(1, np.ceil(length / longest)).astype(np.int64) if longest > 0 else np.ones(len(length), np.int64)
    source = np.repeat(np.arange(len(start)), parts)
    step = np.arange(len(source)) - np.repeat(np.cumsum(parts) - parts, parts)
    span = (end - start)[source] / parts[source][:, None]
    begin = start[source] + step[:, None] * span
    finish = np.where((step == parts[source] - 1)[:, None], end[source], begin + span)
    tree = shapely.STRtree(np.asarray(shapely.linestrings(np.stack((begin, finish), axis=1))))
    return Pieces(
        begin,
        finish,
        owner_of_ring[ring][source].astype(np.int64),
        ring[source].astype(np.int64),
        np.hypot(*(finish - begin).T),
        tree,
    )


@dataclass(frozen=True, eq=False)
class Meetings:
    """Pairs of pieces of different owners at most some distance apart, each pair once; `distance` in units."""

    one: Ints
    two: Ints
    distance: Floats


def meetings(pieces: Pieces, reach: float) -> Meetings:
    """All pairs of pieces of different owners within `reach` (units)."""
    low = np.minimum(pieces.start, pieces.end) - reach
    high = np.maximum(pieces.start, pieces.end) + reach
    one, two = pieces.boxed(low, high)
    foreign = pieces.owner[one] < pieces.owner[two]
    one, two = one[foreign], two[foreign]
    distance = segment_distance(pieces.start[one], pieces.end[one], pieces.start[two], pieces.end[two])
    near = distance <= reach
    return Meetings(one[near], two[near], distance[near])


@dataclass(frozen=True, eq=False)
class Stretches:
    """Stretches of pieces near another owner's outline: shares `low`..`high` of piece `piece` near owner `other`.

    Sorted by piece, other, low; stretches of one piece and other do not overlap.
    """

    piece: Ints
    other: Ints
    low: Floats
    high: Floats


def stretches(pieces: Pieces, found: Meetings, reach: float, *, crowded: bool = False) -> Stretches:
    """The stretches of every outline within `reach` (units, at most that of `found`) of each other owner's outline.

    `crowded`: only of pieces that lie near at least two others.
    """
    near = found.distance <= reach
    piece = np.concatenate((found.one[near], found.two[near]))
    rival = np.concatenate((found.two[near], found.one[near]))
    if crowded:
        other = pieces.owner[rival]
        least, most = np.full(len(pieces.owner), len(pieces.owner)), np.full(len(pieces.owner), -1)
        np.minimum.at(least, piece, other)
        np.maximum.at(most, piece, other)
        kept = least[piece] < most[piece]
        piece, rival = piece[kept], rival[kept]
    low, high = capsule_share(pieces.start[piece], pieces.end[piece], pieces.start[rival], pieces.end[rival], reach)
    other = pieces.owner[rival]
    met = high > low
    piece, other, low, high = piece[met], other[met], low[met], high[met]
    order = np.lexsort((low, other, piece))
    piece, other, low, high = piece[order], other[order], low[order], high[order]
    if not len(piece):
        return Stretches(piece, other, low, high)
    first = np.ones(len(piece), dtype=bool)
    first[1:] = (piece[1:] != piece[:-1]) | (other[1:] != other[:-1])
    offset = 2.0 * (np.cumsum(first) - 1)
    reached = np.maximum.accumulate(high + offset)
    first[1:] |= (low + offset)[1:] > reached[:-1]
    begins = np.flatnonzero(first)
    return Stretches(piece[begins], other[begins], low[begins], np.maximum.reduceat(high, begins))
