"""D105: references that leave the file."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Severity


@check("D105", "external-reference", Severity.WARNING)
def external_reference(facts: Facts) -> Iterable[Finding]:
    """The drawing refers to something outside itself, which is never fetched.

    ## Why
    A linked picture, style sheet or symbol lies on your disk or on somebody's server. Players would not get it,
    so the map would look different for them, and a style sheet that is not read may hide or show shapes.

    ## Fix
    Embed the picture into the drawing, copy the styles into it, or remove the reference if nothing needs it.
    """
    return facts.noticed("external-reference")
