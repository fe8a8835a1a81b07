"""Units on a picture: where each stands, several in one province side by side, and what it looks like."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, cos, hypot, pi, sin, sqrt
from typing import NamedTuple

from dipmap.judge.state import ARMY, Piece, State
from dipmap.model import Variant, province_of
from dipmap.package.colours import INK, readable
from dipmap.package.pen import FONT, NOBODY, WHITE, Pen, Point
from dipmap.svg.xml import Element

_SHARE = 0.0072  # of the map's diagonal: radius of a unit
_CROWDED = 0.4  # of the way to the nearest neighbour
_GAP = 1.16  # between the middles of units side by side, in radii, halved
_WIDEST = 3  # units side by side in their full size
_BEATEN = 1.7  # radii from a unit to the one it dislodged, at least
_CLEAR = 1.69  # radii between that one and any other

_ARMY = "M0-.95A.95.95 0 1 1 0 .95A.95.95 0 1 1 0-.95Z"
_FLEET = "M-1.12-.74H1.12L.9.36Q.78.84.34.84H-.34Q-.78.84-.9.36Z"
_SAILS = "M-.06-.6V.16H-.6ZM.08-.5L.56.16H.08ZM-.74.28H.74L.5.6H-.5Z"
_BURST = tuple((1.62 if spike % 2 else 1.16) for spike in range(20))


class Spot(NamedTuple):
    """Where a unit is drawn: the middle and the radius of its symbol."""

    at: Point
    radius: float


class Places:
    """The points of a variant's locations on its map."""

    def __init__(self, variant: Variant, shown: Mapping[str, Point], diagonal: float) -> None:
        self.variant = variant
        self.shown = shown
        self.units = {
            location: Point(*points["unit"]) for location, points in sorted(variant.anchors.items()) if "unit" in points
        }
        self.radius = _radius(self.units, diagonal)

    def unit(self, location: str) -> Point | None:
        """Where a unit stands; any other point of its province where the package names none."""
        found = self.units.get(location) or self.units.get(province_of(location))
        if found is not None:
            return found
        for place in (location, province_of(location)):
            points = self.variant.anchors.get(place, {})
            for purpose in ("dislodged", "centre", "label"):
                if purpose in points:
                    return Point(*points[purpose])
        return self.shown.get(province_of(location))

    def beaten(self, location: str) -> Point | None:
        """Where a dislodged unit stands: clear of the one that beat it."""
        unit = self.unit(location)
        points = self.variant.anchors.get(location) or self.variant.anchors.get(province_of(location), {})
        if unit is None:
            return None
        named = Point(*points.get("dislodged", (unit.x + 1, unit.y + 1)))
        far = hypot(named.x - unit.x, named.y - unit.y)
        if far == 0:
            named, far = Point(unit.x + 1, unit.y + 1), sqrt(2)
        return unit.towards(named, max(1.0, _BEATEN * self.radius / far))


