"""D813: a way in one direction only."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Severity


@check("D813", "import-oneway", Severity.WARNING)
def import_oneway(facts: Facts) -> Iterable[Finding]:
    """An imported file has a way in one direction only.

    ## Why
    In most engines adjacency is written down on both sides, and one of them is easily forgotten. Some variants mean it so, most
    do not. The import keeps the way as the file has it: a passage with `oneway: true`, and a barrier where the shapes touch.

    ## Fix
    If both directions are meant, remove the barrier and the passage from variant.yaml where the shapes touch, or the
    `oneway: true` where they do not. If one is meant, leave it.
    """
    return facts.noticed("import-oneway")
