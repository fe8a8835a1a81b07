"""The dSVG beside a DVAR: seven layers in one order, three of them hidden, which hold the shapes and points of play.

The hidden layers are what a server reads: a path for each province and each named coast, a circle of radius 10 for each
place of a unit, with ids that are those of the document (and so stand twice). All that is seen is art of the package.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import ceil, hypot, sqrt

from lxml import etree

from dipmap.engines._dvar.data import entered
from dipmap.engines._dvar.names import plain
from dipmap.engines._mapfile.text import stands
from dipmap.engines._material import PackageMap
from dipmap.model import Province, Terrain, UnitType, Variant, province_of
from dipmap.svg.values import numbers
from dipmap.svg.xml import SVG, XLINK, Element, attributes, is_svg_element, local

LAYERS = ("background", "provinces", "named-coasts", "unit-positions", "province-names", "borders", "foreground")
HIDDEN = frozenset(("provinces", "named-coasts", "unit-positions"))
RADIUS = "10"

_HREF = f"{{{XLINK}}}href"
_INK = "#2b2620"
_FILLS = {Terrain.SEA: "#b5d5e6", Terrain.LAND: "#f2e8d0", Terrain.COAST: "#f2e8d0"}
_SHUT = "#b9b4a8"
_CELL = 120.0
_LOOKS = ("fill", "fill-opacity", "fill-rule")
_LINES = ("stroke", "stroke-width", "stroke-linejoin", "stroke-opacity", "stroke-dasharray")

Point = tuple[float, float]


def dsvg(variant: Variant, drawing: PackageMap | None, ids: Mapping[str, str]) -> bytes:
    """The dSVG with the document's `ids` of locations; without a drawing its map is a table of boxes, one a province."""
    return _Picture(variant, drawing, ids).write()


