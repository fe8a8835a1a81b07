"""D612: a power that cannot build."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._undrawn import nothing_drawn
from dipmap.diagnostics import NOWHERE, Finding, Severity


@check("D612", "power-without-home", Severity.WARNING, needs=("variant", "origins"))
def power_without_home(facts: Facts) -> Iterator[Finding]:
    """A power that plays has no home centre.

    ## Why
    A power builds on its home centres. One without any can never build, and has lost the moment its units are gone. Where
    units are built on any owned centre (`builds: {sites: owned}`), a power that owns a province at the start may do.

    ## Fix
    Give it `homes`, or draw centres that name it. If nobody plays it, say `playable: false`.
    """
    assert facts.variant is not None
    assert facts.origins is not None
    if nothing_drawn(facts):
        return
    owners = {province.owner for province in facts.variant.provinces}
    for power in facts.variant.powers:
        builds = facts.variant.builds.sites == "owned" and power.id in owners
        if power.playable and not power.homes and not builds:
            message = f"{power.id} has no home centre"
            place = facts.origins.powers.get(power.id, NOWHERE)
            yield Finding(message, place, "give it homes, or say playable: false if nobody plays it", power.id)
