"""D314: names of places that are not there."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._near import of_layers
from dipmap.checks._undrawn import nothing_drawn, told
from dipmap.diagnostics import Finding


@check("D314", "unknown-location")
def unknown_location(facts: Facts) -> Iterator[Finding]:
    """Something names a province or a coast that is not on the map, or stands in none.

    ## Why
    A centre, a unit, a passage or an anchor that leads nowhere is left out, so the board is not the one you
    meant. Mostly the id has a slip, or a coast is meant that the province does not have.

    ## Fix
    Correct the id. A marker without a name belongs inside its province.
    """
    slips = of_layers(facts)
    for finding in facts.noticed("unknown-location"):
        known = nothing_drawn(facts) or any(told(facts, location) for location in finding.provinces)
        if not known and finding.place.element not in slips:
            yield finding
