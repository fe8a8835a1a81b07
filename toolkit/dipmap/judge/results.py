"""What comes of orders: outcomes, the closed list of reasons, and the result of a phase."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from dipmap.judge.state import Piece, State

SUCCEEDS, FAILS, VOID, CUT = "succeeds", "fails", "void", "cut"
DISLODGED, DISBANDED, BUILT, WAIVED = "dislodged", "disbanded", "built", "waived"
OUTCOMES = (SUCCEEDS, FAILS, VOID, CUT, DISLODGED, DISBANDED, BUILT, WAIVED)

REASONS: Mapping[str, str] = {
    # ---- moves, supports, convoys that were tried
    "bounced": "others are as strong, or whoever is there holds",
    "no-path": "the convoy does not reach, or was broken",
    "no-consent": "the keeper of the passage did not agree, moved, or was dislodged",
    "no-room": "the province is full",
    "own-unit": "no power dislodges its own unit or helps to",
    "paradox": "its success would decide about itself",
    "unmatched": "the unit it was for was ordered something else",
    "attacked": "it was attacked",
    "dislodged": "it was dislodged",
    "not-convoyed": "the army it was to convoy did not come",
    # ---- orders that cannot be carried out
    "unreadable": "the order cannot be read",
    "unknown-place": "there is no such province",
    "no-unit": "no unit stands there",
    "not-yours": "the unit belongs to another power",
    "wrong-type": "the unit there is of the other type",
    "which-unit": "several units stand there and the order does not say which",
    "wrong-phase": "such an order belongs to another phase",
    "replaced": "a later order for the same unit counts",
    "itself": "a unit cannot go where it is, nor help itself",
    "cannot-reach": "it cannot reach the place",
    "cannot-stand": "such a unit cannot stand there",
    "which-coast": "two coasts can be reached and the order names none",
    "wrong-coast": "the place has no such coast, or it cannot be reached",
    "no-convoy": "no fleets could convoy it there",
    "not-a-convoyer": "a fleet there cannot convoy",
    "no-keeper": "nobody stands where the passage is kept",
    "full": "the province is full and the order names no unit in it",
    "no-target": "no such unit is there to be attacked",
    "own-space": "no unit supports an attack into the province it stands in",
    "not-supportable": "a unit of nobody cannot be supported",
    "no-combat": "nobody fights in this province",
    "no-vote": "the power cannot agree to a draw here",
    # ---- retreats
    "contested": "several units retreat there and not all have room",
    "occupied": "there is a unit",
    "from-there": "the attacker came from there",
    "stand-off": "there was a stand-off",
    "no-order": "nothing was ordered",
    "nowhere": "it could not retreat",
    "no-retreats": "this game has no retreats",
    # ---- adjustments
    "not-a-site": "the power cannot build there",
    "not-owned": "the power does not own the centre",
    "no-build-due": "the power has no build left",
    "no-removal-due": "the power has no unit to remove",
    "limit": "no more may be built among these places",
    "exclusive": "only one of these places may be built in",
    "wrong-unit": "such units are not built",
    "civil-disorder": "the power did not order it and was the farthest away",
    "standing": "a unit of nobody comes back",
    "automatic": "the judge builds and removes by itself",
}
"""Every reason by its name, in the order of the game, each with what it says."""


class OrderResult(NamedTuple):
    """What came of one order.

    `order` is its text as given (of a unit without order the order it was given by the judge), `reason` a key of `REASONS`
    or empty, `by` the locations of the units that brought it about, `detail` a sentence where there is more to say, such as
    what may have been meant. `unit` is the piece as it stood before the phase, None where no unit is meant.
    """

    power: str | None
    order: str
    outcome: str
    reason: str = ""
    by: tuple[str, ...] = ()
    unit: Piece | None = None
    detail: str = ""

    @property
    def words(self) -> str:
        """`fails: bounced`, as scenarios write it."""
        return f"{self.outcome}: {self.reason}" if self.reason else self.outcome


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a phase: the state that follows, and one entry for each order and each unit that had none.

    `built` and `removed` are the units that this phase put on the board and took off it (disbanded by order or without a
    retreat, dislodged units of nobody, civil disorder). `dislodged` are those that a movement phase dislodged, removed ones
    among them, each with the province its attacker came from, `bounced` the provinces in which there was a stand-off.
    `trace` tells how each decision fell, where it was asked for.
    """

    state: State
    results: tuple[OrderResult, ...]
    dislodged: tuple[tuple[Piece, str], ...] = ()
    built: tuple[Piece, ...] = ()
    removed: tuple[Piece, ...] = ()
    trace: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    bounced: tuple[str, ...] = ()
