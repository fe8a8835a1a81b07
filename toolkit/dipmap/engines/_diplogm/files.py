"""`config.json` and `README.md` of a DiploGM folder.

Of an imported variant these parts are given back, where `Material.kept` has them: `config` and `svg` (keys that nothing
here decides), `players` and `overrides` (by id), `more_overrides`, `owners` (powers by province) and `strip`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dipmap.engines._diplogm.graph import Ground, Overrides, ground
from dipmap.engines._diplogm.look import Look
from dipmap.engines._diplogm.names import Names
from dipmap.engines._diplogm.shape import MARGIN
from dipmap.engines._engine import Handling, Verdict
from dipmap.engines._mapfile.text import first_season
from dipmap.model import Variant

OURS = frozenset(("name", "file", "year", "first_season", "victory_count", "convoyable_islands", "abbreviations"))
"""Keys of the config that a variant decides; `svg config`, `overrides` and `players` it decides in part."""
_DRAWN = """
detect_starting_units unit_type_labeled unit_type_from_names unit_labels province_labels center_labels
default_sea_color map_width neutral neutral_sc impassable unit_radius order_stroke_width season_format scoreboard
delete_layer land_layer island_borders island_fill_layer island_ring_layer sea_borders province_names
supply_center_icons titles symbol_templates army retreat_army fleet retreat_fleet starting_units unit_output
arrow_output background other_fills season year power_banners sidebar
"""
OURS_DRAWN = frozenset(_DRAWN.split())
"""Keys of `svg config` that follow from the map we write."""
_OVERRIDE = "adjacencies coastal_adjacencies remove_adjacencies remove_adjacent_coasts remove_adjacent_land coasts"
OURS_OVERRIDE = frozenset(_OVERRIDE.split())
"""Keys of a province's overrides that the graph decides."""
BUILDS = {"homes": "classic", "owned": "anywhere"}
_KEPT_BUILDS = ("cores", "control")
_DEFAULTS = {"victory_conditions": "classic", "transformation": "disabled", "dp": "disabled", "fow": "disabled"}
_WIDEST = 100.0


@dataclass(frozen=True)
class Kept:
    """What an import kept, as far as it has the right shape: the sidecar may have been through many hands."""

    given: Mapping[str, Any]

    def table(self, key: str) -> dict[str, Any]:
        value = self.given.get(key)
        return {name: item for name, item in value.items() if isinstance(name, str)} if isinstance(value, dict) else {}

    def tables(self, key: str) -> dict[str, dict[str, Any]]:
        return {name: item for name, item in self.table(key).items() if isinstance(item, dict)}

    def number(self, value: object, least: float, most: float) -> float | None:
        good = isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most
        return float(value) if good else None  # type: ignore[arg-type]

    @cached_property
    def margin(self) -> float:
        """How near shapes have to be to touch."""
        found = self.number(self.table("svg").get("border_margin_hint"), 0.0, _WIDEST)
        return MARGIN if found is None else found

    @cached_property
    def strip(self) -> float:
        """The height of a strip that the drawing has already; 0 where it has none."""
        return self.number(self.given.get("strip"), 1.0, 1e6) or 0.0

    @cached_property
    def owners(self) -> dict[str, str]:
        return {place: power for place, power in self.table("owners").items() if isinstance(power, str)}


def start(variant: Variant) -> tuple[str, int]:
    """The season a game begins with, and the year of its first spring: the two that the config has."""
    season, year = first_season(variant), variant.calendar.first_year
    if season == "WINTER":
        return "Winter", year + 1
    return ("Winter" if variant.start.opening else "Spring"), year


def season(variant: Variant) -> str:
    """The first turn as the bot writes it on the map."""
    name, year = start(variant)
    year -= name == "Winter"
    return f"{name} {'Builds' if name == 'Winter' else 'Moves'} {year if year > 0 else f'{1 - year} BC'}"


