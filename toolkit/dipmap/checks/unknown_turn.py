"""D614: a calendar that starts with a turn it does not have."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D614", "unknown-turn")
def unknown_turn(facts: Facts) -> Iterable[Finding]:
    """The calendar starts with a turn that it does not have.

    ## Why
    The first turn has to be one of the turns of the year, by its id. Without turns of your own these are spring, fall and
    winter.

    ## Fix
    Name one of the turns in `start`, or add the turn to `turns`.

    ## Example
    ```yaml
    calendar: {start: spring 1901}
    ```
    """
    return facts.noticed("unknown-turn")
