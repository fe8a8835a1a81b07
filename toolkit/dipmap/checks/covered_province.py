"""D209: provinces that lie on top of others."""

from __future__ import annotations

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._pairs import doubtful, other_side, pair_place
from dipmap.diagnostics import Finding
from dipmap.geometry.survey import Nearness


@check("D209", "covered-province", needs=("survey", "variant", "origins"))
def covered_province(facts: Facts) -> Iterator[Finding]:
    """A fifth or more of a province lies inside another one, and nothing says whether they are neighbours.

    ## Why
    Provinces that lie side by side are neighbours. Of one that lies on top of another nobody can tell: it may be an island
    whose sea was drawn behind it, a box laid over the map, or a shape that was copied and never moved. So no edge is made.

    ## Fix
    If the lower province should end where the upper one begins, cut the upper shape out of it. If the drawing is meant as it
    is, say what holds: a passage if units may move between the two, a barrier if not.

    ## Example
    ```
    passages:
      - {between: box-nth, units: fleet, kind: link}
    barriers:
      - {between: box-nth, reason: the box only lies over the sea}
    ```
    """
    for contact in doubtful(facts):
        if contact.nearness is Nearness.OVERLAP and not contact.joins:
            a, b = contact.a, contact.b
            areas = facts.survey.areas if facts.survey else {}
            upper, lower = (a, b) if areas[a].polygon.area <= areas[b].polygon.area else (b, a)
            share = "all" if contact.overlap > 0.995 else f"{contact.overlap:.0%}"
            message = f"{share} of {upper} lies inside {lower}, so the two are not joined"
            hint = f"cut the shape of {upper} out of {lower}, or declare a passage or a barrier {a}-{b}"
            yield Finding(
                message, pair_place(facts, contact), hint, f"{a}-{b}", other_side(facts, contact), provinces=(a, b)
            )
