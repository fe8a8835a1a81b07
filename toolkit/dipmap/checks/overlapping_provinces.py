"""D204: provinces that run a little into each other."""

from __future__ import annotations

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._pairs import other_side, pair_place, point
from dipmap.diagnostics import Finding, Severity
from dipmap.geometry.survey import Nearness


@check("D204", "overlapping-provinces", Severity.WARNING, needs=("survey", "variant"))
def overlapping_provinces(facts: Facts) -> Iterator[Finding]:
    """Two provinces overlap: part of one is drawn on top of the other.

    ## Why
    A point in the common part belongs to both, so a click or a unit there may count for the wrong one. Overlaps of less than
    a fiftieth of the smaller province are let pass. The two still count as neighbours; where a fifth or more of one lies in
    the other they do not, which is another finding (covered-province).

    ## Fix
    Cut the one out of the other: in Inkscape copy the upper shape, select copy and lower shape, Path, Difference. Borders
    that two provinces share are best drawn once and used for both.
    """
    assert facts.survey is not None
    assert facts.variant is not None
    barred = {province.id for province in facts.variant.provinces if province.impassable} | facts.broken
    for (a, b), contact in facts.survey.contacts.items():
        if contact.nearness is Nearness.OVERLAP and contact.joins and not barred & {a, b}:
            share = f"{contact.overlap:.0%}"
            message = f"{a} and {b} overlap near {point(contact.at)} ({share} of the smaller one)"
            hint = "cut the shape of the one out of the other"
            yield Finding(
                message, pair_place(facts, contact), hint, f"{a}-{b}", other_side(facts, contact), provinces=(a, b)
            )
