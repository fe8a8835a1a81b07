"""D911: an ignore entry without a reason."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Severity


@check("D911", "suppression-without-reason", Severity.WARNING)
def suppression_without_reason(facts: Facts) -> Iterable[Finding]:
    """An entry of `ignore` gives no reason.

    ## Why
    In a year nobody knows whether the finding was looked at or only silenced. A reason is what makes a suppression a decision.

    ## Fix
    Add `reason:` and say in a few words why the map is right as it is.
    """
    return facts.noticed("suppression-without-reason")
