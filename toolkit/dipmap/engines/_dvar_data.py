"""The DVAR document of a variant: ids, phases, graph and start as Diplicity's upload takes them.

An edge stands at both its ends with the same `pass`; a province of several coasts is of the type land and its coasts
carry the fleets' edges; a province nobody may enter is left out. What a game does between two phases follows from the
phases: centres change hands, and a winner is looked for, on the way into an adjustment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any

from dipmap.engines._engine import Handling, Verdict
from dipmap.engines._mapfile import standing_units, stands
from dipmap.engines._rules import listed
from dipmap.model import Adjacency, Kind, Power, Province, UnitType, Variant, province_of

BUILD_ANYWHERE = "allow-builds-in-non-home-centers"
REBUILD = "neutral-nations-auto-build"
GREY = "#8c8880"

_TYPES = {"movement": "Movement", "retreat": "Retreat", "adjustment": "Adjustment"}
_SLUG = re.compile("[^a-z0-9]+")

Phase = tuple[str, str]
"""A season and a type: `("Spring", "Movement")`."""


# ---- names


def slug(text: str) -> str:
    """A text as small letters, digits and hyphens; empty where it has none."""
    return _SLUG.sub("-", text.lower()).strip("-")


def variant_id(variant: Variant) -> str:
    """The id of the document, which also names its files."""
    return slug(variant.id) or slug(variant.name) or "variant"


def plain(text: str) -> str:
    """A text on one line without what is no character for reading."""
    return " ".join("".join(character if character.isprintable() else " " for character in text).split())


def nation_ids(variant: Variant) -> dict[str, str]:
    """The id of each power's nation, no two alike."""
    found: dict[str, str] = {}
    for power in variant.powers:
        found[power.id] = _free(slug(power.id) or slug(power.name) or "nation", found.values())
    return found


def _free(word: str, taken: Iterable[str]) -> str:
    known = set(taken)
    return next(name for name in (word, *(f"{word}-{n}" for n in range(2, len(known) + 3))) if name not in known)


def nobody_id(variant: Variant) -> str:
    """The id of the nation that has the units of nobody."""
    return _free("nobody", nation_ids(variant).values())


# ---- phases


@dataclass(frozen=True)
class Phases:
    """The turns of a variant as a round of phases."""

    variant: Variant

    @cached_property
    def seasons(self) -> Mapping[str, str]:
        """The season of each turn: its name, with a number where another turn has it."""
        found: dict[str, str] = {}
        for turn in self.variant.calendar.turns:
            word = plain(turn.name) or turn.id
            taken = set(found.values())
            words = (word, *(f"{word} {n}" for n in range(2, len(taken) + 3)))
            found[turn.id] = next(name for name in words if name not in taken)
        return found

    @cached_property
    def _laid_out(self) -> tuple[tuple[Phase, ...], int]:
        found: list[Phase] = []
        start = 0
        retreats = self.variant.retreats == "normal"
        for turn in self.variant.calendar.turns:
            if turn.id == self.variant.calendar.first_turn:
                start = len(found)
            kinds = [kind for kind in turn.phases if kind in _TYPES and (retreats or kind != "retreat")]
            found += [(self.seasons[turn.id], _TYPES[kind]) for kind in kinds]
        return tuple(found), start % max(1, len(found))

    @property
    def round(self) -> tuple[Phase, ...]:
        """One round in order."""
        return self._laid_out[0]

    @property
    def first(self) -> int:
        """The place of the first turn's first phase in the round."""
        return self._laid_out[1]

    def after(self, place: int) -> tuple[int, int]:
        """The place that follows one in the round, and how many years later it is."""
        follows = (place + 1) % len(self.round)
        return follows, max(0, self.variant.calendar.years) if follows == 0 else 0

    @cached_property
    def opening(self) -> tuple[Phase, int] | None:
        """The phase and year of the adjustment before the first turn.

        It is the adjustment that comes before the first turn in every round, where the years fit; else one of its own.
        """
        given, first = self.variant.start.opening, self.variant.calendar.first_year
        if given is None:
            return None
        year = min(first, given.year if given.year is not None else first - 1)
        before = (self.first - 1) % len(self.round)
        if self.round[before][1] == "Adjustment" and self.after(before) == (self.first, first - year):
            return self.round[before], year
        return (_unused("Opening", self.seasons.values()), "Adjustment"), year

    def document(self) -> dict[str, Any]:
        """The seasons that have a phase, and what follows what."""
        steps = []
        for place, phase in enumerate(self.round):
            follows, years = self.after(place)
            steps.append(_transition(phase, self.round[follows], years))
        used = [season for season, _ in self.round]
        if self.opening and self.opening[0] not in self.round:
            phase, year = self.opening
            used.append(phase[0])
            steps.append(_transition(phase, self.round[self.first], self.variant.calendar.first_year - year))
        return {"seasons": list(dict.fromkeys(used)), "transitions": steps}

    def start(self) -> dict[str, Any]:
        """The phase a game begins in."""
        phase, year = self.opening or (self.round[self.first], self.variant.calendar.first_year)
        return {"season": phase[0], "year": year, "type": phase[1]}