def _radius(units: Mapping[str, Point], diagonal: float) -> float:
    """Radius of a unit: what suits the size of the map, less where many provinces are small."""
    points = sorted(units.items(), key=lambda each: (each[1], each[0]))
    near = []
    for number, (location, point) in enumerate(points):
        best = diagonal
        for step in (-1, 1):
            other = number + step
            while 0 <= other < len(points) and abs(points[other][1].x - point.x) < best:
                if province_of(points[other][0]) != province_of(location):
                    best = min(best, hypot(points[other][1].x - point.x, points[other][1].y - point.y))
                other += step
        near.append(best)
    room = sorted(near)[len(near) // 20] if near else diagonal
    return min(max(min(_SHARE * diagonal, _CROWDED * room), 0.35 * _SHARE * diagonal), _SHARE * diagonal)


@dataclass
class Standing:
    """All units of a state with their spots. `circles[location]` is what those at a location take up together."""

    units: dict[Piece, Spot] = field(default_factory=dict)
    dislodged: dict[Piece, Spot] = field(default_factory=dict)
    circles: dict[str, Spot] = field(default_factory=dict)

    def everywhere(self) -> list[Spot]:
        """Every spot on which a unit is drawn."""
        return [*self.units.values(), *self.dislodged.values()]


def standing(places: Places, state: State) -> Standing:
    """The spots of the units of a state; units whose province has no point on the map are left out."""
    found = Standing()
    groups: dict[Point, list[Piece]] = {}
    for piece in state.units:
        at = places.unit(piece.location)
        if at is not None:
            groups.setdefault(at, []).append(piece)
    for at, pieces in groups.items():
        spots = _together(at, places.radius, len(pieces))
        found.units.update(zip(pieces, spots, strict=True))
        reach = max(hypot(spot.at.x - at.x, spot.at.y - at.y) + spot.radius for spot in spots)
        for piece in pieces:
            found.circles[piece.location] = found.circles[piece.province] = Spot(at, reach)
    for each in state.dislodged:
        beaten = places.beaten(each.piece.location)
        if beaten is not None:
            unit = places.unit(each.piece.location) or beaten
            found.dislodged[each.piece] = _clear(unit, beaten, places.radius, found.everywhere())
    return found


def _clear(unit: Point, wanted: Point, radius: float, others: Sequence[Spot]) -> Spot:
    """The spot about a point that is nearest to the wanted one and touches no other unit; the wanted one where none is."""
    far = hypot(wanted.x - unit.x, wanted.y - unit.y)
    choices = [wanted]
    for ring in range(8):
        reach = far + 0.4 * radius * ring
        for step in range(24):
            angle = pi * step / 12
            choices.append(Point(unit.x + reach * cos(angle), unit.y + reach * sin(angle)))
    near = [spot.at for spot in others if hypot(spot.at.x - unit.x, spot.at.y - unit.y) < far + 6 * radius]

    def free(point: Point) -> bool:
        return all(hypot(point.x - other.x, point.y - other.y) >= _CLEAR * radius for other in near)

    choices.sort(key=lambda point: round(hypot(point.x - wanted.x, point.y - wanted.y), 6))
    return Spot(next(filter(free, choices), wanted), radius)


def _together(at: Point, radius: float, count: int) -> list[Spot]:
    """Spots side by side about a point: two in a row, three in a triangle, more in rows, all smaller where they are many."""
    across = 1 if count == 1 else 2 if count in (2, 3, 4) else ceil(sqrt(count))
    size = radius * min(1.0, _WIDEST / across)
    rows = [across] * (count // across)
    if count % across:
        rows.insert(0, count % across)
    step = 2 * _GAP * size
    high = step * (0.87 if len(rows) > 1 else 1.0)
    return [
        Spot(
            Point(at.x + (column - (wide - 1) / 2) * step, at.y + (row - (len(rows) - 1) / 2) * high),
            size,
        )
        for row, wide in enumerate(rows)
        for column in range(wide)
    ]


# ---- symbols, in units of a radius


def token(pen: Pen, parent: Element, spot: Spot, kind: str, colour: str, *, ghost: bool = False) -> None:
    """An army or a fleet. A ghost is one that is not there any more, or not yet."""
    group = pen.placed(parent, spot.at, spot.radius)
    shape = _ARMY if kind == ARMY else _FLEET
    if ghost:
        group.set("opacity", "0.55")
    pen.draw(group, "path", d=shape, fill=WHITE, stroke=WHITE, stroke_width=0.46, stroke_linejoin="round")
    rest = {"stroke_dasharray": ".3 .2"} if ghost else {}
    pen.draw(group, "path", d=shape, fill=colour, stroke=INK, stroke_width=0.16, stroke_linejoin="round", **rest)
    light = readable(colour)
    if kind == ARMY:
        pen.draw(group, "path", d="M-.42.08L.6-.5", stroke=light, stroke_width=0.26, fill="none")
        pen.draw(group, "path", d="M-.62.46L-.1.16", stroke=light, stroke_width=0.13, fill="none")
        pen.draw(group, "circle", cx="-.06", cy=".2", r=".32", fill=colour, stroke=light, stroke_width=0.15)
    else:
        pen.draw(group, "path", d=_SAILS, fill=light)


def burst(pen: Pen, parent: Element, spot: Spot) -> None:
    """The sign of a dislodged unit, to be drawn beneath it."""
    group = pen.placed(parent, spot.at, spot.radius)
    corners = [
        Point(length * cos(pi * number / 10), length * sin(pi * number / 10)) for number, length in enumerate(_BURST)
    ]
    points = " ".join(f"{corner.x:.2f} {corner.y:.2f}" for corner in corners)
    pen.draw(group, "polygon", points=points, fill=WHITE, stroke=INK, stroke_width=0.13, stroke_linejoin="round")


def question(pen: Pen, parent: Element, spot: Spot, colour: str) -> None:
    """A unit that may stand here: nobody who looks knows."""
    group = pen.placed(parent, spot.at, spot.radius)
    pen.draw(group, "path", d=_ARMY, fill=WHITE, stroke=WHITE, stroke_width=0.46)
    pen.draw(group, "path", d=_ARMY, fill=colour, stroke=INK, stroke_width=0.16, stroke_dasharray=".3 .2")
    pen.draw(
        group,
        "text",
        "?",
        y=".47",
        fill=readable(colour),
        font_family=FONT,
        font_size="1.35",
        font_weight="bold",
        text_anchor="middle",
    )


def plus(pen: Pen, parent: Element, spot: Spot, colour: str) -> None:
    """The ring of a unit that was built."""
    group = pen.placed(parent, spot.at, spot.radius)
    pen.draw(group, "circle", r=1.5, fill="none", stroke=WHITE, stroke_width=0.5)
    pen.draw(group, "circle", r=1.5, fill="none", stroke=INK, stroke_width=0.34)
    pen.draw(group, "circle", r=1.5, fill="none", stroke=colour, stroke_width=0.18)
    pen.draw(group, "circle", cx=1.06, cy=-1.06, r=0.58, fill=WHITE, stroke=INK, stroke_width=0.13)
    pen.draw(group, "path", d="M.72-1.06H1.4M1.06-1.4V-.72", stroke=INK, stroke_width=0.2, fill="none")


def ring(pen: Pen, parent: Element, spot: Spot, colour: str) -> None:
    """The ring of a unit that is supported in holding."""
    group = pen.placed(parent, spot.at, spot.radius)
    for width, stroke in ((0.4, WHITE), (0.26, INK), (0.14, colour)):
        pen.draw(group, "circle", r=1.42, fill="none", stroke=stroke, stroke_width=width)


def cross(pen: Pen, parent: Element, at: Point, size: float, thick: float = 0.42) -> None:
    """A cross: this failed, or this is taken away."""
    group = pen.placed(parent, at, size)
    for width, stroke in ((thick * 2.2, WHITE), (thick, INK)):
        pen.draw(
            group,
            "path",
            d="M-.7-.7L.7.7M-.7.7L.7-.7",
            stroke=stroke,
            stroke_width=width,
            stroke_linecap="round",
            fill="none",
        )


def colours_of(variant: Variant) -> dict[str | None, str]:
    """The colour of every power, and of nobody."""
    return {None: NOBODY, **{power.id: power.colour for power in variant.powers}}


def pieces(units: Iterable[Piece]) -> Sequence[Piece]:
    """Units from the top of the map's list down, as they are drawn."""
    return sorted(units, key=lambda piece: (piece.location, piece.power or "", piece.n, piece.type))
