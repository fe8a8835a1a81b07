"""Four published variants as packages: the drawing and the graph of the corpus, and the rules that recorded games show.

`truth.json` of a map gives names, terrain, centres and homes, the first phase of the records powers and units. What a
designer would have to declare of a drawing (`special` pairs, one-way edges) is declared; what the records show of
calendar and builds stands in `GAMES`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpus_source import Pair, Truth, lay_out, pair, passages_of, read_truth, variant_yaml
from corpus_table import units_of

import dipmap
from dipmap.model import Variant
from dipmap.pipeline import build, read

SPRING = {"id": "spring", "name": "Spring", "phases": ["movement", "retreat"]}
FALL = {"id": "fall", "name": "Fall", "phases": ["movement", "retreat", "adjustment"], "ownership": True}
COLOURS = ("#a71620", "#1f449d", "#52caf8", "#3a3040", "#379062", "#fbfaf5", "#f7cf24")


@dataclass(frozen=True)
class Game:
    """What the records of a variant show and its map does not.

    `touching` are coasts that fleets sail between although the drawing gives them no sea in common, `boxes` provinces
    that are drawn as boxes inside a sea.
    """

    start: str
    turns: tuple[Mapping[str, Any], ...] = (SPRING, FALL)
    years: int = 1
    sites: str = "homes"
    touching: tuple[Pair, ...] = ()
    boxes: tuple[str, ...] = ()


GAMES = {
    # one turn in five years; centres change hands and builds are due in every other one, in any centre a power owns
    "hundred": Game(
        "five 1425",
        (
            {"id": "five", "name": "Five", "phases": ["movement", "retreat"]},
            {"id": "ten", "name": "Ten", "phases": ["movement", "retreat", "adjustment"], "ownership": True},
        ),
        years=10,
        sites="owned",
    ),
    "northseawars": Game("spring 0", touching=(("jut/ec", "lim"), ("jut/ec", "sea")), boxes=("iro", "woo")),
    "coldwar": Game("spring 1960", touching=(("nvi", "sea"),)),
    "pure": Game("spring 1901"),
}


def package(corpus: Path, name: str, first: Mapping[str, Any], scratch: Path) -> Variant:
    """The variant of a name, built to a package in `scratch` and loaded again; `first` is the first phase of a record.

    The compiled graph is the declared one, coasts, unit types and one-way edges included.
    """
    truth = read_truth(corpus / f"godip-{name}")
    folder = scratch / name
    passages, barriers = _exceptions(corpus, truth, GAMES[name], folder)
    text = variant_yaml(truth, passages, barriers) + _rules(truth, GAMES[name], first)
    made = build(lay_out(corpus, truth, folder, text), scratch / "build")
    assert made.written is not None, [each.finding.message for each in made.report.diagnostics]
    variant = dipmap.load(made.written.path)
    _compare(variant, truth)
    return variant


def _exceptions(
    corpus: Path, truth: Truth, game: Game, folder: Path
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The passages and barriers that the drawing needs."""
    passages = passages_of(truth)
    passages += [{"between": list(ends), "units": "fleet", "kind": "link"} for ends in game.touching]
    alone = read(lay_out(corpus, truth, folder, variant_yaml(truth, passages)))
    assert alone.variant is not None
    got = units_of(alone.variant)
    barriers = []
    for a, b, units in truth.oneway:
        if got.get(pair(a, b)) in (units, "both"):
            barriers.append({"between": list(pair(a, b)), "units": units})
        passages.append({"between": [a, b], "units": units, "kind": "link", "oneway": True})
    return passages, barriers


def _rules(truth: Truth, game: Game, first: Mapping[str, Any]) -> str:
    """Powers, start, calendar and builds, as the rest of a `variant.yaml`."""
    homes: dict[str, list[str]] = {power: [] for power in first["units"]}
    for identity, province in truth.provinces.items():
        if province["sc"] and province["home"]:
            homes[province["home"]].append(identity)
    powers = {
        power.lower(): {"name": power, "adjective": power, "colour": COLOURS[index], "homes": sorted(homes[power])}
        for index, power in enumerate(sorted(homes))
    }
    units = [f"{power.lower()} {unit}" for power, texts in first["units"].items() for unit in texts]
    calendar = {"start": game.start, "years": game.years, "turns": list(game.turns)}
    # the records go on whoever leads
    victory = {"at_least": sum(province["sc"] for province in truth.provinces.values())}
    parts = {
        "powers": powers,
        "start": {"units": sorted(units)},
        "calendar": calendar,
        "victory": victory,
        "builds": {"sites": game.sites, "method": "orders", "units": ["army", "fleet"]},
        "ignore": [
            {"check": "covered-province", "where": box, "reason": "a box for trade, drawn inside a sea"}
            for box in game.boxes
        ],
    }
    return "".join(f"{key}: {json.dumps(value)}\n" for key, value in parts.items())


def _compare(variant: Variant, truth: Truth) -> None:
    assert units_of(variant) == truth.edges, "the graph is the one that the engine declares"
    fleets = {(edge.a, edge.b) for edge in variant.adjacency if "/" in edge.a + edge.b and edge.units.fleet}
    assert fleets == set(truth.coast_edges or ())
    oneway = {(edge.a, edge.b, edge.units.value) for edge in variant.adjacency if edge.oneway}
    assert oneway == set(truth.oneway)
    assert {province.id for province in variant.centres} == {
        identity for identity, province in truth.provinces.items() if province["sc"]
    }
