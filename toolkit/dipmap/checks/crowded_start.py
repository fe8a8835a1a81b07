"""D606: more units than room."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import listed
from dipmap.checks._powers import called, placed_units
from dipmap.diagnostics import Finding, Label, Place
from dipmap.model import Unit, province_of


@check("D606", "crowded-start", needs=("variant", "origins"))
def crowded_start(facts: Facts) -> Iterator[Finding]:
    """More units start in a province than may share it.

    ## Why
    One province holds one unit, unless `capacity` says otherwise. With more of them no order could be judged.

    ## Fix
    Move a unit, or remove one of them. Where several units may share the province, declare its `capacity`.
    """
    assert facts.variant is not None
    found: dict[str, list[tuple[Unit, Place]]] = {}
    for unit, place in placed_units(facts):
        found.setdefault(province_of(unit.location), []).append((unit, place))
    for identity, units in sorted(found.items()):
        province = facts.variant.by_id[identity]
        if len(units) > province.capacity and identity not in facts.broken:
            room = "one unit" if province.capacity == 1 else f"{province.capacity} units"
            message = f"{len(units)} units start in {identity}, which holds {room}: {listed([called(unit) for unit, _ in units])}"
            _, here = units[province.capacity]
            labels = tuple(Label(place, called(unit)) for unit, place in units[: province.capacity])
            hint = "remove what is too much, or declare a capacity"
            yield Finding(message, here, hint, identity, labels, provinces=(identity,))
