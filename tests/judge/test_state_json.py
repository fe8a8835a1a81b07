"""States as JSON: out and in again the same, and every objection to a forged one with its place."""

from __future__ import annotations

import copy
import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phases import variant_of

from dipmap.judge import Given, adjudicate, board_of, legal_orders, new_state
from dipmap.judge.state_json import StateError, from_json, to_json
from dipmap.model import Calendar, Turn, Victory
from dipmap.schema import problems

VARIANTS = ("standard", "philadelphia", "stockholm", "yubani", "zeus")


def valid(state) -> list[str]:
    """What the schema says of a state's document."""
    game = {"format": 1, "variant": "x", "version": "1", "manifest": "0" * 64, "state": to_json(state), "history": []}
    return [each.message for each in problems("game", game)]


@pytest.mark.parametrize("name", VARIANTS)
def test_a_beginning_comes_back(name: str) -> None:
    variant = variant_of(name)
    state = new_state(variant)
    assert valid(state) == []
    assert from_json(variant, json.loads(json.dumps(to_json(state)))) == state


def test_what_is_hidden_and_what_retreats_comes_back() -> None:
    zeus = variant_of("zeus")
    opened = adjudicate(zeus, new_state(zeus), [Given("usa", "build F cal"), Given("usa", "build A was")]).state
    assert opened.hidden
    assert from_json(zeus, to_json(opened)) == opened
    standard = variant_of("standard")
    document = {**to_json(new_state(standard)), "units": [], "owners": {"france": ["par"]}}
    document["units"] = [
        {"power": "france", "type": "A", "loc": "par"},
        {"power": "france", "type": "A", "loc": "gas"},
        {"power": "germany", "type": "A", "loc": "bur"},
    ]
    state = from_json(standard, document)
    state = adjudicate(standard, state, [Given("france", "A par - bur"), Given("france", "A gas S A par - bur")]).state
    assert state.phase == "retreat"
    assert valid(state) == []
    assert from_json(standard, to_json(state)) == state


@pytest.mark.parametrize("name", VARIANTS)
def test_every_state_of_a_game_comes_back(name: str) -> None:
    variant, chance = variant_of(name), random.Random(name)
    board, state = board_of(variant), new_state(variant)
    phases = set()
    for _ in range(30):
        if state.over:
            break
        given = [
            Given(power.id, chance.choice([text for text in texts if " - " in text] or texts))
            for power in variant.powers
            for texts in legal_orders(board, state, power.id).values()
        ]
        state = adjudicate(variant, state, given).state
        phases.add(state.phase)
        assert valid(state) == []
        assert from_json(variant, json.loads(json.dumps(to_json(state)))) == state
    assert len(phases) > 1


def test_a_game_may_end_in_a_turn_without_the_phase_that_came_before() -> None:
    calendar = Calendar(
        (
            Turn("summer", "Summer", ("movement",)),
            Turn("winter", "Winter", ("adjustment",), ownership=True, victory=True),
        ),
        1901,
        "summer",
    )
    variant = replace(variant_of("standard"), calendar=calendar, victory=Victory(at_least=3))
    begun = new_state(variant)
    state = replace(begun, units=tuple(unit for unit in begun.units if unit.power == "france"), owners={})
    state = adjudicate(variant, state, []).state
    assert (state.winner, state.turn, state.phase) == ("france", "winter", "movement")
    assert from_json(variant, to_json(state)) == state
    with pytest.raises(StateError, match="won already"):
        from_json(variant, {**to_json(state), "draw": ["england"]})