@dataclass(frozen=True)
class Folder:
    """The texts of a folder, for a map that is drawn."""

    variant: Variant
    names: Names
    look: Look
    overrides: Overrides
    kept: Kept
    width: float

    def config(self) -> bytes:
        """The config, in an order that reads well; what an import kept comes last."""
        variant = self.variant
        name, year = start(variant)
        islands = any(ground(province) is Ground.ISLAND for province in variant.provinces)
        given = {key: value for key, value in self.kept.table("config").items() if key not in OURS}
        builds = given.pop("build_options", None)
        if variant.builds.sites != "homes" or builds not in _KEPT_BUILDS:
            builds = BUILDS.get(variant.builds.sites, "classic")
        document = {
            "name": variant.name,
            "file": f"{variant.id}.svg",
            "year": year,
            "first_season": name,
            "build_options": builds,
            "victory_count": self.victory(),
            "convoyable_islands": "enabled" if islands else "disabled",
            **_DEFAULTS,
            **{key: value for key, value in given.items() if key not in ("svg config", "overrides", "players")},
            "svg config": self.drawn(),
            "abbreviations": self.abbreviations(),
            "players": self.players(),
            "overrides": {"provinces": self.provinces(), **self.more()},
        }
        return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "replace")

    def abbreviations(self) -> dict[str, str]:
        """Words for places, ids first: the first word of a place is its id when the folder is read."""
        bare = {self.names.place(place) for place in self.overrides.bare_coasts()}
        return {short: place for short, place in self.names.short.items() if place not in bare}

    def victory(self) -> int:
        """The number that wins; out of reach where points do."""
        victory = self.variant.victory
        centres = len(self.variant.centres)
        return max(1, victory.at_least) if victory.by == "centres" and victory.at_least else centres + 1

    def drawn(self) -> dict[str, Any]:
        kept = {key: value for key, value in self.kept.table("svg").items() if key not in OURS_DRAWN}
        return {
            "detect_starting_units": True,
            "unit_type_labeled": False,
            "unit_labels": True,
            "province_labels": True,
            "center_labels": True,
            "default_sea_color": self.look.water[1:],
            "neutral": self.look.neutral[1:],
            "neutral_sc": "ffffff",
            "impassable": self.look.shut[1:],
            "map_width": round(3 * self.width),  # so wide that no order is drawn round the back of the world
            "unit_radius": self.look.radius,
            "order_stroke_width": round(self.look.radius / 5, 2),
            "season_format": {"0": "%S %B"},
            "scoreboard": {"sort": True, "indexes": {"1": "__name__", "2": "__score__"}},
            "delete_layer": ["army", "retreat_army", "fleet", "retreat_fleet"],
            **kept,
            "border_margin_hint": self.kept.margin,
        }

    def players(self) -> dict[str, Any]:
        kept = self.kept.tables("players")
        found = {}
        for power in self.variant.powers:
            entry: dict[str, Any] = {
                "color": self.look.players[power.id][1:],
                "iscc": sum(province.owner == power.id for province in self.variant.centres),
                **{key: value for key, value in kept.get(power.id, {}).items() if key not in ("color", "active")},
            }
            colours = kept.get(power.id, {}).get("color")
            if isinstance(colours, dict):
                entry["color"] = {**colours, "standard": entry["color"]}
            if not power.playable:
                entry["active"] = "false"
            found[self.names.player[power.id]] = entry
        return found

    def provinces(self) -> dict[str, Any]:
        """Overrides of the graph, and those of units and strength that an import kept."""
        found = {label: dict(entry) for label, entry in self.overrides.written().items()}
        for identity, entry in self.kept.tables("overrides").items():
            if identity not in self.names.label:
                continue
            for key, value in entry.items():
                if key == "difficult_adjacency" and isinstance(value, list):
                    value = [self.names.label[place] for place in value if place in self.names.label]  # noqa: PLW2901
                if key not in OURS_OVERRIDE:
                    found.setdefault(self.names.label[identity], {})[key] = value
        return dict(sorted(found.items()))

    def more(self) -> dict[str, Any]:
        return {key: value for key, value in self.kept.table("more_overrides").items() if key != "provinces"}

    # ---- what a person reads

    def readme(self, title: str, verdicts: Iterable[Verdict], limits: Iterable[str]) -> bytes:
        """What the folder is, what it loses, and what is called otherwise than in the variant."""
        variant = self.variant
        lines = [f"# {_line(variant.name)} for {title}", ""]
        lines += [f"Version {_line(variant.version)}. Made by dipmap; edit the sources, not these files.", ""]
        if variant.designers:
            lines += [f"Design: {_line(', '.join(variant.designers))}.", ""]
        if variant.licence:
            lines += [f"Licence: {_line(variant.licence)}.", ""]
        if variant.description:
            lines += [_line(variant.description), ""]
        lines += [
            f"Put the folder under `variants/` of the bot. Delete `assets/{variant.id}_adjacencies.txt` there after"
        ]
        lines += ["every change: the bot keeps what it worked out.", ""]
        by_handling = {handling: [item for item in verdicts if item.handling is handling] for handling in Handling}
        for heading, handling in (
            ("What the bot does not do", Handling.DROPPED),
            ("What it does by other means", Handling.EMULATED),
        ):
            if by_handling[handling]:
                lines += [
                    f"## {heading}",
                    "",
                    *(f"* `{item.rule}`: {_line(item.why)}" for item in by_handling[handling]),
                    "",
                ]
        lines += ["## What holds for every variant", "", *(f"* {_line(limit)}" for limit in limits), ""]
        lines += ["## Players", ""]
        for power in variant.powers:
            lines.append(f"* {self.names.player[power.id]}: `{self.look.players[power.id]}`")
        return ("\n".join(lines).rstrip() + "\n").encode("utf-8", "replace")


def _line(text: str) -> str:
    """A text on one line that begins no mark-up."""
    return re.sub(r"\s+", " ", text).strip()
