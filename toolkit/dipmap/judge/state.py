"""Where a game stands: units, owners, and what the phase about to be played has to know. Immutable; JSON in `state_json`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from dipmap.model import province_of

ARMY, FLEET = "A", "F"
MOVEMENT, RETREAT, ADJUSTMENT = "movement", "retreat", "adjustment"


class Piece(NamedTuple):
    """A unit in play: `type` is `A` or `F`, `power` None one of nobody's.

    `n` counts the units of one power in one province from 1 (`F r3#2`): together the three tell any two units apart. A
    named tuple and not a dataclass: a position makes hundreds of them.
    """

    power: str | None
    type: str
    location: str
    n: int = 1

    @property
    def province(self) -> str:
        """The province it stands in."""
        return province_of(self.location)

    @property
    def key(self) -> tuple[str, str, int]:
        """What tells it apart: its power (empty for nobody), its province, its number there."""
        return (self.power or "", province_of(self.location), self.n)


class Dislodged(NamedTuple):
    """A unit that has to retreat: `origin` is the province its attacker came from (None where nobody knows), `retreats` the
    locations it may go to, in order.
    """

    piece: Piece
    origin: str | None
    retreats: tuple[str, ...] = ()


class Hidden(NamedTuple):
    """A unit others do not see until the first moves are shown: `key` is the piece's, `among` the sites of which it stands
    in one (empty where nothing at all is shown of it).
    """

    key: tuple[str, str, int]
    among: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """A position and the phase to be played next.

    `turn` is the id of a turn of the calendar, `phase` one of `movement`, `retreat`, `adjustment`. `owners` names the power
    of each owned centre. `bounced` are provinces closed to retreats by a stand-off. `opening` marks the adjustment before
    the first turn, `votes` the powers that agreed to a draw. A game that is over has a `winner`, or the powers of its `draw`.
    """

    turn: str
    year: int
    phase: str
    units: tuple[Piece, ...] = ()
    owners: Mapping[str, str] = field(default_factory=dict)
    dislodged: tuple[Dislodged, ...] = ()
    bounced: tuple[str, ...] = ()
    hidden: tuple[Hidden, ...] = ()
    votes: tuple[str, ...] = ()
    opening: bool = False
    winner: str | None = None
    draw: tuple[str, ...] | None = None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.winner is not None or self.draw is not None

    def owned(self, power: str) -> list[str]:
        """The centres of a power, sorted."""
        return sorted(province for province, owner in self.owners.items() if owner == power)


def piece_order(piece: Piece) -> tuple[str, str, int, str]:
    """The sort key of units: by power (nobody first), province and number."""
    return (piece.power or "", piece.location, piece.n, piece.type)


def ordered(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Units in their canonical order."""
    return tuple(sorted(pieces, key=piece_order))


def numbered(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Units in canonical order, those of one power in one province numbered from 1 in the order they are given in."""
    count: dict[tuple[str | None, str], int] = {}
    found = []
    for piece in pieces:
        place = (piece.power, piece.province)
        count[place] = n = count.get(place, 0) + 1
        found.append(piece if piece.n == n else piece._replace(n=n))
    return ordered(found)
