"""A referee by brute force: every way the moves and supports of a phase could fall, and which of these ways are consistent.

Written from the equations alone (Kruijswijk's, with slots and room for shared provinces) and in two values, where the judge
works with bounds: it guesses everything, and asks of each guess whether it explains itself. For ten decisions or so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import product

from dipmap.judge.board import Board, Gate
from dipmap.judge.legal import BY_CONVOY, BY_GATE, EITHER, Order
from dipmap.judge.state import Piece

Outcome = tuple[frozenset[int], frozenset[int]]
"""The units whose moves succeed, and those whose supports are given."""


class Referee:
    """One phase; `closed` are moves whose convoy or passage is shut by decree."""

    def __init__(
        self, board: Board, units: Sequence[Piece], orders: Sequence[Order], closed: Collection[int] = ()
    ) -> None:
        self.board, self.units, self.orders, self.closed = board, units, orders, closed
        self.all = range(len(units))
        self.movers = [unit for unit in self.all if orders[unit].kind == "move"]
        self.supporters = [unit for unit in self.all if orders[unit].kind == "support"]
        self.moved: Collection[int] = ()
        self.given: Collection[int] = ()

    def place(self, unit: int) -> str:
        return self.units[unit].province

    def power(self, unit: int) -> str | None:
        return self.units[unit].power

    # ---- what is contested

    def room(self, move: int) -> bool:
        """Whether a move names nobody in a shared province."""
        order = self.orders[move]
        return self.board.capacity[order.province] > 1 and order.target < 0

    def holder(self, move: int) -> int | None:
        """The unit whose slot a move contests."""
        order = self.orders[move]
        if self.board.capacity[order.province] > 1:
            return order.target if order.target >= 0 else None
        return next((unit for unit in self.all if self.place(unit) == order.province), None)

    def rivals(self, move: int) -> list[int]:
        """Other moves into the same slot, or the same room."""
        mine = self.orders[move]
        return [
            other
            for other in self.movers
            if other != move
            and self.orders[other].province == mine.province
            and (self.board.capacity[mine.province] == 1 or self.orders[other].target == mine.target)
        ]

    def attackers(self, unit: int) -> list[int]:
        return [move for move in self.movers if not self.room(move) and self.holder(move) == unit]

    # ---- paths

    def path(self, move: int) -> bool:
        order = self.orders[move]
        if order.way in (BY_CONVOY, BY_GATE) and move in self.closed:
            return False
        if order.way == BY_CONVOY:
            return self.chain(move)
        return order.gate is None or order.way != BY_GATE or self.lets_through(order.gate, move)

    def convoyed(self, move: int) -> bool:
        way = self.orders[move].way
        return way == BY_CONVOY or (way == EITHER and move not in self.closed and self.chain(move))

    def chain(self, move: int) -> bool:
        """Whether fleets that convoy the army and are not dislodged join its shore to where it goes."""
        order = self.orders[move]
        seas = {
            self.place(fleet)
            for fleet in self.all
            if self.orders[fleet].kind == "convoy"
            and self.orders[fleet].about == move
            and self.orders[fleet].province == order.province
            and not self.dislodged(fleet)
        }
        reached = {sea for sea in seas if sea in self.board.waters[self.place(move)]}
        for _ in seas:
            for sea in list(reached):
                reached |= {
                    other
                    for other in seas
                    if other in self.board.lanes[sea]
                    or (
                        other in self.board.gated_lanes.get(sea, {})
                        and self.lets_through(self.board.gated_lanes[sea][other], move)
                    )
                }
        return any(order.province in self.board.landings[sea] for sea in reached)

    def lets_through(self, gate: Gate, unit: int) -> bool:
        """Whether somebody who keeps the passage stays, is not dislodged, and agrees."""
        options = self.board.options
        goals = {self.board.province[gate.b], self.orders[unit].province}
        for keeper in self.all:
            theirs = self.orders[keeper]
            if self.place(keeper) != gate.keeper or theirs.kind == "move":
                continue
            own = self.power(keeper) == self.power(unit) and options["permission_same_power"] == "implicit"
            said = theirs.kind == "support" and theirs.consent and theirs.about == unit and theirs.province in goals
            stands = not self.dislodged(keeper)
            if own and stands:
                return True
            if said and (stands if options["permission_survives_cut"] == "true" else keeper in self.given):
                return True
        return False

    # ---- strengths

    def dislodged(self, unit: int) -> bool:
        return unit not in self.moved and any(move in self.moved for move in self.attackers(unit))

    def fits(self, supporter: int) -> bool:
        """Whether a support is for what its unit does."""
        order = self.orders[supporter]
        theirs = self.orders[order.about]
        if not order.province:
            return theirs.kind != "move"
        if theirs.kind != "move" or theirs.province != order.province or order.coast not in ("", theirs.to):
            return False
        if order.target < 0 and self.board.options["unnamed_support"] == "any-target":
            return True
        return order.target == theirs.target

    def supports(self, unit: int, without: str | None = None) -> int:
        return sum(
            1
            for supporter in self.supporters
            if supporter in self.given
            and self.orders[supporter].about == unit
            and self.orders[supporter].strong
            and self.reaches(supporter)
            and self.fits(supporter)
            and (without is None or self.power(supporter) != without)
        )

    def meets(self, move: int) -> int | None:
        """The unit a move meets head to head."""
        other = self.holder(move)
        if other is None or self.orders[other].kind != "move" or self.room(other) or self.holder(other) != move:
            return None
        if self.board.options["h2h_via_convoy"] == "false" and (self.convoyed(move) or self.convoyed(other)):
            return None
        return other

    def attack(self, move: int) -> int:
        if not self.path(move):
            return 0
        holder = self.holder(move)
        if holder is None or (holder in self.moved and self.meets(move) is None):
            return 1 + self.supports(move)
        owner = self.power(holder)
        if owner is not None and owner == self.power(move):
            return 0
        return 1 + self.supports(move, owner)

    def resistance(self, move: int) -> int:
        """What holds or defends the slot."""
        holder = self.holder(move)
        if holder is None:
            return 0
        if self.meets(move) is not None or self.orders[holder].kind != "move":
            return 1 + self.supports(holder)
        return 0 if holder in self.moved else 1

    def prevent(self, move: int) -> int:
        if not self.path(move):
            return 0
        other = self.meets(move)
        if other is not None and other in self.moved:
            return 0
        return 1 + self.supports(move)

    # ---- what follows from a guess

    def succeeds(self, move: int) -> bool:
        return self.path(move) and (self.enters(move) if self.room(move) else self.takes(move)) and self.unmixed(move)

    def takes(self, move: int) -> bool:
        attack = self.attack(move)
        return attack > self.resistance(move) and all(attack > self.prevent(rival) for rival in self.rivals(move))

    def enters(self, move: int) -> bool:
        province = self.orders[move].province
        kept = 0
        for holder in self.all:
            if self.place(holder) == province:
                taken = any(attacker in self.moved for attacker in self.attackers(holder))
                kept += holder not in self.moved or taken
        room = self.board.capacity[province] - kept
        mine = 1 + self.supports(move)
        return sum(1 for rival in self.rivals(move) if self.prevent(rival) >= mine) < room

    def unmixed(self, move: int) -> bool:
        order = self.orders[move]
        if order.province not in self.board.unmixed:
            return True
        for holder in self.all:
            foreign = self.place(holder) == order.province and self.power(holder) != self.power(move)
            if foreign and holder != order.target and holder not in self.moved and not self.dislodged(holder):
                return False
        attack = self.attack(move)
        return all(
            attack > self.prevent(rival)
            for rival in self.movers
            if self.orders[rival].province == order.province
            and self.power(rival) != self.power(move)
            and self.path(rival)
        )

    def reaches(self, supporter: int) -> bool:
        """Whether the passage a support needs is open: a matter of strength, not of consent."""
        gate = self.orders[supporter].gate
        return gate is None or self.lets_through(gate, supporter)

    def helps(self, supporter: int) -> bool:
        """Whether a support stands, uncut."""
        order = self.orders[supporter]
        against = self.holder(order.about) if order.province and self.fits(supporter) else None
        for attacker in self.attackers(supporter):
            if self.power(attacker) == self.power(supporter):
                continue
            if attacker in self.moved or (attacker != against and self.path(attacker)):
                return False
        return True

    def explains_itself(self, outcome: Outcome) -> bool:
        """Whether every part of an outcome follows from the whole of it."""
        self.moved, self.given = outcome
        return all(self.succeeds(move) == (move in self.moved) for move in self.movers) and all(
            self.helps(supporter) == (supporter in self.given) for supporter in self.supporters
        )

    def outcomes(self) -> Iterator[Outcome]:
        """All outcomes that explain themselves."""
        decided = self.movers + self.supporters
        for values in product((True, False), repeat=len(decided)):
            true = {unit for unit, value in zip(decided, values, strict=True) if value}
            outcome = (frozenset(true & set(self.movers)), frozenset(true & set(self.supporters)))
            if self.explains_itself(outcome):
                yield outcome
