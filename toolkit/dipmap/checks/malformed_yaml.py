"""D110: a variant.yaml that is no YAML."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D110", "malformed-yaml")
def malformed_yaml(facts: Facts) -> Iterable[Finding]:
    """The file variant.yaml cannot be read as YAML.

    ## Why
    Without it there are no names, powers or rules, so the drawing is only looked at by itself. Most slips are
    of three kinds: a tab instead of spaces, a line indented differently from its neighbours, and a name that
    holds a colon or a # without quotes. Tags (!x), merge keys (<<) and aliases that contain themselves are
    refused as well; a variant needs none.

    ## Fix
    Look at the line that is named and the one above it. Indent with spaces, and put doubtful names into quotes.

    ## Example
    ```
    provinces:
      lon: {name: London}
      stp: {name: "Saint Petersburg: the city"}
    ```
    """
    return facts.noticed("malformed-yaml")
