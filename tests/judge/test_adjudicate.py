"""A phase from orders to the next state: what the parts make together, votes, refusals, determinism."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from phases import variant_of
from turns import STANDARD, at, done, given, texts, when, words

from dipmap.judge import Given, JudgeError, adjudicate, new_state, play
from dipmap.judge.board import board_of
from dipmap.judge.language import language_of
from dipmap.judge.orders import VOTE, Written
from dipmap.judge.results import OUTCOMES, REASONS
from dipmap.model import End, Schedule, Victory

ZEUS = variant_of("zeus")
YUBANI = variant_of("yubani")


def test_the_first_state_is_the_one_of_the_variant():
    state = new_state(STANDARD)
    assert (state.turn, state.year, state.phase) == ("spring", 1901, "movement")
    assert len(state.units) == 22
    assert state.owned("russia") == ["mos", "sev", "stp", "war"]
    assert "bel" not in state.owners
    zeus = new_state(ZEUS)
    assert (zeus.turn, zeus.year, zeus.phase, zeus.opening) == ("winter", 1939, "adjustment", True)
    assert texts(zeus.units) == ["neutral A ind"]


def test_a_year():
    state = new_state(STANDARD)
    result = done(state, {"germany": ["A mun - ruh", "F kie - hol"]})
    assert when(result) == "fall 1901 movement"
    result = done(result.state, {"germany": ["A ruh - bel"]})
    assert when(result) == "winter 1901 adjustment"
    assert result.state.owned("germany") == ["bel", "ber", "hol", "kie", "mun"]
    result = done(result.state, {"germany": ["build A mun", "build F kie"]})
    assert texts(result.built) == ["germany A mun", "germany F kie"]
    assert when(result) == "spring 1902 movement"
    assert len(result.state.units) == 24


ATTACK = ["germany A bur", "germany A pic", "france A par", "france A lon"]
ORDERS = {"germany": ["A bur - par", "A pic S A bur - par"]}


def test_a_dislodged_unit_retreats_next():
    result = done(at("spring 1901 movement", ATTACK), ORDERS)
    assert when(result) == "spring 1901 retreat"
    ((dislodged),) = result.state.dislodged
    assert (dislodged.origin, dislodged.retreats) == ("bur", ("bre", "gas"))
    assert [(unit.location, origin) for unit, origin in result.dislodged] == [("par", "bur")]
    assert result.removed == ()
    result = done(result.state, {"france": ["A par - gas"]})
    assert texts(result.state.units) == ["france A gas", "france A lon", "germany A par", "germany A pic"]
    assert when(result) == "fall 1901 movement"


def test_a_dislodged_unit_with_nowhere_to_go_leaves_at_once():
    units = [*ATTACK, "england F bre", "italy A gas"]
    result = done(at("spring 1901 movement", units), ORDERS)
    assert when(result) == "fall 1901 movement"
    assert texts(result.removed) == ["france A par"]
    assert [unit.location for unit, _ in result.dislodged] == ["par"]
    assert [(each.order, each.words, each.by) for each in result.results if each.reason == "nowhere"] == [
        ("A par D", "disbanded: nowhere", ("bur",))
    ]


def test_who_can_retreat_does_and_who_cannot_leaves():
    units = [*ATTACK, "england F bre", "italy A gas", "russia A war", "russia A gal", "austria A sil"]
    orders = ORDERS | {"russia": ["A war - sil", "A gal S A war - sil"]}
    result = done(at("spring 1901 movement", units), orders)
    assert when(result) == "spring 1901 retreat"
    assert [each.piece.location for each in result.state.dislodged] == ["sil"]
    assert texts(result.removed) == ["france A par"]
    assert len(result.dislodged) == 2


def test_stand_offs_are_forgotten_where_nobody_retreats():
    units = ["france A par", "germany A mun"]
    result = done(at("spring 1901 movement", units), {"france": ["A par - bur"], "germany": ["A mun - bur"]})
    assert result.state.bounced == ()
    result = done(
        at("spring 1901 movement", [*ATTACK, "italy A mar", "austria A spa"]),
        ORDERS | {"italy": ["A mar - gas"], "austria": ["A spa - gas"]},
    )
    assert result.state.bounced == ("gas",)
    assert result.state.dislodged[0].retreats == ("bre",)
    assert done(result.state, {"france": ["A par - gas"]}).results[0].words == "void: stand-off"
    assert done(result.state).state.bounced == ()


def test_a_unit_of_nobody_is_removed_when_dislodged():
    units = ["neutral A ind", "britain A ira", "britain F ino"]
    orders = {"britain": ["A ira - ind", "F ino S A ira - ind"]}
    result = done(at("spring 1940 movement", units, variant=ZEUS), orders, ZEUS)
    assert texts(result.removed) == ["neutral A ind"]
    assert [(str(unit.power), origin) for unit, origin in result.dislodged] == [("None", "ira")]
    assert (None, "A ind D", "disbanded: dislodged") in words(result)
    assert when(result) == "fall 1940 movement"


def test_without_retreats_the_dislodged_leave_at_once():
    units = ["iran A dub", "iran A ira", "saudiarabia A riy"]
    orders = {"iran": ["A ira - riy", "A dub S A ira - riy"]}
    result = done(at("year 2021 movement", units, variant=YUBANI), orders, YUBANI)
    assert texts(result.removed) == ["saudiarabia A riy"]
    assert ("saudiarabia", "A riy D", "disbanded: no-retreats") in words(result)
    assert result.state.dislodged == ()


def test_rule_choices_can_differ_from_the_variants():
    state = at("winter 1901 adjustment", ["italy A tus", "italy A war"], {"italy": ["war"]})
    assert texts(done(state).removed) == ["italy A tus"]
    assert texts(done(state, options={"disband_distance": "home"}).removed) == ["italy A war"]


def test_a_trace_comes_on_request():
    state = new_state(STANDARD)
    assert adjudicate(STANDARD, state, []).trace == ()
    assert adjudicate(STANDARD, state, [Given("france", "A par - bur")], trace=True).trace != ()


# ---- votes

TWO = ["egypt A cai", "iran A teh"]
GAME = replace(STANDARD, victory=Victory(), end=End())


def test_a_draw_is_agreed_at_the_end_of_the_turn():
    state = at("year 2021 movement", TWO, variant=YUBANI)
    variant = replace(YUBANI, end=replace(YUBANI.end, agreed_within="phase"))
    result = done(state, {"egypt": ["vote draw"], "iran": ["vote draw"]}, variant)
    assert result.state.draw == ("egypt", "iran")
    assert words(result)[-2:] == [("egypt", "vote draw", "succeeds"), ("iran", "vote draw", "succeeds")]
    result = done(state, {"egypt": ["vote draw", "A cai - sud"]}, variant)
    assert (result.state.draw, result.state.votes) == (None, ())
    assert texts(result.state.units) == ["egypt A sud", "iran A teh"]


def test_within_one_movement_phase_a_vote_is_for_that():
    variant = replace(STANDARD, end=End(agreed_within="phase"))
    state = at("winter 1901 adjustment", ["france A par"], {"france": ["par", "mar"]})
    result = done(state, {"france": ["vote draw"]}, variant)
    assert ("france", "vote draw", "void: no-vote") in words(result)
    joint = replace(variant, schedule=Schedule(builds="joint"))
    first, second = play(joint, state, given({"france": ["build A mar", "vote draw"]}))
    assert ("france", "vote draw", "succeeds") not in words(first)
    assert ("france", "vote draw", "succeeds") in words(second)
    assert second.state.winner == "france"


def test_where_a_word_counts_for_the_game_it_is_kept():
    state = at("spring 1901 movement", ["france A par", "italy A rom"], {"france": ["par"], "italy": ["rom"]})
    result = done(state, {"france": ["vote draw"]}, GAME)
    assert result.state.votes == ("france",)
    result = done(result.state, {}, GAME)
    assert when(result) == "spring 1902 movement"
    result = done(result.state, {"italy": ["draw"]}, GAME)
    assert result.state.draw == ("france", "italy")


def test_votes_count_in_a_retreat_phase_and_wait_for_its_end():
    result = done(at("spring 1901 movement", ATTACK), ORDERS | {"france": ["vote draw"]}, GAME)
    assert result.state.votes == ("france",)
    result = done(result.state, {"germany": ["vote draw"]}, GAME)
    assert result.state.draw == ("france", "germany")


def test_a_word_can_be_taken_back(monkeypatch):
    language = language_of(board_of(GAME))
    monkeypatch.setitem(language._known, "vote on", Written(VOTE, word="continue"))
    state = at("spring 1901 movement", ["france A par", "italy A rom"], votes=("france",))
    result = done(state, {"france": ["vote on"]}, GAME)
    assert result.state.votes == ()
    assert ("france", "vote on", "succeeds") in words(result)
    assert done(state, {"france": ["vote on", "vote draw"]}, GAME).state.votes == ("france",)
    assert done(state, {"france": ["vote draw", "vote on"]}, GAME).state.votes == ()


def test_votes_that_nobody_can_give():
    state = at("spring 1901 movement", ["france A par"])
    assert ("italy", "vote draw", "void: no-vote") in words(done(state, {"italy": ["vote draw"]}, GAME))
    never = replace(STANDARD, end=End(agreed_draw="none"))
    result = done(state, {"france": ["vote draw"]}, never)
    assert ("france", "vote draw", "void: no-vote") in words(result)
    assert not result.state.over


# ---- refusals


@pytest.mark.parametrize(
    ("changes", "orders", "message"),
    [
        ({"winner": "france"}, {}, "the game is over: france has won"),
        ({"draw": ("france", "italy")}, {}, "the game is over: it is a draw of france, italy"),
        ({"draw": ()}, {}, "the game is over: it is a draw of nobody"),
        ({}, {"gallia": ["A par H"]}, "there is no power called gallia"),
        ({}, {"": ["A par H"]}, "there is no power called "),
        ({"phase": "siesta"}, {}, "there is no phase called siesta"),
        ({"turn": "summer"}, {}, "the calendar has no turn called summer"),
    ],
)
def test_what_the_judge_refuses(changes, orders, message):
    state = replace(at("spring 1901 movement", ["france A par"]), **changes)
    with pytest.raises(JudgeError, match=f"^{message}$"):
        done(state, orders)
    with pytest.raises(JudgeError, match=f"^{message}$"):
        play(STANDARD, state, given(orders))


def test_orders_of_a_power_without_a_player_are_refused():
    powers = tuple(replace(power, playable=power.id != "italy") for power in STANDARD.powers)
    with pytest.raises(JudgeError, match="italy has no player and gives no orders"):
        done(at("spring 1901 movement", ["italy A rom"]), {"italy": ["A rom - ven"]}, replace(STANDARD, powers=powers))


def test_unknown_rule_choices_are_refused():
    state = new_state(STANDARD)
    with pytest.raises(JudgeError, match="there is no rule choice called luck"):
        adjudicate(STANDARD, state, [], options={"luck": "true"})
    with pytest.raises(JudgeError, match="disband_distance cannot be none"):
        adjudicate(STANDARD, state, [], options={"disband_distance": "none"})


def test_a_flood_of_orders_is_refused():
    with pytest.raises(JudgeError, match="100,001 orders are too many for a phase"):
        adjudicate(STANDARD, new_state(STANDARD), [Given("france", "A par H")] * 100_001)


def test_a_long_name_of_a_power_does_not_fill_the_screen():
    with pytest.raises(JudgeError) as caught:
        adjudicate(STANDARD, new_state(STANDARD), [Given("x" * 10_000, "A par H")])
    assert len(str(caught.value)) < 200


# ---- every order has its answer, and nothing depends on the order of things


def test_every_order_has_an_answer_and_every_answer_a_known_reason():
    orders = {
        "france": [
            "A par - bur",
            "A par - pic",
            "A moo - bur",
            "F bre",
            "vote draw",
            "build A par",
            "\x00",
            "A mar S A par - pic",
        ],
        "italy": ["A par H", "A ven S A rom", "waive", ""],
    }
    for state in (new_state(STANDARD), at("spring 1901 retreat", dislodged=["france A par from bur"])):
        result = done(state, orders)
        told = {(each.power, each.order) for each in result.results}
        assert {(power, text) for power, texts_ in orders.items() for text in texts_} <= told
        assert {each.outcome for each in result.results} <= set(OUTCOMES)
        assert {each.reason for each in result.results} <= {*REASONS, ""}


def test_shuffled_orders_and_units_give_the_same_result():
    state = at("fall 1901 movement", ATTACK, {"france": ["par", "lon"], "germany": ["mun"]})
    orders = given(ORDERS | {"france": ["A par - bur", "vote draw", "A lon - mun"], "italy": ["A par - bur"]})
    expected = adjudicate(STANDARD, state, orders)
    dice = random.Random(4)
    for _ in range(20):
        dice.shuffle(orders)
        units = list(state.units)
        dice.shuffle(units)
        assert adjudicate(STANDARD, replace(state, units=tuple(units)), orders) == expected


def test_the_state_given_is_left_as_it_was():
    state = at("fall 1901 movement", ["france A par", "france A bel"], {"germany": ["bel"]})
    before = repr(state)
    done(state, {"france": ["A par - bur"]})
    assert repr(state) == before
