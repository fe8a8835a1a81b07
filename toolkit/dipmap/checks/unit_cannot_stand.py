"""D605: a unit where it cannot be."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import listed
from dipmap.checks._powers import called, placed_units
from dipmap.diagnostics import Finding
from dipmap.model import Province, Unit, UnitType, province_of


@check("D605", "unit-cannot-stand", needs=("variant", "origins"))
def unit_cannot_stand(facts: Facts) -> Iterator[Finding]:
    """A unit starts where it cannot stand.

    ## Why
    Armies stand on land and coast, fleets on coast and sea. In a province with several coasts a fleet stands on one of them,
    which has to be named, while an army stands in the province itself. Nobody stands in an impassable one.

    ## Fix
    Correct the place or the type of the unit, name the coast, or correct the terrain of the province.

    ## Example
    ```yaml
    start:
      units: [russia F stp/sc, russia A mos]
    ```
    """
    assert facts.variant is not None
    for unit, place in placed_units(facts):
        province = facts.variant.by_id[province_of(unit.location)]
        if province.id in facts.broken:
            continue
        why = _why(unit, province)
        if why:
            reason, hint = why
            key = f"{unit.power}-{unit.type}-{unit.location}"
            yield Finding(f"{called(unit)} cannot stand there: {reason}", place, hint, key, provinces=(unit.location,))


def _why(unit: Unit, province: Province) -> tuple[str, str] | None:
    army = unit.type is UnitType.ARMY
    if province.impassable:
        return f"{province.id} is impassable", "move it, or give the province a terrain"
    if not (province.armies if army else province.fleets):
        other = "make it a fleet" if army else "make it an army"
        return (
            f"{province.id} is {province.terrain} and takes no {'armies' if army else 'fleets'}",
            f"{other}, or move it",
        )
    if army and unit.location != province.id:
        return "armies stand on no coast", f"write {province.id}"
    if not army and unit.location == province.id and province.coasts:
        coasts = listed(province.locations[1:], "or")
        return f"{province.id} has several coasts", f"name the coast: {coasts}"
    return None
