"""What the judge looks up in a variant, made once per package: steps, reaches, gates, waters, room, and the rule choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from dipmap.judge.errors import JudgeError
from dipmap.judge.state import ARMY, FLEET
from dipmap.model import Kind, Province, UnitType, Variant
from dipmap.model.options import OPTIONS, chosen
from dipmap.visible import shortened

UNIT_TYPES = {ARMY: UnitType.ARMY, FLEET: UnitType.FLEET}
LETTERS = {UnitType.ARMY: ARMY, UnitType.FLEET: FLEET}

Steps = dict[str, dict[str, frozenset[str]]]


class Gate(NamedTuple):
    """A passage by consent, in one direction: who may use it, and the province of its keeper."""

    a: str
    b: str
    keeper: str


class Board:
    """The indices of one variant under one choice of rules. Everything here is read and never changed.

    `step[type][location]` are the locations a unit can enter by an ordinary move, `reach[type][location]` the provinces
    these lie in (into which it can support), `gates[type][(from, to)]` the steps that need consent. `waters[province]` are
    the convoying provinces from which an army can be taken aboard there, `landings[sea]` the provinces armies can be landed
    in from one, `lanes[sea]` the convoying provinces that follow it in a chain (`gated_lanes` those through a gate).
    """

    def __init__(self, variant: Variant, options: Mapping[str, str] | None = None) -> None:
        self.variant = variant
        given = dict(variant.options) | {name: str(value).lower() for name, value in (options or {}).items()}
        for name, value in given.items():
            if name not in OPTIONS:
                raise JudgeError(f"there is no rule choice called {shortened(name)}")
            if value not in OPTIONS[name].values:
                raise JudgeError(f"{name} cannot be {shortened(value)}")
        self.options = {name: chosen(given, name) for name in OPTIONS}
        self.provinces: dict[str, Province] = {p.id: p for p in variant.provinces if not p.impassable}
        self.province: dict[str, str] = {location: p.id for p in self.provinces.values() for location in p.locations}
        self.capacity: dict[str, int] = {p.id: p.capacity for p in self.provinces.values()}
        self.shared = frozenset(p.id for p in self.provinces.values() if p.capacity > 1)
        self.unmixed = frozenset(p.id for p in self.provinces.values() if p.capacity > 1 and not p.mixed)
        self.convoying = frozenset(p.id for p in self.provinces.values() if p.convoys and p.fleets)
        self.admits = {
            ARMY: frozenset(p.id for p in self.provinces.values() if p.armies),
            FLEET: frozenset(p.id for p in self.provinces.values() if p.fleets),
        }
        self.powers = tuple(power.id for power in variant.powers)
        self.centres = frozenset(province.id for province in variant.centres)
        self._join()
        self._launch()

    def _join(self) -> None:
        step: dict[str, dict[str, set[str]]] = {ARMY: {}, FLEET: {}}
        self.gates: dict[str, dict[tuple[str, str], Gate]] = {ARMY: {}, FLEET: {}}
        for edge in self.variant.adjacency:
            ways = [(edge.a, edge.b)] if edge.oneway else [(edge.a, edge.b), (edge.b, edge.a)]
            for letter, kind in UNIT_TYPES.items():
                if not (edge.units.army if kind is UnitType.ARMY else edge.units.fleet):
                    continue
                for a, b in ways:
                    if a not in self.province or b not in self.province:
                        continue
                    if edge.kind is Kind.PERMISSION and edge.keeper:
                        self.gates[letter][a, b] = Gate(a, b, edge.keeper)
                    elif self.province[b] in self.admits[letter]:
                        step[letter].setdefault(a, set()).add(b)
        # what has an ordinary way as well needs no consent
        for letter, gates in self.gates.items():
            self.gates[letter] = {
                way: gate for way, gate in gates.items() if way[1] not in step[letter].get(way[0], ())
            }
        self.step: Steps = {
            letter: {place: frozenset(step[letter].get(place, ())) for place in self.province} for letter in step
        }
        self.reach: Steps = {
            letter: {place: frozenset(self.province[end] for end in ends) for place, ends in steps.items()}
            for letter, steps in self.step.items()
        }

    def _launch(self) -> None:
        waters: dict[str, set[str]] = {}
        landings: dict[str, set[str]] = {}
        lanes: dict[str, set[str]] = {}
        for place, ends in self.step[FLEET].items():
            here = self.province[place]
            for end in ends:
                there = self.province[end]
                if here == there:
                    continue
                if there in self.convoying and here in self.admits[ARMY]:
                    waters.setdefault(here, set()).add(there)
                if here in self.convoying and there in self.admits[ARMY]:
                    landings.setdefault(here, set()).add(there)
                if here in self.convoying and there in self.convoying:
                    lanes.setdefault(here, set()).add(there)
        # a shore seen from the land only: an army goes aboard where a fleet could come ashore
        self.waters = {p: frozenset(waters.get(p, ())) for p in self.provinces}
        self.landings = {p: frozenset(landings.get(p, ())) for p in self.convoying}
        self.lanes = {p: frozenset(lanes.get(p, ())) for p in self.convoying}
        self.gated_lanes: dict[str, dict[str, Gate]] = {}
        if self.options["convoy_through_permission"] == "true":
            for (a, b), gate in self.gates[FLEET].items():
                here, there = self.province[a], self.province[b]
                if here in self.convoying and there in self.convoying and there not in self.lanes[here]:
                    self.gated_lanes.setdefault(here, {})[there] = gate

    def option(self, name: str) -> str:
        """The value of a rule choice."""
        return self.options[name]

    def coasts(self, province: str) -> tuple[str, ...]:
        """The named coasts of a province as locations."""
        return self.provinces[province].locations[1:]


def board_of(variant: Variant, options: Mapping[str, str] | None = None) -> Board:
    """The board of a variant, made on the first call and kept as long as the variant.

    `options` differ from the variant's own. Raises `JudgeError` for a rule choice that does not exist, or has no such value.
    """
    # kept on the variant itself, so that both go together
    boards: dict[tuple[tuple[str, str], ...], Board] = vars(variant).setdefault("_boards", {})
    key = tuple(sorted((options or {}).items()))
    board = boards.get(key)
    if board is None:
        board = boards[key] = Board(variant, options)
    return board
