"""Which units leave when a power has to remove some and does not say which (DATC 4.D.8).

`disband_distance: owned` (rulebook of 2023) counts from the nearest centre the power owns, over any adjacency, whatever the
unit. `home` (rulebook of 2000) counts from the nearest home of the power, owned or not: armies over land and water, as
convoys could take them, fleets by their own moves. The farthest leaves first; of several as far a fleet before an army,
then by the name of the province, then the higher number in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from weakref import WeakKeyDictionary

from dipmap.judge.board import Board
from dipmap.judge.state import FLEET, Piece
from dipmap.model import province_of

Graph = dict[str, list[str]]

_walks: WeakKeyDictionary[Board, Graph] = WeakKeyDictionary()
_voyages: WeakKeyDictionary[Board, Graph] = WeakKeyDictionary()


def removal_order(board: Board, power: str, pieces: Iterable[Piece], owners: Mapping[str, str]) -> list[Piece]:
    """The units of a power, the one to leave first at the head."""
    far = _Distances(board, power, owners)
    names = board.provinces

    def key(piece: Piece) -> tuple[float, bool, str, str, int]:
        name = names[piece.province].name.casefold()
        return (-far(piece), piece.type != FLEET, name, piece.location, -piece.n)

    return sorted(pieces, key=key)


class _Distances:
    """The distances of one power: over the whole board, and (by the rule of 2000) for fleets."""

    def __init__(self, board: Board, power: str, owners: Mapping[str, str]) -> None:
        if board.option("disband_distance") == "home":
            homes = board.variant.powers_by_id[power].homes
            self.walk = _spread((home for home in homes if home in board.provinces), _walking(board))
            starts = (place for home in homes if home in board.provinces for place in board.provinces[home].locations)
            self.sail: dict[str, int] | None = _spread(starts, _sailing(board))
        else:
            owned = (province for province, owner in owners.items() if owner == power)
            self.walk, self.sail = _spread(owned, _walking(board)), None

    def __call__(self, piece: Piece) -> float:
        if self.sail is not None and piece.type == FLEET:
            return self.sail.get(piece.location, float("inf"))
        return self.walk.get(piece.province, float("inf"))


def _spread(starts: Iterable[str], back: Graph) -> dict[str, int]:
    """How many steps lead from each place to the nearest of the starts; `back` are the steps against their direction."""
    found = dict.fromkeys(starts, 0)
    queue = list(found)
    for place in queue:  # grows while it is read
        for before in back.get(place, ()):
            if before not in found:
                found[before] = found[place] + 1
                queue.append(before)
    return found


def _walking(board: Board) -> Graph:
    graph = _walks.get(board)
    if graph is None:
        graph = _walks[board] = {}
        for edge in board.variant.adjacency:
            a, b = province_of(edge.a), province_of(edge.b)
            graph.setdefault(b, []).append(a)
            if not edge.oneway:
                graph.setdefault(a, []).append(b)
    return graph


def _sailing(board: Board) -> Graph:
    graph = _voyages.get(board)
    if graph is None:
        graph = _voyages[board] = {}
        for place, ends in board.step[FLEET].items():
            for end in ends:
                graph.setdefault(end, []).append(place)
    return graph
