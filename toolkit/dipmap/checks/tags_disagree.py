"""D307: two sides of a contradiction."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D307", "tags-disagree")
def tags_disagree(facts: Facts) -> Iterable[Finding]:
    """The drawing and variant.yaml, or two tags of the drawing, say different things about the same fact.

    ## Why
    Every fact may be written on an element, in its name or in variant.yaml. Where two of them differ the
    attribute counts before the name and the name before the table, but one of the two is wrong, and nobody else
    can say which.

    ## Fix
    Make them agree, or leave the fact out in one of the places.
    """
    return facts.noticed("tags-disagree")
