"""D305: anchors outside their province."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dipmap.checking import Facts, check
from dipmap.checks._board import number
from dipmap.checks._pairs import point
from dipmap.diagnostics import Finding, Severity
from dipmap.geometry.points import distance_outside
from dipmap.model import province_of

# x tolerance: what a marker may stand off the shore
SLACK = 2.0


@check("D305", "anchor-outside", Severity.WARNING, needs=("survey", "origins"))
def anchor_outside(facts: Facts) -> Iterator[Finding]:
    """The place set for a unit or a centre lies outside its province.

    ## Why
    Programs draw the pieces of a game at these points. A unit that stands in the neighbour's land is taken for one there.
    Units of a coast may stand a little off the shore, and labels may stand anywhere: small provinces have theirs outside,
    with a line.

    ## Fix
    Move the marker into its province, or correct the name of the marker if it belongs to another one.
    """
    assert facts.survey is not None
    assert facts.origins is not None
    slack = SLACK * facts.survey.tolerance
    for anchor in facts.origins.anchors:
        area = facts.survey.areas.get(province_of(anchor.location))
        if area is None or anchor.purpose == "label" or province_of(anchor.location) in facts.broken:
            continue
        away = distance_outside(area, anchor.point)
        if away > slack:
            what = "centre" if anchor.purpose == "centre" else f"{anchor.purpose} anchor"
            message = f"the {what} of {anchor.location} at {point(anchor.point)} lies {number(away)} outside it"
            hint = f"move it into {province_of(anchor.location)}, or correct its name"
            place = replace(anchor.place, at=anchor.point)
            yield Finding(message, place, hint, f"{anchor.purpose} {anchor.location}", provinces=(anchor.location,))
