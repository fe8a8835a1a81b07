"""`tests/facts/*.json` as `Variant`s, by the table in the design's section 6."""

import json
from pathlib import Path

from dipmap.model import (
    Adjacency,
    Builds,
    Calendar,
    Coast,
    End,
    Kind,
    Opening,
    Points,
    Power,
    Province,
    Start,
    Terrain,
    Turn,
    Unit,
    Units,
    UnitType,
    Variant,
    Victory,
    province_of,
)
from dipmap.model.rules import STANDARD_TURNS

FACTS = Path(__file__).parents[1] / "facts"
TYPES = {"A": UnitType.ARMY, "F": UnitType.FLEET}
TERRAINS = {"river": Terrain.SEA, "island_sea": Terrain.SEA, "canal": Terrain.COAST}
KINDS = {
    "border": Kind.BORDER,
    "canal": Kind.BORDER,
    "direct_passage": Kind.DIRECT,
    "narrow_strait": Kind.NARROW_STRAIT,
    "strait": Kind.STRAIT,
    "sea_lane": Kind.SEA_LANE,
    "permission_passage": Kind.PERMISSION,
}


def facts(name):
    """The document of a facts file."""
    return json.loads((FACTS / f"{name}.json").read_text(encoding="utf-8"))


def merged(edges):
    """Edges of one pair of locations and one kind become one, in order, each with a < b."""
    found = {}
    for a, b, units, kind, keeper in edges:
        key = (*sorted((a, b)), kind, keeper)
        found[key] = found[key].plus(units) if key in found else units
    return tuple(
        Adjacency(a, b, units, kind, keeper)
        for (a, b, kind, keeper), units in sorted(found.items(), key=lambda item: item[0][:2])
    )


def standard_variant():
    """The standard board."""
    document = facts("standard")
    powers = tuple(
        Power(
            power["id"].lower(),
            power["id"].capitalize(),
            power["adjective"].capitalize(),
            power["id"].capitalize(),
            "#888888",
            tuple(home.lower() for home in power["home"]),
        )
        for power in document["powers"]
    )
    provinces = []
    for item in document["provinces"]:
        coasts = tuple(
            Coast(
                place.partition("/")[2].lower(), {"n": "north", "s": "south", "e": "east"}[place[4].lower()] + " coast"
            )
            for place in item["coasts"]
        )
        home = item["home"].lower() if item["home"] else None
        terrain = Terrain(item["type"])
        provinces.append(
            Province(
                item["id"].lower(),
                item["name"],
                terrain,
                armies=terrain is not Terrain.SEA,
                fleets=terrain is not Terrain.LAND,
                convoys=terrain is Terrain.SEA,
                centre=item["sc"],
                home=home,
                owner=home,
                coasts=coasts,
            ),
        )
    provinces += [
        Province(shut.lower(), {"SWI": "Switzerland"}[shut], Terrain.LAND, armies=False, impassable=True)
        for shut in document["impassable"]
    ]
    edges = [
        (a.lower(), b.lower(), units, Kind.BORDER, None)
        for units, field in ((Units.ARMY, "army_edges"), (Units.FLEET, "fleet_edges"))
        for a, b in document[field]
    ]
    units = tuple(
        Unit(power["id"].lower(), TYPES[unit["type"]], unit["loc"].lower())
        for power in document["powers"]
        for unit in power["units"]
    )
    return Variant(
        "standard",
        "Standard",
        "1",
        tuple(sorted(provinces, key=lambda province: province.id)),
        merged(edges),
        powers,
        start=Start(units),
        victory=Victory(at_least=document["victory"]),
    )


def _slug(name):
    return "".join(letter for letter in name.lower() if letter.isalnum())


