"""D633: more homes than the opening lets a power use."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import listed
from dipmap.diagnostics import Finding, Severity
from dipmap.model import Power, Variant


@check("D633", "homes-beyond-opening", Severity.WARNING, needs=("variant", "declaration"))
def homes_beyond_opening(facts: Facts) -> Iterator[Finding]:
    """A power has more homes than it may build units before the first turn.

    ## Why
    Usually a power begins with one unit in each home. Where it has a home too many, either the number of its builds is wrong, or
    one of its homes is none, or a rule says which of them exclude each other.

    ## Fix
    Correct the number or the homes. Where it is meant, say which homes exclude each other (`exclusive`), or how many builds they
    allow together (`limits` under `builds`).

    ## Example
    ```yaml
    start:
      opening: {builds: {usa: 3}, exclusive: [[nyo, cal]]}
    ```
    """
    assert facts.variant is not None
    assert facts.declaration is not None
    opening = facts.variant.start.opening
    for power in facts.variant.powers if opening else ():
        assert opening is not None
        allowed = opening.builds.get(power.id)
        if allowed is not None and _room(facts.variant, power, opening.exclusive) > allowed:
            homes = f"{len(power.homes)} home{'s' if len(power.homes) != 1 else ''} ({listed(power.homes)})"
            message = f"{power.name} has {homes}, but builds {allowed or 'nothing'} in the opening"
            place = facts.declaration.place("start", "opening", "builds", power.id)
            yield Finding(message, place, "correct the number or its homes, or add exclusive", power.id)


def _room(variant: Variant, power: Power, exclusive: tuple[tuple[str, ...], ...]) -> int:
    """How many homes the power could use if nothing but groups and limits kept it from it."""
    room = len(power.homes)
    for group in exclusive:
        room -= max(0, len(set(group) & set(power.homes)) - 1)
    for limit in variant.builds.limits:
        if limit.power == power.id:
            room -= max(0, len(set(limit.sites) & set(power.homes)) - limit.at_most)
    return room
