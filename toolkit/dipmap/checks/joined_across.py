"""D214: provinces that are joined although a third lies between them."""

from __future__ import annotations

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import listed
from dipmap.checks._pairs import doubtful, joined, other_side, pair_place, point
from dipmap.diagnostics import Finding, Severity
from dipmap.geometry.survey import Nearness


@check("D214", "joined-across", Severity.WARNING, needs=("survey", "variant", "origins"))
def joined_across(facts: Facts) -> Iterator[Finding]:
    """Two provinces are joined although a narrow strip of another one lies between them.

    ## Why
    Shapes count as touching when they run along each other closely enough. Here they do, but a third province fills the gap:
    it may be a strait, a canal or a river that keeps them apart, or a shape that was drawn too large and lies under both.

    ## Fix
    Declare a barrier if the strip parts them, a passage of kind border if it does not. Or make the drawing clear: widen the
    strip, or end it before the two meet.
    """
    made = joined(facts)
    for contact in doubtful(facts):
        a, b = contact.a, contact.b
        if contact.nearness in (Nearness.GAP, Nearness.SHORT) and contact.between and (a, b) in made:
            message = (
                f"{a} and {b} are joined near {point(contact.at)} although {listed(contact.between)} lies between them"
            )
            hint = f"declare a barrier {a}-{b} if it parts them, a passage of kind border if not"
            yield Finding(
                message, pair_place(facts, contact), hint, f"{a}-{b}", other_side(facts, contact), provinces=(a, b)
            )
