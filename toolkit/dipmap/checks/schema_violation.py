"""D701: a variant.yaml that its schema refuses."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D701", "schema-violation")
def schema_violation(facts: Facts) -> Iterable[Finding]:
    """Something in `variant.yaml` is not as its schema wants it.

    ## Why
    A key that nobody knows would be ignored in silence, and a value of another kind would be misread. So the file is compared
    with its schema first, and nothing is resolved before it passes.

    ## Fix
    Correct the key or the value named in the finding. Keys are written exactly as in the handbook; texts that look like
    numbers (`"1.0"`) and colours (`"#b02a2a"`) need quotes.
    """
    return facts.noticed("schema-violation")
