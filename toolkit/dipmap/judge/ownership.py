"""Whose the centres are at the end of a turn in which they change hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dipmap.judge.board import Board
from dipmap.judge.state import Piece
from dipmap.model import province_of


def changed(board: Board, owners: Mapping[str, str], units: Iterable[Piece]) -> dict[str, str]:
    """The owners after the units have taken the centres they stand in, sorted by province.

    A shared province is taken only where all units in it are of one power. A unit of nobody takes nothing and keeps others
    from taking.
    """
    takers: dict[str, set[str | None]] = {}
    for unit in units:
        province = province_of(unit.location)
        if province in board.centres:
            takers.setdefault(province, set()).add(unit.power)
    found = dict(owners)
    for province, powers in takers.items():
        power = next(iter(powers)) if len(powers) == 1 else None
        if power is not None:
            found[province] = power
    return dict(sorted(found.items()))
