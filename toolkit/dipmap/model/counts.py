"""What a variant has how many of, each thing counted in this one place: for `expect`, reports and tests."""

from __future__ import annotations

from collections.abc import Iterable

from dipmap.model.board import Adjacency, Kind, Terrain
from dipmap.model.variant import Variant

PASSAGES = {
    "direct": Kind.DIRECT,
    "straits": Kind.STRAIT,
    "narrow-straits": Kind.NARROW_STRAIT,
    "sea-lanes": Kind.SEA_LANE,
    "permissions": Kind.PERMISSION,
    "links": Kind.LINK,
}


def counts(variant: Variant) -> dict[str, list[str]]:
    """For each name that `expect` may count, what is counted, sorted.

    `provinces`, `land`, `coast` and `sea` leave impassable ones out; `powers` are those that play; `units` are all units
    on the board at the start, nobody's included; `coasts` are named coasts. `borders`, `passages` (all that are no borders)
    and the kinds of passages are pairs of provinces. `army-edges` and `fleet-edges` are pairs of locations, so that each
    coast counts: 111 and 141 on the standard map.
    """
    spaces = [province for province in variant.provinces if not province.impassable]
    units = (*variant.start.units, *variant.standing_units)
    found: dict[str, list[str]] = {
        "provinces": [province.id for province in spaces],
        "land": [province.id for province in spaces if province.terrain is Terrain.LAND],
        "coast": [province.id for province in spaces if province.terrain is Terrain.COAST],
        "sea": [province.id for province in spaces if province.terrain is Terrain.SEA],
        "impassable": [province.id for province in variant.provinces if province.impassable],
        "centres": [province.id for province in variant.centres],
        "homes": [province.id for province in variant.centres if province.home is not None],
        "neutral": [province.id for province in variant.centres if province.home is None],
        "powers": [power.id for power in variant.powers if power.playable],
        "units": [f"{unit.power or 'nobody'} {unit.type.value[0].upper()} {unit.location}" for unit in units],
        "coasts": [location for province in variant.provinces for location in province.locations[1:]],
        "canals": [province.id for province in variant.provinces if province.canal],
        "borders": _pairs(edge for edge in variant.adjacency if edge.kind is Kind.BORDER),
        "passages": _pairs(edge for edge in variant.adjacency if edge.kind is not Kind.BORDER),
        "barriers": [f"{barrier.a}-{barrier.b}" for barrier in variant.barriers],
        "army-edges": _steps(edge for edge in variant.adjacency if edge.units.army),
        "fleet-edges": _steps(edge for edge in variant.adjacency if edge.units.fleet),
    }
    for name, kind in PASSAGES.items():
        found[name] = _pairs(edge for edge in variant.adjacency if edge.kind is kind)
    return {name: sorted(things) for name, things in found.items()}


def _pairs(edges: Iterable[Adjacency]) -> list[str]:
    return list({"-".join(edge.pair) for edge in edges})


def _steps(edges: Iterable[Adjacency]) -> list[str]:
    return list({"-".join(sorted((edge.a, edge.b))) for edge in edges})
