"""A DVAR document of a stranger, read and written; for the tests of the reader."""

import json
from dataclasses import replace
from pathlib import Path

from jsonschema import Draft202012Validator

from dipmap.engines import Material, engine
from dipmap.model.json import to_json
from dipmap.package.semantics import objections

ENGINE = engine("dvar")
SCHEMA = Draft202012Validator(
    json.loads(Path(__file__).with_name("dvar.schema.json").read_text(encoding="utf-8")),
)


def read(document, picture=None, name="map.dvar"):
    """The one variant of a document, given as JSON or as bytes; what it gives is fit for a package."""
    data = document if isinstance(document, bytes) else json.dumps(document, indent=1).encode()
    (found,) = ENGINE.read({name: data, **({"map.svg": picture} if picture else {})})
    assert objections("package", to_json(found.variant)) == []
    json.dumps(found.kept, allow_nan=False)
    return found


def write(variant, kept=None, drawing=None):
    """The document of a variant, valid by our schema, and its map."""
    document, picture = ENGINE.write(variant, Material(drawing, kept or {})).values()
    told = json.loads(document)
    assert [error.message for error in SCHEMA.iter_errors(told)] == [] or (kept or {}).get("extra")
    return told, picture


def held(variant):
    """A variant as the format holds it: no provinces nobody enters, no adjectives and short names, no barriers' kinds."""
    return replace(
        variant,
        provinces=tuple(item for item in variant.provinces if not item.impassable),
        powers=tuple(replace(item, adjective=item.name, short=item.name[:3].strip()) for item in variant.powers),
    )


def said(found, name=None):
    """Messages of the notices, or of those of one name."""
    return [item.finding.message for item in found.notices if name in (None, item.name)]


def names(found):
    return {item.name for item in found.notices}


def coastal(identity, name, *edges, kind="coastal", **more):
    adjacencies = [{"to": to, "pass": units} for to, units in edges]
    return {"id": identity, "name": name, "type": kind, "supplyCenter": False, "adjacencies": adjacencies, **more}


def step(one, other, years=0, **more):
    ends = ({"season": each.split()[0], "type": each.split()[1]} for each in (one, other))
    before, after = ends
    return {"from": before, "to": {**after, "yearDelta": years}, **more}


def foreign():
    """A little variant with ids of its own and everything that the format has."""
    return {
        "schemaVersion": 1,
        "id": "two-isles",
        "name": "Two Isles",
        "description": "Two isles and a sea.",
        "author": "Ann, Bob",
        "rules": "Be kind.\nShake hands.",
        "victoryConditions": [
            {"type": "supply-center-majority", "supplyCenters": 2},
            {"type": "province-control", "provinces": ["west-isle"]},
        ],
        "adjudicationModifiers": ["allow-builds-in-non-home-centers", "neutral-nations-auto-build"],
        "phaseProgression": {
            "seasons": ["Rain", "Sun"],
            "transitions": [
                step("Rain Movement", "Rain Retreat"),
                step("Rain Retreat", "Sun Adjustment"),
                step("Sun Adjustment", "Rain Movement", 1),
            ],
        },
        "nations": [
            {"id": "the-west", "name": "West", "color": "#AA0000"},
            {"id": "east", "name": "East", "color": "#00bb00"},
            {"id": "gulls", "name": "Gulls", "color": "#ffffff", "non_playable": True},
        ],
        "provinces": [
            coastal("west-isle", "West Isle", ("mid-sea", "fleet"), supplyCenter=True, homeNation="the-west"),
            coastal("east", "East Isle", ("rock", "army"), kind="land", supplyCenter=True, homeNation="east"),
            coastal("rock", "Rock", ("east", "army"), ("mid-sea", "fleet"), supplyCenter=True, homeNation="gulls"),
            coastal(
                *("mid-sea", "Mid Sea", ("west-isle", "fleet"), ("rock", "fleet"), ("east/n-c", "fleet"), ("east/sc", "fleet")),
                kind="sea",
            ),
        ],
        "namedCoasts": [
            {"id": "east/n-c", "name": "East Isle North", "parentProvince": "east", "adjacencies": [{"to": "mid-sea", "pass": "fleet"}]},
            {"id": "east/sc", "name": "East Isle (south)", "parentProvince": "east", "adjacencies": [{"to": "mid-sea", "pass": "fleet"}]},
        ],
        "initialState": {
            "phase": {"season": "Rain", "year": -44, "type": "Movement"},
            "units": [
                {"nation": "the-west", "type": "Fleet", "location": "west-isle"},
                {"nation": "east", "type": "Fleet", "location": "east/n-c"},
                {"nation": "gulls", "type": "Army", "location": "rock"},
            ],
            "supplyCenters": [
                {"nation": "the-west", "province": "west-isle"},
                {"nation": "east", "province": "east"},
                {"nation": "gulls", "province": "rock"},
            ],
        },
    }  # fmt: skip


def full():
    """`foreign` with keys of its own everywhere and phases that hang on the year."""
    document = foreign()
    document["dominanceRules"] = [{"province": "rock", "priority": 1.5}]
    document["nations"][0]["flag"] = "west.png"
    document["provinces"][0]["region"] = {"climate": ["wet", None, True]}
    document["provinces"][3]["homeNation"] = "east"
    document["provinces"][0]["adjacencies"][0]["half"] = True
    document["namedCoasts"][0]["tide"] = 3
    document["initialState"]["weather"] = "fine"
    document["initialState"]["phase"]["hour"] = 12
    document["initialState"]["units"][0]["captain"] = "Ann"
    document["initialState"]["supplyCenters"][1]["since"] = -50
    document["victoryConditions"][0]["draws"] = "none"
    document["victoryConditions"].append(
        {"type": "timed-resolution", "year": 12, "resolution": "shared-draw", "if": "tie"}
    )
    document["victoryConditions"].sort(key=lambda item: item["type"] == "province-control")
    document["adjudicationModifiers"].append("fog-of-war")
    document["phaseProgression"]["transitions"].append(
        step("Sun Adjustment", "Sun Movement", 1, condition={"yearMod": 4, "yearModValue": 0})
    )
    document["phaseProgression"]["transitions"].append(step("Sun Movement", "Rain Movement", 0))
    return document


def at(document, *path):
    for key in path[:-1]:
        document = document[key]
    return document, path[-1]
