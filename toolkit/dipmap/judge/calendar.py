"""Which phase comes next, and what happens at the end of a turn.

A turn ends with the last of its movement and retreat phases (one without either when it begins): centres change hands,
victory is looked at, then the last year, then an agreed draw. Its adjustment comes after that. A retreat phase in which
nobody has to retreat and an adjustment in which nobody can do anything are left out.
"""

from __future__ import annotations

from dataclasses import replace

from dipmap.judge import adjustment, ownership, victory
from dipmap.judge.board import Board
from dipmap.judge.errors import JudgeError
from dipmap.judge.state import ADJUSTMENT, MOVEMENT, RETREAT, State
from dipmap.model import Variant
from dipmap.model.rules import PHASES, Turn


def first(board: Board, state: State) -> State:
    """The first phase of the first turn, whatever comes before it."""
    calendar = board.variant.calendar
    index = next((number for number, turn in enumerate(calendar.turns) if turn.id == calendar.first_turn), None)
    if index is None:
        raise JudgeError(f"the calendar starts with {calendar.first_turn}, which is no turn of it")
    return _onward(board, state, index, calendar.first_year, 0)


def after(board: Board, state: State) -> State:
    """The next phase that has something to do, or the end of the game.

    `state` names the phase that is over and holds what it left. Raises `JudgeError` for a turn that is none.
    """
    if state.phase == ADJUSTMENT:
        # a word given in an adjustment is heard at once: its turn has ended before
        state = _verdict(state, victory.agreed(board.variant, state.units, state.owners, state.votes))
        if state.over:
            return state
    if state.opening:
        return first(board, replace(state, opening=False))
    index, turn = turn_of(board, state)
    if state.phase == ADJUSTMENT:
        begin = len(turn.phases) + 1
    else:
        rank = PHASES.index(state.phase)
        begin = sum(1 for phase in turn.phases if PHASES.index(phase) <= rank)
    return _onward(board, state, index, state.year, begin)


def turn_of(board: Board, state: State) -> tuple[int, Turn]:
    """The turn of a state and its number in the year; `JudgeError` where the calendar has no such turn or phase."""
    if state.phase not in PHASES:
        raise JudgeError(f"there is no phase called {state.phase}")
    for index, turn in enumerate(board.variant.calendar.turns):
        if turn.id == state.turn:
            return index, turn
    raise JudgeError(f"the calendar has no turn called {state.turn}")


def retreats_follow(board: Board, state: State) -> bool:
    """Whether units dislodged in this movement phase get the chance to retreat."""
    if board.variant.retreats == "none":
        return False
    return RETREAT in turn_of(board, state)[1].phases


def _onward(board: Board, state: State, index: int, year: int, begin: int) -> State:
    """The first phase with something to do from phase number `begin` of a turn on, turns ended on the way."""
    calendar = board.variant.calendar
    for _ in range(2 * len(calendar.turns) + 1):
        turn = calendar.turns[index]
        last = max((number for number, phase in enumerate(turn.phases) if phase != ADJUSTMENT), default=-1)
        for number in range(begin, len(turn.phases) + 1):
            if number == last + 1:
                state = _ended(board, state, index, year)
                if state.over:
                    return state
            if number < len(turn.phases):
                phase = turn.phases[number]
                if phase == MOVEMENT or (phase == RETREAT and state.dislodged):
                    return replace(state, turn=turn.id, year=year, phase=phase)
                if phase == ADJUSTMENT and adjustment.due(board, state):
                    return replace(state, turn=turn.id, year=year, phase=phase)
        begin, index = 0, index + 1
        if index == len(calendar.turns):
            index, year = 0, year + calendar.years
    raise JudgeError("no phase of the calendar has anything to do")


def _ended(board: Board, state: State, index: int, year: int) -> State:
    """The state at the end of a turn."""
    variant, turn = board.variant, board.variant.calendar.turns[index]
    if turn.ownership:
        state = replace(state, owners=ownership.changed(board, state.owners, state.units))
    verdict = victory.conquest(variant, state.owners) if turn.victory else None
    if verdict is None and _is_last(board, index, year):
        verdict = victory.out_of_time(variant, state.units, state.owners)
    if verdict is None:
        verdict = victory.agreed(variant, state.units, state.owners, state.votes)
    if verdict is not None:
        return _verdict(replace(state, turn=turn.id, year=year), verdict)
    if state.votes and variant.end.agreed_within == "phase":
        state = replace(state, votes=())
    return state


def _verdict(state: State, verdict: victory.Verdict | None) -> State:
    return state if verdict is None else replace(state, winner=verdict.winner, draw=verdict.draw)


def _is_last(board: Board, index: int, year: int) -> bool:
    """Whether nothing that could change the result follows within the last year."""
    variant = board.variant
    if variant.end.last_year is None:
        return False
    if year > variant.end.last_year:
        return True
    if year + variant.calendar.years <= variant.end.last_year:
        return False
    rest = variant.calendar.turns[index + 1 :]
    return not any(MOVEMENT in turn.phases or turn.ownership or turn.victory for turn in rest)


def following_movement(variant: Variant, state: State) -> tuple[str, int]:
    """The turn and the year of the first movement after an adjustment; those of the state where none ever follows."""
    calendar = variant.calendar
    ids = [turn.id for turn in calendar.turns]
    count = len(ids)
    if state.opening:
        begin, year = (ids.index(calendar.first_turn) if calendar.first_turn in ids else 0), calendar.first_year
    else:
        begin = ids.index(state.turn) + 1
        year = state.year
    for place in range(begin, begin + count):
        if MOVEMENT in calendar.turns[place % count].phases:
            return ids[place % count], year + calendar.years * (place // count)
    return state.turn, state.year
