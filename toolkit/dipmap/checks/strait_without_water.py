"""D514: a narrow strait over no water."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import listed
from dipmap.diagnostics import Finding, Severity
from dipmap.model import Kind, Terrain, Variant, province_of


@check("D514", "strait-without-water", Severity.WARNING, needs=("variant", "origins"))
def strait_without_water(facts: Facts) -> Iterator[Finding]:
    """A narrow strait joins two coasts that no water joins.

    ## Why
    A narrow strait is a crossing from coast to coast over water that stays joined: both ends share a sea, or a sea of one touches a
    sea of the other, so that fleets still pass below. Where neither is so there is no strait to cross.

    ## Fix
    Look whether the right provinces are named and the waters touch. A bridge or a tunnel that crosses no water is `direct`; one
    that closes the water below it is `direct` too.

    ## Example
    ```yaml
    passages: [{between: cen-sth, units: both, kind: narrow-strait}]
    ```
    """
    assert facts.variant is not None
    assert facts.origins is not None
    for passage in facts.origins.passages:
        if passage.kind is not Kind.NARROW_STRAIT:
            continue
        a, b = province_of(passage.a), province_of(passage.b)
        if {a, b} & facts.broken:
            continue
        one, other = _seas(facts.variant, a), _seas(facts.variant, b)
        joined = one & other or any(facts.variant.neighbours(sea) & other for sea in one)
        if not joined:
            waters = [f"{end} lies on {listed(sorted(seas)) or 'no water'}" for end, seas in ((a, one), (b, other))]
            message = f"the narrow strait {passage.a}-{passage.b} crosses no water: {' and '.join(waters)}"
            hint = "correct its ends or its waters, or make it kind: direct"
            yield Finding(message, passage.place, hint, provinces=(a, b))


def _seas(variant: Variant, province: str) -> frozenset[str]:
    near = variant.neighbours(province)
    return frozenset(each for each in near if variant.by_id[each].terrain is Terrain.SEA)
