"""D303: shapes without a name."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._undrawn import nothing_drawn
from dipmap.diagnostics import Finding, Severity


@check("D303", "nameless-shape", Severity.WARNING)
def nameless_shape(facts: Facts) -> Iterator[Finding]:
    """A shape in a layer of provinces or coasts has no name.

    ## Why
    Every shape there belongs to some province. One without a name is not counted, so the province may lose an
    island or a harbour, and borders with it.

    ## Fix
    Name the shape after its province (several shapes may carry one name in groups or by data-province), or move
    it to the layer background or foreground if it is only decoration.
    """
    if not nothing_drawn(facts):
        yield from facts.noticed("nameless-shape")
