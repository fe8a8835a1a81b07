"""D504: a barrier that stops nothing."""

from collections.abc import Iterator
from dataclasses import replace

from dipmap.checking import Facts, check
from dipmap.checks._board import spot
from dipmap.diagnostics import Finding, Severity
from dipmap.model import Units, province_of


@check("D504", "needless-barrier", Severity.WARNING, needs=("variant", "survey", "origins"))
def needless_barrier(facts: Facts) -> Iterator[Finding]:
    """A barrier stops nothing.

    ## Why
    A barrier says that two shapes touch and are not adjacent all the same. One between shapes that do not touch, or for
    units that could not pass anyway, is left over from an older drawing or names the wrong provinces.

    ## Fix
    Remove it, or correct its provinces or its units.
    """
    assert facts.survey is not None
    assert facts.origins is not None
    seen: set[tuple[str, str, Units]] = set()
    for barrier in facts.origins.barriers:
        a, b = province_of(barrier.a), province_of(barrier.b)
        key = (barrier.a, barrier.b, barrier.units)
        if barrier.stops or facts.broken & {a, b} or key in seen:
            continue
        seen.add(key)
        contact = facts.survey.contact(a, b)
        if contact is None or not contact.joins:
            why = "their shapes do not touch"
        elif barrier.units is Units.BOTH:
            why = "no unit could pass there anyway"
        else:
            why = f"no {barrier.units} could pass there anyway"
        place = replace(barrier.place, at=barrier.place.at or spot(facts, a, contact.at if contact else None).at)
        yield Finding(
            f"the barrier {barrier.a}-{barrier.b} stops nothing: {why}",
            place,
            "remove it, or correct its provinces or units",
            f"{barrier.a}-{barrier.b}-{barrier.units}",
            provinces=(barrier.a, barrier.b),
        )
