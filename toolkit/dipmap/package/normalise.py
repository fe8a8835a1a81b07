"""`map.svg` of a package: the map with canonical layers, ids that are locations, and nothing active in it.

The tree is new from its root on: shapes are written from what was measured, art is copied by a list of what may come
over (`art.py`). Read again with the rest of the declaration, the map makes the same variant.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from math import hypot
from typing import Any

from lxml import etree

from dipmap.checking import Facts
from dipmap.dialects import dialects
from dipmap.dialects._layers import find_layers
from dipmap.draft import Draft
from dipmap.model import Unit, Variant
from dipmap.package.art import Art
from dipmap.package.errors import PackageError
from dipmap.package.pathtext import digits, number
from dipmap.package.shapes import Shapes
from dipmap.resolve.ground import Ground
from dipmap.resolve.origins import Passage
from dipmap.svg.drawing import Drawing, Item
from dipmap.svg.shapes import centre_point
from dipmap.svg.xml import INKSCAPE, MAX_BYTES, SVG, XLINK, Element

LAYERS = (
    "background",
    "provinces",
    "coasts",
    "passages",
    "barriers",
    "centres",
    "units",
    "anchors",
    "labels",
    "foreground",
)
ART = ("background", "labels", "foreground")
_LABEL = f"{{{INKSCAPE}}}label"
_MODE = f"{{{INKSCAPE}}}groupmode"
_PREFIXES: Any = {None: SVG, "xlink": XLINK, "inkscape": INKSCAPE}  # the stubs know no default namespace
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DOT = 0.003  # of the page's diagonal: radius of a mark that nobody drew


def normalised_map(facts: Facts) -> bytes:
    """The bytes of the normalised map; raises `PackageError` where it grows beyond what dipmap itself reads."""
    data = _Writer(facts).write()
    if len(data) > MAX_BYTES:
        raise PackageError(
            f"the normalised map would have {len(data):,} bytes, more than the {MAX_BYTES:,} dipmap reads"
        )
    return data


class _Writer:
    def __init__(self, facts: Facts) -> None:
        assert facts.drawing is not None
        assert facts.draft is not None
        assert facts.survey is not None
        assert facts.variant is not None
        self.drawing: Drawing = facts.drawing
        self.draft: Draft = facts.draft
        self.variant: Variant = facts.variant
        self.survey = facts.survey
        self.passages: tuple[Passage, ...] = facts.origins.passages if facts.origins else ()
        self.ground = Ground(facts.survey, {}, frozenset(), ())
        self.page = facts.drawing.page or _extent(facts)
        self.diagonal = hypot(self.page[2], self.page[3])
        self.decimals = digits(self.diagonal)
        self.tagged = _tagged_elements(facts.drawing, facts.draft)
        self.art = Art(facts.drawing, self.tagged)
        self.shapes = Shapes(self.art, facts.survey, self.decimals)
        self.root = etree.Element(f"{{{SVG}}}svg", None, _PREFIXES)
        self.layers: dict[str, Element] = {}
        self.taken = {location for province in self.variant.provinces for location in province.locations}

    def write(self) -> bytes:
        x, y, width, height = (number(value, 6) for value in self.page)
        self.root.set("version", "1.1")
        self.root.set("width", width)
        self.root.set("height", height)
        self.root.set("viewBox", f"{x} {y} {width} {height}")
        etree.SubElement(self.root, f"{{{SVG}}}title").text = _clean(self.variant.name)
        told = [f"{self.variant.id} {self.variant.version}, normalised by dipmap"]
        told += filter(None, (", ".join(self.variant.designers), self.variant.licence))
        etree.SubElement(self.root, f"{{{SVG}}}desc").text = _clean(". ".join(told))
        for name in LAYERS:
            layer = etree.SubElement(self.root, f"{{{SVG}}}g")
            layer.set("id", self.own_id(name))
            layer.set(_LABEL, name)
            layer.set(_MODE, "layer")
            self.layers[name] = layer
        self.write_art()
        self.write_provinces()
        self.write_coasts()
        self.write_passages()
        self.write_barriers()
        self.write_centres()
        self.write_units()
        self.write_anchors()
        self.art.finish(self.root)
        _indent(self.root)
        text: bytes = etree.tostring(self.root, encoding="UTF-8", xml_declaration=False)
        return b'<?xml version="1.0" encoding="UTF-8"?>\n' + text + b"\n"

    def own_id(self, name: str) -> str:
        """An id that no location has and no other element."""
        wanted, count = name, 1
        while wanted in self.taken:
            count += 1
            wanted = f"{name}--{count}"
        self.taken.add(wanted)
        return wanted

    # ---- art

    def write_art(self) -> None:
        starts = self.drawing.document.starts
        first = min((starts[tag.item.element] for tag in self.draft.provinces), default=0)
        roles: dict[Element, str] = {}
        if self.draft.dialect == "dipmap":
            layers = find_layers(self.drawing, dialects()["dipmap"].LAYERS)
            roles = {item.element: role for role in ART for item in layers.get(role, ())}

        def role(element: Element) -> str:
            for each in (element, *element.iterancestors()):
                if each in roles:
                    return roles[each]
            return "background" if starts[element] < first else "foreground"

        for name in ART:
            self.art.layer(self.layers[name], lambda element, name=name: role(element) == name)  # type: ignore[misc]

    # ---- shapes

    def write_provinces(self) -> None:
        layer = self.layers["provinces"]
        layer.set("fill", "none")
        homes = self.bare_centres()
        for province in self.variant.provinces:
            items = [tag.item for tag in self.draft.provinces if tag.id == province.id]
            path = self.shapes.province(layer, province.id, items)
            if path is None:
                continue
            path.set("id", province.id)
            path.set(_LABEL, province.id)
            path.set("data-province", province.id)
            path.set("data-terrain", "impassable" if province.impassable else province.terrain.value)
            path.set("data-name", _clean(province.name))
            self.write_standing(path, province.id)
            if province.id in homes:
                path.set("data-centre", f"{province.id}:{homes[province.id]}")
        self.shapes.hide_all_or_some(layer)

    def write_standing(self, path: Element, identity: str) -> None:
        """Capacity and who may stand there, where that does not follow from the terrain."""
        province = self.variant.by_id[identity]
        sea = province.terrain.value == "sea"
        usual = (not sea, province.terrain.value != "land", sea)
        said = (province.armies, province.fleets, province.convoys)
        if province.impassable:
            usual = (False, False, False)
        if province.capacity == 1 and said == usual:
            return
        path.set("data-capacity", str(province.capacity))
        for name, value, default in zip(("armies", "fleets", "convoys"), said, usual, strict=True):
            if value != default:
                path.set(f"data-{name}", "true" if value else "false")

    def write_coasts(self) -> None:
        layer = self.layers["coasts"]
        layer.set("fill", "none")
        bare = {unit.location: unit for unit in self.variant.start.units if not self.point(unit.location, "unit")}
        for province in self.variant.provinces:
            for coast in province.coasts:
                location = f"{province.id}/{coast.id}"
                items = [tag.item for tag in self.draft.coasts if tag.location == location]
                path = self.shapes.coast(layer, items)
                if path is None:
                    continue
                path.set("id", location)
                path.set(_LABEL, location)
                path.set("data-coast", location)
                path.set("data-name", _clean(coast.name))
                if location in bare:
                    path.set("data-unit", f"{bare[location].type.value} {bare[location].power}")
        self.shapes.hide_all_or_some(layer)

    # ---- marks

    def point(self, location: str, purpose: str) -> tuple[float, float] | None:
        return self.variant.anchors.get(location, {}).get(purpose)

    def at(self, location: str) -> tuple[float, float] | None:
        """Somewhere to draw what belongs to a location."""
        return self.point(location, "unit") or self.point(location.partition("/")[0], "unit")

    def located(self, name: str, item: Item | None) -> str:
        """The location a mark names or stands in, as resolving finds it."""
        if name or item is None:
            return name
        point = centre_point(item)
        return (self.ground.province_at(point) if point else None) or ""

    def mark(self, layer: str, name: str, item: Item | None, path: str, **data: str) -> None:
        """One tagged thing: the designer's own art of it, or a plain sign that stays hidden."""
        holder = etree.SubElement(self.layers[layer], f"{{{SVG}}}g")
        holder.set("id", self.own_id("-".join(name.replace("/", "-").replace(":", " ").replace(">", " to ").split())))
        holder.set(_LABEL, name)
        for key, value in data.items():
            holder.set(f"data-{key}", value)
        if item is not None and item.element in self.tagged and self.art.marker(holder, item):
            return
        holder.set("display", "none")
        etree.SubElement(holder, f"{{{SVG}}}path").set("d", path)

    def dot(self, point: tuple[float, float]) -> str:
        """A diamond about a point, written so that its middle is the point."""
        x, y = point
        r = float(number(_DOT * self.diagonal, self.decimals)) or 10.0**-self.decimals
        corners = ((x, y - r), (x + r, y), (x, y + r), (x - r, y))
        return (
            "M"
            + "L".join(" ".join(number(value, max(self.decimals, 4)) for value in corner) for corner in corners)
            + "Z"
        )

    def line(self, a: str, b: str) -> str:
        """A straight line between two locations."""
        ends = [self.at(a), self.at(b)]
        return "M" + "L".join(" ".join(number(value, self.decimals) for value in end or (0.0, 0.0)) for end in ends)

    def write_passages(self) -> None:
        for passage in self.passages:
            pair = f"{passage.a}{'>' if passage.oneway else '-'}{passage.b}"
            words = [pair, passage.units.value, passage.kind.value]
            data = {"passage": pair, "units": passage.units.value, "kind": passage.kind.value}
            if passage.keeper:
                words += ["via", passage.keeper]
                data["via"] = passage.keeper
            self.mark("passages", f"passage {' '.join(words)}", passage.item, self.line(passage.a, passage.b), **data)

    def write_barriers(self) -> None:
        drawn = {tuple(sorted((tag.a, tag.b))): tag.item for tag in self.draft.barriers}
        for barrier in self.variant.barriers:
            pair = f"{barrier.a}-{barrier.b}"
            contact = self.survey.contact(*sorted(end.partition("/")[0] for end in (barrier.a, barrier.b)))
            path = self.dot(contact.at) if contact else self.line(barrier.a, barrier.b)
            name = f"barrier {pair} {barrier.units.value}"
            item = drawn.get((barrier.a, barrier.b))
            self.mark("barriers", name, item, path, barrier=pair, units=barrier.units.value)

    def bare_centres(self) -> dict[str, str]:
        """Centres without a point of their own: a mark would give them one, so their province's shape says it."""
        return {
            province.id: province.home or "neutral"
            for province in self.variant.centres
            if not self.point(province.id, "centre")
        }

    def write_centres(self) -> None:
        drawn: dict[str, Item] = {}
        for tag in self.draft.centres:
            where = self.located(tag.province, tag.item).partition("/")[0]
            if tag.item is not None and tag.item.data("province") is None:
                drawn.setdefault(where, tag.item)
        for province in self.variant.centres:
            point = self.point(province.id, "centre")
            item = drawn.get(province.id)
            if point:
                home = province.home or "neutral"
                name = f"centre {province.id}:{home}"
                self.mark("centres", name, item, self.dot(point), centre=f"{province.id}:{home}")
            elif item is not None:
                self.art.marker(self.layers["centres"], item)

    def write_units(self) -> None:
        drawn: dict[tuple[str, str, str], list[Item]] = {}
        for tag in self.draft.units:
            if tag.item is not None and tag.item.data("province") is None and tag.item.data("coast") is None:
                key = (tag.type, self.located(tag.location, tag.item), tag.power)
                drawn.setdefault(key, []).append(tag.item)
        for unit in (*self.variant.start.units, *self.variant.standing_units):
            items = drawn.get((unit.type.value, unit.location, unit.power or ""), [])
            self.write_unit(unit, items.pop(0) if items else None)

    def write_unit(self, unit: Unit, item: Item | None) -> None:
        if not self.point(unit.location, "unit") and "/" in unit.location:
            if item is not None:
                self.art.marker(self.layers["units"], item)
            return
        owner = unit.power or "neutral"
        letter = unit.type.value[0].upper()
        point = self.at(unit.location) or (0.0, 0.0)
        name = f"unit {letter} {unit.location}:{owner}"
        self.mark("units", name, item, self.dot(point), unit=f"{unit.type.value} {owner}")

    def write_anchors(self) -> None:
        layer = self.layers["anchors"]
        layer.set("display", "none")
        for location, points in sorted(self.variant.anchors.items()):
            for purpose, point in sorted(points.items()):
                path = etree.SubElement(layer, f"{{{SVG}}}path")
                path.set("id", self.own_id(f"anchor-{purpose}-{location.replace('/', '-')}"))
                path.set(_LABEL, f"anchor {purpose} {location}")
                path.set("data-anchor", f"{purpose} {location}")
                path.set("d", self.dot(point))


