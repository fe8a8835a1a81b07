"""Orders and units as text, in the notation that everything the judge prints is written in; `language` reads all of it."""

from __future__ import annotations

from dipmap.judge.names import NOBODY
from dipmap.judge.orders import (
    BUILD,
    CONVOY,
    DISBAND,
    HOLD,
    MOVE,
    REMOVE,
    RETREAT,
    SUPPORT,
    VOTE,
    WAIVE,
    UnitRef,
    Written,
)
from dipmap.judge.state import Piece

_LAST = {HOLD: "H", DISBAND: "D"}
_FIRST = {BUILD: "build", REMOVE: "remove"}


def unit_text(piece: Piece, *, power: bool = False, number: bool = False) -> str:
    """A unit: `F r3`, with its power `mob F r3`, with its number `F r3#2` where it is not the first or `number` says so."""
    text = f"{piece.type} {piece.location}"
    if number or piece.n > 1:
        text += f"#{piece.n}"
    return f"{piece.power or NOBODY} {text}" if power else text


def ref_text(ref: UnitRef) -> str:
    """A unit as an order names it: `A par`, `F r3#2`, `F r3@brook#2`. With `@` nobody can take a power for anything else."""
    return f"{ref.type} {goal_text(ref.location, ref)}".lstrip()


def goal_text(to: str, target: UnitRef | None = None) -> str:
    """Where a move leads: `bur`, or with the unit it names there, `r3@mob#2`."""
    if target is None:
        return to
    return to + (f"@{target.power}" if target.power else "") + (f"#{target.n}" if target.n else "")


def order_text(written: Written) -> str:
    """An order: `A par - bur`, `F nth C A lon - bel`, `F r3#2 - r2@mob`, `A lon - bel via`, `build F stp/nc`, `waive`."""
    kind = written.kind
    if written.unit is None:
        return f"vote {written.word}" if kind == VOTE else WAIVE
    unit = ref_text(written.unit)
    if kind in _LAST:
        return f"{unit} {_LAST[kind]}"
    if kind in _FIRST:
        return f"{_FIRST[kind]} {unit}"
    goal = goal_text(written.to, written.target)
    if kind in (MOVE, RETREAT):
        return f"{unit} {'-' if kind == MOVE else 'R'} {goal}" + (" via" if written.via else "")
    assert written.about is not None
    assert kind in (SUPPORT, CONVOY)
    text = f"{unit} {'S' if kind == SUPPORT else 'C'} {ref_text(written.about)}"
    return f"{text} - {goal}" if written.to else text
