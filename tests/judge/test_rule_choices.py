"""Each value of each rule choice that bears on moves: a position in which it makes the difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from phases import moved, outcomes, piece, positions, variant_of

from dipmap.judge.board import board_of
from dipmap.judge.errors import JudgeError
from dipmap.judge.retreats import open_to
from dipmap.model import Adjacency, Kind, Province, Terrain, Units, Variant
from dipmap.model.options import OPTIONS


def nwy(options: Mapping[str, str], own: str = "england", via: str = "") -> list[str]:
    """Norway and Sweden change places; a fleet in the Skagerrak convoys the first of them."""
    found = moved(
        "standard",
        ["england A nwy", "russia A swe", f"{own} F ska"],
        {
            "england": [f"A nwy - swe{via}"],
            own: ["F ska C A nwy - swe", *([f"A nwy - swe{via}"] if own == "england" else [])],
            "russia": ["A swe - nwy"],
        },
        options,
    )
    return [place for place in positions(found) if " A " in place]


CHANGED = ["england A swe", "russia A nwy"]
STAYED = ["england A nwy", "russia A swe"]


@pytest.mark.parametrize(
    ("choice", "own", "via", "expected"),
    [
        ("intent", "england", "", CHANGED),
        ("intent", "germany", "", STAYED),
        ("intent", "germany", " via", CHANGED),
        ("explicit", "england", "", STAYED),
        ("explicit", "england", " via", CHANGED),
        ("fallback", "england", "", CHANGED),
        ("swap-1971", "germany", "", CHANGED),
    ],
)
def test_when_an_army_goes_by_convoy_to_a_neighbour(choice: str, own: str, via: str, expected: list[str]) -> None:
    assert nwy({"convoy_adjacent": choice}, own, via) == expected


@pytest.mark.parametrize(("choice", "expected"), [("intent", "no-path"), ("fallback", "")])
def test_a_broken_convoy_to_a_neighbour(choice: str, expected: str) -> None:
    found = moved(
        "standard",
        ["france A bel", "england F nth", "germany F hel", "germany F den"],
        {
            "france": ["A bel - hol via"],
            "england": ["F nth C A bel - hol"],
            "germany": ["F hel - nth", "F den S F hel - nth"],
        },
        {"convoy_adjacent": choice},
    )
    assert outcomes(found)["A bel - hol via"] == (f"fails: {expected}" if expected else "succeeds")


def test_without_units_in_the_way_the_rules_of_1971_walk() -> None:
    found = moved(
        "standard",
        ["england A nwy", "england F ska"],
        {"england": ["A nwy - swe", "F ska C A nwy - swe"]},
        {"convoy_adjacent": "swap-1971"},
    )
    assert outcomes(found)["F ska C A nwy - swe"] == "fails: not-convoyed"
    assert positions(found) == ["england A swe", "england F ska"]


@pytest.mark.parametrize(("choice", "open_to_it"), [("true", True), ("false", False)])
def test_a_retreat_to_where_a_convoyed_attacker_came_from(choice: str, open_to_it: bool) -> None:
    found = moved(
        "standard",
        ["england A nwy", "russia A swe", "england F ska", "england F bot"],
        {"england": ["A nwy - swe via", "F ska C A nwy - swe", "F bot S A nwy - swe"]},
        {"retreat_to_convoy_origin": choice},
    )
    (beaten,) = found.dislodged
    assert ("nwy" in beaten.retreats) is open_to_it


@pytest.mark.parametrize(("choice", "expected"), [("false", CHANGED), ("true", STAYED)])
def test_two_meet_though_one_goes_by_convoy(choice: str, expected: list[str]) -> None:
    assert nwy({"h2h_via_convoy": choice}) == expected


FULL = ["mob F r3", "brook F r3", "hood F r3"]


def test_nobody_fights_in_a_shared_province() -> None:
    found = moved(
        "philadelphia",
        [*FULL, "gentry F r4", "gentry F wph"],
        {"gentry": ["F r4 - r3@brook", "F wph S F r4 - r3"]},
        {"stack_combat": "none"},
    )
    assert outcomes(found)["F r4 - r3@brook"] == "void: no-combat"
    found = moved("philadelphia", [*FULL[:2], "gentry F r4"], {"gentry": ["F r4 - r3"]}, {"stack_combat": "none"})
    assert "gentry F r3" in positions(found)


@pytest.mark.parametrize(
    ("supported", "beaten"),
    [(["brook", "hood"], ["mob"]), (["brook"], [])],
)
def test_a_move_into_a_full_province_attacks_the_weakest(supported: Sequence[str], beaten: list[str]) -> None:
    units = [*FULL, "gentry F r4", "gentry F wph", "riverwards F frm", "riverwards F gry"]
    holders = {
        "riverwards": [f"F {place} S F r3@{power}" for place, power in zip(("frm", "gry"), supported, strict=False)]
    }
    found = moved(
        "philadelphia", units, {"gentry": ["F r4 - r3", "F wph S F r4 - r3"], **holders}, {"default_target": "weakest"}
    )
    assert [each.piece.power for each in found.dislodged] == beaten
    if not beaten:
        assert outcomes(found)["F r4 - r3"] == "void: full"


@pytest.mark.parametrize(("choice", "expected"), [("any-target", "succeeds"), ("exact", "fails: bounced")])
def test_a_support_that_names_no_target(choice: str, expected: str) -> None:
    found = moved(
        "philadelphia",
        [*FULL, "gentry F r4", "gentry F wph"],
        {"gentry": ["F r4 - r3@brook", "F wph S F r4 - r3"]},
        {"unnamed_support": choice},
    )
    assert outcomes(found)["F r4 - r3@brook"] == expected


@pytest.mark.parametrize(("choice", "expected"), [("false", "void: own-space"), ("true", "succeeds")])
def test_a_support_against_one_beside(choice: str, expected: str) -> None:
    found = moved(
        "philadelphia",
        [*FULL, "mob F r4"],
        {"mob": ["F r4 - r3@brook", "F r3 S F r4 - r3@brook"]},
        {"support_own_space": choice},
    )
    assert outcomes(found)["F r3 S F r4 - r3@brook"] == expected
    assert bool(found.dislodged) is (choice == "true")


@pytest.mark.parametrize(("choice", "expected"), [("implicit", "succeeds"), ("order", "fails: no-consent")])
def test_the_keeper_of_the_same_power(choice: str, expected: str) -> None:
    orders = {"maria": ["F kla - str", "A slu H"]}
    found = moved("stockholm", ["maria F kla", "maria A slu"], orders, {"permission_same_power": choice})
    assert outcomes(found)["F kla - str"] == expected
    orders = {"maria": ["F kla - str", "A slu S F kla - str"]}
    found = moved("stockholm", ["maria F kla", "maria A slu"], orders, {"permission_same_power": choice})
    assert outcomes(found)["F kla - str"] == "succeeds"


@pytest.mark.parametrize(("choice", "expected"), [("true", "succeeds"), ("false", "fails: no-consent")])
def test_consent_of_a_keeper_under_attack(choice: str, expected: str) -> None:
    found = moved(
        "stockholm",
        ["maria F kla", "sofia F slu", "adolf A ers"],
        {"maria": ["F kla - str"], "sofia": ["F slu S maria F kla - str"], "adolf": ["A ers - slu"]},
        {"permission_survives_cut": choice},
    )
    assert outcomes(found)["F kla - str"] == expected


@pytest.mark.parametrize(("choice", "expected"), [("where-able", "succeeds"), ("none", "fails: bounced")])
def test_whether_consent_adds_strength(choice: str, expected: str) -> None:
    found = moved(
        "stockholm",
        ["maria F kla", "sofia F slu", "adolf F str"],
        {"maria": ["F kla - str"], "sofia": ["F slu S maria F kla - str"]},
        {"permission_strength": choice},
    )
    assert outcomes(found)["F kla - str"] == expected


@pytest.mark.parametrize(("choice", "expected"), [("false", "void: cannot-reach"), ("true", "succeeds")])
def test_support_through_a_passage(choice: str, expected: str) -> None:
    steps = board_of(variant_of("stockholm")).step["F"]["str"]
    third = min(place for place in steps if place not in ("kla", "slu"))
    order = f"F kla S F {third} - str"
    found = moved(
        "stockholm",
        ["maria F kla", "maria A slu", f"maria F {third}", "adolf F str"],
        {"maria": [order, f"F {third} - str"]},
        {"support_through_permission": choice},
    )
    assert outcomes(found)[order] == expected
    assert bool(found.dislodged) is (choice == "true")


@pytest.mark.parametrize(("choice", "expected"), [("true", "fails: bounced"), ("false", "succeeds")])
def test_support_for_a_unit_of_nobody(choice: str, expected: str) -> None:
    found = moved(
        "zeus",
        ["neutral A ind", "britain F ino", "britain F ben", "ussr A ira"],
        {"britain": ["F ino - ind", "F ben S F ino - ind"], "ussr": ["A ira S neutral A ind"]},
        {"standing_supportable": choice},
    )
    assert outcomes(found)["F ino - ind"] == expected
    if choice == "false":
        assert outcomes(found)["A ira S neutral A ind"] == "void: not-supportable"


def sluice() -> Variant:
    """Shore, two seas joined by a passage that an islet keeps, and another shore: a - x =k= y - b."""
    provinces = tuple(
        Province(
            name, name.upper(), terrain, armies=terrain is not Terrain.SEA, fleets=True, convoys=terrain is Terrain.SEA
        )
        for name, terrain in (
            ("aaa", Terrain.COAST),
            ("bbb", Terrain.COAST),
            ("kkk", Terrain.COAST),
            ("xxx", Terrain.SEA),
            ("yyy", Terrain.SEA),
        )
    )
    edges = (
        Adjacency("aaa", "xxx", Units.FLEET),
        Adjacency("bbb", "yyy", Units.FLEET),
        Adjacency("kkk", "xxx", Units.FLEET),
        Adjacency("kkk", "yyy", Units.FLEET),
        Adjacency("xxx", "yyy", Units.FLEET, Kind.PERMISSION, keeper="kkk"),
    )
    return replace(variant_of("stockholm"), provinces=provinces, adjacency=edges, rules=(), anchors={})


@pytest.mark.parametrize(
    ("choice", "keeper", "expected"),
    [
        ("false", "maria A kkk", "void: no-convoy"),
        ("true", "maria A kkk", "succeeds"),
        ("true", "sofia A kkk", "fails: no-path"),
    ],
)
def test_a_convoy_through_a_passage(choice: str, keeper: str, expected: str) -> None:
    found = moved(
        sluice(),
        ["maria A aaa", "maria F xxx", "maria F yyy", keeper],
        {"maria": ["A aaa - bbb", "F xxx C A aaa - bbb", "F yyy C A aaa - bbb"]},
        {"convoy_through_permission": choice},
    )
    assert outcomes(found)["A aaa - bbb"] == expected


def test_a_foreign_keeper_lets_a_convoy_through() -> None:
    found = moved(
        sluice(),
        ["maria A aaa", "maria F xxx", "maria F yyy", "sofia A kkk"],
        {
            "maria": ["A aaa - bbb", "F xxx C A aaa - bbb", "F yyy C A aaa - bbb"],
            "sofia": ["A kkk S maria A aaa - bbb"],
        },
        {"convoy_through_permission": "true"},
    )
    assert outcomes(found)["A aaa - bbb"] == "succeeds"


@pytest.mark.parametrize(("choice", "expected"), [("false", False), ("true", True)])
def test_a_retreat_through_a_passage(choice: str, expected: bool) -> None:
    found = moved(
        sluice(),
        ["maria F bbb", "maria A kkk", "maria F xxx", "sofia F yyy"],
        {"maria": ["F bbb - yyy", "A kkk H"]},
        {"retreat_through_permission": choice},
    )
    assert not found.dislodged  # one against one
    board = board_of(sluice(), {"retreat_through_permission": choice})
    assert ("xxx" in open_to(board, piece("maria F yyy"), "bbb", [piece("maria A kkk")], ())) is expected
    assert "xxx" not in open_to(board, piece("maria F yyy"), "bbb", [piece("sofia A kkk")], ())


def test_a_choice_that_does_not_exist() -> None:
    with pytest.raises(JudgeError, match="no rule choice called weather"):
        board_of(variant_of("standard"), {"weather": "fair"})
    with pytest.raises(JudgeError, match="paradox cannot be all-hold"):
        board_of(variant_of("standard"), {"paradox": "all-hold"})


def test_every_board_knows_every_choice() -> None:
    assert set(board_of(variant_of("zeus")).options) == set(OPTIONS)