def _unused(word: str, taken: Iterable[str]) -> str:
    known = set(taken)
    return next(name for n in count(1) if (name := word if n == 1 else f"{word} {n}") not in known)


def _transition(one: Phase, other: Phase, years: int) -> dict[str, Any]:
    return {
        "from": {"season": one[0], "type": one[1]},
        "to": {"season": other[0], "type": other[1], "yearDelta": years},
    }


# ---- the graph


@dataclass(frozen=True)
class Graph:
    """The edges a document can hold. `passes` maps an ordered pair of locations to army, fleet or both; `opened` are
    one-way edges whose way back is written too.
    """

    passes: Mapping[tuple[str, str], str]
    opened: tuple[Adjacency, ...]


def graph(variant: Variant) -> Graph:
    """Every edge but passages by consent: armies between provinces, fleets between locations."""
    steps: dict[UnitType, set[tuple[str, str]]] = {unit: set() for unit in UnitType}
    oneway: list[tuple[Adjacency, UnitType, tuple[str, str]]] = []
    for edge in variant.adjacency:
        if edge.kind is Kind.PERMISSION:
            continue
        for unit in UnitType:
            if not (edge.units.army if unit is UnitType.ARMY else edge.units.fleet):
                continue
            if not all(stands(variant.by_id[province_of(place)], unit) for place in (edge.a, edge.b)):
                continue
            a, b = (province_of(place) if unit is UnitType.ARMY else place for place in (edge.a, edge.b))
            steps[unit].add((a, b))
            if edge.oneway:
                oneway.append((edge, unit, (a, b)))
            else:
                steps[unit].add((b, a))
    opened = tuple(dict.fromkeys(edge for edge, unit, (a, b) in oneway if (b, a) not in steps[unit]))
    army, fleet = ({*found, *((b, a) for a, b in found)} for found in steps.values())
    passes = {pair: "both" if pair in army and pair in fleet else "army" if pair in army else "fleet"
              for pair in sorted(army | fleet)}  # fmt: skip
    return Graph(passes, opened)


def kind(province: Province) -> str:
    """The type of a province, which says who may stand there: `coastal` takes both units and never convoys."""
    if province.coasts or not stands(province, UnitType.FLEET):
        return "land"
    return "coastal" if stands(province, UnitType.ARMY) else "sea"


def entered(variant: Variant) -> list[Province]:
    """The provinces of the document: those that anybody may enter."""
    units = tuple(UnitType)
    return [province for province in variant.provinces if any(stands(province, unit) for unit in units)]


def homes(variant: Variant) -> dict[str, str]:
    """The power whose home a centre is, by province: one at most. Extra build sites count where nobody has them."""
    found: dict[str, str] = {}
    for power in variant.powers:
        for home in power.homes:
            if home in variant.by_id and variant.by_id[home].centre:
                found.setdefault(home, power.id)
    if variant.builds.sites == "homes":
        for entry in variant.builds.extra:
            if entry.power in variant.powers_by_id and entry.site in variant.by_id:
                found.setdefault(entry.site, entry.power)
    return {place: power for place, power in found.items() if variant.by_id[place].centre}


def rebuilt(variant: Variant) -> bool:
    """Whether units of nobody come back by the engine's own rule, which is one for all nations that nobody plays."""
    wanted = variant.options.get("standing_rebuilt", "").lower() == "true"
    return wanted and bool(standing_units(variant)) and all(power.playable for power in variant.powers)


# ---- the document


