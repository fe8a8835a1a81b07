"""D516: a canal that is none, or one that was not meant."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import listed
from dipmap.diagnostics import Finding
from dipmap.model import Province, Terrain, Variant


@check("D516", "canal-differs", needs=("variant", "declaration"))
def canal_differs(facts: Facts) -> Iterator[Finding]:
    """A province is declared a canal and is none, or the other way round.

    ## Why
    Whether a province is a canal follows from the map: it has one coast, and that coast joins two waters which do not touch there.
    `canal:` in `variant.yaml` states what must come out and changes nothing.

    ## Fix
    Mend the drawing: a canal has no named coasts and touches both waters. Where fleets must not pass from one water to the other,
    name its two coasts instead, and remove `canal: true`.

    ## Example
    ```yaml
    provinces:
      egy: {canal: true}
    ```
    """
    assert facts.variant is not None
    assert facts.declaration is not None
    for identity, entry in facts.declaration.provinces.items():
        province = facts.variant.by_id.get(identity)
        if entry.canal is None or province is None or identity in facts.broken or entry.canal is province.canal:
            continue
        if province.canal:
            message = f"{identity} is declared no canal, but its one coast joins {_waters(facts.variant, identity)}"
            hint = "name its coasts if a fleet must not pass, or remove canal: false"
        else:
            message = f"{identity} is declared a canal, but {_why(facts.variant, province)}"
            hint = "mend the drawing, or remove canal: true"
        yield Finding(message, facts.declaration.place("provinces", identity, "canal"), hint, provinces=(identity,))


def _why(variant: Variant, province: Province) -> str:
    if province.terrain is not Terrain.COAST:
        return f"it is {province.terrain.value}"
    if province.coasts:
        coasts = listed([coast.id for coast in province.coasts])
        return f"it has the coasts {coasts}: no fleet passes from one to the other"
    waters = _waters(variant, province.id)
    return f"it lies on {waters or 'no water'} only" if " and " not in waters else f"{waters} are one water there"


def _waters(variant: Variant, province: str) -> str:
    return listed(sorted(each for each in variant.neighbours(province) if variant.by_id[each].terrain is Terrain.SEA))
