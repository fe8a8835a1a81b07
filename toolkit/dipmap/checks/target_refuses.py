"""D801: a variant that a target engine cannot hold."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D801", "target-refuses")
def target_refuses(facts: Facts) -> Iterable[Finding]:
    """A target engine cannot take this variant.

    ## Why
    Every engine has limits: the length of ids, the number of powers, kinds of passages it does not know. Where a limit is hit
    that nothing can work around, a file would be written that the engine refuses or misreads, so none is written.

    ## Fix
    Change what the finding names, or export to another engine. `dipmap explain` and the rules sheet of the variant say which
    engine carries which rule.
    """
    return facts.noticed("target-refuses")
