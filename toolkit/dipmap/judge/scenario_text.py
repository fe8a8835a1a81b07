"""What stands in scenario files, read for the board of a variant: powers, places, units, owners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from dipmap.judge.board import Board
from dipmap.judge.language import language_of
from dipmap.judge.names import NOBODY
from dipmap.judge.orders import Unreadable, Written
from dipmap.judge.state import FLEET, Piece
from dipmap.model import province_of
from dipmap.schema import nearest
from dipmap.visible import shortened

Pointer = tuple[str | int, ...]
Signature = tuple[str | None, str, str]

CORRECT = "correct what the scenario expects, or the rule that has it otherwise"


class Mismatch(NamedTuple):
    """Something in a scenario that is not so: where it stands in the document (in a key where `key`), what was expected and
    what came, in a sentence without a full stop, and a hint that begins with a verb.
    """

    pointer: Pointer
    message: str
    hint: str = CORRECT
    key: bool = False


class UnfitError(Exception):
    """A scenario that cannot be played further, with the mismatch that says why."""

    def __init__(self, pointer: Pointer, message: str, hint: str, *, key: bool = False) -> None:
        super().__init__(message)
        self.mismatch = Mismatch(pointer, message, hint, key)


class Reader:
    """Reads the texts of scenarios with the names of one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.variant = board.variant
        self.powers = {power.id.lower(): power.id for power in self.variant.powers}
        self.places = {location.lower(): location for location in board.province}

    def power(self, text: str, pointer: Pointer, *, key: bool = False) -> str:
        """The id of a power."""
        found = self.powers.get(text.lower())
        if found is None:
            raise UnfitError(
                pointer, f"there is no power {shortened(text)}", instead(text, self.powers, "power"), key=key
            )
        return found

    def place(self, text: str, pointer: Pointer) -> str:
        """A location."""
        found = self.places.get(text.lower())
        if found is None:
            raise UnfitError(pointer, f"there is no place {shortened(text)}", instead(text, self.places, "place"))
        return found

    def unit(self, text: str, pointer: Pointer) -> tuple[Piece, str | None]:
        """A unit (its number 0 where it has none), and the province its attacker came from, where the text names one."""
        words = text.split()
        power = None if words[0].lower() == NOBODY else self.power(words[0], pointer)
        place, _, number = words[2].partition("#")
        origin = province_of(self.place(words[4], pointer)) if len(words) > 4 else None
        return Piece(power, words[1], self.place(place, pointer), int(number or 0)), origin

    def pieces(self, texts: Sequence[str], pointer: Pointer) -> list[Piece]:
        """Units that can be on the board together, numbered, in the order of their texts."""
        found = [self.unit(text, (*pointer, index))[0] for index, text in enumerate(texts)]
        taken = Counter(piece.key for piece in found if piece.n)
        crowd: Counter[str] = Counter()
        count: Counter[tuple[str | None, str]] = Counter()
        pieces = []
        for index, piece in enumerate(found):
            here = (*pointer, index)
            self._can_stand(piece, here)
            crowd[piece.province] += 1
            room = self.board.capacity[piece.province]
            if crowd[piece.province] > room:
                message = f"{piece.province} has room for {room} unit{'s' if room > 1 else ''}, and there are more"
                raise UnfitError(here, message, "take one away")
            if piece.n and taken[piece.key] > 1:
                raise UnfitError(here, f"{texts[index]} stands there twice", "number the units of a province from 1")
            count[piece.power, piece.province] += 1
            while not piece.n or (not found[index].n and taken[piece.key]):
                piece = piece._replace(n=piece.n + 1)  # noqa: PLW2901  the same unit with its number
            taken[piece.key] = 1
            pieces.append(piece)
        for index, piece in enumerate(pieces):
            if piece.n > count[piece.power, piece.province]:
                message = f"{texts[index]} has a number beyond those that are there"
                raise UnfitError((*pointer, index), message, "number the units of a province from 1")
        return pieces

    def _can_stand(self, piece: Piece, pointer: Pointer) -> None:
        province, kind = piece.province, "fleet" if piece.type == FLEET else "army"
        if province not in self.board.admits[piece.type]:
            why = f"no {kind} can stand in {province}"
        elif piece.type != FLEET and piece.location != province:
            why = f"the army in {piece.location} stands on a coast"
        elif piece.type == FLEET and piece.location == province and self.board.coasts(province):
            why = f"the fleet in {province} names no coast, {' or '.join(self.board.coasts(province))}"
        else:
            return
        raise UnfitError(pointer, why, "correct the place or the type of the unit")

    def owners(self, table: Mapping[str, Sequence[str]], pointer: Pointer) -> dict[str, str]:
        """Who owns which centre."""
        found: dict[str, str] = {}
        for name, centres in table.items():
            power = self.power(name, (*pointer, name), key=True)
            for index, text in enumerate(centres):
                here = (*pointer, name, index)
                centre = province_of(self.place(text, here))
                if centre not in self.board.centres:
                    raise UnfitError(here, f"{centre} is no supply centre", "name a supply centre, or take it out")
                if found.setdefault(centre, power) != power:
                    raise UnfitError(here, f"{centre} belongs to {found[centre]} as well", "let one power own it")
        return dict(sorted(found.items()))

    def order(self, text: str) -> Written | None:
        """What an order says; None where it cannot be read."""
        written = language_of(self.board).read(text)
        return None if isinstance(written, Unreadable) else written


def signature(piece: Piece) -> Signature:
    """What makes two units the same to a scenario: power, type and place."""
    return (piece.power, piece.type, piece.location)


def unit_words(piece: Piece) -> str:
    """`england A lon`, as scenarios write it."""
    return f"{piece.power or NOBODY} {piece.type} {piece.location}"


def plain(text: str) -> str:
    """The text of an order for comparing."""
    return " ".join(text.split()).casefold()


def owners_words(centres: Iterable[str]) -> str:
    """A list of centres, or `none`."""
    return ", ".join(sorted(centres)) or "none"


def instead(text: str, known: Collection[str], what: str) -> str:
    """The hint for a name that is not known: the one that is probably meant."""
    near = nearest(text.lower(), known)
    return f"write {near}" if near else f"correct the {what}"
