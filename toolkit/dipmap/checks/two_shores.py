"""D407: a province with two shores and no named coasts."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import fleets_play, listed, spot
from dipmap.diagnostics import Finding, Severity
from dipmap.geometry.waters import sea_arcs
from dipmap.model import Terrain


@check("D407", "two-shores", Severity.INFO, needs=("variant", "survey"))
def two_shores(facts: Facts) -> Iterator[Finding]:
    """A province has two separate shores but no named coasts.

    ## Why
    A fleet in such a province may leave to either side, as if it had sailed through. On Spain or Bulgaria that is not
    wanted, and they have named coasts; on other provinces it is. Only you know, so this is a question, not a complaint.

    ## Fix
    If fleets must stay on their side, draw a line along each shore and name the lines `spa/nc` and `spa/sc`. If one coast
    is right, there is nothing to do; put the check into `ignore` with your reason to be asked no more.
    """
    assert facts.variant is not None
    assert facts.survey is not None
    if not fleets_play(facts.variant):
        return
    waters: dict[str, set[str]] = {}
    for contact in facts.survey.joined():
        for one, other in ((contact.a, contact.b), (contact.b, contact.a)):
            if other in facts.variant.by_id and facts.variant.by_id[other].terrain is Terrain.SEA:
                waters.setdefault(one, set()).add(other)
    for province in facts.variant.provinces:
        seas = sorted(waters.get(province.id, ()))
        asked = province.terrain is Terrain.COAST and province.fleets and not province.coasts and not province.canal
        if not asked or len(seas) < 2 or province.id in facts.broken:
            continue
        # islands have shores of their own, which says nothing about the ways of fleets
        if len(getattr(facts.survey.areas[province.id].polygon, "geoms", (0,))) > 1:
            continue
        shores = sea_arcs(facts.survey, province.id, seas)
        if shores > 1:
            many = {2: "two", 3: "three"}.get(shores, str(shores))
            message = f"{province.id} has {many} separate shores (seas {listed(seas)}) but no named coasts"
            hint = "name its coasts if a fleet must not leave by the other shore"
            yield Finding(message, spot(facts, province.id), hint, province.id, provinces=(province.id, *seas))
