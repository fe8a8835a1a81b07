"""What a `.map` can hold of a graph: the terrain of its provinces and the steps of units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dipmap.engines._standing import stands
from dipmap.model import Adjacency, Kind, Power, Province, UnitType, Variant, province_of


@dataclass(frozen=True)
class Ways:
    """The steps of a variant that the dialect can write, from location to location.

    Armies go between provinces, fleets between locations. `opened` are one-way edges written both ways.
    """

    army: Mapping[str, frozenset[str]]
    fleet: Mapping[str, frozenset[str]]
    opened: tuple[Adjacency, ...]


def terrain(province: Province) -> str:
    """WATER, LAND, COAST, PORT or SHUT: a port is a coast where fleets convoy."""
    if not stands(province, UnitType.ARMY) and not stands(province, UnitType.FLEET):
        return "SHUT"
    if not province.armies:
        return "WATER"
    if not province.fleets:
        return "LAND"
    return "PORT" if province.convoys and not province.coasts else "COAST"


def ways(variant: Variant) -> Ways:
    """The graph as the dialect takes it: no passages by permission, no step where the unit cannot stand.

    The loader refuses a step without any step back, so a one-way edge is opened unless the other type of unit makes
    the way back anyway.
    """
    army: dict[str, set[str]] = {province.id: set() for province in variant.provinces}
    fleet: dict[str, set[str]] = {place: set() for province in variant.provinces for place in province.locations}
    edges = [edge for edge in variant.adjacency if edge.kind is not Kind.PERMISSION]
    for edge in edges:
        one, other = variant.by_id[province_of(edge.a)], variant.by_id[province_of(edge.b)]
        if edge.units.army and stands(one, UnitType.ARMY) and stands(other, UnitType.ARMY):
            army[one.id].add(other.id)
            if not edge.oneway:
                army[other.id].add(one.id)
        if edge.units.fleet and stands(one, UnitType.FLEET) and stands(other, UnitType.FLEET):
            fleet[edge.a].add(edge.b)
            if not edge.oneway:
                fleet[edge.b].add(edge.a)
    opened = []
    for edge in edges:
        if not edge.oneway:
            continue
        a, b = province_of(edge.a), province_of(edge.b)
        simple = not variant.by_id[a].coasts and not variant.by_id[b].coasts
        there = (b in army[a], edge.b in fleet[edge.a])
        back = (a in army[b], edge.a in fleet[edge.b])
        if there == back or not any(there) or (simple and any(back)):
            continue
        opened.append(edge)
        if edge.units.army and there[0]:
            army[b].add(a)
        if edge.units.fleet and there[1]:
            fleet[edge.b].add(edge.a)
    return Ways(
        {place: frozenset(found) for place, found in army.items()},
        {place: frozenset(found) for place, found in fleet.items()},
        tuple(opened),
    )


def build_sites(variant: Variant, power: Power) -> tuple[str, ...]:
    """The homes of a power, then the centres that serve it as homes once it owns them."""
    extra = [entry.site for entry in variant.builds.extra if entry.power == power.id]
    known = [site for site in extra if site in variant.by_id and variant.by_id[site].centre]
    return tuple(dict.fromkeys((*power.homes, *(known if variant.builds.sites != "any-home" else ()))))
