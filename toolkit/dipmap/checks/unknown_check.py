"""D902: an ignore entry for a check that does not exist."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D902", "unknown-check")
def unknown_check(facts: Facts) -> Iterable[Finding]:
    """An entry of `ignore` names a check that does not exist.

    ## Why
    It suppresses nothing, and the finding it was meant for is still there or will come back.

    ## Fix
    Write the code or the name of the check as the finding shows it; `dipmap checks` lists them all.

    ## Example
    ```yaml
    ignore:
      - {check: D508, where: cas, reason: the Caspian Sea is a lake}
    ```
    """
    return facts.noticed("unknown-check")
