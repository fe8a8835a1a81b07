"""Random boards and random positions with orders that hang together: for the referee, not for players."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from phases import variant_of

from dipmap.judge import Given, Piece, State, board_of, legal_orders
from dipmap.judge.board import Board
from dipmap.judge.language import language_of
from dipmap.judge.orders import CONVOY, MOVE, SUPPORT, Written
from dipmap.judge.state import ARMY, FLEET, numbered
from dipmap.model import Adjacency, Coast, Kind, Power, Province, Terrain, Units, Variant, province_of

CHOICES = {
    "convoy_adjacent": ("intent", "explicit", "fallback", "swap-1971"),
    "h2h_via_convoy": ("false", "true"),
    "stack_combat": ("slots", "slots", "none"),
    "default_target": ("none", "weakest"),
    "unnamed_support": ("any-target", "exact"),
    "support_own_space": ("false", "true"),
    "permission_same_power": ("implicit", "order"),
    "permission_survives_cut": ("true", "false"),
    "permission_strength": ("where-able", "none"),
    "support_through_permission": ("false", "true"),
    "convoy_through_permission": ("false", "true"),
}


@dataclass(frozen=True)
class Case:
    """A position with its orders."""

    board: Board
    state: State
    given: tuple[Given, ...]


def variant(rng: random.Random) -> Variant:
    """A board of five to eight provinces."""
    count = rng.randint(5, 8)
    provinces = [_province(f"p{'abcdefgh'[index]}", rng) for index in range(count)]
    edges: dict[tuple[str, str], Adjacency] = {}
    for index, one in enumerate(provinces):
        for other in provinces[index + 1 :]:
            if rng.random() < 0.6:
                _join(edges, one, other, rng)
    for way in rng.sample(sorted(edges), min(len(edges), rng.choice((0, 0, 1, 2)))):
        ends = {province_of(end) for end in way}
        keeper = rng.choice([each.id for each in provinces if each.id not in ends])
        edges[way] = Adjacency(*way, edges[way].units, Kind.PERMISSION, keeper=keeper)
    powers = tuple(
        Power(name, name.upper(), "", "", "#000000") for name in ("red", "blue", "green")[: rng.randint(2, 3)]
    )
    options = {name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < 0.4}
    ordered = tuple(edges[way] for way in sorted(edges))
    return Variant("random", "Random", "1.0.0", tuple(provinces), ordered, powers, options=options)


def _province(name: str, rng: random.Random) -> Province:
    terrain = rng.choice((Terrain.SEA, Terrain.SEA, Terrain.COAST, Terrain.COAST, Terrain.COAST, Terrain.LAND))
    sea = terrain is Terrain.SEA
    capacity = rng.choice((1, 1, 1, 2, 3))
    return Province(
        name,
        f"Place {name}",
        terrain,
        armies=not sea or rng.random() < 0.25,
        fleets=terrain is not Terrain.LAND,
        convoys=sea or (terrain is Terrain.COAST and rng.random() < 0.1),
        capacity=capacity,
        mixed=capacity == 1 or rng.random() < 0.75,
        coasts=(Coast("nc", "North"), Coast("sc", "South")) if terrain is Terrain.COAST and rng.random() < 0.15 else (),
    )


def _join(edges: dict[tuple[str, str], Adjacency], one: Province, other: Province, rng: random.Random) -> None:
    army, fleet = one.armies and other.armies, one.fleets and other.fleets
    if one.coasts or other.coasts:
        if fleet:
            a = f"{one.id}/{rng.choice(one.coasts).id}" if one.coasts else one.id
            b = f"{other.id}/{rng.choice(other.coasts).id}" if other.coasts else other.id
            edges[a, b] = Adjacency(a, b, Units.FLEET)
        if army:
            edges[one.id, other.id] = Adjacency(one.id, other.id, Units.ARMY)
        return
    units = Units.of(army=army, fleet=fleet and (rng.random() < 0.8 or not army))
    if units is not None:
        edges[one.id, other.id] = Adjacency(one.id, other.id, units)


@cache
def _board(name: str) -> Board:
    return board_of(variant_of(name))


def knot(rng: random.Random) -> Case:
    """A convoy, or the use of a passage, that would decide about itself, with some more units around it."""
    board = _board(rng.choice(("standard", "stockholm")))
    if board is _board("stockholm"):
        pieces = [Piece("maria", FLEET, "kla"), Piece("maria", ARMY, "slu")]
        pieces += [Piece("sofia", FLEET, "str"), Piece("sofia", ARMY, "ers")]
        texts = [
            ("maria", "F kla - str"),
            ("maria", "A slu H"),
            ("sofia", "A ers - slu"),
            ("sofia", "F str S A ers - slu"),
        ]
        near = ["str", "slu", "ers", "kla"]
    else:
        sea = rng.choice(sorted(each for each in board.convoying if len(board.landings[each]) > 2))
        start, end, third = rng.sample(sorted(board.landings[sea]), 3)
        near = [sea, start, end, third]
        fleets = {
            place: [at for at in board.provinces[place].locations if sea in board.step[FLEET][at]] for place in near[2:]
        }
        pieces = [Piece("england", ARMY, start), Piece("england", FLEET, sea)]
        pieces += [Piece("france", FLEET, fleets[end][0]), Piece("france", FLEET, fleets[third][0])]
        texts = [("england", f"A {start} - {end} via"), ("england", f"F {sea} C A {start} - {end}")]
        texts += [("france", f"F {third} - {sea}"), ("france", f"F {end} S F {third} - {sea}")]
    around = sorted({other for place in near for other in board.variant.neighbours(place)} - set(near))
    more = []
    for place in rng.sample(around, min(len(around), rng.randint(0, 4))):
        piece = _piece(board, rng, place, pieces)
        if piece is not None and piece.power is not None:
            more.append(piece)
    state = State("spring", 1901, "movement", numbered([*pieces, *more]))
    own = {unit.location for unit in more}
    given = [each for each in _orders(board, state, rng) if _orderer(board, each) in own]
    return Case(board, state, (*(Given(*text) for text in texts), *given))


def _orderer(board: Board, given: Given) -> str:
    written = language_of(board).read(given.text)
    return written.unit.location if isinstance(written, Written) and written.unit else ""


def mixed(rng: random.Random, index: int) -> Case:
    """The positions of a run: most on random boards, every fourth on the standard map, every tenth a knot."""
    return knot(rng) if index % 10 == 9 else case(rng, standard=index % 4 == 3)


def case(rng: random.Random, *, standard: bool = False) -> Case:
    """A position: on a random board, or of neighbours on the standard map."""
    board = _board("standard") if standard else board_of(variant(rng))
    places = sorted(board.provinces)
    if standard:
        near = [rng.choice(places)]
        while len(near) < 9:
            near.append(rng.choice(sorted(board.variant.neighbours(rng.choice(near)))))
        places = sorted(set(near))
    pieces: list[Piece] = []
    for _ in range(rng.randint(4, 8)):
        piece = _piece(board, rng, rng.choice(places), pieces)
        if piece is not None:
            pieces.append(piece)
    state = State("spring", 1901, "movement", numbered(pieces))
    return Case(board, state, tuple(_orders(board, state, rng)))


def _piece(board: Board, rng: random.Random, place: str, there: Sequence[Piece]) -> Piece | None:
    here = [piece for piece in there if piece.province == place]
    if len(here) >= board.capacity[place]:
        return None
    power = None if rng.random() < 0.06 else rng.choice(board.powers[:4])
    if place in board.unmixed and here:
        power = here[0].power
    kind = rng.choice([kind for kind in (ARMY, FLEET) if place in board.admits[kind]])
    coasts = board.coasts(place) if kind == FLEET else ()
    return Piece(power, kind, rng.choice(coasts) if coasts else place)


def _walks(board: Board, order: Written) -> bool:
    """Whether a move needs neither a convoy nor anybody's consent."""
    assert order.unit is not None
    ends = [board.step[kind].get(order.unit.location, frozenset()) for kind in (ARMY, FLEET)]
    return any(order.to in each for each in ends)


