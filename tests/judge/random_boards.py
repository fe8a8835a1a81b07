"""Random boards and random positions with orders that hang together: for the referee, not for players."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from phases import variant_of

from dipmap.judge import Given, Piece, State, board_of, legal_orders
from dipmap.judge.board import Board
from dipmap.judge.language import language_of
from dipmap.judge.orders import CONVOY, MOVE, Written
from dipmap.judge.state import ARMY, FLEET, numbered
from dipmap.model import Adjacency, Coast, Kind, Power, Province, Terrain, Units, Variant, province_of
from dipmap.model.options import OPTIONS

CHOICES = {
    name: tuple(OPTIONS[name].values)
    for name in (
        "convoy_adjacent",
        "h2h_via_convoy",
        "stack_combat",
        "default_target",
        "unnamed_support",
        "support_own_space",
        "permission_same_power",
        "permission_survives_cut",
        "permission_strength",
        "support_through_permission",
        "convoy_through_permission",
    )
}
"""The rule choices that a movement phase depends on, with their values."""


@dataclass(frozen=True)
class Case:
    """A position with its orders."""

    board: Board
    state: State
    given: tuple[Given, ...]


@dataclass(frozen=True)
class Theme:
    """What a random board is about: odds of shared provinces, of these being for one power only, of passages by consent."""

    shared: float = 0.4
    unmixed: float = 0.25
    passages: float = 0.1


THEMES = (Theme(), Theme(), Theme(shared=0.7), Theme(shared=0.7, unmixed=0.9), Theme(passages=0.35))


def variant(rng: random.Random) -> Variant:
    """A board of three to eight provinces; small ones are dense, so that much happens in one place."""
    theme = rng.choice(THEMES)
    count = rng.randint(3, 8)
    provinces = [_province(f"p{'abcdefgh'[index]}", theme, rng) for index in range(count)]
    edges: dict[tuple[str, str], Adjacency] = {}
    for index, one in enumerate(provinces):
        for other in provinces[index + 1 :]:
            if rng.random() < (0.9 if count < 6 else 0.6):
                _join(edges, one, other, rng)
    for way in sorted(edges):
        ends = {province_of(end) for end in way}
        if rng.random() < theme.passages:
            keeper = rng.choice([each.id for each in provinces if each.id not in ends])
            edges[way] = replace(edges[way], kind=Kind.PERMISSION, keeper=keeper)
    powers = tuple(
        Power(name, name.upper(), "", "", "#000000") for name in ("red", "blue", "green", "white")[: rng.randint(2, 4)]
    )
    options = {name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < 0.4}
    ordered = tuple(edges[way] for way in sorted(edges))
    return Variant("random", "Random", "1.0.0", tuple(provinces), ordered, powers, options=options)


def _province(name: str, theme: Theme, rng: random.Random) -> Province:
    terrain = rng.choice((Terrain.SEA, Terrain.SEA, Terrain.COAST, Terrain.COAST, Terrain.COAST, Terrain.LAND))
    sea = terrain is Terrain.SEA
    capacity = rng.choice((2, 3)) if rng.random() < theme.shared else 1
    return Province(
        name,
        f"Place {name}",
        terrain,
        armies=not sea or rng.random() < 0.25,
        fleets=terrain is not Terrain.LAND,
        convoys=sea or (terrain is Terrain.COAST and rng.random() < 0.1),
        capacity=capacity,
        mixed=capacity == 1 or rng.random() >= theme.unmixed,
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
        kind = Kind.DIRECT if units is Units.ARMY and fleet else Kind.BORDER
        edges[one.id, other.id] = Adjacency(one.id, other.id, units, kind, oneway=rng.random() < 0.03)


@cache
def _board(name: str) -> Board:
    return board_of(variant_of(name))


def standard_board() -> Board:
    """The board of the standard game."""
    return _board("standard")


Scene = tuple[list[Piece], list[tuple[str, str]], list[str]]
"""Units, their orders by power, and the provinces in which it happens."""


def knot(rng: random.Random) -> Case:
    """What chance hardly ever makes, with some more units around it."""
    scene = rng.choice((_convoy_against_itself, _passage_against_itself, _duel, _ring))
    board = _board("stockholm" if scene is _passage_against_itself else "standard")
    pieces, texts, near = scene(board, rng)
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


def _convoy_against_itself(board: Board, rng: random.Random) -> Scene:
    """An army convoyed to where an attack on its own fleet is supported from."""
    sea = rng.choice(sorted(each for each in board.convoying if len(board.landings[each]) > 2))
    start, end, third = rng.sample(sorted(board.landings[sea]), 3)
    fleets = {
        place: [at for at in board.provinces[place].locations if sea in board.step[FLEET][at]] for place in (end, third)
    }
    pieces = [Piece("england", ARMY, start), Piece("england", FLEET, sea)]
    pieces += [Piece("france", FLEET, fleets[end][0]), Piece("france", FLEET, fleets[third][0])]
    texts = [("england", f"A {start} - {end} via"), ("england", f"F {sea} C A {start} - {end}")]
    texts += [("france", f"F {third} - {sea}"), ("france", f"F {end} S F {third} - {sea}")]
    return pieces, texts, [sea, start, end, third]


def _passage_against_itself(board: Board, rng: random.Random) -> Scene:
    """A fleet that passes to where an attack on the keeper is supported from; or the same with a keeper that is foreign."""
    keeper = rng.choice([power for power in board.powers if power != "sofia"])
    pieces = [Piece("maria", FLEET, "kla"), Piece(keeper, ARMY, "slu")]
    pieces += [Piece("sofia", FLEET, "str"), Piece("sofia", ARMY, "ers")]
    texts = [("maria", "F kla - str"), (keeper, "A slu H" if keeper == "maria" else "A slu S F kla - str")]
    texts += [("sofia", "A ers - slu"), ("sofia", "F str S A ers - slu")]
    return pieces, texts, ["str", "slu", "ers", "kla"]


def _walk(board: Board, rng: random.Random, count: int) -> list[str]:
    """So many provinces around which an army can walk."""
    step = board.step[ARMY]
    while True:
        places = rng.sample(sorted(place for place in step if step[place]), 1)
        while len(places) < count and (ends := sorted(step[places[-1]] - set(places))):
            places.append(rng.choice(ends))
        if len(places) == count and places[0] in step[places[-1]]:
            return places


def _duel(board: Board, rng: random.Random) -> Scene:
    """Two armies against each other, and supports for both, some by the same power."""
    places = _walk(board, rng, 2)
    one, other = places
    powers = rng.sample(board.powers, 3)
    pieces = [Piece(powers[0], ARMY, one), Piece(powers[1], ARMY, other)]
    texts = [(powers[0], f"A {one} - {other}"), (powers[1], f"A {other} - {one}")]
    for start, end in ((one, other), (other, one)):
        free = sorted(board.step[ARMY][end] - set(places))
        for place in rng.sample(free, min(len(free), rng.randint(1, 2))):
            power = rng.choice((*powers, powers[2]))
            pieces.append(Piece(power, ARMY, place))
            texts.append((power, f"A {place} S A {start} - {end}"))
            places.append(place)
    return pieces, texts, places


def _ring(board: Board, rng: random.Random) -> Scene:
    """Three or four armies that change places all around."""
    places = _walk(board, rng, rng.choice((3, 3, 4)))
    powers = [rng.choice(board.powers) for _ in places]
    pieces = [Piece(power, ARMY, place) for power, place in zip(powers, places, strict=True)]
    ways = zip(powers, places, [*places[1:], places[0]], strict=True)
    return pieces, [(power, f"A {start} - {end}") for power, start, end in ways], places


def _orderer(board: Board, given: Given) -> str:
    written = language_of(board).read(given.text)
    return written.unit.location if isinstance(written, Written) and written.unit else ""


def mixed(rng: random.Random, index: int) -> Case:
    """The positions of a run: most on random boards, every fourth on the standard map, every tenth a knot."""
    return knot(rng) if index % 10 == 9 else case(rng, standard=index % 4 == 3)


def case(rng: random.Random, *, standard: bool = False) -> Case:
    """A position: on a random board, or of neighbours on the standard map."""
    board = standard_board() if standard else board_of(variant(rng))
    places = sorted(board.provinces)
    if standard:
        near = [rng.choice(places)]
        while len(near) < 9:
            near.append(rng.choice(sorted(board.variant.neighbours(rng.choice(near)))))
        places = sorted(set(near))
    pieces: list[Piece] = []
    for _ in range(rng.randint(4, 10)):
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
    chosen = _moves(board, state, choices, rng)
    goals = {(order.unit.location, province_of(order.to)) for _, order in chosen.values() if order.unit}
    duels = {
        (start, end) for start, end in goals if any((end, province_of(start)) == (province_of(a), b) for a, b in goals)
    }
    for key, orders in choices.items():
        if key not in chosen:
            weights = [_weight(order, goals, duels) for _, order in orders]
            if any(weights):
                chosen[key] = rng.choices(orders, weights)[0]
    given = [Given(power, text) for (power, _), (text, _) in sorted(chosen.items())]
    if given and rng.random() < 0.1:  # an order that is void: its unit holds, and may be supported in that
        one = rng.randrange(len(given))
        words = given[one].text.split()
        given[one] = Given(given[one].power, f"{words[0]} {words[1]} - {rng.choice(sorted(board.provinces))}")
    return given


def _weight(order: Written, goals: set[tuple[str, str]], duels: set[tuple[str, str]]) -> int:
    """How likely an order is that is no move: much more where it helps a move that is made."""
    if order.kind == MOVE:
        return 0
    way = (order.about.location, province_of(order.to)) if order.about else ("", "")
    if way not in goals:
        return 1
    return 30 if order.kind == CONVOY else 60 if way in duels else 12


def _moves(
    board: Board, state: State, choices: dict[tuple[str, str], list[tuple[str, Written]]], rng: random.Random
) -> dict[tuple[str, str], tuple[str, Written]]:
    """A move for some units: far ones, into occupied provinces, and after or against units that move as well."""
    occupied = {unit.province for unit in state.units}
    chosen: dict[tuple[str, str], tuple[str, Written]] = {}
    leaving: dict[str, str] = {}
    for key in rng.sample(sorted(choices), len(choices)):
        moves = [each for each in choices[key] if each[1].kind == MOVE]
        if not moves or moves[0][1].unit is None or rng.random() < 0.4:
            continue
        here = province_of(moves[0][1].unit.location)
        pools = (
            ([each for each in moves if not _walks(board, each[1])], 0.5),
            ([each for each in moves if _leads(leaving, province_of(each[1].to), here)], 0.4),
            ([each for each in moves if province_of(each[1].to) in leaving], 0.3),
            ([each for each in moves if province_of(each[1].to) in occupied], 0.6),
        )
        pool = next((pool for pool, odds in pools if pool and rng.random() < odds), moves)
        _, order = chosen[key] = rng.choice(pool)
        leaving[here] = province_of(order.to)
    return chosen


def _leads(leaving: dict[str, str], start: str, end: str) -> bool:
    """Whether moves lead from a province on to another, from each to the next: one back then closes a ring."""
    for _ in leaving:
        start = leaving.get(start, "")
        if start == end:
            return True
    return False
