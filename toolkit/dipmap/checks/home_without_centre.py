"""D604: a home that is no supply centre."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._powers import home_place
from dipmap.diagnostics import Finding


@check("D604", "home-without-centre", needs=("variant", "declaration", "origins"))
def home_without_centre(facts: Facts) -> Iterator[Finding]:
    """A province is the home of a power but no supply centre.

    ## Why
    Units are built on home centres. A home that is no centre can neither be built on nor be counted, and engines refuse it.
    Where centres are drawn or listed one by one, being a home does not make a centre.

    ## Fix
    Draw a centre there, or say `centre: true`; or take the province out of the power's `homes`.
    """
    assert facts.variant is not None
    for province in facts.variant.provinces:
        if province.home is not None and not province.centre and province.id not in facts.broken:
            message = f"{province.id} is a home of {province.home}, but no supply centre"
            hint = "draw a centre there or say centre: true, or take it from the homes"
            yield Finding(message, home_place(facts, province.id), hint, province.id, provinces=(province.id,))
