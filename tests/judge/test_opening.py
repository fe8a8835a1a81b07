"""The adjustment before the first turn: when it is, what is built, what is hidden."""

from __future__ import annotations

from dataclasses import replace

import pytest
from phases import variant_of
from turns import STANDARD, at, done, given, texts, when, words

from dipmap.judge import new_state, play, view
from dipmap.judge.opening import date, is_opening
from dipmap.model import BuildLimit, Calendar, Opening, Schedule, Start, Turn, Unit, UnitType

PHILADELPHIA = variant_of("philadelphia")
ZEUS = variant_of("zeus")


def opened(**changes):
    """The standard variant with an opening."""
    return replace(STANDARD, start=Start(opening=Opening(**changes)))


def begin(variant):
    return new_state(variant)


def test_the_documents_say_when():
    assert date(PHILADELPHIA) == ("december", 2006)
    assert date(ZEUS) == ("winter", 1939)
    assert date(STANDARD) is None
    assert is_opening(ZEUS, "winter", 1939)
    assert not is_opening(ZEUS, "winter", 1940)
    assert not is_opening(STANDARD, "winter", 1900)


TURNS = (
    Turn("spring", "Spring", ("movement",)),
    Turn("summer", "Summer", ("adjustment",)),
    Turn("fall", "Fall", ("movement",)),
    Turn("winter", "Winter", ("adjustment",)),
)


@pytest.mark.parametrize(
    ("opening", "turns", "first", "years", "expected"),
    [
        (Opening(), TURNS, "spring", 1, ("winter", 1900)),
        (Opening(), TURNS, "fall", 1, ("summer", 1901)),
        (Opening(), TURNS, "spring", 5, ("winter", 1896)),
        (Opening(), TURNS[:1], "spring", 1, ("spring", 1900)),
        (Opening(turn="fall"), TURNS, "spring", 1, ("fall", 1900)),
        (Opening(turn="fall"), TURNS, "winter", 1, ("fall", 1901)),
        (Opening(turn="dawn"), TURNS, "spring", 1, ("dawn", 1900)),
        (Opening(turn="dawn", year=7), TURNS, "spring", 1, ("dawn", 7)),
        (Opening(year=1800), TURNS, "spring", 1, ("winter", 1800)),
    ],
)
def test_where_they_do_not_it_is_the_adjustment_before_the_first_turn(opening, turns, first, years, expected):
    calendar = Calendar(turns, 1901, first, years)
    assert date(replace(STANDARD, calendar=calendar, start=Start(opening=opening))) == expected


def test_an_opening_whose_turn_is_in_no_calendar_is_played_all_the_same():
    variant = opened(turn="dawn", year=1900)
    result = done(begin(variant), {"france": ["build A par"]}, variant)
    assert texts(result.state.units) == ["france A par"]
    assert when(result) == "spring 1901 movement"


def test_one_unit_a_home_where_nothing_is_said():
    variant = opened()
    orders = {"france": ["build A par", "build A par", "build F mar", "build A bre", "build A bel"]}
    result = done(begin(variant), orders, variant)
    assert [each[2] for each in words(result) if each[0] == "france"] == [
        "built",
        "void: occupied",
        "built",
        "built",
        "void: no-build-due",
    ]
    assert ("russia", "waive", "waived: no-order") in words(result)
    assert sum(each[0] == "russia" for each in words(result)) == 4


def test_caps():
    variant = opened(builds={"france": 1, "italy": 0})
    orders = {"france": ["build A par", "build A mar"], "italy": ["build A rom"]}
    result = done(begin(variant), orders, variant)
    assert texts(result.built) == ["france A par"]
    assert ("italy", "build A rom", "void: no-build-due") in words(result)


def test_homes_need_no_owner_but_not_another_either():
    variant = opened()
    state = replace(begin(variant), owners={})
    assert texts(done(state, {"france": ["build A par"]}, variant).built) == ["france A par"]
    state = replace(begin(variant), owners={"par": "germany"})
    result = done(state, {"france": ["build A par"], "germany": ["build A par"]}, variant)
    assert ("france", "build A par", "void: not-owned") in words(result)
    assert result.built == ()


