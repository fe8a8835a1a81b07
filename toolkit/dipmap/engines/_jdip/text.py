"""`variants.xml` of a jDip variant: powers, start, victory, and a description that players read before they choose."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lxml import etree

from dipmap.engines._engine import Handling, Verdict
from dipmap.engines._jdip import dtd
from dipmap.engines._jdip.graph import comment
from dipmap.engines._jdip.names import Names, plain
from dipmap.engines._mapfile.text import SEASONS, first_season
from dipmap.engines._rules import beats, years_in_round
from dipmap.engines._standing import standing_units
from dipmap.model import Calendar, Province, Turn, UnitType, Variant, province_of

UNIT_STYLE = "modern"
"""The set of symbols that jDip is to draw units with, where it has it."""
MADE_BY = "For jDip, made by dipmap"
DESIGNED = "Designed by "
LICENCE = "Licence: "
BEGIN, END = "<!-- the variant -->", "<!-- /the variant -->"
"""What stands around the variant's own words in a description, so that a reader finds them again."""
LONGEST = 20_000
"""Letters of a description that somebody wrote."""
BUILDS = "OPTION_BUILDS"
ANY_IF_HOME = "VALUE_BUILDS_ANY_IF_HOME_OWNED"
"""Builds in any owned centre for who has a home left: kept of an import, for dipmap does not know it."""
OPTIONS = {
    "OPTION_WINGS": ("VALUE_WINGS_DISABLED", "VALUE_WINGS_ENABLED"),
    "OPTION_CONVOYED_MOVES": ("VALUE_PATHS_EITHER", "VALUE_PATHS_EXPLICIT", "VALUE_PATHS_IMPLICIT"),
}
"""Further options of rules and their values, the one that jDip takes by itself first."""
_TAG = re.compile(r"<[^<>]*>")
_INLINE = re.compile(r"</?(?:b|i|u|em|strong|code|span|font|a)(?:\s[^<>]*)?>", re.IGNORECASE)


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
        names = self.names
        graph, drawing, thumbnail = self.parts
        root = etree.Element("VARIANTS")
        _text(root, _said(f"{names.variant}, made by dipmap"))
        style = self._kept_text("unit_style") or UNIT_STYLE
        named = {"id": "map", "title": names.variant, "URI": drawing, "thumbURI": thumbnail}
        _text(etree.SubElement(root, "MAP_DEFINITION", {**named, "preferredUnitStyle": style}), self._map_told())
        held = etree.SubElement(root, "VARIANT", {"name": names.variant, "version": names.version, "default": "false"})
        _text(held, self.description())
        graphic = etree.SubElement(held, "MAP", {"adjacencyURI": graph})
        etree.SubElement(graphic, "MAP_GRAPHIC", {"ref": "map", "default": "true", "preferredUnitStyle": style})
        if self._kept_text("aliases"):
            held.set("aliases", self._kept_text("aliases"))
        options = etree.SubElement(held, "RULEOPTIONS")
        for name, value in self._options().items():
            etree.SubElement(options, "RULEOPTION", {"name": name, "value": value})
        for element in (*self._powers(), self._time(), self._victory(), *self._centres(), *self._units()):
            held.append(element)
        text: bytes = etree.tostring(root, encoding="UTF-8", pretty_print=True)
        told = comment(self.header())
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{dtd.VARIANTS}\n{told}\n'.encode() + text

    def _kept_text(self, name: str) -> str:
        value = self.kept.get(name)
        return plain(value) if isinstance(value, str) else ""

    def _kept_years(self, name: str) -> int:
        value = self.kept.get(name)
        return value if type(value) is int and 0 < value <= 10_000 else 0

    # ---- the game

    def _options(self) -> dict[str, str]:
        kept = self.kept.get("options")
        kept = kept if isinstance(kept, Mapping) else {}
        owned = self.variant.builds.sites == "owned"
        builds = "VALUE_BUILDS_ANY_OWNED" if owned else "VALUE_BUILDS_HOME_ONLY"
        if owned and kept.get(BUILDS) == ANY_IF_HOME:
            builds = ANY_IF_HOME
        return {BUILDS: builds, **{name: kept[name] for name, values in OPTIONS.items() if kept.get(name) in values}}

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
        quiet = self._kept_years("years_without_capture")
        length = game_length(self.variant) or self._kept_years("game_length")
        # a file may say that no number of centres wins; ours has to name one, and then it names all of them
        unwon = self.kept.get("no_winning_number") is True and (quiet or length)
        every = self.variant.victory.at_least == len(self.variant.centres)
        values = {
            "WINNING_SUPPLY_CENTERS": 0 if unwon and every else winning(self.variant),
            "YEARS_WITHOUT_SC_CAPTURE": quiet,
            "GAME_LENGTH": length,
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
            lines.append(f"{DESIGNED}{', '.join(variant.designers)}")
        if variant.licence:
            lines.append(f"{LICENCE}{variant.licence}")
        return "\n".join((*lines, MADE_BY))

    def _map_told(self) -> str:
        by = f" Designed by {', '.join(self.variant.designers)}." if self.variant.designers else ""
        return _said(f"The map of {self.variant.name}.{by}")

    def description(self) -> str:
        """The variant for players, as HTML: what it is, what jDip plays otherwise, and the names it uses."""
        variant, names = self.variant, self.names
        parts = [f"<p>{_said(line)}</p>" for line in self.header().splitlines()]
        parts.insert(1, f"{BEGIN}{self._own_words()}{END}")
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

    def _own_words(self) -> str:
        """The variant's description; in the words of an import where they still say the same."""
        kept, own = self.kept.get("description"), plain(self.variant.description)
        if isinstance(kept, str) and words_of(kept) == own and not any(part in kept for part in (BEGIN, END, "]]>")):
            return lines_of(kept)
        return f"<p>{_said(own)}</p>" if own else ""


def words_of(text: str) -> str:
    """The words of a text in HTML, on one line."""
    return plain(html.unescape(_TAG.sub(" ", _INLINE.sub("", text[:LONGEST]))))


def lines_of(text: str) -> str:
    """A text in HTML line by line, without the characters that XML cannot hold."""
    return "\n".join(filter(None, map(plain, text[:LONGEST].splitlines())))


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
