"""The state a game begins with."""

from __future__ import annotations

from dipmap.judge import adjustment, calendar, opening
from dipmap.judge.board import LETTERS, board_of
from dipmap.judge.state import ADJUSTMENT, MOVEMENT, Piece, State, numbered
from dipmap.model import Variant


def new_state(variant: Variant) -> State:
    """The position a game of a variant begins with: its units and owners, and its opening or the first phase of the calendar.

    Raises `JudgeError` for a calendar that cannot be played.
    """
    board = board_of(variant)
    calendar_ = variant.calendar
    units = numbered(
        Piece(unit.power, LETTERS[unit.type], unit.location) for unit in (*variant.start.units, *variant.standing_units)
    )
    owners = {province.id: province.owner for province in variant.centres if province.owner in variant.powers_by_id}
    state = State(calendar_.first_turn, calendar_.first_year, MOVEMENT, units, dict(sorted(owners.items())))
    date = opening.date(variant)
    if date is not None:
        first = State(*date, ADJUSTMENT, units, state.owners, opening=True)
        if adjustment.due(board, first):
            return first
    return calendar.first(board, state)
