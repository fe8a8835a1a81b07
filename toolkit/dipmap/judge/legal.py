"""Which orders of a movement phase can be carried out, and what each then asks for. Needs the board and the units only.

An order that cannot is void and its unit holds. The orders are read in four rounds, because each leans on the one before:
who is ordered, what fleets convoy, how units move, what is supported.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from dipmap.judge.board import Board, Gate
from dipmap.judge.chains import Waters
from dipmap.judge.language import language_of
from dipmap.judge.names import NOBODY
from dipmap.judge.notation import unit_text
from dipmap.judge.orders import CONVOY, HOLD, MOVE, SUPPORT, Given, UnitRef, Unreadable, Written
from dipmap.judge.state import ARMY, FLEET, Piece, State, ordered
from dipmap.model import province_of

LAND, BY_GATE, BY_CONVOY, EITHER = "land", "gate", "convoy", "either"


class Void(NamedTuple):
    """Why an order cannot be carried out: a key of `REASONS`, and a sentence where there is more to say."""

    reason: str
    detail: str = ""


class Order(NamedTuple):
    """What a unit does, by the indices of units in canonical order.

    `to` is the location a move goes to, `province` the province a move, supported or convoyed move goes to (empty for a
    support in holding), `target` the unit attacked in a shared province (-1: none named). `way` is how a move goes: `land`,
    `gate`, `convoy`, or `either` (by convoy, by land where that fails). `about` is the unit supported or convoyed, `coast`
    the coast a support demands. `consent` marks a support that agrees to the use of a passage, `strong` whether a support
    adds strength.
    """

    kind: str
    to: str = ""
    province: str = ""
    target: int = -1
    way: str = LAND
    gate: Gate | None = None
    about: int = -1
    coast: str = ""
    strong: bool = True
    consent: bool = False


HOLDING = Order(HOLD)


@dataclass(slots=True)
class Legal:
    """The orders of a phase: one for each unit, with the text it was given in, and those that are void."""

    units: tuple[Piece, ...]
    orders: list[Order]
    texts: list[str]
    powers: list[str]
    voids: list[Void | None]
    rejected: list[tuple[Given, Void, int]] = field(default_factory=list)
    """Orders that are for no unit of their power, or replaced by a later one; with the index of the unit, or -1."""


class Position:
    """The units of a movement phase, to be asked by province; what may be known of them before orders are read."""

    def __init__(self, board: Board, units: Iterable[Piece]) -> None:
        self.board = board
        self.units = ordered(units)
        self.places = [board.province[unit.location] for unit in self.units]
        self.at: dict[str, list[int]] = {}
        for index, place in enumerate(self.places):
            self.at.setdefault(place, []).append(index)
        self._waters: Waters | None = None

    @property
    def waters(self) -> Waters:
        """The chains that the fleets on the board can form."""
        if self._waters is None:
            convoying = self.board.convoying
            afloat = {
                place
                for place, unit in zip(self.places, self.units, strict=True)
                if place in convoying and unit.type == FLEET
            }
            self._waters = Waters(self.board, frozenset(afloat))
        return self._waters

    def found(self, ref: UnitRef, power: str | None = None) -> list[int] | Void:
        """The units an order may mean, of one power where it is given. Never an empty list."""
        here = self.at.get(self.board.province.get(ref.location, ""))
        if not here:
            return Void("no-unit", f"no unit stands in {ref.location}")
        fits, units = here, self.units
        if len(here) == 1:  # the usual case, and quick
            unit = units[here[0]]
            same = (not ref.type or ref.type == unit.type) and (power is None or power == unit.power)
            if same and not ref.power and not ref.n:
                return here
        if ref.power:
            wanted = None if ref.power == NOBODY else ref.power
            fits = [index for index in fits if units[index].power == wanted]
        if ref.n:
            fits = [index for index in fits if units[index].n == ref.n]
        if not fits:
            there = ", ".join(self.described(index) for index in here)
            return Void("no-unit", f"no such unit stands in {ref.location}: {there} does")
        if power is not None:
            own = [index for index in fits if units[index].power == power]
            if not own:
                return Void("not-yours", f"{self.described(fits[0])} stands there")
            fits = own
        if ref.type:
            typed = [index for index in fits if units[index].type == ref.type]
            if not typed:
                return Void("wrong-type", f"{self.described(fits[0])} stands there")
            fits = typed
        return fits

    def described(self, index: int) -> str:
        """`england A lon`."""
        unit = self.units[index]
        return f"{unit.power or NOBODY} {unit_text(unit)}"

    def convoyable(self, index: int, province: str) -> bool:
        """Whether the fleets on the board could convoy a unit to a province."""
        unit = self.units[index]
        return (
            unit.type == ARMY
            and province in self.board.admits[ARMY]
            and province != self.places[index]
            and province in self.waters.shores(self.places[index])
        )

    def can_go(self, index: int, province: str, coast: str = "") -> bool:
        """Whether a unit could be ordered into a province (to that coast of it), by whatever way."""
        board, unit = self.board, self.units[index]
        if coast and unit.type == FLEET:
            return coast in board.step[FLEET][unit.location] or (unit.location, coast) in board.gates[FLEET]
        if province in board.reach[unit.type][unit.location]:
            return True
        gates = board.gates[unit.type]
        if gates and any((unit.location, place) in gates for place in board.provinces[province].locations):
            return True
        return self.convoyable(index, province)

    # ---- one order of each kind

    def convoy(self, index: int, written: Written) -> Order | Void:
        """A fleet's order to convoy."""
        assert written.about is not None
        unit, place = self.units[index], self.places[index]
        if unit.type != FLEET or place not in self.board.convoying:
            return Void("not-a-convoyer", f"{place} is no water in which fleets convoy" if unit.type == FLEET else "")
        found = self.found(written.about)
        if isinstance(found, Void):
            return found
        armies = [other for other in found if self.units[other].type == ARMY]
        if not armies:
            return Void("wrong-type", "fleets are not convoyed")
        if len(armies) > 1:
            return Void("which-unit")
        army, province = armies[0], province_of(written.to)
        if province == self.places[army]:
            return Void("itself")
        if province not in self.board.admits[ARMY]:
            return Void("cannot-stand", f"no army stands in {province}")
        if not self.waters.carries(self.places[army], province, place):
            return Void(
                "no-convoy", f"no fleets could take an army from {self.places[army]} to {province} over {place}"
            )
        return Order(CONVOY, province=province, about=army)

    def destination(self, index: int, to: str) -> tuple[str, Void | None]:
        """The location a move goes to, its coast filled in."""
        board, unit = self.board, self.units[index]
        province = province_of(to)
        if province not in board.admits[unit.type]:
            kind = "fleet" if unit.type == FLEET else "army"
            return to, Void("cannot-stand", f"no {kind} stands in {province}")
        if unit.type == ARMY:
            return province, None  # a coast makes no difference to an army
        coasts = board.coasts(province)
        if not coasts or to in coasts:
            return to, None
        ways = board.step[FLEET][unit.location]
        open_coasts = [coast for coast in coasts if coast in ways or (unit.location, coast) in board.gates[FLEET]]
        if len(open_coasts) == 1:
            return open_coasts[0], None
        if open_coasts:
            return to, Void("which-coast", f"write {' or '.join(open_coasts)}")
        return to, Void("cannot-reach", f"no way leads from {unit.location} to {province}")

    def target(self, to: str, ref: UnitRef | None, mover: int) -> int | Void:
        """The unit a move names in a shared province, -1 where it names none."""
        if ref is None:
            return -1
        province = province_of(to)
        here = [index for index in self.at.get(province, ()) if index != mover]
        wanted = None if ref.power == NOBODY else ref.power
        fits = [
            index
            for index in here
            if (not ref.power or self.units[index].power == wanted) and (not ref.n or self.units[index].n == ref.n)
        ]
        if not fits:
            return Void("no-target", f"no such unit stands in {province}")
        if len(fits) > 1:
            return Void("which-unit", f"several units of {ref.power} stand in {province}: write @{ref.power}#1 or #2")
        return fits[0]

    def move(self, index: int, written: Written, convoyers: Sequence[int], swapping: bool) -> Order | Void:
        """A move; `convoyers` are the fleets ordered to convoy it, `swapping` says that a unit comes the other way."""
        board, unit = self.board, self.units[index]
        to, void = self.destination(index, written.to)
        if void is not None:
            return void
        province = province_of(to)
        if province == self.places[index]:
            return Void("itself")
        if written.target is None:
            target = -1
        else:
            found = self.target(to, written.target, index)
            if isinstance(found, Void):
                return found
            target = found if province in board.shared else -1
            if target >= 0 and board.options["stack_combat"] == "none":
                return Void("no-combat")
        walks = to in board.step[unit.type][unit.location]
        if walks and not convoyers and not written.via:
            return Order(MOVE, to, province, target)
        gate = board.gates[unit.type].get((unit.location, to))
        way = self._way(index, province, written.via, convoyers, swapping, walks=walks, gated=gate is not None)
        if isinstance(way, Void):
            if unit.type == FLEET and to in board.coasts(province) and self.can_go(index, province):
                return Void("wrong-coast", f"{to} cannot be reached from {unit.location}")
            return way
        if way != BY_GATE:
            return Order(MOVE, to, province, target, way)
        assert gate is not None
        if gate.keeper not in self.at:
            return Void("no-keeper", f"no unit stands in {gate.keeper}")
        return Order(MOVE, to, province, target, way, gate)

    def _way(
        self,
        index: int,
        province: str,
        via: bool,
        convoyers: Sequence[int],
        swapping: bool,
        *,
        walks: bool,
        gated: bool,
    ) -> str | Void:
        choice = self.board.options["convoy_adjacent"]
        by_land = LAND if walks else BY_GATE if gated else ""
        unit, here = self.units[index], self.places[index]
        if by_land:
            if choice == "explicit":
                wanted = via
            elif choice == "swap-1971":
                wanted = via or (swapping and bool(convoyers))
            else:
                wanted = via or any(self.units[fleet].power == unit.power for fleet in convoyers)
            if not wanted:
                return by_land
            if self.convoyable(index, province):
                return EITHER if choice == "fallback" and walks else BY_CONVOY
            return by_land if choice == "fallback" else Void("no-convoy", f"no fleets could take it to {province}")
        if unit.type == ARMY:
            if self.convoyable(index, province):
                return BY_CONVOY
            if self.board.waters[here] and self.board.waters.get(province):
                return Void("no-convoy", f"no way leads from {here} to {province}, and no fleets could take it there")
        return Void("cannot-reach", f"no way leads from {unit.location} to {province}")

    def supporters_reach(self, index: int, province: str) -> bool:
        """Whether a unit can support into a province."""
        board, unit = self.board, self.units[index]
        if province in board.reach[unit.type][unit.location]:
            return True
        return self.support_gate(index, province) is not None

    def support_gate(self, index: int, province: str) -> Gate | None:
        """The passage through which a unit supports into a province, where that is a rule and its keeper is there."""
        board, unit = self.board, self.units[index]
        if board.options["support_through_permission"] != "true":
            return None
        for place in board.provinces[province].locations:
            gate = board.gates[unit.type].get((unit.location, place))
            if gate is not None and gate.keeper in self.at:
                return gate
        return None

    def support(self, index: int, written: Written, moves: Sequence[str]) -> Order | Void:
        """A support; `moves` are the provinces all units are ordered to (empty for those that stay)."""
        assert written.about is not None
        found = self.found(written.about)
        if isinstance(found, Void):
            return found
        board, place = self.board, self.places[index]
        into = province_of(written.to) if written.to else self.places[found[0]]
        if len(found) > 1:
            found = [other for other in found if other != index]
            fits = [other for other in found if moves[other] == (into if written.to else "")]
            found = fits if len(fits) == 1 else found
            if len(found) > 1:
                return Void("which-unit", "say whose: " + " or ".join(self.described(other) for other in found))
        about = found[0]
        if about == index:
            return Void("itself")
        if self.units[about].power is None and board.options["standing_supportable"] == "false":
            return Void("not-supportable")
        if not written.to:
            if not (self.supporters_reach(index, into) or (into == place and into in board.shared)):
                return Void("cannot-reach", f"{self.described(index)} cannot support into {into}")
            return Order(SUPPORT, about=about, gate=self._needed_gate(index, into))
        return self._support_move(index, written, about, into)

    def _needed_gate(self, index: int, province: str) -> Gate | None:
        unit = self.units[index]
        if province in self.board.reach[unit.type][unit.location] or province == self.places[index]:
            return None
        return self.support_gate(index, province)

    def _support_move(self, index: int, written: Written, about: int, into: str) -> Order | Void:
        board, unit, place = self.board, self.units[index], self.places[index]
        coast = written.to if self.units[about].type == FLEET and written.to in board.coasts(into) else ""
        if into == self.places[about]:
            return Void("itself")
        if not self.can_go(about, into, coast):
            reason = "wrong-coast" if coast and self.can_go(about, into) else "cannot-reach"
            return Void(reason, f"{self.described(about)} cannot go to {coast or into}")
        target = -1
        if written.target is not None:
            found = self.target(into, written.target, about)
            if isinstance(found, Void):
                return found
            target = found if into in board.shared else -1
        consent = self._consents(index, about, into, coast)
        able = self.supporters_reach(index, into)
        if into == place and (board.options["support_own_space"] == "false" or target < 0):
            able = False
            if not consent:
                return Void("own-space")
        elif into == place:
            able = True
        if not able and not consent:
            return Void("cannot-reach", f"{unit_text(unit)} cannot support into {into}")
        strong = able and not (consent and board.options["permission_strength"] == "none")
        gate = self._needed_gate(index, into) if strong else None
        return Order(SUPPORT, "", into, target, LAND, gate, about, coast, strong, consent)

    def _consents(self, index: int, about: int, into: str, coast: str) -> bool:
        """Whether a support is at the same time the consent of a keeper to that move."""
        board, place = self.board, self.places[index]
        if board.gated_lanes and self.units[about].type == ARMY and self.convoyable(about, into):
            keepers = {gate.keeper for gates in board.gated_lanes.values() for gate in gates.values()}
            if place in keepers:
                return True
        gates = board.gates[self.units[about].type]
        if not gates:
            return False
        start = self.units[about].location
        ends = (coast,) if coast else board.provinces[into].locations
        return any((start, end) in gates and gates[start, end].keeper == place for end in ends)


