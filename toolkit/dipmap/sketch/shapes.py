"""The shapes of a drawing: outlines of provinces as path data and as polygons, and the shores of named coasts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import shapely
from shapely import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from dipmap.geometry.fill import areal
from dipmap.sketch.borders import drawn, rings
from dipmap.sketch.grid import Floats
from dipmap.sketch.ground import Ground
from dipmap.sketch.shores import Walk, shores
from dipmap.sketch.wanted import Wanted

Point = tuple[float, float]
SHORE, INLAND, WATER = 0.45, 0.3, 0.15
"""How lively borders are, in cells' widths: between land and water, between lands, between waters."""


@dataclass(frozen=True, eq=False)
class Shapes:
    """What is drawn, in units of the page: `walks` and `polygons` by number, `coasts` by location."""

    width: float
    height: float
    scale: float
    walks: dict[int, list[Walk]] = field(repr=False)
    polygons: dict[int, Polygon | MultiPolygon] = field(repr=False)
    coasts: dict[str, list[Walk]] = field(repr=False)

    def path(self, number: int) -> str:
        """The outline of a province as path data."""
        return " ".join(f"{path_of(walk)} Z" for walk in self.walks[number])


def shapes(want: Wanted, ground: Ground, width: float, seed: int, life: float = 1.0) -> Shapes:
    """The shapes of a labelled page, drawn `width` units wide; `life` scales how lively the borders are."""
    count = len(want.ids)
    scale = width / ground.grid.extent[0]

    def liveliness(left: int, right: int) -> float:
        if max(left, right) >= count:
            return life * 0.5 * WATER
        wet = bool(want.sea[left]) + bool(want.sea[right])
        return life * (INLAND, SHORE, WATER)[wet]

    found = drawn(ground.grid, ground.found, liveliness, seed, scale)
    walks = {number: rings(found, number) for number in range(count) if bool((ground.found == number).any())}
    polygons = {number: _polygon(each) for number, each in walks.items()}
    coasts = {}
    for number, each in walks.items():
        if want.provinces[number].coasts:
            coasts.update(shores(want, number, each))
    height = ground.grid.extent[1] * scale
    return Shapes(width, float(np.round(height, 1)), scale, walks, polygons, coasts)


def _polygon(walks: Sequence[Walk]) -> Polygon | MultiPolygon:
    """The area of some outlines, those within others cut out."""
    whole: BaseGeometry = shapely.make_valid(Polygon(points_of(walks[0])))
    for walk in walks[1:]:
        whole = shapely.symmetric_difference(whole, shapely.make_valid(Polygon(points_of(walk))))
    # what is drawn as a mere line gets a little room for its name all the same
    return areal(whole) or areal(shapely.LineString(points_of(walks[0])).buffer(0.5)) or Polygon()


def points_of(walk: Walk) -> Floats:
    """Points along the curves of a walk."""
    return np.concatenate([arc.line[::-1] if backwards else arc.line for arc, backwards in walk])


def path_of(walk: Walk) -> str:
    """The curves of a walk as path data."""
    words: list[str] = []
    for arc, backwards in walk:
        nodes, handles = arc.nodes, arc.handles
        if backwards:
            nodes, handles = nodes[::-1], handles[::-1, ::-1]
        if not words:
            words.append(f"M{_pair(nodes[0])}")
        words += [
            f"C{_pair(one)} {_pair(two)} {_pair(end)}" for (one, two), end in zip(handles, nodes[1:], strict=True)
        ]
    return " ".join(words)


def _pair(point: Floats) -> str:
    return f"{number(point[0])},{number(point[1])}"


def number(value: float) -> str:
    """A coordinate in tenths of a unit, as short as it can be written."""
    return f"{round(float(value), 1) + 0.0:.1f}".removesuffix(".0")
