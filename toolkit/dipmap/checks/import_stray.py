"""D812: a line of an imported file about nothing."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Severity


@check("D812", "import-stray", Severity.WARNING)
def import_stray(facts: Facts) -> Iterable[Finding]:
    """An imported file says something about a thing it does not have.

    ## Why
    A coast that no province has, a neighbour that does not exist, a centre in a province of another map: engines pass over such
    lines, and so does the import, which leaves them out. Often they are a slip for something that is missing elsewhere.

    ## Fix
    Look what was meant. If it is nothing, the source is right as it stands; otherwise add it to variant.yaml or to the drawing.
    """
    return facts.noticed("import-stray")
