"""D208: clones without an original."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D208", "broken-use")
def broken_use(facts: Facts) -> Iterable[Finding]:
    """A clone (<use>) refers to something that is not there, lies outside the file, or contains itself.

    ## Why
    The clone shows nothing, or nobody knows what. It happens when the original is deleted or renamed, and when
    only part of a drawing is copied. A province made of such a clone counts as broken, and other checks leave
    it alone.

    ## Fix
    Unlink the clone in your editor (Inkscape: Edit, Clone, Unlink), or restore the original.
    """
    return facts.noticed("broken-use")
