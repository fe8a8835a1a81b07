"""Retreats: where to, what keeps a unit from going there, and who meets whom."""

from __future__ import annotations

from dataclasses import replace

import pytest
from phases import piece, variant_of
from turns import at, done, province, texts, when, words

from dipmap.judge.board import board_of
from dipmap.judge.retreats import open_to
from dipmap.model import Adjacency, Kind, Units

STANDARD = variant_of("standard")
STOCKHOLM = variant_of("stockholm")
PHILADELPHIA = variant_of("philadelphia")


def open_for(unit, origin=None, others=(), bounced=(), *, variant=STANDARD, options=None, convoyed=False):
    board = board_of(variant, options)
    return open_to(board, piece(unit), origin, [piece(other) for other in others], bounced, convoyed=convoyed)


def test_neighbours_that_are_free():
    assert open_for("france A par") == ("bre", "bur", "gas", "pic")
    assert open_for("france A par", "bur") == ("bre", "gas", "pic")
    assert open_for("france A par", "bur", ["germany A gas", "england F pic"]) == ("bre",)
    assert open_for("france A par", "bur", bounced=["bre", "pic"]) == ("gas",)


def test_each_coast_is_a_place_of_its_own():
    assert open_for("france F por") == ("mao", "spa/nc", "spa/sc")
    assert open_for("france F por", "spa") == ("mao",)
    assert open_for("russia F stp/nc", "nwy") == ("bar",)


def test_the_origin_of_a_convoyed_attacker_is_open():
    assert "lon" in open_for("france A wal", "lon", convoyed=True)
    assert "lon" not in open_for("france A wal", "lon", convoyed=True, options={"retreat_to_convoy_origin": "false"})
    assert "lon" not in open_for("france A wal", "lon")


def test_units_of_nobody_and_games_without_retreats():
    assert open_for("neutral A ind", variant=variant_of("zeus")) == ()
    assert open_for("egypt A cai", variant=variant_of("yubani")) == ()
    assert open_for("egypt A cai", variant=replace(variant_of("yubani"), retreats="normal")) != ()


def test_shared_provinces_are_open_while_there_is_room():
    two = ["mob F r3", "brook F r3"]
    assert "r3" in open_for("hood F r2", None, two, variant=PHILADELPHIA)
    assert "r3" not in open_for("hood F r2", None, [*two, "hood F r3"], variant=PHILADELPHIA)
    assert "r3" not in open_for("hood F r2", None, two, ["r3"], variant=PHILADELPHIA)
    unmixed = province(PHILADELPHIA, "r3", mixed=False)
    assert "r3" not in open_for("hood F r2", None, ["mob F r3"], variant=unmixed)
    assert "r3" in open_for("mob F r2", None, ["mob F r3"], variant=unmixed)


def test_a_passage_by_consent_is_open_to_the_keepers_power_where_that_is_a_rule():
    keeper = ["sofia A slu"]
    way = {"retreat_through_permission": "true"}
    assert "str" not in open_for("sofia F kla", None, keeper, variant=STOCKHOLM)
    assert "str" in open_for("sofia F kla", None, keeper, variant=STOCKHOLM, options=way)
    assert "str" not in open_for("maria F kla", None, keeper, variant=STOCKHOLM, options=way)
    assert "str" not in open_for("sofia F kla", None, [], variant=STOCKHOLM, options=way)


def test_a_oneway_step_is_no_way_back():
    adjacency = (*STANDARD.adjacency, Adjacency("mos", "vie", Units.ARMY, Kind.LINK, oneway=True))
    variant = replace(STANDARD, adjacency=adjacency)
    assert "vie" in open_for("russia A mos", variant=variant)
    assert "mos" not in open_for("russia A vie", variant=variant)


