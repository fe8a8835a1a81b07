"""D607: a victory that nobody can reach."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding
from dipmap.model import Variant


@check("D607", "victory-out-of-reach", needs=("variant", "declaration"))
def victory_out_of_reach(facts: Facts) -> Iterator[Finding]:
    """Victory needs more centres or points than there are on the board.

    ## Why
    A power that holds everything would still not have won, so the game could never end by victory.

    ## Fix
    Lower `at_least`, or look for centres that got lost in the drawing. With points, mind what `points` makes of each centre.

    ## Example
    ```yaml
    victory: {by: centres, at_least: 18}
    ```
    """
    assert facts.variant is not None
    assert facts.declaration is not None
    victory = facts.variant.victory
    if victory.by == "points":
        most = max((_points(facts.variant, power.id) for power in facts.variant.powers if power.playable), default=None)
        if most is None:
            return
        have = f"but all centres together make {most or 'none'}"
    else:
        most = len(facts.variant.centres)
        have = f"but there {'is' if most == 1 else 'are'} {most or 'none'}"
    if victory.at_least > most:
        message = f"victory needs {victory.at_least} {victory.by}, {have}"
        place = facts.declaration.place("victory", "at_least")
        yield Finding(message, place, "lower at_least, or look for centres that are missing", "victory")


def _points(variant: Variant, power: str) -> int:
    """The points of a power that holds every centre."""
    points = variant.victory.points
    own = points.own_home_of.get(power, points.own_home)
    return sum(own if centre.home == power else points.centre for centre in variant.centres)
