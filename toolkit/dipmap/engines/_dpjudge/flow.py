"""A calendar as DPjudge's FLOW: seasons, their phases and the year, and where the game begins.

Centres change hands and victory is checked whenever ADJUSTMENTS begin, and never else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from string import ascii_uppercase

from dipmap.engines._mapfile.names import letters
from dipmap.engines._mapfile.text import YEARS
from dipmap.engines._rules import beats
from dipmap.model import Turn, Variant

PHASES = {"movement": "MOVEMENT", "retreat": "RETREATS", "adjustment": "ADJUSTMENTS"}
USUAL = ("SPRING:MOVEMENT,RETREATS", "FALL:MOVEMENT,RETREATS", "WINTER:ADJUSTMENTS")
"""What the judge plays where a map has no FLOW."""

_RESERVED = ("NEWYEAR", "IFYEARDIV")


@dataclass(frozen=True)
class Flow:
    """The turns of a variant in the words of the judge."""

    variant: Variant

    @cached_property
    def retreats(self) -> bool:
        """Whether dislodged units retreat in any turn."""
        turns = self.variant.calendar.turns
        return self.variant.retreats == "normal" and any("retreat" in turn.phases for turn in turns)

    @cached_property
    def fits(self) -> bool:
        """Whether each adjustment comes right after centres change hands, and they change hands at no other time."""
        return re.fullmatch("(M+OA)+", beats(self.variant.calendar)) is not None

    def phases(self, turn: Turn) -> tuple[str, ...]:
        """The judge's phases of a turn, in order."""
        return tuple(PHASES[phase] for phase in turn.phases if phase != "retreat" or self.retreats)

    @cached_property
    def words(self) -> dict[str, str]:
        """The season of each turn that has phases: one word, no two with one initial in one type of phase.

        The judge writes a phase as an initial, the year and another initial (`S1901M`) and has to read it back.
        """
        found: dict[str, str] = {}
        used: set[str] = set()
        for turn in self.variant.calendar.turns:
            kinds = [phase[0] for phase in self.phases(turn)]
            if not kinds:
                continue
            name = letters(turn.name) or letters(turn.id) or "TURN"
            words = [word for word in (name, *(f"{one}{name}" for one in ascii_uppercase)) if word not in _RESERVED]
            words = [word for word in words if word not in found.values()]
            apart = [word for word in words if not used.intersection(f"{word[0]}{kind}" for kind in kinds)]
            more = (f"{one}{other}{name}" for one, other in product(ascii_uppercase, repeat=2))
            found[turn.id] = next(word for word in (*apart, *words, *more) if word not in found.values())
            used.update(f"{found[turn.id][0]}{kind}" for kind in kinds)
        return found

    @cached_property
    def items(self) -> tuple[str, ...]:
        """The words of the FLOW line; those of a usual year where there is nothing to play."""
        calendar, words = self.variant.calendar, self.words
        found = [f"{words[turn.id]}:{','.join(self.phases(turn))}" for turn in calendar.turns if turn.id in words]
        if not found:
            return USUAL
        return (*((f"NEWYEAR:{calendar.years}",) if calendar.years != 1 else ()), *found)

    @cached_property
    def opening(self) -> tuple[Turn, int] | None:
        """The turn and the year of the adjustment before the first movement; None where a movement would come first."""
        turns, first = self.variant.calendar.turns, self._first
        before = [(turn, 0) for turn in reversed(turns[:first])] + [(turn, 1) for turn in reversed(turns[first:])]
        for turn, rounds in before:
            phases = self.phases(turn)
            if "ADJUSTMENTS" in phases[-1:]:
                return turn, self.variant.calendar.first_year - rounds * self.variant.calendar.years
            if phases:
                return None
        return None

    @cached_property
    def _first(self) -> int:
        ids = [turn.id for turn in self.variant.calendar.turns]
        first = self.variant.calendar.first_turn
        return ids.index(first) if first in ids else 0

    @cached_property
    def begin(self) -> tuple[str, int, str]:
        """Season, year and phase the game begins with; the year is 1 where ours has a sign or too many digits."""
        calendar = self.variant.calendar
        if self.variant.start.opening and self.opening:
            turn, year = self.opening
            season, phase = self.words[turn.id], "ADJUSTMENTS"
        else:
            order = (*calendar.turns[self._first :], *calendar.turns[: self._first])
            found = next((turn for turn in order if turn.id in self.words), None)
            season, phase = (self.words[found.id], self.phases(found)[0]) if found else ("SPRING", "MOVEMENT")
            year = calendar.first_year
        return season, year if year in YEARS else 1, phase

    @property
    def abbreviation(self) -> str:
        """The phase the game begins with as the judge writes it for short, `W1939A`."""
        season, year, phase = self.begin
        return f"{season[0]}{year}{phase[0]}"
