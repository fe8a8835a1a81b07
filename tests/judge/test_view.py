"""What a power sees."""

from __future__ import annotations

from dataclasses import replace

import pytest
from phases import variant_of
from turns import STANDARD, at, texts

from dipmap.judge import Hidden, JudgeError, view

UNITS = ["france A par", "france F bre", "italy A rom", "neutral A mos"]
STATE = replace(
    at("spring 1901 movement", UNITS),
    hidden=(Hidden(("france", "bre", 1), ("bre", "mar")), Hidden(("italy", "rom", 1))),
)


def test_without_secrets_everybody_sees_everything():
    state = replace(STATE, hidden=())
    for power in (None, "france", "italy"):
        assert view(STANDARD, state, power).state is state
    assert view(STANDARD, state, "france").others() == ["italy A rom", "neutral A mos"]
    assert view(STANDARD, state).others() == sorted(UNITS)


def test_a_power_sees_its_own_and_of_others_what_is_shown():
    france = view(STANDARD, STATE, "france")
    assert texts(france.state.units) == ["france A par", "france F bre", "neutral A mos"]
    assert france.others() == ["neutral A mos"]
    assert view(STANDARD, STATE, "italy").others() == ["france ? bre|mar", "france A par", "neutral A mos"]
    assert view(STANDARD, STATE).others() == ["france ? bre|mar", "france A par", "neutral A mos"]


def test_the_state_shown_says_nothing_of_what_is_hidden():
    assert view(STANDARD, STATE, "france").state.hidden == (STATE.hidden[0],)
    assert view(STANDARD, STATE, "england").state.hidden == ()
    assert "'rom'" not in repr(view(STANDARD, STATE, "france"))


def test_one_of_several_in_a_shared_province_is_hidden_by_its_number():
    variant = variant_of("philadelphia")
    state = at("january 2007 movement", ["mob F r3", "mob F r3#2"], variant=variant)
    state = replace(state, hidden=(Hidden(("mob", "r3", 2)),))
    assert view(variant, state, "brook").others() == ["mob F r3"]


def test_an_unknown_power_is_refused():
    with pytest.raises(JudgeError, match="no power called gallia"):
        view(STANDARD, STATE, "gallia")
