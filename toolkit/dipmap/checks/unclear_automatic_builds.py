"""D634: builds that a judge cannot make without choosing."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import listed
from dipmap.diagnostics import Finding
from dipmap.model import Province, UnitType, Variant


@check("D634", "unclear-automatic-builds", needs=("variant", "declaration"))
def unclear_automatic_builds(facts: Facts) -> Iterator[Finding]:
    """Adjustments are automatic, but they leave a choice.

    ## Why
    A judge that builds by itself must never have to choose. That is so only where every province a unit may stand in is a centre,
    units are built in any owned centre, and there is one type of unit: then each empty owned centre gets its unit, and nobody has
    more units than centres.

    ## Fix
    Let players order their adjustments (`method: orders`), or remove the choice: `sites: owned`, one type under `units`, a centre
    in every province.

    ## Example
    ```yaml
    builds: {sites: owned, method: automatic, units: [army]}
    ```
    """
    assert facts.variant is not None
    assert facts.declaration is not None
    builds = facts.variant.builds
    if builds.method != "automatic":
        return
    reasons = []
    if builds.sites != "owned":
        reasons.append(f"sites are {builds.sites}")
    if len(builds.units) != 1:
        reasons.append("there are armies and fleets")
    bare = [
        province.id for province in facts.variant.provinces if not province.centre and _open(facts.variant, province)
    ]
    if bare:
        reasons.append(f"units may stand on no centre in {listed(bare)}")
    if reasons:
        message = f"adjustments are automatic, but the judge would have to choose: {listed(reasons)}"
        place = facts.declaration.place("builds", "method")
        yield Finding(message, place, "write method: orders, or remove the choice", "builds", provinces=tuple(bare))


def _open(variant: Variant, province: Province) -> bool:
    types = variant.builds.units
    armies = province.armies and UnitType.ARMY in types
    fleets = province.fleets and UnitType.FLEET in types
    return not province.impassable and (armies or fleets)
