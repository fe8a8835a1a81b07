"""D310: coasts without a province."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._undrawn import missing
from dipmap.diagnostics import Finding
from dipmap.model import province_of


@check("D310", "stray-coast")
def stray_coast(facts: Facts) -> Iterator[Finding]:
    """A coast is drawn whose province does not exist.

    ## Why
    A coast such as stp/nc is a part of the province before the stroke. Without it nothing can stand there.

    ## Fix
    Correct the part of the name before the stroke, or draw the province.
    """
    gone = missing(facts)
    return (finding for finding in facts.noticed("stray-coast") if not gone & set(map(province_of, finding.provinces)))
