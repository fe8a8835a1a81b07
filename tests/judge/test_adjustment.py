"""Builds and removals: counts, sites, limits, what is void and why, the judge's own builds, civil disorder."""

from __future__ import annotations

from dataclasses import replace

import pytest
from phases import piece, variant_of
from turns import at, done, province, texts, when, words

from dipmap.judge.adjustment import balance, due
from dipmap.judge.board import board_of
from dipmap.judge.civil_disorder import removal_order
from dipmap.model import BuildLimit, BuildSite, UnitType

STANDARD = variant_of("standard")
YUBANI = variant_of("yubani")
ZEUS = variant_of("zeus")
WINTER = "winter 1901 adjustment"


def building(**changes):
    """The standard variant with other rules for builds."""
    return replace(STANDARD, builds=replace(STANDARD.builds, **changes))


# ---- builds


def test_centres_less_units_are_built():
    state = at(WINTER, ["germany A par"], {"germany": ["kie", "mun", "ber"]})
    result = done(state, {"germany": ["build A kie", "build F ber", "build A mun"]})
    assert words(result) == [
        ("germany", "build A kie", "built"),
        ("germany", "build F ber", "built"),
        ("germany", "build A mun", "void: no-build-due"),
    ]
    assert texts(result.built) == ["germany A kie", "germany F ber"]
    assert texts(result.state.units) == ["germany A kie", "germany A par", "germany F ber"]
    assert when(result) == "spring 1902 movement"


def test_a_void_build_leaves_the_next_its_turn():
    state = at(WINTER, ["russia A war"], {"germany": ["kie", "mun"], "russia": ["war"]})
    result = done(state, {"germany": ["build A war", "build A kie", "build A mun"]})
    assert texts(result.built) == ["germany A kie", "germany A mun"]


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("build F mos", "cannot-stand"),
        ("build F stp", "which-coast"),
        ("build F stp/ec", "wrong-coast"),
        ("build A sev", "occupied"),
        ("build A war", "not-owned"),
        ("build A rum", "not-a-site"),
        ("build A ukr", "not-a-site"),
        ("build england A mos", "not-yours"),
        ("remove A sev", "no-removal-due"),
        ("A sev - rum", "wrong-phase"),
        ("build A nowhere", "unknown-place"),
    ],
)
def test_orders_that_cannot_be(order, reason):
    state = at(WINTER, ["russia A sev"], {"russia": ["mos", "sev", "stp", "rum"], "germany": ["war"]})
    result = done(state, {"russia": [order]})
    assert words(result)[0] == ("russia", order, f"void: {reason}")
    assert words(result)[1:] == [("russia", "waive", "waived: no-order")] * 2
    assert result.built == ()


def test_a_fleet_stands_on_the_coast_it_names_and_an_army_on_none():
    state = at(WINTER, [], {"russia": ["stp"]})
    assert texts(done(state, {"russia": ["build F stp/nc"]}).built) == ["russia F stp/nc"]
    assert texts(done(state, {"russia": ["build A stp/nc"]}).built) == ["russia A stp"]


def test_the_only_coast_of_a_province_is_meant():
    stp = STANDARD.by_id["stp"]
    variant = province(STANDARD, "stp", coasts=stp.coasts[:1])
    state = at(WINTER, [], {"russia": ["stp"]}, variant=variant)
    assert texts(done(state, {"russia": ["build F stp"]}, variant).built) == [f"russia F stp/{stp.coasts[0].id}"]


def test_nothing_is_built_twice_in_one_place():
    state = at(WINTER, [], {"russia": ["mos", "sev"]})
    result = done(state, {"russia": ["build A mos", "build A mos"]})
    assert [each[2] for each in words(result)] == ["built", "void: occupied", "waived: no-order"]


def test_a_build_can_be_waived():
    state = at(WINTER, [], {"russia": ["mos", "sev"]})
    result = done(state, {"russia": ["waive", "build A sev", "build A mos"]})
    assert [each[2] for each in words(result)] == ["waived", "built", "void: no-build-due"]
    state = at(WINTER, ["russia A mos"], {"russia": ["mos"], "france": ["par"]})
    assert words(done(state, {"russia": ["waive"]}))[-1] == ("russia", "waive", "void: no-build-due")


