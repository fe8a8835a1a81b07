"""D404: inland terrain on a shore."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import fleets_play, listed, spot
from dipmap.diagnostics import Finding, Severity
from dipmap.geometry.survey import Contact
from dipmap.model import Terrain


@check("D404", "land-touches-sea", Severity.WARNING, needs=("variant", "survey", "declaration", "draft"))
def land_touches_sea(facts: Facts) -> Iterator[Finding]:
    """A province is land, but its shape joins a sea.

    ## Why
    Land means inland: no fleet may ever stand there. A province that has a shore is `coast`. Either its terrain is wrong, or
    the shape reaches the water by mistake, often with a sliver nobody can see.

    ## Fix
    Make its terrain `coast`. If fleets must stay out of it although it has a shore, say `fleets: false` in `variant.yaml`;
    if the shape should not reach the water, draw it away from it.

    ## Example
    ```yaml
    provinces:
      pie: {name: Piedmont, terrain: coast}
    ```
    """
    assert facts.variant is not None
    assert facts.survey is not None
    if not fleets_play(facts.variant):
        return
    meant = _meant(facts)
    shores: dict[str, list[tuple[str, Contact]]] = {}
    for contact in facts.survey.joined():
        for land, sea in ((contact.a, contact.b), (contact.b, contact.a)):
            one, other = facts.variant.by_id.get(land), facts.variant.by_id.get(sea)
            if one is None or other is None or facts.broken & {land, sea} or land in meant:
                continue
            inland = one.terrain is Terrain.LAND and not one.impassable and not one.fleets
            if inland and other.terrain is Terrain.SEA and other.fleets:
                shores.setdefault(land, []).append((sea, contact))
    for land, found in sorted(shores.items()):
        seas = [sea for sea, _ in found]
        longest = max((contact for _, contact in found), key=lambda contact: contact.length)
        message = f"{land} is land, but its shape joins the sea {listed(seas)}"
        hint = "make its terrain coast, or say fleets: false if fleets must stay out"
        yield Finding(message, spot(facts, land, longest.at), hint, land, provinces=(land, *seas))


def _meant(facts: Facts) -> set[str]:
    """Provinces of which the designer says that fleets stay out."""
    assert facts.declaration is not None
    assert facts.draft is not None
    declared = {entry.id for entry in facts.declaration.provinces.values() if entry.fleets is False}
    return declared | {tag.province for tag in facts.draft.capacities if tag.fleets is False}
