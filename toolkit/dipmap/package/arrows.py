"""Lines of orders: where they run and how they look. Lengths are in root user units, widths in radii of a unit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, cos, degrees, hypot, sin
from typing import NamedTuple

from dipmap.package.pen import WHITE, Pen, Point, edge
from dipmap.package.tokens import Spot
from dipmap.svg.xml import Element

_STEPS = 48
_BOWS = (0.0, 0.13, -0.13, 0.24, -0.24)
_MOST = 60_000  # looks at a unit on the way, for all lines together: large boards get straight ones


class Curve(NamedTuple):
    """A quadratic Bézier curve."""

    start: Point
    control: Point
    end: Point

    def at(self, t: float) -> Point:
        """The point at a parameter from 0 to 1."""
        return self.start.towards(self.control, t).towards(self.control.towards(self.end, t), t)

    def part(self, first: float, last: float) -> Curve:
        """The piece between two parameters."""
        first_control = self.start.towards(self.control, first).towards(self.control.towards(self.end, first), last)
        return Curve(self.at(first), first_control, self.at(last))

    def between(self, start: float, end: float) -> Curve:
        """What is left without the first `start` and the last `end` units, and never less than a tenth."""
        points = [self.at(step / _STEPS) for step in range(_STEPS + 1)]
        lengths = [0.0]
        for one, other in pairwise(points):
            lengths.append(lengths[-1] + hypot(other.x - one.x, other.y - one.y))
        whole = lengths[-1] or 1.0
        spare = 0.9 * whole
        if start + end > spare:
            start, end = start * spare / (start + end), end * spare / (start + end)
        return self.part(_parameter(lengths, start), _parameter(lengths, whole - end))

    @property
    def angle(self) -> float:
        """The direction at the end (degrees)."""
        before = self.control if self.control != self.end else self.start
        return degrees(atan2(self.end.y - before.y, self.end.x - before.x))


def _parameter(lengths: Sequence[float], wanted: float) -> float:
    for step in range(1, len(lengths)):
        if lengths[step] >= wanted:
            piece = lengths[step] - lengths[step - 1] or 1.0
            return (step - 1 + max(wanted - lengths[step - 1], 0.0) / piece) / _STEPS
    return 1.0


def bowed(start: Point, end: Point, bow: float) -> Curve:
    """A curve that leaves the straight line to its left by half of `bow` times its length."""
    middle = start.towards(end, 0.5)
    return Curve(start, Point(middle.x + bow * (end.y - start.y), middle.y - bow * (end.x - start.x)), end)


def free(start: Point, end: Point, spots: Sequence[Spot], *, lines: int, first: float = 0.0) -> Curve:
    """The curve between two places that crosses the fewest units; `first` is how far it bows at least."""
    choices = [bow + first for bow in _BOWS] if first else list(_BOWS)
    if first:
        choices = [bow for bow in choices if bow >= first]
    if lines * len(spots) * len(choices) > _MOST:
        return bowed(start, end, choices[0])
    others = [
        spot
        for spot in spots
        if min(hypot(spot.at.x - place.x, spot.at.y - place.y) for place in (start, end)) > spot.radius * 1.2
    ]

    def crossed(bow: float) -> tuple[int, float]:
        curve = bowed(start, end, bow)
        points = [curve.at(step / 16) for step in range(1, 16)]
        hits = sum(
            any(hypot(point.x - spot.at.x, point.y - spot.at.y) < spot.radius * 1.25 for point in points)
            for spot in others
        )
        return hits, abs(bow)

    return bowed(start, end, min(choices, key=lambda bow: (*crossed(bow), bow < 0)))


# ---- looks


def stroke(pen: Pen, parent: Element, d: str, colour: str, width: float, dashes: str = "") -> None:
    """A line in a colour with a dark edge, over a white casing."""
    looks = ((width * 2.6, WHITE, ""), (width * 1.75, edge(colour), dashes), (width, colour, dashes))
    for wide, shade, pattern in looks:
        drawn = pen.draw(parent, "path", d=d, fill="none", stroke=shade, stroke_width=wide)
        if pattern:
            drawn.set("stroke-dasharray", pattern)
        elif not dashes:
            drawn.set("stroke-linecap", "round")


def curve_text(pen: Pen, curve: Curve) -> str:
    """The `d` of a curve."""
    return pen.path("M", curve.start, "Q", curve.control, curve.end)


def head(pen: Pen, parent: Element, curve: Curve, colour: str, size: float, *, hollow: bool = False) -> None:
    """An arrow head whose point is the end of a curve."""
    angle = curve.angle
    how = f"translate({pen.path(curve.end)}) rotate({angle:.2f}) scale({pen.number(size)})"
    group = pen.draw(parent, "g", transform=how)
    shape = "M0 0L-1.15-.68L-.9 0L-1.15 .68Z"
    pen.draw(group, "path", d=shape, fill=WHITE, stroke=WHITE, stroke_width=0.42, stroke_linejoin="round")
    fill = WHITE if hollow else colour
    pen.draw(group, "path", d=shape, fill=fill, stroke=edge(colour), stroke_width=0.2, stroke_linejoin="round")


def wave(pen: Pen, start: Point, end: Point, length: float, height: float) -> str:
    """The `d` of a wavy line with waves of about a length."""
    far = hypot(end.x - start.x, end.y - start.y)
    count = max(2, min(round(far / length), 200)) * 2
    if far == 0:
        return pen.path("M", start, "L", end)
    across = Point(-(end.y - start.y) / far * height, (end.x - start.x) / far * height)
    parts: list[str | float | Point] = ["M", start]
    for number in range(count):
        middle = start.towards(end, (number + 0.5) / count)
        side = 1 if number % 2 else -1
        parts += [
            "Q",
            Point(middle.x + side * across.x, middle.y + side * across.y),
            start.towards(end, (number + 1) / count),
        ]
    return pen.path(*parts)


def circle_point(spot: Spot, towards: Point, radius: float) -> Point:
    """The point of the circle about a spot that is nearest to another point."""
    angle = atan2(towards.y - spot.at.y, towards.x - spot.at.x)
    return Point(spot.at.x + radius * cos(angle), spot.at.y + radius * sin(angle))