def test_only_builds_that_were_possible_count_as_waived():
    owners = {"russia": ["mos", "sev", "rum", "bul"]}
    state = at(WINTER, ["russia A sev"], owners)
    assert words(done(state)) == [("russia", "waive", "waived: no-order")]
    state = at(WINTER, ["russia A sev", "russia A mos"], owners | {"france": ["par"]})
    assert words(done(state, {"france": ["build A par"]})) == [("france", "build A par", "built")]


def test_sites():
    owners = {"russia": ["mos", "rum", "ank"]}
    state = at(WINTER, [], owners)
    orders = {"russia": ["build A rum", "build A ank", "build A mos"]}

    def built(variant):
        return texts(done(state, orders, variant).built)

    assert built(STANDARD) == ["russia A mos"]
    assert built(building(sites="owned")) == ["russia A ank", "russia A mos", "russia A rum"]
    assert built(building(sites="any-home")) == ["russia A ank", "russia A mos"]
    assert built(building(extra=(BuildSite("russia", "rum"),))) == ["russia A mos", "russia A rum"]
    assert built(building(extra=(BuildSite("turkey", "rum"),))) == ["russia A mos"]


def test_an_extra_site_is_one_while_it_is_owned():
    variant = building(extra=(BuildSite("russia", "rum"),))
    state = at(WINTER, [], {"russia": ["bul"], "turkey": ["rum"]}, variant=variant)
    assert words(done(state, {"russia": ["build A rum"]}, variant))[0][2] == "void: not-owned"


def test_limits_count_the_builds_among_their_sites():
    variant = building(limits=(BuildLimit("russia", ("mos", "sev", "war"), 1), BuildLimit("france", ("par",), 0)))
    owners = {"russia": ["mos", "sev", "war", "stp"], "france": ["par"]}
    state = at(WINTER, [], owners, variant=variant)
    orders = {"russia": ["build A mos", "build A sev", "build A stp"], "france": ["build A par"]}
    result = done(state, orders, variant)
    assert words(result) == [
        ("france", "build A par", "void: limit"),
        ("russia", "build A mos", "built"),
        ("russia", "build A sev", "void: limit"),
        ("russia", "build A stp", "built"),
    ]


def test_only_some_kinds_of_unit_are_built():
    variant = building(units=(UnitType.FLEET,))
    state = at(WINTER, [], {"russia": ["sev", "mos"]}, variant=variant)
    result = done(state, {"russia": ["build A sev", "build F sev"]}, variant)
    # Moscow takes no fleet: that build could not have been used
    assert [each[2] for each in words(result)] == ["void: wrong-unit", "built"]


def test_a_shared_centre_takes_builds_while_there_is_room():
    variant = province(STANDARD, "lon", capacity=2)
    state = at(WINTER, ["france F lon"], {"england": ["lon", "edi", "lvp"]}, variant=variant)
    result = done(state, {"england": ["build F lon", "build F lon"]}, variant)
    assert [each[2] for each in words(result)][:2] == ["built", "void: occupied"]
    state = at(WINTER, [], {"england": ["lon", "edi"]}, variant=variant)
    result = done(state, {"england": ["build F lon", "build F lon"]}, variant)
    assert texts(result.state.units) == ["england F lon", "england F lon#2"]
    unmixed = province(variant, "lon", mixed=False)
    state = at(WINTER, ["france F lon"], {"england": ["lon"], "france": ["par"]}, variant=unmixed)
    assert due(board_of(variant), state)
    assert not due(board_of(unmixed), state)


def test_powers_without_players_build_nothing_and_remove_what_they_must():
    powers = tuple(replace(power, playable=power.id != "italy") for power in STANDARD.powers)
    variant = replace(STANDARD, powers=powers)
    state = at(WINTER, ["italy A pie", "italy A ven"], {"italy": ["ven"], "france": ["par"]}, variant=variant)
    result = done(state, {}, variant)
    assert texts(result.removed) == ["italy A pie"]
    state = at(WINTER, [], {"italy": ["ven"]}, variant=variant)
    assert balance(board_of(variant), state) == {}


# ---- removals


