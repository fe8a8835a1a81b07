"""D212: provinces that meet in a corner."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from dipmap.checking import Facts, check
from dipmap.checks._pairs import doubtful, joined, other_side, pair_place, point
from dipmap.diagnostics import Finding, Severity
from dipmap.geometry.survey import Contact, Nearness, Survey


@check("D212", "corner-contact", Severity.WARNING, needs=("survey", "variant", "origins"))
def corner_contact(facts: Facts) -> Iterator[Finding]:
    """Two provinces meet in a corner only, and nothing says whether they are neighbours.

    ## Why
    Where four provinces meet in one point, only the designer knows which of them are neighbours across it. The pair that is
    nearer is joined, and neither where both are alike; a move of one node by a hair may change that. On maps that draw
    provinces apart, with wide gutters between them, a contact counts as a corner when it is no longer than two corners
    facing each other over that gutter would make it.

    ## Fix
    Say what holds: a passage of kind border if units may move between the two, a barrier if not. Or move the corner so that
    it is clear: give the neighbours a visible stretch of border, and the others a visible distance.

    ## Example
    ```
    passages:
      - {between: bur-mun, units: army, kind: border}
    barriers:
      - {between: par-ruh}
    ```
    """
    assert facts.survey is not None
    survey = facts.survey
    made = joined(facts)
    told: set[tuple[str, ...]] = set()
    corners = [contact for contact in doubtful(facts) if contact.nearness is Nearness.CORNER]
    for contact in corners:
        a, b = contact.a, contact.b
        if contact.joins and (a, b) in made and is_corner(survey, contact):
            told.add((a, b))
            message = f"{a} and {b} meet in a corner only, near {point(contact.at)}, and are joined"
            hint = f"declare a barrier {a}-{b} if they are no neighbours, a passage of kind border if they are"
            yield Finding(
                message, pair_place(facts, contact), hint, f"{a}-{b}", other_side(facts, contact), provinces=(a, b)
            )
    for contact in corners:
        a, b, across = contact.a, contact.b, tuple(sorted(contact.between))
        # one finding for one crossing; a third province in the gap is a strait like any other
        if contact.joins or len(across) != 2 or across in told:
            continue
        told.add((a, b))
        four = f"{a}, {b} and, across them, {across[0]} and {across[1]}"
        rival = survey.contact(*across)
        state = f"{a} and {b} are not joined" if rival and rival.joins else "neither pair is joined"
        message = f"{four} meet in one corner near {point(contact.at)}, and {state}"
        hint = (
            f"declare a barrier or a passage of kind border for {a}-{b} and {across[0]}-{across[1]}, or move the corner"
        )
        yield Finding(
            message, pair_place(facts, contact), hint, f"{a}-{b}", other_side(facts, contact), provinces=(a, b)
        )


def is_corner(survey: Survey, contact: Contact) -> bool:
    """Whether a contact is no longer than one and a half times what two right angles make at this distance."""
    tolerance = survey.tolerance
    apart = min(contact.distance / tolerance, 1.0)
    arms = 2 * (sqrt(1 - apart * apart / 2) - apart / sqrt(2))
    return contact.length <= max(1.5 * arms, 1.0) * tolerance
