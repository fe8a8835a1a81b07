"""D202: numbers that cannot be read."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D202", "bad-value")
def bad_value(facts: Facts) -> Iterable[Finding]:
    """A number or a length in the drawing cannot be read, or is larger than any map.

    ## Why
    Coordinates such as NaN or 1e300 come from scripts and from faulty conversions; they put a shape nowhere. A
    page size that cannot be read leaves everybody guessing where the map ends.

    ## Fix
    Draw the shape again, or write a plain number.

    ## Example
    ```
    <circle id="hel" cx="NaN" cy="40" r="12"/>
    ```
    """
    return facts.noticed("bad-value")