@dataclass(frozen=True)
class _Picture:
    variant: Variant
    drawing: PackageMap | None
    ids: Mapping[str, str]

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        if self.drawing:
            return self.drawing.box
        rows = ceil(max(1, len(self.variant.provinces)) / self.columns)
        return 0.0, 0.0, self.columns * _CELL, rows * _CELL

    @cached_property
    def columns(self) -> int:
        return ceil(sqrt(max(1, len(self.variant.provinces))))

    @cached_property
    def cells(self) -> Mapping[str, Point]:
        """The middle of each province's box, where there is no drawing."""
        return {
            province.id: ((place % self.columns + 0.5) * _CELL, (place // self.columns + 0.5) * _CELL)
            for place, province in enumerate(self.variant.provinces)
        }

    @cached_property
    def referred(self) -> frozenset[str]:
        """The ids that art leads to, which stay with their elements."""
        return frozenset(_referred(self.drawing.root)) if self.drawing else frozenset()

    def write(self) -> bytes:
        left, top, width, height = map(_number, self.box)
        names: dict[str | None, str] = {None: SVG}
        root = etree.Element(f"{{{SVG}}}svg", None, names)  # type: ignore[arg-type]  # the stubs know no default namespace
        for name, value in (("width", width), ("height", height), ("viewBox", f"{left} {top} {width} {height}")):
            root.set(name, value)
        _new(root, "title").text = plain(self.variant.name)
        layers = {name: _new(root, "g", id=name) for name in LAYERS}
        for name in HIDDEN:
            layers[name].set("style", "display:none")
        self._background(layers["background"])
        for province in entered(self.variant):
            self._shape(layers["provinces"], province.id).set("id", self.ids[province.id])
            for place in province.locations[1:]:
                self._coast(layers["named-coasts"], place)
            for place in province.locations:
                x, y = map(_number, self._point(place, "unit"))
                _new(layers["unit-positions"], "circle", id=self.ids[place], cx=x, cy=y, r=RADIUS)
        self._names(layers["province-names"])
        self._borders(layers["borders"])
        self._foreground(layers["foreground"])
        _broken(root)
        text: bytes = etree.tostring(root, encoding="UTF-8", xml_declaration=False)
        return b'<?xml version="1.0" encoding="UTF-8"?>\n' + text + b"\n"

    # ---- what is hidden

    def _shape(self, layer: Element, province: str) -> Element:
        given = self.drawing.provinces.get(province, {}) if self.drawing else {}
        shape = _new(layer, "path", d=given.get("d") or self._square(province))
        if given.get("fill-rule") == "evenodd":
            shape.set("fill-rule", "evenodd")
        return shape

    def _coast(self, layer: Element, place: str) -> None:
        given = self.drawing.coasts.get(place, {}) if self.drawing else {}
        _new(layer, "path", id=self.ids[place], d=given.get("d") or self._square(place), fill="none")

    def _square(self, place: str) -> str:
        """A square where a place has no shape: a box of the table, or a small one where it has a point."""
        x, y = self._point(place, "unit")
        half = 10.0
        if self.drawing is None and "/" not in place:
            (x, y), half = self.cells[place], _CELL / 2
        side = _number(half * 2)
        return f"M{_number(x - half)} {_number(y - half)}h{side}v{side}h-{side}z"

    def _point(self, place: str, purpose: str) -> Point:
        """Where a mark of a place goes: its anchor, its province's, else a point of its shape."""
        if self.drawing is None:
            return self._cell_point(place)
        for location in dict.fromkeys((place, province_of(place))):
            given = self.variant.anchors.get(location, {})
            for name in dict.fromkeys((purpose, "unit", "centre", "label")):
                if name in given:
                    return given[name]
            shape = self.drawing.coasts.get(location) or self.drawing.provinces.get(location)
            if shape and (point := _start(shape["d"])):
                return point
        left, top, width, height = self.box
        return left + width / 2, top + height / 2

    def _cell_point(self, place: str) -> Point:
        province = self.variant.by_id[province_of(place)]
        x, y = self.cells[province.id]
        index = province.locations.index(place)
        if index == 0:
            return x, y
        across = (index - 0.5) / len(province.coasts) - 0.5
        return x + across * (_CELL - 30), y + 35

    # ---- what is seen

    def _background(self, layer: Element) -> None:
        if self.drawing:
            defs = etree.Element(f"{{{SVG}}}defs")
            for child in self.drawing.root:
                if local(child) == "defs":
                    defs.extend(self._copies(child))
            if len(defs):
                layer.append(defs)
        left, top, width, height = map(_number, self.box)
        _new(layer, "rect", x=left, y=top, width=width, height=height, fill=_FILLS[Terrain.SEA])
        self._art(layer, "background")
        for province in self.variant.provinces:
            given = self.drawing.provinces.get(province.id) if self.drawing else {}
            if given is None:
                continue
            shape = self._shape(layer, province.id)
            for name in _LOOKS:
                if name in given:
                    shape.set(name, given[name])
            if "fill" not in given:
                shape.set("fill", _ground(province))
        self._art(layer, "passages")
        self._art(layer, "barriers")

    def _borders(self, layer: Element) -> None:
        layer.set("fill", "none")
        width = _number(max(0.1, self._size / 12))
        for province in self.variant.provinces:
            given = self.drawing.provinces.get(province.id) if self.drawing else {}
            if given is None:
                continue
            line = _new(layer, "path", d=given.get("d") or self._square(province.id), stroke=_INK)
            line.set("stroke-width", width)
            line.set("stroke-linejoin", "round")
            for name in _LINES:
                if name in given:
                    line.set(name, given[name])

    def _names(self, layer: Element) -> None:
        labels = self.drawing.layer("labels") if self.drawing else None
        if labels is not None and any(local(element) == "text" for element in labels.iter()):
            layer.extend(self._copies(labels))
            return
        layer.set("font-family", "sans-serif")
        layer.set("font-size", _number(self._size))
        layer.set("text-anchor", "middle")
        for province in self.variant.provinces:
            x, y = self._point(province.id, "label")
            if self.drawing is None:
                y -= _CELL / 4
            _new(layer, "text", x=_number(x), y=_number(y), fill=_INK).text = plain(province.name) or province.id

    @cached_property
    def _size(self) -> float:
        """The height of letters, in units of the map."""
        return max(0.008 * hypot(self.box[2], self.box[3]), 0.1) if self.drawing else 10.0

    def _foreground(self, layer: Element) -> None:
        centres = self.drawing.layer("centres") if self.drawing else None
        if centres is not None and len(centres):
            self._art(layer, "centres")
        else:
            for province in self.variant.centres:
                x, y = self._point(province.id, "centre")
                if self.drawing is None:
                    y += _CELL / 8
                mark = _new(layer, "circle", cx=_number(x), cy=_number(y), r=_number(self._size / 3))
                mark.set("fill", "#ffffff")
                mark.set("stroke", _INK)
        self._art(layer, "foreground")

    def _art(self, parent: Element, name: str) -> None:
        layer = self.drawing.layer(name) if self.drawing else None
        if layer is None or not len(layer) or dict(attributes(layer)).get("display") == "none":
            return
        group = _new(parent, "g")
        for key, value in attributes(layer):
            if _stays(key, value) and key != "id":
                group.set(key, value)
        group.extend(self._copies(layer))

    def _copies(self, layer: Element) -> Iterator[Element]:
        for child in layer:
            yield from _copied(child, self.referred)


def _ground(province: Province) -> str:
    shut = not any(stands(province, unit) for unit in UnitType)
    return _SHUT if shut else _FILLS[province.terrain]


def _referred(root: Element) -> Iterator[str]:
    for element in root.iter():
        if not local(element):
            continue  # a comment
        for name, value in attributes(element):
            if name in (_HREF, "href") and value.startswith("#"):
                yield value[1:]
            for part in value.split("url(#")[1:]:
                yield part.partition(")")[0]


def _copied(element: Element, kept: frozenset[str]) -> Iterator[Element]:
    """An element of a package's map, which is safe already, with nothing in it but SVG; ids where they are used."""
    if not is_svg_element(element) or local(element) in ("metadata", "script"):
        return
    new = etree.Element(f"{{{SVG}}}{local(element)}")
    for name, value in attributes(element):
        if name == "id" and value not in kept:
            continue
        if name == _HREF:
            if value.startswith(("#", "data:image/")):
                new.set("href", value)  # the newer spelling needs no second namespace
        elif _stays(name, value):
            new.set(name, value)
    new.text, new.tail = element.text, element.tail if _in_text(element) else None
    for child in element:
        for copy in _copied(child, kept):
            new.append(copy)
    yield new


def _stays(name: str, value: str) -> bool:
    return not (name.startswith(("{", "on", "data-")) or ":" in name or "javascript:" in value.lower())


def _in_text(element: Element) -> bool:
    return any(local(above) == "text" for above in element.iterancestors())


def _new(parent: Element, tag: str, /, **values: str) -> Element:
    return etree.SubElement(parent, f"{{{SVG}}}{tag}", values)


def _number(value: float) -> str:
    return f"{round(value, 2) + 0.0:.10g}"


def _start(d: str) -> Point | None:
    """The first point of a path."""
    try:
        found = numbers(d.lstrip("Mm \t\r\n").replace(",", " ").split("L")[0])
    except ValueError:
        return None
    return (found[0], found[1]) if len(found) > 1 else None


def _broken(root: Iterable[Element]) -> None:
    """Line ends between layers and what is directly in them."""
    for layer in root:
        if local(layer) == "g" and len(layer):
            layer.text = "\n"
            for child in layer:
                child.tail = "\n"
        layer.tail = "\n"
