"""D503: a passage where there is a border."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Severity


@check("D503", "needless-passage", Severity.WARNING)
def needless_passage(facts: Facts) -> Iterable[Finding]:
    """A passage joins two provinces whose shapes already make a border for the same units.

    ## Why
    A passage is for what touching shapes cannot say. Where it says nothing new, either the passage is left over, or the two
    shapes touch although the passage was meant to be the only way.

    ## Fix
    Remove the passage. If it is a bridge or a strait with rules of its own, draw the two shapes apart.
    """
    return facts.noticed("needless-passage")
