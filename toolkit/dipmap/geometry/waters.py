"""Types of borders and named coasts, from where seas meet shores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import shapely
from shapely import GeometryCollection, LineString
from shapely.geometry.base import BaseGeometry

from dipmap.geometry.fill import areal, closed_lines, fill_all
from dipmap.geometry.outline import Outline
from dipmap.geometry.segments import Floats, Ints
from dipmap.geometry.shapes import SIMPLIFY
from dipmap.geometry.survey import Survey

MERGE = 0.012  # x D: sea-facing arcs nearer to each other are one
FACING = 0.1  # of a sea's contact with a province: a coast with less of it does not face the sea
Point = tuple[float, float]


def shared_waters(survey: Survey, a: str, b: str, seas: Iterable[str]) -> tuple[tuple[str, Point], ...]:
    """The seas that meet both provinces at (nearly) one point, with that point; a sea that does so twice stands twice.

    `seas` are sea provinces that touch both.
    """
    if survey.meeting is None or a not in survey.areas or b not in survey.areas:
        return ()
    number = survey.number
    found = [
        (sea, point)
        for sea in sorted(set(seas))
        if sea in number and sea not in (a, b)
        for point in survey.meeting.of(number[a], number[b], number[sea])
    ]
    return tuple(found)


def fleet_border(survey: Survey, a: str, b: str, seas: Iterable[str]) -> bool:
    """Whether fleets pass between two coast provinces: some sea of `seas`, which touch both, lies at an end of their border."""
    return bool(shared_waters(survey, a, b, seas))


def coast_contacts(
    survey: Survey, parent: str, coasts: Mapping[str, Sequence[Outline]], others: Sequence[str]
) -> dict[str, frozenset[str]]:
    """For each named coast of a province the seas among `others` (which touch it) that this coast faces.

    Each point of the shore belongs to the nearest coast. A coast is an area in or along the province or an open line.
    """
    faced: dict[str, set[str]] = {coast: set() for coast in coasts}
    shapes = _coast_shapes(coasts, SIMPLIFY * survey.diagonal)
    for other in others:
        points, weights = _shore(survey, parent, [other])
        if not len(points) or not shapes:
            continue
        share = np.bincount(_nearest(shapes, points), weights, minlength=len(shapes)) / weights.sum()
        for (coast, _), part in zip(shapes, share, strict=True):
            if part >= FACING:
                faced[coast].add(other)
    return {coast: frozenset(seas) for coast, seas in faced.items()}


def coast_of_point(survey: Survey, parent: str, coasts: Mapping[str, Sequence[Outline]], point: Point) -> str | None:
    """The named coast nearest to a point of the shore, such as a junction with a neighbour and a sea; None without coasts."""
    del parent
    shapes = _coast_shapes(coasts, SIMPLIFY * survey.diagonal)
    return shapes[int(_nearest(shapes, np.array([point]))[0])][0] if shapes else None


def _coast_shapes(coasts: Mapping[str, Sequence[Outline]], tolerance: float) -> list[tuple[str, BaseGeometry]]:
    shapes: list[tuple[str, BaseGeometry]] = []
    for coast in sorted(coasts):
        parts: list[BaseGeometry] = []
        for outline in coasts[coast]:
            rings = [ring for ring in outline.rings if len(ring) >= 2]
            filled = None
            if outline.closed:
                solid = [ring for ring in closed_lines(rings, tolerance) if len(ring)]
                filled = fill_all([(solid, outline.evenodd)])[0]
            if filled is not None:
                parts.append(filled)
            else:
                parts.extend(LineString(ring).simplify(tolerance, preserve_topology=False) for ring in rings)
        if parts:
            shapes.append((coast, GeometryCollection(parts) if len(parts) > 1 else parts[0]))
    return shapes


def _nearest(shapes: Sequence[tuple[str, BaseGeometry]], points: Floats) -> Ints:
    """The number of the nearest shape for each point; of those that contain it, the one whose outline is nearest."""
    marks = np.asarray(shapely.points(points))
    distance = np.array([shapely.distance(shape, marks) for _, shape in shapes])
    edges = [shape if (filled := areal(shape)) is None else filled.boundary for _, shape in shapes]
    depth = np.array([shapely.distance(edge, marks) for edge in edges])
    return np.asarray(np.where(distance <= distance.min(axis=0), depth, np.inf).argmin(axis=0))


def _shore(survey: Survey, parent: str, others: Iterable[str]) -> tuple[Floats, Floats]:
    """Points of the province's outline that face any of the others, with the length each stands for."""
    if survey.pieces is None or survey.touching is None or parent not in survey.areas:
        return np.empty((0, 2)), np.empty(0)
    number = survey.number
    wanted = np.array([number[other] for other in sorted(set(others)) if other in number], dtype=np.int64)
    near, pieces = survey.touching, survey.pieces
    begin, end = survey.begins[number[parent] : number[parent] + 2]
    rows = begin + np.flatnonzero(np.isin(near.other[begin:end], wanted))
    piece = near.piece[rows]
    middle = (near.low[rows] + near.high[rows]) / 2
    points = pieces.start[piece] + middle[:, None] * (pieces.end - pieces.start)[piece]
    return points, (near.high - near.low)[rows] * pieces.length[piece]


def sea_arcs(survey: Survey, parent: str, seas: Iterable[str]) -> int:
    """How many separate stretches of the province's outline face the seas; nearer than 0.012 D they are one."""
    points, _ = _shore(survey, parent, seas)
    if not len(points):
        return 0
    reach = MERGE * survey.diagonal
    marks = np.asarray(shapely.points(points))
    one, two = shapely.STRtree(marks).query(marks, predicate="dwithin", distance=reach)
    label = np.arange(len(points))
    while True:
        lower = label.copy()
        np.minimum.at(lower, one, label[two])
        lower = lower[lower]
        if bool((lower == label).all()):
            return len(np.unique(label))
        label = lower
