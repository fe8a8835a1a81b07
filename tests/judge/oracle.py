"""A referee by brute force: every way the moves of a phase could fall, and which of these ways are consistent.

Written from the equations alone (Kruijswijk's, with slots and room for shared provinces), in two values, where the judge
works with bounds: it guesses all moves, and asks of each guess whether it explains itself. What becomes of a support follows
from the moves, except where consent may be cut, which may open a passage to whoever cuts it: there it guesses as well. Steps
between waters are read from the variant and not from the judge's board. For eleven guesses or so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import product

from dipmap.judge.board import Board, Gate
from dipmap.judge.legal import BY_CONVOY, BY_GATE, EITHER, Order
from dipmap.judge.state import Piece
from dipmap.model import Kind, Variant, province_of

Outcome = tuple[frozenset[int], frozenset[int]]
"""The units whose moves succeed, and those whose supports stand, neither dislodged nor cut. Whether a support's own passage
is open bears on strength alone.
"""


class Seaways:
    """The steps of fleets from province to province, `free` ones and those that a `keeper` has to allow."""

    def __init__(self, variant: Variant) -> None:
        self.free: set[tuple[str, str]] = set()
        self.kept: dict[tuple[str, str], Gate] = {}
        for edge in variant.adjacency:
            for a, b in ((edge.a, edge.b), (edge.b, edge.a))[: 1 if edge.oneway else 2]:
                way = (province_of(a), province_of(b))
                if edge.units.fleet and edge.kind is Kind.PERMISSION and edge.keeper:
                    self.kept[way] = Gate(a, b, edge.keeper)
                elif edge.units.fleet:
                    self.free.add(way)


class Referee:
    """One phase; `closed` are units whose convoy or passage is shut by decree."""

    def __init__(
        self, board: Board, units: Sequence[Piece], orders: Sequence[Order], closed: Collection[int] = ()
    ) -> None:
        self.board, self.units, self.orders, self.closed = board, units, orders, closed
        self.powers = [unit.power for unit in units]
        self.places = [unit.province for unit in units]
        every = range(len(units))
        self.movers = [unit for unit in every if orders[unit].kind == "move"]
        self.supporters = [unit for unit in every if orders[unit].kind == "support"]
        self.at: dict[str, list[int]] = defaultdict(list)
        for unit in every:
            self.at[self.places[unit]].append(unit)
        self.into: dict[str, list[int]] = defaultdict(list)
        for move in self.movers:
            self.into[orders[move].province].append(move)
        self.room = {move: self._shared(move) and orders[move].target < 0 for move in self.movers}
        self.holder = {move: self._holder(move) for move in self.movers}
        self.rivals = {move: self._rivals(move) for move in self.movers}
        self.attackers = {unit: [move for move in self.movers if self.holder[move] == unit] for unit in every}
        self.helpers: dict[int, list[int]] = defaultdict(list)
        for supporter in self.supporters:
            if self.fits(supporter):
                self.helpers[orders[supporter].about].append(supporter)
        frail = board.options["permission_survives_cut"] == "false"
        self.consents = [supporter for supporter in self.supporters if frail and orders[supporter].consent]
        self.seaways = Seaways(board.variant)
        self.moved: Collection[int] = ()
        self.given: Collection[int] = ()
        self.paths: dict[int, bool] = {}

    # ---- what is contested

    def _shared(self, move: int) -> bool:
        return self.board.capacity[self.orders[move].province] > 1

    def _holder(self, move: int) -> int | None:
        """The unit whose slot a move contests."""
        order = self.orders[move]
        if self._shared(move):
            return order.target if order.target >= 0 else None
        return next(iter(self.at[order.province]), None)

    def _rivals(self, move: int) -> list[int]:
        """Other moves into the same slot, or the same room."""
        target = self.orders[move].target
        return [
            other
            for other in self.into[self.orders[move].province]
            if other != move and (not self._shared(move) or self.orders[other].target == target)
        ]

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

    # ---- paths

    def path(self, move: int) -> bool:
        if move not in self.paths:
            self.paths[move] = self._path(move)
        return self.paths[move]

    def _path(self, move: int) -> bool:
        order = self.orders[move]
        if order.way == BY_CONVOY:
            return self.chain(move)
        return order.way != BY_GATE or self.lets_through(order.gate, move, order.province)

    def convoyed(self, move: int) -> bool:
        way = self.orders[move].way
        return way == BY_CONVOY or (way == EITHER and self.chain(move))

    def chain(self, army: int) -> bool:
        """Whether fleets that convoy an army and are not dislodged join its shore to where it goes."""
        goal = self.orders[army].province
        if army in self.closed:
            return False
        seas = {
            self.places[fleet]
            for fleet, order in enumerate(self.orders)
            if order.kind == "convoy" and order.about == army and order.province == goal and not self.dislodged(fleet)
        }
        ways = self.seaways
        reached = {sea for sea in seas if (self.places[army], sea) in ways.free}
        while True:
            more = {
                other
                for sea in reached
                for other in seas - reached
                if (sea, other) in ways.free or self._lane(sea, other, army)
            }
            if not more:
                return any((sea, goal) in ways.free for sea in reached)
            reached |= more

    def _lane(self, sea: str, other: str, army: int) -> bool:
        gate = self.seaways.kept.get((sea, other))
        if gate is None or self.board.options["convoy_through_permission"] == "false":
            return False
        return self.lets_through(gate, army, self.orders[army].province)

    def lets_through(self, gate: Gate, unit: int, goal: str) -> bool:
        """Whether somebody keeps the passage who stays, is not dislodged, and agrees to what a unit does with a place."""
        if unit in self.closed:
            return False
        for keeper in self.at[gate.keeper]:
            theirs = self.orders[keeper]
            if theirs.kind == "move" or self.dislodged(keeper):
                continue
            own = self.powers[keeper] == self.powers[unit]
            if own and self.board.options["permission_same_power"] == "implicit":
                return True
            said = theirs.kind == "support" and theirs.consent and theirs.about == unit and theirs.province == goal
            if said and (keeper not in self.consents or keeper in self.given):
                return True
        return False

    # ---- strengths

    def dislodged(self, unit: int) -> bool:
        return unit not in self.moved and any(move in self.moved for move in self.attackers[unit])

    def supports(self, unit: int, without: str | None = None) -> int:
        return sum(
            1
            for supporter in self.helpers[unit]
            if supporter in self.given
            and self.orders[supporter].strong
            and self.reaches(supporter)
            and (without is None or self.powers[supporter] != without)
        )

    def reaches(self, supporter: int) -> bool:
        """Whether the passage that a support needs is open."""
        gate = self.orders[supporter].gate
        return gate is None or self.lets_through(gate, supporter, province_of(gate.b))

    def meets(self, move: int) -> int | None:
        """The unit a move meets head to head."""
        other = self.holder[move]
        if other is None or self.orders[other].kind != "move" or self.holder[other] != move:
            return None
        if self.board.options["h2h_via_convoy"] == "false" and (self.convoyed(move) or self.convoyed(other)):
            return None
        return other

    def attack(self, move: int) -> int:
        if not self.path(move):
            return 0
        holder = self.holder[move]
        if holder is None or (holder in self.moved and self.meets(move) is None):
            return 1 + self.supports(move)
        owner = self.powers[holder]
        if owner is not None and owner == self.powers[move]:
            return 0
        return 1 + self.supports(move, owner)

    def resistance(self, move: int) -> int:
        """What holds or defends the slot."""
        holder = self.holder[move]
        if holder is None:
            return 0
        if self.meets(move) is not None or self.orders[holder].kind != "move":
            return 1 + self.supports(holder)
        return 0 if holder in self.moved else 1

    def prevent(self, move: int) -> int:
        other = self.meets(move)
        if not self.path(move) or (other is not None and other in self.moved):
            return 0
        return 1 + self.supports(move)

    # ---- what follows from a guess

    def succeeds(self, move: int) -> bool:
        return self.path(move) and (self.enters(move) if self.room[move] else self.takes(move)) and self.unmixed(move)

    def takes(self, move: int) -> bool:
        attack = self.attack(move)
        return attack > self.resistance(move) and all(attack > self.prevent(rival) for rival in self.rivals[move])

    def enters(self, move: int) -> bool:
        province = self.orders[move].province
        kept = sum(
            1
            for holder in self.at[province]
            if holder not in self.moved or any(attacker in self.moved for attacker in self.attackers[holder])
        )
        attack = self.attack(move)
        stronger = sum(1 for rival in self.rivals[move] if self.path(rival) and self.prevent(rival) >= attack)
        return stronger < self.board.capacity[province] - kept

    def unmixed(self, move: int) -> bool:
        """Whether a move into a province for units of one power leaves it so."""
        order, power = self.orders[move], self.powers[move]
        if order.province not in self.board.unmixed:
            return True
        for holder in self.at[order.province]:
            goes = holder in self.moved or self.dislodged(holder) or holder == order.target
            if self.powers[holder] != power and not goes:
                return False
        attack = self.attack(move)
        foreign = [rival for rival in self.into[order.province] if self.powers[rival] != power]
        return all(attack > self.prevent(rival) for rival in foreign if self.path(rival))

    def cut(self, supporter: int) -> bool:
        order = self.orders[supporter]
        against = self.holder[order.about] if order.province and self.fits(supporter) else None
        return any(
            attacker in self.moved or attacker != against
            for attacker in self.attackers[supporter]
            if self.powers[attacker] != self.powers[supporter] and self.path(attacker)
        )

    def stands(self, supporter: int) -> bool:
        return not self.dislodged(supporter) and not self.cut(supporter)

    def follows(self, moved: Collection[int], agreed: Collection[int]) -> bool:
        """Whether a guess follows from itself: who moves, and which consents stand. `given` are then the supports that do."""
        self.moved, self.given, self.paths = moved, agreed, {}
        self.given = frozenset(supporter for supporter in self.supporters if self.stands(supporter))
        if any((supporter in self.given) != (supporter in agreed) for supporter in self.consents):
            return False
        return all(self.succeeds(move) == (move in moved) for move in self.movers)

    def explains_itself(self, outcome: Outcome) -> bool:
        """Whether an outcome is consistent."""
        moved, given = outcome
        return self.follows(moved, given.intersection(self.consents)) and self.given == given

    def outcomes(self) -> Iterator[Outcome]:
        """All outcomes that explain themselves."""
        for moved in _subsets(self.movers):
            for agreed in _subsets(self.consents):
                if self.follows(moved, agreed):
                    yield moved, frozenset(self.given)


def _subsets(units: Sequence[int]) -> Iterator[frozenset[int]]:
    for values in product((True, False), repeat=len(units)):
        yield frozenset(unit for unit, value in zip(units, values, strict=True) if value)
