"""Points in and about areas: anchors, labels."""

from __future__ import annotations

import shapely
from shapely import Point, Polygon

from dipmap.geometry.shapes import Area


def inside(area: Area, point: tuple[float, float], margin: float = 0.0) -> bool:
    """Whether a point lies in the area or at most `margin` (units) outside it."""
    return distance_outside(area, point) <= margin


def distance_outside(area: Area, point: tuple[float, float]) -> float:
    """How far outside the area a point lies (units); 0 inside."""
    return float(shapely.distance(area.polygon, Point(point)))


def label_point(area: Area) -> tuple[float, float]:
    """The point farthest from the outline (of the largest part), to within a thousandth of the part's extent."""
    parts: list[Polygon] = list(shapely.get_parts(area.polygon))
    largest = max(parts, key=lambda part: (part.area, part.bounds))
    low_x, low_y, high_x, high_y = largest.bounds
    size = max(high_x - low_x, high_y - low_y)
    circle = shapely.maximum_inscribed_circle(largest, tolerance=size / 1000)
    x, y = circle.coords[0]
    return float(x), float(y)
