"""`variants.xml` of a jDip variant: powers, start, victory, and a description that players read before they choose."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lxml import etree

from dipmap.engines import _jdip_dtd as dtd
from dipmap.engines._engine import Handling, Verdict
from dipmap.engines._jdip_graph import comment
from dipmap.engines._jdip_names import Names, plain
from dipmap.engines._mapfile import SEASONS, first_season, standing_units
from dipmap.engines._rules import beats, years_in_round
from dipmap.model import Calendar, Province, Turn, UnitType, Variant, province_of

UNIT_STYLE = "modern"
"""The set of symbols that jDip is to draw units with, where it has it."""


def begin(variant: Variant) -> tuple[str, int]:
    """The season and the year the game begins in; jDip has no year 0, years before Christ are negative.

    Where there is one movement a year it is fall, so that centres change hands after it.
    """
    season, year = first_season(variant), variant.calendar.first_year
    year = year or -1
    if not season:
        season = "FALL" if beats(variant.calendar).count("M") == 1 else "SPRING"
    if variant.start.opening and season != "WINTER":
        season, year = "WINTER", year - 1 or -1
    return season, year


def game_length(variant: Variant) -> int:
    """After how many years of jDip the game is a draw; 0 for never, and where its years do not fit.

    jDip ends the game after the spring of the year that completes the length, so one year is added: no centre changes
    hands in a spring, and a victory of the last fall comes first.
    """
    calendar, last = variant.calendar, variant.end.last_year
    round_of_turns = years_in_round(calendar) or int(beats(calendar).count("M") == 1)
    if last is None or not round_of_turns:
        return 0
    rounds = max((last - calendar.first_year) // max(calendar.years, 1), 0) + 1
    first = begin(variant)[1]
    year = calendar.first_year or -1
    for _ in range(min(rounds * round_of_turns, 10_000)):
        year = year + 1 or 1
    return year - first + 1


def winning(variant: Variant) -> int:
    """The number of centres that wins; out of reach where something else does."""
    victory, centres = variant.victory, len(variant.centres)
    if victory.by != "centres":
        return centres + 1
    return victory.at_least or centres // 2 + 1


def home_of(variant: Variant, province: Province) -> str | None:
    """The power that may build in a centre: the first whose home it is, else one that may build there all the same."""
    homes = (power.id for power in variant.powers if province.id in power.homes)
    extra = (entry.power for entry in variant.builds.extra if entry.site == province.id)
    return next((power for power in (*homes, *extra) if power in variant.powers_by_id), None)


@dataclass(frozen=True)
class VariantsFile:
    """The file in the making; `parts` are the names of the other files (adjacency, map, thumbnail)."""

    variant: Variant
    names: Names
    verdicts: tuple[Verdict, ...]
    limits: tuple[str, ...]
    parts: tuple[str, str, str]
    kept: Mapping[str, Any]

    def write(self) -> bytes:
        """The bytes of the file, in UTF-8."""
        variant, names = self.variant, self.names
        graph, drawing, thumbnail = self.parts
        root = etree.Element("VARIANTS")
        _text(root, _said(f"{names.variant}, made by dipmap"))
        style = self.kept.get("unit_style")
        style = plain(style) if isinstance(style, str) else UNIT_STYLE
        named = {"id": "map", "title": names.variant, "URI": drawing, "thumbURI": thumbnail}
        _text(etree.SubElement(root, "MAP_DEFINITION", {**named, "preferredUnitStyle": style}), self._map_told())
        held = etree.SubElement(root, "VARIANT", {"name": names.variant, "version": names.version, "default": "false"})
        _text(held, self.description())
        graphic = etree.SubElement(held, "MAP", {"adjacencyURI": graph})
        etree.SubElement(graphic, "MAP_GRAPHIC", {"ref": "map", "default": "true", "preferredUnitStyle": style})
        sites = "ANY_OWNED" if variant.builds.sites == "owned" else "HOME_ONLY"
        options = etree.SubElement(held, "RULEOPTIONS")
        etree.SubElement(options, "RULEOPTION", {"name": "OPTION_BUILDS", "value": f"VALUE_BUILDS_{sites}"})
        for element in (*self._powers(), self._time(), self._victory(), *self._centres(), *self._units()):
            held.append(element)
        text: bytes = etree.tostring(root, encoding="UTF-8", pretty_print=True)
        told = comment(self.header())
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{dtd.VARIANTS}\n{told}\n'.encode() + text

    # ---- the game

    def _powers(self) -> Iterator[etree._Element]:
        names = self.names
        for power in self.variant.powers:
            yield etree.Element(
                "POWER",
                {
                    "name": names.power[power.id],
                    "active": str(power.playable).lower(),
                    "adjective": names.adjective[power.id],
                    "altnames": ", ".join(names.others[power.id]),
                },
            )
        if standing_units(self.variant):
            nobody = {"name": names.nobody, "active": "false", "adjective": names.nobody, "altnames": ""}
            yield etree.Element("POWER", nobody)

    def _time(self) -> etree._Element:
        season, year = begin(self.variant)
        phase = "Adjustment" if season == "WINTER" else "Movement"
        told = f"{season.capitalize()}, {abs(year)}{' BC' if year < 0 else ''}, {phase}"
        return etree.Element("STARTINGTIME", {"turn": told, "allowBCYears": str(year < 0).lower()})

    def _victory(self) -> etree._Element:
        element = etree.Element("VICTORYCONDITIONS")
        quiet = self.kept.get("years_without_capture")
        values = {
            "WINNING_SUPPLY_CENTERS": winning(self.variant),
            "YEARS_WITHOUT_SC_CAPTURE": quiet if isinstance(quiet, int) and 0 < quiet < 10_000 else 0,
            "GAME_LENGTH": game_length(self.variant),
        }
        for name, value in values.items():
            if value:
                etree.SubElement(element, name, {"value": str(value)})
        return element

    def _centres(self) -> Iterator[etree._Element]:
        names = self.names
        held = {province_of(unit.location) for unit in standing_units(self.variant)}
        for province in self.variant.centres:
            home = home_of(self.variant, province)
            owner = names.power[province.owner] if province.owner else names.nobody if province.id in held else "none"
            yield etree.Element(
                "SUPPLYCENTER",
                {
                    "province": names.code[province.id],
                    "homepower": names.power[home] if home else "none",
                    "owner": owner,
                },
            )

    def _units(self) -> Iterator[etree._Element]:
        names = self.names
        crowded: set[str] = set()
        units = [*self.variant.start.units, *self.variant.standing_units]
        for unit in units:
            place = province_of(unit.location)
            if place in crowded:
                continue
            crowded.add(place)
            values = {
                "province": names.code[place],
                "power": names.power[unit.power] if unit.power else names.nobody,
                "unit": unit.type.value,
            }
            if unit.type is UnitType.FLEET and "/" in unit.location:
                values["unitcoast"] = names.code[unit.location].partition("/")[2]
            yield etree.Element("INITIALSTATE", values)

    # ---- words

    def header(self) -> str:
        """What the package is, without a date."""
        variant = self.variant
        lines = [f"{variant.name}, version {variant.version}"]
        if variant.designers:
            lines.append(f"Designed by {', '.join(variant.designers)}")
        if variant.licence:
            lines.append(f"Licence: {variant.licence}")
        return "\n".join((*lines, "For jDip, made by dipmap"))

    def _map_told(self) -> str:
        by = f" Designed by {', '.join(self.variant.designers)}." if self.variant.designers else ""
        return _said(f"The map of {self.variant.name}.{by}")

    def description(self) -> str:
        """The variant for players, as HTML: what it is, what jDip plays otherwise, and the names it uses."""
        variant, names = self.variant, self.names
        parts = [f"<p>{_said(line)}</p>" for line in self.header().splitlines()]
        if variant.description:
            parts.insert(1, f"<p>{_said(variant.description)}</p>")
        for handling, title in (
            (Handling.DROPPED, "Rules of the variant that jDip does not have"),
            (Handling.EMULATED, "Rules that jDip plays by other means"),
        ):
            found = [verdict for verdict in self.verdicts if verdict.handling is handling]
            told = (f"{v.rule}{' (changes play)' if v.changes_play else ''}: {v.why}" for v in found)
            parts += _list(title, told)
        parts += _list("Of every game in jDip", self.limits)
        turns = list(_turns(variant.calendar))
        if any(season != turn for season, turn in turns):
            parts += _list("Turns: season of jDip, turn of the variant", (f"{one}: {other}" for one, other in turns))
        called = [power for power in variant.powers if names.power[power.id] != power.name]
        parts += _list("Powers", (f"{names.power[power.id]}: {power.name}" for power in called))
        return "\n".join(parts)


def _turns(calendar: Calendar) -> Iterator[tuple[str, str]]:
    """The turns of a round with the seasons of jDip that they are; none where the calendar does not fit."""
    if not years_in_round(calendar):
        return
    done = 0
    for turn in calendar.turns:
        if _beats(turn):
            of = f" of year {done // 4 + 1}" if years_in_round(calendar) > 1 else ""
            yield SEASONS[done % 4].capitalize() + of, turn.name
        done += _beats(turn)


def _beats(turn: Turn) -> int:
    return ("movement" in turn.phases) + turn.ownership + turn.adjustment


def _list(title: str, lines: Iterable[str]) -> list[str]:
    found = [f"<li>{_said(line)}</li>" for line in lines]
    return [f"<h2>{_said(title)}</h2>", "<ul>", *found, "</ul>"] if found else []


def _said(text: str) -> str:
    return html.escape(plain(text), quote=False)


def _text(parent: etree._Element, text: str) -> None:
    """A description: jDip reads the first node alone, so all of it is one section."""
    etree.SubElement(parent, "DESCRIPTION").text = etree.CDATA(text)
