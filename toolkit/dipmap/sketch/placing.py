"""Where names and marks go: names as large as fits, marks apart from them and from each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot

import numpy as np
import shapely
from shapely import MultiPolygon, Polygon

from dipmap.geometry.points import label_point
from dipmap.geometry.shapes import Area
from dipmap.model import Province
from dipmap.sketch.shapes import Shapes, points_of
from dipmap.sketch.shores import Walk
from dipmap.sketch.wanted import Wanted

Point = tuple[float, float]
LETTER = 0.58  # of the size: what a letter is wide on average
LINE = 1.12  # of the size: from one line to the next
SIZES = (1.0, 0.88, 0.77, 0.67, 0.58, 0.5)  # of the largest letters of a map
TRIES = 90  # points looked at in a province


@dataclass(frozen=True)
class Name:
    """A name on the map: its lines about the point `at`, and the size of its letters (units)."""

    at: Point
    lines: tuple[str, ...]
    size: float


@dataclass(frozen=True)
class Placed:
    """The name of a province, and points by location and purpose (`unit`, `dislodged`, `centre`, `label`)."""

    names: Mapping[str, Name]
    anchors: Mapping[str, Mapping[str, Point]]
    radius: float = field(default=6.0)


def place(want: Wanted, found: Shapes) -> Placed:
    """Names and marks for all provinces that are drawn; marks are circles of a common radius."""
    inscribed = {key: _inscribed(polygon) for key, polygon in found.polygons.items()}
    usual = float(np.median([reach for _, reach in inscribed.values()])) if inscribed else 10.0
    largest = max(8.0, min(0.42 * usual, 0.017 * found.width))
    radius = round(max(3.0, min(0.22 * usual, 0.0075 * found.width)), 1)
    names: dict[str, Name] = {}
    anchors: dict[str, dict[str, Point]] = {}
    for key, polygon in found.polygons.items():
        province = want.provinces[key]
        points = _points(polygon, inscribed[key][0])
        name = _name(province, polygon, points, largest, inscribed[key][0])
        names[province.id] = name
        if province.impassable:
            continue
        wide, high = _size(name)
        box = shapely.box(name.at[0] - wide / 2, name.at[1] - high / 2, name.at[0] + wide / 2, name.at[1] + high / 2)
        taken: list[Point] = []
        spots: dict[str, Point] = {}
        depth = shapely.distance(polygon.boundary, shapely.points(points))
        clear = shapely.distance(box, shapely.points(points))
        purposes = ("unit", "centre", "dislodged") if province.centre else ("unit", "dislodged")
        for purpose in purposes:
            spots[purpose] = _spot(points, depth, clear, taken, radius)
            taken.append(spots[purpose])
        spots["label"] = (round(name.at[0], 1), round(name.at[1], 1))
        anchors[province.id] = spots
        for location in province.locations[1:]:
            anchors[location] = _ashore(found.coasts.get(location, []), points, depth, taken, radius)
            if not anchors[location]:
                del anchors[location]
    return Placed(names, anchors, radius)


def _inscribed(polygon: Polygon | MultiPolygon) -> tuple[Point, float]:
    at = label_point(Area("", polygon))
    return at, float(polygon.boundary.distance(shapely.Point(at)))


def _points(polygon: Polygon | MultiPolygon, middle: Point) -> list[Point]:
    """Points all over a polygon, its middle first."""
    left, top, right, bottom = polygon.bounds
    step = max(hypot(right - left, bottom - top) / 60, (polygon.area / TRIES) ** 0.5)
    across = np.arange(left + step / 2, right, step)
    down = np.arange(top + step / 2, bottom, step)
    grid = np.array([(x, y) for y in down for x in across]).reshape(-1, 2)
    inside = shapely.contains_xy(polygon, grid[:, 0], grid[:, 1])
    return [middle, *((float(x), float(y)) for x, y in grid[inside])]


def _name(
    province: Province, polygon: Polygon | MultiPolygon, points: Sequence[Point], largest: float, middle: Point
) -> Name:
    """The name in the largest letters that fit, on one line or two; the id in small ones where nothing does."""
    shapely.prepare(polygon)
    spots = np.array(points)
    away = np.hypot(*(spots - middle).T)
    for share in SIZES:
        for lines in _broken(province.name):
            size = round(largest * share, 1)
            wide, high = _size(Name(middle, lines, size))
            boxes = shapely.box(
                spots[:, 0] - wide / 2, spots[:, 1] - high / 2, spots[:, 0] + wide / 2, spots[:, 1] + high / 2
            )
            fits = np.flatnonzero(shapely.contains(polygon, boxes))
            if len(fits):
                best = int(fits[np.argmin(away[fits])])
                return Name(points[best], lines, size)
    return Name(middle, (province.id.upper(),), round(largest * SIZES[-1], 1))


def _broken(name: str) -> Iterator[tuple[str, ...]]:
    """The name on one line, and on two of lengths as equal as its words allow."""
    words = name.split()
    yield (" ".join(words) or name,)
    if len(words) > 1:
        cuts = range(1, len(words))
        best = min(cuts, key=lambda at: (max(len(" ".join(words[:at])), len(" ".join(words[at:]))), at))
        yield " ".join(words[:best]), " ".join(words[best:])


def _size(name: Name) -> tuple[float, float]:
    wide = max(sum(2.0 if ord(letter) > 0x2E80 else 1.0 for letter in line) for line in name.lines)
    return (wide * LETTER + 0.5) * name.size, (len(name.lines) * LINE + 0.15) * name.size


def _spot(points: Sequence[Point], depth: object, clear: object, taken: Sequence[Point], radius: float) -> Point:
    """The point with the most room about it, in a province, beside its name and what is there already."""
    spots = np.array(points)
    room = np.minimum(np.asarray(depth), np.asarray(clear))
    for x, y in taken:
        room = np.minimum(room, np.hypot(spots[:, 0] - x, spots[:, 1] - y) - radius)
    # more than enough is enough
    best = int(np.argmax(np.minimum(room, 1.8 * radius) + 1e-3 * np.asarray(depth)))
    x, y = points[best]
    return round(x, 1), round(y, 1)


def _ashore(
    lines: Sequence[Walk], points: Sequence[Point], depth: object, taken: list[Point], radius: float
) -> dict[str, Point]:
    """Points for units on a named coast: near the middle of its shore."""
    if not lines:
        return {}
    longest = max((shapely.LineString(points_of(walk)) for walk in lines), key=lambda line: line.length)
    shore = longest.interpolate(0.5, normalized=True)
    spots = np.array(points)
    near = np.hypot(spots[:, 0] - shore.x, spots[:, 1] - shore.y)
    found: dict[str, Point] = {}
    for purpose in ("unit", "dislodged"):
        room = np.asarray(depth).copy()
        for x, y in taken:
            room = np.minimum(room, np.hypot(spots[:, 0] - x, spots[:, 1] - y) - radius)
        best = int(np.argmin(near + 6 * np.maximum(0, 1.1 * radius - room)))
        found[purpose] = (round(points[best][0], 1), round(points[best][1], 1))
        taken.append(found[purpose])
    return found
