"""D309: shapes that are drawn only."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D309", "undeclared-shape")
def undeclared_shape(facts: Facts) -> Iterable[Finding]:
    """A shape is named like a province, but variant.yaml declares no such province.

    ## Why
    When variant.yaml lists provinces, a name that is not among them is more likely a slip than a province that
    was forgotten. A shape that says its terrain itself (lon/coast) needs no entry.

    ## Fix
    Correct the name, add the province to variant.yaml, or move the shape to another layer if it is none.
    """
    return facts.noticed("undeclared-shape")