def test_only_one_of_places_that_exclude_each_other():
    variant = opened(exclusive=(("par", "mar"),))
    result = done(begin(variant), {"france": ["build A mar", "build A par", "build F bre"]}, variant)
    assert [each[2] for each in words(result) if each[0] == "france"] == ["built", "void: exclusive", "built"]


def test_limits_hold_from_the_start():
    builds = replace(STANDARD.builds, limits=(BuildLimit("france", ("par", "mar"), 1),))
    variant = replace(opened(), builds=builds)
    result = done(begin(variant), {"france": ["build A mar", "build A par"]}, variant)
    assert texts(result.built) == ["france A mar"]


def test_the_judge_does_not_choose_for_the_players_in_the_opening():
    variant = replace(opened(), builds=replace(STANDARD.builds, method="automatic"))
    result = done(begin(variant), {"france": ["build A par"]}, variant)
    assert texts(result.built) == ["france A par"]


def test_units_that_stand_already_take_up_their_homes():
    start = Start((Unit("france", UnitType.ARMY, "par"),), Opening())
    variant = replace(STANDARD, start=start)
    result = done(begin(variant), {"france": ["build A par", "build A mar"]}, variant)
    assert [each[2] for each in words(result) if each[0] == "france"][:2] == ["void: occupied", "built"]


def test_an_opening_in_which_nobody_can_build_is_left_out():
    variant = opened(builds={power.id: 0 for power in STANDARD.powers})
    assert begin(variant).phase == "movement"


# ---- what others see


def test_all_builds_are_hidden_until_the_first_moves_are_shown():
    variant = opened(secret=True)
    built = done(begin(variant), {"france": ["build A par"], "italy": ["build A rom"]}, variant).state
    assert view(variant, built, "france").others() == []
    assert texts(view(variant, built, "france").state.units) == ["france A par"]
    assert texts(view(variant, built).state.units) == []
    moved = done(built, {"france": ["A par - bur"]}, variant).state
    assert view(variant, moved, "italy").others() == ["france A bur"]
    assert moved.hidden == ()


def test_units_from_the_start_are_not_hidden_with_the_builds():
    variant = replace(STANDARD, start=Start((Unit("france", UnitType.ARMY, "par"),), Opening(secret=True)))
    built = done(begin(variant), {"france": ["build A mar"]}, variant).state
    assert view(variant, built, "italy").others() == ["france A par"]


def test_a_secret_site_shows_nothing_but_that_it_is_one_of_those_that_exclude_each_other():
    variant = opened(exclusive=(("par", "mar"),), secret_sites=("par", "mar"))
    orders = {"france": ["build A mar", "build F bre"], "italy": ["build A rom"]}
    built = done(begin(variant), orders, variant).state
    assert view(variant, built, "italy").others() == ["france ? par|mar", "france F bre"]
    assert view(variant, built, "france").others() == ["italy A rom"]
    nobody = done(begin(variant), {"france": ["build F bre"]}, variant).state
    assert view(variant, nobody, "italy").others() == ["france F bre"]


def test_a_secret_site_by_itself_shows_nothing():
    for exclusive in ((), (("par", "bre"),)):
        variant = opened(exclusive=exclusive, secret_sites=("par",))
        built = done(begin(variant), {"france": ["build A par", "build F mar"]}, variant).state
        assert view(variant, built, "italy").others() == ["france F mar"]


def test_a_group_names_only_sites_of_the_power():
    variant = opened(exclusive=(("par", "mar", "rom"),), secret_sites=("par", "mar", "rom"))
    built = done(begin(variant), {"france": ["build A mar"], "italy": ["build A rom"]}, variant).state
    assert view(variant, built, "england").others() == ["france ? par|mar"]


@pytest.mark.parametrize("site", ["nyo", "cal"])
def test_zeus_hides_where_the_third_unit_stands(site):
    opening = Opening({"usa": 3}, exclusive=(("nyo", "cal"),), secret_sites=("nyo", "cal"), turn="winter", year=1939)
    variant = replace(ZEUS, start=Start(opening=opening))
    orders = {"usa": ["build A was", "build F haw", f"build F {site}"]}
    built = done(begin(variant), orders, variant).state
    assert view(variant, built, "japan").others() == ["neutral A ind", "usa ? nyo|cal", "usa A was", "usa F haw"]
    assert f"usa F {site}" in texts(view(variant, built, "usa").state.units)


