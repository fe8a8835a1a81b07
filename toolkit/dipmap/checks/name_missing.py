"""D402: a province that is called by its id."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import spot
from dipmap.diagnostics import Finding, Severity


@check("D402", "name-missing", Severity.WARNING, needs=("variant", "declaration", "draft"))
def name_missing(facts: Facts) -> Iterator[Finding]:
    """A province has an id but no name.

    ## Why
    Players read names: on the map, in orders, in the list of provinces. A province without one is shown as its id. As long
    as no province at all has a name this check waits; when powers are declared it says so once.

    ## Fix
    Add `name:` to the province in `variant.yaml`, or write `data-province="lon" data-name="London"` on its shape. If the id
    really is the name, write it down as the name.

    ## Example
    ```yaml
    provinces:
      lon: {name: London}
    ```
    """
    assert facts.variant is not None
    assert facts.declaration is not None
    assert facts.draft is not None
    said = {tag.id for tag in facts.draft.provinces if tag.name}
    said |= {entry.id for entry in facts.declaration.provinces.values() if entry.name}
    spaces = [province for province in facts.variant.provinces if not province.impassable]
    nameless = [province.id for province in spaces if province.name == province.id and province.id not in said]
    if len(nameless) == len(spaces) > 1:
        if facts.variant.powers:
            message = f"none of the {len(spaces)} provinces has a name"
            place = facts.declaration.place("provinces", key=True)
            yield Finding(message, place, "add name: to each of them under provinces", "all")
        return
    for identity in nameless:
        if identity not in facts.broken:
            message = f"{identity} has no name"
            hint = f"add name: to {identity} under provinces"
            yield Finding(message, spot(facts, identity), hint, identity, provinces=(identity,))