def _orders(board: Board, state: State, rng: random.Random) -> list[Given]:
    """First moves, then convoys and supports, which mostly are for orders that are given."""
    read = language_of(board).read
    choices: dict[tuple[str, str], list[tuple[str, Written]]] = {}
    for power in sorted({unit.power for unit in state.units if unit.power}):
        for unit, texts in legal_orders(board, state, power).items():
            found = [(text, read(text)) for text in texts]
            choices[power, unit] = [(text, order) for text, order in found if isinstance(order, Written)]
    occupied = {unit.province for unit in state.units}
    chosen: dict[tuple[str, str], tuple[str, Written]] = {}
    for key, orders in choices.items():
        moves = [each for each in orders if each[1].kind == MOVE]
        if moves and rng.random() < 0.6:
            crowded = [each for each in moves if province_of(each[1].to) in occupied]
            far = [each for each in moves if not _walks(board, each[1])]
            pool = far if far and rng.random() < 0.5 else crowded if crowded and rng.random() < 0.6 else moves
            chosen[key] = rng.choice(pool)
    goals = {(order.unit.location, province_of(order.to)) for _, order in chosen.values() if order.unit}
    for key, orders in choices.items():
        if key in chosen:
            continue
        weights = []
        for _, order in orders:
            help_ = order.kind in (SUPPORT, CONVOY) and order.about is not None
            wanted = help_ and order.about and (order.about.location, province_of(order.to)) in goals
            weights.append(0 if order.kind == MOVE else 30 if wanted and order.kind == CONVOY else 12 if wanted else 1)
        if any(weights):
            chosen[key] = rng.choices(orders, weights)[0]
    return [Given(power, text) for (power, _), (text, _) in sorted(chosen.items())]
