"""D635: a calendar that no game can follow."""

from __future__ import annotations

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Label
from dipmap.model import Calendar
from dipmap.model.rules import PHASES


@check("D635", "unplayable-calendar", needs=("variant", "declaration"))
def unplayable_calendar(facts: Facts) -> Iterator[Finding]:
    """The calendar cannot be played: nobody ever moves, no centre ever changes hands, or the game ends before it begins.

    ## Why
    A judge goes through the turns as they are written. Each has its phases in the order movement, retreat, adjustment and an
    id of its own; one of them has to hold a movement, one has to take ownership where there are centres, and one has to
    check victory where the game can be won.

    ## Fix
    Correct the turn named in the finding. `ownership: true` belongs to the turn at whose end centres change hands, and
    checks victory as well unless `victory: false` says otherwise.

    ## Example
    ```yaml
    calendar:
      start: spring 1901
      turns:
        - {id: spring, phases: [movement, retreat]}
        - {id: fall, phases: [movement, retreat], ownership: true}
        - {id: winter, phases: [adjustment]}
    ```
    """
    assert facts.variant is not None
    assert facts.declaration is not None
    variant, place = facts.variant, facts.declaration.place
    if facts.declaration.table("calendar").get("turns"):
        yield from _turns(facts, variant.calendar)
    last = variant.end.last_year
    if last is not None and last < variant.calendar.first_year:
        message = f"the last year {last} lies before the first, {variant.calendar.first_year}"
        label = Label(place("calendar", "start"), "the first year") if "calendar" in facts.declaration.data else None
        hint = "correct the last year, or the year in calendar.start"
        yield Finding(message, place("end", "last_year"), hint, "last year", (label,) if label else ())


def _turns(facts: Facts, calendar: Calendar) -> Iterator[Finding]:
    assert facts.variant is not None
    assert facts.declaration is not None
    place = facts.declaration.place
    whole = place("calendar", "turns", key=True)
    first: dict[str, int] = {}
    for index, turn in enumerate(calendar.turns):
        here = first.setdefault(turn.id, index)
        if here != index:
            message = f"two turns have the id {turn.id}"
            label = Label(place("calendar", "turns", here, "id"), "the first one")
            yield Finding(
                message, place("calendar", "turns", index, "id"), "give each its own id", f"{turn.id} twice", (label,)
            )
        if list(turn.phases) != sorted(turn.phases, key=PHASES.index):
            ordered = ", ".join(sorted(turn.phases, key=PHASES.index))
            message = f"the phases of {turn.id} are out of order: {', '.join(turn.phases)}"
            where = place("calendar", "turns", index, "phases")
            yield Finding(message, where, f"write them in the order {ordered}", f"{index} phases")
    if not any("movement" in turn.phases for turn in calendar.turns):
        hint = "add the phase movement to a turn"
        yield Finding("no turn has a movement phase, so no unit ever moves", whole, hint, "movement")
    if not facts.variant.centres:
        return
    if not any(turn.ownership for turn in calendar.turns):
        hint = "add ownership: true to the turn at whose end they change hands"
        yield Finding("no turn takes ownership, so no centre ever changes hands", whole, hint, "ownership")
    elif facts.variant.victory.at_least > 0 and not any(turn.victory for turn in calendar.turns):
        hint = "add victory: true to the turn at whose end it is checked"
        yield Finding("no turn checks victory, so nobody ever wins", whole, hint, "victory")
