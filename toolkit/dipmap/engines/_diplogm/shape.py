"""Shapes as DiploGM takes them: of a path only the points where its commands end, each closed part a polygon of its own.

Facts of the bot's own path reader, which skips control points, knows no hole, and takes a move after a close from where
the pen was last. Coordinates are root user units.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

import numpy as np
import shapely

from dipmap.svg.pathdata import Array, flatten, read_path

Ring = list[tuple[float, float]]

MARGIN = 1.0
"""How near two shapes have to be to touch, where the config says nothing else."""
_SEVERAL = 0.1  # what the bot adds around a province of several parts, here added to the margin
_CHORD = 0.2
_COMMAND = re.compile("([MmZzLlHhVvCcSsQqTtAa])")
_NUMBER = re.compile(r"[-+]?(?>[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][-+]?[0-9]++)?+")
_ARITY = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}


def rings(d: str) -> list[Ring]:
    """The parts of a path that can be read (`read_path` says of which that is true), by the bot's rule.

    Raises `ValueError` for arcs whose flags are written together with what follows.
    """
    found: list[Ring] = []
    ring: Ring = []
    at = start = (0.0, 0.0)
    pieces = _COMMAND.split(d)
    for letter, chunk in zip(pieces[1::2], pieces[2::2], strict=True):
        kind = letter.upper()
        if kind == "Z":
            if ring:
                found.append([*ring, start])
            ring = []
            continue
        for values in _groups(kind, chunk):
            at = _end(kind, letter.islower(), values, at)
            if not ring:
                start = at
            ring.append(at)
    return [*found, ring] if ring else found


def _groups(kind: str, chunk: str) -> Iterator[list[float]]:
    """The numbers of each command in a row."""
    numbers = [float(word) for word in _NUMBER.findall(chunk)]
    size = _ARITY[kind]
    if len(numbers) % size:
        raise ValueError(f"{kind} has {len(numbers)} numbers")
    for first in range(0, len(numbers), size):
        yield numbers[first : first + size]


def _end(kind: str, relative: bool, values: list[float], at: tuple[float, float]) -> tuple[float, float]:
    x, y = at if relative else (0.0, 0.0)
    if kind == "H":
        return x + values[0], at[1]
    if kind == "V":
        return at[0], y + values[0]
    return x + values[-2], y + values[-1]


def area(parts: Iterable[Ring]) -> shapely.Geometry | None:
    """The polygon of a province, or None where no part of it encloses anything the bot can load."""
    polygons = [shapely.Polygon(ring) for ring in parts if _usable(ring)]
    if not polygons:
        return None
    return polygons[0] if len(polygons) == 1 else shapely.MultiPolygon(polygons)


def _usable(ring: Ring) -> bool:
    return len(ring) > 3 or (len(ring) == 3 and ring[0] != ring[-1])


def touching(areas: Mapping[str, shapely.Geometry], margin: float) -> set[tuple[str, str]]:
    """Pairs of names, each with a < b, whose shapes are within the margin of each other."""
    names = sorted(areas)
    shapes = np.array([areas[name] for name in names], dtype=object)
    if not names:
        return set()
    reach = margin + _SEVERAL * (shapely.get_num_geometries(shapes) > 1)
    one, other = shapely.STRtree(shapes).query(shapes, predicate="dwithin", distance=float(2 * reach.max() - margin))
    once = one < other
    one, other = one[once], other[once]
    near = shapely.dwithin(shapes[one], shapes[other], reach[one] + reach[other] - margin)
    return {(names[a], names[b]) for a, b in zip(one[near], other[near], strict=True)}


def spelt(d: str) -> str:
    """A path in lines that the bot reads exactly: numbers apart, every part closed; empty where it encloses nothing."""
    runs, _ = read_path(d)
    parts = []
    for run in runs:
        points = _points(flatten(run, _CHORD))
        if len(points) > 2:
            parts.append(f"M {' L '.join(points)} Z")
    return " ".join(parts)


def _points(line: Array) -> list[str]:
    found = [f"{number(x)},{number(y)}" for x, y in line.tolist()]
    kept = [point for point, before in zip(found, [None, *found], strict=False) if point != before]
    return kept[:-1] if len(kept) > 1 and kept[0] == kept[-1] else kept


def number(value: float) -> str:
    """A length to two decimals, as short as it can be."""
    return f"{round(value, 2) + 0.0:.10g}"
