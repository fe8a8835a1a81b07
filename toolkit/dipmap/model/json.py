"""`Variant` to and from the JSON of `variant.json` (its schema: `schemas/package.schema.json`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from dipmap.model.board import Adjacency, Barrier, Coast, Kind, Province, Terrain, Units, UnitType
from dipmap.model.rules import (
    BuildLimit,
    Builds,
    BuildSite,
    Calendar,
    End,
    Fact,
    Opening,
    Points,
    Rule,
    Schedule,
    Start,
    Turn,
    Unit,
    Victory,
)
from dipmap.model.variant import Power, Variant

FORMAT = 1


def to_json(variant: Variant) -> dict[str, Any]:
    """The document of `variant.json`: plain dicts, lists and scalars, in the order of the design's section 7."""
    return {
        "format": FORMAT,
        "id": variant.id,
        "name": variant.name,
        "version": variant.version,
        "designers": list(variant.designers),
        "licence": variant.licence,
        "base": variant.base,
        "edition": variant.edition,
        "description": variant.description,
        "powers": [_plain(power) for power in variant.powers],
        "provinces": [_plain(province) for province in variant.provinces],
        "adjacency": [_adjacency(edge) for edge in variant.adjacency],
        "barriers": [_plain(barrier) for barrier in variant.barriers],
        "standing_units": [_plain(unit) for unit in variant.standing_units],
        "calendar": _plain(variant.calendar),
        "start": _plain(variant.start),
        "builds": _plain(variant.builds),
        "retreats": variant.retreats,
        "victory": _plain(variant.victory),
        "end": _plain(variant.end),
        "schedule": _plain(variant.schedule),
        "options": dict(sorted(variant.options.items())),
        "rules": [_plain(rule) for rule in variant.rules],
        "anchors": {
            location: {purpose: list(point) for purpose, point in sorted(points.items())}
            for location, points in sorted(variant.anchors.items())
        },
    }


def _adjacency(edge: Adjacency) -> dict[str, Any]:
    document: dict[str, Any] = {"a": edge.a, "b": edge.b, "units": edge.units.value, "kind": edge.kind.value}
    if edge.keeper:
        document["keeper"] = edge.keeper
    if edge.oneway:
        document["oneway"] = True
    return document


def _plain(value: Any) -> Any:
    return _jsonable(asdict(value))


def _jsonable(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _jsonable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_jsonable(item) for item in value]
    return value.value if isinstance(value, (Terrain, Units, UnitType, Kind)) else value


def from_json(document: Mapping[str, Any]) -> Variant:
    """A `Variant` from a document that its schema has accepted; what the schema accepts, this reads."""
    calendar = document["calendar"]
    start = document["start"]
    opening = start.get("opening")
    victory = dict(document["victory"])
    return Variant(
        id=document["id"],
        name=document["name"],
        version=document["version"],
        designers=tuple(document["designers"]),
        licence=document["licence"],
        base=document["base"],
        edition=document.get("edition", ""),
        description=document.get("description", ""),
        powers=tuple(
            Power(**{**power, "homes": tuple(power["homes"]), "aliases": tuple(power.get("aliases", ()))})
            for power in document["powers"]
        ),
        provinces=tuple(_province(entry) for entry in document["provinces"]),
        adjacency=tuple(
            Adjacency(
                entry["a"],
                entry["b"],
                Units(entry["units"]),
                Kind(entry["kind"]),
                entry.get("keeper"),
                entry.get("oneway", False),
            )
            for entry in document["adjacency"]
        ),
        barriers=tuple(Barrier(entry["a"], entry["b"], Units(entry["units"])) for entry in document["barriers"]),
        standing_units=tuple(_unit(entry) for entry in document["standing_units"]),
        calendar=Calendar(
            turns=tuple(Turn(**{**turn, "phases": tuple(turn["phases"])}) for turn in calendar["turns"]),
            first_year=calendar["first_year"],
            first_turn=calendar["first_turn"],
            years=calendar.get("years", 1),
        ),
        start=Start(
            units=tuple(_unit(entry) for entry in start["units"]),
            opening=_opening(opening) if opening else None,
        ),
        builds=_builds(document["builds"]),
        retreats=document["retreats"],
        victory=Victory(**{**victory, "points": Points(**victory["points"])}),
        end=End(**document["end"]),
        schedule=Schedule(**{**document["schedule"], "notes": tuple(document["schedule"].get("notes", ()))}),
        options=dict(document["options"]),
        rules=tuple(
            Rule(
                **{
                    **rule,
                    "facts": tuple(Fact(fact["path"], fact["value"]) for fact in rule["facts"]),
                    "proofs": tuple(rule["proofs"]),
                },
            )
            for rule in document["rules"]
        ),
        anchors={
            location: {purpose: (point[0], point[1]) for purpose, point in points.items()}
            for location, points in document["anchors"].items()
        },
    )


def _province(entry: Mapping[str, Any]) -> Province:
    return Province(
        **{
            **entry,
            "terrain": Terrain(entry["terrain"]),
            "aliases": tuple(entry["aliases"]),
            "tags": tuple(entry.get("tags", ())),
            "coasts": tuple(Coast(**coast) for coast in entry["coasts"]),
        },
    )


def _unit(entry: Mapping[str, Any]) -> Unit:
    return Unit(entry["power"], UnitType(entry["type"]), entry["location"])


def _opening(entry: Mapping[str, Any]) -> Opening:
    return Opening(
        **{
            **entry,
            "exclusive": tuple(tuple(group) for group in entry.get("exclusive", ())),
            "secret_sites": tuple(entry.get("secret_sites", ())),
        },
    )


def _builds(entry: Mapping[str, Any]) -> Builds:
    return Builds(
        **{
            **entry,
            "units": tuple(UnitType(unit) for unit in entry["units"]),
            "extra": tuple(BuildSite(**site) for site in entry.get("extra", ())),
            "limits": tuple(
                BuildLimit(limit["power"], tuple(limit["sites"]), limit["at_most"]) for limit in entry.get("limits", ())
            ),
        },
    )
