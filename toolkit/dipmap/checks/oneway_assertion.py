"""D502: two lists of neighbours that contradict each other."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Label, Severity
from dipmap.model import province_of


@check("D502", "oneway-assertion", Severity.WARNING, needs=("variant", "origins"))
def oneway_assertion(facts: Facts) -> Iterator[Finding]:
    """One province lists another as its neighbour, and the other's list leaves it out.

    ## Why
    Nearly every border is open both ways, so one of the two lists is wrong. Where a way really leads in one direction only,
    that has to be declared, or the next reader takes it for a slip.

    ## Fix
    Correct the list that is wrong. If units may pass one way only, declare a passage with `>`.

    ## Example
    ```yaml
    passages:
      - {between: cns > woo, units: fleet}
    ```
    """
    assert facts.variant is not None
    assert facts.origins is not None
    asserted = facts.origins.asserted
    edges = facts.variant.adjacency
    pairs = {edge.pair for edge in edges}
    oneway = {(province_of(edge.a), province_of(edge.b)) for edge in edges if edge.oneway}
    for a, (names, place) in sorted(asserted.items()):
        for b in sorted({name for name in names if name in asserted and name != a}):
            if a in asserted[b][0] or (a, b) in oneway:
                continue
            joined = (min(a, b), max(a, b)) in pairs
            fix = f"add {a} to the list of {b}" if joined else f"remove {b} from the list of {a}"
            if facts.broken & {a, b}:
                fix = "correct one of the lists"
            yield Finding(
                f"{a} lists {b} as its neighbour, but the list of {b} leaves {a} out",
                place,
                f"{fix}, or declare a one-way passage {a}>{b}",
                f"{a}>{b}",
                (Label(asserted[b][1], f"the list of {b}"),),
                provinces=(a, b),
            )
