"""Runs a scenario: a position, orders, and what has to come of them, phase by phase.

A phase that does not come out as it should ends the scenario: what follows could only go wrong for the same reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

from dipmap.judge import adjustment, opening, retreats, timetable
from dipmap.judge.adjudicate import adjudicate, play
from dipmap.judge.board import Board, board_of
from dipmap.judge.errors import JudgeError
from dipmap.judge.expectations import Expectations, told
from dipmap.judge.orders import Given
from dipmap.judge.results import VOID, Result
from dipmap.judge.scenario_text import Mismatch, Pointer, Reader, UnfitError, instead, plain
from dipmap.judge.start import new_state
from dipmap.judge.state import ADJUSTMENT, MOVEMENT, RETREAT, Dislodged, State, numbered
from dipmap.judge.timetable import Window
from dipmap.model import Variant, province_of
from dipmap.model.options import OPTIONS

__all__ = ["Mismatch", "Pointer", "run"]

_T = TypeVar("_T")
_MOST_STEPS = 200
"""Phases of one scenario."""
_MOST_LEFT_OUT = 20
"""Phases that may be left out between two steps."""


def run(variant: Variant, data: Mapping[str, Any]) -> list[Mismatch]:
    """Everything in which a scenario, a document that `scenario.schema.json` accepts, does not come out as it expects.

    What cannot be played at all (a unit where none can stand, a turn that does not come) is told the same way.
    """
    return list(_mismatches(variant, data))


def _mismatches(variant: Variant, data: Mapping[str, Any]) -> Iterator[Mismatch]:
    try:
        yield from _Run(_changed(variant, data.get("provinces", {}))).mismatches(data)
    except UnfitError as error:
        yield error.mismatch


def _changed(variant: Variant, provinces: Mapping[str, Mapping[str, Any]]) -> Variant:
    """The variant with what a scenario changes in single provinces."""
    if not provinces:
        return variant
    known = {province.id.lower(): province for province in variant.provinces}
    made = {}
    for name, fields in provinces.items():
        province = known.get(name.lower())
        if province is None:
            hint = instead(name, known, "province")
            raise UnfitError(("provinces", name), f"there is no province {name[:60]}", hint, key=True)
        made[province.id] = replace(province, **fields)
    return replace(variant, provinces=tuple(made.get(province.id, province) for province in variant.provinces))


def _board(variant: Variant) -> Board:
    try:
        return board_of(variant)
    except JudgeError as error:
        raise UnfitError((), f"in the variant {error}", "correct its options") from None


class _Run:
    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.reader = Reader(_board(variant))
        self.options: dict[str, str] = {}
        self.opens: datetime | None = None
        """When the next movement phase opens, where the scenario asks for the clock."""

    def mismatches(self, data: Mapping[str, Any]) -> Iterator[Mismatch]:
        if "begins" in data:
            self.opens = self._clocked(("begins",), lambda: timetable.moment(data["begins"]))
        state: State | None = None
        for number, (pointer, step) in enumerate(_steps((), data)):
            if number == _MOST_STEPS:
                raise UnfitError(pointer, f"a scenario has {_MOST_STEPS} phases at most", "split it")
            if "options" in step:
                self.options = {**self.options, **self._options(step["options"], (*pointer, "options"))}
            state = self._first(step) if state is None else self._next(state, step, pointer)
            clock = self._window(state, pointer)
            played = self._played(state, step, pointer)
            state = played[-1].state
            found = list(self._void(step, pointer, played))
            found += Expectations(self.reader, pointer, played, clock).compare(step["expect"])
            yield from found
            if found:
                return

    # ---- the position before a phase

    def _first(self, data: Mapping[str, Any]) -> State:
        turn, year = self._date(data["turn"])
        phase = data["phase"]
        if data.get("start"):
            state = self._judged(("start",), lambda: new_state(self.variant), key=True)
            self._has_come(state, data, ())
            return self._given(state, data, ())
        first = phase == ADJUSTMENT and opening.is_opening(self.variant, turn, year)
        if not first:
            self._is_phase(turn, phase)
        owners: Mapping[str, str] = {}
        if phase != ADJUSTMENT:
            known = self.variant.powers_by_id
            owners = {each.id: each.owner for each in self.variant.centres if each.owner in known and each.owner}
        return self._given(State(turn, year, phase, (), dict(sorted(owners.items())), opening=first), data, ())

    def _date(self, text: str) -> tuple[str, int]:
        name, year = text.split()
        for turn in self.variant.calendar.turns:
            if name.casefold() in (turn.id.casefold(), turn.name.casefold()):
                return turn.id, int(year)
        date = opening.date(self.variant)
        if date is not None and name.casefold() == date[0].casefold():
            return date[0], int(year)
        turns = [turn.id for turn in self.variant.calendar.turns]
        hint = instead(name, turns, "turn")
        raise UnfitError(
            ("turn",), f"the calendar has no turn {name[:60]}: its turns are {', '.join(turns)[:200]}", hint
        )

    def _is_phase(self, name: str, phase: str) -> None:
        turn = next((each for each in self.variant.calendar.turns if each.id == name), None)
        if turn is None or phase not in turn.phases:
            message = f"{name} has no {phase} phase"
            raise UnfitError(("phase",), message, "correct the turn or the phase")

    def _given(self, state: State, step: Mapping[str, Any], pointer: Pointer) -> State:
        """A state with what a step puts in place of its parts."""
        reader = self.reader
        if "units" in step:
            state = replace(state, units=numbered(reader.pieces(step["units"], (*pointer, "units"))), hidden=())
        if "owners" in step:
            state = replace(state, owners=reader.owners(step["owners"], (*pointer, "owners")))
        if "bounced" in step:
            here = (*pointer, "bounced")
            places = {province_of(reader.place(text, (*here, index))) for index, text in enumerate(step["bounced"])}
            state = replace(state, bounced=tuple(sorted(places)))
        if "dislodged" in step:
            here = (*pointer, "dislodged")
            if state.phase != RETREAT:
                raise UnfitError(here, "units retreat in a retreat phase only", "make it a retreat phase", key=True)
            state = replace(state, dislodged=self._dislodged(state, step["dislodged"], here))
        return state

    def _dislodged(self, state: State, texts: list[str], pointer: Pointer) -> tuple[Dislodged, ...]:
        board = self._board()
        found = []
        for index, piece in enumerate(self.reader.pieces(texts, pointer)):
            origin = self.reader.unit(texts[index], (*pointer, index))[1]
            ways = retreats.open_to(board, piece, origin, state.units, state.bounced)
            found.append(Dislodged(piece, origin, tuple(ways)))
        return tuple(sorted(found, key=lambda each: each.piece.key))

    # ---- from step to step

    def _next(self, state: State, step: Mapping[str, Any], pointer: Pointer) -> State:
        """The phase of the next step, those before it that need no orders played without."""
        for _ in range(_MOST_LEFT_OUT):
            if state.over:
                end = f"{state.winner} has won" if state.winner else "it is drawn"
                raise UnfitError(pointer, f"the game is over before this phase: {end}", "take the phase out")
            if self._is_here(state, step) or not self._may_be_left_out(state):
                break
            state = self._without_orders(state, pointer)
        self._has_come(state, step, pointer)
        return self._given(state, step, pointer)

    def _without_orders(self, state: State, pointer: Pointer) -> State:
        return self._judged(pointer, lambda: adjudicate(self.variant, state, [], options=self.options).state)

    def _is_here(self, state: State, step: Mapping[str, Any]) -> bool:
        return step.get("phase", state.phase) == state.phase and self._is_turn(state, step)

    def _is_turn(self, state: State, step: Mapping[str, Any]) -> bool:
        return "turn" not in step or self._date(step["turn"]) == (state.turn, state.year)

    def _may_be_left_out(self, state: State) -> bool:
        """Whether nobody loses anything when nobody orders anything: an adjustment in which no unit has to go."""
        if state.phase != ADJUSTMENT:
            return False
        if self.variant.builds.method == "automatic":
            return True
        return all(count >= 0 for count in adjustment.balance(self._board(), state).values())

    def _has_come(self, state: State, step: Mapping[str, Any], pointer: Pointer) -> None:
        came = f"what comes is the {state.phase} of {state.turn} {state.year}"
        if not self._is_turn(state, step):
            raise UnfitError((*pointer, "turn"), came, "correct the turn, or write the phases before it")
        if step.get("phase", state.phase) != state.phase:
            raise UnfitError((*pointer, "phase"), came, "correct the phase, or write the phases before it")

    # ---- a phase

    def _played(self, state: State, step: Mapping[str, Any], pointer: Pointer) -> list[Result]:
        here = (*pointer, "orders")
        given = []
        for name, texts in step.get("orders", {}).items():
            power = self.reader.power(name, (*here, name), key=True)
            if not self.variant.powers_by_id[power].playable:
                raise UnfitError((*here, name), f"{power} has no player and gives no orders", "take it out", key=True)
            given += [Given(power, text) for text in texts]
        return self._judged(pointer, lambda: play(self.variant, state, given, options=self.options))

    def _void(self, step: Mapping[str, Any], pointer: Pointer, played: Sequence[Result]) -> Iterator[Mismatch]:
        """Orders that nobody could carry out, of which the scenario does not say so: slips, most of them."""
        expect = step["expect"]
        named = {plain(text) for text in (*expect.get("results", ()), *expect.get("failed", ()))}
        void = {
            (result.power, plain(result.order)): result
            for each in played
            for result in each.results
            if result.outcome == VOID and plain(result.order) not in named
        }
        for name, texts in step.get("orders", {}).items():
            for index, text in enumerate(texts):
                result = void.get((self.reader.power(name, pointer), plain(text)))
                if result is not None:
                    hint = "correct the order, or write in results that it is void"
                    yield Mismatch((*pointer, "orders", name, index), f"{told(result)}, and was not to be", hint)

    def _window(self, state: State, pointer: Pointer) -> Window | None:
        """The phase on the clock; the next one opens after it."""
        if self.opens is None or state.phase != MOVEMENT:
            return None
        begin = self.variant.calendar
        first = (state.turn, state.year) == (begin.first_turn, begin.first_year)
        schedule, opens = self.variant.schedule, self.opens
        if schedule.hours is None and schedule.first_hours is None:
            return None
        window = self._clocked(pointer or ("begins",), lambda: timetable.window(schedule, opens, first=first))
        self.opens = self._clocked(pointer, lambda: timetable.reopens(schedule, window.closes))
        return window

    def _board(self) -> Board:
        return board_of(self.variant, self.options)

    def _options(self, table: Mapping[str, Any], pointer: Pointer) -> dict[str, str]:
        found = {}
        for name, value in table.items():
            here, word = (*pointer, name), str(value).lower()
            if name not in OPTIONS:
                hint = instead(name, OPTIONS, "name")
                raise UnfitError(here, f"there is no rule choice {name[:60]}", hint, key=True)
            values = OPTIONS[name].values
            if word not in values:
                raise UnfitError(here, f"{name} cannot be {word[:60]}", f"write {' or '.join(values)}")
            found[name] = word
        return found

    def _clocked(self, pointer: Pointer, ask: Callable[[], _T]) -> _T:
        return self._judged(pointer, ask, hint="correct when the scenario begins, or the schedule")

    def _judged(
        self, pointer: Pointer, ask: Callable[[], _T], hint: str = "correct the scenario", *, key: bool = False
    ) -> _T:
        """What the judge says, or its objection at a place of the scenario."""
        try:
            return ask()
        except JudgeError as error:
            raise UnfitError(pointer, str(error), hint, key=key) from None


def _steps(pointer: Pointer, step: Mapping[str, Any]) -> Iterator[tuple[Pointer, Mapping[str, Any]]]:
    """A phase, then those that follow it."""
    yield pointer, step
    for index, each in enumerate(step.get("then", ())):
        yield from _steps((*pointer, "then", index), each)
