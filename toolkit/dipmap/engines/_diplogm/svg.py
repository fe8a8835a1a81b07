"""The map of a DiploGM folder: layers by `inkscape:label`, everything in root user units and without transforms.

The bot paints regions, rings and centres in the colours of their owners, takes the locations away and draws units over
what is left; so what is seen of the drawing stands in layers that it does not know. Under the map is a strip with the
season and a banner for each player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from math import cos, pi, sin

import shapely
from lxml import etree

from dipmap.engines._diplogm.graph import Ground, ground
from dipmap.engines._diplogm.look import INK, NOBODY, Look, dark, kept_standing, placed_units
from dipmap.engines._diplogm.names import Names
from dipmap.engines._diplogm.shape import area, number, rings, spelt
from dipmap.engines._material import PackageMap
from dipmap.engines._standing import stands
from dipmap.model import Province, Unit, UnitType, Variant, province_of
from dipmap.svg.xml import INKSCAPE, SVG, XLINK, Element, attributes, local

SODIPODI = "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
SIDES = {UnitType.ARMY: "6", UnitType.FLEET: "3"}
_LABEL, _MODE = f"{{{INKSCAPE}}}label", f"{{{INKSCAPE}}}groupmode"
_LINES = ("stroke", "stroke-width", "stroke-linejoin", "stroke-opacity", "stroke-dasharray")
_IN_A_ROW = 8
_PAPER = "#f6f1e4"

Point = tuple[float, float]


@dataclass(frozen=True)
class Sheet:
    """The map of a variant. `owners` are powers by province that hold land without a centre, `season` the first turn in
    words; `strip` is the height of one that the drawing has at its foot already.
    """

    variant: Variant
    drawing: PackageMap
    names: Names
    look: Look
    owners: Mapping[str, str]
    season: str
    strip: float = 0.0

    @cached_property
    def drawn(self) -> dict[str, str]:
        """The shape of each province that encloses something on the drawing, as the bot reads it."""
        found = {identity: spelt(given["d"]) for identity, given in self.drawing.provinces.items()}
        return {identity: path for identity, path in found.items() if path}

    @cached_property
    def paths(self) -> dict[str, str]:
        """The shape of every province; a square where the drawing has none."""
        return {item.id: self.drawn.get(item.id) or self.square(item.id) for item in self.variant.provinces}

    @cached_property
    def areas(self) -> dict[str, shapely.Geometry]:
        """The polygon of each province, as the bot sees it."""
        found = {identity: area(rings(path)) for identity, path in self.paths.items()}
        return {identity: shape for identity, shape in found.items() if shape is not None}

    def square(self, province: str) -> str:
        x, y = self.point(province, "unit")
        half = self.look.radius
        corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
        return f"M {' L '.join(f'{number(a)},{number(b)}' for a, b in corners)} Z"

    def point(self, location: str, *purposes: str) -> Point:
        """Where a mark goes: at the anchor of one of these purposes, else of any, else of the province, else inside it."""
        for place in dict.fromkeys((location, province_of(location))):
            given = self.variant.anchors.get(place, {})
            for purpose in (*purposes, "unit", "centre", "label"):
                if purpose in given:
                    return given[purpose]
        shape = area(rings(self.drawn.get(province_of(location), "")))
        if shape is not None:
            inside = shapely.point_on_surface(shape)
            return float(shapely.get_x(inside)), float(shapely.get_y(inside))
        left, top, width, height = self.drawing.box
        return left + width / 2, top + height / 2

    # ---- the page

    @cached_property
    def page(self) -> tuple[float, float, float, float]:
        """The view box with the strip."""
        left, top, width, height = self.drawing.box
        return left, top, width, height if self.strip else height + self.strip_height

    @cached_property
    def strip_height(self) -> float:
        if self.strip:
            return self.strip
        rows = -(-len(self.variant.powers) // _IN_A_ROW)
        return round(0.034 * self.drawing.box[2] * max(1, rows), 2)

    def write(self) -> bytes:
        left, top, width, height = map(number, self.page)
        prefixes: dict[str | None, str] = {None: SVG, "inkscape": INKSCAPE, "sodipodi": SODIPODI, "xlink": XLINK}
        root = etree.Element(f"{{{SVG}}}svg", None, prefixes)  # type: ignore[arg-type]  # the stubs know no default
        for name, value in (("width", width), ("height", height), ("viewBox", f"{left} {top} {width} {height}")):
            root.set(name, value)
        self.defs(root)
        self.art(root, "Background", "background")
        self.regions(root)
        for label, name in (("Coasts", "coasts"), ("Passages", "passages"), ("Barriers", "barriers")):
            self.art(root, label, name)
        self.centres(_layer(root, "SC Markers"))
        self.art(root, "Titles", "labels")
        self.art(root, "Foreground", "foreground")
        self.units(_layer(root, "Units"))
        self.places(root)
        _layer(root, "Unit Output Layer")
        _layer(root, "Orders Output Layer")
        self.foot(root)
        _broken(root)
        text: bytes = etree.tostring(root, encoding="UTF-8", xml_declaration=False)
        return b'<?xml version="1.0" encoding="UTF-8"?>\n' + text + b"\n"

    def defs(self, root: Element) -> None:
        for child in self.drawing.root:
            if local(child) == "defs":
                root.append(_copy(child))

    def art(self, root: Element, label: str, name: str) -> None:
        """A layer of the drawing under another label, where it is shown and has something in it."""
        found = self.drawing.layer(name)
        layer = _layer(root, label)
        if found is None or dict(attributes(found)).get("display") == "none":
            return
        for key, value in attributes(found):
            if not key.startswith("{") and key != "id":
                layer.set(key, value)
        layer.extend(_copy(child) for child in found)

    # ---- provinces

    def regions(self, root: Element) -> None:
        kinds = {kind: [item for item in self.variant.provinces if ground(item) is kind] for kind in Ground}
        sea = _layer(root, "Sea Adjacencies")
        for province in kinds[Ground.SEA]:
            fill = self.look.water if self.look.enters(province) else self.look.shut
            self.shape(sea, province, f"fill:{fill}", see_through=True)
        islands = _layer(root, "Island Adjacencies")
        circles = _layer(root, "Island Fills")
        outlines = _layer(root, "Island Rings")
        for province in kinds[Ground.ISLAND]:
            fill = self.look.owner(province, self.owners)
            self.shape(islands, province, f"fill:{self.look.water}", see_through=True)
            _path(
                circles,
                self.names.label[province.id],
                self.disc(province.id),
                f"fill:{fill};stroke:{INK};stroke-width:0.8",
            )
            ring = f"fill:none;stroke:{fill};stroke-width:{number(self.look.radius / 3)};stroke-linejoin:round"
            _path(outlines, self.names.label[province.id], self.paths[province.id], ring)
        land = _layer(root, "Region Colors")
        for province in kinds[Ground.LAND]:
            self.shape(land, province, f"fill:{self.look.owner(province, self.owners)}")

    def shape(self, layer: Element, province: Province, fill: str, *, see_through: bool = False) -> None:
        given = self.drawing.provinces.get(province.id, {})
        lines = [f"{name}:{given[name]}" for name in _LINES if name in given]
        style = [fill, *(lines or (f"stroke:{INK}", "stroke-width:1"))]
        if see_through and "fill-opacity" in given:
            style.append(f"fill-opacity:{given['fill-opacity']}")
        if given.get("fill-rule") == "evenodd":
            style.append("fill-rule:evenodd")
        _path(layer, self.names.label[province.id], self.paths[province.id], ";".join(style))

    def disc(self, province: str) -> str:
        x, y = self.point(province, "centre")
        radius = 1.3 * self.look.radius
        turns = (2 * pi * step / 16 for step in range(16))
        points = (f"{number(x + radius * cos(turn))},{number(y + radius * sin(turn))}" for turn in turns)
        return f"M {' L '.join(points)} Z"

    # ---- marks

    def centres(self, layer: Element) -> None:
        homes = {home: power.id for power in reversed(self.variant.powers) for home in power.homes}
        extra = {entry.site: entry.power for entry in reversed(self.variant.builds.extra)}
        for province in self.variant.centres:
            core = self.look.players.get(homes.get(province.id) or extra.get(province.id) or "", NOBODY)
            if province.id in self.look.standing:
                core = self.look.standing[province.id]
            x, y = map(number, self.point(province.id, "centre"))
            group = _new(layer, "g")
            group.set(_LABEL, self.names.label[province.id])
            for stroke, wide in ((INK, 0.32), (NOBODY, 0.16)):
                ring = f"fill:none;stroke:{stroke};stroke-width:{number(wide * self.look.radius)}"
                _new(group, "circle", cx=x, cy=y, r=number(0.46 * self.look.radius), style=ring)
            inside = f"fill:{core};stroke:{INK};stroke-width:{number(0.1 * self.look.radius)}"
            _new(group, "circle", cx=x, cy=y, r=number(0.3 * self.look.radius), style=inside)

    def units(self, layer: Element) -> None:
        for unit in (*placed_units(self.variant), *kept_standing(self.variant)):
            fill = self.look.players[unit.power] if unit.power else self.look.standing[province_of(unit.location)]
            self.mark(layer, unit, self.point(unit.location, "unit"), fill)

    def places(self, root: Element) -> None:
        """Where units go, and where they go when they are dislodged; the first of a layer is the pattern of them all."""
        for kind, word in ((UnitType.ARMY, "Army"), (UnitType.FLEET, "Fleet")):
            for purpose, label in (("unit", f"{word} Locations"), ("dislodged", f"{word} Locations (Retreats)")):
                layer = _layer(root, label)
                layer.set("style", "display:none")
                for province in self.variant.provinces:
                    if stands(province, kind):
                        split = kind is UnitType.FLEET and province.coasts
                        for location in province.locations[1:] if split else province.locations[:1]:
                            self.mark(
                                layer, Unit(None, kind, location), self.point(location, purpose), self.look.neutral
                            )

    def mark(self, layer: Element, unit: Unit, point: Point, fill: str) -> None:
        """A star of as many corners as the bot tells the unit by, with a light edge under the dark one."""
        group = _new(layer, "g")
        group.set(
            _LABEL, self.names.place(unit.location) if unit.type is UnitType.FLEET else self.names.label[unit.location]
        )
        width = self.look.radius / 5
        self.star(group, unit.type, point, f"fill:{fill};stroke:#ffffff;stroke-width:{number(2 * width)}")
        self.star(group, unit.type, point, f"fill:{fill};stroke:#000000;stroke-width:{number(width)}")

    def star(self, group: Element, kind: UnitType, point: Point, style: str) -> None:
        sides, radius = int(SIDES[kind]), self.look.radius * (1.0 if kind is UnitType.ARMY else 1.25)
        first = -pi / 2 if kind is UnitType.FLEET else 0.0
        turns = [first + 2 * pi * step / sides for step in range(sides)]
        corners = (f"{number(point[0] + radius * cos(turn))},{number(point[1] + radius * sin(turn))}" for turn in turns)
        path = _new(group, "path", d=f"M {' L '.join(corners)} Z", style=f"{style};stroke-linejoin:round")
        given = {
            "type": "star",
            "sides": SIDES[kind],
            "cx": number(point[0]),
            "cy": number(point[1]),
            "r1": number(radius),
            "r2": number(radius * cos(pi / sides)),
            "arg1": f"{first:.7g}",
            "arg2": f"{first + pi / sides:.7g}",
        }
        for name, value in given.items():
            path.set(f"{{{SODIPODI}}}{name}", value)
        path.set(f"{{{INKSCAPE}}}flatsided", "true")

    # ---- the strip

    def foot(self, root: Element) -> None:
        left, top, width, height = self.page
        high = self.strip_height
        y = top + height - high
        paper = _layer(root, "Strip")
        style = f"fill:{_PAPER};stroke:{INK};stroke-width:1"
        _new(paper, "rect", x=number(left), y=number(y), width=number(width), height=number(high), style=style)
        rows = max(1, -(-len(self.variant.powers) // _IN_A_ROW))
        row = high / rows
        season = _layer(root, "Season Title")
        _text(season, self.season, (left + 0.012 * width, y + high / 2 + 0.15 * row), 0.44 * row, INK)
        banners = _layer(root, "Power Banners")
        across = min(_IN_A_ROW, max(1, len(self.variant.powers)))
        cell = 0.79 * width / across
        for index, power in enumerate(self.variant.powers):
            corner = left + 0.205 * width + (index % across) * cell, y + (index // across) * row + 0.14 * row
            self.banner(banners, self.names.player[power.id], power.id, corner, (cell * 0.96, row * 0.72))

    def banner(self, layer: Element, name: str, power: str, corner: Point, size: Point) -> None:
        """A box of the player's colour with its name and its number of centres, in the order that the config says."""
        (x, y), (width, height) = corner, size
        fill = self.look.players[power]
        ink = "#ffffff" if dark(fill) else INK
        group = _new(layer, "g")
        group.set(_LABEL, name)
        style = f"fill:{fill};stroke:{INK};stroke-width:1"
        box = {"x": x, "y": y, "width": width, "height": height, "rx": height / 5}
        _new(group, "rect", style=style, **{key: number(value) for key, value in box.items()})
        count = str(sum(province.owner == power for province in self.variant.centres))
        letters = min(0.6 * height, 0.76 * width / max(1, len(name)) / 0.66)
        _text(group, name, (x + 0.04 * width, y + height / 2 + 0.35 * letters), letters, ink)
        _text(group, count, (x + 0.85 * width, y + height / 2 + 0.2 * height), 0.6 * height, ink)


