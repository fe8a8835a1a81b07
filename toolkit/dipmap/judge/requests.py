"""Requests of the protocol read: JSON that nobody has looked at, made into a position, orders and rule choices."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from dipmap.judge import opening, retreats
from dipmap.judge.adjudicate import MOST_ORDERS
from dipmap.judge.board import Board, board_of
from dipmap.judge.errors import JudgeError
from dipmap.judge.names import NOBODY
from dipmap.judge.orders import Given
from dipmap.judge.results import Result
from dipmap.judge.state import ADJUSTMENT, FLEET, MOVEMENT, RETREAT, Dislodged, Piece, State, numbered
from dipmap.model import Variant, province_of
from dipmap.model.options import OPTIONS
from dipmap.model.rules import PHASES
from dipmap.schema import nearest
from dipmap.visible import shortened

KEYS = (
    "id",
    "turn",
    "phase",
    "units",
    "owners",
    "orders",
    "options",
    "dislodged",
    "bounced",
    "preceding",
    "trace",
)
MOST_UNITS = 100_000
MOST_IN_ONE_PLACE = 999
MOST_PRECEDING = 20
_TYPES = {"a": "A", "army": "A", "f": "F", "fleet": "F"}
_YEAR = re.compile(r"(.*?)\s*(-?[0-9]{1,6})", re.DOTALL)


class Date(NamedTuple):
    """A turn of a year, and whether it is the adjustment before the first turn."""

    turn: str
    year: int
    opening: bool = False


class Played(NamedTuple):
    """A phase that was adjudicated: the state before it and what came of it; `parts` are the results of all its phases."""

    before: State
    result: Result
    parts: tuple[Result, ...]


class Requests:
    """Reads requests about one variant; every objection is a `JudgeError` that begins with the place of its cause."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.powers = {power.id.lower(): power.id for power in variant.powers}
        self.locations = {
            location.lower(): location for province in variant.provinces for location in province.locations
        }

    # ---- the position

    def state(
        self, request: dict[str, Any], where: str, options: Mapping[str, str], after: dict[str, Any] | None
    ) -> State:
        """The position of a request without a preceding one; `after` is the request that this one precedes."""
        board = board_of(self.variant, options)
        phase = _phase(request, where)
        written = request.get("turn")
        if written is None and after is not None and _phase(after, "") == RETREAT:
            written = after.get("turn")
        date = self.date(written, phase, f"{where}turn")
        units = self.units(board, request.get("units", []), f"{where}units")
        owners = self.owners(request, phase, f"{where}owners", opening=date.opening)
        state = State(date.turn, date.year, phase, units, owners, opening=date.opening)
        beaten = _list(request.get("dislodged", []), f"{where}dislodged", MOST_UNITS)
        closed = _list(request.get("bounced", []), f"{where}bounced", MOST_UNITS)
        bounced = sorted(
            {province_of(self.location(each, f"{where}bounced[{number}]")) for number, each in enumerate(closed)}
        )
        if phase == RETREAT:
            state = replace(state, bounced=tuple(bounced))
            return replace(state, dislodged=self.dislodged(board, state, beaten, f"{where}dislodged"))
        _expect(not beaten, f"{where}dislodged", f"has no sense in {_article(phase)}: units retreat in a retreat phase")
        return state

    def follow(self, request: dict[str, Any], where: str, played: Played) -> State:
        """The position that the preceding request leaves for this one."""
        before, state = played.before, played.result.state
        if state.over:
            raise JudgeError(f"{where}preceding: the game is over after it")
        phase = _phase(request, where) if "phase" in request else state.phase
        if phase == RETREAT and before.phase == MOVEMENT:
            state = _beaten(before, played.result)
            _expect(bool(state.dislodged), f"{where}preceding", "leaves nobody who has to retreat")
        date = Date(state.turn, state.year, state.opening)
        if "turn" in request:
            date = self.date(request["turn"], phase, f"{where}turn")
        if (date.turn, date.year, phase) != (state.turn, state.year, state.phase):
            follows = f"the {state.phase} phase of {title(self.variant, state)}"
            raise JudgeError(f"{where}preceding: what follows it is {follows}")
        if "owners" in request:
            state = replace(state, owners=self.owners(request, phase, f"{where}owners", opening=False))
        board = board_of(self.variant)
        if "units" in request:
            _same(self.units(board, request["units"], f"{where}units"), state.units, f"{where}units")
        if request.get("dislodged"):
            beaten = _list(request["dislodged"], f"{where}dislodged", MOST_UNITS)
            pieces = [self.piece(board, each, f"{where}dislodged[{index}]") for index, each in enumerate(beaten)]
            _same(pieces, [each.piece for each in state.dislodged], f"{where}dislodged")
        return state

    def date(self, written: Any, phase: str, where: str) -> Date:
        """The turn and year of a request. An adjustment may also be asked for by the turn it follows (`Fall 1901`)."""
        calendar = self.variant.calendar
        first = opening.date(self.variant) if phase == ADJUSTMENT else None
        if written is None:
            if first is not None:
                return Date(*first, opening=True)
            turns, year = calendar.turns, calendar.first_year
            start = next((index for index, turn in enumerate(turns) if turn.id == calendar.first_turn), 0)
            for index in (*range(start, len(turns)), *range(start)):
                if phase in turns[index].phases:
                    return Date(turns[index].id, year if index >= start else year + calendar.years)
            raise JudgeError(f"{where}: this game has no {phase} phase")
        _expect(isinstance(written, str), where, "must be text, such as " + _example(self.variant))
        name, year = self._split(written, where)
        index = self._turn(name)
        if first is not None and first[1] == year and self._called(name, first[0], index):
            return Date(*first, opening=True)
        if index is None:
            hint = nearest(name, (turn.name for turn in calendar.turns))
            raise JudgeError(
                f"{where}: there is no turn called {shortened(name)}" + (f"; did you mean {hint}?" if hint else "")
            )
        turns = calendar.turns
        if phase in turns[index].phases:
            return Date(turns[index].id, year)
        for offset in range(index + 1, index + len(turns)) if phase == ADJUSTMENT else ():
            turn, later = turns[offset % len(turns)], year + calendar.years * (offset // len(turns))
            if phase in turn.phases:
                return Date(turn.id, later)
            if MOVEMENT in turn.phases:
                break
        raise JudgeError(f"{where}: {turns[index].name} has no {phase} phase")

    def _split(self, written: str, where: str) -> tuple[str, int]:
        text = " ".join(written[:200].split())
        found = _YEAR.fullmatch(text)
        if found is None or self._turn(text) is not None:
            return text, self.variant.calendar.first_year
        _expect(bool(found[1]) or len(self.variant.calendar.turns) == 1, where, f"names no turn: {shortened(text)}")
        return found[1] or self.variant.calendar.turns[0].id, int(found[2])

    def _turn(self, name: str) -> int | None:
        """The number of a turn in the year, by its id or else its name."""
        turns, key = self.variant.calendar.turns, name.casefold()
        ids = [turn.id.casefold() for turn in turns]
        names = [turn.name.casefold() for turn in turns]
        return ids.index(key) if key in ids else names.index(key) if key in names else None

    def _called(self, name: str, turn: str, index: int | None) -> bool:
        """Whether a name means a turn that may be none of the calendar (the `december` before the game)."""
        return name.casefold() == turn.casefold() or (
            index is not None and self.variant.calendar.turns[index].id == turn
        )

    def units(self, board: Board, given: Any, where: str) -> tuple[Piece, ...]:
        """The units on the board: all can stand where they are, none is there twice, no province holds too many."""
        items = _list(given, where, MOST_UNITS)
        pieces = _counted([self.piece(board, each, f"{where}[{index}]") for index, each in enumerate(items)], where)
        there: dict[str, set[str | None]] = {}
        crowd = Counter(piece.province for piece in pieces)
        for piece in pieces:
            there.setdefault(piece.province, set()).add(piece.power)
        for province in sorted(there):
            room = board.capacity[province]
            _expect(crowd[province] <= room, where, f"puts {crowd[province]} units into {province}, which holds {room}")
            _expect(
                province not in board.unmixed or len(there[province]) == 1,
                where,
                f"puts units of several powers into {province}, which holds those of one",
            )
        # numbers stand for what they are only where they count from 1
        _expect(set(numbered(pieces)) == set(pieces), where, "does not count the units of a power in a province from 1")
        return numbered(pieces)

    def piece(self, board: Board, given: Any, where: str) -> Piece:
        """One unit; its number is 0 where none is given."""
        item = _object(given, where)
        for key in ("power", "type", "loc"):
            _expect(key in item, where, f"has no {key}")
        written = item["type"]
        letter = _TYPES.get(written.strip().lower()) if isinstance(written, str) else None
        if letter is None:
            raise JudgeError(f"{where}.type: must be A or F")
        location = self.location(item["loc"], f"{where}.loc")
        province, coasts = province_of(location), board.coasts(province_of(location))
        _expect(
            province in board.admits[letter],
            f"{where}.loc",
            f"no {'fleet' if letter == FLEET else 'army'} stands in {province}",
        )
        if letter != FLEET:
            location = province
        elif coasts and location == province:
            _expect(len(coasts) == 1, f"{where}.loc", f"names no coast: write {' or '.join(coasts)}")
            location = coasts[0]
        number = item.get("n", 0)
        _expect(
            isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= MOST_IN_ONE_PLACE,
            f"{where}.n",
            "must be the number of the unit in its province, from 1",
        )
        return Piece(self.power(item["power"], f"{where}.power", nobody=True), letter, location, number)

    def dislodged(self, board: Board, state: State, items: Sequence[Any], where: str) -> tuple[Dislodged, ...]:
        """The units that have to retreat; places open to them are worked out where the request does not give them."""
        pieces = [self.piece(board, each, f"{where}[{index}]") for index, each in enumerate(items)]
        origins, allowed = [], []
        for index, piece in enumerate(pieces):
            place = f"{where}[{index}]"
            _expect(piece.power is not None, f"{place}.power", "a unit of nobody does not retreat")
            origin = items[index].get("from")
            if origin is not None:
                origin = province_of(self.location(origin, f"{place}.from"))
            origins.append(origin)
            allowed.append(self._retreats(board, state, items[index], piece, origin, place))
        for province, count in sorted(Counter(piece.province for piece in pieces).items()):
            room = board.capacity[province]
            _expect(count <= room, where, f"names {count} units of {province}, which holds {room}")
        counted = _counted(pieces, where)
        return tuple(sorted(map(Dislodged, counted, origins, allowed), key=lambda each: each.piece.key))

    def _retreats(
        self, board: Board, state: State, item: dict[str, Any], piece: Piece, origin: str | None, where: str
    ) -> tuple[str, ...]:
        if item.get("retreats") is None:
            return retreats.open_to(board, piece, origin, state.units, state.bounced)
        # a movement knows what a request does not tell: whether the attacker came by convoy
        possible = retreats.open_to(board, piece, origin, state.units, state.bounced, convoyed=True)
        found = set()
        for index, each in enumerate(_list(item["retreats"], f"{where}.retreats", MOST_UNITS)):
            location = self.location(each, f"{where}.retreats[{index}]")
            _expect(location in possible, f"{where}.retreats[{index}]", f"{location} is not open to the unit")
            found.add(location)
        return tuple(sorted(found))

    def owners(self, request: dict[str, Any], phase: str, where: str, *, opening: bool) -> dict[str, str]:
        """Power by centre. Where nothing is said: as the game starts, or nobody's in an adjustment after the first."""
        given = request.get("owners")
        if given is None:
            if phase == ADJUSTMENT and not opening:
                return {}
            powers = self.variant.powers_by_id
            return {
                each.id: each.owner for each in self.variant.centres if each.owner is not None and each.owner in powers
            }
        found: dict[str, str] = {}
        centres = {province.id for province in self.variant.centres}
        for name, places in _object(given, where).items():
            place = f"{where}.{shortened(name)}"
            power = self.power(name, place)
            assert power is not None  # nobody is refused
            for index, each in enumerate(_list(places, place, MOST_UNITS)):
                province = province_of(self.location(each, f"{place}[{index}]"))
                _expect(province in centres, f"{place}[{index}]", f"{province} is no supply centre")
                _expect(
                    found.get(province, power) == power,
                    f"{place}[{index}]",
                    f"{province} belongs to {found.get(province)} already",
                )
                found[province] = power
        return dict(sorted(found.items()))

    # ---- names, orders, rule choices

    def power(self, name: Any, where: str, *, nobody: bool = False) -> str | None:
        """The id of a power; None for nobody, where that may be."""
        if name is None and nobody:
            return None
        _expect(isinstance(name, str), where, "must be the id of a power")
        key = name.strip().lower()
        if key not in self.powers and key == NOBODY and nobody:
            return None
        return _found(self.powers, key, where, "power")

    def location(self, name: Any, where: str) -> str:
        """A location that is not impassable."""
        _expect(isinstance(name, str), where, "must be the id of a province, or of a coast such as stp/nc")
        location = _found(self.locations, name.strip().lower(), where, "province")
        province = self.variant.by_id[province_of(location)]
        _expect(not province.impassable, where, f"{province.id} is impassable")
        return location

    def orders(self, given: Any, where: str) -> list[Given]:
        """The orders as they come."""
        found = []
        for index, each in enumerate(_list(given, where, MOST_ORDERS)):
            place = f"{where}[{index}]"
            item = _object(each, place)
            for key in ("power", "text"):
                _expect(key in item, place, f"has no {key}")
            power, text = self.power(item["power"], f"{place}.power"), item["text"]
            _expect(isinstance(text, str), f"{place}.text", "must be the text of an order")
            assert power is not None  # nobody is refused
            found.append(Given(power, text))
        return found

    def flag(self, given: Any, where: str) -> bool:
        """True or false."""
        _expect(isinstance(given, bool), where, "must be true or false")
        return bool(given)

    def options(self, given: Any, where: str) -> dict[str, str]:
        """Rule choices by name."""
        found = {}
        for name, value in _object(given, where).items():
            place = f"{where}.{shortened(name)}"
            if name not in OPTIONS:
                hint = nearest(name, OPTIONS)
                raise JudgeError(f"{place}: there is no such rule choice" + (f"; did you mean {hint}?" if hint else ""))
            values = OPTIONS[name].values
            word = str(value).lower() if isinstance(value, (str, bool)) else ""
            _expect(word in values, place, f"must be {' or '.join(values)}")
            found[name] = word
        return found


def chain(request: Any) -> list[tuple[dict[str, Any], str]]:
    """A request, the one before it, and so on, each with what its places begin with."""
    found: list[tuple[dict[str, Any], str]] = []
    where = ""
    while request is not None or not found:
        item = _object(request, where.rstrip("."))
        _expect(len(found) <= MOST_PRECEDING, where.rstrip("."), f"more than {MOST_PRECEDING} phases precede")
        for key in item:
            hint = "" if key in KEYS else nearest(key, KEYS)
            _expect(not hint or hint in item, f"{where}{shortened(key)}", f"there is no such key; did you mean {hint}?")
        found.append((item, where))
        where += "preceding."
        request = item.get("preceding")
    return found


def _beaten(before: State, result: Result) -> State:
    """The retreat phase after a movement, with those that can go nowhere and left the board at once."""
    ways = {each.piece: each.retreats for each in result.state.dislodged}
    dislodged = tuple(
        Dislodged(piece, origin, ways.get(piece, ())) for piece, origin in result.dislodged if piece.power is not None
    )
    return replace(
        result.state,
        turn=before.turn,
        year=before.year,
        phase=RETREAT,
        owners=before.owners,
        dislodged=dislodged,
        bounced=result.bounced,
        opening=False,
    )


def _phase(request: Mapping[str, Any], where: str) -> str:
    phase = request.get("phase", MOVEMENT)
    word = phase.strip().lower() if isinstance(phase, str) else ""
    _expect(word in PHASES, f"{where}phase", f"must be {', '.join(PHASES[:-1])} or {PHASES[-1]}")
    return word


def _counted(pieces: Sequence[Piece], where: str) -> list[Piece]:
    """The units, those without a number given the first that is free."""
    taken = Counter(piece.key for piece in pieces if piece.n)
    for (power, province, n), count in taken.items():
        _expect(count == 1, where, f"names number {n} of {power or NOBODY} in {province} twice")
    found = []
    following: dict[tuple[str | None, str], int] = {}
    for piece in pieces:
        if not piece.n:
            place = (piece.power, piece.province)
            number = following.get(place, 0) + 1
            while taken[piece.power or "", piece.province, number]:
                number += 1
            following[place] = number
            piece = piece._replace(n=number)  # noqa: PLW2901  the same unit with its number
        found.append(piece)
    return found


def _same(given: Collection[Piece], left: Collection[Piece], where: str) -> None:
    """Object where units are not those that a preceding phase leaves."""
    count = Counter(_shown(piece) for piece in given)
    count.subtract(Counter(_shown(piece) for piece in left))
    for unit, number in sorted(count.items()):
        _expect(number <= 0, where, f"the preceding phase leaves no {unit} here")
        _expect(number >= 0, where, f"the preceding phase leaves {unit} here as well")


def _shown(piece: Piece) -> str:
    return f"{piece.power or NOBODY} {piece.type} {piece.location}"


def _found(names: Mapping[str, str], key: str, where: str, what: str) -> str:
    if key in names:
        return names[key]
    hint = nearest(key, names)
    raise JudgeError(
        f"{where}: there is no {what} called {shortened(key) or 'nothing'}"
        + (f"; did you mean {hint}?" if hint else "")
    )


def _expect(holds: bool, where: str, words: str) -> None:
    if not holds:
        raise JudgeError(f"{where}: {words}" if where else f"the request {words}")


def _list(given: Any, where: str, most: int) -> list[Any]:
    if not isinstance(given, list):
        raise JudgeError(f"{where}: must be a list")
    _expect(len(given) <= most, where, f"has {len(given):,} entries; {most:,} are the most")
    return given


def _object(given: Any, where: str) -> dict[str, Any]:
    if not isinstance(given, dict) or not all(isinstance(key, str) for key in given):
        raise JudgeError(f"{where}: must be an object" if where else "a request must be an object")
    return given


def _article(phase: str) -> str:
    return f"{'an' if phase == ADJUSTMENT else 'a'} {phase} phase"


def _example(variant: Variant) -> str:
    return f"{variant.calendar.turns[0].name} {variant.calendar.first_year}"


def title(variant: Variant, state: State) -> str:
    """The turn of a state with its year, as requests write it: `Spring 1901`."""
    names = {turn.id: turn.name for turn in variant.calendar.turns}
    return f"{names.get(state.turn, state.turn)} {state.year}"
