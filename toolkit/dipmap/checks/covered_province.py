"""D209: provinces that lie on top of others."""

from __future__ import annotations

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._pairs import covered, other_side, pair_place
from dipmap.diagnostics import Finding


@check("D209", "covered-province", needs=("survey", "variant", "origins"))
def covered_province(facts: Facts) -> Iterator[Finding]:
    """A fifth or more of a province lies inside another one, and nothing says whether they are neighbours.

    ## Why
    Provinces that lie side by side are neighbours. Of one that lies on top of another nobody can tell: it may be an island
    whose sea was drawn behind it, a box laid over the map, or a shape that was copied and never moved. So no edge is made.

    ## Fix
    If the lower province should end where the upper one begins, as a sea does around an island, cut the upper shape out of it:
    with Difference in your editor (on a copy of the upper shape), or by hand as a second subpath under `fill-rule="evenodd"`.
    If the drawing is meant as it is, say what holds: a passage if units may move between the two, a barrier if not.

    ## Example
    ```
    <path id="nth/sea" fill-rule="evenodd" d="M0 0 H300 V200 H0 Z  M100 80 h50 v40 h-50 Z"/>
    <path id="ice/coast" d="M100 80 h50 v40 h-50 Z"/>
    ```
    ```
    passages:
      - {between: box-nth, units: fleet, kind: link}
    barriers:
      - {between: box-nth, reason: the box only lies over the sea}
    ```
    """
    areas = facts.survey.areas if facts.survey else {}
    for contact in covered(facts):
        a, b = contact.a, contact.b
        upper, lower = (a, b) if areas[a].polygon.area <= areas[b].polygon.area else (b, a)
        share = "all" if contact.overlap > 0.995 else f"{contact.overlap:.0%}"
        message = f"{share} of {upper} lies inside {lower}, so the two are not joined"
        hint = (
            f"cut a hole for {upper} into {lower} (Difference in your editor, or a second subpath and "
            f"fill-rule evenodd), or declare a passage or a barrier {a}-{b}"
        )
        yield Finding(
            message, pair_place(facts, contact), hint, f"{a}-{b}", other_side(facts, contact), provinces=(a, b)
        )
