"""D704: a package of a format this dipmap does not read."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D704", "unknown-format")
def unknown_format(facts: Facts) -> Iterable[Finding]:
    """A package has a format that this version of dipmap does not read.

    ## Why
    The number of the format stands in the package. A newer dipmap may write a format in which things mean something else, so
    an older one refuses to guess.

    ## Fix
    Use a newer dipmap, or build the package again with this one.
    """
    return facts.noticed("unknown-format")
