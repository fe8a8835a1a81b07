"""The equations of a movement phase: paths, strengths, and whether a move succeeds or a support is given, in three values.

They are those of Kruijswijk's "The Math of Adjudication", with one change: a place is contested by its *slot*, which in a
province for one unit is the province itself, and in a shared one a named unit's place or the room that is left. Each is
evaluated from what is already decided (`resolve` decides); None is not yet known, a strength its least and its most.
"""

from __future__ import annotations

from collections.abc import Sequence

from dipmap.judge.board import Board, Gate
from dipmap.judge.legal import BY_CONVOY, BY_GATE, EITHER, Order
from dipmap.judge.orders import CONVOY, MOVE, SUPPORT
from dipmap.judge.state import Piece
from dipmap.model import province_of

Truth = bool | None


class Equations:
    """One movement phase: `moved` says which moves succeed, `given` which supports count, as far as is decided.

    Units are known by their index. `target` is the unit whose slot a move contests (-1: an empty province, or room in a
    shared one), `room` says that a move contests the free room.
    """

    def __init__(self, board: Board, units: Sequence[Piece], orders: Sequence[Order]) -> None:
        self.board = board
        self.units = units
        self.orders = orders
        count = len(units)
        self.powers = [unit.power for unit in units]
        self.places = [board.province[unit.location] for unit in units]
        self.moving = [order.kind == MOVE for order in orders]
        self.moved: list[Truth] = [None if moving else False for moving in self.moving]
        self.given: list[Truth] = [None if order.kind == SUPPORT else False for order in orders]
        self.closed: set[int] = set()
        self.undecided_paths: set[int] = set()
        self.at: dict[str, list[int]] = {}
        for index, place in enumerate(self.places):
            self.at.setdefault(place, []).append(index)
        self._contests(count)
        self._helps(count)
        self.swap_by_convoy = board.options["h2h_via_convoy"] == "false"
        self.same_power_passes = board.options["permission_same_power"] == "implicit"
        self.consent_survives = board.options["permission_survives_cut"] == "true"

    # ---- what stands before anything is decided

    def _contests(self, count: int) -> None:
        """Who contests what: by slot (a province, or a unit in a shared one) and by room (a shared province)."""
        shared, at = self.board.shared, self.at
        self.target = [-1] * count
        self.room = [False] * count
        self.moves: list[int] = []
        slots: dict[str | int, list[int]] = {}
        rooms: dict[str, list[int]] = {}
        into: dict[str, list[int]] = {}
        for index, order in enumerate(self.orders):
            if not self.moving[index]:
                continue
            self.moves.append(index)
            province = order.province
            if province not in shared:
                here = at.get(province)
                if here:
                    self.target[index] = here[0]
                slots.setdefault(province, []).append(index)
            elif order.target >= 0:
                self.target[index] = order.target
                slots.setdefault(order.target, []).append(index)
            else:
                self.room[index] = True
                rooms.setdefault(province, []).append(index)
            if shared:
                into.setdefault(province, []).append(index)
        self.slots, self.rooms, self.into = slots, rooms, into
        none: list[int] = []
        self.attackers = [
            slots.get(index if place in shared else place, none) for index, place in enumerate(self.places)
        ]
        # two that change places: each contests the slot of the other
        self.opposite = [-1] * count
        for index in self.moves:
            other = self.target[index]
            if other >= 0 and self.moving[other] and self.target[other] == index:
                self.opposite[index] = other

    def _helps(self, count: int) -> None:
        """Which supports and convoys fit the orders of the units they are for."""
        orders = self.orders
        exact = self.board.options["unnamed_support"] == "exact"
        none: list[int] = []
        self.helpers: list[list[int]] = [none] * count
        self.matched = [False] * count
        self.fleets: list[list[int]] = [none] * count
        self.supports: list[int] = []
        for index, order in enumerate(orders):
            if order.kind == SUPPORT:
                self.supports.append(index)
                about = orders[order.about]
                if order.province:
                    fits = (
                        about.kind == MOVE
                        and about.province == order.province
                        and (not order.coast or order.coast == about.to)
                        and (order.target < 0 or order.target == about.target)
                        and (not exact or order.target == about.target)
                    )
                else:
                    fits = about.kind != MOVE
                if fits:
                    self.matched[index] = True
                    if order.strong:
                        self._add(self.helpers, order.about, index)
            elif order.kind == CONVOY:
                about = orders[order.about]
                if about.kind == MOVE and about.province == order.province and about.way in (BY_CONVOY, EITHER):
                    self.matched[index] = True
                    self._add(self.fleets, order.about, index)

    @staticmethod
    def _add(lists: list[list[int]], index: int, item: int) -> None:
        if lists[index]:
            lists[index].append(item)
        else:
            lists[index] = [item]

    # ---- paths

    def path(self, index: int) -> Truth:
        """Whether a move gets where it is to have an effect: the convoy holds, the passage is open."""
        way = self.orders[index].way
        if way == BY_CONVOY:
            value = self._chain(index)
        elif way == BY_GATE:
            gate = self.orders[index].gate
            assert gate is not None
            value = False if index in self.closed else self._open(gate, index)
        else:
            return True
        if value is None:
            self.undecided_paths.add(index)
        return value

    def convoyed(self, index: int) -> Truth:
        """Whether a move goes by convoy, which `either` leaves to the convoy."""
        way = self.orders[index].way
        if way != EITHER:
            return way == BY_CONVOY
        value = self._chain(index)
        if value is None:
            self.undecided_paths.add(index)
        return value

    def _chain(self, index: int) -> Truth:
        if index in self.closed:
            return False
        sure, perhaps = set(), set()
        for fleet in self.fleets[index]:
            gone = self.dislodged(fleet)
            if gone is not True:
                perhaps.add(self.places[fleet])
                if gone is False:
                    sure.add(self.places[fleet])
        if not perhaps:
            return False
        if sure and self._ashore(index, sure, doubtful=False):
            return True
        return None if self._ashore(index, perhaps, doubtful=True) else False

    def _ashore(self, index: int, seas: set[str], *, doubtful: bool) -> bool:
        """Whether a chain over these waters leads to the destination; gates count as open when `doubtful` and not closed."""
        board, end = self.board, self.orders[index].province
        seen = seas & board.waters[self.places[index]]
        queue = list(seen)
        while queue:
            sea = queue.pop()
            if end in board.landings[sea]:
                return True
            ways = board.lanes[sea] & seas
            gated = board.gated_lanes.get(sea)
            if gated:
                ways |= {
                    other
                    for other, gate in gated.items()
                    if other in seas
                    and (self._open(gate, index) is True or (doubtful and self._open(gate, index) is None))
                }
            for other in ways - seen:
                seen.add(other)
                queue.append(other)
        return False

    def _open(self, gate: Gate, index: int) -> Truth:
        """Whether a keeper lets a unit through: it stays, is not dislodged, and agrees."""
        power = self.powers[index]
        # a keeper agrees to a step through its passage, or to the whole way of an army convoyed through it
        ends = (province_of(gate.b), self.orders[index].province)
        value: Truth = False
        for keeper in self.at.get(gate.keeper, ()):
            if self.moving[keeper]:
                continue
            theirs = self.orders[keeper]
            agrees = theirs.consent and theirs.about == index and theirs.province in ends
            if self.same_power_passes and self.powers[keeper] == power:
                free = self._not(self.dislodged(keeper))
            elif not agrees:
                continue
            elif self.consent_survives:
                free = self._not(self.dislodged(keeper))
            else:
                free = self.given[keeper]
            if free is True:
                return True
            if free is None:
                value = None
        return value

    @staticmethod
    def _not(value: Truth) -> Truth:
        return None if value is None else not value

    def dislodged(self, index: int) -> Truth:
        """Whether a unit has to leave its place to an attacker."""
        attackers = self.attackers[index]
        if not attackers:
            return False
        moving = self.moving[index]
        leaves: Truth = self.moved[index] if moving else False
        if leaves:
            return False
        unknown = False
        for attacker in attackers:
            moved = self.moved[attacker]
            if moved:
                return True if leaves is False else None
            if moved is None:
                unknown = True
        return None if unknown else False

    # ---- the equations

    def support(self, index: int) -> Truth:
        """Whether a support stands: neither dislodged nor cut. Whether its own passage is open bears on strength alone."""
        order = self.orders[index]
        power = self.powers[index]
        unknown = False
        against = self.target[order.about] if order.province and self.matched[index] else -1
        for attacker in self.attackers[index]:
            if self.powers[attacker] == power:
                continue
            moved = self.moved[attacker]
            if moved:
                return False
            if attacker == against:
                # the unit attacked does not cut the support of its attackers, unless it drives them off
                if moved is None:
                    unknown = True
                continue
            path = self.path(attacker)
            if path:
                return False
            if path is None:
                unknown = True
        return None if unknown else True

    def counts(self, index: int) -> Truth:
        """Whether a support that fits adds strength: it stands, and its passage is open where it needs one."""
        gate = self.orders[index].gate
        return self.given[index] if gate is None else self._and(self.given[index], self._open(gate, index))

    def strength(self, index: int, without: str | None = None) -> tuple[int, int]:
        """The least and the most strength of a unit in what it does; `without` is a power whose supports do not count."""
        helpers = self.helpers[index]
        if not helpers:
            return 1, 1
        least = most = 1
        given, orders = self.given, self.orders
        for helper in helpers:
            if without is not None and self.powers[helper] == without:
                continue
            value = given[helper] if orders[helper].gate is None else self.counts(helper)
            if value:
                least += 1
                most += 1
            elif value is None:
                most += 1
        return least, most

    def head_to_head(self, index: int) -> Truth:
        """Whether a move meets the unit at its destination on the way."""
        other = self.opposite[index]
        if other < 0:
            return False
        if not self.swap_by_convoy:
            return True
        mine, theirs = self.convoyed(index), self.convoyed(other)
        if mine or theirs:
            return False
        return None if mine is None or theirs is None else True

    def attack(self, index: int, met: Truth) -> tuple[int, int]:
        """The least and the most strength of a move against the slot it contests."""
        path = self.path(index)
        if path is False:
            return 0, 0
        holder = self.target[index]
        least, most = self.strength(index)
        if holder >= 0:
            leaves: Truth = self.moved[holder] if self.moving[holder] and met is not True else False
            if leaves is not True or met is None:
                # as long as the unit there may stay, neither its own power nor its supports count against it
                power = self.powers[holder]
                own = power is not None and power == self.powers[index]
                least, high = (0, 0) if own else self.strength(index, power)
                if leaves is False:
                    most = high
        return (0 if path is None else least), most

    def prevent(self, index: int) -> tuple[int, int]:
        """The least and the most strength with which a move keeps others out of the slot it contests."""
        path = self.path(index)
        if path is False:
            return 0, 0
        least, most = self.strength(index)
        if path is None:
            least = 0
        if self.opposite[index] >= 0:
            met = self.head_to_head(index)
            if met is not False:
                lost = self.moved[self.opposite[index]]
                if lost and met:
                    return 0, 0
                if lost or lost is None:
                    least = 0
        return least, most

    def hold(self, index: int) -> tuple[int, int]:
        """The least and the most strength of a unit in its place against a move that does not meet it."""
        if self.moving[index]:
            moved = self.moved[index]
            return (0, 1) if moved is None else (0, 0) if moved else (1, 1)
        return self.strength(index)

    def move(self, index: int) -> Truth:
        """Whether a move succeeds."""
        value = self._enters(index) if self.room[index] else self._takes(index)
        if value is not False and self.orders[index].province in self.board.unmixed:
            value = self._and(value, self._alone(index))
        return value

    @staticmethod
    def _and(one: Truth, other: Truth) -> Truth:
        if one is False or other is False:
            return False
        return None if one is None or other is None else True

    def _takes(self, index: int) -> Truth:
        """Whether a move takes the slot it contests."""
        holder = self.target[index]
        key = (
            self.orders[index].target
            if self.orders[index].province in self.board.shared
            else self.orders[index].province
        )
        rivals = self.slots[key]
        if holder < 0 and len(rivals) == 1:
            return self.path(index)
        met = self.head_to_head(index)
        least, most = self.attack(index, met)
        if most == 0:
            return False
        low = high = 0
        if holder >= 0:
            if met is True:
                low, high = self.strength(holder)
            else:
                low, high = self.hold(holder)
                if met is None:
                    other_low, other_high = self.strength(holder)
                    low, high = min(low, other_low), max(high, other_high)
        if most <= low:
            return False
        for rival in rivals:
            if rival != index:
                their_low, their_high = self.prevent(rival)
                if most <= their_low:
                    return False
                low, high = max(low, their_low), max(high, their_high)
        return True if least > high else None

    def places_left(self, province: str) -> tuple[int, int]:
        """The least and the most room in a shared province for moves that name nobody there."""
        least = most = self.board.capacity[province]
        for holder in self.at.get(province, ()):
            moved: Truth = self.moved[holder] if self.moving[holder] else False
            if moved is False:
                least -= 1
                most -= 1
                continue
            taken: Truth = False
            for attacker in self.attackers[holder]:
                value = self.moved[attacker]
                if value:
                    taken = True
                    break
                if value is None:
                    taken = None
            if taken:
                least -= 1
                most -= 1
            elif moved is None or taken is None:
                least -= 1
        return least, most

    def _enters(self, index: int) -> Truth:
        """Whether a move that names nobody finds room in a shared province."""
        path = self.path(index)
        if path is False:
            return False
        province = self.orders[index].province
        least, most = self.places_left(province)
        if most <= 0:
            return False
        low, high = self.strength(index)
        surely = perhaps = 0
        for rival in self.rooms[province]:
            if rival == index:
                continue
            free = self.path(rival)
            if free is False:
                continue
            their_low, their_high = self.strength(rival)
            if their_high >= low:
                perhaps += 1
                if free and their_low >= high:
                    surely += 1
        if surely >= most:
            return False
        return path if perhaps < least else None

    def _alone(self, index: int) -> Truth:
        """Whether a move comes only to units of its own power, in a province that powers do not share."""
        power, order = self.powers[index], self.orders[index]
        value: Truth = True
        least, most = self.attack(index, self.head_to_head(index))
        for holder in self.at.get(order.province, ()):
            if self.powers[holder] == power or holder == order.target:
                continue
            leaves: Truth = self.moved[holder] if self.moving[holder] else False
            gone = True if leaves else self.dislodged(holder) if leaves is False else None
            value = self._and(value, gone)
        for rival in self.into[order.province]:
            if self.powers[rival] == power:
                continue
            low, high = self.prevent(rival)
            wins = True if least > high else False if most <= low else None
            value = self._and(value, wins)
        return value
