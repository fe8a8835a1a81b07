"""Every legal order of a power in the phase to be played. What is legal is asked of the modules that read orders."""

from __future__ import annotations

from collections.abc import Iterator

from dipmap.judge import adjustment, retreats
from dipmap.judge.board import Board
from dipmap.judge.errors import JudgeError
from dipmap.judge.legal import Position, Void
from dipmap.judge.names import NOBODY
from dipmap.judge.notation import order_text, unit_text
from dipmap.judge.orders import (
    BUILD,
    CONVOY,
    DISBAND,
    HOLD,
    MOVE,
    REMOVE,
    RETREAT,
    SUPPORT,
    WAIVE,
    UnitRef,
    Written,
)
from dipmap.judge.state import ADJUSTMENT, ARMY, FLEET, MOVEMENT, State
from dipmap.judge.state import RETREAT as RETREATS
from dipmap.judge.view import view
from dipmap.model import province_of


def legal_orders(board: Board, state: State, power: str) -> dict[str, list[str]]:
    """Every order of a power that is not void, by the unit it is for, in the notation of `notation`; all sorted.

    In an adjustment the keys are the provinces it may build in and `waive`, or the units it may remove; each order is legal
    as the first of the phase. A power that does not play, has nothing to do, or whose game is over has none. Orders for
    units that the power does not see are left out, and so are votes. A move into a full shared province that names no unit
    is in the list: it counts when somebody is ordered to leave. Raises `JudgeError` for a power or a phase that is none.
    """
    shown = view(board.variant, state, power).state
    if state.over or not board.variant.powers_by_id[power].playable:
        return {}
    listing = {MOVEMENT: _moves, RETREATS: _retreats, ADJUSTMENT: _adjustments}.get(state.phase)
    if listing is None:
        raise JudgeError(f"there is no phase called {state.phase}")
    found: dict[str, set[str]] = {}
    for unit, written in listing(board, shown, power):
        found.setdefault(unit, set()).add(order_text(written))
    return {unit: sorted(found[unit]) for unit in sorted(found)}


def _retreats(board: Board, state: State, power: str) -> Iterator[tuple[str, Written]]:
    position = Position(board, (each.piece for each in state.dislodged))
    for each in retreats.with_options(board, state).dislodged:
        if each.piece.power == power:
            ref = _own(position, position.units.index(each.piece))
            name = _name(position, position.units.index(each.piece))
            yield name, Written(DISBAND, ref)
            for to in each.retreats:
                yield name, Written(RETREAT, ref, to)


def _adjustments(board: Board, state: State, power: str) -> Iterator[tuple[str, Written]]:
    if board.variant.builds.method == "automatic" and not state.opening:
        return
    count = adjustment.balance(board, state).get(power, 0)
    if count > 0:
        yield WAIVE, Written(WAIVE)
        yard = adjustment.Yard(board, state)
        for site in yard.sites(power):
            for letter, location in yard.choices(power, site):
                yield site, Written(BUILD, UnitRef(location, letter))
    elif count < 0:
        position = Position(board, state.units)
        for index, unit in enumerate(position.units):
            if unit.power == power:
                yield _name(position, index), Written(REMOVE, _own(position, index))


def _moves(board: Board, state: State, power: str) -> Iterator[tuple[str, Written]]:
    listing = _Movement(Position(board, state.units))
    for index, unit in enumerate(listing.position.units):
        if unit.power == power:
            name = _name(listing.position, index)
            for written in listing.orders(index):
                yield name, written


def _crowd(position: Position, index: int) -> int:
    """How many units of its power stand where a unit does."""
    units = position.units
    return sum(1 for other in position.at[position.places[index]] if units[other].power == units[index].power)


def _name(position: Position, index: int) -> str:
    return unit_text(position.units[index], number=_crowd(position, index) > 1)


def _own(position: Position, index: int) -> UnitRef:
    """A unit as its own power names it, with its number where it needs one."""
    unit = position.units[index]
    return UnitRef(unit.location, unit.type, "", unit.n if unit.n > 1 or _crowd(position, index) > 1 else 0)


