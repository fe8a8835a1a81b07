"""D304: provinces that are declared only."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._undrawn import nothing_drawn
from dipmap.diagnostics import Finding


@check("D304", "province-not-drawn")
def province_not_drawn(facts: Facts) -> Iterator[Finding]:
    """A province is declared in variant.yaml, but no shape in the drawing is named after it.

    ## Why
    Without a shape it has no borders and no place for units. Often the name in the drawing has a slip, or the
    province is drawn under another name.

    ## Fix
    Name its shape after the id, in the layer provinces. If the drawing keeps another name for it, bind that
    name with shape.

    ## Example
    ```
    provinces:
      nao: {name: North Atlantic Ocean, terrain: sea, shape: nat}
    ```
    """
    if not nothing_drawn(facts):
        yield from facts.noticed("province-not-drawn")
