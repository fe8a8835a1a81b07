"""Shared by checks that look at the board: words for lists, places with their point, pieces of a graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from dipmap.checking import Facts
from dipmap.diagnostics import NOWHERE, Place
from dipmap.model import Terrain, UnitType, Variant, province_of

LONGEST = 12


def listed(words: Sequence[str], joiner: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; beyond twelve the rest is counted."""
    if len(words) > LONGEST:
        return f"{', '.join(words[:LONGEST])} and {len(words) - LONGEST} more"
    return f" {joiner} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def number(value: float) -> str:
    """A length in user units as a person says it."""
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def spot(facts: Facts, location: str, at: tuple[float, float] | None = None) -> Place:
    """Where a location is drawn, with a point of it on the map (its unit's place unless another is given)."""
    place = facts.origins.place(location) if facts.origins else NOWHERE
    if at is None and facts.variant is not None:
        anchors = facts.variant.anchors
        at = (anchors.get(location) or anchors.get(province_of(location)) or {}).get("unit")
    return replace(place, at=(round(at[0], 2) + 0.0, round(at[1], 2) + 0.0)) if at else place


def fleets_play(variant: Variant) -> bool:
    """Whether there is water for fleets on the board and any fleet to sail it."""
    water = any(province.terrain is Terrain.SEA and province.fleets for province in variant.provinces)
    units = (*variant.start.units, *variant.standing_units)
    return water and (UnitType.FLEET in variant.builds.units or any(unit.type is UnitType.FLEET for unit in units))


def fleet_locations(variant: Variant) -> set[str]:
    """Every location that some fleet can enter or leave."""
    return {end for edge in variant.adjacency if edge.units.fleet for end in (edge.a, edge.b)}


def pieces(nodes: Iterable[str], edges: Iterable[tuple[str, str]]) -> list[list[str]]:
    """The connected pieces of a graph, each sorted; the largest first, then by name. Ends not among the nodes join too.

    Twenty lines here spare every `dipmap check` the import of networkx, a tenth of its time on a map of 150 provinces;
    what is harder than this (planarity) is left to networkx.
    """
    root = {node: node for node in nodes}
    wanted = set(root)

    def find(node: str) -> str:
        while root.setdefault(node, node) != node:
            root[node] = root[root[node]]
            node = root[node]
        return node

    for a, b in edges:
        root[find(a)] = find(b)
    found: dict[str, list[str]] = {}
    for node in sorted(wanted):
        found.setdefault(find(node), []).append(node)
    return sorted(found.values(), key=lambda piece: (-len(piece), piece))
