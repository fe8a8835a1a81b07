"""The list of legal orders is what the judge accepts: no more, no less."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
from phases import piece, state, variant_of

from dipmap.judge import adjustment, legal, retreats
from dipmap.judge.adjudicate import adjudicate
from dipmap.judge.board import Board, board_of
from dipmap.judge.errors import JudgeError
from dipmap.judge.language import language_of
from dipmap.judge.notation import order_text
from dipmap.judge.options import legal_orders
from dipmap.judge.orders import MOVE, Given, UnitRef, Written
from dipmap.judge.start import new_state
from dipmap.judge.state import Dislodged, Hidden, Piece, State, numbered
from dipmap.model.board import province_of

CHOICES = [
    ("standard", {}),
    ("standard", {"convoy_adjacent": "explicit"}),
    ("standard", {"convoy_adjacent": "fallback"}),
    ("standard", {"convoy_adjacent": "swap-1971"}),
    ("zeus", {}),
    ("zeus", {"standing_supportable": "false"}),
    ("stockholm", {}),
    ("stockholm", {"support_through_permission": "true", "convoy_through_permission": "true"}),
    ("stockholm", {"permission_strength": "none"}),
    ("philadelphia", {}),
    ("philadelphia", {"stack_combat": "none"}),
    ("philadelphia", {"default_target": "weakest", "support_own_space": "true"}),
    ("yubani", {}),
]
IDS = [" ".join((name, *(f"{key}={value}" for key, value in options.items()))) for name, options in CHOICES]


def position(board: Board, seed: int, count: int, near: tuple[str, ...] = ()) -> State:
    """Units in random places; all but one (but ten at most) in or beside the places named."""
    rng = random.Random(seed)
    places = sorted(board.provinces)
    beside = sorted({*near, *(end for start in near for kind in "AF" for end in board.reach[kind][start])})
    room = dict(board.capacity)
    found: list[Piece] = []
    for _ in range(20 * count):
        if len(found) == count:
            break
        place = rng.choice(beside if beside and len(found) < min(count - 1, 10) else places)
        kind = rng.choice("AFF")
        if place not in board.admits[kind] or not room[place]:
            kind = "A" if kind == "F" else "F"
            if place not in board.admits[kind] or not room[place]:
                continue
        room[place] -= 1
        power = None if rng.random() < 0.05 else rng.choice(board.powers[:4])
        coasts = board.coasts(place) if kind == "F" else ()
        found.append(Piece(power, kind, rng.choice(coasts or (place,))))
    return State(board.variant.calendar.first_turn, 1901, "movement", numbered(found))


NEAR = {
    "standard": ("nth", "eng"),
    "zeus": ("haw", "npo"),
    "stockholm": ("slu", "kla", "str"),
    "philadelphia": ("r2", "r3", "r4"),
    "yubani": ("cai",),
}


# ---- movement


def meaning(board: Board, phase: State, power: str, text: str) -> tuple | None:
    """Whom an order is for and what the judge makes of it; None where it is void."""
    found = legal.read(board, phase, [Given(power, text)])
    if found.rejected:
        return None
    index = found.texts.index(text)
    void = found.voids[index]
    if void is None:
        return (index, *found.orders[index])
    if void.reason == "full":  # which hangs on what others are ordered
        written = language_of(board).read(text)
        return (index, "full", written.to, written.via)
    return None


def everything(board: Board, phase: State, power: str) -> Iterator[str]:
    """Every order that could be written for the units of a power, legal or not."""
    places = [place for province in board.provinces.values() for place in province.locations]
    targets: dict[str, list[UnitRef]] = {}
    for unit in phase.units:
        if unit.province in board.shared:
            side = unit.power or "neutral"
            targets.setdefault(unit.province, []).extend(
                UnitRef(unit.province, "", other, n) for other in (side, "hood") for n in (0, unit.n)
            )
    goals = [(place, target) for place in places for target in (None, *targets.get(place, ()))]
    named = []
    for unit in phase.units:
        side = unit.power or "neutral"
        named += [
            UnitRef(unit.location, unit.type),
            UnitRef(unit.province),
            UnitRef(unit.location, unit.type, side),
            UnitRef(unit.location, unit.type, side, unit.n),
        ]
    for unit in phase.units:
        if unit.power != power:
            continue
        for own in {UnitRef(unit.location, unit.type), UnitRef(unit.location, unit.type, "", unit.n)}:
            yield order_text(Written("hold", own))
            for to, target in goals:
                for via in (False, True):
                    yield order_text(Written(MOVE, own, to, None, target, via))
            for about in named:
                yield order_text(Written("support", own, about=about))
                for to, target in goals:
                    yield order_text(Written("support", own, to, about, target))
                for to in places if about.type else ():
                    yield order_text(Written("convoy", own, to, about))


def listed(board: Board, phase: State, power: str) -> list[str]:
    return [text for texts in legal_orders(board, phase, power).values() for text in texts]


@pytest.mark.parametrize(("name", "options"), CHOICES, ids=IDS)
@pytest.mark.parametrize("seed", range(2))
def test_what_the_judge_accepts_is_listed_and_nothing_else(name: str, options: dict[str, str], seed: int):
    board = board_of(variant_of(name), options)
    phase = position(board, seed, 6, NEAR[name])
    power = max(board.powers[:4], key=lambda each: sum(unit.power == each for unit in phase.units))
    orders = listed(board, phase, power)
    said = [meaning(board, phase, power, text) for text in orders]
    assert None not in said, orders[said.index(None)]
    assert len(set(said)) == len(said)  # no two ways to say one thing
    accepted = {meaning(board, phase, power, text) for text in everything(board, phase, power)} - {None}
    assert accepted == set(said)


@pytest.mark.parametrize(("name", "options"), CHOICES, ids=IDS)
def test_listed_orders_are_adjudicated(name: str, options: dict[str, str]):
    variant = variant_of(name)
    board = board_of(variant, options)
    rng = random.Random(7)
    for seed in range(10):
        phase = position(board, 100 + seed, 30, NEAR[name])
        orders = [
            Given(power, rng.choice(texts))
            for power in board.powers
            for texts in legal_orders(board, phase, power).values()
        ]
        found = adjudicate(variant, phase, orders, options=options)
        assert {each.order for each in found.results if each.outcome == "void" and each.reason != "full"} == set()
        assert {each.text for each in orders} <= {each.order for each in found.results}


def test_the_list_of_a_small_position():
    board = board_of(variant_of("standard"))
    phase = state(["england A lon", "england F nth", "france A bel", "france F mao"])
    assert legal_orders(board, phase, "france") == {
        "A bel": [
            *(
                "A bel - bur",
                "A bel - den",
                "A bel - edi",
                "A bel - hol",
                "A bel - hol via",
                "A bel - lon",
                "A bel - nwy",
            ),
            *("A bel - pic", "A bel - ruh", "A bel - yor", "A bel H", "A bel S A lon - hol", "A bel S F nth - hol"),
        ],
        "F mao": [
            *("F mao - bre", "F mao - eng", "F mao - gas", "F mao - iri", "F mao - naf", "F mao - nao", "F mao - por"),
            *("F mao - spa/nc", "F mao - spa/sc", "F mao - wes", "F mao H", "F mao S F nth - eng"),
        ],
    }
    fleet = legal_orders(board, phase, "england")["F nth"]
    assert "F nth C A lon - bel" in fleet
    assert "F nth C A bel - lon" in fleet
    assert "F nth S A bel - lon" in fleet
    assert "A lon - yor via" in legal_orders(board, phase, "england")["A lon"]
    assert legal_orders(board, phase, "turkey") == {}


def test_stacks_are_named_as_far_as_needed():
    board = board_of(variant_of("philadelphia"))
    phase = state(["mob F r3", "brook F r3", "brook F r3", "mob F r2", "hood F r4"])
    brook = legal_orders(board, phase, "brook")
    assert list(brook) == ["F r3#1", "F r3#2"]
    assert {"F r3#1 - r2", "F r3#1 - r2@mob", "F r3#1 S F r3@mob", "F r3#1 S F r3@brook#2"} <= set(brook["F r3#1"])
    hood = set(legal_orders(board, phase, "hood")["F r4"])
    assert {"F r4 - r3", "F r4 - r3@mob", "F r4 - r3@brook#1", "F r4 - r3@brook#2", "F r4 S F r2 - r3@brook#2"} <= hood
    assert "F r4 - r3@brook" not in hood


def test_consent_is_an_order_of_the_keeper():
    board = board_of(variant_of("stockholm"))
    phase = state(["sofia A slu", "maria F kla"])
    assert "A slu S F kla - str" in legal_orders(board, phase, "sofia")["A slu"]
    assert "F kla - str" in legal_orders(board, phase, "maria")["F kla"]
    assert "F kla - str" not in legal_orders(board, state(["maria F kla"]), "maria")["F kla"]
    open_lock = board_of(variant_of("stockholm"), {"support_through_permission": "true"})
    phase = state(["sofia A slu", "maria F kla", "sofia F sal"])
    assert "F kla S F sal - str" in legal_orders(open_lock, phase, "maria")["F kla"]
    assert "F kla S F sal - str" not in legal_orders(board, phase, "maria")["F kla"]


# ---- retreats and adjustments


def beaten(board: Board, seed: int) -> State:
    """A retreat phase: some units have to leave for others."""
    rng = random.Random(seed)
    phase = position(board, seed, 26, NEAR["standard"])
    gone = [unit for unit in phase.units if unit.power and rng.random() < 0.4]
    units = numbered(unit for unit in phase.units if unit not in gone)
    bounced = tuple(sorted(rng.sample(sorted(board.provinces), 4)))
    dislodged = []
    for each in gone:
        origin = rng.choice(sorted(board.reach[each.type][each.location]))
        dislodged.append(Dislodged(each, origin, retreats.open_to(board, each, origin, units, bounced)))
    return replace(phase, phase="retreat", units=units, dislodged=tuple(dislodged), bounced=bounced)


@pytest.mark.parametrize("seed", range(8))
def test_retreats_are_listed_as_the_judge_accepts_them(seed: int):
    board = board_of(variant_of("standard"))
    phase = beaten(board, seed)
    assert phase.dislodged

    def outcome(power: str, text: str) -> tuple | None:
        found = retreats.play(board, phase, [Given(power, text)])
        result = next(each for each in found.results if each.order == text)
        return None if result.outcome == "void" else (result.unit, found.units)

    for power in board.powers:
        orders = listed(board, phase, power)
        said = [outcome(power, text) for text in orders]
        assert None not in said
        every = [
            order_text(Written(kind, UnitRef(each.piece.location, each.piece.type), to))
            for each in phase.dislodged
            if each.piece.power == power
            for kind, to in (
                ("disband", ""),
                ("remove", ""),
                ("hold", ""),
                *(("retreat", place) for place in board.province),
            )
        ]
        accepted = {outcome(power, text) for text in every} - {None}
        assert accepted == set(said)
        assert len(set(said)) == len(said)


def test_retreats_are_worked_out_where_they_are_not_given():
    board = board_of(variant_of("standard"))
    phase = replace(state(["germany A ruh"]), phase="retreat", dislodged=(Dislodged(piece("france A bel"), "ruh"),))
    assert legal_orders(board, phase, "france") == {"A bel": ["A bel D", "A bel R bur", "A bel R hol", "A bel R pic"]}
    assert legal_orders(board, phase, "germany") == {}


@pytest.mark.parametrize("name", ["standard", "zeus", "philadelphia"])
@pytest.mark.parametrize("seed", range(4))
def test_builds_and_removals_are_listed_as_the_judge_accepts_them(name: str, seed: int):
    board = board_of(variant_of(name))
    rng = random.Random(seed)
    phase = replace(position(board, seed, 20), phase="adjustment", turn="winter")
    owners = {province: rng.choice(board.powers[:5]) for province in sorted(board.centres) if rng.random() < 0.4}
    for power in board.powers:
        for home in board.variant.powers_by_id[power].homes[: rng.randrange(4)]:
            owners[home] = power
    phase = replace(phase, owners=owners)

    def outcome(power: str, text: str) -> tuple | None:
        found = adjustment.play(board, phase, [Given(power, text)])
        result = next(each for each in found.results if each.power == power)
        assert result.order == text
        return None if result.outcome == "void" else (result.outcome, result.unit, found.built)

    for power in board.powers:
        orders = listed(board, phase, power)
        said = [outcome(power, text) for text in orders]
        assert None not in said
        assert len(set(said)) == len(said)
        every = ["waive", *(f"build {kind} {place}" for kind in "AF" for place in board.province)]
        every += [f"remove {unit.type} {unit.location}#{unit.n}" for unit in phase.units]
        assert {outcome(power, text) for text in every} - {None} == set(said)
    assert {text.split()[0] for power in board.powers for text in listed(board, phase, power)} == {
        "build",
        "waive",
        "remove",
    }


def test_the_opening_lists_what_may_be_built():
    found = legal_orders(board_of(variant_of("zeus")), new_state(variant_of("zeus")), "usa")
    assert found == {
        "cal": ["build A cal", "build F cal"],
        "haw": ["build A haw", "build F haw"],
        "nyo": ["build A nyo", "build F nyo"],
        "waive": ["waive"],
        "was": ["build A was", "build F was"],
    }


def test_nothing_is_listed_where_the_judge_builds_by_itself():
    variant = variant_of("yubani")
    phase = replace(new_state(variant), phase="adjustment", units=())
    assert adjustment.balance(board_of(variant), phase)
    assert [legal_orders(board_of(variant), phase, power.id) for power in variant.powers] == [{}] * len(variant.powers)


# ---- who asks, and how long it takes


def test_who_has_no_say_has_no_orders():
    variant = variant_of("standard")
    board = board_of(variant)
    phase = new_state(variant)
    assert legal_orders(board, replace(phase, winner="france"), "france") == {}
    assert legal_orders(board, replace(phase, draw=("france", "italy")), "france") == {}
    idle = replace(variant, powers=tuple(replace(power, playable=power.id != "italy") for power in variant.powers))
    assert legal_orders(board_of(idle), phase, "italy") == {}
    assert legal_orders(board_of(idle), phase, "france") != {}


def test_a_power_or_a_phase_that_is_none_is_said():
    board = board_of(variant_of("standard"))
    phase = new_state(variant_of("standard"))
    with pytest.raises(JudgeError, match="atlantis"):
        legal_orders(board, phase, "atlantis")
    with pytest.raises(JudgeError, match="lunch"):
        legal_orders(board, replace(phase, phase="lunch"), "france")


def test_the_list_tells_nothing_of_units_that_are_hidden():
    board = board_of(variant_of("zeus"))
    seen = state(["britain F can/ec", "usa A nyo"])
    hidden = replace(seen, hidden=(Hidden(("usa", "nyo", 1), ("cal", "nyo")),))
    assert any("nyo" in text and " S " in text for text in listed(board, seen, "britain"))
    assert not any("nyo" in text and " S " in text for text in listed(board, hidden, "britain"))
    assert "A nyo H" in listed(board, hidden, "usa")


@pytest.mark.parametrize("name", ["standard", "zeus", "philadelphia", "stockholm"])
def test_the_list_is_quick(name: str):
    """Measured: 2 to 25 milliseconds for all seven powers."""
    board = board_of(variant_of(name))
    phase = position(board, 3, 34, NEAR[name])
    begin = time.perf_counter()
    count = sum(len(listed(board, phase, power)) for power in board.powers)
    assert count > 300
    assert time.perf_counter() - begin < 0.5


def test_the_list_is_quick_where_every_sea_is_full_of_fleets():
    board = board_of(variant_of("zeus"))
    rng = random.Random(1)
    units = [
        Piece(rng.choice(board.powers), "F" if each.terrain == "sea" else "A", each.id)
        for each in board.provinces.values()
        if each.terrain == "sea" or (each.armies and rng.random() < 0.5)
    ]
    phase = State("spring", 1940, "movement", numbered(units))
    assert len(units) > 50
    begin = time.perf_counter()
    listed(board, phase, "usa")
    assert time.perf_counter() - begin < 5
    assert any(province_of(unit.location) == "haw" for unit in units)