def test_a_retreat_and_a_disbandment():
    state = at(
        "spring 1901 retreat",
        ["germany A par", "italy A mar"],
        dislodged=["france A par from bur", "france F mar from pie"],
    )
    result = done(state, {"france": ["A par - pic", "F mar D"]})
    assert words(result) == [("france", "F mar D", "disbanded"), ("france", "A par - pic", "succeeds")]
    assert texts(result.state.units) == ["france A pic", "germany A par", "italy A mar"]
    assert texts(result.removed) == ["france F mar"]
    assert result.state.dislodged == ()
    assert when(result) == "fall 1901 movement"


def test_an_r_is_as_good_as_a_hyphen():
    state = at("spring 1901 retreat", ["germany A par"], dislodged=["france A par from bur"])
    assert texts(done(state, {"france": ["A par R gas"]}).state.units) == ["france A gas", "germany A par"]


def test_without_an_order_a_unit_disbands():
    state = at("spring 1901 retreat", ["germany A par"], dislodged=["france A par from bur"])
    result = done(state)
    assert words(result) == [("france", "A par D", "disbanded: no-order")]
    assert texts(result.removed) == ["france A par"]


def test_a_unit_with_nowhere_to_go_disbands():
    units = ["germany A par", "germany A bur", "germany A gas", "germany A bre", "germany A pic"]
    state = at("spring 1901 retreat", units, dislodged=["france A par from bur"])
    assert words(done(state)) == [("france", "A par D", "disbanded: nowhere")]


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("A par - bur", "from-there"),
        ("A par - pic", "occupied"),
        ("A par - bre", "stand-off"),
        ("A par - mar", "cannot-reach"),
        ("A par - par", "itself"),
        ("A par - eng", "cannot-stand"),
        ("A par H", "wrong-phase"),
        ("A par S A pic", "wrong-phase"),
    ],
)
def test_retreats_that_cannot_be(order, reason):
    state = at(
        "spring 1901 retreat", ["germany A par", "england F pic"], dislodged=["france A par from bur"], bounced=["bre"]
    )
    result = done(state, {"france": [order]})
    assert words(result) == [("france", order, f"void: {reason}")]
    assert texts(result.removed) == ["france A par"]
    assert texts(result.state.units) == ["england F pic", "germany A par"]


@pytest.mark.parametrize(
    ("power", "order", "reason"),
    [
        ("france", "F par - gas", "wrong-type"),
        ("germany", "A par - gas", "wrong-phase"),
        ("germany", "A mun - gas", "wrong-phase"),
        ("england", "A par - gas", "not-yours"),
        ("england", "A lon - wal", "no-unit"),
        ("france", "A nowhere - gas", "unknown-place"),
        ("france", "waive", "wrong-phase"),
    ],
)
def test_orders_for_no_unit_that_retreats(power, order, reason):
    state = at("spring 1901 retreat", ["germany A par", "germany A mun"], dislodged=["france A par from bur"])
    result = done(state, {power: [order]})
    assert words(result) == [("france", "A par D", "disbanded: no-order"), (power, order, f"void: {reason}")]


def test_the_last_order_counts():
    state = at("spring 1901 retreat", ["germany A par"], dislodged=["france A par from bur"])
    result = done(state, {"france": ["A par - gas", "A par - pic", "A par - pic"]})
    assert words(result) == [("france", "A par - pic", "succeeds"), ("france", "A par - gas", "void: replaced")]


def test_a_fleet_names_its_coast_where_both_are_open():
    state = at("spring 1901 retreat", ["italy F por"], dislodged=["france F por from mao"])
    assert words(done(state, {"france": ["F por - spa"]})) == [("france", "F por - spa", "void: which-coast")]
    assert texts(done(state, {"france": ["F por - spa/nc"]}).state.units) == ["france F spa/nc", "italy F por"]
    state = at("spring 1901 retreat", ["italy F gas"], dislodged=["france F gas from bre"])
    assert texts(done(state, {"france": ["F gas - spa"]}).state.units) == ["france F spa/nc", "italy F gas"]
    assert words(done(state, {"france": ["F gas - spa/sc"]})) == [("france", "F gas - spa/sc", "void: wrong-coast")]


