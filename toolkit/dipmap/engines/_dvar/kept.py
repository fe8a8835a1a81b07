"""What the reader of a DVAR kept, for its writer: ids, nations, phases, texts and keys that only Diplicity understands.

It comes by way of a file that anybody may have edited: what has the right shape is used, the rest is as if it were not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import Any

from dipmap.engines._dvar.names import (
    COLOUR,
    GREY,
    KNOWN,
    LOCATION,
    NOBODY,
    SLUG,
    Phase,
    nation_ids,
    plain,
    unused,
    variant_id,
)
from dipmap.engines._mapfile.text import standing_units
from dipmap.model import Variant, province_of

DEPTH = 40
_KINDS = ("Movement", "Retreat", "Adjustment")
_FAR = 10**6


@dataclass(frozen=True, eq=False)
class Kept:
    """What was kept of a variant, looked at with care; an empty one says what the variant says."""

    variant: Variant
    given: Mapping[str, Any]

    # ---- ids

    @cached_property
    def variant_id(self) -> str:
        """The id of the document."""
        return self._ids("variant", SLUG.fullmatch).get(self.variant.id) or variant_id(self.variant)

    @cached_property
    def places(self) -> Mapping[str, str]:
        """The id of each location; those of the file where all of them together can be used."""
        locations = [place for item in self.variant.provinces for place in item.locations]
        theirs = {**{place: place for place in locations}, **self._ids("places", LOCATION.fullmatch)}
        found = {place: theirs[place] for place in locations}
        fits = all(
            ("/" in name) == ("/" in place) and province_of(name) == found[province_of(place)]
            for place, name in found.items()
        )
        return found if fits and len(set(found.values())) == len(found) else {place: place for place in locations}

    @cached_property
    def nations(self) -> Mapping[str, str]:
        """The id of each power's nation."""
        own = nation_ids(self.variant)
        theirs = self._ids("nations", SLUG.fullmatch)
        found = {power: theirs.get(power, name) for power, name in own.items()}
        return found if len(set(found.values())) == len(found) else own

    def _ids(self, section: str, fits: Any) -> dict[str, str]:
        found = _table(_table(self.given.get("ids")).get(section))
        return {ours: theirs for ours, theirs in found.items() if isinstance(theirs, str) and fits(theirs)}

    # ---- nations of units that are nobody's

    @cached_property
    def _neutral(self) -> tuple[list[dict[str, Any]], dict[str, str]]:
        taken = set(self.nations.values())
        nations: list[dict[str, Any]] = []
        found: dict[str, str] = {}
        free = [province_of(unit.location) for unit in standing_units(self.variant)]
        for entry in _list(self.given.get("neutral")):
            told = _table(entry)
            identity, name, colour = (told.get(key) for key in ("id", "name", "color"))
            places = [place for place in _list(told.get("places")) if place in free and place not in found]
            if not (isinstance(identity, str) and isinstance(name, str) and isinstance(colour, str) and places):
                continue
            if SLUG.fullmatch(identity) and identity not in taken and plain(name) and COLOUR.fullmatch(colour):
                taken.add(identity)
                nations.append({"id": identity, "name": plain(name), "color": colour, "non_playable": True})
                found |= dict.fromkeys(places, identity)
        if any(place not in found for place in free):
            names = {power.name for power in self.variant.powers} | {nation["name"] for nation in nations}
            identity = unused(NOBODY, taken, "-")
            name = unused(NOBODY.capitalize(), names)
            nations.append({"id": identity, "name": name, "color": GREY, "non_playable": True})
            found |= {place: identity for place in free if place not in found}
        return nations, found

    @property
    def neutral(self) -> list[dict[str, Any]]:
        """The nations of the document that have the units of nobody."""
        return self._neutral[0]

    @property
    def nobody(self) -> Mapping[str, str]:
        """The nation of a unit of nobody, by province."""
        return self._neutral[1]

    # ---- rules

    @property
    def rules(self) -> str:
        """The text of rules that the file had of its own."""
        found = self.given.get("rules")
        return found.strip() if isinstance(found, str) else ""

    @property
    def opening(self) -> str:
        """The season of an opening that no year has; empty where it has no name of its own."""
        found = self.given.get("opening")
        return plain(found) if isinstance(found, str) else ""

    def modifiers(self, own: Iterable[str]) -> list[str]:
        """Modifiers of adjudication after the variant's own."""
        more = [word for word in _list(self.given.get("modifiers")) if isinstance(word, str) and word]
        return list(dict.fromkeys((*own, *more)))

    @property
    def victory(self) -> list[dict[str, Any]]:
        """Ends of a game that dipmap has no words for."""
        found = (_clean(entry) for entry in _list(self.given.get("victory")))
        return [entry for entry in found if isinstance(entry, dict) and isinstance(entry.get("type"), str)]

    def flow(self, needed: Iterable[Phase]) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """The file's phases and its first phase, where they have every phase that the variant's calendar needs."""
        told = _table(self.given.get("flow"))
        progress, first, before = _clean(told.get("phaseProgression")), _table(told.get("phase")), told.get("before")
        if not isinstance(progress, dict) or type(before) is not int or abs(before) > _FAR:
            return None
        seasons = [season for season in _list(progress.get("seasons")) if isinstance(season, str)]
        steps = _list(progress.get("transitions"))
        known: set[Phase] = set()
        for step in steps:
            one, other = (_phase(_table(_table(step).get(end)), seasons) for end in ("from", "to"))
            years = _table(_table(step).get("to")).get("yearDelta")
            if one is None or other is None or type(years) is not int or not 0 <= years <= _FAR:
                return None
            known.add(one)
        start = _phase(first, seasons)
        if start is None or not {start, *needed} <= known:
            return None
        year = self.variant.calendar.first_year - before
        return progress, {"season": start[0], "year": year, "type": start[1]}

    def homes(self, nations: Iterable[str]) -> dict[str, str]:
        """Homes that are no centres, by province, of nations that the document has."""
        known = set(nations)
        return {
            place: nation
            for place, nation in _table(self.given.get("homes")).items()
            if isinstance(nation, str) and nation in known
        }

    def with_others(self, section: str, name: str, told: dict[str, Any]) -> dict[str, Any]:
        """An object of the document with the keys that only Diplicity knows."""
        found = _table(_table(_table(self.given.get("extra")).get(section)).get(name))
        more = {
            key: _clean(value) for key, value in found.items() if isinstance(key, str) and key not in KNOWN[section]
        }
        return {**told, **{key: value for key, value in more.items() if value is not _BROKEN}}


_BROKEN = object()


def _table(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _phase(told: Mapping[str, Any], seasons: Iterable[str]) -> Phase | None:
    season, kind = told.get("season"), told.get("type")
    if isinstance(season, str) and season in seasons and kind in _KINDS:
        return season, kind
    return None


def _clean(value: Any, depth: int = 0) -> Any:
    """A value as JSON has it; `_BROKEN` where it is none, or nested too deep."""
    if depth > DEPTH or (isinstance(value, float) and not isfinite(value)):
        return _BROKEN
    if isinstance(value, Mapping):
        table = {key: _clean(each, depth + 1) for key, each in value.items() if isinstance(key, str)}
        return _BROKEN if any(each is _BROKEN for each in table.values()) else table
    if isinstance(value, list):
        items = [_clean(each, depth + 1) for each in value]
        return _BROKEN if any(each is _BROKEN for each in items) else items
    return value if value is None or isinstance(value, (str, int, float, bool)) else _BROKEN
