"""What keeps a variant from every engine alike."""

from __future__ import annotations

from collections.abc import Iterator

from dipmap.diagnostics import Finding
from dipmap.engines._rules import listed
from dipmap.engines._standing import stands
from dipmap.model import Kind, Unit, UnitType, Variant, province_of

FOUR = 4
"""Coasts that most engines have words for: nc, sc, ec, wc."""


def unknown_powers(variant: Variant, engine: str) -> Iterator[Finding]:
    """Units and centres of powers that the variant does not have."""
    named = [
        *((unit.power, f"a unit in {unit.location}") for unit in variant.start.units if unit.power),
        *((province.owner, f"the owner of {province.name}") for province in variant.centres if province.owner),
    ]
    for power, where in named:
        if power not in variant.powers_by_id:
            yield Finding(
                f"{engine} needs every power to exist; {where} names {power}",
                hint="name a power of the variant",
                key=f"{power} {where}",
            )


def loose_edges(variant: Variant, engine: str) -> Iterator[Finding]:
    """Edges that end nowhere, and edges for fleets that leave open at which of several coasts; consent makes no edge here."""
    known = {place for province in variant.provinces for place in province.locations}
    for edge in variant.adjacency:
        for place in (edge.a, edge.b):
            if place not in known:
                yield Finding(
                    f"{engine} needs both ends of {edge.a} - {edge.b}; {place} is no place of the map",
                    hint="change the edge, or draw the province",
                    key=f"edge {edge.a} {edge.b}",
                )
                continue
            province = variant.by_id[province_of(place)]
            if edge.units.fleet and edge.kind is not Kind.PERMISSION and province.coasts and "/" not in place:
                yield Finding(
                    f"{engine} needs a coast for fleets in {province.name}; {edge.a} - {edge.b} names none",
                    hint=f"join the sea to one of {listed(province.locations[1:])}",
                    key=f"coast {edge.a} {edge.b}",
                    provinces=(province.id,),
                )


def four_coasts(variant: Variant, engine: str) -> Iterator[Finding]:
    """Provinces with more coasts than the four that have a name there."""
    for province in variant.provinces:
        if len(province.coasts) > FOUR:
            yield Finding(
                f"{engine} knows four coasts (nc, sc, ec, wc); {province.name} has {len(province.coasts)}",
                hint="join coasts, or make a part of the province one of its own",
                provinces=(province.id,),
            )


def unknown_places(variant: Variant, engine: str) -> Iterator[Finding]:
    """Edges, units and homes that name no place of the map."""
    known = {place for province in variant.provinces for place in province.locations}
    named = [
        *((place, f"the adjacency {edge.a} - {edge.b}") for edge in variant.adjacency for place in (edge.a, edge.b)),
        *((unit.location, "a unit at the start") for unit in (*variant.start.units, *variant.standing_units)),
        *((home, f"{power.name}'s homes") for power in variant.powers for home in power.homes),
    ]
    for place, where in dict.fromkeys(item for item in named if item[0] not in known):
        yield Finding(
            f"{engine} needs every place to exist; {where} names {place}, which is no place of {variant.name}",
            hint="name a province or coast that exists",
            key=f"{place} {where}",
        )


def coastless_fleets(variant: Variant, engine: str) -> Iterator[Finding]:
    """Edges for fleets that leave open at which of several coasts they end."""
    split = {province.id: province for province in variant.provinces if province.coasts}
    for edge in variant.adjacency:
        for place in (edge.a, edge.b):
            if edge.units.fleet and place in split:
                yield Finding(
                    f"{engine} needs a coast for fleets in {split[place].name}; the adjacency {edge.a} - {edge.b} "
                    "names none",
                    hint="declare which coast the adjacency is for",
                    key=f"{edge.a} {edge.b}",
                    provinces=(place,),
                )


def misplaced_units(variant: Variant, engine: str) -> Iterator[Finding]:
    """Units where none of their type may stand, and several in one province."""
    taken: dict[str, Unit] = {}
    for unit in (*variant.start.units, *variant.standing_units):
        province = variant.by_id.get(province_of(unit.location))
        if province is None:
            continue
        coastless = unit.type is UnitType.FLEET and province.coasts and unit.location == province.id
        if not stands(province, unit.type) or coastless:
            yield Finding(
                f"{engine} does not load a file with {described(unit, variant)}",
                hint="put the unit where one of its type may stand, a fleet on a coast of its own",
                key=f"{unit.type.value} {unit.location}",
                provinces=(province.id,),
            )
        elif province.id in taken and province.capacity == 1:
            yield Finding(
                f"{engine} takes one unit in a province; two start in {province.name}",
                hint="start with one of the units elsewhere",
                key=f"two {province.id}",
                provinces=(province.id,),
            )
        taken[province.id] = unit


def misplaced_starts(variant: Variant, engine: str) -> Iterator[Finding]:
    """Units at the start where they cannot stand, with a coast where there is none or without one, or two in one place."""
    known = {place for province in variant.provinces for place in province.locations}
    taken: set[str] = set()
    for unit in (*variant.start.units, *variant.standing_units):
        province = variant.by_id.get(province_of(unit.location))
        split = province is not None and bool(province.coasts)
        shore = split and (unit.type is UnitType.FLEET) != ("/" in unit.location)
        if province is None or unit.location not in known or not stands(province, unit.type) or shore:
            yield Finding(
                f"{engine} cannot start with {described(unit, variant)}",
                hint="start with it in a place where it can stand, a fleet with its coast",
                key=f"unit {unit.location}",
            )
        elif province.id in taken and province.capacity == 1:
            yield Finding(
                f"{engine} takes one unit in a province; two start in {province.name}",
                hint="start with one of the units elsewhere",
                key=f"two {province.id}",
                provinces=(province.id,),
            )
        taken.add(province_of(unit.location))


def described(unit: Unit, variant: Variant) -> str:
    """A unit for a sentence: `an army at bbb (Bayern)`."""
    province = variant.by_id.get(province_of(unit.location))
    what = "an army" if unit.type is UnitType.ARMY else "a fleet"
    return f"{what} at {unit.location}" + (f" ({province.name})" if province else "")