def _layer(root: Element, label: str) -> Element:
    layer = _new(root, "g")
    layer.set("id", "layer-" + "".join(c if c.isalnum() else "-" for c in label.lower()).strip("-"))
    layer.set(_MODE, "layer")
    layer.set(_LABEL, label)
    return layer


def _path(layer: Element, label: str, d: str, style: str) -> None:
    _new(layer, "path", d=d, style=style).set(_LABEL, label)


def _text(parent: Element, text: str, at: Point, size: float, ink: str) -> None:
    x, y = map(number, at)
    style = f"font-family:serif;font-weight:bold;font-size:{number(size)}px;fill:{ink};stroke:none"
    _new(_new(parent, "text", x=x, y=y, style=style), "tspan", x=x, y=y).text = text


def _new(parent: Element, tag: str, /, **values: str) -> Element:
    return etree.SubElement(parent, f"{{{SVG}}}{tag}", values)


def _copy(element: Element) -> Element:
    """Art of a package's map, which is safe already, without the marks of ours on it."""
    new = deepcopy(element)
    new.tail = None
    for each in new.iter():
        for name, _ in attributes(each) if isinstance(each.tag, str) else ():
            if name.startswith(("data-", f"{{{INKSCAPE}}}")):
                del each.attrib[name]
    return new


def _broken(root: Iterable[Element]) -> None:
    """Line ends between layers and what is directly in them."""
    for layer in root:
        if local(layer) == "g" and len(layer):
            layer.text = "\n"
            for child in layer:
                child.tail = "\n"
        layer.tail = "\n"
