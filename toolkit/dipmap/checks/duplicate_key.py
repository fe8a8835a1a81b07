"""D111: a key that stands twice."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D111", "duplicate-key")
def duplicate_key(facts: Facts) -> Iterable[Finding]:
    """A key stands twice in the same table of variant.yaml.

    ## Why
    Only one of the two can count, and programs differ on which. dipmap reads the first, but does not believe
    that you meant that: often a province was copied and its id not changed.

    ## Fix
    Remove one of them, or correct the id of the second.

    ## Example
    ```
    provinces:
      lon: {name: London}
      lon: {name: Loanda}      meant: loa
    ```
    """
    return facts.noticed("duplicate-key")
