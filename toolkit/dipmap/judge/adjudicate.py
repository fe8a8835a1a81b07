"""A phase, from the orders given to the state that follows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from dipmap.judge import adjustment, calendar, movement, retreats, votes
from dipmap.judge.board import Board, board_of
from dipmap.judge.errors import JudgeError
from dipmap.judge.language import language_of
from dipmap.judge.notation import unit_text
from dipmap.judge.orders import CONVOY, HOLD, MOVE, SUPPORT, VOTE, Given, OrderSet, Written
from dipmap.judge.results import DISBANDED, VOID, OrderResult, Result
from dipmap.judge.state import ADJUSTMENT, MOVEMENT, RETREAT, Dislodged, State
from dipmap.model import Variant
from dipmap.visible import shortened

MOST_ORDERS = 100_000
"""Orders of one phase; more are refused."""


def adjudicate(
    variant: Variant,
    state: State,
    orders: OrderSet,
    *,
    options: Mapping[str, str] | None = None,
    trace: bool = False,
) -> Result:
    """Adjudicate one phase.

    `options` are rule choices that differ from the variant's; `trace` asks for the story of every decision. Neither the
    order of the orders nor that of the units makes a difference, but for which of several orders for one unit is the last
    and which of a power's builds is the first. Raises `JudgeError` for orders of a power that does not exist or does not
    play, for a game that is over, and for a turn, a phase or a rule choice that does not exist.
    """
    board = board_of(variant, options)
    given = _checked(variant, state, orders)
    given, ballots = votes.apart(board, given)
    agreed, heard = votes.cast(variant, state, ballots) if ballots else (state.votes, [])
    if state.phase == MOVEMENT:
        return _movement(board, state, given, agreed, heard, trace=trace)
    if state.phase == RETREAT:
        retreated = retreats.play(board, state, given)
        after = replace(state, units=retreated.units, dislodged=(), bounced=(), votes=agreed)
        results = (*retreated.results, *heard)
        return Result(calendar.after(board, after), results, removed=retreated.removed)
    if state.phase == ADJUSTMENT:
        adjusted = adjustment.play(board, state, given)
        after = replace(state, units=adjusted.units, hidden=(*state.hidden, *adjusted.hidden), votes=agreed)
        results = (*adjusted.results, *heard)
        return Result(calendar.after(board, after), results, built=adjusted.built, removed=adjusted.removed)
    raise JudgeError(f"there is no phase called {state.phase}")


def play(
    variant: Variant,
    state: State,
    orders: OrderSet,
    *,
    options: Mapping[str, str] | None = None,
    trace: bool = False,
) -> list[Result]:
    """Adjudicate the phases that an order set holds: one, or an adjustment and the movement that follows.

    Builds and moves come together in a joint opening, and where `schedule.builds` is `joint` or `on-request`. Moves that
    find no movement to be part of are void. Raises `JudgeError` as `adjudicate` does.
    """
    given = list(orders)
    if state.phase != ADJUSTMENT or not is_joint(variant, state):
        return [adjudicate(variant, state, given, options=options, trace=trace)]
    board = board_of(variant, options)
    now: list[Given] = []
    later: list[Given] = []
    for each in given:
        (later if _belongs_to_movement(board, each) else now).append(each)
    first = adjudicate(variant, state, now, options=options, trace=trace)
    if not later:
        return [first]
    if first.state.over or first.state.phase != MOVEMENT:
        detail = "no movement follows this adjustment"
        late = [OrderResult(each.power, each.text, VOID, "wrong-phase", (), None, detail) for each in later]
        return [replace(first, results=(*first.results, *late))]
    return [first, adjudicate(variant, first.state, later, options=options, trace=trace)]


def _checked(variant: Variant, state: State, orders: Iterable[Given]) -> list[Given]:
    """The orders, if the game goes on and all are of powers that play."""
    if state.winner is not None:
        raise JudgeError(f"the game is over: {state.winner} has won")
    if state.draw is not None:
        raise JudgeError(f"the game is over: it is a draw of {', '.join(state.draw) or 'nobody'}")
    given = list(orders)
    if len(given) > MOST_ORDERS:
        raise JudgeError(f"{len(given):,} orders are too many for a phase")
    powers = variant.powers_by_id
    for name in sorted({each.power for each in given}):
        power = powers.get(name)
        if power is None:
            raise JudgeError(f"there is no power called {shortened(name)}")
        if not power.playable:
            raise JudgeError(f"{name} has no player and gives no orders")
    return given


def _movement(
    board: Board,
    state: State,
    given: Sequence[Given],
    agreed: tuple[str, ...],
    heard: Sequence[OrderResult],
    *,
    trace: bool,
) -> Result:
    moved = movement.play(board, state, given, trace=trace)
    results, leaving = moved.results, moved.dislodged
    gone: list[Dislodged] = []
    if leaving:
        follow = calendar.retreats_follow(board, state)
        leaving = tuple(each for each in leaving if follow and each.retreats and each.piece.power is not None)
        gone = [each for each in moved.dislodged if each not in leaving]
        results = (*results, *(_gone(each, follow=follow) for each in gone))
    # what was hidden is shown with the moves
    after = State(
        state.turn,
        state.year,
        state.phase,
        moved.units,
        state.owners,
        leaving,
        moved.bounced if leaving else (),
        votes=agreed,
    )
    return Result(
        calendar.after(board, after),
        (*results, *heard),
        tuple((each.piece, each.origin or "") for each in moved.dislodged),
        (),
        tuple(each.piece for each in gone),
        moved.trace,
        moved.warnings,
        moved.bounced,
    )


def _gone(each: Dislodged, *, follow: bool) -> OrderResult:
    """What is told of a dislodged unit that leaves the board at once."""
    piece = each.piece
    reason = "dislodged" if piece.power is None else "nowhere" if follow else "no-retreats"
    by = (each.origin,) if each.origin else ()
    return OrderResult(piece.power, f"{unit_text(piece)} D", DISBANDED, reason, by, piece)


def is_joint(variant: Variant, state: State) -> bool:
    """Whether orders for the adjustment and for the movement after it may come together."""
    opening = variant.start.opening
    if state.opening and opening is not None:
        return opening.joint or variant.schedule.builds != "separate"
    return variant.schedule.builds != "separate"


def _belongs_to_movement(board: Board, given: Given) -> bool:
    written = language_of(board).read(given.text)
    if not isinstance(written, Written):
        return False
    if written.kind == VOTE:
        # where all have to agree within one movement phase a word is meant for that
        return board.variant.end.agreed_within == "phase"
    return written.kind in (HOLD, MOVE, SUPPORT, CONVOY)
