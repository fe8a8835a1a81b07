"""D815: what only one engine understands."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Severity


@check("D815", "import-kept", Severity.INFO)
def import_kept(facts: Facts) -> Iterable[Finding]:
    """Something of an imported variant is kept for its own engine alone.

    ## Why
    Engines know rules and settings that dipmap has no word for. They are not lost: they stand in `kept/` beside variant.yaml, go
    into the package, and come back when the variant is exported to the same engine. In every other engine, and in dipmap's own
    judge, they have no effect; an export there is refused until that loss is accepted.

    ## Fix
    Nothing, if the engine named is the one you play in. Otherwise tell the players that the game goes without it.
    """
    return facts.noticed("import-kept")
