"""D210: transforms that cannot be read."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D210", "bad-transform")
def bad_transform(facts: Facts) -> Iterable[Finding]:
    """The transform of an element cannot be read or leaves nothing of it, so nobody knows where it stands.

    ## Why
    A transform moves, turns or scales an element and everything in it. Programs that meet one they cannot read
    place the element differently or drop it. Provinces in it count as broken, and other checks leave them
    alone.

    ## Fix
    Undo the transform in your editor, or remove the attribute and move the element to its place.

    ## Example
    ```
    transform="translate(10,20) scale(2)"     good
    transform="translate 10 20"               no parentheses
    ```
    """
    return facts.noticed("bad-transform")
