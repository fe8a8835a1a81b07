"""D317: rules of style sheets that are not read."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Severity


@check("D317", "unread-style", Severity.INFO)
def unread_style(facts: Facts) -> Iterable[Finding]:
    """A style sheet in the drawing holds rules that dipmap does not read and that may hide or fill shapes.

    ## Why
    Rules for a tag, a class or an id are read. Those for parts of parts (g > path), for attributes and for
    kinds of screens are not, so a shape that they hide is taken as shown, and the other way round. That matters
    little for borders, which hidden shapes make as well.

    ## Fix
    Nothing has to be done if the rules are about decoration. Otherwise select by class or id, or set the style
    on the elements.
    """
    return facts.noticed("unread-style")
