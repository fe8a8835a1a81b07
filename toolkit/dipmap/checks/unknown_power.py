"""D609: a power that is not declared."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D609", "unknown-power")
def unknown_power(facts: Facts) -> Iterator[Finding]:
    """Something is given to a power that does not exist.

    ## Why
    Homes, units, builds and weights belong to the powers under `powers`, by their ids. What belongs to nobody would get
    lost.

    ## Fix
    Correct the id, or declare the power. An id is lower case and has no blanks: `great-britain`.
    """
    yield from facts.noticed("unknown-power")
    if facts.declaration is None or facts.variant is None:
        return
    for what, pointer in (
        ("builds before the first turn", ("start", "opening", "builds")),
        ("weights of its homes", ("victory", "points", "own_home_of")),
    ):
        table = facts.declaration.data
        for step in pointer:
            table = table.get(step) or {}
        for power in table:
            if power not in facts.variant.powers_by_id:
                place = facts.declaration.place(*pointer, power, key=True)
                message = f"{what} are given to {power}, which is no power"
                yield Finding(message, place, "add it to powers, or correct the name", f"{'.'.join(pointer)}.{power}")
