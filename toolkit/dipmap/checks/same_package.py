"""D705: two sources of one package."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D705", "same-package")
def same_package(facts: Facts) -> Iterable[Finding]:
    """Two sources that are read together make the same package.

    ## Why
    A package is kept under the id and the version of its variant. Two sources that have both in common would write over each
    other, and whichever came last would be the one that is played.

    ## Fix
    Give one of them another `id`, or another `version` where it is a later state of the same variant. Copies that are kept for
    comparing belong in another folder.
    """
    return facts.noticed("same-package")
