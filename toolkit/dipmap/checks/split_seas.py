"""D508: waters without a way between them."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import fleets_play, listed, pieces, spot
from dipmap.diagnostics import Finding, Severity
from dipmap.model import Terrain, province_of


@check("D508", "split-seas", Severity.WARNING, needs=("variant",))
def split_seas(facts: Facts) -> Iterator[Finding]:
    """The waters fall into several parts that no fleet can sail between.

    ## Why
    A lake of its own is rare on a Diplomacy board; more often two seas should touch and do not, or a strait, a canal or the
    link over the edge of the map was not declared. Fleets built on the smaller water can never leave it.

    ## Fix
    Draw the seas together, or declare a passage of kind `strait` or `link` between them. If the lake is meant, put the
    check into `ignore` with your reason.
    """
    assert facts.variant is not None
    variant = facts.variant
    if facts.broken or not fleets_play(variant):
        return
    steps = [(edge.a, edge.b) for edge in variant.adjacency if edge.units.fleet]
    places = {end for step in steps for end in step}
    pairs = [edge.pair for edge in variant.adjacency]
    # where the board itself is split, that is told, and each piece has waters of its own
    boards = pieces({identity for pair in pairs for identity in pair}, pairs)
    board = {identity: index for index, piece in enumerate(boards) for identity in piece}
    waters: dict[int, list[list[str]]] = {}
    for piece in pieces(places, steps):
        seas = [place for place in piece if variant.by_id[province_of(place)].terrain is Terrain.SEA]
        if seas:
            waters.setdefault(board[province_of(seas[0])], []).append(seas)
    smaller = [seas for parts in waters.values() for seas in sorted(parts, key=lambda seas: (-len(seas), seas))[1:]]
    for seas in smaller:
        what = f"the seas {listed(seas)} have" if len(seas) > 1 else f"the sea {seas[0]} has"
        message = f"{what} no way for fleets to the other waters"
        hint = "draw the seas together, or declare a strait or a link"
        yield Finding(message, spot(facts, seas[0]), hint, seas[0], provinces=tuple(seas))
