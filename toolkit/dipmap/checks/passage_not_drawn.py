"""D312: passages that the map does not show."""

from __future__ import annotations

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._undrawn import nothing_drawn
from dipmap.diagnostics import Finding, Severity
from dipmap.dialects.dipmap import NAME
from dipmap.model import Kind

# what confirms a border or leads round the edge of the map has no line
_WITHOUT_LINE = {Kind.BORDER, Kind.LINK}


@check("D312", "passage-not-drawn", Severity.INFO, needs=("draft", "origins"))
def passage_not_drawn(facts: Facts) -> Iterator[Finding]:
    """A passage is declared in variant.yaml, but the drawing shows no line for it.

    ## Why
    Players look at the map, not at variant.yaml: a crossing that they cannot see is one they will miss or dispute. Passages
    of kind link (round the edge of the map, to a box) and border need no line.

    ## Fix
    Draw a line or an arrow in the layer passages whose ends lie in the two provinces, and name it after them.

    ## Example
    ```
    <g id="passages">
      <path id="passage den-swe" d="M700 590 L704 602" stroke="black"/>
    </g>
    ```
    """
    assert facts.draft is not None
    assert facts.origins is not None
    if facts.draft.dialect != NAME:
        return
    for passage in facts.origins.passages:
        if passage.item is None and passage.kind not in _WITHOUT_LINE and not nothing_drawn(facts):
            pair = f"{passage.a}{'>' if passage.oneway else '-'}{passage.b}"
            message = f"the passage {pair} is declared, but no line in the drawing shows it"
            hint = f"draw a line in the layer passages and name it passage {pair}"
            yield Finding(message, passage.place, hint, pair, provinces=(passage.a, passage.b))