def test_removals_are_ordered():
    state = at(WINTER, ["france A par", "france A pic", "france F bre"], {"france": ["par"]})
    result = done(state, {"france": ["remove A pic", "disband F bre", "A par D", "build A mar"]})
    assert words(result) == [
        ("france", "remove A pic", "disbanded"),
        ("france", "disband F bre", "disbanded"),
        ("france", "A par D", "void: no-removal-due"),
        ("france", "build A mar", "void: no-build-due"),
    ]
    assert texts(result.removed) == ["france A pic", "france F bre"]
    assert texts(result.state.units) == ["france A par"]


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("remove A lyo", "no-unit"),
        ("remove A bre", "wrong-type"),
        ("remove A lon", "not-yours"),
        ("build A par", "no-build-due"),
        ("waive", "no-build-due"),
    ],
)
def test_removals_that_cannot_be_are_made_up_for(order, reason):
    state = at(WINTER, ["france A par", "france F bre", "england A lon"], {"france": ["par"], "england": ["lon"]})
    result = done(state, {"france": [order]})
    assert words(result) == [
        ("france", order, f"void: {reason}"),
        ("france", "remove F bre", "disbanded: civil-disorder"),
    ]


def test_a_unit_is_removed_once():
    state = at(WINTER, ["france A par", "france A pic", "france F lyo"], {"france": ["par"]})
    result = done(state, {"france": ["disband A par", "disband A par"]})
    assert [each[2] for each in words(result)] == ["disbanded", "void: no-unit", "disbanded: civil-disorder"]
    assert texts(result.state.units) == ["france A pic"]


def test_of_units_that_are_alike_any_may_be_meant():
    variant = variant_of("philadelphia")
    state = at("march 2007 adjustment", ["mob F r3", "mob F r3#2", "mob F r4"], {"mob": ["std"]}, variant=variant)
    result = done(state, {"mob": ["remove F r3", "remove F r3"]}, variant)
    assert texts(result.removed) == ["mob F r3", "mob F r3#2"]
    result = done(state, {"mob": ["remove F r3#1", "remove F r4"]}, variant)
    assert texts(result.state.units) == ["mob F r3"]


def test_an_army_and_a_fleet_in_one_province_are_not_alike():
    variant = province(STANDARD, "bre", capacity=2)
    state = at(WINTER, ["france A bre", "france F bre#2"], {"france": ["par"]}, variant=variant)
    result = done(state, {"france": ["remove bre"]}, variant)
    assert words(result)[0] == ("france", "remove bre", "void: which-unit")


# ---- civil disorder


def leaving(power, units, owned, rule="owned"):
    board = board_of(STANDARD, {"disband_distance": rule})
    return texts(removal_order(board, power, map(piece, units), dict.fromkeys(owned, power))[:1])


@pytest.mark.parametrize(
    ("units", "owned", "first"),
    [
        (["russia A lvn", "russia A swe"], ["stp"], "russia A swe"),  # 6.J.3: the farther
        (["russia A lvn", "russia A ukr"], ["mos"], "russia A lvn"),  # 6.J.4: as far, by name
        (["russia F bot", "russia F nth"], ["mun"], "russia F bot"),  # 6.J.6: any way counts for a fleet
        (["russia A boh", "russia F nth", "russia F ska"], ["stp", "war"], "russia F nth"),  # 6.J.7: fleet before army
        (["italy A gre", "italy A pie"], ["nap"], "italy A pie"),  # 6.J.10: over water
        (["italy A tus", "italy A war"], ["war"], "italy A tus"),  # 6.J.11: from what is owned, not from home
    ],
)
def test_the_farthest_from_what_is_owned_leaves_first(units, owned, first):
    power = first.partition(" ")[0]
    assert leaving(power, units, owned) == [first]
    assert leaving(power, units[::-1], owned) == [first]


def test_the_farthest_from_home_leaves_first_where_that_is_the_rule():
    assert leaving("italy", ["italy A tus", "italy A war"], ["war"], "home") == ["italy A war"]
    # armies cross water as if convoyed; fleets keep to their own ways (Berlin - Warsaw is none)
    assert leaving("italy", ["italy A gre", "italy A sil"], ["nap"], "home") == ["italy A sil"]
    assert leaving("russia", ["russia F ber", "russia A sil", "russia A pru"], [], "home") == ["russia F ber"]
    assert leaving("russia", ["russia F ber", "russia F ska"], ["stp"], "home") == ["russia F ber"]


def test_who_cannot_come_home_leaves_first():
    island = replace(STANDARD, adjacency=tuple(edge for edge in STANDARD.adjacency if "nwy" not in edge.pair))
    order = removal_order(
        board_of(island), "russia", map(piece, ["russia F spa/sc", "russia A nwy"]), {"mos": "russia"}
    )
    assert texts(order[:1]) == ["russia A nwy"]


