"""D601: nobody to play against."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Severity


@check("D601", "too-few-powers", Severity.WARNING, needs=("variant", "declaration"))
def too_few_powers(facts: Facts) -> Iterator[Finding]:
    """Fewer than two powers play.

    ## Why
    Diplomacy needs somebody to talk to. A map on which there are centres or units, but one power or none, is not finished
    or has lost part of its `powers`. A bare board without powers, centres and units is taken for a sketch and not reported.

    ## Fix
    Declare the powers under `powers` in `variant.yaml`; `playable: false` is for those that nobody plays.

    ## Example
    ```yaml
    powers:
      england: {name: England, homes: [edi, lon, lvp]}
      france: {name: France, homes: [bre, mar, par]}
    ```
    """
    assert facts.variant is not None
    assert facts.declaration is not None
    variant = facts.variant
    playing = [power for power in variant.powers if power.playable]
    if len(playing) > 1 or not (variant.powers or variant.centres or variant.start.units):
        return
    if playing:
        message = f"only one power plays, {playing[0].id}"
    elif variant.powers:
        message = "none of the powers is playable"
    else:
        message = "no powers are declared"
    yield Finding(
        message, facts.declaration.place("powers", key=True), "declare two powers or more under powers", "powers"
    )
