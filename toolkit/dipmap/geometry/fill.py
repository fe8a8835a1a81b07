"""Filling rings by SVG's rules: from point lists to valid polygons."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

BLOCK = 1_000_000  # pairs of a point and a segment looked at in one go

Rings = list[NDArray[np.float64]]
Shape = Polygon | MultiPolygon


def closed_lines(rings: Sequence[NDArray[np.float64]], tolerance: float) -> list[NDArray[np.float64]]:
    """The rings closed and simplified to `tolerance` (units); one that encloses nothing becomes an empty array."""
    usable = [number for number, ring in enumerate(rings) if len(ring) >= 3]
    simple: list[NDArray[np.float64]] = [np.empty((0, 2))] * len(rings)
    if not usable:
        return simple
    points = np.concatenate([np.concatenate((rings[number], rings[number][:1])) for number in usable])
    owner = np.repeat(np.arange(len(usable)), [len(rings[number]) + 1 for number in usable])
    lines = shapely.simplify(shapely.linestrings(points, indices=owner), tolerance, preserve_topology=False)
    counts = shapely.get_num_coordinates(lines)
    pieces = np.split(shapely.get_coordinates(lines), np.cumsum(counts)[:-1])
    for number, piece in zip(usable, pieces, strict=True):
        if len(piece) >= 4:
            simple[number] = piece
    return simple


def fill_all(shapes: Sequence[tuple[Rings, bool]]) -> list[Shape | None]:
    """A valid polygon for each list of closed rings and its fill rule (True: even-odd); None where nothing is filled."""
    whole: list[Shape | None] = [None] * len(shapes)
    single = [number for number, (rings, _) in enumerate(shapes) if len(rings) == 1]
    if single:
        points = np.concatenate([shapes[number][0][0] for number in single])
        owner = np.repeat(np.arange(len(single)), [len(shapes[number][0][0]) for number in single])
        polygons = np.asarray(shapely.polygons(shapely.linearrings(points, indices=owner)))
        for number, polygon, valid in zip(single, polygons, np.asarray(shapely.is_valid(polygons)), strict=True):
            whole[number] = polygon if valid else _fill(*shapes[number])
    for number, (rings, evenodd) in enumerate(shapes):
        if len(rings) > 1:
            whole[number] = _apart(rings) or _fill(rings, evenodd)
    return whole


def _apart(rings: Rings) -> Shape | None:
    """The polygon of valid rings whose boxes do not meet: neither holes nor crossings; None if they are not like that."""
    low = np.array([ring.min(axis=0) for ring in rings])
    high = np.array([ring.max(axis=0) for ring in rings])
    meet = ((low[:, None] <= high[None]) & (low[None] <= high[:, None])).all(axis=2)
    if int(meet.sum()) > len(rings):
        return None
    polygons = [Polygon(ring) for ring in rings]
    return MultiPolygon(polygons) if bool(shapely.is_valid(polygons).all()) else None


def _fill(rings: Rings, evenodd: bool) -> Shape | None:
    """The general case: cut the plane along the rings and keep the faces whose winding number the rule fills."""
    lines = shapely.union_all(shapely.linestrings(np.concatenate(rings), indices=_labels(rings)))
    faces = shapely.get_parts(shapely.polygonize([lines]))
    faces = faces[shapely.area(faces) > 0]
    if not len(faces):
        return None
    inside = shapely.get_coordinates(shapely.point_on_surface(faces))
    winding = sum((_winding(ring, inside) for ring in rings), np.zeros(len(inside), dtype=np.int64))
    kept = faces[(winding % 2 != 0) if evenodd else (winding != 0)]
    return areal(shapely.union_all(kept)) if len(kept) else None


def _labels(rings: Rings) -> NDArray[np.int64]:
    return np.repeat(np.arange(len(rings)), [len(ring) for ring in rings])


def _winding(ring: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.int64]:
    """How often the ring turns round each point."""
    start, end = ring[:-1], ring[1:]
    turns = np.zeros(len(points), dtype=np.int64)
    block = max(1, BLOCK // len(ring))
    for first in range(0, len(points), block):
        x, y = points[first : first + block, :1], points[first : first + block, 1:]
        cross = (end[:, 0] - start[:, 0]) * (y - start[:, 1]) - (x - start[:, 0]) * (end[:, 1] - start[:, 1])
        up = (start[:, 1] <= y) & (end[:, 1] > y) & (cross > 0)
        down = (start[:, 1] > y) & (end[:, 1] <= y) & (cross < 0)
        turns[first : first + block] = up.sum(axis=1) - down.sum(axis=1)
    return turns


def areal(geometry: BaseGeometry) -> Shape | None:
    """The polygons of a geometry; None if it has none."""
    if isinstance(geometry, Polygon | MultiPolygon):
        return None if geometry.is_empty else geometry
    parts = [part for part in shapely.get_parts(geometry) if isinstance(part, Polygon) and not part.is_empty]
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else MultiPolygon(parts)
