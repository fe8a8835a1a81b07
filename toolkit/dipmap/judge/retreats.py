"""Retreats: where a dislodged unit may go, and what comes of the orders."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from dipmap.judge.board import Board
from dipmap.judge.language import language_of
from dipmap.judge.legal import Position, Void
from dipmap.judge.notation import unit_text
from dipmap.judge.orders import DISBAND, MOVE, REMOVE, RETREAT, Given, Unreadable, Written
from dipmap.judge.results import DISBANDED, FAILS, SUCCEEDS, VOID, OrderResult
from dipmap.judge.state import FLEET, Dislodged, Piece, State, numbered
from dipmap.model import province_of

NO_RETREATS = "none"


def open_to(
    board: Board,
    piece: Piece,
    origin: str | None,
    units_after: Iterable[Piece],
    bounced: Collection[str],
    *,
    convoyed: bool = False,
) -> tuple[str, ...]:
    """The locations a dislodged unit may retreat to, sorted.

    `origin` is the province its attacker came from (None where nobody knows), `convoyed` whether it came by convoy;
    `units_after` are the units left on the board after the moves, without the dislodged ones; `bounced` the provinces
    closed by a stand-off. Nothing is open to a unit of nobody, nor in a game without retreats.
    """
    return open_among(board, piece, origin, by_province(units_after), bounced, convoyed=convoyed)


def by_province(units: Iterable[Piece]) -> dict[str, list[Piece]]:
    """The units in each province, for `open_among`."""
    there: dict[str, list[Piece]] = {}
    for unit in units:
        there.setdefault(unit.province, []).append(unit)
    return there


def open_among(
    board: Board,
    piece: Piece,
    origin: str | None,
    there: Mapping[str, Sequence[Piece]],
    bounced: Collection[str],
    *,
    convoyed: bool = False,
) -> tuple[str, ...]:
    """As `open_to`, for a phase in which many ask: `there` are the units after the moves by their provinces."""
    if piece.power is None or board.variant.retreats == NO_RETREATS:
        return ()
    ways = set(board.step[piece.type].get(piece.location, ()))
    if board.option("retreat_through_permission") == "true":
        for (start, end), gate in board.gates[piece.type].items():
            kept = any(unit.power == piece.power for unit in there.get(gate.keeper, ()))
            if start == piece.location and kept and board.province[end] in board.admits[piece.type]:
                ways.add(end)
    closed = {piece.province, *bounced}
    if origin is not None and not (convoyed and board.option("retreat_to_convoy_origin") == "true"):
        closed.add(origin)
    return tuple(
        end
        for end in sorted(ways)
        if board.province[end] not in closed and _has_room(board, piece, board.province[end], there)
    )


def _has_room(board: Board, piece: Piece, province: str, there: Mapping[str, Sequence[Piece]]) -> bool:
    units = there.get(province, ())
    if len(units) >= board.capacity[province]:
        return False
    return province not in board.unmixed or all(unit.power == piece.power for unit in units)


def with_options(board: Board, state: State) -> State:
    """The state of a retreat phase that was given without the places open to each unit, these filled in.

    Units that have some keep them. For origins that were convoys nothing is known here: they count as ordinary ones.
    """
    filled = tuple(
        each
        if each.retreats
        else each._replace(retreats=open_to(board, each.piece, each.origin, state.units, state.bounced))
        for each in state.dislodged
    )
    return replace(state, dislodged=filled)


class Retreated(NamedTuple):
    """What a retreat phase left: the units on the board, and those that left it."""

    results: tuple[OrderResult, ...]
    units: tuple[Piece, ...]
    removed: tuple[Piece, ...]


def play(board: Board, state: State, given: Sequence[Given]) -> Retreated:
    """Adjudicate the retreats. Results come in the order of units, orders for no unit of their power after them."""
    phase = _Phase(board, state)
    for order in given:
        phase.take(order)
    goals: dict[str, list[int]] = {}
    for index, to in phase.going.items():
        goals.setdefault(province_of(to), []).append(index)
    crowded = {province for province, indices in goals.items() if phase.is_crowded(province, indices)}
    results, gone, arrived = [], [], []
    for index, each in enumerate(phase.dislodged):
        to = phase.going.get(index, "")
        province = province_of(to)
        if to and province not in crowded:
            arrived.append(each.piece._replace(location=to))
        else:
            gone.append(each.piece)
        rivals = [phase.dislodged[other].piece.location for other in goals.get(province, ()) if other != index]
        results.append(phase.result(index, rivals if province in crowded else None))
    units = numbered((*state.units, *arrived))
    return Retreated((*results, *sorted(phase.rejected, key=_by_power)), units, tuple(gone))


def objection(board: Board, state: State, each: Dislodged, to: str) -> tuple[str, str, str]:
    """Where a retreat ordered to a location leads, with the coast filled in; or a reason and a sentence why it may not."""
    piece, province = each.piece, province_of(to)
    ends = [end for end in each.retreats if province_of(end) == province]
    if piece.type != FLEET or len(board.provinces[province].locations) == 1 or to != province:
        fits = [end for end in ends if end == (to if piece.type == FLEET else province)]
    else:
        fits = ends
    if len(fits) == 1:
        return fits[0], "", ""
    if fits:
        return "", "which-coast", f"write {' or '.join(fits)}"
    if ends:
        return "", "wrong-coast", f"write {' or '.join(ends)}"
    if province == piece.province:
        return "", "itself", ""
    if province not in board.admits[piece.type]:
        return "", "cannot-stand", f"no {'fleet' if piece.type == FLEET else 'army'} stands in {province}"
    if province not in board.reach[piece.type][piece.location]:
        return "", "cannot-reach", f"no way leads from {piece.location} to {province}"
    if province in state.bounced:
        return "", "stand-off", ""
    if province == each.origin:
        return "", "from-there", ""
    return "", "occupied", ""


class _Phase:
    """The orders of a retreat phase, one for each dislodged unit."""

    def __init__(self, board: Board, state: State) -> None:
        self.board, self.state = board, state
        self.position = Position(board, (each.piece for each in state.dislodged))
        by_key = {each.piece.key: each for each in state.dislodged}
        self.dislodged = [by_key[unit.key] for unit in self.position.units]
        self.going: dict[int, str] = {}
        self.taken: dict[int, OrderResult] = {}
        self.given: dict[int, Given] = {}
        self.rejected: list[OrderResult] = []

    def take(self, given: Given) -> None:
        """Read one order; it takes the place of an earlier one for the same unit."""
        written = language_of(self.board).read(given.text)
        if isinstance(written, Unreadable):
            self.reject(given, Void(written.reason, written.detail))
            return
        if written.unit is None:
            self.reject(given, Void("wrong-phase", "this is a retreat phase"))
            return
        found = self.position.found(written.unit, given.power)
        if isinstance(found, Void):
            standing = Position(self.board, self.state.units)
            others = standing.found(written.unit, given.power)
            if not isinstance(others, Void):
                found = Void("wrong-phase", f"{unit_text(standing.units[others[0]])} does not have to retreat")
            self.reject(given, found)
            return
        if len(found) > 1:
            names = (unit_text(self.position.units[index], number=True) for index in found)
            self.reject(given, Void("which-unit", f"write {' or '.join(names)}"))
            return
        self.order(found[0], given, written)

    def order(self, index: int, given: Given, written: Written) -> None:
        piece = self.dislodged[index].piece
        earlier = self.given.get(index)
        if written.kind not in (DISBAND, REMOVE, MOVE, RETREAT):
            detail = f"a dislodged unit retreats or disbands, it does not {written.kind}"
            told = OrderResult(given.power, given.text, VOID, "wrong-phase", (), piece, detail)
            if earlier is None:
                self.given[index], self.taken[index] = given, told
            else:  # no order of this phase, and so none that could take the place of one
                self.rejected.append(told)
            return
        if earlier is not None and earlier.text != given.text:
            detail = f"{given.text} came later"
            self.rejected.append(OrderResult(earlier.power, earlier.text, VOID, "replaced", (), piece, detail))
        self.given[index] = given
        self.going.pop(index, None)
        if written.kind in (DISBAND, REMOVE):
            self.taken[index] = OrderResult(given.power, given.text, DISBANDED, "", (), piece)
        else:
            to, reason, detail = objection(self.board, self.state, self.dislodged[index], written.to)
            if to:
                self.going[index] = to
            self.taken[index] = OrderResult(given.power, given.text, VOID, reason, (), piece, detail)

    def reject(self, given: Given, void: Void) -> None:
        self.rejected.append(OrderResult(given.power, given.text, VOID, void.reason, (), None, void.detail))

    def is_crowded(self, province: str, indices: Sequence[int]) -> bool:
        """Whether those that retreat into a province do not all have room."""
        there = sum(1 for unit in self.state.units if unit.province == province)
        powers = {self.dislodged[index].piece.power for index in indices}
        if len(powers) > 1 and province in self.board.unmixed:
            return True
        return len(indices) > self.board.capacity[province] - there

    def result(self, index: int, rivals: Sequence[str] | None) -> OrderResult:
        """What comes of a unit; `rivals` are those it met in a place without room for all."""
        each = self.dislodged[index]
        order = self.taken.get(index)
        if order is None:
            reason = "no-order" if each.retreats else "nowhere"
            return OrderResult(each.piece.power, f"{unit_text(each.piece)} D", DISBANDED, reason, (), each.piece)
        if index not in self.going:
            return order
        if rivals is None:
            return order._replace(outcome=SUCCEEDS)
        return order._replace(outcome=FAILS, reason="contested", by=tuple(sorted(rivals)))


def _by_power(result: OrderResult) -> tuple[str, str, str]:
    return (result.power or "", result.order, result.reason)