class _Movement:
    """The orders of a movement phase. Whatever could be legal is tried, and what the judge would call void is left out."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.board = board = position.board
        self.keepers = frozenset(gate.keeper for gates in board.gates.values() for gate in gates.values())
        self.by_gate = "true" in (
            board.options["support_through_permission"],
            board.options["convoy_through_permission"],
        )
        self.still = [""] * len(position.units)
        self.refs = [self._ref(index) for index in range(len(position.units))]
        self.goals = [self._goals(index) for index in range(len(position.units))]

    def orders(self, index: int) -> Iterator[Written]:
        """All that a unit may be ordered."""
        unit = _own(self.position, index)
        yield Written(HOLD, unit)
        yield from self._moves(index, unit)
        for other in range(len(self.position.units)):
            if other != index:
                yield from self._supports(index, unit, other)
                yield from self._convoys(index, unit, other)

    def _ref(self, index: int) -> UnitRef:
        """A unit as others name it: with its power where several stand there, with its number where that is not enough."""
        own = _own(self.position, index)
        if len(self.position.at[self.position.places[index]]) == 1:
            return own
        return own._replace(power=self.position.units[index].power or NOBODY)

    def _goals(self, index: int) -> list[str]:
        """The provinces a unit may be ordered into, and the coasts of these that it may be supported to."""
        board, unit, place = self.board, self.position.units[index], self.position.places[index]
        ends = set(board.step[unit.type][unit.location])
        ends.update(end for start, end in board.gates[unit.type] if start == unit.location)
        found = {province_of(end) for end in ends}
        if unit.type == FLEET:
            found |= ends
        elif board.waters[place]:
            found |= {shore for shore in self.position.waters.shores(place) if self.position.convoyable(index, shore)}
        return sorted(found)

    def _targets(self, to: str, mover: int) -> Iterator[UnitRef | None]:
        """The units a move may name where it leads, and none."""
        yield None
        province = province_of(to)
        if province in self.board.shared:
            for other in self.position.at.get(province, ()):
                if other != mover:
                    yield UnitRef(to, "", self.position.units[other].power or NOBODY, _own(self.position, other).n)

    def _moves(self, index: int, unit: UnitRef) -> Iterator[Written]:
        board, piece = self.board, self.position.units[index]
        for to in self.goals[index]:
            if piece.type == FLEET and to == province_of(to) and board.coasts(to):
                continue  # its coasts are goals of their own
            walks = to in board.step[piece.type][piece.location] or (piece.location, to) in board.gates[piece.type]
            ways = (False, True) if walks and self.position.convoyable(index, province_of(to)) else (False,)
            for target in self._targets(to, index):
                for via in ways:
                    written = Written(MOVE, unit, to, None, target, via)
                    if not isinstance(self.position.move(index, written, (), swapping=False), Void):
                        yield written

    def _supports(self, index: int, unit: UnitRef, other: int) -> Iterator[Written]:
        position, board, place = self.position, self.board, self.position.places[index]
        piece = position.units[index]
        near = board.reach[piece.type][piece.location]
        anywhere = self.by_gate or place in self.keepers
        about = self.refs[other]
        for to in ("", *self.goals[other]):
            into = province_of(to) if to else position.places[other]
            if not (anywhere or into in near or into == place):
                continue
            for target in self._targets(to, other) if to else (None,):
                written = Written(SUPPORT, unit, to, about, target)
                if not isinstance(position.support(index, written, self.still), Void):
                    yield written

    def _convoys(self, index: int, unit: UnitRef, other: int) -> Iterator[Written]:
        position = self.position
        if position.units[index].type != FLEET or position.places[index] not in self.board.convoying:
            return
        if position.units[other].type != ARMY:
            return
        for to in self.goals[other]:
            written = Written(CONVOY, unit, to, self.refs[other])
            if not isinstance(position.convoy(index, written), Void):
                yield written
