"""D206: a province that is no area."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D206", "province-without-area")
def province_without_area(facts: Facts) -> Iterable[Finding]:
    """A province is drawn, but its shape encloses nothing.

    ## Why
    A line, a point or an empty group has no inside, so nothing can touch it or stand in it. Often the name was
    given to the label, the border line or an empty group instead of the coloured area.

    ## Fix
    Name the coloured shape of the province, or close the path.
    """
    return facts.noticed("province-without-area")