FORGED = [
    (("units", 0, "power"), "atlantis", "no power called atlantis"),
    (("units", 0, "loc"), "prs", "no place called prs"),
    (("units", 0, "loc"), "nth", "no army stands in nth"),
    (("units", 0, "n"), 2, "numbered 1, 2, 3"),
    (("turn",), "sprung", "did you mean spring"),
    (("phase",), "adjustment", "Spring has no adjustment phase"),
    (("opening",), True, "not the turn before the first"),
    (("owners", "france"), ["par", "nth"], "no centre called nth"),
    (("owners", "atlantis"), [], "no power called atlantis"),
    (("owners", "germany"), ["par"], "already"),
    (("votes",), ["atlantis"], "no power called atlantis"),
    (("winner",), "atlantis", "no power called atlantis"),
    (("draw",), ["atlantis"], "no power called atlantis"),
    (("bounced",), ["xyz"], "no place called xyz"),
    (
        ("dislodged",),
        [{"power": "france", "type": "A", "loc": "par", "retreats": ["mos"]}],
        "par leaves no retreat to mos",
    ),
    (("dislodged",), [{"power": "france", "type": "A", "loc": "gas"}] * 2, "in the list already"),
    (("dislodged",), [{"power": None, "type": "A", "loc": "gas"}], "a unit of nobody does not retreat"),
    (("hidden",), [{"power": "france", "province": "mos", "n": 1}], "no such unit"),
    (("year",), 1900, "the game begins in Spring 1901"),
    (("year",), -5, "the game begins in Spring 1901"),
    (("year",), 1901.0, "without a point"),
    (("units", 0, "n"), 1.0, "without a point"),
    (("dislodged",), [{"power": "france", "type": "A", "loc": "par", "retreats": ["gas"]}], "nobody retreats"),
]


@pytest.mark.parametrize(("place", "value", "words"), FORGED)
def test_forged_states(place, value, words) -> None:
    variant = variant_of("standard")
    document = copy.deepcopy(to_json(new_state(variant)))
    index = next(i for i, unit in enumerate(document["units"]) if (unit["power"], unit["loc"]) == ("france", "par"))
    document["units"].insert(0, document["units"].pop(index))
    target = document
    for step in place[:-1]:
        target = target[step]
    target[place[-1]] = value
    with pytest.raises(StateError, match=words) as caught:
        from_json(variant, document)
    assert caught.value.problems[0][0][: 1 + min(len(place), 1)] == ("state", place[0])


def test_a_phase_that_a_turn_has_not() -> None:
    variant = variant_of("standard")
    with pytest.raises(StateError, match="Winter has no movement phase"):
        from_json(variant, {**to_json(new_state(variant)), "turn": "winter"})


def test_two_units_in_one_province_and_a_fleet_without_a_coast() -> None:
    variant = variant_of("standard")
    document = to_json(new_state(variant))
    document["units"] += [{"power": "italy", "type": "A", "loc": "par"}, {"power": "italy", "type": "F", "loc": "spa"}]
    with pytest.raises(StateError) as caught:
        from_json(variant, document)
    said = " ".join(message for _, message in caught.value.problems)
    assert "2 units stand in par, which holds 1" in said
    assert "spa/nc or spa/sc" in said


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_no_change_of_a_document_makes_it_crash(data) -> None:
    variant = variant_of("zeus")
    document = copy.deepcopy(to_json(new_state(variant)))
    key = data.draw(st.sampled_from(["turn", "phase", "year", "units", "owners"]))
    document[key] = data.draw(
        {
            "turn": st.text(min_size=1, max_size=8),
            "phase": st.sampled_from(["movement", "retreat", "adjustment"]),
            "year": st.integers(-99999, 99999),
            "units": st.lists(
                st.fixed_dictionaries(
                    {
                        "power": st.none() | st.sampled_from(["usa", "ussr", "nobody"]),
                        "type": st.sampled_from("AF"),
                        "loc": st.sampled_from(["cal", "haw", "can", "can/ec", "ind", "nao", "???"]),
                        "n": st.integers(1, 3),
                    }
                ),
                max_size=4,
            ),
            "owners": st.dictionaries(st.sampled_from(["usa", "x"]), st.lists(st.sampled_from(["cal", "nao"]))),
        }[key]
    )
    try:
        state = from_json(variant, document)
    except StateError:
        return
    assert from_json(variant, to_json(state)) == state
