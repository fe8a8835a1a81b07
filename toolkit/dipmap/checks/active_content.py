"""D104: scripts in a drawing."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Severity


@check("D104", "active-content", Severity.WARNING)
def active_content(facts: Facts) -> Iterable[Finding]:
    """The drawing holds scripts or foreign content, which dipmap leaves out of what it writes.

    ## Why
    A map is shown on web pages, and a script in it would run there with the rights of the page. Nothing of the
    kind is ever executed here, and it never gets into a package; your own file stays as it is.

    ## Fix
    Remove the element or attribute. If a tool of yours needs it, leave it and add an entry to ignore in
    variant.yaml.
    """
    return facts.noticed("active-content")
