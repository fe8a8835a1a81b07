"""D202: numbers that cannot be read."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D202", "bad-value")
def bad_value(facts: Facts) -> Iterable[Finding]:
    """A number or a length in the drawing cannot be read, is larger than any map, or leaves nothing to be seen.

    ## Why
    Coordinates such as NaN or 1e300 come from scripts and from faulty conversions; they put a shape nowhere. A shape that reaches fifty
    times as far as the others usually do is left out, because the rest of the map would be a dot beside it. A marker
    without a size (a circle of radius 0) shows nobody where the centre or unit is. A page size that cannot be read leaves everybody guessing where the map ends.

    ## Fix
    Draw the shape again, or write a plain number.

    ## Example
    ```
    <circle id="hel" cx="NaN" cy="40" r="12"/>
    ```
    """
    return facts.noticed("bad-value")
