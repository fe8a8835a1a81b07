"""Provinces drawn on top of each other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely

from dipmap.geometry.fill import Shape
from dipmap.geometry.pieces import Pieces

SPACING = 0.006  # x the extent's diagonal: distance of the points of outlines that are looked at


def overlaps(
    shapes: Sequence[Shape], pieces: Pieces, margin: float
) -> dict[tuple[int, int], tuple[float, tuple[float, float]]]:
    """Pairs of shapes (numbers, the lower first) that overlap: the share of the smaller one's area and a point of it.

    Points of each outline are looked up in the other shapes; only pairs with a point deeper than `margin` (units) are
    intersected. The shapes should be prepared.
    """
    bounds = shapely.bounds(np.array(shapes, dtype=object))
    spacing = SPACING * float(np.hypot(*(bounds[:, 2:].max(axis=0) - bounds[:, :2].min(axis=0))))
    ends = np.cumsum(pieces.length)
    number = np.unique(np.searchsorted(ends, np.arange(spacing / 2, ends[-1], spacing)))
    number = number[number < len(ends)]
    points = (pieces.start[number] + pieces.end[number]) / 2
    owner = pieces.owner[number]
    inner = shapely.get_coordinates(shapely.point_on_surface(np.array(shapes, dtype=object)))
    points, owner = np.concatenate((points, inner)), np.concatenate((owner, np.arange(len(shapes))))
    marks = np.asarray(shapely.points(points))
    shape, point = shapely.STRtree(marks).query(np.array(shapes, dtype=object), predicate="contains_properly")
    foreign = owner[point] != shape
    shape, point = shape[foreign], point[foreign]
    outline = shapely.boundary(np.array(shapes, dtype=object))
    deep = ~shapely.dwithin(outline[shape], marks[point], margin)
    first, second = np.minimum(shape, owner[point])[deep], np.maximum(shape, owner[point])[deep]
    result: dict[tuple[int, int], tuple[float, tuple[float, float]]] = {}
    for one, two in sorted({(int(a), int(b)) for a, b in zip(first, second, strict=True)}):
        common = shapely.intersection(shapes[one], shapes[two])
        share = common.area / min(shapes[one].area, shapes[two].area)
        if share > 0:
            x, y = shapely.get_coordinates(shapely.point_on_surface(common))[0]
            result[one, two] = share, (float(x), float(y))
    return result
