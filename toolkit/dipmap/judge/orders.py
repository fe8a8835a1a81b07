"""What an order says: the form between its text (`language`) and its fate (`movement`, `retreats`, `adjustment`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

HOLD, MOVE, SUPPORT, CONVOY = "hold", "move", "support", "convoy"
RETREAT, DISBAND = "retreat", "disband"
BUILD, REMOVE, WAIVE, VOTE = "build", "remove", "waive", "vote"
KINDS = (HOLD, MOVE, SUPPORT, CONVOY, RETREAT, DISBAND, BUILD, REMOVE, WAIVE, VOTE)


class Given(NamedTuple):
    """An order as it comes in: the power that gives it, and its text."""

    power: str
    text: str


class UnitRef(NamedTuple):
    """A unit as an order names it: `type` and `power` are empty, `n` 0, where it does not say."""

    location: str
    type: str = ""
    power: str = ""
    n: int = 0


class Written(NamedTuple):
    """An order that could be read, its names resolved to ids and nothing yet looked up on the board.

    `unit` is who is ordered (the place of a build), None for `waive` and `vote`. A `-` in a retreat phase reads as `move`:
    what it means is the phase's to say. `to` is the destination of a move, of the supported or of the convoyed move, with
    the coast as written; empty for a support in holding. `about` is the unit supported or convoyed. `target` is the unit a
    move, or the supported move, names in a shared province (`r3@brook`), `via` whether it says `VIA`. `word` is what a vote
    is for (`draw`).
    """

    kind: str
    unit: UnitRef | None = None
    to: str = ""
    about: UnitRef | None = None
    target: UnitRef | None = None
    via: bool = False
    word: str = ""


class Unreadable(NamedTuple):
    """An order that could not be read: `reason` is a key of `REASONS`, `detail` says what is wrong and what may be meant."""

    reason: str
    detail: str


OrderSet = Iterable[Given]
"""The orders of one or several powers for a phase; in the adjustment of a joint opening also for the moves after it."""
