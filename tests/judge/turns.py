"""Phases of a game in a few words, for tests: `at("fall 1901 movement", ["england A lon"], {"england": ["lon"]})`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from phases import piece, variant_of

from dipmap.judge import Given, Piece, Result, State, adjudicate
from dipmap.judge.board import board_of
from dipmap.judge.retreats import with_options
from dipmap.judge.state import Dislodged, numbered
from dipmap.model import Variant

STANDARD = variant_of("standard")


def at(
    when: str,
    units: Iterable[str] = (),
    owners: Mapping[str, Sequence[str]] | None = None,
    *,
    variant: Variant = STANDARD,
    dislodged: Iterable[str] = (),
    bounced: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    **more,
) -> State:
    """A state: `spring 1901 retreat`, units, the centres of each power, and `england A lon from wal` for the dislodged."""
    turn, year, phase = when.split()
    owned = {centre: power for power, centres in (owners or {}).items() for centre in centres}
    beaten = []
    for text in dislodged:
        unit, _, origin = text.partition(" from ")
        beaten.append(Dislodged(piece(unit), origin or None))
    found = State(turn, int(year), phase, numbered(map(piece, units)), owned, tuple(beaten), tuple(bounced), **more)
    return with_options(board_of(variant, options), found) if beaten else found


def done(
    state: State,
    orders: Mapping[str, Sequence[str]] | None = None,
    variant: Variant = STANDARD,
    options: Mapping[str, str] | None = None,
) -> Result:
    """What comes of the orders of each power."""
    return adjudicate(variant, state, given(orders or {}), options=options)


def given(orders: Mapping[str, Sequence[str]]) -> list[Given]:
    return [Given(power, text) for power, texts in orders.items() for text in texts]


def texts(units: Iterable[Piece]) -> list[str]:
    """Units as texts, sorted."""
    return sorted(
        f"{unit.power or 'neutral'} {unit.type} {unit.location}{f'#{unit.n}' if unit.n > 1 else ''}" for unit in units
    )


def words(result: Result) -> list[tuple[str | None, str, str]]:
    """Whose order, its text, and what became of it, as they stand in the result."""
    return [(each.power, each.order, each.words) for each in result.results]


def when(result: Result) -> str:
    """The phase that comes next."""
    return f"{result.state.turn} {result.state.year} {result.state.phase}"


def province(variant: Variant, identity: str, **changes) -> Variant:
    """A variant with one province changed."""
    return replace(
        variant,
        provinces=tuple(replace(each, **changes) if each.id == identity else each for each in variant.provinces),
    )
