"""What explains a position in which PyPI `diplomacy` comes to another result: a faulty rule from which all of it follows.

The referee of the tests is given one rule that differs, and asked whether the other engine's result is consistent with that.
No engine's code is read: a name here is a rule that gives the same results.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "judge"))

from oracle import Referee

from dipmap.judge import Given, State
from dipmap.judge.board import Board
from dipmap.judge.legal import BY_CONVOY, Legal, read


class ConvoyedAttack(Referee):
    """A support by the power of the attacked unit counts when the attacker comes by convoy."""

    def attack(self, move: int) -> int:
        strength = super().attack(move)
        return 1 + self.supports(move) if strength and self.convoyed(move) else strength


class BrokenConvoy(Referee):
    """A convoy is broken by an attack that a support by the fleet's own power makes strong enough."""

    def beaten(self, unit: int) -> bool:
        return unit not in self.moved and any(
            self.path(move)
            and self.powers[move] != self.powers[unit]
            and 1 + self.supports(move) > max([self.resistance(move), *map(self.prevent, self.rivals[move])])
            for move in self.attackers[unit]
        )

    def chain(self, army: int) -> bool:
        fleets = [each for each, order in enumerate(self.orders) if order.kind == "convoy" and order.about == army]
        return not any(self.beaten(fleet) for fleet in fleets) and super().chain(army)


class Both(ConvoyedAttack, BrokenConvoy):
    """Both of these."""


FAULTS = {
    "comes to another of several consistent results": Referee,
    "counts the target's own support of a convoyed attack": ConvoyedAttack,
    "breaks a convoy with the fleet's own support": BrokenConvoy,
    "does both": Both,
}
PARADOX = "sees a paradox where the fleet's own support would break a convoy"
NOTHING = "is not explained"


def explained(board: Board, state: State, given: Sequence[Given], left: Sequence[str]) -> str:
    """What explains that these units (`AUSTRIA A STP`) are left in place."""
    legal = read(board, state, given)
    outcomes = list(_moves(legal, left))
    for name, referee in FAULTS.items():
        if any(referee(board, legal.units, legal.orders).follows(moved, ()) for moved in outcomes):
            return name
    convoyed = [unit for unit, order in enumerate(legal.orders) if order.way == BY_CONVOY]
    closed = [(moved, army) for moved in outcomes for army in convoyed if army not in moved]
    if any(BrokenConvoy(board, legal.units, legal.orders, {army}).follows(moved, ()) for moved, army in closed):
        return PARADOX
    return NOTHING


def _moves(legal: Legal, left: Sequence[str]) -> Iterator[frozenset[int]]:
    """The moves that leave these units: one for each way of telling units of one power and type apart."""
    wanted = Counter(left)
    choices = []
    for unit, order in zip(legal.units, legal.orders, strict=True):
        ways = [False]
        if order.kind == "move" and wanted[f"{unit.power} {unit.type} {order.to}".upper()]:
            ways = [True, False]
        choices.append(ways)
    for values in product(*choices):
        moved = frozenset(index for index, value in enumerate(values) if value)
        there = Counter(
            f"{unit.power} {unit.type} {order.to if index in moved else unit.location}".upper()
            for index, (unit, order) in enumerate(zip(legal.units, legal.orders, strict=True))
        )
        if all(there[each] >= count for each, count in wanted.items()):
            yield moved
