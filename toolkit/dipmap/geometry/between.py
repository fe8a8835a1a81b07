"""What comes between two provinces whose outlines are near each other without touching, or touch in a corner only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import numpy as np
import shapely
from shapely import LineString

from dipmap.geometry.fill import Shape
from dipmap.geometry.segments import Floats

Pair = tuple[int, int]


def across(shapes: Sequence[Shape], pairs: Sequence[Pair], ways: Floats) -> dict[Pair, int]:
    """The third shape in which most of the shortest way between two shapes lies, where there is one.

    `ways` are the ends of the shortest ways, (n, 2, 2); shapes should be prepared.
    """
    if not pairs:
        return {}
    shares = np.array([0.25, 0.5, 0.75])
    points = ways[:, :1] + shares[None, :, None] * (ways[:, 1:] - ways[:, :1])
    marks = np.asarray(shapely.points(points.reshape(-1, 2)))
    shape, mark = shapely.STRtree(marks).query(np.array(shapes, dtype=object), predicate="contains")
    hits: dict[Pair, dict[int, int]] = {}
    for owner, number in zip(shape.tolist(), (mark // len(shares)).tolist(), strict=True):
        pair = pairs[number]
        if owner not in pair:
            counts = hits.setdefault(pair, {})
            counts[owner] = counts.get(owner, 0) + 1
    result: dict[Pair, int] = {}
    for pair, counts in sorted(hits.items()):
        most, owner = max((count, -owner) for owner, count in counts.items())
        if most >= 2:
            result[pair] = -owner
    return result


def crossed(
    brief: Mapping[Pair, tuple[Floats, bool]], touching: Iterable[Pair], reach: float, margin: float
) -> dict[Pair, Pair]:
    """Where four shapes meet at one place, two contacts cross: for each corner one that is as near or nearer, if any.

    `brief` are short contacts: the ends (2, 2) of their shortest ways, and whether they are corners. Ways cross that
    come within `reach` (units) of each other. A way less than `margin` (units) longer still counts as as near, so a tie
    of two corners goes against both.
    """
    neighbours: dict[int, set[int]] = {}
    for a, b in touching:
        neighbours.setdefault(a, set()).add(b)
        neighbours.setdefault(b, set()).add(a)
    result: dict[Pair, Pair] = {}
    for (a, b), (way, corner) in sorted(brief.items(), key=lambda item: item[0]):
        if not corner:
            continue
        for rival in combinations(sorted(neighbours[a] & neighbours[b]), 2):
            other, _ = brief.get(rival, (None, False))
            if other is None or _length(other) > _length(way) + margin:
                continue
            if LineString(way).distance(LineString(other)) <= reach:
                result[a, b] = rival
                break
    return result


def _length(way: Floats) -> float:
    return float(np.hypot(*(way[1] - way[0])))
