"""D213: borders that are hardly seen."""

from __future__ import annotations

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import number
from dipmap.checks._pairs import doubtful, joined, other_side, pair_place, point
from dipmap.diagnostics import Finding, Severity
from dipmap.geometry.survey import Nearness

# x D: what is longer is seen, however wide the gutters of a map are
SEEN = 0.006


@check("D213", "short-border", Severity.WARNING, needs=("survey", "variant", "origins"))
def short_border(facts: Facts) -> Iterator[Finding]:
    """The border of two provinces is so short that players may not see it.

    ## Why
    The two are joined, but on the page their border is hardly longer than a dot. Half of the players will take it for a
    corner, and a moved node would make it one.

    ## Fix
    Draw the border longer. Or declare what you mean: a passage of kind border if they are neighbours, a barrier if not.
    """
    assert facts.survey is not None
    survey = facts.survey
    made = joined(facts)
    for contact in doubtful(facts):
        a, b = contact.a, contact.b
        if contact.nearness is not Nearness.SHORT or contact.between or (a, b) not in made:
            continue
        if contact.length <= SEEN * survey.diagonal:
            message = f"the border of {a} and {b} near {point(contact.at)} is only {number(contact.length)} long"
            hint = f"draw it longer, or declare a passage of kind border or a barrier {a}-{b}"
            yield Finding(
                message, pair_place(facts, contact), hint, f"{a}-{b}", other_side(facts, contact), provinces=(a, b)
            )
