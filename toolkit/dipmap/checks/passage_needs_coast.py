"""D511: a passage to a province with several coasts."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D511", "passage-needs-coast")
def passage_needs_coast(facts: Facts) -> Iterable[Finding]:
    """A passage does not say rightly which coast it leads to.

    ## Why
    In a province with named coasts a fleet always stands on one of them, and an army on none. A passage for fleets has to name
    the coast it reaches; a passage for armies names the province alone.

    ## Fix
    Write `stp/nc` for fleets and `stp` for armies. Where both may pass, declare two passages.

    ## Example
    ```yaml
    passages:
      - {between: stp/nc-bar, units: fleet}
      - {between: stp-fin, units: army}
    ```
    """
    return facts.noticed("passage-needs-coast")
