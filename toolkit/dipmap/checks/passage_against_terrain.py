"""D510: a passage for units that cannot stand at its ends."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D510", "passage-against-terrain")
def passage_against_terrain(facts: Facts) -> Iterable[Finding]:
    """A passage is for units that cannot stand in one of its provinces.

    ## Why
    Armies do not stand on sea and fleets do not stand inland, so nobody could ever use the passage. Either its units are wrong
    or the terrain of a province is.

    ## Fix
    Write the units that may pass (`army`, `fleet` or `both`), or correct the terrain. Where armies may stand on a sea, as on an
    island sea, say `armies: true` for that province.

    ## Example
    ```yaml
    passages:
      - {between: cen-sth, units: army, kind: direct}
    ```
    """
    return facts.noticed("passage-against-terrain")