def _indent(root: Element) -> None:
    """A line for each element; inside texts white space is part of what is drawn, so they stay as they are."""
    stack = [(root, "\n")]
    while stack:
        element, line = stack.pop()
        if not len(element) or etree.QName(element).localname == "text":
            continue
        element.text = line + " "
        for child in element:
            child.tail = line + " "
            stack.append((child, line + " "))
        element[-1].tail = line


def _clean(text: str) -> str:
    """A text without the characters that no XML can hold."""
    return _FORBIDDEN.sub("", text)


def _extent(facts: Facts) -> tuple[float, float, float, float]:
    """The extent of all provinces, for a drawing that has no page."""
    assert facts.survey is not None
    boxes = [area.polygon.bounds for area in facts.survey.areas.values()]
    if not boxes:
        return 0.0, 0.0, 1.0, 1.0
    low_x, low_y = min(box[0] for box in boxes), min(box[1] for box in boxes)
    return low_x, low_y, max(box[2] for box in boxes) - low_x, max(box[3] for box in boxes) - low_y


def _tagged_elements(drawing: Drawing, draft: Draft) -> set[Element]:
    """The elements that tags stand on: they come over as what they mean, not as art."""
    tags: Iterable[object] = (
        *draft.provinces,
        *draft.coasts,
        *draft.centres,
        *draft.units,
        *draft.passages,
        *draft.barriers,
        *draft.anchors,
        *draft.adjacents,
        *draft.capacities,
    )
    starts = drawing.document.starts
    order: Mapping[int, Element] = {start: element for element, start in starts.items()}
    sorted_starts = sorted(order)
    found = set()
    for tag in tags:
        item = getattr(tag, "item", None)
        if item is not None:
            found.add(item.element)
            continue
        span = tag.place.span  # type: ignore[attr-defined]
        if span is not None and span.source is drawing.document.source:
            found.add(order[sorted_starts[bisect_right(sorted_starts, span.start) - 1]])
    return found
