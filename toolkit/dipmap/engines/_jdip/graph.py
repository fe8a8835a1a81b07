"""The adjacency file of a jDip variant: who may stand where, and every step of armies and fleets.

jDip derives what a province is from its movers: `mv` alone is land, `xc` alone a sea, both a coast; fleets convoy in
seas and in convoyable coasts. Edges are one way: both ends are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lxml import etree

from dipmap.diagnostics import Finding
from dipmap.engines._jdip import dtd
from dipmap.engines._jdip.names import Names, plain
from dipmap.engines._problems import coastless_fleets, four_coasts, misplaced_units, unknown_places, unknown_powers
from dipmap.engines._standing import stands
from dipmap.model import Kind, Province, UnitType, Variant, province_of

NO_ARMIES = "no_armies"
NO_FLEETS = "no_fleets"
OWN_BORDERS = {
    NO_ARMIES: {"description": "Armies cannot stand there", "unitTypes": "army"},
    NO_FLEETS: {"description": "Fleets cannot stand there", "unitTypes": "fleet"},
}
"""Borders of our own making, by id."""
BORDER_FIELDS = ("description", "from", "unitTypes", "orderTypes", "year", "season", "phase", "baseMoveModifier")
BORDER_ID = re.compile(r"[A-Za-z_][\w.-]{0,99}", re.ASCII)


@dataclass(frozen=True)
class Steps:
    """Where units may go: armies from province to province, fleets from location to location."""

    army: Mapping[str, frozenset[str]]
    fleet: Mapping[str, frozenset[str]]


def steps(variant: Variant) -> Steps:
    """The graph as jDip takes it: no passages by permission, no step where the unit cannot stand."""
    army: dict[str, set[str]] = {province.id: set() for province in variant.provinces}
    fleet: dict[str, set[str]] = {place: set() for province in variant.provinces for place in province.locations}
    for edge in variant.adjacency:
        if edge.kind is Kind.PERMISSION:
            continue
        one, other = variant.by_id[province_of(edge.a)], variant.by_id[province_of(edge.b)]
        if edge.units.army and stands(one, UnitType.ARMY) and stands(other, UnitType.ARMY):
            army[one.id].add(other.id)
            if not edge.oneway:
                army[other.id].add(one.id)
        if edge.units.fleet and stands(one, UnitType.FLEET) and stands(other, UnitType.FLEET):
            fleet[edge.a].add(edge.b)
            if not edge.oneway:
                fleet[edge.b].add(edge.a)
    return Steps(
        {place: frozenset(found) for place, found in army.items()},
        {place: frozenset(found) for place, found in fleet.items()},
    )


def locations(province: Province) -> tuple[str, ...]:
    """The province's id, then those of its coasts where fleets may stand."""
    return province.locations if stands(province, UnitType.FLEET) else province.locations[:1]


def closed(province: Province) -> bool:
    """Whether a province of fleets has to be written as a coast, and a border to keep armies out of it."""
    fleets_only = stands(province, UnitType.FLEET) and not stands(province, UnitType.ARMY)
    return fleets_only and (bool(province.coasts) or not province.convoys)


def unbuilt(variant: Variant) -> dict[UnitType, tuple[Province, ...]]:
    """For each type of unit that is never built: the centres where one could be, were there no border."""
    return {
        unit: tuple(province for province in variant.centres if stands(province, unit))
        for unit in UnitType
        if unit not in variant.builds.units
    }


