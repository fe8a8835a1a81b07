"""The board of the preview: provinces, the graph over them, centres, units and labels, on axes in user units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from math import hypot
from typing import Any

import shapely

from dipmap.checking import Facts
from dipmap.geometry.shapes import Area
from dipmap.model import Adjacency, Kind, Province, Terrain, Unit, Units, UnitType, Variant, province_of
from dipmap.package.colours import BARRIER, INK, LAND, PASSAGE, SEA, STONE, STYLES, WATER, readable, tint
from dipmap.package.lettering import write
from dipmap.svg.drawing import Item
from dipmap.svg.shapes import read_shape

Point = tuple[float, float]

_GRID = 14  # points along each side of a province where a way may bend

BARS = {Units.BOTH: (-2.2, 2.2), Units.ARMY: (0.0,), Units.FLEET: (0.0,)}
"""Where the bars of a barrier stand, in pixels along the way: two for all units, one with a letter for one type."""


class Board:
    """Draws a variant; `unit` is how many user units a pixel has, `crowd` how large signs may be (1 is usual)."""

    def __init__(self, facts: Facts, areas: dict[str, Area], unit: float, crowd: float) -> None:
        assert facts.variant is not None
        self.facts = facts
        self.variant: Variant = facts.variant
        self.areas = areas
        self.unit = unit
        self.crowd = crowd

    def draw(self, axes: Any) -> None:
        """Draw everything."""
        self.draw_provinces(axes)
        self.draw_edges(axes)
        self.draw_barriers(axes)
        self.draw_marks(axes)

    # ---- the map

    def draw_provinces(self, axes: Any) -> None:
        from matplotlib.patches import PathPatch

        for province in self.variant.provinces:
            area = self.areas.get(province.id)
            if area is None:
                continue
            shape = _compound(area)
            axes.add_patch(PathPatch(shape, facecolor=self.fill(province), edgecolor="none", linewidth=0, zorder=1))
            if province.impassable:
                axes.add_patch(
                    PathPatch(shape, facecolor="none", edgecolor="#b9b4a8", hatch="////", linewidth=0, zorder=1.5)
                )
            sea = province.terrain is Terrain.SEA
            width, colour = (0.7, "#7d9fb5") if sea else (0.9, "#6b6356")
            axes.add_patch(
                PathPatch(
                    shape,
                    facecolor="none",
                    edgecolor=colour,
                    linewidth=width,
                    joinstyle="round",
                    zorder=2 + (not sea) / 2,
                ),
            )

    def fill(self, province: Province) -> str:
        if province.impassable:
            return STONE
        if province.terrain is Terrain.SEA:
            return WATER if not province.armies else SEA
        power = self.variant.powers_by_id.get(province.owner or "")
        return tint(power.colour) if power else LAND

    # ---- places

    @cached_property
    def places(self) -> dict[str, Point]:
        """Where the graph puts each location: its unit, or the middle of its drawn coast."""
        found = {}
        for location, points in self.variant.anchors.items():
            if "unit" in points:
                found[location] = points["unit"]
        for tag in self.facts.draft.coasts if self.facts.draft else ():
            if tag.location not in found:
                point = _middle(tag.item, self.unit)
                if point:
                    found[tag.location] = self.inward(tag.location, point)
        return found

    def inward(self, location: str, point: Point) -> Point:
        """A point on a coast drawn a little towards the land behind it."""
        area = self.areas.get(province_of(location))
        if area is None:
            return point
        inner = area.polygon.buffer(-7 * self.unit)
        if inner.is_empty:
            return point
        near = shapely.shortest_line(shapely.Point(point), inner).coords[-1]
        return float(near[0]), float(near[1])

    def place(self, location: str) -> Point | None:
        return self.places.get(location) or self.places.get(province_of(location))

    @cached_property
    def contacts(self) -> dict[tuple[str, str], Point]:
        """A point where two provinces touch."""
        assert self.facts.survey is not None
        return {pair: contact.at for pair, contact in self.facts.survey.contacts.items()}

    @cached_property
    def wide(self) -> dict[str, Any]:
        """Provinces grown by what counts as touching."""
        assert self.facts.survey is not None
        reach = 1.2 * self.facts.survey.tolerance
        return {identity: area.polygon.buffer(reach, quad_segs=2) for identity, area in self.areas.items()}

    def crossing(self, pair: tuple[str, str], a: Point, b: Point) -> Point | None:
        """Where a way from a to b best crosses the border of two provinces: as near to the straight way as can be."""
        at = self.contacts.get(pair)
        if at is None or pair[0] not in self.areas or pair[1] not in self.areas:
            return at
        shared = self.areas[pair[0]].polygon.boundary.intersection(self.wide[pair[1]])
        if shared.is_empty:
            return at
        x, y = shapely.shortest_line(shapely.LineString([a, b]), shared).coords[-1]
        return float(x), float(y)

    @cached_property
    def rooms(self) -> dict[str, Any]:
        """Provinces as ways see them: plain outlines, a little larger than they are."""
        found = {
            identity: area.polygon.simplify(2 * self.unit).buffer(4 * self.unit, quad_segs=2)
            for identity, area in self.areas.items()
        }
        shapely.prepare(list(found.values()))
        return found

    def bend(self, identity: str, start: Point, end: Point) -> Point | None:
        """A corner that keeps a way between two points of a province inside it; None where it needs or finds none."""
        room = self.rooms.get(identity)
        if room is None or room.covers(shapely.LineString([start, end])):
            return None
        low_x, low_y, high_x, high_y = room.bounds
        grid = [
            (low_x + (high_x - low_x) * (column + 0.5) / _GRID, low_y + (high_y - low_y) * (row + 0.5) / _GRID)
            for column in range(_GRID)
            for row in range(_GRID)
        ]
        inside = shapely.contains_xy(room, grid)
        corners = [point for point, held in zip(grid, inside, strict=True) if held]
        if not corners:
            return None
        held = shapely.covers(room, [shapely.LineString([start, corner, end]) for corner in corners])
        return min(
            (corner for corner, kept in zip(corners, held, strict=True) if kept),
            key=lambda corner: (
                hypot(corner[0] - start[0], corner[1] - start[1]) + hypot(corner[0] - end[0], corner[1] - end[1])
            ),
            default=None,
        )

    # ---- the graph

    def draw_edges(self, axes: Any) -> None:
        from matplotlib import patheffects
        from matplotlib.patches import PathPatch

        for edge in self.variant.adjacency:
            a, b = self.place(edge.a), self.place(edge.b)
            if a is None or b is None:
                continue
            colour, width, dashes = STYLES[edge.units]
            passage = edge.kind is not Kind.BORDER
            colour = PASSAGE if passage else colour
            shape = self.curve(edge, a, b)
            line = PathPatch(
                shape,
                facecolor="none",
                edgecolor=colour,
                linewidth=(width + 0.7 if passage else width) * self.crowd,
                linestyle=dashes,
                alpha=0.95 if passage else 0.62,
                capstyle="round",
                zorder=5 if passage else 3 + (edge.units is Units.ARMY) / 2,
            )
            if passage:
                line.set_path_effects(
                    [
                        patheffects.Stroke(linewidth=(width + 2.4) * self.crowd, foreground="#ffffff", alpha=0.7),
                        patheffects.Normal(),
                    ]
                )
            axes.add_patch(line)
            if edge.oneway:
                self.draw_arrow(axes, shape, colour)

    def curve(self, edge: Adjacency, a: Point, b: Point) -> Any:
        """A line through the place where the two touch; for a passage an arc."""
        from matplotlib.path import Path as Shape

        through = self.crossing(edge.pair, a, b) if edge.kind is Kind.BORDER else None
        if through is None:
            bend = 0.09 if edge.kind is not Kind.BORDER else 0.0
            control = ((a[0] + b[0]) / 2 + bend * (b[1] - a[1]), (a[1] + b[1]) / 2 - bend * (b[0] - a[0]))
            return Shape([a, control, b], [Shape.MOVETO, Shape.CURVE3, Shape.CURVE3])
        straight = shapely.distance(shapely.LineString([a, b]), shapely.Point(through)) < 2 * self.unit
        bends = self.bend(province_of(edge.a), a, through), self.bend(province_of(edge.b), through, b)
        if any(bends):
            return _rounded([point for point in (a, bends[0], through, bends[1], b) if point is not None])
        if straight:
            return Shape([a, b], [Shape.MOVETO, Shape.LINETO])
        # two curves that meet on the border and run straight across it
        way = (b[0] - a[0], b[1] - a[1])
        first = (through[0] - way[0] * 0.18, through[1] - way[1] * 0.18)
        second = (through[0] + way[0] * 0.18, through[1] + way[1] * 0.18)
        codes = [Shape.MOVETO, Shape.CURVE3, Shape.CURVE3, Shape.CURVE3, Shape.CURVE3]
        return Shape([a, first, through, second, b], codes)

    def draw_arrow(self, axes: Any, shape: Any, colour: str) -> None:
        points = shape.to_polygons(closed_only=False)[0]
        end, before = points[-1], points[-2]
        axes.annotate(
            "",
            xy=tuple(end),
            xytext=tuple(before),
            arrowprops={
                "arrowstyle": "-|>",
                "color": colour,
                "lw": 0.6,
                "mutation_scale": 11 * self.crowd,
                "shrinkB": 7,
            },
            zorder=6,
        )

    def draw_barriers(self, axes: Any) -> None:
        for barrier in self.variant.barriers:
            a, b = self.place(barrier.a), self.place(barrier.b)
            first, second = sorted((province_of(barrier.a), province_of(barrier.b)))
            if a is None or b is None:
                continue
            at = self.crossing((first, second), a, b) or ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            long = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
            across = (-(b[1] - a[1]) / long, (b[0] - a[0]) / long)
            along = (across[1], -across[0])
            for shift in BARS[barrier.units]:
                middle = (at[0] + along[0] * shift * self.unit, at[1] + along[1] * shift * self.unit)
                ends = [
                    (middle[0] + across[0] * side * self.unit, middle[1] + across[1] * side * self.unit)
                    for side in (-8, 8)
                ]
                axes.plot(*zip(*ends, strict=True), color=BARRIER, linewidth=1.8, solid_capstyle="round", zorder=6)
            if barrier.units is not Units.BOTH:
                from matplotlib import patheffects

                beside = (at[0] + across[0] * 15 * self.unit, at[1] + across[1] * 15 * self.unit)
                letter = write(axes, *beside, barrier.units.value[0].upper(), 7.5, colour=BARRIER, bold=True, zorder=6)
                letter.set_path_effects([patheffects.Stroke(linewidth=2.0, foreground="#ffffff"), patheffects.Normal()])

    # ---- marks and labels

    def draw_marks(self, axes: Any) -> None:
        units = [*self.variant.start.units, *self.variant.standing_units]
        busy: dict[str, list[Unit]] = {}
        for unit in units:
            busy.setdefault(unit.location, []).append(unit)
        for location, place in sorted(self.places.items()):
            if location not in busy and not self.variant.by_id[province_of(location)].impassable:
                axes.plot(*place, marker="o", markersize=2.6 * self.crowd, color=INK, alpha=0.75, zorder=6)
        for province in self.variant.provinces:
            self.draw_centre(axes, province)
        for location, standing in sorted(busy.items()):
            self.draw_units(axes, location, standing)
        for province in self.variant.provinces:
            self.draw_label(axes, province, taken=any(province_of(location) == province.id for location in busy))

    def draw_centre(self, axes: Any, province: Province) -> None:
        at = self.centre_of(province)
        if at is None:
            return
        size = 7.2 * self.crowd
        axes.plot(
            *at,
            marker="o",
            markersize=size,
            markerfacecolor="#ffffff",
            markeredgecolor=INK,
            markeredgewidth=1.1,
            zorder=7,
        )
        axes.plot(*at, marker="o", markersize=size * 0.4, color=INK, zorder=7)

    def centre_of(self, province: Province) -> Point | None:
        if not province.centre:
            return None
        points = self.variant.anchors.get(province.id, {})
        place = points.get("centre") or self.places.get(province.id)
        unit = self.places.get(province.id)
        if place is None or unit is None or hypot(place[0] - unit[0], place[1] - unit[1]) > 16 * self.unit * self.crowd:
            return place
        return unit[0] - 13 * self.unit * self.crowd, unit[1] - 9 * self.unit * self.crowd

    def draw_units(self, axes: Any, location: str, units: Sequence[Unit]) -> None:
        place = self.place(location)
        if place is None:
            return
        step = 17 * self.unit * self.crowd
        for number, unit in enumerate(units):
            x = place[0] + (number - (len(units) - 1) / 2) * step
            power = self.variant.powers_by_id.get(unit.power or "")
            colour = power.colour if power else "#8c8c8c"
            army = unit.type is UnitType.ARMY
            axes.plot(
                x,
                place[1],
                marker="s" if army else "^",
                markersize=(12.5 if army else 15) * self.crowd,
                markerfacecolor=colour,
                markeredgecolor=INK,
                markeredgewidth=1.2,
                zorder=8,
            )
            write(
                axes,
                x,
                place[1] + (0 if army else 2.0 * self.unit * self.crowd),
                unit.type.value[0].upper(),
                (8.0 if army else 6.6) * self.crowd,
                colour=readable(colour),
                bold=True,
                zorder=9,
            )

    def draw_label(self, axes: Any, province: Province, *, taken: bool) -> None:
        from matplotlib import patheffects

        points = self.variant.anchors.get(province.id, {})
        unit = points.get("unit")
        place = points.get("label") or unit
        if place is None:
            return
        if unit is None or hypot(place[0] - unit[0], place[1] - unit[1]) < 12 * self.unit:
            down = (16.0 if taken else 10.0) * self.unit * self.crowd
            place = (place[0], place[1] + down)
        colour = "#2b5876" if province.terrain is Terrain.SEA else "#77705f" if province.impassable else INK
        label = write(axes, *place, province.id, 8.4 * self.crowd, colour=colour, bold=True, zorder=10)
        label.set_path_effects(
            [patheffects.Stroke(linewidth=2.2, foreground="#ffffff", alpha=0.85), patheffects.Normal()]
        )


def _rounded(points: Sequence[Point]) -> Any:
    """A line through some points, its corners cut by curves that begin and end half way to the next."""
    from matplotlib.path import Path as Shape

    vertices, codes = [points[0]], [Shape.MOVETO]
    for corner, after in pairwise(points[1:]):
        half = ((corner[0] + after[0]) / 2, (corner[1] + after[1]) / 2)
        vertices += [corner, half]
        codes += [Shape.CURVE3, Shape.CURVE3]
    return Shape([*vertices, points[-1]], [*codes, Shape.LINETO])


def _compound(area: Area) -> Any:
    """All rings of an area as one path, holes against the sun."""
    from matplotlib.path import Path as Shape

    vertices: list[Any] = []
    codes: list[Any] = []
    for ring, hole in _rings(area):
        points = shapely.get_coordinates(ring)
        if shapely.is_ccw(ring) == hole:
            points = points[::-1]
        vertices.extend(points)
        codes += [Shape.MOVETO, *[Shape.LINETO] * (len(points) - 2), Shape.CLOSEPOLY]
    return Shape(vertices, codes)


def _rings(area: Area) -> Iterator[tuple[Any, bool]]:
    for part in shapely.get_parts(area.polygon):
        yield part.exterior, False
        for ring in part.interiors:
            yield ring, True


def _middle(item: Item, tolerance: float) -> Point | None:
    """The point half way along the first line of an item."""
    for shape in item.shapes():
        for line in read_shape(shape)[0].lines(tolerance):
            way = shapely.LineString(line)
            if way.length > 0:
                point = way.interpolate(0.5, normalized=True)
                return float(point.x), float(point.y)
    return None
