"""D706: a variant that no package can hold."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D706", "unfit-variant")
def unfit_variant(facts: Facts) -> Iterable[Finding]:
    """Something in the variant would be refused by every reader of its package.

    ## Why
    Whoever loads a package examines it first: ids that lead nowhere, units where they cannot stand and values out of bounds are
    refused, and a package that nobody can load is of no use. The examination is made when nothing else is wrong, so that a
    build has no surprises left.

    ## Fix
    Correct what the finding names, in the drawing or in `variant.yaml`. This finding cannot be ignored.
    """
    return facts.noticed("unfit-variant")
