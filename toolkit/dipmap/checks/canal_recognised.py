"""D408: a province that joins two waters."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import listed, pieces, spot
from dipmap.checks._undrawn import without_coasts
from dipmap.diagnostics import Finding, Severity
from dipmap.model import Terrain


@check("D408", "canal-recognised", Severity.INFO, needs=("variant", "survey"))
def canal_recognised(facts: Facts) -> Iterator[Finding]:
    """A province was recognised as a canal: it has one coast and joins two waters.

    ## Why
    A canal is no passage but a province with one coast that touches both waters, as Kiel and Constantinople do: a fleet
    moves in from one water and out to the other. It is told so that no canal comes about by mistake, and so that you see
    that yours is one.

    ## Fix
    Nothing, if it is one. If fleets must not pass, draw a line along each shore and name the lines as coasts (`bul/ec`,
    `bul/sc`). `expect: {canals: 2}` in `variant.yaml` keeps the number.
    """
    assert facts.variant is not None
    assert facts.survey is not None
    seas = {
        province.id
        for province in facts.variant.provinces
        if province.terrain is Terrain.SEA and not province.impassable
    }
    pairs = [(contact.a, contact.b) for contact in facts.survey.joined()]
    between = [(a, b) for a, b in pairs if a in seas and b in seas]
    for province in facts.variant.provinces:
        if not province.canal or province.id in facts.broken | without_coasts(facts):
            continue
        around = {b if a == province.id else a for a, b in pairs if province.id in (a, b)} & seas
        waters = pieces(around, [(a, b) for a, b in between if a in around and b in around])
        sides = listed(sorted("/".join(water) for water in waters))
        message = f"{province.id} is a canal: it joins the waters {sides}"
        hint = "name its coasts if a fleet must not pass from one water to the other"
        yield Finding(message, spot(facts, province.id), hint, province.id, provinces=(province.id, *sorted(around)))
