"""D631: builds that come before what was taken counts."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Severity
from dipmap.model import Calendar, Turn


@check("D631", "late-ownership", Severity.WARNING, needs=("variant", "declaration"))
def late_ownership(facts: Facts) -> Iterator[Finding]:
    """The last moves before an adjustment take no centres.

    ## Why
    Centres change hands at the end of turns with `ownership: true`. Where the last turn with moves before an adjustment is none of
    them, players build for what they held earlier, and what they take in that turn waits. That is rarely meant; more often a month
    is wrong.

    ## Fix
    Give `ownership: true` to the last turn with moves before each adjustment.

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
    calendar = facts.variant.calendar
    for index, turn in enumerate(calendar.turns):
        if not turn.adjustment:
            continue
        way = _since_moves(calendar, index)
        if way and not any(step.ownership for step in way):
            moves = way[0]
            after = "in the same turn" if moves is turn else f"in {turn.name}"
            message = f"units are built {after}, but the moves of {moves.name} before it take no centres{_wait(calendar, moves)}"
            place = facts.declaration.place("calendar", "turns", calendar.turns.index(moves), "ownership")
            yield Finding(message, place, f"add ownership: true to {moves.id}", f"{moves.id} {turn.id}")


def _since_moves(calendar: Calendar, index: int) -> list[Turn]:
    """The turns from the last one with moves up to the one of an index, the year going round; none without moves."""
    way: list[Turn] = []
    for back in range(len(calendar.turns)):
        turn = calendar.turns[index - back]
        way.insert(0, turn)
        moves = "movement" in turn.phases
        if moves and (back or turn.phases.index("movement") < turn.phases.index("adjustment")):
            return way
    return []


def _wait(calendar: Calendar, moves: Turn) -> str:
    start = calendar.turns.index(moves)
    turns = [calendar.turns[(start + step) % len(calendar.turns)] for step in range(1, len(calendar.turns))]
    later = next((turn.name for turn in turns if turn.ownership), None)
    return f": they change hands only in {later}" if later else ""
