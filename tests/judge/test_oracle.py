"""The judge against a referee by brute force, on thousands of small positions."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from oracle import Referee
from random_boards import Case, mixed

from dipmap.judge.legal import read
from dipmap.judge.movement import play
from dipmap.judge.resolve import Resolver

DECISIONS = 10


def tried(item: Case) -> str:
    """What kind of position it is, after the judge's result was found to be right; empty where there is too much to try.

    Raises `AssertionError` where it is not.
    """
    legal = read(item.board, item.state, item.given)
    kinds = [order.kind for order in legal.orders]
    if kinds.count("move") + kinds.count("support") > DECISIONS:
        return ""
    resolver = Resolver(item.board, legal.units, legal.orders)
    resolver.resolve()
    found = (
        frozenset(index for index in resolver.moves if resolver.moved[index]),
        frozenset(index for index in resolver.supports if resolver.given[index]),
    )
    consistent = list(Referee(item.board, legal.units, legal.orders).outcomes())
    if len(consistent) == 1:
        assert found == consistent[0], told(item)
        kind = "one outcome"
    elif resolver.closed:
        assert Referee(item.board, legal.units, legal.orders, resolver.closed).explains_itself(found), told(item)
        kind = "paths closed"
    elif consistent:
        assert found in consistent, told(item)
        assert len(found[0]) == max(len(moved) for moved, _ in consistent), told(item)
        kind = "most moves"
    else:
        assert resolver.warnings, told(item)
        kind = "none consistent"
    return kind


def told(item: Case) -> str:
    """A position as a person can read it."""
    legal = read(item.board, item.state, item.given)
    lines = [f"{item.board.variant.options}"]
    lines += [
        f"{edge.a}-{edge.b} {edge.units} {edge.kind} {edge.keeper or ''}" for edge in item.board.variant.adjacency
    ]
    lines += [f"{p.id} {p.terrain} {p.capacity} {p.mixed}" for p in item.board.provinces.values() if p.capacity > 1]
    lines += [f"{unit} {order}" for unit, order in zip(legal.units, legal.orders, strict=True)]
    return "\n".join(lines)


def positions(seed: int, count: int):
    rng = random.Random(seed)
    for index in range(count):
        yield mixed(rng, index)


@pytest.mark.parametrize("seed", range(10))
def test_every_result_is_consistent_and_the_only_one_where_there_is_one(seed: int) -> None:
    kinds = Counter(tried(item) for item in positions(seed, 500))
    assert kinds["one outcome"] > 400
    assert kinds["paths closed"] > 1
    assert kinds[""] < 25


@pytest.mark.parametrize("seed", range(2))
def test_order_makes_no_difference_and_nothing_is_lost(seed: int) -> None:
    rng = random.Random(seed)
    for item in positions(1000 + seed, 250):
        plain = play(item.board, item.state, item.given)
        units, given = list(item.state.units), list(item.given)
        rng.shuffle(units)
        rng.shuffle(given)
        shuffled = type(item.state)("spring", 1901, "movement", tuple(units))
        assert play(item.board, shuffled, given) == plain, told(item)
        assert len(plain.units) + len(plain.dislodged) == len(units)
        there = Counter(unit.province for unit in plain.units)
        assert all(there[place] <= item.board.capacity[place] for place in there), told(item)
        assert len({unit.key for unit in plain.units}) == len(plain.units)
        for place in item.board.unmixed:
            assert len({unit.power for unit in plain.units if unit.province == place}) < 2, told(item)


def test_the_referee_refuses_what_is_wrong() -> None:
    refused = total = 0
    for item in positions(77, 60):
        legal = read(item.board, item.state, item.given)
        resolver = Resolver(item.board, legal.units, legal.orders)
        resolver.resolve()
        if resolver.closed or not resolver.moves:
            continue
        moved = {index for index in resolver.moves if resolver.moved[index]}
        given = frozenset(index for index in resolver.supports if resolver.given[index])
        referee = Referee(item.board, legal.units, legal.orders)
        if not referee.explains_itself((frozenset(moved), given)):
            continue
        for index in resolver.moves:
            total += 1
            refused += not referee.explains_itself((frozenset(moved ^ {index}), given))
    assert total > 50
    assert refused > 0.9 * total
