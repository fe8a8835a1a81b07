"""Small maps for the tests of the geometry: polygons as a designer would draw them."""

from __future__ import annotations

import numpy as np
import shapely
from shapely import MultiPoint

from dipmap.geometry.outline import Outline
from dipmap.geometry.shapes import clean
from dipmap.geometry.survey import survey


def outline(*rings, evenodd=False, closed=True):
    return Outline(tuple(np.array(ring, dtype=float) for ring in rings), evenodd, closed)


def box(x, y, width=100.0, height=100.0):
    return outline([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


def areas_of(drawing):
    """The areas of {id: outline or list of outlines}."""
    lists = {key: value if isinstance(value, list) else [value] for key, value in drawing.items()}
    return {key: area for key, area in clean(lists).items() if area is not None}


def survey_of(drawing, tolerance=None):
    return survey(areas_of(drawing), tolerance)


def joined(drawing, tolerance=None):
    return {(contact.a, contact.b) for contact in survey_of(drawing, tolerance).joined()}


def grid(columns, rows, size=100.0, gap=0.0):
    """Squares `p<row><column>` in rows, all meeting in fours."""
    return {
        f"p{row}{column}": box(column * size + gap / 2, row * size + gap / 2, size - gap, size - gap)
        for row in range(rows)
        for column in range(columns)
    }


def bricks(columns, rows, gap=0.0):
    """Bricks `p<row><column>`: every contact is long, no four meet."""
    return {
        f"p{row}{column}": box(column * 100 + 50 * (row % 2) + gap / 2, row * 60 + gap / 2, 100 - gap, 60 - gap)
        for row in range(rows)
        for column in range(columns)
    }


def brick_pairs(columns, rows):
    pairs = set()
    for row in range(rows):
        for column in range(columns):
            if column + 1 < columns:
                pairs.add((f"p{row}{column}", f"p{row}{column + 1}"))
            for other in (column - 1, column) if row % 2 == 0 else (column, column + 1):
                if row + 1 < rows and 0 <= other < columns:
                    pairs.add((f"p{row}{column}", f"p{row + 1}{other}"))
    return pairs


def voronoi(seed, count=12, gap=0.0):
    """Random convex provinces that fill a square."""
    points = np.random.default_rng(seed).uniform(0, 1000, (count, 2))
    square = shapely.box(0, 0, 1000, 1000)
    cells = [cell & square for cell in shapely.voronoi_polygons(MultiPoint(points), extend_to=square).geoms]
    if gap:
        cells = [cell.buffer(-gap / 2, join_style="mitre") for cell in cells]
    rings = [np.array(cell.exterior.coords)[:-1] for cell in cells if not cell.is_empty]
    return {f"v{number:02}": outline(ring) for number, ring in enumerate(rings)}


def transformed(drawing, matrix, shift=(0.0, 0.0)):
    """The drawing under a linear map and a shift."""
    turn = np.array(matrix, dtype=float).T
    return {
        key: Outline(tuple(ring @ turn + np.array(shift) for ring in value.rings), value.evenodd, value.closed)
        for key, value in drawing.items()
    }
