"""What a person reads of a phase: what came of it, where the game stands, and who has what to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dipmap.cli._tables import table
from dipmap.judge.adjustment import balance
from dipmap.judge.board import board_of
from dipmap.judge.notation import unit_text
from dipmap.judge.results import REASONS, OrderResult, Result
from dipmap.judge.state import ADJUSTMENT, RETREAT, Piece, State
from dipmap.model import Variant
from dipmap.visible import visible


def title(variant: Variant, state: State) -> str:
    """`Spring 1901, movement`."""
    names = {turn.id: turn.name for turn in variant.calendar.turns}
    return visible(f"{names.get(state.turn, state.turn.capitalize())} {state.year}, {state.phase}")


def power_name(variant: Variant, power: str | None) -> str:
    """The name of a power, or nobody's."""
    known = variant.powers_by_id.get(power or "")
    return known.name if known else power or "Nobody"


def outcome(result: OrderResult) -> str:
    """`fails: bounced by mun`; where nobody did it, what the reason says, or better what the judge said to it."""
    if not result.reason:
        return result.outcome
    if result.by and not result.detail:
        return f"{result.outcome}: {result.reason} by {', '.join(result.by)}"
    return f"{result.outcome}: {result.reason}, {result.detail or REASONS.get(result.reason, '')}".rstrip(", ")


def phase_lines(variant: Variant, before: State, result: Result) -> Iterator[str]:
    """Everything that came of one phase."""
    yield title(variant, before)
    for power in (*variant.powers_by_id, None):
        rows = [(each.order, outcome(each)) for each in result.results if each.power == power]
        if rows:
            yield f"  {visible(power_name(variant, power))}"
            yield from table(rows, indent="    ")
    if result.dislodged:
        ways = {each.piece: each.retreats for each in result.state.dislodged}
        yield "  dislodged"
        yield from table(
            [
                (unit_text(piece, power=True), f"from {origin}", _ways(ways.get(piece)))
                for piece, origin in result.dislodged
            ],
            indent="    ",
        )
    yield from _pieces("built", result.built)
    yield from _pieces("removed", result.removed)
    taken = [
        (place, power_name(variant, owner), f"from {power_name(variant, before.owners.get(place))}")
        for place, owner in sorted(result.state.owners.items())
        if before.owners.get(place) != owner
    ]
    if taken:
        yield "  centres taken"
        yield from table(taken, indent="    ")
    for warning in result.warnings:
        yield visible(f"  the judge was in doubt: {warning}")
    if result.trace:
        yield "  how it was decided"
        yield from (visible(f"    {line}") for line in result.trace)


def _ways(retreats: tuple[str, ...] | None) -> str:
    return "leaves the board" if not retreats else f"may retreat to {', '.join(retreats)}"


def _pieces(word: str, pieces: Iterable[Piece]) -> Iterator[str]:
    found = [unit_text(piece, power=True) for piece in pieces]
    if found:
        yield visible(f"  {word}: {', '.join(found)}")


def to_do(variant: Variant, state: State) -> Iterator[str]:
    """Whether the game is over, or whose orders the next phase waits for."""
    if state.winner is not None:
        yield visible(f"{power_name(variant, state.winner)} has won")
        return
    if state.draw is not None:
        yield visible(f"a draw of {', '.join(power_name(variant, power) for power in state.draw) or 'nobody'}")
        return
    yield f"next: {title(variant, state)}"
    rows: list[tuple[str, ...]] = []
    if state.phase == ADJUSTMENT:
        for power, count in balance(board_of(variant), state).items():
            what = "build" if count > 0 else "remove"
            rows.append((power_name(variant, power), f"{what} {abs(count)}"))
    elif state.phase == RETREAT:
        rows += [
            (power_name(variant, each.piece.power), f"{unit_text(each.piece)} {_ways(each.retreats)}")
            for each in state.dislodged
        ]
    else:
        units = [unit.power for unit in state.units]
        for power in variant.powers_by_id:
            centres = len(state.owned(power))
            if power in units or centres:
                rows.append((power_name(variant, power), _count(units.count(power), "unit"), _count(centres, "centre")))
    yield from table(rows)


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def position_lines(variant: Variant, state: State) -> Iterator[str]:
    """Units and centres of each power."""
    yield title(variant, state)
    for power in (*variant.powers_by_id, None):
        units = [unit_text(unit) for unit in state.units if unit.power == power]
        centres = state.owned(power) if power else []
        if units or centres:
            yield f"  {visible(power_name(variant, power))}"
            yield from table(
                [("units", ", ".join(units) or "none"), *([("centres", ", ".join(centres))] if centres else [])],
                indent="    ",
            )
    if not state.dislodged:
        return
    yield "  dislodged"
    yield from table(
        [(unit_text(each.piece, power=True), _ways(each.retreats)) for each in state.dislodged], indent="    "
    )
