"""D707: a game that cannot go on as it is written."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D707", "unfit-game")
def unfit_game(facts: Facts) -> Iterable[Finding]:
    """A game, or the orders for it, cannot be taken as written.

    ## Why
    A game knows the package it is played by, and its position has to be one of that package: each unit where such a unit
    may stand, each power and province known. Where the file was changed by hand or damaged, or the package is another
    one, the judge does not go on, and leaves the file as it is. The same holds for a file of orders that names powers
    which do not exist, or is longer than any turn.

    A single order that cannot be carried out is no such thing: its unit holds, and the result says why.

    ## Fix
    Correct the place that is named, or go back to the last copy of the game. Name the package the game began with.
    """
    return facts.noticed("unfit-game")
