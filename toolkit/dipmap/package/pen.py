"""The pen of a picture of a position: marks of SVG with short numbers, and the colours they are drawn in."""

from __future__ import annotations

from typing import NamedTuple

from lxml import etree

from dipmap.package.colours import INK, channels
from dipmap.package.pathtext import number
from dipmap.svg.xml import SVG, Element

WHITE = "#ffffff"
NOBODY = "#a39d90"
FONT = "'Noto Sans', 'DejaVu Sans', 'Helvetica Neue', Arial, sans-serif"


class Point(NamedTuple):
    """A place on the map, in root user units."""

    x: float
    y: float

    def towards(self, other: Point, share: float) -> Point:
        """The point at a share of the way to another."""
        return Point(self.x + (other.x - self.x) * share, self.y + (other.y - self.y) * share)


class Pen:
    """Writes elements; `decimals` are those of a coordinate."""

    def __init__(self, decimals: int) -> None:
        self.decimals = decimals

    def number(self, value: float) -> str:
        """A coordinate as text."""
        return number(value, self.decimals)

    def path(self, *parts: str | float | Point) -> str:
        """The `d` of letters, numbers and points: `path("M", a, "L", b)`."""
        found = []
        for part in parts:
            if isinstance(part, Point):
                found.append(f"{self.number(part.x)} {self.number(part.y)}")
            else:
                found.append(part if isinstance(part, str) else self.number(part))
        return " ".join(found)

    def draw(self, parent: Element, tag: str, text: str = "", **values: str | float) -> Element:
        """A new element in `parent`; `stroke_width=2` gives `stroke-width="2"`."""
        new = etree.SubElement(parent, f"{{{SVG}}}{tag}")
        for name, value in values.items():
            new.set(name.replace("_", "-"), value if isinstance(value, str) else self.number(value))
        if text:
            new.text = text
        return new

    def placed(self, parent: Element, at: Point, scale: float, turn: float = 0.0) -> Element:
        """A group whose unit is `scale` and whose middle is `at`, turned by some degrees."""
        how = f"translate({self.path(at)}) scale({number(scale, self.decimals + 2)})"
        return self.draw(parent, "g", transform=f"{how} rotate({turn:g})" if turn else how)


def mixed(colour: str, other: str, share: float) -> str:
    """Two colours mixed; `share` of the result is the other one."""
    pairs = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round(255 * (one * (1 - share) + two * share)):02x}" for one, two in pairs)


def edge(colour: str) -> str:
    """The dark edge of a line in a colour: light colours need one on light ground, dark ones do not mind it."""
    return mixed(colour, INK, 0.72)
