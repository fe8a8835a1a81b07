"""The map of a jDip variant: nine layers, shapes that answer to the mouse, and jDip's own elements for placement.

jDip draws centres, units and orders itself into empty layers; `MapLayer` holds the art, with a shape `_lon` for each
province that it colours, `MouseLayer` the shapes that are clicked: `lon`, and `stp-nc` above `stp`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf

from lxml import etree

from dipmap.engines._art import copied, referred
from dipmap.engines._jdip import dtd
from dipmap.engines._jdip.graph import locations
from dipmap.engines._jdip.look import GREY, SYMBOLS, Looks, ground, number, own_colour
from dipmap.engines._jdip.names import Names, plain
from dipmap.engines._material import PackageMap
from dipmap.engines._standing import standing_units
from dipmap.model import Terrain, Variant, province_of
from dipmap.svg.pathdata import read_path
from dipmap.svg.xml import JDIP, SVG, XLINK, Element, local

LAYERS = (
    "MapLayer",
    "FullLabelLayer",
    "BriefLabelLayer",
    "SupplyCenterLayer",
    "OrderLayer",
    "UnitLayer",
    "DislodgedUnitLayer",
    "HighestOrderLayer",
    "MouseLayer",
)
"""The layers from below to above: names under what moves, the mouse on top."""

ARROW = "Arrow"  # no id of a province has a capital
_BELOW, _ABOVE = ("background",), ("coasts", "passages", "barriers", "foreground")
_ORDER = ("water", "islandsea", "impassable", "nopower")
Point = tuple[float, float]


@dataclass(frozen=True)
class MapFile:
    """The map in the making."""

    variant: Variant
    names: Names
    drawing: PackageMap

    @cached_property
    def looks(self) -> Looks:
        """Classes and measures."""
        return Looks(self.variant, self.names, self.drawing)

    @cached_property
    def kept(self) -> frozenset[str]:
        """Ids of the art that something leads to."""
        return referred([self.drawing.root])

    def write(self) -> bytes:
        """The bytes of the SVG, in UTF-8."""
        left, top, width, height = map(number, self.drawing.box)
        root = etree.Element(f"{{{SVG}}}svg", None, {None: SVG, "xlink": XLINK, "jdipNS": JDIP})  # type: ignore[dict-item]
        root.set("width", width)
        root.set("height", height)
        root.set("viewBox", f"{left} {top} {width} {height}")
        root.set("version", "1.0")
        root.set("preserveAspectRatio", "xMinYMin")
        _svg(root, "title").text = plain(self.variant.name)
        told = [f"{self.variant.id} {self.variant.version}, for jDip, made by dipmap"]
        told += filter(None, (", ".join(self.variant.designers), self.variant.licence))
        _svg(root, "desc").text = plain(". ".join(told))
        self._display(root)
        self._orders(root)
        self._placement(root)
        self._defs(root)
        layers = {name: _svg(root, "g", id=name) for name in LAYERS}
        self._map(layers["MapLayer"])
        self._full_labels(layers["FullLabelLayer"])
        self._brief_labels(layers["BriefLabelLayer"])
        self._mouse(layers["MouseLayer"])
        _indented(root)
        text: bytes = etree.tostring(root, encoding="UTF-8")
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{dtd.MAP}\n'.encode() + text + b"\n"

    # ---- jDip's own elements

    def _display(self, root: Element) -> None:
        held = _own(root, "DISPLAY")
        _own(held, "ZOOM", min="5", max="2200", factor="1.2")
        _own(held, "LABELS", brief="true", full="true")

    def _orders(self, root: Element) -> None:
        unit = self.looks.unit
        held = _own(root, "ORDERDRAWING")
        colours = _own(held, "POWERCOLORS")
        for power in self.variant.powers:
            _own(colours, "POWERCOLOR", power=self.names.power[power.id], color=own_colour(power))
        if standing_units(self.variant):
            _own(colours, "POWERCOLOR", power=self.names.nobody, color=GREY)
        for name, share in SYMBOLS:
            size = number(unit * share)
            _own(held, "SYMBOLSIZE", name=name, width=size, height=size)
        for name, share in (("BUILD", 0.0), ("REMOVE", 0.15), ("DISBAND", 0.15), ("WAIVE", 0.0)):
            _own(held, name, deltaRadius=number(unit * share))
        wide = {
            "hilightOffset": "0",
            "widths": ",".join(number(unit * share) for share in (0.15, 0.22, 0.3, 0.4)),
            "shadowWidths": ",".join(number(unit * share) for share in (0.25, 0.32, 0.4, 0.5)),
        }
        classes = {"strokeCSSStyle": "varwidthorder", "hilightCSSClass": "varwidthshadow"}
        _own(held, "HOLD", deltaRadius=number(unit * 0.1), **classes, **wide)
        _own(held, "MOVE", deltaRadius=number(unit * 0.1), markerID=ARROW, **classes, **wide)
        for name, line, shadow in (
            ("RETREAT", "defaultorder", "shadoworder"),
            ("SUPPORT", "supportorder", "shadowdash"),
            ("CONVOY", "convoyorder", "shadowdash"),
        ):
            values = {"strokeCSSStyle": line, "markerID": ARROW, "hilightOffset": "0", "hilightCSSClass": shadow}
            _own(held, name, deltaRadius=number(unit * 0.22), **values)

    def _placement(self, root: Element) -> None:
        """Every province, each followed by its coasts: jDip refuses a map where one is missing or comes earlier."""
        held = _own(root, "PROVINCE_DATA")
        for province in self.variant.provinces:
            for location in locations(province):
                entry = _own(held, "PROVINCE", name=self.names.element(location))
                unit, dislodged = self.place(location, "unit"), self.place(location, "dislodged")
                _own(entry, "UNIT", x=number(unit[0]), y=number(unit[1]))
                _own(entry, "DISLODGED_UNIT", x=number(dislodged[0]), y=number(dislodged[1]))
                if province.centre and location == province.id:
                    x, y = self.place(location, "centre")
                    _own(entry, "SUPPLY_CENTER", x=number(x), y=number(y))

    def place(self, location: str, purpose: str) -> Point:
        """Where something of a location is drawn: its anchor, else a place beside another of its anchors."""
        held = self.variant.anchors.get(location, {})
        if purpose in held:
            return held[purpose]
        shift = self.looks.unit * {"unit": 0.0, "dislodged": 0.5, "centre": -1.0, "label": 1.0}[purpose]
        near = next((held[name] for name in ("unit", "label", "centre", "dislodged") if name in held), None)
        if near is None and location != province_of(location) and location not in self.drawing.coasts:
            near = self.place(province_of(location), "unit")
        x, y = near or self._middle(location)
        return (x + shift, y + shift) if purpose != "label" else (x, y + shift)

    def _middle(self, location: str) -> Point:
        given = self.drawing.provinces.get(location) or self.drawing.coasts.get(location) or {}
        low, high = (inf, inf), (-inf, -inf)
        for run in read_path(given.get("d", ""))[0]:
            ends = run.controls[:, (0, 3)].reshape(-1, 2)
            low = min(low[0], float(ends[:, 0].min())), min(low[1], float(ends[:, 1].min()))
            high = max(high[0], float(ends[:, 0].max())), max(high[1], float(ends[:, 1].max()))
        if low[0] > high[0]:
            left, top, width, height = self.drawing.box
            return left + width / 2, top + height / 2
        return (low[0] + high[0]) / 2, (low[1] + high[1]) / 2

    # ---- what is seen

    def _defs(self, root: Element) -> None:
        defs = _svg(root, "defs")
        style = _svg(defs, "style", type="text/css")
        # jDip adds the styles of its symbols to this one section
        style.text = etree.CDATA(f"\n{self.looks.sheet()}\n")
        box = {"viewBox": "0 0 10 10", "refX": "5", "refY": "5", "markerWidth": "4", "markerHeight": "3"}
        marker = _svg(defs, "marker", id=ARROW, markerUnits="strokeWidth", orient="auto", **box)
        _svg(marker, "path", d="M0 0L10 5L0 10z")
        for child in self.drawing.root:
            if local(child) == "defs":
                for definition in child:
                    defs.extend(copied(definition, self.kept))

    def _map(self, layer: Element) -> None:
        left, top, width, height = map(number, self.drawing.box)
        _svg(layer, "rect", x=left, y=top, width=width, height=height, fill=self.looks.colour("water"))
        self._art(layer, _BELOW)
        for kind in _ORDER:
            held = _svg(layer, "g")
            for province in self.variant.provinces:
                if ground(province) == kind:
                    shape = self._shape(held, province.id, f"_{self.names.element(province.id)}")
                    shape.set("class", self.looks.classes[province.id])
            if not len(held):
                layer.remove(held)
        self._art(layer, _ABOVE)

    def _art(self, parent: Element, names: tuple[str, ...]) -> None:
        for name in names:
            layer = self.drawing.layer(name)
            for copy in copied(layer, self.kept) if layer is not None else ():
                if len(copy) and copy.get("display") != "none":
                    parent.append(copy)

    def _shape(self, parent: Element, location: str, identity: str) -> Element:
        given = self.drawing.provinces.get(location, {})
        shape = _svg(parent, "path", id=identity, d=given.get("d") or self._dot(location))
        if given.get("fill-rule") == "evenodd":
            shape.set("fill-rule", "evenodd")
        return shape

    def _dot(self, location: str) -> str:
        """A small square where a location has no shape."""
        x, y = self.place(location, "unit")
        r = self.looks.unit / 2
        corners = ((x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r))
        return "M" + "L".join(f"{number(one)} {number(other)}" for one, other in corners) + "z"

    def _full_labels(self, layer: Element) -> None:
        labels = self.drawing.layer("labels")
        if labels is not None and any(local(element) == "text" for element in labels.iter()):
            layer.extend(copied(labels, self.kept))
        else:
            self._labels(layer, {province.id: plain(province.name) for province in self.variant.provinces})

    def _brief_labels(self, layer: Element) -> None:
        layer.set("visibility", "hidden")
        self._labels(
            layer, {province.id: self.names.element(province.id).upper() for province in self.variant.provinces}
        )

    def _labels(self, layer: Element, texts: dict[str, str]) -> None:
        for halo in (True, False):
            held = _svg(layer, "g", **({"class": "halo"} if halo else {}))
            for province, text in texts.items():
                x, y = self.place(province, "label")
                sea = self.variant.by_id[province].terrain is Terrain.SEA
                kind = "labelsea" if sea else "labelbrief"
                _svg(held, "text", x=number(x), y=number(y), **{"class": kind}).text = text

    def _mouse(self, layer: Element) -> None:
        layer.set("class", "invisible")
        for province in self.variant.provinces:
            self._shape(layer, province.id, self.names.element(province.id))
        # above all provinces, so that a coast answers on the water's side too
        for location in (place for province in self.variant.provinces for place in locations(province)[1:]):
            given = self.drawing.coasts.get(location, {})
            line = _svg(layer, "path", id=self.names.element(location), d=given.get("d") or self._dot(location))
            # a line is clicked on its stroke alone
            line.set("fill", "none")
            line.set("stroke-width", number(self.looks.unit * 0.9))


def _svg(parent: Element, tag: str, /, **values: str) -> Element:
    return etree.SubElement(parent, f"{{{SVG}}}{tag}", values)


def _own(parent: Element, tag: str, /, **values: str) -> Element:
    return etree.SubElement(parent, f"{{{JDIP}}}{tag}", values)


def _indented(root: Element) -> None:
    """Line ends between elements, but none inside of text."""
    for element in root.iter():
        if local(element) in ("text", "style", "title", "desc") or not len(element):
            continue
        if any(local(above) == "text" for above in element.iterancestors()):
            continue
        element.text = "\n"
        for child in element:
            child.tail = "\n"
