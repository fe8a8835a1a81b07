"""What a movement phase answers: outcomes with their reasons and culprits, stand-offs, numbers, and the backup rule."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from phases import moved, outcomes, positions, state, variant_of

from dipmap.judge.board import board_of
from dipmap.judge.movement import play
from dipmap.judge.orders import Given
from dipmap.judge.results import OUTCOMES, REASONS
from dipmap.model import Adjacency, Kind, Province, Terrain, Units, Variant


def result(found, order):
    return next((each.words, each.by) for each in found.results if each.order == order)


def test_who_bounced_whom() -> None:
    found = moved(
        "standard", ["france A par", "germany A mun"], {"france": ["A par - bur"], "germany": ["A mun - bur"]}
    )
    assert result(found, "A par - bur") == ("fails: bounced", ("mun",))
    assert found.bounced == ("bur",)


def test_who_cut_whom() -> None:
    found = moved(
        "standard",
        ["france A par", "france A bur", "germany A mun", "germany A ruh"],
        {"france": ["A bur - mun", "A par S A bur - mun"], "germany": ["A mun S A ruh - bur", "A ruh - bur"]},
    )
    assert result(found, "A mun S A ruh - bur")[0] == "succeeds"  # the unit it is against cannot cut it
    found = moved(
        "standard",
        ["france A par", "france A gas", "germany A bur", "italy A mar"],
        {"france": ["A par - bur", "A gas S A par - bur"], "italy": ["A mar - gas"]},
    )
    assert result(found, "A gas S A par - bur") == ("cut: attacked", ("mar",))
    assert result(found, "A par - bur") == ("fails: bounced", ("bur",))


def test_who_dislodged_whom_and_where_it_may_go() -> None:
    found = moved(
        "standard",
        ["france A par", "france A gas", "germany A bur"],
        {"france": ["A par - bur", "A gas S A par - bur"]},
    )
    assert result(found, "A bur H") == ("dislodged: dislodged", ("par",))
    (beaten,) = found.dislodged
    assert (beaten.origin, beaten.retreats) == ("par", ("bel", "mar", "mun", "pic", "ruh"))


def test_a_broken_convoy_names_the_fleet() -> None:
    found = moved(
        "standard",
        ["england A lon", "england F nth", "germany F hel", "germany F den"],
        {"england": ["A lon - bel", "F nth C A lon - bel"], "germany": ["F hel - nth", "F den S F hel - nth"]},
    )
    assert result(found, "A lon - bel") == ("fails: no-path", ("nth",))
    assert result(found, "F nth C A lon - bel")[0] == "dislodged: dislodged"


def test_nobody_helps_to_dislodge_its_own_unit() -> None:
    found = moved(
        "standard",
        ["france A par", "germany A mun", "germany A bur"],
        {"france": ["A par - bur"], "germany": ["A mun S A par - bur", "A bur H"]},
    )
    assert result(found, "A par - bur") == ("fails: own-unit", ("bur",))
    assert not found.dislodged


def test_a_convoy_that_would_decide_about_itself() -> None:
    found = moved(
        "standard",
        ["england F lon", "england F wal", "france A bre", "france F eng"],
        {"england": ["F wal - eng", "F lon S F wal - eng"], "france": ["A bre - lon", "F eng C A bre - lon"]},
    )
    assert outcomes(found)["A bre - lon"] == "fails: paradox"
    assert outcomes(found)["F wal - eng"] == "succeeds"


def test_units_that_follow_each_other_in_a_ring_move() -> None:
    found = moved(
        "standard",
        ["turkey F ank", "turkey A con", "turkey A smy"],
        {"turkey": ["F ank - con", "A con - smy", "A smy - ank"]},
        trace=True,
    )
    assert positions(found) == ["turkey A ank", "turkey A smy", "turkey F con"]
    assert any("most moves" in line for line in found.trace)


def test_one_power_that_supports_both_sides_moves_nobody() -> None:
    found = moved(
        "standard",
        ["england A bur", "germany A bel", "germany A mar", "france A pic"],
        {
            "england": ["A bur - pic"],
            "france": ["A pic - bur"],
            "germany": ["A bel S A bur - pic", "A mar S A pic - bur"],
        },
    )
    assert positions(found) == ["england A bur", "france A pic", "germany A bel", "germany A mar"]


def test_numbers_in_a_shared_province_stay_with_those_who_stay() -> None:
    found = moved(
        "philadelphia",
        ["mob F r3#1", "mob F r3#2", "mob F r2"],
        {"mob": ["F r3#1 - r4", "F r2 - r3"]},
    )
    assert positions(found) == ["mob F r3", "mob F r3#2", "mob F r4"]


def test_a_province_that_powers_do_not_share() -> None:
    shared = variant_of("philadelphia")
    provinces = tuple(replace(each, mixed=False) if each.id == "r3" else each for each in shared.provinces)
    variant: Variant = replace(shared, provinces=provinces)
    found = moved(variant, ["mob F r3", "brook F r2"], {"brook": ["F r2 - r3"]})
    assert outcomes(found)["F r2 - r3"] == "fails: bounced"
    found = moved(variant, ["mob F r4", "brook F r2"], {"brook": ["F r2 - r3"], "mob": ["F r4 - r3"]})
    assert positions(found) == ["brook F r2", "mob F r4"]
    found = moved(variant, ["mob F r4", "mob F r2"], {"mob": ["F r2 - r3", "F r4 - r3"]})
    assert positions(found) == ["mob F r3", "mob F r3#2"]
    units = ["mob F r3", "brook F r2", "brook F r4"]
    found = moved(variant, units, {"brook": ["F r2 - r3@mob", "F r4 S F r2 - r3"]})
    assert positions(found) == ["brook F r3", "brook F r4"]


@pytest.mark.parametrize("seed", range(20))
def test_the_order_of_orders_and_units_makes_no_difference(seed: int) -> None:
    rng = random.Random(seed)
    units = ["mob F r3", "mob F r3#2", "brook F r3", "hood F r2", "hood F r4", "mob A gry", "gentry F wph"]
    texts = [
        ("mob", "F r3#1 C A gry - frm"),
        ("mob", "A gry - frm"),
        ("mob", "F r3#2 - r2@hood"),
        ("brook", "F r3 S F r3#2 - r2"),
        ("hood", "F r2 - r3@mob#1"),
        ("hood", "F r4 S F r2 - r3"),
        ("gentry", "F wph - r3"),
    ]
    board = board_of(variant_of("philadelphia"))
    plain = play(board, state(units), [Given(*each) for each in texts])
    rng.shuffle(units)
    rng.shuffle(texts)
    assert play(board, state(units), [Given(*each) for each in texts]) == plain


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("A par - lon", "void: cannot-reach"),
        ("A par - mao", "void: cannot-stand"),
        ("A par - par", "void: itself"),
        ("A par S A par - bur", "void: itself"),
        ("F par - bur", "void: wrong-type"),
        ("A mun - bur", "void: not-yours"),
        ("A gas - bur", "void: no-unit"),
        ("A par - nowhere", "void: unknown-place"),
        ("A par dances", "void: unreadable"),
        ("build A par", "void: wrong-phase"),
        ("F mao - spa", "void: which-coast"),
        ("F mao - por", "succeeds"),
        ("F mao C A par - lon", "void: no-convoy"),
        ("F bre C A par - gas", "void: not-a-convoyer"),
        ("F bre - par", "void: cannot-stand"),
        ("F bre S A mun - tyr", "void: cannot-reach"),
        ("A pic - lon", "void: no-convoy"),
        ("A par S A mun - ukr", "void: cannot-reach"),
    ],
)
def test_why_an_order_is_void(order: str, words: str) -> None:
    found = moved(
        "standard",
        ["france A par", "france F mao", "france F bre", "france A pic", "germany A mun"],
        {"france": [order]},
    )
    assert outcomes(found)[order] == words


def test_the_last_order_counts() -> None:
    found = moved("standard", ["france A par"], {"france": ["A par - bur", "A par - pic", "A par - pic"]})
    assert outcomes(found) == {"A par - bur": "void: replaced", "A par - pic": "succeeds"}


def test_words_of_results_are_known() -> None:
    found = moved(
        "standard", ["france A par", "germany A mun"], {"france": ["A par - bur", "x"], "germany": ["A mun - bur"]}
    )
    for each in found.results:
        assert each.outcome in OUTCOMES
        assert not each.reason or each.reason in REASONS


def unmixed() -> Variant:
    """Land for two units of one power in `p`, with nine places around it."""
    names = "abcdefghi"
    provinces = [Province(f"x{name}", f"Place {name}", Terrain.LAND) for name in names]
    middle = Province("xp", "Middle", Terrain.LAND, capacity=2, mixed=False)
    edges = [Adjacency(f"x{name}", "xp", Units.ARMY) for name in names]
    edges += [Adjacency("xa", "xb", Units.ARMY)]
    return replace(variant_of("standard"), provinces=(*provinces, middle), adjacency=tuple(edges), rules=(), anchors={})


def test_supports_of_the_attacked_power_do_not_beat_its_rivals() -> None:
    found = moved(
        unmixed(),
        [
            "france A xp",
            "france A xd",
            *(f"italy A x{name}" for name in "abc"),
            *(f"turkey A x{name}" for name in "ghi"),
        ],
        {
            "france": ["A xp H", "A xd S A xa - xp@france"],
            "italy": ["A xa - xp@france", "A xb S A xa - xp@france", "A xc S A xa - xp@france"],
            "turkey": ["A xg - xp@france", "A xh S A xg - xp@france", "A xi S A xg - xp@france"],
        },
    )
    assert not found.dislodged
    assert outcomes(found)["A xa - xp@france"] == "fails: bounced"


def test_who_was_beaten_on_the_way_keeps_nobody_out() -> None:
    found = moved(
        unmixed(),
        ["france A xp", "france A xb", "france A xd", "turkey A xa"],
        {"france": ["A xp - xa", "A xb S A xp - xa", "A xd - xp"], "turkey": ["A xa - xp@france"]},
    )
    assert positions(found) == ["france A xa", "france A xb", "france A xp"]


def test_consent_does_not_need_a_passage_of_its_own() -> None:
    """Whether the keeper could itself get there is a matter of strength; consent falls away only where it is attacked."""
    provinces = tuple(Province(f"x{name}", f"Place {name}", Terrain.COAST, fleets=True) for name in "abc")
    edges = (
        Adjacency("xa", "xb", Units.FLEET, Kind.PERMISSION, keeper="xc"),
        Adjacency("xa", "xc", Units.FLEET),
        Adjacency("xb", "xc", Units.FLEET, Kind.PERMISSION, keeper="xa"),
    )
    rules = ("permission_survives_cut", "support_through_permission")
    found = moved(
        replace(variant_of("standard"), provinces=provinces, adjacency=edges, rules=(), anchors={}),
        ["france F xa", "france F xc"],
        {"france": ["F xa - xb", "F xc S F xa - xb"]},
        dict(zip(rules, ("false", "true"), strict=True)) | {"permission_same_power": "order"},
    )
    assert outcomes(found) == {"F xa - xb": "succeeds", "F xc S F xa - xb": "succeeds"}
