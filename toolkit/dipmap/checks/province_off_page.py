"""D207: provinces outside the page."""

from __future__ import annotations

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import listed, spot
from dipmap.diagnostics import Finding, Severity


@check("D207", "province-off-page", Severity.WARNING, needs=("survey", "drawing"))
def province_off_page(facts: Facts) -> Iterator[Finding]:
    """More than half of a province lies outside the page, where nobody sees it.

    ## Why
    Players see the page and nothing else. Shapes beside it are often leftovers, or the page was made smaller after the map
    was drawn. Where most provinces lie outside it is the page that is wrong, which is told once.

    ## Fix
    Move the province onto the page, or fit the page to the drawing (Inkscape: File, Document Properties, Resize to Content).
    """
    import shapely

    assert facts.survey is not None
    assert facts.drawing is not None
    if facts.drawing.page is None:
        return
    x, y, width, height = facts.drawing.page
    page = shapely.box(x, y, x + width, y + height)
    shares = {}
    for identity, area in facts.survey.areas.items():
        seen = shapely.intersection(area.polygon, page).area / area.polygon.area
        if seen < 0.5 and identity not in facts.broken:
            shares[identity] = 1 - seen
    if len(shares) > 2 and len(shares) > len(facts.survey.areas) / 2:
        message = f"the page ends where the map goes on: {listed(sorted(shares))} lie outside it"
        place = facts.drawing.root.place("viewBox")
        yield Finding(message, place, "fit the page to the drawing", "page", provinces=tuple(sorted(shares)))
        return
    for identity, share in shares.items():
        amount = "all" if share > 0.995 else f"{share:.0%}"
        message = f"{amount} of {identity} lies outside the page"
        hint = "move it onto the page, or make the page larger"
        yield Finding(message, spot(facts, identity), hint, identity, provinces=(identity,))
