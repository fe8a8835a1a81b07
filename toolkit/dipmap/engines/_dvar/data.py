"""The DVAR document of a variant: ids, phases, graph and start as Diplicity's upload takes them.

An edge stands at both its ends with the same `pass`; a province of several coasts is of the type land and its coasts
carry the fleets' edges; a province nobody may enter is left out. What a game does between two phases follows from the
phases: centres change hands, and a winner is looked for, on the way into an adjustment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dipmap.engines._dvar.kept import Kept
from dipmap.engines._dvar.names import (
    BUILD_ANYWHERE,
    COLOUR,
    GREY,
    OPENING,
    REBUILD,
    Phase,
    no_description,
    plain,
    unused,
)
from dipmap.engines._engine import Handling, Verdict
from dipmap.engines._mapfile.text import standing_units, stands
from dipmap.model import Adjacency, Kind, Power, Province, Unit, UnitType, Variant, province_of

_TYPES = {"movement": "Movement", "retreat": "Retreat", "adjustment": "Adjustment"}


# ---- phases


@dataclass(frozen=True)
class Phases:
    """The turns of a variant as a round of phases; `called` is the season of an opening that no round has."""

    variant: Variant
    called: str = ""

    @cached_property
    def seasons(self) -> Mapping[str, str]:
        """The season of each turn: its name, with a number where another turn has it."""
        found: dict[str, str] = {}
        for turn in self.variant.calendar.turns:
            word = plain(turn.name) or turn.id
            found[turn.id] = unused(word, found.values())
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
        before = (self.first - 1) % max(1, len(self.round))
        if self.round and self.round[before][1] == "Adjustment" and self.after(before) == (self.first, first - year):
            return self.round[before], year
        return (unused(self.called or OPENING, self.seasons.values()), "Adjustment"), year

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


def document(
    variant: Variant, kept: Kept, verdicts: Iterable[Verdict], limits: Iterable[str], *, drawn: bool
) -> dict[str, Any]:
    """The DVAR of a variant without problems, in the order of keys that the format describes."""
    writer = _Document(variant, kept)
    name = plain(variant.name) or kept.variant_id
    progress, first = writer.flow()
    own = [BUILD_ANYWHERE] * (variant.builds.sites == "owned") + [REBUILD] * rebuilt(variant)
    modifiers = kept.modifiers(own)
    told: dict[str, Any] = {
        "schemaVersion": 1,
        "id": kept.variant_id,
        "name": name,
        "description": plain(variant.description) or no_description(name),
        "author": plain(", ".join(variant.designers)) or "unknown",
        "rules": "\n\n".join(filter(None, (kept.rules, rules(variant, verdicts, limits, drawn=drawn)))),
        "victoryConditions": [
            *(kept.with_others("victoryConditions", each["type"], each) for each in victories(variant)),
            *kept.victory,
        ],
    }
    if modifiers:
        told["adjudicationModifiers"] = modifiers
    told["phaseProgression"] = progress
    told["nations"] = [*(writer.nation(power) for power in variant.powers), *kept.neutral]
    told["provinces"] = [writer.province(item) for item in entered(variant)]
    told["namedCoasts"] = [coast for item in entered(variant) for coast in writer.coasts(item)]
    told["initialState"] = kept.with_others("initialState", "state", writer.state(first))
    return kept.with_others("document", "document", told)


@dataclass(frozen=True)
class _Document:
    """The parts of a document."""

    variant: Variant
    kept: Kept

    def flow(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """What follows what, and the first phase: as the file had it where a calendar could not hold it."""
        phases = Phases(self.variant, self.kept.opening)
        needed = [*phases.round, *([phases.opening[0]] if phases.opening else [])]
        return self.kept.flow(needed) or (phases.document(), phases.start())

    def nation(self, power: Power) -> dict[str, Any]:
        identity = self.kept.nations[power.id]
        colour = power.colour if COLOUR.fullmatch(power.colour) else GREY
        told = {"id": identity, "name": plain(power.name) or identity, "color": colour}
        idle = {} if power.playable else {"non_playable": True}
        return self.kept.with_others("nations", power.id, {**told, **idle})

    @cached_property
    def homes(self) -> Mapping[str, str]:
        """The nation whose home a province is."""
        nations = self.kept.nations
        found = {place: nations[power] for place, power in homes(self.variant).items()}
        if rebuilt(self.variant):
            found.update(self.kept.nobody)
        return {**self.kept.homes(nations.values()), **found}

    def province(self, province: Province) -> dict[str, Any]:
        told: dict[str, Any] = {
            "id": self.kept.places[province.id],
            "name": plain(province.name) or province.id,
            "type": kind(province),
            "supplyCenter": province.centre,
        }
        if province.id in self.homes:
            told["homeNation"] = self.homes[province.id]
        told["adjacencies"] = self.edges(province.id)
        return self.kept.with_others("provinces", province.id, told)

    def coasts(self, province: Province) -> Iterator[dict[str, Any]]:
        name = plain(province.name) or province.id
        for coast, place in zip(province.coasts, province.locations[1:], strict=True):
            told = {
                "id": self.kept.places[place],
                "name": f"{name} ({plain(coast.name) or coast.id})",
                "parentProvince": self.kept.places[province.id],
                "adjacencies": self.edges(place),
            }
            yield self.kept.with_others("namedCoasts", place, told)

    @cached_property
    def _ways(self) -> Mapping[str, list[tuple[str, str]]]:
        found: dict[str, list[tuple[str, str]]] = {}
        for (one, to), units in graph(self.variant).passes.items():
            found.setdefault(one, []).append((to, units))
        return found

    def edges(self, place: str) -> list[dict[str, Any]]:
        return [
            self.kept.with_others("edges", f"{place}>{to}", {"to": self.kept.places[to], "pass": units})
            for to, units in self._ways.get(place, ())
        ]

    def state(self, first: dict[str, Any]) -> dict[str, Any]:
        """The position at the start."""
        variant, kept = self.variant, self.kept
        owners = {item.id: kept.nations[item.owner] for item in variant.centres if item.owner}
        for place, nation in kept.nobody.items():
            if variant.by_id[place].centre:
                owners.setdefault(place, nation)
        units = (*(unit for unit in variant.start.units if unit.power), *standing_units(variant))
        return {
            "phase": kept.with_others("phase", "phase", first),
            "units": [self.unit(unit) for unit in units],
            "supplyCenters": [
                kept.with_others("supplyCenters", place, {"nation": owners[place], "province": kept.places[place]})
                for place in sorted(owners)
            ],
        }

    def unit(self, unit: Unit) -> dict[str, Any]:
        kept, province = self.kept, province_of(unit.location)
        told = {
            "nation": kept.nations[unit.power] if unit.power else kept.nobody[province],
            "type": unit.type.value.capitalize(),
            "location": kept.places[unit.location if unit.type is UnitType.FLEET else province],
        }
        return kept.with_others("units", province, told)


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