def test_without_a_centre_fleets_leave_first_and_then_by_name():
    units = ["russia A vie", "russia A ber", "russia F tys", "russia F bar"]
    order = removal_order(board_of(STANDARD), "russia", map(piece, units), {})
    assert [unit.location for unit in order] == ["bar", "tys", "ber", "vie"]


def test_of_a_stack_the_last_leaves_first():
    board = board_of(variant_of("philadelphia"))
    order = removal_order(board, "mob", map(piece, ["mob F r3", "mob F r3#2"]), {"std": "mob"})
    assert [unit.n for unit in order] == [2, 1]


# ---- the judge's own builds


def test_the_judge_builds_in_homes_first_and_then_by_id():
    state = at("year 2021 adjustment", ["turkey A gre"], {"turkey": ["geo", "ank", "gre", "cyp"]}, variant=YUBANI)
    result = done(state, {}, YUBANI)
    assert words(result) == [
        ("turkey", "build A ank", "built: automatic"),
        ("turkey", "build A cyp", "built: automatic"),
        ("turkey", "build A geo", "built: automatic"),
    ]
    assert when(result) == "year 2022 movement"


def test_the_judge_builds_no_more_than_are_due_and_removes_by_civil_disorder():
    units = ["turkey A uzb", "iran A teh", "iran A dub"]
    state = at("year 2021 adjustment", units, {"turkey": ["geo", "ank"], "iran": ["teh"]}, variant=YUBANI)
    result = done(state, {}, YUBANI)
    assert words(result) == [
        ("iran", "remove A dub", "disbanded: civil-disorder"),
        ("turkey", "build A ank", "built: automatic"),
    ]


@pytest.mark.parametrize("order", ["build A geo", "remove A gre", "waive"])
def test_players_order_nothing_then(order):
    state = at("year 2021 adjustment", ["turkey A gre"], {"turkey": ["geo", "gre"]}, variant=YUBANI)
    result = done(state, {"turkey": [order]}, YUBANI)
    assert words(result) == [("turkey", order, "void: automatic"), ("turkey", "build A geo", "built: automatic")]


def test_the_judge_builds_what_a_place_admits():
    variant = building(method="automatic", sites="owned", units=(UnitType.FLEET, UnitType.ARMY))
    state = at(WINTER, [], {"russia": ["mos", "stp"]}, variant=variant)
    assert texts(done(state, {}, variant).built) == ["russia A mos", "russia F stp/nc"]


def test_the_judge_fills_a_shared_centre():
    variant = province(building(method="automatic", sites="owned"), "lon", capacity=3)
    state = at(WINTER, ["england A edi"], {"england": ["edi", "lon", "lvp", "nwy"]}, variant=variant)
    assert texts(done(state, {}, variant).built) == ["england A lon", "england A lvp", "england A nwy"]
    units = ["england A edi", "france A bel", "france A bre"]
    owners = {"england": ["edi", "lon", "bel", "bre"], "france": ["par", "mar"]}
    state = at(WINTER, units, owners, variant=variant)
    assert texts(done(state, {}, variant).built) == ["england A lon", "england A lon#2", "england A lon#3"]


# ---- units of nobody


def test_a_unit_of_nobody_comes_back_where_that_is_a_rule():
    option = {"standing_rebuilt": "true"}
    variant = replace(ZEUS, options=dict(ZEUS.options) | option)
    state = at("winter 1940 adjustment", ["britain A ira"], {"britain": ["egy"]}, variant=variant)
    result = done(state, {}, variant)
    assert words(result) == [(None, "build A ind", "built: standing")]
    assert texts(result.state.units) == ["britain A ira", "neutral A ind"]
    board = board_of(variant)
    assert due(board, state)
    assert not due(board_of(ZEUS), state)
    taken = at("winter 1940 adjustment", ["britain A ira"], {"britain": ["ind"]}, variant=variant)
    assert not due(board, taken)
    there = at("winter 1940 adjustment", ["britain A ind"], {"britain": ["egy"]}, variant=variant)
    assert not due(board, there)


def test_the_order_of_powers_and_units_makes_no_difference():
    units = ["france A par", "france A pic", "germany A ruh"]
    owners = {"france": ["par"], "germany": ["kie", "mun", "ber"]}
    orders = {"france": ["remove A par"], "germany": ["build A kie", "build A ber"]}
    result = done(at(WINTER, units, owners), orders)
    turned = at(WINTER, units[::-1], dict(reversed(owners.items())))
    assert done(turned, dict(reversed(orders.items()))) == result