def read(board: Board, state: State, given: Iterable[Given]) -> Legal:
    """The orders of a movement phase as they can be carried out. Of several orders for one unit the last counts."""
    position = Position(board, state.units)
    units = position.units
    count = len(units)
    legal = Legal(units, [HOLDING] * count, [""] * count, [unit.power or "" for unit in units], [None] * count)
    written = _assigned(position, given, legal)
    # without a word on the units in it, who convoys decides how armies go
    convoyers: dict[tuple[int, str], list[int]] = {}
    for index, order in enumerate(written):
        if order is not None and order.kind == CONVOY:
            found = position.convoy(index, order)
            if isinstance(found, Void):
                legal.voids[index] = found
            else:
                legal.orders[index] = found
                convoyers.setdefault((found.about, found.province), []).append(index)
    _read_moves(position, written, convoyers, legal)
    moves = [order.province if order.kind == MOVE else "" for order in legal.orders]
    for index, order in enumerate(written):
        if order is not None and order.kind == SUPPORT:
            found = position.support(index, order, moves)
            if isinstance(found, Void):
                legal.voids[index] = found
            else:
                legal.orders[index] = found
    if board.shared:
        _full(position, legal)
    return legal


def _assigned(position: Position, given: Iterable[Given], legal: Legal) -> list[Written | None]:
    """The order that counts for each unit; all others are noted as rejected."""
    read_text = language_of(position.board).read
    written: list[Written | None] = [None] * len(position.units)
    counts: list[Given | None] = [None] * len(position.units)
    for each in given:
        order = read_text(each.text)
        if isinstance(order, Unreadable):
            legal.rejected.append((each, Void(order.reason, order.detail), -1))
            continue
        if order.kind not in (HOLD, MOVE, SUPPORT, CONVOY) or order.unit is None:
            legal.rejected.append(
                (each, Void("wrong-phase", f"this is a movement phase, and no time to {order.kind}"), -1)
            )
            continue
        found = position.found(order.unit, each.power)
        if isinstance(found, Void):
            legal.rejected.append((each, found, -1))
            continue
        if len(found) > 1:
            detail = "write " + " or ".join(f"{unit_text(position.units[index])}" for index in found)
            legal.rejected.append((each, Void("which-unit", detail), -1))
            continue
        index = found[0]
        earlier = counts[index]
        if earlier is not None and earlier.text != each.text:
            legal.rejected.append((earlier, Void("replaced", f"{each.text} came later"), index))
        counts[index], written[index] = each, order
        legal.texts[index] = each.text
    return written


