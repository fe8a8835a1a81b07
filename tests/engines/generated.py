"""Variants made by chance, for round trips: what a writer writes, its reader has to read again."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from dipmap.model import (
    Adjacency,
    Calendar,
    Coast,
    Power,
    Province,
    Start,
    Terrain,
    Unit,
    Units,
    UnitType,
    Variant,
    Victory,
    province_of,
)
from dipmap.model.rules import STANDARD_TURNS

COASTS = {"nc": "north coast", "sc": "south coast", "ec": "east coast", "wc": "west coast"}
VOWELS, CONSONANTS = "aeiou", "bdfgklmnprstvz"
Step = tuple[str, str, str]


@dataclass(frozen=True)
class Wanted:
    """What a format can hold; a generated variant has nothing else."""

    islands: bool = False
    oneway: bool = False
    impassable: bool = True
    split: bool = True


def generated(seed: int, wanted: Wanted = Wanted()) -> Variant:
    """A variant of five to twenty provinces with ids of three letters; the same seed makes the same one."""
    rng = random.Random(seed)
    count = rng.randint(5, 20)
    names = _names(rng, count + 4)
    seas = max(1, count // 4)
    provinces: dict[str, Province] = {}
    for index, name in enumerate(names[:count]):
        terrain = Terrain.SEA if index < seas else rng.choice((Terrain.COAST, Terrain.COAST, Terrain.LAND))
        provinces[name[:3].lower()] = _province(name, terrain, rng, wanted)
    edges = _edges(rng, provinces, wanted)
    afloat = {end for edge in edges if edge.units.fleet for end in (edge.a, edge.b)}
    for identity, province in provinces.items():
        if province.coasts and not all(f"{identity}/{coast.id}" in afloat for coast in province.coasts):
            provinces[identity] = _changed(province, coasts=())
            edges = [
                edge for edge in edges if identity not in map(province_of, (edge.a, edge.b)) or not edge.units.fleet
            ]
    lands = [identity for identity, each in provinces.items() if each.terrain is not Terrain.SEA]
    powers = []
    units = []
    for index, name in enumerate(names[count : count + min(len(lands), rng.randint(2, 4))]):
        power = f"{name}land"
        homes = tuple(sorted(lands[index::4]))
        powers.append(Power(power.lower(), power, f"{name}ish", power[:3], f"#{rng.randrange(1 << 24):06x}", homes))
        for home in homes:
            provinces[home] = _changed(provinces[home], centre=True, home=power.lower(), owner=power.lower())
        kinds = [UnitType.ARMY] if not provinces[homes[0]].fleets else [UnitType.ARMY, UnitType.FLEET]
        kind = rng.choice(kinds)
        place = rng.choice(provinces[homes[0]].locations[1:] or (homes[0],)) if kind is UnitType.FLEET else homes[0]
        units.append(Unit(power.lower(), kind, place))
    for identity in rng.sample(lands, len(lands) // 3):
        provinces[identity] = _changed(provinces[identity], centre=True)
    if wanted.impassable and rng.random() < 0.5:
        name = names[-1]
        provinces[name[:3].lower()] = Province(name[:3].lower(), name, Terrain.LAND, armies=False, impassable=True)
    ordered = tuple(provinces[identity] for identity in sorted(provinces))
    centres = sum(each.centre for each in ordered)
    return Variant(
        id=f"made{seed}",
        name=f"Made {seed}",
        version="1.0.0",
        provinces=ordered,
        adjacency=tuple(sorted(edges, key=lambda edge: (edge.a, edge.b, edge.units.value))),
        powers=tuple(sorted(powers, key=lambda power: power.id)),
        start=Start(tuple(units)),
        calendar=Calendar(STANDARD_TURNS, rng.randint(1000, 2100), "spring"),
        victory=Victory(at_least=centres // 2 + 1),
    )


def steps(variant: Variant) -> set[Step]:
    """Every way of a unit from a location to another: the graph without its kinds."""
    return {(a, b, kind.value) for kind in UnitType for a, b in variant.steps(kind)}


def _names(rng: random.Random, count: int) -> list[str]:
    """Names that differ in their first three letters, none of them a word of a format."""
    found: dict[str, str] = {}
    while len(found) < count:
        stem = rng.choice(CONSONANTS) + rng.choice(VOWELS) + rng.choice(CONSONANTS)
        name = (stem + rng.choice(VOWELS) + rng.choice(CONSONANTS) + rng.choice(VOWELS)).capitalize()
        if stem not in (
            "tor",
            "mov",
            "sup",
            "con",
            "bui",
            "ret",
            "dis",
            "hol",
            "map",
            "rul",
            "fal",
            "mar",
            "jul",
            "nov",
        ):
            found.setdefault(stem, name)
    return list(found.values())


def _province(name: str, terrain: Terrain, rng: random.Random, wanted: Wanted) -> Province:
    sea = terrain is Terrain.SEA
    split = terrain is Terrain.COAST and wanted.split and rng.random() < 0.3
    coasts = tuple(Coast(each, COASTS[each]) for each in sorted(rng.sample(sorted(COASTS), 2))) if split else ()
    armies = not sea or (wanted.islands and rng.random() < 0.3)
    return Province(
        name[:3].lower(), name, terrain, armies=armies, fleets=terrain is not Terrain.LAND, convoys=sea, coasts=coasts
    )


def _edges(rng: random.Random, provinces: dict[str, Province], wanted: Wanted) -> list[Adjacency]:
    """A connected graph that the terrains allow; some coasts have a way for fleets between them."""
    found: dict[tuple[str, str], Adjacency] = {}
    names = list(provinces)
    for index, one in enumerate(names[1:], 1):
        others = {rng.choice(names[:index]), *rng.sample(names[:index], min(index, 2))}
        for other in sorted(others):
            _join(found, provinces[one], provinces[other], rng, oneway=wanted.oneway and rng.random() < 0.1)
    return list(found.values())


def _join(
    found: dict[tuple[str, str], Adjacency], one: Province, other: Province, rng: random.Random, *, oneway: bool
) -> None:
    if oneway and rng.random() < 0.5:
        one, other = other, one
    shore = Terrain.SEA in (one.terrain, other.terrain) or rng.random() < 0.5
    army, fleet = one.armies and other.armies, one.fleets and other.fleets and shore
    if one.coasts or other.coasts:
        if fleet:
            ends = (rng.choice(one.locations[1:] or (one.id,)), rng.choice(other.locations[1:] or (other.id,)))
            _add(found, *ends, Units.FLEET, oneway)
        if army:
            _add(found, one.id, other.id, Units.ARMY, oneway)
        return
    units = Units.of(army=army, fleet=fleet)
    if units:
        _add(found, one.id, other.id, units, oneway)


def _add(found: dict[tuple[str, str], Adjacency], a: str, b: str, units: Units, oneway: bool) -> None:
    if not oneway and a > b:
        a, b = b, a
    if (a, b) not in found and (b, a) not in found:
        found[a, b] = Adjacency(a, b, units, oneway=oneway)


def _changed(province: Province, **fields: object) -> Province:
    return replace(province, **fields)  # type: ignore[arg-type]
