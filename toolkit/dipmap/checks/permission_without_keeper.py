"""D512: a passage by consent without anyone to ask."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D512", "permission-without-keeper")
def permission_without_keeper(facts: Facts) -> Iterable[Finding]:
    """A passage by consent does not say whose consent it needs.

    ## Why
    A passage of kind `permission` opens when the unit in the keeper's province agrees. Without a keeper nobody could open it.

    ## Fix
    Name the keeper's province after `via`, or choose another kind.

    ## Example
    ```yaml
    passages:
      - {between: kla-str, units: fleet, kind: permission, via: slu}
    ```
    """
    return facts.noticed("permission-without-keeper")
