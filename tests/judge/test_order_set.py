"""Files of orders: headings, comments, JSON, and what is said of those that cannot be read."""

from __future__ import annotations

from dataclasses import replace

import pytest
from phases import variant_of

from dipmap.judge import new_state
from dipmap.judge.errors import JudgeError
from dipmap.judge.order_set import read_orders
from dipmap.model import Schedule


def texts(text: str, variant: str = "standard") -> list[tuple[str, str]]:
    return [(each.power, each.text) for each in read_orders(variant_of(variant), text)]


def test_headings_and_lines() -> None:
    text = "# Spring\nEngland: F lon - nth; A lvp - yor\n\nFRANCE\n  A par  -  bur   # hm\nGerman:\n\tA mun H\n"
    assert texts(text) == [
        ("england", "F lon - nth"),
        ("england", "A lvp - yor"),
        ("france", "A par - bur"),
        ("germany", "A mun H"),
    ]


def test_a_number_sign_in_a_word_is_no_comment() -> None:
    assert texts("mob: F r3#2 - r2@hood#1 # no. 2", "philadelphia") == [("mob", "F r3#2 - r2@hood#1")]


def test_a_number_sign_before_a_number_is_no_comment_either() -> None:
    assert texts("mob: F r3 #2 - r2 #later", "philadelphia") == [("mob", "F r3 #2 - r2")]
    assert texts("#2 is a comment\n  #3 as well\nmob: F r3 H", "philadelphia") == [("mob", "F r3 H")]


def test_a_colon_may_be_part_of_a_name() -> None:
    text = "Sofia:\nA S:t Erik - tvh\nsofia:A S:t Erik H\nSOFIA : F str - kla"
    assert texts(text, "stockholm") == [
        ("sofia", "A S:t Erik - tvh"),
        ("sofia", "A S:t Erik H"),
        ("sofia", "F str - kla"),
    ]


def test_powers_are_called_as_in_orders() -> None:
    text = "‘BROOK: F r3 H\nthe mob: F r3 H\nRiver  Wards\nF r3 H"
    assert [power for power, _ in texts(text, "philadelphia")] == ["brook", "mob", "riverwards"]


@pytest.mark.parametrize(
    "heading", ["phase: Spring 1901", "Phase:  spring 1901, MOVEMENT", "phase:spring 1901 movement # now"]
)
def test_orders_for_this_phase(heading: str) -> None:
    variant = variant_of("standard")
    orders = read_orders(variant, f"{heading}\nengland: F lon - nth", new_state(variant))
    assert [(each.power, each.text) for each in orders] == [("england", "F lon - nth")]


@pytest.mark.parametrize("text", ["england: F lon - nth\nphase: {}", '{{"phase": "{}", "england": []}}'])
@pytest.mark.parametrize("phase", ["Spring 1902", "Fall 1901 movement", "Spring 1901 retreat", "now"])
def test_orders_for_another_phase(text: str, phase: str) -> None:
    variant = variant_of("standard")
    with pytest.raises(JudgeError, match=f"the orders are for {phase}, and the game is at Spring 1901, movement"):
        read_orders(variant, text.format(phase), new_state(variant))
    read_orders(variant, text.format(phase))  # who does not ask takes them


def test_json() -> None:
    assert texts('{"England": ["F lon - nth"], "france": []}') == [("england", "F lon - nth")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A par - bur", "line 1: this order is nobody's"),
        ("\nEnglnad: A lon H", "line 2: there is no power called Englnad; did you mean england"),
        ("england: " + "x" * 2000, "line 1 has 2,009 characters"),
        ("england: A lon H\n" * 200_000, "are the most for one set"),
        ("{", "no proper JSON: line 1"),
        ("{" * 100_000, "no proper JSON|nested too deeply"),
        ('{"england": "A lon H"}', "no list of texts"),
        ('{"england": [1]}', "no list of texts"),
        ('{"england": ["' + "x" * 2000 + '"]}', "2,000 characters"),
        ('{"mordor": []}', "no power called mordor"),
        ('{"england": ["A lon H"], "england": []}', "england stands there twice"),
        ('{"england": ["A lon \\ud800"]}', "half a character"),
        ('{"england": NaN}', "NaN is no number"),
        ("{" + ", ".join(f'"x{number}": 0' for number in range(30_000)) + ', "x29999": 0}', "stands there twice"),
        ('{"england": [' + "[" * 50_000, "JSON|deep"),
    ],
)
def test_what_cannot_be_read(text: str, words: str) -> None:
    with pytest.raises(JudgeError, match=words):
        texts(text)


def test_builds_and_the_moves_after_them_under_their_own_headings() -> None:
    variant = variant_of("philadelphia")
    state = new_state(variant)
    text = "phase: December 2006, adjustment\nmob: build F std\nphase: January 2007, movement\nmob: F std - r5\n"
    assert [each.text for each in read_orders(variant, text, state)] == ["build F std", "F std - r5"]
    with pytest.raises(JudgeError, match="line 1: the orders are for January 2007"):
        read_orders(variant, text.split("\n", 2)[2], state)
    with pytest.raises(JudgeError, match="line 3: the orders are for February 2007"):
        read_orders(variant, text.replace("January", "February"), state)
    later = replace(state, turn="december", year=2007, opening=False)
    at_will = replace(variant, schedule=Schedule(builds="on-request"))
    assert read_orders(at_will, "phase: December 2007\nphase: January 2008, movement\n", later) == []
    zeus = variant_of("zeus")
    with pytest.raises(JudgeError, match="line 2: the orders are for Spring 1940"):
        read_orders(zeus, "phase: Winter 1939\nphase: Spring 1940, movement\n", new_state(zeus))
