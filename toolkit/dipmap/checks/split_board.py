"""D507: a board in several pieces."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import listed, pieces, spot
from dipmap.diagnostics import Finding


@check("D507", "split-board", needs=("variant",))
def split_board(facts: Facts) -> Iterator[Finding]:
    """The board falls into pieces: no chain of borders and passages leads from one to the other.

    ## Why
    Powers on different pieces can never meet, neither by land nor by sea. It comes from a gap that runs across the map, from
    an inset or a second map whose links were not declared, or from barriers that close the last way.

    ## Fix
    Draw the shapes together where the pieces should meet, or declare passages of kind `link` between them.
    """
    assert facts.variant is not None
    # a province that is not drawn or cannot be read may be the missing link
    if facts.broken:
        return
    pairs = [edge.pair for edge in facts.variant.adjacency]
    joined = {identity for pair in pairs for identity in pair}
    _, *smaller = pieces(joined, pairs) or [[]]
    for piece in smaller:
        message = f"{listed(piece)} {'are' if len(piece) > 1 else 'is'} cut off from the rest of the board"
        hint = "draw the shapes together, or declare a passage of kind link"
        yield Finding(message, spot(facts, piece[0]), hint, piece[0], provinces=tuple(piece))
