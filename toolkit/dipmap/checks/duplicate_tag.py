"""D308: tags that stand twice."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Severity


@check("D308", "duplicate-tag", Severity.WARNING)
def duplicate_tag(facts: Facts) -> Iterable[Finding]:
    """The same passage or anchor is drawn twice.

    ## Why
    The first one counts and the second is ignored, so a change to the second would have no effect. Often one of
    them is a leftover below another shape.

    ## Fix
    Remove one of them.
    """
    return facts.noticed("duplicate-tag")