def test_a_coast_makes_no_difference_to_an_army():
    state = at("spring 1901 retreat", ["italy A por"], dislodged=["france A por from mao"])
    assert texts(done(state, {"france": ["A por - spa/sc"]}).state.units) == ["france A spa", "italy A por"]


def test_two_that_retreat_to_one_place_both_disband():
    state = at(
        "spring 1901 retreat",
        ["germany A par", "italy A mar"],
        dislodged=["france A par from bur", "england A mar from pie"],
    )
    result = done(state, {"france": ["A par - gas"], "england": ["A mar - gas"]})
    assert words(result) == [
        ("england", "A mar - gas", "fails: contested"),
        ("france", "A par - gas", "fails: contested"),
    ]
    assert [each.by for each in result.results] == [("par",), ("mar",)]
    assert texts(result.removed) == ["england A mar", "france A par"]


def river(there, dislodged, variant=PHILADELPHIA):
    return at("january 2007 retreat", there, dislodged=dislodged, variant=variant)


def into_r3(*powers):
    places = {"mob": "r4", "brook": "r2", "hood": "wph"}
    return {power: [f"F {places[power]} - r3"] for power in powers}


def test_a_shared_province_takes_as_many_as_there_is_room_for():
    beaten = ["mob F r4 from nvy", "brook F r2 from r1", "hood F wph from frm"]
    orders = into_r3("mob", "brook", "hood")
    result = done(river([], beaten), orders, PHILADELPHIA)
    assert texts(result.state.units) == ["brook F r3", "hood F r3", "mob F r3"]
    result = done(river(["mob F r3"], beaten), orders, PHILADELPHIA)
    assert texts(result.state.units) == ["mob F r3"]
    assert {each.words for each in result.results} == {"fails: contested"}
    result = done(river(["mob F r3"], beaten), into_r3("mob", "brook"), PHILADELPHIA)
    assert texts(result.state.units) == ["brook F r3", "mob F r3", "mob F r3#2"]


def test_units_of_several_powers_do_not_meet_in_an_unmixed_province():
    variant = province(PHILADELPHIA, "r3", mixed=False)
    beaten = ["mob F r4 from nvy", "brook F r2 from r1"]
    result = done(river([], beaten, variant), into_r3("mob", "brook"), variant)
    assert result.state.units == ()
    beaten = ["mob F r4 from nvy", "mob F r2 from r1"]
    result = done(river([], beaten, variant), {"mob": ["F r4 - r3", "F r2 - r3"]}, variant)
    assert texts(result.state.units) == ["mob F r3", "mob F r3#2"]


def test_of_several_dislodged_in_one_province_the_order_says_which():
    state = river([], ["mob F r2 from r1", "mob F r2#2 from r1"])
    result = done(state, {"mob": ["F r2 - r3"]}, PHILADELPHIA)
    assert words(result)[-1] == ("mob", "F r2 - r3", "void: which-unit")
    result = done(state, {"mob": ["F r2#2 - r3", "F r2#1 D"]}, PHILADELPHIA)
    assert texts(result.state.units) == ["mob F r3"]
    assert texts(result.removed) == ["mob F r2"]


def test_the_order_of_orders_makes_no_difference():
    state = at(
        "spring 1901 retreat",
        ["germany A par", "italy A mar"],
        dislodged=["france A par from bur", "england A mar from pie"],
    )
    orders = {"france": ["A par - gas", "A lon H"], "england": ["A mar - gas", "A par - gas"]}
    backwards = {power: texts_[::-1] for power, texts_ in reversed(orders.items())}
    assert done(state, orders) == done(state, backwards)


def test_an_order_of_another_phase_takes_no_retreats_place():
    state = at("spring 1901 retreat", ["germany A bur"], dislodged=["france A par from bur"])
    result = done(state, {"france": ["A par - gas", "A par H"]})
    assert "france A gas" in texts(result.state.units)
    assert ("france", "A par H", "void: wrong-phase") in words(result)
