"""Provinces and coasts of the normalised map: each one path in root user units, with the look the designer gave it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import sqrt

import shapely
from lxml import etree

from dipmap.geometry.survey import Survey
from dipmap.package.art import Art
from dipmap.package.pathtext import number, path_text, ring_text
from dipmap.package.styles import Values, fraction
from dipmap.svg.drawing import Item
from dipmap.svg.shapes import Stroke, extent, read_shape
from dipmap.svg.values import length
from dipmap.svg.xml import SVG, Element

_LOOK = (
    "clip-rule",
    "fill",
    "fill-opacity",
    "opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
)
_LENGTHS = ("stroke-dasharray", "stroke-dashoffset", "stroke-width")
_HIDDEN = "data-hidden"  # for the time of writing only


class Shapes:
    """Writes the paths; what the designer does not show stays hidden."""

    def __init__(self, art: Art, survey: Survey, decimals: int) -> None:
        self.art = art
        self.survey = survey
        self.decimals = decimals

    def province(self, layer: Element, identity: str, items: Sequence[Item]) -> Element | None:
        """The path of a province from all its shapes; None where it has none."""
        strokes = _strokes(items)
        if not strokes or identity not in self.survey.areas:
            return None
        evenodd = strokes[0].evenodd
        if any(stroke.evenodd != evenodd for stroke in strokes) or _overlap(strokes):
            # no fill rule makes a union of these: write the union itself, as it was measured
            text, evenodd = self.union(identity), True
        else:
            text = "".join(path_text(stroke.runs, self.decimals, close=True) for stroke in strokes)
        path = self.path(layer, strokes, text)
        if evenodd:
            path.set("fill-rule", "evenodd")
        return path

    def coast(self, layer: Element, items: Sequence[Item]) -> Element | None:
        """The path of a coast's lines or strips; None where it has none."""
        strokes = _strokes(items)
        if not strokes:
            return None
        path = self.path(layer, strokes, "".join(path_text(stroke.runs, self.decimals) for stroke in strokes))
        if strokes[0].evenodd:
            path.set("fill-rule", "evenodd")
        return path

    def path(self, layer: Element, strokes: Sequence[Stroke], text: str) -> Element:
        path = etree.SubElement(layer, f"{{{SVG}}}path")
        path.set("d", text)
        looks = [(stroke.item, self.art.styles.computed(stroke.item)) for stroke in strokes]
        seen = next(((item, values) for item, values in looks if _visible(item, values)), None)
        if seen is None:
            path.set(_HIDDEN, "")
        else:
            self.art.styled(path, self.look(*seen).items())
        return path

    def look(self, item: Item, values: Values) -> Values:
        """Fill and stroke of a path in root user units."""
        matrix = item.matrix
        scale = sqrt(abs(float(matrix.a) * float(matrix.d) - float(matrix.b) * float(matrix.c)))
        found = {name: values[name] for name in _LOOK if name in values}
        found.setdefault("fill", "#000000")
        if found["fill"].startswith("url(") and not matrix.is_identity():
            found["fill"] = "none"  # a pattern would be moved and scaled wrongly
        if found.get("stroke", "none") != "none":
            found.setdefault("stroke-width", "1")
        for name in _LENGTHS:
            if name in found:
                scaled = _scaled(found.pop(name), scale)
                if scaled:
                    found[name] = scaled
        return found

    def union(self, identity: str) -> str:
        parts = shapely.get_parts(self.survey.areas[identity].polygon)
        rings = [ring for part in parts for ring in (part.exterior, *part.interiors)]
        return "".join(ring_text(shapely.get_coordinates(ring)[:-1].tolist(), self.decimals) for ring in rings)

    @staticmethod
    def hide_all_or_some(layer: Element) -> None:
        """Hide a layer of which nothing is to be seen; else the paths that are not."""
        hidden = [path for path in layer if path.get(_HIDDEN) is not None]
        if hidden and len(hidden) == len(layer):
            layer.set("display", "none")
        for path in hidden:
            del path.attrib[_HIDDEN]
            if len(hidden) < len(layer):
                path.set("display", "none")


def _strokes(items: Sequence[Item]) -> list[Stroke]:
    strokes = [read_shape(shape)[0] for item in items for shape in item.shapes()]
    return [stroke for stroke in strokes if stroke.runs]


def _overlap(strokes: Sequence[Stroke]) -> bool:
    """Whether two shapes lie so near each other that one path of both might fill what neither or both fill."""
    if len(strokes) < 2:
        return False
    boxes = [extent([stroke]) for stroke in strokes]
    return any(
        one is not None
        and two is not None
        and one[0] <= two[2]
        and two[0] <= one[2]
        and one[1] <= two[3]
        and two[1] <= one[3]
        for one, two in combinations(boxes, 2)
    )


def _visible(item: Item, values: Values) -> bool:
    if item.hidden or fraction(values.get("opacity", "1")) == 0:
        return False
    fill = values.get("fill", "black") not in ("none", "transparent") and fraction(values.get("fill-opacity", "1")) > 0
    stroke = (
        values.get("stroke", "none") not in ("none", "transparent") and fraction(values.get("stroke-opacity", "1")) > 0
    )
    return fill or stroke


def _scaled(text: str, scale: float) -> str:
    """A list of lengths in other units; empty where it is none."""
    try:
        return " ".join(number(length(word) * scale, 4) for word in text.replace(",", " ").split())
    except ValueError:
        return ""
