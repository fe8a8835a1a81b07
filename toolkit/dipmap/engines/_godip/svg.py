"""godip's map: hidden shapes by location, markers for units and centres, and empty layers that its players fill.

What is seen is in `background`: water, the drawing's art, provinces, and the passages above them.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from lxml import etree

from dipmap.engines._art import copied, referred
from dipmap.engines._material import PackageMap
from dipmap.model import Terrain, Variant
from dipmap.svg.xml import INKSCAPE, SVG, XLINK, Element, local

_FILLS = {Terrain.SEA: "#a9c9dc", Terrain.LAND: "#f1e8d0", Terrain.COAST: "#f1e8d0"}
_SHUT = "#9a9a9a"
_LAYERS = (
    *("background", "provinces", "supply-centers", "province-centers"),
    *("highlights", "names", "units", "orders"),
)
_BELOW, _ABOVE = ("background",), ("coasts", "passages", "barriers", "foreground")
_SPACES = f' xmlns="{SVG}" xmlns:xlink="{XLINK}"'


def svg_text(variant: Variant, drawing: PackageMap | None) -> Iterator[str]:
    """The lines of the map; without a drawing its layers hold no shapes."""
    left, top, width, height = drawing.box if drawing else (0.0, 0.0, 1000.0, 1000.0)
    box = " ".join(map(_number, (left, top, width, height)))
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield (
        f'<svg{_SPACES} xmlns:inkscape="{INKSCAPE}" '
        f'width="{_number(width)}" height="{_number(height)}" viewBox="{box}">'
    )
    yield f"<title>{_text(variant.name)}</title>"
    hidden = ' style="display:none"'
    kept = _kept(variant, drawing)
    yield from _definitions(drawing, kept)
    yield from _layer("background", _background(variant, drawing, kept))
    yield from _layer("provinces", _provinces(drawing), hidden)
    centres = [province.id for province in variant.provinces if province.centre]
    yield from _layer("supply-centers", _markers(variant, centres), hidden)
    rest = [
        place
        for province in variant.provinces
        if not province.impassable
        for place in province.locations
        if not (province.centre and place == province.id)
    ]
    yield from _layer("province-centers", _markers(variant, rest), hidden)
    yield from _layer("highlights", ())
    yield from _layer("names", _names(variant, drawing, kept))
    yield from _layer("units", ())
    yield from _layer("orders", ())
    yield "</svg>"


def _layer(name: str, lines: Iterator[str] | tuple[str, ...], rest: str = "") -> Iterator[str]:
    yield f'<g id="{name}" inkscape:label="{name}" inkscape:groupmode="layer"{rest}>'
    yield from lines
    yield "</g>"


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


def _text(text: str) -> str:
    return escape("".join(character if character.isprintable() else " " for character in text))


def _shape(given: dict[str, str], rest: str) -> str:
    rule = ' fill-rule="evenodd"' if given.get("fill-rule") == "evenodd" else ""
    return f'<path d="{escape(given["d"])}"{rule}{rest}/>'


def _kept(variant: Variant, drawing: PackageMap | None) -> frozenset[str]:
    """The ids that art keeps: what something leads to, but none that godip's players look for."""
    if drawing is None:
        return frozenset()
    places = {place for province in variant.provinces for place in province.locations}
    places |= {*drawing.provinces, *drawing.coasts}
    return referred([drawing.root]) - places - {f"{place}Center" for place in places} - set(_LAYERS)


def _definitions(drawing: PackageMap | None, kept: frozenset[str]) -> Iterator[str]:
    for child in drawing.root if drawing else ():
        if local(child) == "defs":
            yield from map(_written, copied(child, kept))


def _art(drawing: PackageMap | None, names: tuple[str, ...], kept: frozenset[str]) -> Iterator[str]:
    for name in names:
        layer = drawing.layer(name) if drawing else None
        for copy in copied(layer, kept) if layer is not None else ():
            if len(copy) and copy.get("display") != "none":
                yield _written(copy)


def _written(element: Element) -> str:
    """The text of a copy, whose namespaces the root declares."""
    holder = etree.Element(f"{{{SVG}}}g", None, {None: SVG, "xlink": XLINK})  # type: ignore[dict-item]
    holder.append(element)
    if local(element) in ("g", "defs"):
        for child in element:
            child.tail = "\n"
    text: str = etree.tostring(element, encoding="unicode", with_tail=False)
    return text.replace(_SPACES, "", 1)


def _background(variant: Variant, drawing: PackageMap | None, kept: frozenset[str]) -> Iterator[str]:
    if drawing:
        left, top, width, height = map(_number, drawing.box)
        yield f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="{_FILLS[Terrain.SEA]}"/>'
    yield from _art(drawing, _BELOW, kept)
    for place, given in (drawing.provinces if drawing else {}).items():
        province = variant.by_id.get(place)
        fill = _SHUT if province is None or province.impassable else _FILLS[province.terrain]
        yield _shape(dict(given), f' fill="{fill}" stroke="#2b2620" stroke-width="1"')
    yield from _art(drawing, _ABOVE, kept)
    for province in variant.provinces:
        point = variant.anchors.get(province.id, {}).get("centre")
        if province.centre and point:
            x, y = map(_number, point)
            yield f'<circle cx="{x}" cy="{y}" r="4" fill="#ffffff" stroke="#000000"/>'


def _provinces(drawing: PackageMap | None) -> Iterator[str]:
    shapes = {**drawing.provinces, **drawing.coasts} if drawing else {}
    for place, given in shapes.items():
        yield _shape(dict(given), f' id="{escape(place)}" fill="none"')


def _markers(variant: Variant, places: list[str]) -> Iterator[str]:
    for place in places:
        points = variant.anchors.get(place, {})
        point = points.get("unit") or points.get("centre") or points.get("label")
        if point:
            x, y = map(_number, point)
            yield f'<path id="{escape(place)}Center" d="M{x} {y}h0.1v0.1h-0.1z" fill="none"/>'


def _names(variant: Variant, drawing: PackageMap | None, kept: frozenset[str]) -> Iterator[str]:
    labels = drawing.layer("labels") if drawing else None
    if labels is not None and any(local(element) == "text" for element in labels.iter()):
        yield from _art(drawing, ("labels",), kept)
        return
    for province in variant.provinces:
        point = variant.anchors.get(province.id, {}).get("label")
        if point:
            x, y = map(_number, point)
            style = 'font-family="sans-serif" font-size="12" text-anchor="middle"'
            yield f'<text x="{x}" y="{y}" {style}>{_text(province.name)}</text>'
