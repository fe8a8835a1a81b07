"""Cleaned province shapes: filled, simplified, freed of slivers nobody can see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from dipmap.geometry.fill import Rings, Shape, areal, closed_lines, fill_all
from dipmap.geometry.outline import Outline

SIMPLIFY = 0.00005  # x D: chord error of simplifying
OPENING = 0.0003  # x D: radius of the disc that must fit
SLIVER_SHARE = 0.005  # of the outline: what opening may take without a word
LARGEST = 1e30  # units: beyond this numbers are no coordinates
SLIVER_LENGTH = 0.004  # x D: shorter slivers are not seen either


@dataclass(frozen=True, eq=False)
class Area:
    """A cleaned province shape: a valid polygon with area.

    `slivers` are points where opening by 0.0003 D took away something visible in length but not in width.
    """

    id: str
    polygon: Shape
    slivers: tuple[tuple[float, float], ...] = ()


def clean(outlines: Mapping[str, Sequence[Outline]], diagonal: float | None = None) -> dict[str, Area | None]:
    """The area of each province, the union of its outlines; None where the outlines enclose nothing.

    `diagonal` (units) sets the scale of simplifying and opening; by default it is that of the extent of all outlines.
    Raises ValueError for coordinates that are not finite.
    """
    flat = [ring for shapes in outlines.values() for shape in shapes for ring in shape.rings]
    scale = extent_diagonal(flat) if diagonal is None else diagonal
    filled = iter(_filled([shape for shapes in outlines.values() for shape in shapes], scale))
    whole: dict[str, Shape | None] = {}
    for key, shapes in outlines.items():
        parts = [part for part in (next(filled) for _ in shapes) if part is not None]
        whole[key] = areal(shapely.union_all(parts)) if len(parts) > 1 else parts[0] if parts else None
    present = [(key, shape) for key, shape in whole.items() if shape is not None]
    opened = _open([key for key, _ in present], [shape for _, shape in present], scale)
    return {key: opened.get(key) for key in outlines}


def extent_diagonal(rings: Sequence[NDArray[np.float64]]) -> float:
    """The diagonal of the extent of all points (units). Raises ValueError for coordinates that are not finite."""
    used = [ring for ring in rings if len(ring)]
    if not used:
        return 0.0
    points = np.concatenate(used)
    if not bool((np.abs(points) < LARGEST).all()):
        raise ValueError("coordinates must be finite numbers that can be reckoned with")
    return float(np.hypot(*np.ptp(points, axis=0)))


def _filled(shapes: Sequence[Outline], scale: float) -> list[Shape | None]:
    lines = iter(closed_lines([ring for shape in shapes for ring in shape.rings], SIMPLIFY * scale))
    pending: list[tuple[Rings, bool]] = []
    for shape in shapes:
        rings = [next(lines) for _ in shape.rings]
        pending.append(([ring for ring in rings if len(ring)], shape.evenodd))
    return fill_all(pending)


def _open(ids: Sequence[str], shapes: Sequence[Shape], scale: float) -> dict[str, Area]:
    """Opening: what no disc of the radius reaches goes; a shape that would vanish stays as it is."""
    if not ids:
        return {}
    radius = OPENING * scale
    before = np.array(shapes, dtype=object)
    eroded = shapely.buffer(before, -radius, join_style="mitre", mitre_limit=2.0)
    after = shapely.buffer(eroded, radius, join_style="mitre", mitre_limit=2.0)
    lost = shapely.length(before) - shapely.length(after)
    suspicious = lost > SLIVER_SHARE * shapely.length(before)
    areas: dict[str, Area] = {}
    for key, old, new, slivery in zip(ids, before, after, suspicious, strict=True):
        if new.is_empty:
            areas[key] = Area(key, old)
        else:
            areas[key] = Area(key, new, _slivers(old, new, scale) if slivery else ())
    return areas


def _slivers(before: Shape, after: Shape, scale: float) -> tuple[tuple[float, float], ...]:
    rest = shapely.get_parts(shapely.difference(before, shapely.buffer(after, OPENING * scale / 4, quad_segs=1)))
    least = 2 * max(SLIVER_SHARE * before.length / 2, SLIVER_LENGTH * scale)
    points = shapely.get_coordinates(shapely.point_on_surface(rest[shapely.length(rest) > least]))
    return tuple(sorted((float(x), float(y)) for x, y in points))
