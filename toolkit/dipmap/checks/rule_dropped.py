"""D802: a rule that an export loses."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Severity


@check("D802", "rule-dropped", Severity.WARNING)
def rule_dropped(facts: Facts) -> Iterable[Finding]:
    """A rule of the variant gets lost in an export.

    ## Why
    The target engine has no word for it, so games there are played without it unless the judge applies it by hand. The export
    is written all the same.

    ## Fix
    Tell the players, or let the judge apply the rule by hand. If the rule is essential, export to an engine that carries it.
    """
    return facts.noticed("rule-dropped")
