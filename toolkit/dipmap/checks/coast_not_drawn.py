"""D311: coasts that are declared only."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._undrawn import missing
from dipmap.diagnostics import Finding
from dipmap.model import province_of


@check("D311", "coast-not-drawn")
def coast_not_drawn(facts: Facts) -> Iterator[Finding]:
    """A coast is declared in variant.yaml, but no line in the drawing shows where it is.

    ## Why
    Which sea a fleet on that coast can reach is read from the drawing, so a coast needs a line or a strip along
    its shore. Otherwise it touches no sea at all. Where a passage leads to it, the passages are its edges, and it
    needs no line.

    ## Fix
    Draw a line along the shore, in the layer coasts, and name it after the coast; or bind an element of another
    name with shape.

    ## Example
    ```
    <g id="coasts">
      <path id="stp/nc" d="M640 80 C660 60 700 50 740 40"/>
    </g>
    ```
    """
    gone = missing(facts)
    return (
        finding for finding in facts.noticed("coast-not-drawn") if not gone & set(map(province_of, finding.provinces))
    )
