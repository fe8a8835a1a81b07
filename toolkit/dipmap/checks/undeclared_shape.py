"""D309: shapes that are drawn only."""

from collections.abc import Iterator
from dataclasses import replace

from dipmap.checking import Facts, check
from dipmap.checks._near import slip
from dipmap.checks._undrawn import undrawn
from dipmap.diagnostics import Finding, Label


@check("D309", "undeclared-shape")
def undeclared_shape(facts: Facts) -> Iterator[Finding]:
    """A shape is named like a province, but variant.yaml declares no such province.

    ## Why
    When variant.yaml lists provinces, a name that is not among them is more likely a slip than a province that
    was forgotten. A shape that says its terrain itself (lon/coast) needs no entry.

    ## Fix
    Correct the name, add the province to variant.yaml, or move the shape to another layer if it is none.
    """
    missing = undrawn(facts)
    for finding in facts.noticed("undeclared-shape"):
        meant = slip(finding.provinces[0], missing)
        if not meant or facts.declaration is None:
            yield finding
            continue
        hint = f"rename it to {meant} if that is meant, add it to provinces, or move it out of the layer"
        label = Label(facts.declaration.provinces[meant].place, f"{meant} is declared and not drawn")
        yield replace(finding, hint=hint, labels=(*finding.labels, label))
