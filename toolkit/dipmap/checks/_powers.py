"""Shared by checks that look at powers and their units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dipmap.checking import Facts
from dipmap.checks._board import spot
from dipmap.diagnostics import Place
from dipmap.model import Unit


def home_place(facts: Facts, province: str) -> Place:
    """Where it is said whose home a province is, with its point on the map."""
    assert facts.declaration is not None
    here = spot(facts, province)
    entry = facts.declaration.provinces.get(province)
    if entry is not None and entry.home is not None:
        return replace(facts.declaration.place("provinces", province, "home"), at=here.at)
    for power, values in facts.declaration.table("powers").items():
        homes = list((values or {}).get("homes") or ())
        if province in homes:
            return replace(facts.declaration.place("powers", power, "homes", homes.index(province)), at=here.at)
    return here


def placed_units(facts: Facts) -> Iterator[tuple[Unit, Place]]:
    """Every unit of the start with its place, those of nobody first."""
    assert facts.variant is not None
    assert facts.origins is not None
    units = (*facts.variant.standing_units, *facts.variant.start.units)
    for unit, (location, place) in zip(units, facts.origins.units, strict=True):
        at = spot(facts, location).at
        yield unit, place if place.at else replace(place, at=at)


def called(unit: Unit) -> str:
    """A unit in words: `the army of england in lon`."""
    return f"the {unit.type} {f'of {unit.power}' if unit.power else 'of nobody'} in {unit.location}"
