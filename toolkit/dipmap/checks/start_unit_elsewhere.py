"""D615: a unit that starts away from home."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._powers import called, placed_units
from dipmap.diagnostics import Finding, Severity
from dipmap.model import province_of


@check("D615", "start-unit-elsewhere", Severity.INFO, needs=("variant", "origins"))
def start_unit_elsewhere(facts: Facts) -> Iterator[Finding]:
    """A unit starts outside the homes of its power.

    ## Why
    In most variants every unit starts on a home centre of its power, and one elsewhere is a slip in the id or in the power.
    Where it is meant, this is a remark and no complaint.

    ## Fix
    Correct the place or the power of the unit, if it is a slip.
    """
    assert facts.variant is not None
    for unit, place in placed_units(facts):
        power = facts.variant.powers_by_id.get(unit.power or "")
        province = facts.variant.by_id[province_of(unit.location)]
        own = power is None or not power.homes or province.id in power.homes or province.owner == power.id
        if power is not None and not own and province.id not in facts.broken:
            message = f"{called(unit)} starts outside the homes of {power.id}"
            hint = "correct its place or its power, if this is a slip"
            key = f"{unit.power}-{unit.type}-{unit.location}"
            yield Finding(message, place, hint, key, provinces=(unit.location,))