# ---- builds and moves together


def test_builds_come_with_the_moves_where_they_are_joint():
    orders = {"mob": ["build F nvy", "F nvy - r4", "build A std"], "brook": ["build A wph", "A wph - frm", "waive"]}
    first, second = play(PHILADELPHIA, begin(PHILADELPHIA), given(orders))
    assert texts(first.built) == ["brook A wph", "mob A std", "mob F nvy"]
    assert texts(second.state.units) == ["brook A frm", "mob A std", "mob F r4"]
    assert [each.order for each in second.results] == ["A wph - frm", "F nvy - r4", "A std H"]
    assert when(second) == "february 2007 movement"


def test_builds_alone_are_one_phase():
    results = play(PHILADELPHIA, begin(PHILADELPHIA), given({"mob": ["build F nvy"]}))
    assert len(results) == 1
    assert when(results[0]) == "january 2007 movement"


def test_moves_do_not_come_with_builds_where_these_are_apart():
    state = begin(ZEUS)
    (result,) = play(ZEUS, state, given({"usa": ["build A was", "A was - nyo"]}))
    assert ("usa", "A was - nyo", "void: wrong-phase") in words(result)
    assert when(result) == "spring 1940 movement"


@pytest.mark.parametrize("builds", ["joint", "on-request"])
def test_later_builds_come_with_the_moves_where_the_schedule_says_so(builds):
    variant = replace(STANDARD, schedule=Schedule(builds=builds))
    state = at("winter 1901 adjustment", ["france A bel"], {"france": ["par", "bel"]}, variant=variant)
    orders = given({"france": ["build A par", "A par - bur", "A bel S A par - bur"]})
    first, second = play(variant, state, orders)
    assert texts(first.built) == ["france A par"]
    assert texts(second.state.units) == ["france A bel", "france A bur"]
    assert len(play(STANDARD, state, orders)) == 1


def test_a_unit_removed_moves_no_more():
    variant = replace(STANDARD, schedule=Schedule(builds="joint"))
    state = at("winter 1901 adjustment", ["france A bel", "france A pic"], {"france": ["bel"]}, variant=variant)
    _, second = play(variant, state, given({"france": ["remove A pic", "A pic - par"]}))
    assert ("france", "A pic - par", "void: no-unit") in words(second)


def test_moves_for_a_movement_that_does_not_come_are_void():
    variant = replace(STANDARD, schedule=Schedule(builds="joint"))
    state = at("winter 1901 adjustment", ["france A bel"], {"france": ["par", "bel"]}, variant=variant)
    (result,) = play(variant, state, given({"france": ["vote draw", "build A par", "A par - bur"]}))
    assert result.state.winner == "france"
    assert words(result) == [
        ("france", "build A par", "built"),
        ("france", "vote draw", "succeeds"),
        ("france", "A par - bur", "void: wrong-phase"),
    ]


def test_a_movement_phase_holds_no_builds():
    (result,) = play(PHILADELPHIA, at("january 2007 movement", ["mob F nvy"]), given({"mob": ["build F std"]}))
    assert ("mob", "build F std", "void: wrong-phase") in words(result)


# ---- orders about what is hidden


def test_an_order_about_a_hidden_unit_needs_no_type_and_is_judged_with_the_others():
    built = done(begin(ZEUS), {"usa": ["build F nyo"], "britain": ["build A can"]}, ZEUS).state
    orders = {"britain": ["A can S nyo"], "usa": ["F nyo H"]}
    result = done(built, orders, ZEUS)
    assert ("britain", "A can S nyo", "succeeds") in words(result)
    elsewhere = done(begin(ZEUS), {"usa": ["build F cal"], "britain": ["build A can"]}, ZEUS).state
    result = done(elsewhere, {"britain": ["A can S nyo"]}, ZEUS)
    assert ("britain", "A can S nyo", "void: no-unit") in words(result)
