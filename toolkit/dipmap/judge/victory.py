"""Who has won, who survives, and who shares a draw."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from dipmap.judge.state import Piece
from dipmap.model import Variant


class Verdict(NamedTuple):
    """How a game ends: one winner, or the powers that share a draw, sorted."""

    winner: str | None = None
    draw: tuple[str, ...] | None = None


def playing(variant: Variant) -> tuple[str, ...]:
    """The powers that have players."""
    return tuple(power.id for power in variant.powers if power.playable)


def scores(variant: Variant, owners: Mapping[str, str]) -> dict[str, int]:
    """What counts for victory, of each power that plays: its centres, or their points."""
    found = dict.fromkeys(playing(variant), 0)
    points = variant.victory.points if variant.victory.by == "points" else None
    for province, power in owners.items():
        if power not in found:
            continue
        if points is None:
            found[power] += 1
        elif province in variant.powers_by_id[power].homes:
            found[power] += points.own_home_of.get(power, points.own_home)
        else:
            found[power] += points.centre
    return found


def survivors(variant: Variant, units: Iterable[Piece], owners: Mapping[str, str]) -> tuple[str, ...]:
    """The powers that play and have a unit or a centre left, sorted."""
    alive = {unit.power for unit in units} | set(owners.values())
    return tuple(sorted(power for power in playing(variant) if power in alive))


def conquest(variant: Variant, owners: Mapping[str, str]) -> Verdict | None:
    """Who has what victory takes; None while the game goes on.

    Where several have it at once, `tie: continue` lets all play on. With `tie: most` the one with most wins; of several
    with as many nobody does where victory is to be `sole`, and otherwise they share it.
    """
    victory = variant.victory
    if victory.at_least <= 0:
        return None
    there = {power: score for power, score in scores(variant, owners).items() if score >= victory.at_least}
    if not there or (len(there) > 1 and victory.tie != "most"):
        return None
    most = max(there.values())
    first = sorted(power for power, score in there.items() if score == most)
    if len(first) == 1:
        return Verdict(first[0])
    return None if victory.sole else Verdict(draw=tuple(first))


def out_of_time(variant: Variant, units: Iterable[Piece], owners: Mapping[str, str]) -> Verdict:
    """How the game ends after its last year: most win, or all survivors draw."""
    left = survivors(variant, units, owners)
    if variant.end.result == "most-wins":
        found = scores(variant, owners)
        most = max((found[power] for power in left), default=0)
        first = [power for power in left if found[power] == most]
        if len(first) == 1:
            return Verdict(first[0])
    return _shared(left)


def agreed(
    variant: Variant, units: Iterable[Piece], owners: Mapping[str, str], votes: Collection[str]
) -> Verdict | None:
    """The draw that all survivors have voted for; None while one of them has not."""
    if not votes or variant.end.agreed_draw != "survivors":
        return None
    left = survivors(variant, units, owners)
    return _shared(left) if left and all(power in votes for power in left) else None


def _shared(powers: tuple[str, ...]) -> Verdict:
    """A draw; who is left alone has won."""
    return Verdict(powers[0]) if len(powers) == 1 else Verdict(draw=powers)
