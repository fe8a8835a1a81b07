"""D205: hairlines of a shape."""

from __future__ import annotations

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import spot
from dipmap.checks._pairs import point
from dipmap.diagnostics import Finding, Severity

SHOWN = 5


@check("D205", "sliver", Severity.WARNING, needs=("survey",))
def sliver(facts: Facts) -> Iterator[Finding]:
    """The shape of a province has a part that is long but too thin to be seen.

    ## Why
    Such hairlines arise when shapes are cut out of each other or traced. They run along the borders of other provinces and
    would make neighbours of provinces that nobody sees touching, so they are left out when borders are worked out: where one
    was drawn on purpose, a border is missing.

    ## Fix
    Zoom in at the point that is named and delete the nodes of the hairline. A canal or a river that is meant as a province
    has to be drawn wide enough to hold a unit.
    """
    assert facts.survey is not None
    for identity, area in facts.survey.areas.items():
        if not area.slivers or identity in facts.broken:
            continue
        first, rest = area.slivers[0], area.slivers[1:]
        message = f"the shape of {identity} has a hairline near {point(first)}, which is left out of its borders"
        notes: tuple[str, ...] = ()
        if rest:
            shown = ", ".join(map(point, rest[:SHOWN])) + (" …" if len(rest) > SHOWN else "")
            notes = (f"more of them near {shown}",)
        hint = "zoom in there and delete the nodes of the hairline"
        yield Finding(message, spot(facts, identity, first), hint, identity, notes=notes, provinces=(identity,))
