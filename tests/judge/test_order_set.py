"""Files of orders: headings, comments, JSON, and what is said of those that cannot be read."""

from __future__ import annotations

import pytest
from phases import variant_of

from dipmap.judge.errors import JudgeError
from dipmap.judge.order_set import read_orders


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
        ('{"england": [' + "[" * 50_000, "JSON|deep"),
    ],
)
def test_what_cannot_be_read(text: str, words: str) -> None:
    with pytest.raises(JudgeError, match=words):
        texts(text)
