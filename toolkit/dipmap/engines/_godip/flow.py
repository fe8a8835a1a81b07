"""The turns of a variant as godip's phases.

godip's own phase knows spring and fall movements, retreats and an adjustment in fall. Anything else is a round of steps
that a type of the package goes through (`_godip/phase.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from dipmap.engines._godip import names
from dipmap.engines._rules import beats
from dipmap.model import Variant, province_of

_TYPES = {"movement": "Movement", "retreat": "Retreat", "adjustment": "Adjustment"}


@dataclass(frozen=True)
class Step:
    """One phase: `owns`, `adjusts` and `wins` say what happens at its end, `turns` that a round ends with it."""

    season: str
    type: str
    owns: bool = False
    adjusts: bool = False
    wins: bool = False
    turns: bool = False


@dataclass(frozen=True)
class Flow:
    """The phases of a variant in godip."""

    variant: Variant

    @cached_property
    def retreats(self) -> bool:
        """Whether dislodged units ever retreat."""
        return self.variant.retreats == "normal"

    @cached_property
    def _laid_out(self) -> tuple[tuple[Step, ...], int]:
        """The steps of a round, and the place of the first turn's first one."""
        calendar = self.variant.calendar
        automatic = self.variant.builds.method == "automatic"
        season = names.seasons((turn.id, turn.name) for turn in calendar.turns)
        found: list[Step] = []
        late: list[dict[str, bool]] = []
        start = 0
        for turn in calendar.turns:
            if turn.id == calendar.first_turn:
                start = len(found)
            kinds = [kind for kind in turn.phases if kind == "movement" or (kind == "retreat" and self.retreats)]
            found += [Step(season[turn.id], _TYPES[kind]) for kind in kinds]
            marks = {"owns": turn.ownership, "adjusts": turn.adjustment and automatic}
            if not found:
                late.append({**marks, "wins": turn.victory})
                continue
            found[-1] = _marked(found[-1], **marks)
            if turn.adjustment and not automatic:
                found.append(Step(season[turn.id], "Adjustment"))
            found[-1] = _marked(found[-1], wins=turn.victory)
        if found:
            # What a turn without a phase of its own does comes at the end of the phase before it, a round earlier.
            for marks in late:
                found[-1] = _marked(found[-1], **marks)
            found[-1] = replace(found[-1], turns=True)
        return tuple(found), start % max(1, len(found))

    @property
    def steps(self) -> tuple[Step, ...]:
        """One round of phases in order."""
        return self._laid_out[0]

    @property
    def first(self) -> int:
        """The place of the first phase in the round."""
        return self._laid_out[1]

    @cached_property
    def seasons(self) -> tuple[str, ...]:
        """The seasons in order, the opening's last."""
        if self.classical:
            return ("Spring", "Fall")
        rest = (self.opening,) if self.variant.start.opening else ()
        return (*dict.fromkeys(step.season for step in self.steps), *rest)

    @cached_property
    def opening(self) -> str:
        """The season of the adjustment before the first turn, no other turn's name."""
        taken = {step.season for step in self.steps}
        return next(word for word in ("Opening", *(f"Opening {n}" for n in range(2, 100))) if word not in taken)

    @property
    def opening_year(self) -> int:
        """The year of the adjustment before the first turn."""
        opening, first = self.variant.start.opening, self.variant.calendar.first_year
        return opening.year if opening and opening.year is not None else first - 1

    @cached_property
    def usual(self) -> bool:
        """Whether the turns are spring, fall and winter as in the standard game, beginning in spring."""
        calendar = self.variant.calendar
        turns = [turn.name.lower().replace("autumn", "fall") for turn in calendar.turns]
        shapes = [turn.phases for turn in calendar.turns]
        return (
            beats(calendar) == "MMOA"
            and turns == ["spring", "fall", "winter"]
            and shapes == [("movement", "retreat"), ("movement", "retreat"), ("adjustment",)]
            and calendar.first_turn == calendar.turns[0].id
            and calendar.years == 1
        )

    @cached_property
    def limited(self) -> bool:
        """Whether builds are kept to sites, numbers or alternatives of their own."""
        opening = self.variant.start.opening
        counted = bool(opening and (opening.builds or opening.exclusive))
        return counted or bool(self.variant.builds.limits) or self.sited

    @cached_property
    def sited(self) -> bool:
        """Whether the package says itself where a power builds."""
        builds = self.variant.builds
        homes = [home for power in self.variant.powers for home in power.homes]
        shared = len(homes) != len(set(homes))
        return bool(builds.sites != "owned" and (builds.extra or (builds.sites == "homes" and shared)))

    @cached_property
    def standing(self) -> bool:
        """Whether units of nobody stand at the start."""
        variant = self.variant
        return bool(variant.standing_units) or any(unit.power is None for unit in variant.start.units)

    @cached_property
    def classical(self) -> bool:
        """Whether godip's own phases play the variant."""
        variant = self.variant
        return (
            self.usual
            and self.retreats
            and variant.builds.method == "orders"
            and not (self.limited or self.standing)
            and variant.end.last_year is None
            and all(turn.victory == turn.ownership for turn in variant.calendar.turns)
        )


def _marked(step: Step, *, owns: bool = False, adjusts: bool = False, wins: bool = False) -> Step:
    return replace(step, owns=step.owns or owns, adjusts=step.adjusts or adjusts, wins=step.wins or wins)


def first_call(flow: Flow) -> str:
    """The call that makes the first phase of a game."""
    variant = flow.variant
    if variant.start.opening:
        season = "godip.Fall" if flow.classical else "openingSeason"
        return f"Phase({flow.opening_year}, {season}, godip.Adjustment)"
    if flow.classical:
        return f"Phase({variant.calendar.first_year}, godip.Spring, godip.Movement)"
    step = flow.steps[flow.first]
    return f"Phase({variant.calendar.first_year}, {names.quoted(step.season)}, godip.{step.type})"


def standing_places(variant: Variant) -> tuple[str, ...]:
    """Provinces with a unit of nobody at the start."""
    units = (*variant.standing_units, *(unit for unit in variant.start.units if unit.power is None))
    return tuple(dict.fromkeys(province_of(unit.location) for unit in units))
