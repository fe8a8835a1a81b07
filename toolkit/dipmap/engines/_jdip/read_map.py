"""The map of a jDip variant, read: where symbols stand, colours of powers, shapes by other names than their place's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from svgelements import Color, Matrix

from dipmap.diagnostics import Notice, notice
from dipmap.engines._art import paint
from dipmap.engines._jdip.read_graph import Graph
from dipmap.engines._jdip.xml import shown
from dipmap.engines._reading import UNREADABLE, UnreadableError
from dipmap.svg.values import IDENTITY, length, moved, transform
from dipmap.svg.xml import Document, elements, local, read_document

_PURPOSES = {
    "UNIT": ("unit", "UnitLayer"),
    "DISLODGED_UNIT": ("dislodged", "DislodgedUnitLayer"),
    "SUPPLY_CENTER": ("centre", "SupplyCenterLayer"),
}
"""What an element of the placement data is for, and the layer whose units its numbers are."""
_HEX = re.compile(r"#[0-9a-f]{6}")

Point = tuple[float, float]


@dataclass(frozen=True)
class MapFacts:
    """What the drawing adds: `anchors` in root user units, `colours` by the power's name in lower case, `shapes` as in
    `Drawn`. `readable` is False where the file is no drawing.
    """

    anchors: Mapping[str, Mapping[str, Point]] = field(default_factory=dict)
    colours: Mapping[str, str] = field(default_factory=dict)
    shapes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()


def read_map(name: str, data: bytes, graph: Graph) -> MapFacts:
    """The facts of a drawing. Raises `UnreadableError` where it cannot be read."""
    document, problems = read_document(name, data)
    if document is None:
        found = (
            notice(UNREADABLE, each.finding.message, each.finding.place, hint=each.finding.hint, key=f"{name} map")
            for each in problems
        )
        raise UnreadableError(found)
    notices: list[Notice] = []
    anchors = _anchors(document, graph, notices)
    return MapFacts(anchors, dict(_colours(document)), _shapes(document, graph), tuple(notices))


def _anchors(document: Document, graph: Graph, notices: list[Notice]) -> dict[str, dict[str, Point]]:
    matrices = {layer: _matrix(document, layer, notices) for _, layer in _PURPOSES.values()}
    found: dict[str, dict[str, Point]] = {}
    for element in elements(document.root):
        place = graph.location(element.get("name", "")) if local(element) == "PROVINCE" else None
        if place is None:
            continue
        for child in element:
            purpose, layer = _PURPOSES.get(local(child), ("", ""))
            if not purpose or (purpose == "centre" and "/" in place):
                continue
            try:
                point = moved((length(child.get("x")), length(child.get("y"))), matrices[layer])
            except ValueError as error:
                message = f"the {purpose} of {shown(place)} is nowhere: {error}"
                where = document.place(child)
                notices.append(
                    notice(UNREADABLE, message, where, hint="write numbers as x and y", key=f"{place} {purpose}")
                )
                continue
            if point is not None:
                found.setdefault(place, {})[purpose] = (round(point[0], 3), round(point[1], 3))
    return {place: found[place] for place in sorted(found)}


def _matrix(document: Document, layer: str, notices: list[Notice]) -> Matrix:
    """The way from a layer's units to root user units."""
    element = document.by_id.get(layer)
    matrix = IDENTITY
    while element is not None and element is not document.root:
        try:
            matrix = matrix * transform(element.get("transform", ""))
        except ValueError as error:
            message = f"nobody knows where {layer} stands: {error}"
            place = document.place(element, "transform")
            notices.append(notice(UNREADABLE, message, place, hint="correct the transform", key=f"{layer} transform"))
            return IDENTITY
        element = element.getparent()
    return matrix


def _colours(document: Document) -> Iterator[tuple[str, str]]:
    for element in elements(document.root):
        if local(element) == "POWERCOLOR":
            value, _ = paint(element.get("color", ""))
            if value != "none" and not value.startswith("url("):
                colour = Color(value).hexrgb
                if _HEX.fullmatch(colour):
                    yield element.get("power", "").strip().lower(), colour


def _shapes(document: Document, graph: Graph) -> dict[str, tuple[str, ...]]:
    """Names in the mouse layer of places whose own name the dialect would not read out of them."""
    layer = document.by_id.get("MouseLayer")
    found: dict[str, list[str]] = {}
    for element in elements(layer) if layer is not None else ():
        name = element.get("id", "")
        place = graph.location(name)
        if place is not None and element is not layer:
            found.setdefault(place, []).append(name)
    return {
        place: tuple(names)
        for place, names in sorted(found.items())
        if any(name.lower().replace("-", "/") != place for name in names)
    }
