"""Retreats: where a dislodged unit may go, and what comes of the orders."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from dipmap.judge.board import Board
from dipmap.judge.state import Piece

RETREATS_NONE = "none"


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
    if piece.power is None or board.variant.retreats == RETREATS_NONE:
        return ()
    ways = set(board.step[piece.type].get(piece.location, ()))
    there: dict[str, list[Piece]] = {}
    for unit in units_after:
        there.setdefault(unit.province, []).append(unit)
    if board.gates[piece.type] and board.option("retreat_through_permission") == "true":
        for (start, end), gate in board.gates[piece.type].items():
            if start == piece.location and board.province[end] in board.admits[piece.type]:
                if any(unit.power == piece.power for unit in there.get(gate.keeper, ())):
                    ways.add(end)
    home = piece.province
    closed = {home, *bounced}
    if origin is not None and not (convoyed and board.option("retreat_to_convoy_origin") == "true"):
        closed.add(origin)
    found = []
    for end in sorted(ways):
        province = board.province[end]
        units = there.get(province, ())
        if province in closed or len(units) >= board.capacity[province]:
            continue
        if province in board.unmixed and any(unit.power != piece.power for unit in units):
            continue
        found.append(end)
    return tuple(found)
