"""D702: a reader that wrote a draft its schema refuses."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D702", "draft-violation")
def draft_violation(facts: Facts) -> Iterable[Finding]:
    """What dipmap read from the drawing is not as its own schema wants it.

    ## Why
    Every annotation dialect is read into one form, the draft, which is compared with a schema before anything is worked out. A
    draft that fails is a mistake of dipmap's, not of yours, and nothing is resolved from it.

    ## Fix
    Report the message together with the drawing. Until it is mended, writing the tag in another way (an attribute instead of a
    name) may help.
    """
    return facts.noticed("draft-violation")
