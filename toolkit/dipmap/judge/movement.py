"""A movement phase: orders in, what became of each, and where all units are afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dipmap.judge import retreats
from dipmap.judge.board import Board
from dipmap.judge.legal import BY_GATE, Legal, read
from dipmap.judge.notation import unit_text
from dipmap.judge.orders import CONVOY, MOVE, SUPPORT, Given
from dipmap.judge.resolve import Resolver
from dipmap.judge.results import CUT, DISLODGED, FAILS, SUCCEEDS, VOID, OrderResult
from dipmap.judge.state import Dislodged, Piece, State, numbered, ordered


class Moved(NamedTuple):
    """What a movement phase left: `units` are those in place, `dislodged` those that have to go (units of nobody too), each
    with the province its attacker came from and the places open to it; `bounced` are provinces closed to retreats.
    """

    results: tuple[OrderResult, ...]
    units: tuple[Piece, ...]
    dislodged: tuple[Dislodged, ...]
    bounced: tuple[str, ...]
    trace: tuple[str, ...]
    warnings: tuple[str, ...]


def play(board: Board, state: State, orders: Sequence[Given], *, trace: bool = False) -> Moved:
    """Adjudicate the moves of a phase. Results come in the order of units, orders for no unit of their power after them."""
    legal = read(board, state, orders)
    resolver = Resolver(board, legal.units, legal.orders, trace=trace)
    resolver.resolve()
    telling = _Telling(resolver, legal)
    results = [telling.result(index) for index in range(len(legal.units))]
    if legal.rejected:
        rejected = [
            OrderResult(
                given.power, given.text, VOID, void.reason, (), legal.units[index] if index >= 0 else None, void.detail
            )
            for given, void, index in legal.rejected
        ]
        results += sorted(rejected, key=lambda result: (result.power or "", result.order, result.reason))
    units, dislodged, bounced = _afterwards(resolver, telling.beaten)
    return Moved(
        tuple(results), units, dislodged, bounced, tuple(resolver.trace or ()), tuple(dict.fromkeys(resolver.warnings))
    )


class _Telling:
    """The outcome and the reason of every order of a resolved phase."""

    def __init__(self, resolver: Resolver, legal: Legal) -> None:
        self.resolver = resolver
        self.legal = legal
        self.units = legal.units
        self.beaten: dict[int, int] = {}
        """Who was dislodged, and by whom."""
        moved = resolver.moved
        for index in resolver.moves:
            holder = resolver.target[index]
            if moved[index] and holder >= 0 and not moved[holder]:
                self.beaten[holder] = index

    def result(self, index: int) -> OrderResult:
        legal, unit = self.legal, self.units[index]
        void, order = legal.voids[index], legal.orders[index]
        text = legal.texts[index] or f"{unit_text(unit)} H"
        if void is not None:
            return OrderResult(unit.power, text, VOID, void.reason, (), unit, void.detail)
        if order.kind == MOVE:
            if self.resolver.moved[index]:
                return OrderResult(unit.power, text, SUCCEEDS, "", (), unit)
            reason, by = self._stopped(index)
            return OrderResult(unit.power, text, FAILS, reason, self._places(by), unit)
        attacker = self.beaten.get(index)
        if attacker is not None:
            return OrderResult(unit.power, text, DISLODGED, "dislodged", self._places([attacker]), unit)
        if order.kind == SUPPORT:
            return self._support(index, unit, text)
        if order.kind == CONVOY and not self._carried(index):
            return OrderResult(unit.power, text, FAILS, "not-convoyed", (), unit)
        return OrderResult(unit.power, text, SUCCEEDS, "", (), unit)

    def _places(self, indices: Sequence[int]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.units[index].location for index in indices))

    def _carried(self, index: int) -> bool:
        resolver = self.resolver
        return resolver.matched[index] and resolver.convoyed(resolver.orders[index].about) is True

    def _support(self, index: int, unit: Piece, text: str) -> OrderResult:
        resolver = self.resolver
        if not resolver.matched[index]:
            return OrderResult(unit.power, text, FAILS, "unmatched", (), unit)
        agrees = resolver.orders[index].consent and resolver.given[index]
        if agrees or resolver.counts(index):
            return OrderResult(unit.power, text, SUCCEEDS, "", (), unit)
        cutters = [
            attacker
            for attacker in resolver.attackers[index]
            if resolver.powers[attacker] != resolver.powers[index] and resolver.path(attacker)
        ]
        if not cutters:
            return OrderResult(unit.power, text, FAILS, "no-consent", (), unit)
        return OrderResult(unit.power, text, CUT, "attacked", self._places(cutters), unit)

    def _stopped(self, index: int) -> tuple[str, Sequence[int]]:
        """Why a move failed, and the units that stopped it."""
        resolver = self.resolver
        order = resolver.orders[index]
        if resolver.path(index) is False:
            if index in resolver.closed:
                return "paradox", []
            if order.way == BY_GATE:
                assert order.gate is not None
                return "no-consent", resolver.at.get(order.gate.keeper, [])
            return "no-path", [fleet for fleet in resolver.fleets[index] if fleet in self.beaten]
        if resolver.room[index]:
            return self._shut_out(index)
        return self._bounced(index)

    def _shut_out(self, index: int) -> tuple[str, Sequence[int]]:
        resolver = self.resolver
        province = resolver.orders[index].province
        if resolver.places_left(province)[1] <= 0:
            return "no-room", [other for other in resolver.at.get(province, ()) if not resolver.moved[other]]
        mine = resolver.strength(index)[0]
        rivals = resolver.into[province] if province in resolver.board.unmixed else resolver.rooms[province]
        by = [
            other for other in rivals if other != index and resolver.path(other) and resolver.strength(other)[0] >= mine
        ]
        return "bounced", by or [other for other in resolver.at.get(province, ()) if not resolver.moved[other]]

    def _bounced(self, index: int) -> tuple[str, Sequence[int]]:
        resolver = self.resolver
        holder, order = resolver.target[index], resolver.orders[index]
        met = resolver.head_to_head(index)
        attack = resolver.attack(index, met)[0]
        by = []
        if holder >= 0 and not resolver.moved[holder]:
            against = resolver.strength(holder)[0] if met else resolver.hold(holder)[0]
            if attack <= against:
                if resolver.strength(index)[0] > against:
                    return "own-unit", [holder]
                by.append(holder)
        key = order.target if order.province in resolver.board.shared else order.province
        by += [rival for rival in resolver.slots[key] if rival != index and attack <= resolver.prevent(rival)[0]]
        if not by and order.province in resolver.board.unmixed:
            return self._shut_out(index)
        return "bounced", by


def _afterwards(
    resolver: Resolver, beaten: dict[int, int]
) -> tuple[tuple[Piece, ...], tuple[Dislodged, ...], tuple[str, ...]]:
    """Where the units are, who has to retreat and where to, and the provinces in which there was a stand-off."""
    board, orders, moved = resolver.board, resolver.orders, resolver.moved
    stayed, arrived = [], []
    for index, unit in enumerate(resolver.units):
        if moved[index]:
            arrived.append(unit._replace(location=orders[index].to))
        elif index not in beaten:
            stayed.append(unit)
    # in shared provinces those who were there keep their numbers before those who come
    units = numbered(stayed + arrived) if board.shared else ordered(stayed + arrived)
    occupied = {board.province[unit.location] for unit in units}
    bounced = sorted({orders[index].province for index in resolver.moves if _stood_off(resolver, index, occupied)})
    dislodged = []
    there = retreats.by_province(units) if beaten else {}
    for index, attacker in sorted(beaten.items()):
        unit, origin = resolver.units[index], resolver.places[attacker]
        convoyed = resolver.convoyed(attacker) is True
        ways = retreats.open_among(board, unit, origin, there, bounced, convoyed=convoyed)
        dislodged.append(Dislodged(unit, origin, tuple(ways)))
    return units, tuple(dislodged), tuple(bounced)


def _stood_off(resolver: Resolver, index: int, occupied: set[str]) -> bool:
    """Whether a failed move closes its destination to retreats: it had an effect there, and the place stayed empty."""
    if resolver.moved[index] or not resolver.path(index):
        return False
    province = resolver.orders[index].province
    if resolver.room[index]:
        return resolver.places_left(province)[1] > 0
    # one that was beaten by whom it met on the way never got there
    return province not in occupied and resolver.prevent(index)[0] > 0
