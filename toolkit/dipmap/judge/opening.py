"""The adjustment before the first turn: when it is, how much is built there, and what of it is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dipmap.judge.state import ADJUSTMENT, Hidden, Piece
from dipmap.model import Variant
from dipmap.model.rules import Opening


def date(variant: Variant) -> tuple[str, int] | None:
    """The turn and the year of the opening adjustment; None where there is none.

    Where the variant does not name them it is the last turn with an adjustment before the first turn (the last turn at all
    where none has one), in the year in which that would have been.
    """
    opening, calendar = variant.start.opening, variant.calendar
    if opening is None:
        return None
    ids = [turn.id for turn in calendar.turns]
    begin = ids.index(calendar.first_turn) if calendar.first_turn in ids else 0
    before = [(index, calendar.first_year) for index in range(begin - 1, -1, -1)]
    before += [(index, calendar.first_year - calendar.years) for index in range(len(ids) - 1, begin - 1, -1)]
    fits = [
        (index, year)
        for index, year in before
        if (ids[index] == opening.turn if opening.turn else ADJUSTMENT in calendar.turns[index].phases)
    ]
    index, year = fits[0] if fits else before[0]
    return opening.turn or ids[index], year if opening.year is None else opening.year


def is_opening(variant: Variant, turn: str, year: int) -> bool:
    """Whether the adjustment of a turn and a year is the one before the first turn."""
    return date(variant) == (turn, year)


def caps(variant: Variant, opening: Opening) -> dict[str, int]:
    """How many units each power that plays may build: one in each home where nothing is said."""
    return {power.id: opening.builds.get(power.id, len(power.homes)) for power in variant.powers if power.playable}


def hidden(opening: Opening, built: Iterable[Piece], sites: Mapping[str, Sequence[str]]) -> tuple[Hidden, ...]:
    """Which of the units built nobody else sees; `sites` are the places where each power could build.

    A unit in one of several secret sites that exclude each other is shown to stand in one of them. Nothing at all is shown
    of any other hidden unit.
    """
    found = []
    for unit in built:
        if opening.secret:
            found.append(Hidden(unit.key))
        elif unit.province in opening.secret_sites:
            found.append(Hidden(unit.key, _among(opening, unit.province, sites.get(unit.power or "", ()))))
    return tuple(found)


def _among(opening: Opening, site: str, sites: Sequence[str]) -> tuple[str, ...]:
    for group in opening.exclusive:
        if site in group:
            among = tuple(each for each in group if each in opening.secret_sites and each in sites)
            return among if len(among) > 1 else ()
    return ()
