"""The orders of a phase over a position: which line each one is, from where to where, and whether it came to anything."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import hypot

from dipmap.judge.board import board_of
from dipmap.judge.language import language_of
from dipmap.judge.orders import BUILD, CONVOY, MOVE, RETREAT, SUPPORT, UnitRef, Unreadable, Written
from dipmap.judge.results import BUILT, DISBANDED, DISLODGED, SUCCEEDS, OrderResult
from dipmap.judge.state import ARMY, Piece
from dipmap.judge.state import RETREAT as RETREATS
from dipmap.model import Variant, province_of
from dipmap.package import arrows
from dipmap.package.arrows import Curve
from dipmap.package.pen import Pen, Point, edge
from dipmap.package.tokens import Places, Spot, Standing, burst, cross, plus, ring, token
from dipmap.svg.xml import Element

_NOT_ORDERS = frozenset({"replaced", "not-yours", "no-unit", "wrong-phase", "unreadable"})
_MOVE, _HELP = 0.28, 0.17  # widths in radii of a unit
_MIDDLE = tuple(0.4 + 0.02 * step for step in range(11))
_WAY = tuple(0.25 + 0.05 * step for step in range(11))


@dataclass
class _Line:
    """A move or a retreat."""

    result: OrderResult
    written: Written
    start: Spot
    end: Spot
    provinces: tuple[str, str]
    retreat: bool
    curve: Curve = field(init=False)

    @property
    def good(self) -> bool:
        return self.result.outcome == SUCCEEDS


class DrawnOrders:
    """Draws results into a layer. `signs` gathers what the key of the picture has to explain.

    `phase` is the one the orders were for, and `after` says that the position is the one they led to; `shown` the units as they are drawn, `colours` those of the powers.
    """

    def __init__(
        self,
        variant: Variant,
        places: Places,
        shown: Standing,
        colours: dict[str | None, str],
        phase: str,
        pen: Pen,
        *,
        after: bool,
    ) -> None:
        self.after = after
        self.variant, self.places, self.shown, self.colours, self.pen = variant, places, shown, colours, pen
        self.retreating = phase == RETREATS
        self.radius = places.radius
        self.taken: set[Piece] = set()
        self.spots = shown.everywhere()
        self.signs: set[str] = set()

    def draw(self, below: Element, above: Element, results: Sequence[OrderResult]) -> None:
        """Lines go below the units, rings and crosses above them."""
        read = language_of(board_of(self.variant)).read
        orders = [
            (result, written)
            for result in results
            if result.reason not in _NOT_ORDERS and not isinstance(written := read(result.order), Unreadable)
        ]
        lines = list(self.lines(orders))
        self.bend(lines)
        for result, written in orders:
            if result.unit is not None and result.unit.power == result.power and written.about is not None:
                self.draw_help(below, above, result, result.unit, written, lines)
        for line in lines:
            self.draw_line(below, line)
        for result in results:
            if result.unit is not None and self.gone(result, result.unit):
                self.draw_removal(below, above, result.unit)
        for result, written in orders:
            if written.kind == BUILD and result.outcome == BUILT and written.unit is not None:
                self.draw_build(below, above, result, written.unit)

    def gone(self, result: OrderResult, piece: Piece) -> bool:
        """Whether a unit left the board: by an order or for want of one, or dislodged with nowhere to go."""
        if result.outcome != DISLODGED or not self.after:
            return result.outcome == DISBANDED
        return piece not in self.shown.dislodged

    # ---- where things are

    def origin(self, piece: Piece) -> Spot:
        """Where a unit stood before the phase, with the room that what is drawn there takes."""
        if self.retreating or piece in self.shown.dislodged:
            found = self.shown.dislodged.get(piece)
            at = self.places.beaten(piece.location)
            return found or Spot(at or Point(0.0, 0.0), 0.0)
        found = self.shown.units.get(piece)
        if found is not None:
            return found
        for other, spot in self.shown.units.items():
            if (other.power, other.location) == (piece.power, piece.location):
                return spot
        return self.goal(piece.location)

    def goal(self, location: str) -> Spot:
        """A location, with the room that the units there take together."""
        found = self.shown.circles.get(location) or self.shown.circles.get(province_of(location))
        return found or Spot(self.places.unit(location) or Point(0.0, 0.0), 0.0)

    def named(self, location: str, ref: UnitRef | None) -> Spot | None:
        """The unit of a province that an order names by power or number."""
        if ref is None:
            return None
        for piece, spot in self.shown.units.items():
            if piece.province != province_of(location) or (ref.power and piece.power != ref.power):
                continue
            if (not ref.n or piece.n == ref.n) and (not ref.type or piece.type == ref.type):
                return spot
        return None

    def arrived(self, piece: Piece, location: str) -> Spot | None:
        """The unit that a move has become, where the position after it is shown."""
        for other, spot in self.shown.units.items():
            same = (other.power, other.type, other.province) == (piece.power, piece.type, province_of(location))
            if same and other not in self.taken:
                self.taken.add(other)
                return spot
        return None

    # ---- moves

    def lines(self, orders: Sequence[tuple[OrderResult, Written]]) -> Iterator[_Line]:
        for result, written in orders:
            piece = result.unit
            if piece is None or piece.power != result.power or written.kind not in (MOVE, RETREAT):
                continue
            if self.places.unit(piece.location) is None or self.places.unit(written.to) is None:
                continue
            start = self.origin(piece)
            end = self.named(written.to, written.target)
            if end is None and result.outcome == SUCCEEDS:
                end = self.arrived(piece, written.to)
            ways = (piece.province, province_of(written.to))
            yield _Line(result, written, start, end or self.goal(written.to), ways, self.retreating)

    def bend(self, lines: list[_Line]) -> None:
        """Give every line its curve: those between the same two places side by side, the others around units."""
        groups: dict[tuple[str, ...], list[_Line]] = defaultdict(list)
        for line in lines:
            groups[tuple(sorted(line.provinces))].append(line)
        for group in groups.values():
            same: dict[str, int] = defaultdict(int)
            for line in group:
                first = 0.0
                if len(group) > 1:
                    first = 0.16 + 0.12 * same[line.provinces[0]]
                    same[line.provinces[0]] += 1
                whole = arrows.free(line.start.at, line.end.at, self.spots, lines=len(lines), first=first)
                r = self.radius
                before = line.start.radius * 1.05 + 0.15 * r
                after = line.end.radius + 0.3 * r if line.end.radius else 0.2 * r
                if not line.good:
                    after += 0.45 * r
                line.curve = whole.between(before if line.start.radius else 0.0, after)

    def draw_line(self, layer: Element, line: _Line) -> None:
        r, colour = self.radius, self.colours.get(line.result.power, self.colours[None])
        group = self.pen.draw(layer, "g")
        if not line.start.radius:
            self.pen.draw(
                group,
                "circle",
                cx=line.start.at.x,
                cy=line.start.at.y,
                r=0.34 * r,
                fill=colour,
                stroke=edge(colour),
                stroke_width=0.12 * r,
            )
        size = 1.0 * r
        shaft = line.curve.between(0.0, 0.6 * size)
        text = arrows.curve_text(self.pen, shaft)
        dashes = ""
        if line.retreat:
            dashes = f"{self.pen.number(0.9 * r)} {self.pen.number(0.3 * r)} {self.pen.number(0.18 * r)} {self.pen.number(0.3 * r)}"
        elif not line.good:
            dashes = f"{self.pen.number(0.62 * r)} {self.pen.number(0.4 * r)}"
        arrows.stroke(self.pen, group, text, colour, _MOVE * r, dashes)
        arrows.head(self.pen, group, line.curve, colour, size, hollow=line.retreat)
        sign = "retreat" if line.retreat else "move"
        self.signs.add(sign)
        if not line.good:
            self.signs.add("failed")
            cross(self.pen, group, line.curve.end, 0.5 * r)

    # ---- supports and convoys

    def draw_help(
        self, below: Element, above: Element, result: OrderResult, piece: Piece, written: Written, lines: list[_Line]
    ) -> None:
        about = written.about
        assert about is not None
        start = self.origin(piece)
        good = result.outcome == SUCCEEDS
        colour = self.colours.get(result.power, self.colours[None])
        r = self.radius
        if not written.to:
            self.draw_holding(below, above, start, self.named(about.location, about), about, colour, good=good)
            return
        line = self.helped(about, written.to, lines)
        if line is not None:
            end = self.nearest(line.curve, start.at, _MIDDLE if written.kind == SUPPORT else _WAY)
        else:
            from_, to = self.places.unit(about.location), self.places.unit(written.to)
            if from_ is None or to is None:
                return
            end = from_.towards(to, 0.5)
        begin = arrows.circle_point(start, end, start.radius * 1.05 + 0.1 * r if start.radius else 0.0)
        group = self.pen.draw(below, "g")
        if written.kind == CONVOY:
            arrows.stroke(self.pen, group, arrows.wave(self.pen, begin, end, 1.1 * r, 0.5 * r), colour, _HELP * r)
            self.signs.add("convoy")
        else:
            self.thin(group, begin, end, colour)
            self.signs.add("support")
        self.pen.draw(
            group, "circle", cx=end.x, cy=end.y, r=0.3 * r, fill=colour, stroke=edge(colour), stroke_width=0.1 * r
        )
        if not good:
            self.fail(above, begin, end)

    def thin(self, group: Element, start: Point, end: Point, colour: str) -> None:
        r = self.radius
        dashes = f"{self.pen.number(0.4 * r)} {self.pen.number(0.28 * r)}"
        arrows.stroke(self.pen, group, self.pen.path("M", start, "L", end), colour, _HELP * r, dashes)

    def fail(self, above: Element, start: Point, end: Point) -> None:
        self.signs.add("failed")
        cross(self.pen, above, start.towards(end, 0.5), 0.36 * self.radius)

    def draw_holding(
        self, below: Element, above: Element, start: Spot, held: Spot | None, about: UnitRef, colour: str, *, good: bool
    ) -> None:
        spot = held or self.goal(about.location)
        r = self.radius
        round_it = Spot(spot.at, spot.radius or r)
        begin = arrows.circle_point(start, spot.at, start.radius * 1.05 + 0.1 * r if start.radius else 0.0)
        end = arrows.circle_point(round_it, start.at, round_it.radius * 1.42)
        self.thin(self.pen.draw(below, "g"), begin, end, colour)
        ring(self.pen, below, round_it, colour)
        self.signs.add("holding")
        if not good:
            self.fail(above, begin, end)

    def helped(self, about: UnitRef, to: str, lines: list[_Line]) -> _Line | None:
        """The move that a support or a convoy is for, where it was ordered."""
        for line in lines:
            piece = line.result.unit
            assert piece is not None
            if piece.province != province_of(about.location) or province_of(line.written.to) != province_of(to):
                continue
            if (not about.power or piece.power == about.power) and (not about.n or piece.n == about.n):
                return line
        return None

    @staticmethod
    def nearest(curve: Curve, start: Point, ways: Sequence[float]) -> Point:
        """The point of a stretch of a curve that is nearest to another; the middle where there is no difference."""
        points = [curve.at(t) for t in sorted(ways, key=lambda t: abs(t - 0.5))]
        return min(points, key=lambda point: round(hypot(point.x - start.x, point.y - start.y), 3))

    # ---- units that come and go

    def draw_removal(self, below: Element, above: Element, piece: Piece) -> None:
        spot = self.shown.dislodged.get(piece) or self.shown.units.get(piece)
        if spot is None:
            beaten = self.retreating or piece.location in self.shown.circles
            at = self.places.beaten(piece.location) if beaten else self.places.unit(piece.location)
            if at is None:
                return
            spot = Spot(at, 0.85 * self.radius)
            if beaten:
                burst(self.pen, below, spot)
            token(self.pen, below, spot, piece.type, self.colours.get(piece.power, self.colours[None]), ghost=True)
        cross(self.pen, above, spot.at, 1.3 * spot.radius, 0.2)
        self.signs.add("removal")

    def draw_build(self, below: Element, above: Element, result: OrderResult, unit: UnitRef) -> None:
        colour = self.colours.get(result.power, self.colours[None])
        spot = next(
            (
                spot
                for piece, spot in self.shown.units.items()
                if (piece.power, piece.location) == (result.power, unit.location)
            ),
            None,
        )
        if spot is None:
            at = self.places.unit(unit.location)
            if at is None:
                return
            spot = Spot(at, self.radius)
            token(self.pen, below, spot, unit.type or ARMY, colour, ghost=True)
        plus(self.pen, above, spot, colour)
        self.signs.add("build")