@dataclass(frozen=True)
class GraphFile:
    """The file in the making; `kept` is what an import kept of borders (see `jdip.py`), `header` its first comment."""

    variant: Variant
    names: Names
    header: str
    kept: Mapping[str, Any]

    def write(self) -> bytes:
        """The bytes of the file, in UTF-8."""
        root = etree.Element("PROVINCES")
        borders: dict[str, Mapping[str, str]] = {}
        own = self._kept_borders()
        found = {item.id: list(dict.fromkeys(self._borders(item, own))) for item in self.variant.provinces}
        for used in found.values():
            borders |= {name: own.get(name) or OWN_BORDERS[name] for name in used}
        if borders:
            held = etree.SubElement(root, "BORDER_DEFINITIONS")
            for name in sorted(borders):
                etree.SubElement(held, "BORDER", {"id": name, **borders[name]})
        way = steps(self.variant)
        for province in self.variant.provinces:
            root.append(self._province(province, way, found[province.id]))
        text: bytes = etree.tostring(root, encoding="UTF-8", pretty_print=True)
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{dtd.PROVINCES}\n{comment(self.header)}\n'.encode() + text

    def _province(self, province: Province, way: Steps, borders: list[str]) -> etree._Element:
        names = self.names
        armies, fleets = stands(province, UnitType.ARMY), stands(province, UnitType.FLEET)
        shut = closed(province)
        element = etree.Element(
            "PROVINCE",
            {
                "shortname": names.code[province.id],
                "fullname": names.full[province.id],
                "isConvoyableCoast": str(fleets and province.convoys and (armies or shut)).lower(),
            },
        )
        if borders:
            element.set("borders", " ".join(borders))
        for alias in names.alias[province.id]:
            etree.SubElement(element, "UNIQUENAME", {"name": alias})
        if armies or shut or not fleets:
            self._adjacency(element, "mv", way.army[province.id])
        if fleets and not province.coasts:
            self._adjacency(element, "xc", way.fleet[province.id])
        for location in locations(province)[1:]:
            self._adjacency(element, names.code[location].partition("/")[2], way.fleet[location])
        return element

    def _adjacency(self, parent: etree._Element, kind: str, targets: Iterable[str]) -> None:
        refs = " ".join(sorted(self.names.code[target] for target in targets))
        etree.SubElement(parent, "ADJACENCY", {"type": kind, "refs": refs})

    # ---- borders

    def _borders(self, province: Province, own: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
        for name in _texts(_held(_held(self.kept, "provinces"), province.id).get("borders")):
            if name in own or name in OWN_BORDERS:
                yield name
        if closed(province):
            yield NO_ARMIES
        for unit, places in unbuilt(self.variant).items():
            if province in places:
                yield NO_ARMIES if unit is UnitType.ARMY else NO_FLEETS

    def _kept_borders(self) -> dict[str, dict[str, str]]:
        """Borders of an imported file by id; the places in them that are gone are left out, and borders of none else."""
        found = {}
        for name, said in _held(self.kept, "borders").items():
            if not isinstance(said, Mapping) or name in OWN_BORDERS or not BORDER_ID.fullmatch(name):
                continue
            values = {key: plain(said[key]) for key in BORDER_FIELDS if isinstance(said.get(key), str)}
            if values.get("from"):
                places = (place.replace("-", "/") for place in values["from"].lower().split())
                codes = [self.names.element(place) for place in places if place in self.names.code]
                if not codes:
                    continue
                values["from"] = " ".join(codes)
            found[name] = {"description": "", **values}
        return found


def _held(values: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = values.get(key)
    return found if isinstance(found, Mapping) else {}


def _texts(values: Any) -> list[str]:
    return [value for value in values if isinstance(value, str)] if isinstance(values, list | tuple) else []


def comment(text: str) -> str:
    """A comment of XML around a text, which may hold anything."""
    lines = (plain(line).replace("--", "- -").rstrip("-") for line in text.splitlines())
    return "<!--\n{}\n-->".format("\n".join(lines))


# ---- why a package could not load


def problems(variant: Variant, engine: str) -> list[Finding]:
    """What keeps jDip from loading the variant."""
    return [finding for function in _PROBLEMS for finding in function(variant, engine)]


def _empty(variant: Variant, engine: str) -> Iterator[Finding]:
    if not variant.powers:
        yield Finding(f"{engine} needs a power; {variant.name} has none", hint="declare the powers", key="powers")
    if not variant.centres:
        message = f"{engine} needs a supply centre; {variant.name} has none"
        yield Finding(message, hint="mark the supply centres", key="centres")


_PROBLEMS = (_empty, four_coasts, unknown_places, unknown_powers, coastless_fleets, misplaced_units)
