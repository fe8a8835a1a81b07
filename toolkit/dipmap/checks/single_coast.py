"""D409: a province with one named coast."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import spot
from dipmap.diagnostics import Finding, Severity


@check("D409", "single-coast", Severity.WARNING, needs=("variant", "declaration"))
def single_coast(facts: Facts) -> Iterator[Finding]:
    """A province has exactly one named coast.

    ## Why
    Coasts are named to tell them apart. With a single one every fleet order has to spell it out for nothing, and most
    engines expect two or more. Usually the second coast is missing, or its line has another name.

    ## Fix
    Draw and name the other coasts too. If the province has one shore only, remove the coast: its fleets then stand in the
    province itself.
    """
    assert facts.variant is not None
    assert facts.declaration is not None
    for province in facts.variant.provinces:
        entry = facts.declaration.provinces.get(province.id)
        # a coast that is declared and not drawn is told elsewhere
        known = {coast.id for coast in province.coasts} | set(entry.coasts if entry else ())
        if province.coasts and len(known) == 1 and province.id not in facts.broken:
            location = province.locations[1]
            message = f"{province.id} has a single named coast, {location}"
            hint = "draw and name the other coasts, or remove this one"
            yield Finding(message, spot(facts, location), hint, location, provinces=(province.id,))
