"""The judge against a referee by brute force, on thousands of small positions, and on large ones without the guessing."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator

import pytest
from judge_positions import position, taken
from oracle import Outcome, Referee
from random_boards import Case, mixed, standard_board

from dipmap.judge import Piece, State
from dipmap.judge.board import Board
from dipmap.judge.legal import BY_CONVOY, BY_GATE, Legal, read
from dipmap.judge.movement import play
from dipmap.judge.resolve import Resolver

GUESSES = 11
SECONDS = 5.0
"""What the judge may take for a small position; it takes less than a thousandth of that, and CI may be slow."""


class WrongError(AssertionError):
    """A position in which the judge and the referee do not agree, as a person can read it."""

    def __init__(self, item: Case, why: str) -> None:
        super().__init__(f"{why}\n{told(item)}")


def resolved(board: Board, legal: Legal) -> tuple[Resolver, Outcome]:
    """What the judge makes of orders."""
    resolver = Resolver(board, legal.units, legal.orders)
    resolver.resolve()
    moved = frozenset(index for index in resolver.moves if resolver.moved[index])
    return resolver, (moved, frozenset(index for index in resolver.supports if resolver.given[index]))


def tried(item: Case) -> str:
    """What kind of position it is, after the judge's result was found to be right; `too many` where there is too much to try.

    Raises `WrongError` where it is not.
    """
    legal = read(item.board, item.state, item.given)
    referee = Referee(item.board, legal.units, legal.orders)
    if len(referee.movers) + len(referee.consents) > GUESSES:
        return "too many"
    begin = time.perf_counter()
    resolver, found = resolved(item.board, legal)
    if time.perf_counter() - begin > SECONDS:
        raise WrongError(item, "it takes too long")
    consistent = list(referee.outcomes())
    closing = Referee(item.board, legal.units, legal.orders, resolver.closed)
    if len(consistent) == 1:
        kind, right = "one outcome", found == consistent[0] and not resolver.closed
    elif resolver.closed:
        kind, right = "paths closed", closing.explains_itself(found)
    elif consistent:
        most = max(len(moved) for moved, _ in consistent)
        kind, right = "most moves", found in consistent and len(found[0]) == most
    else:
        kind, right = "none consistent", bool(resolver.warnings)
    if not right:
        raise WrongError(
            item, f"{kind}: the judge says {told_outcome(found)}, not {list(map(told_outcome, consistent))}"
        )
    if afterwards(legal, closing, found) != played(item):
        raise WrongError(item, "units afterwards")
    return kind


def afterwards(legal: Legal, referee: Referee, found: Outcome) -> tuple[Counter[tuple[str, ...]], list[Piece]]:
    """The units in place, whose numbers say nothing here, and the dislodged ones, as the referee sees them."""
    referee.moved = found[0]
    there: Counter[tuple[str, ...]] = Counter()
    for index, unit in enumerate(legal.units):
        if not referee.dislodged(index):
            location = legal.orders[index].to if index in found[0] else unit.location
            there[unit.power or "", unit.type, location] += 1
    return there, [unit for index, unit in enumerate(legal.units) if referee.dislodged(index)]


def played(item: Case) -> tuple[Counter[tuple[str, ...]], list[Piece]]:
    """The same as the judge tells it."""
    moved = play(item.board, item.state, item.given)
    there = Counter((unit.power or "", unit.type, unit.location) for unit in moved.units)
    return there, [each.piece for each in moved.dislodged]


def told_outcome(outcome: Outcome) -> str:
    return f"moves {sorted(outcome[0])} supports {sorted(outcome[1])}"


def told(item: Case) -> str:
    """A position as a person can read it."""
    legal = read(item.board, item.state, item.given)
    lines = [f"{item.board.variant.options}"]
    if item.board is not standard_board():
        lines += [
            f"{edge.a}-{edge.b} {edge.units} {edge.kind} {edge.keeper or ''}" for edge in item.board.variant.adjacency
        ]
    lines += [f"{p.id} {p.terrain} {p.capacity} {p.mixed}" for p in item.board.provinces.values() if p.capacity > 1]
    for index, (unit, order, void) in enumerate(zip(legal.units, legal.orders, legal.voids, strict=True)):
        lines.append(f"{index} {unit.power} {unit.type} {unit.location}#{unit.n}: {legal.texts[index]} {void or order}")
    return "\n".join(lines)


def positions(seed: int, count: int) -> Iterator[Case]:
    rng = random.Random(seed)
    for index in range(count):
        yield mixed(rng, index)


def seen(item: Case) -> Iterator[str]:
    """What a position has of what can go wrong."""
    legal = read(item.board, item.state, item.given)
    board, orders = item.board, legal.orders
    referee = Referee(board, legal.units, orders)
    resolver, (moved, given) = resolved(board, legal)
    referee.moved = moved
    for move in referee.movers:
        order, met = orders[move], referee.meets(move)
        if order.target >= 0:
            yield "attacks in shared provinces"
        if board.capacity[order.province] > 1 and order.target < 0:
            yield "entries of shared provinces"
        if order.province in board.unmixed:
            yield "moves into provinces for one power"
        if order.way == BY_CONVOY:
            yield "convoys"
        if order.way == BY_GATE:
            yield "passages used" if move in moved else "passages not used"
        if met is not None:
            yield "head to head"
            helpers = [{legal.powers[each] for each in referee.helpers[one]} for one in (move, met)]
            if helpers[0] & helpers[1]:
                yield "head to head, both helped by one power"
        if _comes_back(referee, move, moved):
            yield "rings"
    for index, unit in enumerate(legal.units):
        if unit.power is None:
            yield "units of nobody"
        if legal.voids[index] is not None:
            yield "void orders"
        if orders[index].consent:
            yield "consents"
        if orders[index].gate is not None and orders[index].kind == "support":
            yield "supports through passages"
        if index in resolver.supports and index not in given and referee.helpers[orders[index].about]:
            yield "supports cut"
        if referee.dislodged(index):
            yield f"{orders[index].kind} dislodged"


def _comes_back(referee: Referee, start: int, moved: frozenset[int]) -> bool:
    """Whether each of three or more units takes the place of the next."""
    at: int | None = start
    for step in range(8):
        if at is None or at not in moved:
            return False
        at = referee.holder[at]
        if at == start:
            return step > 1
    return False


@pytest.mark.parametrize("seed", range(10))
def test_every_result_is_consistent_and_the_only_one_where_there_is_one(seed: int) -> None:
    kinds = Counter(tried(item) for item in positions(seed, 500))
    assert kinds["one outcome"] > 400
    assert kinds["paths closed"] > 8
    assert kinds["too many"] < 10


def test_there_is_much_to_see() -> None:
    """A referee is worth what it is shown."""
    counts = Counter(what for item in positions(0, 1500) for what in set(seen(item)))
    assert {what: count for what, count in counts.items() if count < 5} == {}
    assert set(counts) == {
        "attacks in shared provinces",
        "consents",
        "convoy dislodged",
        "convoys",
        "entries of shared provinces",
        "head to head",
        "head to head, both helped by one power",
        "hold dislodged",
        "move dislodged",
        "moves into provinces for one power",
        "passages not used",
        "passages used",
        "rings",
        "support dislodged",
        "supports cut",
        "supports through passages",
        "units of nobody",
        "void orders",
    }


@pytest.mark.parametrize("count", [22, 34, 60])
def test_large_positions_explain_themselves(count: int) -> None:
    """No guessing: whatever the judge makes of a whole board has to follow from itself."""
    board, rng = standard_board(), random.Random(count)
    for _ in range(100):
        state, given = taken(position(board, rng, count))
        item = Case(board, state, tuple(given))
        legal = read(board, item.state, given)
        resolver, outcome = resolved(board, legal)
        referee = Referee(board, legal.units, legal.orders, resolver.closed)
        assert referee.explains_itself(outcome), told(item)
        assert afterwards(legal, referee, outcome) == played(item), told(item)


@pytest.mark.parametrize("seed", range(2))
def test_order_makes_no_difference_and_nothing_is_lost(seed: int) -> None:
    rng = random.Random(seed)
    for item in positions(1000 + seed, 250):
        plain = play(item.board, item.state, item.given)
        units, given = list(item.state.units), list(item.given)
        rng.shuffle(units)
        rng.shuffle(given)
        shuffled = State("spring", 1901, "movement", tuple(units))
        assert play(item.board, shuffled, given) == plain, told(item)
        assert len(plain.units) + len(plain.dislodged) == len(units)
        there = Counter(unit.province for unit in plain.units)
        assert all(there[place] <= item.board.capacity[place] for place in there), told(item)
        assert len({unit.key for unit in plain.units}) == len(plain.units)
        for place in item.board.unmixed:
            assert len({unit.power for unit in plain.units if unit.province == place}) < 2, told(item)


def test_the_referee_refuses_what_is_wrong() -> None:
    """One move or one support turned round: hardly ever does that explain itself as well."""
    refused: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for item in positions(77, 60):
        legal = read(item.board, item.state, item.given)
        resolver, (moved, given) = resolved(item.board, legal)
        if resolver.closed:
            continue
        referee = Referee(item.board, legal.units, legal.orders)
        if not referee.explains_itself((moved, given)):
            continue
        for index in resolver.moves:
            total["move"] += 1
            refused["move"] += not referee.explains_itself((moved ^ {index}, given))
        for index in resolver.supports:
            total["support"] += 1
            refused["support"] += not referee.explains_itself((moved, given ^ {index}))
    assert total["move"] > 50
    assert refused["move"] > 0.9 * total["move"]
    assert refused["support"] == total["support"] > 30


def test_a_judge_that_is_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison itself: a judge that lets no support be given does not pass."""
    resolve = Resolver.resolve

    def deaf(self: Resolver) -> None:
        resolve(self)
        for index in self.supports:
            self.given[index] = False

    monkeypatch.setattr(Resolver, "resolve", deaf)
    with pytest.raises(WrongError, match="the judge says"):
        _all_tried(50)


def _all_tried(count: int) -> None:
    for item in positions(3, count):
        tried(item)
