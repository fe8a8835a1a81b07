"""Points at which the outlines of three provinces meet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dipmap.geometry.pieces import Pieces, Stretches
from dipmap.geometry.segments import Floats, Ints

APART = 3.0  # x reach: junctions of the same three nearer to each other are one
PLACES = 8  # at most of the same three at one reach: shapes that lie along each other meet everywhere
CROWD = 8  # more others than this at one piece of an outline lie in a heap: no junction

Point = tuple[float, float]
Triple = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class Junctions:
    """Where outlines meet, by the numbers of the three owners in order; one point for each place."""

    places: Mapping[Triple, tuple[Point, ...]]

    def of(self, a: int, b: int, c: int) -> tuple[Point, ...]:
        """The points where three owners meet."""
        one, two, three = sorted((a, b, c))
        return self.places.get((one, two, three), ())


def junctions(pieces: Pieces, levels: Sequence[tuple[float, Stretches]]) -> Junctions:
    """Where one outline lies within a reach (units) of two others at the same point.

    `levels` are reaches, the tightest first, with their stretches; a wider one adds only places where a tighter one
    found none.
    """
    known: dict[Triple, list[Point]] = {}
    for reach, near in levels:
        added: dict[Triple, list[list[Point]]] = {}
        limit = (APART * reach) ** 2
        for triple, point in _meeting(pieces, near, APART * reach):
            if any(_square(point, old) <= limit for old in known.get(triple, ())):
                continue
            groups = added.setdefault(triple, [])
            group = next((group for group in groups if _square(point, group[0]) <= limit), None)
            if group is not None:
                group.append(point)
            elif len(groups) < PLACES:
                groups.append([point])
        for triple, groups in added.items():
            known.setdefault(triple, []).extend(_mean(group) for group in groups)
    return Junctions({triple: tuple(points) for triple, points in sorted(known.items())})


def _meeting(pieces: Pieces, near: Stretches, longest: float) -> list[tuple[Triple, Point]]:
    """The middle of every run of an outline, no longer than `longest` (units), that lies near two others; in order."""
    row, partner = _partners(near)
    low, high = np.maximum(near.low[row], near.low[partner]), np.minimum(near.high[row], near.high[partner])
    met = low < high
    row, partner, low, high = row[met], partner[met], low[met], high[met]
    if not len(row):
        return []
    piece = near.piece[row]
    points = pieces.start[piece] + ((low + high) / 2)[:, None] * (pieces.end - pieces.start)[piece]
    length = (high - low) * pieces.length[piece]
    triples = np.sort(np.stack((pieces.owner[piece], near.other[row], near.other[partner]), axis=1), axis=1)
    order = np.lexsort((low, piece, triples[:, 2], triples[:, 1], triples[:, 0]))
    piece, points, length, triples = piece[order], points[order], length[order], triples[order]
    first = np.ones(len(order), dtype=bool)
    first[1:] = (triples[1:] != triples[:-1]).any(axis=1) | (piece[1:] - piece[:-1] > 1)
    ends = np.cumsum(length)
    begins = np.flatnonzero(first)
    walked = ends - length - np.repeat((ends - length)[begins], np.diff(np.append(begins, len(order))))
    stage = np.floor(walked / longest)
    first[1:] |= stage[1:] != stage[:-1]
    begins = np.flatnonzero(first)
    middles = np.add.reduceat(points * length[:, None], begins) / np.add.reduceat(length, begins)[:, None]
    return [((a, b, c), (x, y)) for (a, b, c), (x, y) in zip(triples[begins].tolist(), middles.tolist(), strict=True)]


def _partners(near: Stretches) -> tuple[Ints, Ints]:
    """Pairs of rows of one piece with different others, the lower row first."""
    rows, partners = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
    fresh = np.diff(near.other, prepend=-1) != 0
    fresh |= np.diff(near.piece, prepend=-1) != 0
    others = np.bincount(near.piece, fresh)
    clear = others[near.piece] <= CROWD
    for step in range(1, len(near.piece)):
        row = np.flatnonzero(near.piece[step:] == near.piece[:-step])
        if not len(row):
            break
        row = row[clear[row] & (near.other[row] != near.other[row + step])]
        rows.append(row)
        partners.append(row + step)
    return np.concatenate(rows), np.concatenate(partners)


def _square(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _mean(points: Sequence[Point]) -> Point:
    centre: Floats = np.mean(points, axis=0)
    return float(centre[0]), float(centre[1])
