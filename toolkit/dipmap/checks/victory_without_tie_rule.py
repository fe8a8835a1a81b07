"""D632: a victory that two powers may reach at once."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Severity
from dipmap.model import Variant


@check("D632", "victory-without-tie-rule", Severity.WARNING, needs=("variant", "declaration"))
def victory_without_tie_rule(facts: Facts) -> Iterator[Finding]:
    """Two powers may reach what victory needs in the same turn, and nothing says what happens then.

    ## Why
    With half of the centres or fewer, two powers can have enough at once. Does the one with more win, or does the game go on?
    A judge must not have to guess in the last turn of a game.

    ## Fix
    Say it with `tie`: `most` lets the one with most win, `continue` lets all play on. `sole: true` keeps equal ones from winning.

    ## Example
    ```yaml
    victory: {at_least: 19, most: true, sole: true, tie: most}
    ```
    """
    assert facts.variant is not None
    assert facts.declaration is not None
    victory = facts.variant.victory
    if "tie" in facts.declaration.table("victory") or not victory.at_least:
        return
    most = _most(facts.variant)
    if victory.at_least * 2 <= most:
        message = f"two powers may have {victory.at_least} of the {most} {victory.by} at once, and nothing says what happens then"
        place = facts.declaration.place("victory", "at_least")
        yield Finding(message, place, "add tie: most or tie: continue to victory", "victory")


def _most(variant: Variant) -> int:
    """What all powers together can have at the most."""
    if variant.victory.by != "points":
        return len(variant.centres)
    points = variant.victory.points
    playing = {power.id for power in variant.powers if power.playable}
    return sum(
        max(points.centre, points.own_home_of.get(centre.home, points.own_home))
        if centre.home in playing
        else points.centre
        for centre in variant.centres
    )
