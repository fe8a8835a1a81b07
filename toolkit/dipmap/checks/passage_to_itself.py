"""D505: a passage or barrier with one end."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D505", "passage-to-itself")
def passage_to_itself(facts: Facts) -> Iterable[Finding]:
    """A passage or a barrier has both its ends in one province.

    ## Why
    It joins or parts nothing. Mostly one id is a slip, or the line in the drawing ends before it reaches the second
    province.

    ## Fix
    Name two provinces, or draw the line from one province into the other.
    """
    return facts.noticed("passage-to-itself")
