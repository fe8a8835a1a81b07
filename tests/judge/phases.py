"""A movement phase in a few words, for tests: `moved("standard", {"england": ["A lon - bel"]}, units=["england A lon"])`."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "engines"))

from facts_model import facts_variant, standard_variant

from dipmap.judge.board import board_of
from dipmap.judge.movement import Moved, play
from dipmap.judge.orders import Given
from dipmap.judge.state import Piece, State, numbered
from dipmap.model import Variant


@cache
def variant_of(name: str) -> Variant:
    """A variant of the facts files."""
    return standard_variant() if name == "standard" else facts_variant(name)


def piece(text: str) -> Piece:
    """`mob F r3#2`, `neutral A ind`."""
    power, kind, location = text.split()
    location, _, number = location.partition("#")
    return Piece(None if power == "neutral" else power, kind, location, int(number or 1))


def state(units: Sequence[str]) -> State:
    """A movement phase with these units."""
    return State("spring", 1901, "movement", numbered(map(piece, units)))


def moved(
    variant: str | Variant,
    units: Sequence[str],
    orders: Mapping[str, Sequence[str]],
    options: Mapping[str, str] | None = None,
    *,
    trace: bool = False,
) -> Moved:
    """What comes of the orders of each power."""
    board = board_of(variant_of(variant) if isinstance(variant, str) else variant, options)
    given = [Given(power, text) for power, texts in orders.items() for text in texts]
    return play(board, state(units), given, trace=trace)


def positions(found: Moved) -> list[str]:
    """The units afterwards as texts, sorted."""
    return sorted(
        f"{unit.power or 'neutral'} {unit.type} {unit.location}{f'#{unit.n}' if unit.n > 1 else ''}"
        for unit in found.units
    )


def outcomes(found: Moved) -> dict[str, str]:
    """What became of each order, by its text."""
    return {result.order: result.words for result in found.results}
