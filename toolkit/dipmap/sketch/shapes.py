"""The shapes of a drawing: outlines of provinces as path data and as polygons, and the shores of named coasts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import shapely
from shapely import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from dipmap.geometry.fill import areal
from dipmap.sketch.borders import Arc, curve, drawn, rings
from dipmap.sketch.grid import Floats
from dipmap.sketch.ground import Ground
from dipmap.sketch.wanted import Wanted

Point = tuple[float, float]
Walk = list[tuple[Arc, bool]]
SHORE, INLAND, WATER = 0.45, 0.3, 0.15
"""How lively borders are, in cells' widths: between land and water, between lands, between waters."""
SAMPLES = (0.25, 0.5, 0.75)


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
            coasts.update(_coasts(want, number, each))
    height = ground.grid.extent[1] * scale
    return Shapes(width, float(np.round(height, 1)), scale, walks, polygons, coasts)


def _polygon(walks: Sequence[Walk]) -> Polygon | MultiPolygon:
    """The area of some outlines, those within others cut out."""
    whole: BaseGeometry = Polygon()
    for walk in walks:
        whole = shapely.symmetric_difference(whole, shapely.make_valid(Polygon(points_of(walk))))
    # what is drawn as a mere line gets a little room for its name all the same
    return areal(whole) or areal(shapely.LineString(points_of(walks[0])).buffer(0.5)) or Polygon()


def points_of(walk: Walk) -> Floats:
    """Points along the curves of a walk."""
    found = []
    for arc, backwards in walk:
        nodes, handles = arc.nodes, curve(arc.nodes)
        rows = [nodes[:1]]
        for at in range(len(nodes) - 1):
            a, (b, c), d = nodes[at], handles[at], nodes[at + 1]
            rows += [
                ((1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t * t * (1 - t) * c + t**3 * d)[None]
                for t in SAMPLES
            ]
            rows.append(d[None])
        line = np.concatenate(rows)
        found.append(line[::-1] if backwards else line)
    return np.concatenate(found)


def path_of(walk: Walk) -> str:
    """The curves of a walk as path data."""
    words: list[str] = []
    for arc, backwards in walk:
        nodes, handles = arc.nodes, curve(arc.nodes)
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


def _coasts(want: Wanted, at: int, walks: Iterable[Walk]) -> dict[str, list[Walk]]:
    """The stretches of a province's shore by coast: each sea is faced by the coast it is reached from.

    Where a sea is reached from several coasts, what comes before and after on the outline decides.
    """
    province = want.provinces[at]
    places = province.locations[1:]
    found: dict[str, list[Walk]] = {place: [] for place in places}
    for walk in walks:
        beyond = [arc.right if backwards else arc.left for arc, backwards in walk]
        chances = [_facing(want, places, other) for other in beyond]
        said: list[str | None] = []
        for index, other in enumerate(beyond):
            if other >= len(want.ids) or not want.sea[other] or not chances[index]:
                said.append(None)
                continue
            votes = dict.fromkeys(chances[index], 0.0)
            for step in (-1, 1):
                beside = (index + step) % len(walk)
                for place in chances[index]:
                    if place in chances[beside]:
                        votes[place] += 1.0 / len(chances[beside])
            used = {place: sum(other == place for other in said) for place in votes}
            said.append(min(votes, key=lambda place: (-votes[place], used[place], place)))
        run: Walk = []
        before: str | None = None
        for stretch, faced in zip(walk, said, strict=True):
            if faced is None:
                run = []
            else:
                if faced != before:
                    run = []
                    found[faced].append(run)
                run.append(stretch)
            before = faced
    return {place: lines for place, lines in found.items() if lines}


def _facing(want: Wanted, places: Sequence[str], other: int) -> list[str]:
    """The coasts from which fleets reach a neighbour, whatever its own coast."""
    if other >= len(want.ids):
        return []
    goals = want.provinces[other].locations
    return [place for place in places if any((place, goal) in want.steps for goal in goals)]