def _read_moves(
    position: Position,
    written: Sequence[Written | None],
    convoyers: dict[tuple[int, str], list[int]],
    legal: Legal,
) -> None:
    heading = {
        index: province_of(order.to) for index, order in enumerate(written) if order is not None and order.kind == MOVE
    }
    swaps = position.board.options["convoy_adjacent"] == "swap-1971"
    none: list[int] = []
    for index, province in heading.items():
        order = written[index]
        assert order is not None
        swapping = swaps and any(
            heading.get(other) == position.places[index] for other in position.at.get(province, ())
        )
        fleets = convoyers.get((index, province), none) if convoyers else none
        found = position.move(index, order, fleets, swapping)
        if isinstance(found, Void):
            legal.voids[index] = found
        else:
            legal.orders[index] = found


def _full(position: Position, legal: Legal) -> None:
    """Moves that name nobody in a shared province in which all places are taken and nobody is ordered to leave."""
    board = position.board
    leaving = {index for index, order in enumerate(legal.orders) if order.kind == MOVE}
    weakest = board.options["default_target"] == "weakest" and board.options["stack_combat"] != "none"
    for index in sorted(leaving):
        order = legal.orders[index]
        here = position.at.get(order.province, [])
        if order.province not in board.shared or order.target >= 0 or len(here) < board.capacity[order.province]:
            continue
        if any(other in leaving for other in here):
            continue
        target = _weakest(position, legal, index, here) if weakest else -1
        if target >= 0:
            legal.orders[index] = order._replace(target=target)
        else:
            legal.orders[index] = HOLDING
            legal.voids[index] = Void("full", f"name the unit to attack, such as @{legal.powers[here[0]] or NOBODY}")


def _weakest(position: Position, legal: Legal, index: int, here: Sequence[int]) -> int:
    """The foreign unit with the fewest supports in holding that were ordered; -1 where two have as few."""
    power = position.units[index].power
    strength = {
        other: sum(1 for order in legal.orders if order.kind == SUPPORT and order.about == other and not order.province)
        for other in here
        if position.units[other].power != power
    }
    if not strength:
        return -1
    least = min(strength.values())
    fits = [other for other, value in strength.items() if value == least]
    return fits[0] if len(fits) == 1 else -1