def facts_variant(name):
    """One of the four variants; its rules come from `RULES` below."""
    document = facts(name)
    names = {power["name"]: _slug(power["name"].removeprefix("The ")) for power in document["powers"]}
    gate = document["rules"].get("permission_passage", {}).get("gate")
    provinces = []
    for item in document["provinces"]:
        terrain = TERRAINS.get(item["type"]) or Terrain(item["type"])
        island = item["type"] == "island_sea"
        home = names.get(item["home_of"])
        aliases = [*item.get("aliases", ()), *(item[key] for key in ("name_ja", "name_sv") if item.get(key))]
        provinces.append(
            Province(
                item["id"].lower(),
                item["name"],
                terrain,
                aliases=tuple(alias for alias in aliases if alias != item["name"]),
                armies=island or terrain is not Terrain.SEA,
                fleets=terrain is not Terrain.LAND,
                convoys=terrain is Terrain.SEA,
                capacity=3 if item["type"] == "river" else 1,
                centre=item["supply_centre"],
                home=home,
                owner=home,
                coasts=tuple(Coast(coast["id"], coast["name"]) for coast in item["coasts"]),
                canal=item["type"] == "canal",
            ),
        )
    provinces += [
        Province(_slug(shut), shut, Terrain.LAND, armies=False, impassable=True)
        for shut in document.get("impassable", ())
    ]
    edges = []
    for edge in document["adjacency"]:
        a, b = (
            edge[end].lower() + (f"/{edge[f'{end}_coast']}" if edge.get(f"{end}_coast") else "") for end in ("a", "b")
        )
        units = Units.of(army=edge["army"], fleet=edge["fleet"])
        kind = KINDS[edge["kind"]]
        if units is Units.BOTH and "/" in a + b:
            edges.append((province_of(a), province_of(b), Units.ARMY, kind, None))
            units = Units.FLEET
        edges.append((a, b, units, kind, gate if kind is Kind.PERMISSION else None))
    powers = tuple(
        Power(
            names[power["name"]],
            power["name"],
            power["name"].removeprefix("The "),
            power["name"],
            power["colour"],
            tuple(home.lower() for home in power["homes"]),
            aliases=tuple(power[key] for key in ("name_ja",) if key in power),
        )
        for power in document["powers"]
    )
    units = tuple(
        Unit(names[power["name"]], TYPES[unit.split()[0]], unit.split()[1].lower())
        for power in document["powers"]
        for unit in power["start_units"]
    )
    opening = {names[power["name"]]: power["start_builds"] for power in document["powers"] if "start_builds" in power}
    standing = tuple(
        Unit(None, TYPES[unit["unit"]], unit["province"].lower()) for unit in document.get("neutral_units", ())
    )
    return Variant(
        name,
        document["name"],
        "1",
        tuple(sorted(provinces, key=lambda province: province.id)),
        merged(edges),
        powers,
        standing_units=standing,
        **RULES[name](units, opening),
    )


MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def _months():
    for index, month in enumerate(MONTHS):
        step = index % 3
        phases = ("adjustment",) if step == 2 else ("movement", "retreat")
        yield Turn(month.lower(), month, phases, ownership=step == 1, victory=step == 1)


RULES = {
    "yubani": lambda units, _opening: {
        "calendar": Calendar((Turn("year", "Year", ("movement", "adjustment"), True, True),), 2021, "year"),
        "start": Start(units),
        "builds": Builds("owned", "automatic", (UnitType.ARMY,)),
        "retreats": "none",
        "victory": Victory("points", 6, points=Points(1, 2, {"israelamerica": 1})),
        "end": End(2026, "most-wins"),
    },
    "zeus": lambda _units, opening: {
        "calendar": Calendar(STANDARD_TURNS, 1940, "spring"),
        "start": Start((), Opening(opening, secret=True)),
        "victory": Victory(at_least=22),
    },
    "stockholm": lambda units, _opening: {
        "calendar": Calendar(STANDARD_TURNS, 2101, "spring"),
        "start": Start(units),
        "victory": Victory(at_least=18),
    },
    "philadelphia": lambda _units, opening: {
        "calendar": Calendar(tuple(_months()), 2007, "january"),
        "start": Start((), Opening(opening, secret=True, joint=True)),
        "builds": Builds("owned"),
        "victory": Victory(at_least=19),
        "options": {"stack_combat": "slots"},
    },
}
