"""Points in and about areas: anchors, labels."""

from __future__ import annotations

from collections.abc import Sequence

import shapely
from shapely import LineString, MultiLineString, Point, Polygon
from shapely.ops import nearest_points

from dipmap.geometry.outline import Outline
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


def shore_point(area: Area, outlines: Sequence[Outline], inset: float) -> tuple[float, float]:
    """A point in the area beside the middle of a named coast, `inset` (units) away from the outline where there is room.

    `outlines` are the coast's: a line along the shore, or a strip.
    """
    lines = [LineString(ring) for outline in outlines for ring in outline.rings if len(ring) > 1]
    if not lines:
        return label_point(area)
    longest = max(lines, key=lambda line: (line.length, line.bounds))
    strip = not all(outline.closed is False for outline in outlines)
    middle = MultiLineString(lines).centroid if strip else longest.interpolate(0.5, normalized=True)
    rooms = (area.polygon.buffer(-inset * share) for share in (1, 0.5, 0.25, 0.1))
    room = next((room for room in rooms if not room.is_empty), area.polygon)
    point = nearest_points(room, middle)[0]
    return float(point.x), float(point.y)
