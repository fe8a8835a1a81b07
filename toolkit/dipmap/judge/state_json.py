"""States as JSON (`#/$defs/state` of `schemas/game.schema.json`), and what a variant objects to in one that others wrote."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from dipmap.judge import opening, retreats
from dipmap.judge.board import Board, board_of
from dipmap.judge.errors import JudgeError
from dipmap.judge.state import ADJUSTMENT, FLEET, RETREAT, Dislodged, Hidden, Piece, State, numbered, ordered
from dipmap.model import Variant, province_of
from dipmap.schema import nearest
from dipmap.visible import shortened

Pointer = tuple[str | int, ...]

MOST = 50
"""How many problems are told."""


class StateError(JudgeError):
    """A state that is none of the variant; `problems` are places in the document, each with a sentence."""

    def __init__(self, problems: Iterable[tuple[Pointer, str]]) -> None:
        self.problems = tuple(problems)
        place, first = self.problems[0]
        rest = f" (and {len(self.problems) - 1} more)" if len(self.problems) > 1 else ""
        super().__init__(f"{'.'.join(map(str, place))}: {first}{rest}")


# ---- out


def unit_document(piece: Piece) -> dict[str, Any]:
    """A unit; its number only where it is not the first."""
    told: dict[str, Any] = {"power": piece.power, "type": piece.type, "loc": piece.location}
    if piece.n > 1:
        told["n"] = piece.n
    return told


def to_json(state: State) -> dict[str, Any]:
    """The document of a state; what is empty is left out, but for units and owners."""
    told: dict[str, Any] = {"turn": state.turn, "year": state.year, "phase": state.phase}
    if state.opening:
        told["opening"] = True
    told["units"] = [unit_document(unit) for unit in state.units]
    told["owners"] = {power: state.owned(power) for power in sorted(set(state.owners.values()))}
    if state.dislodged:
        told["dislodged"] = [
            {**unit_document(each.piece), "from": each.origin, "retreats": list(each.retreats)}
            for each in state.dislodged
        ]
    if state.bounced:
        told["bounced"] = list(state.bounced)
    if state.hidden:
        told["hidden"] = [
            {"power": each.key[0], "province": each.key[1], "n": each.key[2], "among": list(each.among)}
            for each in state.hidden
        ]
    if state.votes:
        told["votes"] = list(state.votes)
    if state.winner is not None:
        told["winner"] = state.winner
    if state.draw is not None:
        told["draw"] = list(state.draw)
    return told


# ---- in


def from_json(variant: Variant, document: Mapping[str, Any], where: Pointer = ("state",)) -> State:
    """The state of a document that the schema admits. Raises `StateError` with all that the variant objects to."""
    reader = _Reader(board_of(variant), where)
    state = reader.state(document)
    if reader.problems:
        raise StateError(reader.problems[:MOST])
    return state


class _Reader:
    def __init__(self, board: Board, where: Pointer) -> None:
        self.board, self.variant, self.where = board, board.variant, where
        self.problems: list[tuple[Pointer, str]] = []

    def object(self, message: str, *place: str | int) -> None:
        self.problems.append(((*self.where, *place), message))

    def state(self, told: Mapping[str, Any]) -> State:
        turn, year, phase = told["turn"], told["year"], told["phase"]
        winner, draw = told.get("winner"), told.get("draw")
        if winner is not None and draw is not None:
            self.object("the game is won already", "draw")
        if isinstance(year, float):  # 1901.0 is whole for a schema, and prints as it is
            self.object("a year is written without a point", "year")
        first = opening.is_opening(self.variant, turn, year) and bool(told.get("opening"))
        if first:
            if phase != ADJUSTMENT:
                self.object("the game begins with an adjustment", "phase")
        elif told.get("opening"):
            self.object("this is not the turn before the first one", "opening")
        else:
            self.date(turn, year, phase, over=winner is not None or draw is not None)
        units = list(self.pieces(told["units"], "units"))
        self.crowds(units)
        bounced = [
            place
            for index, place in enumerate(told.get("bounced", ()))
            if self.known(place, "bounced", index) is not None
        ]
        beaten = list(self.beaten(told.get("dislodged", ()), units, bounced))
        if beaten and phase != RETREAT:
            self.object(f"nobody retreats in the {phase} phase", "dislodged")
        owners = self.owners(told["owners"])
        if winner is not None:
            self.power(winner, "winner")
        for index, power in enumerate(draw or ()):
            self.power(power, "draw", index)
        votes = told.get("votes", ())
        for index, power in enumerate(votes):
            self.power(power, "votes", index)
        return State(
            turn,
            year,
            phase,
            ordered(units),
            owners,
            tuple(sorted(beaten, key=lambda each: each.piece.key)),
            tuple(sorted(set(bounced))),
            tuple(self.hidden(told.get("hidden", ()), units)),
            tuple(sorted(set(votes))),
            first,
            winner,
            None if draw is None else tuple(draw),
        )

    def date(self, turn: str, year: int, phase: str, *, over: bool) -> None:
        """Object to a phase that never comes; a game that is over names the turn that ended it, and any phase."""
        calendar = self.variant.calendar
        ids = [each.id for each in calendar.turns]
        if turn not in ids:
            self.object(self.unknown("turn", turn, ids), "turn")
            return
        found = calendar.turns[ids.index(turn)]
        if phase not in found.phases and not over:
            self.object(f"{found.name} has no {phase} phase", "phase")
        begin = calendar.turn(calendar.first_turn)
        if (year, ids.index(turn)) < (calendar.first_year, ids.index(begin.id)):
            self.object(f"the game begins in {begin.name} {calendar.first_year}", "year")
        elif (year - calendar.first_year) % calendar.years:
            self.object(f"{year} never comes: a round of turns takes {calendar.years} years", "year")

    def unknown(self, what: str, name: str, names: Iterable[str]) -> str:
        near = nearest(name, list(names))
        return f"there is no {what} called {shortened(name)}" + (f"; did you mean {near}?" if near else "")

    def power(self, name: str, *place: str | int) -> None:
        if name not in self.variant.powers_by_id:
            self.object(self.unknown("power", name, self.variant.powers_by_id), *place)

    def known(self, location: str, *place: str | int) -> str | None:
        """A location, or None with an objection."""
        if location in self.board.province:
            return location
        self.object(self.unknown("place", location, self.board.province), *place)
        return None

    def piece(self, told: Mapping[str, Any], *place: str | int) -> Piece | None:
        board, letter = self.board, told["type"]
        if told["power"] is not None:
            self.power(told["power"], *place, "power")
        location = self.known(told["loc"], *place, "loc")
        if location is None:
            return None
        province = province_of(location)
        if province not in board.admits[letter]:
            self.object(f"no {'fleet' if letter == FLEET else 'army'} stands in {province}", *place, "loc")
        elif letter == FLEET and board.coasts(province) and location == province:
            self.object(f"a fleet there stands at {' or '.join(board.coasts(province))}", *place, "loc")
        elif letter != FLEET and location != province:
            self.object(f"an army stands in {province}, at no coast of it", *place, "loc")
        if isinstance(told.get("n"), float):
            self.object("a number is written without a point", *place, "n")
        return Piece(told["power"], letter, location, told.get("n", 1))

    def pieces(self, told: Iterable[Mapping[str, Any]], *place: str | int) -> Iterator[Piece]:
        for index, each in enumerate(told):
            piece = self.piece(each, *place, index)
            if piece is not None:
                yield piece

    def crowds(self, units: list[Piece]) -> None:
        count = Counter(unit.province for unit in units)
        for province, number in sorted(count.items()):
            room = self.board.capacity[province]
            if number > room:
                self.object(f"{number} units stand in {province}, which holds {room}", "units")
        if set(numbered(units)) != set(units) or len(set(units)) != len(units):
            self.object("the units of a power in one province are numbered 1, 2, 3 and so on, each once", "units")
        for province in sorted(self.board.unmixed):
            if len({unit.power for unit in units if unit.province == province}) > 1:
                self.object(f"units of several powers stand in {province}, which holds those of one", "units")

    def beaten(
        self, told: Iterable[Mapping[str, Any]], units: Sequence[Piece], bounced: Sequence[str]
    ) -> Iterator[Dislodged]:
        seen: set[tuple[str, str, int]] = set()
        crowd: Counter[str] = Counter()
        for index, each in enumerate(told):
            place: Pointer = ("dislodged", index)
            piece = self.piece(each, *place)
            origin = each.get("from")
            if origin is not None:
                self.known(origin, *place, "from")
            if piece is None:
                continue
            if piece.power is None:
                self.object("a unit of nobody does not retreat", *place, "power")
            if piece.key in seen:
                self.object("it is in the list already", *place)
            seen.add(piece.key)
            crowd[piece.province] += 1
            ways = each.get("retreats", ())
            # whether its attacker came by convoy is not known here
            possible = retreats.open_to(self.board, piece, origin, units, bounced, convoyed=True)
            for number, way in enumerate(ways):
                if self.known(way, *place, "retreats", number) and way not in possible:
                    self.object(f"{piece.location} leaves no retreat to {way}", *place, "retreats", number)
            yield Dislodged(piece, origin, tuple(sorted(set(ways))))
        for province, number in sorted(crowd.items()):
            room = self.board.capacity[province]
            if number > room:
                self.object(f"{number} units were dislodged in {province}, which holds {room}", "dislodged")

    def owners(self, told: Mapping[str, Iterable[str]]) -> dict[str, str]:
        found: dict[str, str] = {}
        for power, centres in told.items():
            self.power(power, "owners", power)
            for index, centre in enumerate(centres):
                if centre not in self.board.centres:
                    self.object(self.unknown("centre", centre, self.board.centres), "owners", power, index)
                elif centre in found:
                    self.object(f"{centre} is {found[centre]}'s already", "owners", power, index)
                else:
                    found[centre] = power
        return dict(sorted(found.items()))

    def hidden(self, told: Iterable[Mapping[str, Any]], units: Iterable[Piece]) -> Iterator[Hidden]:
        keys = {unit.key for unit in units}
        for index, each in enumerate(told):
            key = (each["power"], each["province"], each["n"])
            if key not in keys:
                self.object("no such unit is on the board", "hidden", index)
            for number, place in enumerate(each.get("among", ())):
                self.known(place, "hidden", index, "among", number)
            yield Hidden(key, tuple(each.get("among", ())))
