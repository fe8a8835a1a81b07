"""D401: nobody says what a province is made of."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D401", "terrain-unknown")
def terrain_unknown(facts: Facts) -> Iterable[Finding]:
    """A province has no terrain: nobody says whether it is land, coast or sea.

    ## Why
    Armies stand on land and coast, fleets on coast and sea. Without the terrain no border of the province can be worked
    out, so every other check stays silent about it until this is settled.

    ## Fix
    Say it where it suits you: in the name of the shape (`lon/coast`), as `data-terrain="coast"` on it, or as `terrain:`
    in `variant.yaml`. A space that nobody may enter is `impassable`.

    ## Example
    ```yaml
    provinces:
      lon: {name: London, terrain: coast}
    ```
    """
    return facts.noticed("terrain-unknown")
