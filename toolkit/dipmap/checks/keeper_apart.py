"""D515: a passage whose keeper is elsewhere."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import listed
from dipmap.diagnostics import Finding
from dipmap.model import Kind, province_of


@check("D515", "keeper-apart", needs=("variant", "origins"))
def keeper_apart(facts: Facts) -> Iterator[Finding]:
    """The keeper of a passage by consent does not touch both of its ends.

    ## Why
    Who keeps a lock stands at it: the province whose unit has to agree lies between the two ends and is adjacent to both. One that
    is not is mostly a slip in its id.

    ## Fix
    Correct the id after `via`, or draw the keeper so that it touches both ends.

    ## Example
    ```yaml
    passages: [{between: kla-str, units: fleet, kind: permission, via: slu}]
    ```
    """
    assert facts.variant is not None
    assert facts.origins is not None
    for passage in facts.origins.passages:
        if passage.kind is not Kind.PERMISSION or passage.keeper is None:
            continue
        ends = (province_of(passage.a), province_of(passage.b))
        if facts.broken & {*ends, passage.keeper}:
            continue
        near = facts.variant.neighbours(passage.keeper)
        apart = [end for end in ends if end not in near]
        if apart:
            message = (
                f"{passage.keeper} keeps the passage {passage.a}-{passage.b}, but is not adjacent to {listed(apart)}"
            )
            hint = "correct the id after via, or draw the keeper between the two"
            yield Finding(message, passage.place, hint, provinces=(*ends, passage.keeper))
