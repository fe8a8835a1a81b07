"""D912: an ignore entry that suppresses nothing."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Severity


@check("D912", "unused-suppression", Severity.WARNING)
def unused_suppression(facts: Facts) -> Iterable[Finding]:
    """An entry of `ignore` suppresses nothing.

    ## Why
    The finding it was written for is gone, or the entry names the wrong province. Left standing, it would one day hide a finding
    that nobody has looked at. Some errors cannot be ignored at all: those behind which a part of the variant is missing.

    ## Fix
    Remove the entry, or correct its `where`: a province, a pair (`lon-wal`), the id of an element or words of the message.
    """
    return facts.noticed("unused-suppression")
