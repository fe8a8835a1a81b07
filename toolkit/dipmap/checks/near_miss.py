"""D211: provinces that nearly touch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dipmap.checking import Facts, check
from dipmap.checks._board import number
from dipmap.checks._pairs import near_misses, other_side, pair_place, point
from dipmap.diagnostics import Finding, Severity


@check("D211", "near-miss", Severity.WARNING, needs=("survey", "variant", "origins"))
def near_miss(facts: Facts) -> Iterator[Finding]:
    """Two provinces run side by side with nothing but background between them, and are not joined.

    ## Why
    Shapes count as touching up to a distance that is taken from the gaps of the map itself. Two that lie farther apart, up to
    0.012 of the map's diagonal, may be meant as neighbours and drawn carelessly: the gap may be too narrow to be seen. Or it
    may be a strait, which has to be declared to be passed. Gaps that another province fills, and places where two outlines
    only pass each other, are not told.

    ## Fix
    If they are neighbours, move the shapes together or declare a passage. If they are not, move them apart or declare a
    barrier, which says so for good.

    ## Example
    ```
    passages:
      - {between: den-swe, units: both, kind: direct}
    ```
    """
    assert facts.survey is not None
    for strip in near_misses(facts):
        contact = strip.contact
        a, b = contact.a, contact.b
        message = f"{a} and {b} are {number(contact.distance)} apart near {point(strip.middle)} and so not joined"
        hint = f"move the shapes together, or declare a passage or a barrier {a}-{b}"
        notes = (
            f"they run side by side for {number(strip.length)} with nothing between them",
            f"up to {number(facts.survey.tolerance)} counts as touching on this map",
        )
        place = replace(pair_place(facts, contact), at=strip.middle)
        yield Finding(message, place, hint, f"{a}-{b}", other_side(facts, contact), notes, (a, b))