def document(variant: Variant, verdicts: Iterable[Verdict], limits: Iterable[str], *, drawn: bool) -> dict[str, Any]:
    """The DVAR of a variant without problems, in the order of keys that the format describes."""
    phases, board = Phases(variant), graph(variant)
    nation, nobody = nation_ids(variant), nobody_id(variant)
    home = {place: nation[power] for place, power in homes(variant).items()}
    standing = standing_units(variant)
    if rebuilt(variant):
        home.update({province_of(unit.location): nobody for unit in standing})
    modifiers = [BUILD_ANYWHERE] * (variant.builds.sites == "owned") + [REBUILD] * rebuilt(variant)
    told: dict[str, Any] = {
        "schemaVersion": 1,
        "id": variant_id(variant),
        "name": plain(variant.name) or variant_id(variant),
        "description": plain(variant.description)
        or f"{plain(variant.name) or variant_id(variant)}, a Diplomacy variant.",
        "author": plain(", ".join(variant.designers)) or "unknown",
        "rules": rules(variant, verdicts, limits, drawn=drawn),
        "victoryConditions": list(victories(variant)),
    }
    if modifiers:
        told["adjudicationModifiers"] = modifiers
    told["phaseProgression"] = phases.document()
    told["nations"] = [_nation(power, nation[power.id]) for power in variant.powers]
    if standing:
        told["nations"].append({"id": nobody, "name": _nobody_name(variant), "color": GREY, "non_playable": True})
    told["provinces"] = [_province(item, board, home.get(item.id)) for item in entered(variant)]
    told["namedCoasts"] = [coast for item in entered(variant) for coast in _coasts(item, board)]
    owners = {item.id: nation[item.owner] for item in variant.centres if item.owner}
    for unit in standing:
        place = variant.by_id[province_of(unit.location)]
        if place.centre:
            owners.setdefault(place.id, nobody)
    told["initialState"] = {
        "phase": phases.start(),
        "units": [
            {
                "nation": nation[unit.power] if unit.power else nobody,
                "type": unit.type.value.capitalize(),
                "location": unit.location if unit.type is UnitType.FLEET else province_of(unit.location),
            }
            for unit in (*(unit for unit in variant.start.units if unit.power), *standing)
        ],
        "supplyCenters": [{"nation": owners[place], "province": place} for place in sorted(owners)],
    }
    return told


def _nation(power: Power, identity: str) -> dict[str, Any]:
    colour = power.colour if re.fullmatch("#[0-9A-Fa-f]{6}", power.colour) else GREY
    told = {"id": identity, "name": plain(power.name) or identity, "color": colour}
    return told if power.playable else {**told, "non_playable": True}


def _nobody_name(variant: Variant) -> str:
    return _unused("Nobody", (power.name for power in variant.powers))


def _province(province: Province, board: Graph, home: str | None) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": province.id,
        "name": plain(province.name) or province.id,
        "type": kind(province),
        "supplyCenter": province.centre,
    }
    if home:
        told["homeNation"] = home
    return {**told, "adjacencies": _edges(province.id, board)}


def _coasts(province: Province, board: Graph) -> Iterator[dict[str, Any]]:
    name = plain(province.name) or province.id
    for coast, place in zip(province.coasts, province.locations[1:], strict=True):
        yield {
            "id": place,
            "name": f"{name} ({plain(coast.name) or coast.id})",
            "parentProvince": province.id,
            "adjacencies": _edges(place, board),
        }


def _edges(place: str, board: Graph) -> list[dict[str, str]]:
    return [{"to": to, "pass": units} for (one, to), units in board.passes.items() if one == place]


def victories(variant: Variant) -> Iterator[dict[str, Any]]:
    """The ends of a game: a number of centres, out of reach where centres do not decide, and a last year."""
    victory = variant.victory
    counted = victory.by == "centres" and victory.at_least > 0
    yield {
        "type": "supply-center-majority",
        "supplyCenters": victory.at_least if counted else len(variant.centres) + 1,
    }
    if variant.end.last_year is not None:
        result = "most-supply-centers" if variant.end.result == "most-wins" and counted else "shared-draw"
        yield {"type": "timed-resolution", "year": variant.end.last_year, "resolution": result}


def rules(variant: Variant, verdicts: Iterable[Verdict], limits: Iterable[str], *, drawn: bool) -> str:
    """The text that players read: what the game loses here, what it does by other means, what no program watches."""
    lines = [f"{plain(variant.name)}, version {plain(variant.version)}. Made by dipmap."]
    if variant.licence:
        lines.append(f"Licence: {plain(variant.licence)}.")
    if not drawn:
        lines.append("Made without the drawing of the package: the map is a table of boxes.")
    found = list(verdicts)
    if variant.end.last_year is not None:
        lines.append(f"The last year, {variant.end.last_year}, is written down, but nothing ends the game there.")
    if variant.victory.by != "centres":
        lines.append("Points win, and nothing here counts them: the number of centres is set out of reach.")
    elif not variant.victory.at_least:
        lines.append("No number of centres wins: the one that is written down is out of reach.")
    for handling, title in (
        (Handling.DROPPED, "Rules of the variant that are not played here:"),
        (Handling.EMULATED, "Rules that are played by other means:"),
    ):
        some = [verdict for verdict in found if verdict.handling is handling]
        if some:
            lines += ["", title]
            for verdict in some:
                loss = " (changes play)" if verdict.changes_play else ""
                lines.append(f"- {verdict.rule}{loss}: {plain(verdict.why)}")
    lines += ["", "Of every game here:", *(f"- {limit}" for limit in limits)]
    return "\n".join(lines)


def changed_ids(variant: Variant) -> str:
    """Ids that had to change, in a row; empty where none had."""
    pairs = [(variant.id, variant_id(variant)), *nation_ids(variant).items()]
    return listed(f"{old} is {new}" for old, new in pairs if old != new)
