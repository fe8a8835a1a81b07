"""Words on ending the game: who agrees to a draw. They come among the orders of any phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dipmap.judge import victory
from dipmap.judge.board import Board
from dipmap.judge.language import language_of
from dipmap.judge.orders import VOTE, Given, Written
from dipmap.judge.results import SUCCEEDS, VOID, OrderResult
from dipmap.judge.state import MOVEMENT, State
from dipmap.model import Variant

DRAW = "draw"


class Ballot(NamedTuple):
    """A vote: the order, and whether it is for a draw or takes such a word back (`vote continue`)."""

    given: Given
    agrees: bool


def apart(board: Board, given: list[Given]) -> tuple[list[Given], list[Ballot]]:
    """The orders for units, and the votes among them."""
    if not any(_may_be_vote(each.text) for each in given):  # the usual case, and quick
        return given, []
    read = language_of(board).read
    orders, ballots = [], []
    for each in given:
        written = read(each.text)
        if isinstance(written, Written) and written.kind == VOTE:
            ballots.append(Ballot(each, written.word == DRAW))
        else:
            orders.append(each)
    return orders, ballots


def _may_be_vote(text: str) -> bool:
    if not text.isascii():
        return True
    text = text.lower()
    return "vote" in text or DRAW in text


def cast(variant: Variant, state: State, ballots: Sequence[Ballot]) -> tuple[tuple[str, ...], list[OrderResult]]:
    """Who agrees to a draw after these votes, sorted, and what came of each vote, power by power.

    Of several votes of a power the last counts.
    """
    units = (*state.units, *(each.piece for each in state.dislodged))
    alive = victory.survivors(variant, units, state.owners)
    agreed = set(state.votes)
    results = []
    for given, agrees in sorted(ballots, key=lambda ballot: ballot.given.power):
        detail = _objection(variant, state, given.power, alive)
        if detail:
            results.append(OrderResult(given.power, given.text, VOID, "no-vote", (), None, detail))
            continue
        results.append(OrderResult(given.power, given.text, SUCCEEDS))
        if agrees:
            agreed.add(given.power)
        else:
            agreed.discard(given.power)
    return tuple(sorted(agreed)), results


def _objection(variant: Variant, state: State, power: str, alive: Sequence[str]) -> str:
    if variant.end.agreed_draw != "survivors":
        return "this game has no agreed draws"
    if power not in alive:
        return "who has neither units nor centres has no say"
    if variant.end.agreed_within == "phase" and state.phase != MOVEMENT:
        return "all have to agree within one movement phase"
    return ""
