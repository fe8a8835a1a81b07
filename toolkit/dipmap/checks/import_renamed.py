"""D816: names that became other ids."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Severity


@check("D816", "import-renamed", Severity.INFO)
def import_renamed(facts: Facts) -> Iterable[Finding]:
    """Names of an imported file got ids of their own.

    ## Why
    Ids are letters and digits in lower case. Where a file has names that can be no id (with spaces, hyphens or accents), or two
    that would be the same, the import derives one from the letters of the name; the same file always gets the same ids.

    ## Fix
    Nothing. If you like another id better, change it in variant.yaml and in the drawing.
    """
    return facts.noticed("import-renamed")
