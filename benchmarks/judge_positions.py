"""Random positions of the standard game with coherent orders, as both our judge and PyPI diplomacy read them.

Orders hang together as players' orders do: moves go to neighbours and often to where somebody stands, supports are for
orders that are given, convoys for armies that ask for them.
"""

from __future__ import annotations

import random
from typing import Any

from dipmap.judge import Given, Piece, State
from dipmap.judge.board import Board
from dipmap.judge.state import ARMY, FLEET, numbered

Position = dict[str, Any]
"""`units` and `orders` by power, in the notation of both: `F STP/SC`, `A PAR - BUR`."""


def position(board: Board, rng: random.Random, count: int) -> Position:
    """A position of so many units, all of them ordered."""
    units = _units(board, rng, count)
    orders = _orders(board, rng, units)
    found: Position = {"units": {}, "orders": {}}
    for place, (power, kind, location) in units.items():
        found["units"].setdefault(power, []).append(f"{kind} {location.upper()}")
        found["orders"].setdefault(power, []).append(orders[place])
    return found


def taken(item: Position) -> tuple[State, list[Given]]:
    """The same as the judge takes it."""
    units = [Piece(power, text[0], text[2:].lower()) for power, texts in item["units"].items() for text in texts]
    orders = [Given(power, text) for power, texts in item["orders"].items() for text in texts]
    return State("spring", 1901, "movement", numbered(units)), orders


def _units(board: Board, rng: random.Random, count: int) -> dict[str, tuple[str, str, str]]:
    places = rng.sample(sorted(board.provinces), count)
    found = {}
    for place in places:
        power = rng.choice(board.powers)
        kinds = [kind for kind in (ARMY, FLEET) if place in board.admits[kind]]
        kind = rng.choice(kinds)
        coasts = board.coasts(place) if kind == FLEET else ()
        found[place] = (power, kind, rng.choice(coasts) if coasts else place)
    return found


def _orders(board: Board, rng: random.Random, units: dict[str, tuple[str, str, str]]) -> dict[str, str]:
    moves: dict[str, str] = {}
    orders: dict[str, str] = {}
    for place, (_, kind, location) in units.items():
        if rng.random() < 0.55:
            ends = sorted(board.step[kind][location])
            if ends:
                crowded = [end for end in ends if board.province[end] in units]
                moves[place] = rng.choice(crowded if crowded and rng.random() < 0.6 else ends)
    _convoy(board, rng, units, moves, orders)
    for place in units:
        if place in orders:
            continue
        if place in moves:
            orders[place] = f"{_text(units, place)} - {moves[place].upper()}"
        else:
            orders[place] = _help(board, rng, units, moves, place)
    return orders


def _convoy(
    board: Board,
    rng: random.Random,
    units: dict[str, tuple[str, str, str]],
    moves: dict[str, str],
    orders: dict[str, str],
) -> None:
    for place, (_, kind, _) in units.items():
        if kind != FLEET or place not in board.convoying or rng.random() < 0.6:
            continue
        shores = sorted(board.landings[place])
        armies = [shore for shore in shores if shore in units and units[shore][1] == ARMY and shore not in orders]
        if not armies:
            continue
        army = rng.choice(armies)
        goals = [shore for shore in shores if shore != army]
        if not goals:
            continue
        goal = rng.choice(goals)
        orders[place] = f"{_text(units, place)} C {_text(units, army)} - {goal.upper()}"
        orders[army] = f"{_text(units, army)} - {goal.upper()} VIA"
        moves.pop(place, None)
        moves[army] = goal


def _help(
    board: Board, rng: random.Random, units: dict[str, tuple[str, str, str]], moves: dict[str, str], place: str
) -> str:
    _, kind, location = units[place]
    own = _text(units, place)
    reach = board.reach[kind][location]
    choices = [f"{own} H"]
    for other in units:
        if other == place:
            continue
        if other in moves and board.province[moves[other]] in reach and board.province[moves[other]] != place:
            choices += [f"{own} S {_text(units, other)} - {board.province[moves[other]].upper()}"] * 3
        elif other not in moves and other in reach:
            choices.append(f"{own} S {_text(units, other)}")
    return rng.choice(choices)


def _text(units: dict[str, tuple[str, str, str]], place: str) -> str:
    _, kind, location = units[place]
    return f"{kind} {location.upper()}"
