"""Facts by path: what stands where, what is nearest to a slip, and which path explains which departure."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "engines"))

from facts_model import facts_variant, standard_variant

from dipmap.model import End, Fact, Rule, Schedule
from dipmap.model.facts import Facts, NoSuchFactError, agrees, covers, notable, value_at, words
from dipmap.model.options import OPTIONS, chosen, sentence

ZEUS = facts_variant("zeus")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("victory.at_least", 22),
        ("calendar.turns", ["spring", "fall", "winter"]),
        ("calendar.turns.winter.adjustment", True),
        ("powers.china.homes", ["chu", "ctn", "pek"]),
        ("provinces.can.coasts", ["ec", "wc"]),
        ("units.nobody", ["A ind"]),
        ("units.china", []),
        ("opening.builds.usa", 3),
        ("adjacent.gre-tur", "none"),
        ("adjacent.swe-den", "both"),
        ("adjacent.nao-can/ec", "fleet"),
        ("edges.den-swe.kind", "direct"),
        ("count.straits", 3),
        ("all.direct.units", "both"),
        ("all.sea.armies", ["False", "True"]),
        ("builds.extra", []),
    ],
)
def test_what_stands_at_a_path(path: str, value: object):
    assert value_at(ZEUS, path) == value


@pytest.mark.parametrize(
    ("path", "near"),
    [
        ("victory.atleast", "victory.at_least"),
        ("victry.at_least", "victory.at_least"),
        ("power.china.homes", "powers.china.homes"),
        ("powers.chyna.homes", "powers.china.homes"),
        ("powers.china.home", "powers.china.homes"),
        ("adjacent.gree-tur", "adjacent.gre-tur"),
        ("adjacent.gre-turk", "adjacent.gre-tur"),
        ("adjacent.gre", ""),
        ("all.direct.unit", "all.direct.units"),
        ("all.coats.capacity", "all.coast.capacity"),
        ("last_year", "end.last_year"),
        ("options.paradox", ""),
        ("", ""),
        ("....", ""),
        ("x" * 5000, ""),
    ],
)
def test_the_path_that_may_have_been_meant(path: str, near: str):
    with pytest.raises(NoSuchFactError) as caught:
        value_at(ZEUS, path)
    assert caught.value.near == near
    if near:
        value_at(ZEUS, near)


def test_answers():
    facts = Facts(replace(ZEUS, options={"standing_rebuilt": "false", "convoy_adjacent": "explicit"}))
    assert facts.answer(Fact("options.standing_rebuilt", False)).right
    assert facts.answer(Fact("options.convoy_adjacent", "explicit")).right
    assert not facts.answer(Fact("victory.at_least", 21)).right
    assert not facts.answer(Fact("victory.at_last", 22)).right
    assert facts.answer(Fact("schedule.hours", None)).right
    assert facts.answer(Fact("powers.china.homes", ["pek", "chu", "ctn"])).right
    assert agrees(52.0, 52)
    assert not agrees(1, True)
    assert [words(value) for value in (True, None, "", [], ["a", ["b", "c"]], {"x": 1}, 3)] == [
        *("true", "nothing", "nothing", "nothing", "a, [b, c]", "x 1", "3"),
    ]


def test_what_departs_from_the_base_rules():
    assert {path.partition(".")[0] for path in notable(standard_variant())} == {"powers"}
    found = notable(ZEUS)
    assert {"calendar.first_year", "opening.builds", "opening.secret", "provinces.haw.armies", "units.nobody"} <= set(
        found
    )
    assert "edges.den-swe" in found
    more = replace(ZEUS, end=End(agreed_within="phase"), schedule=Schedule(builds="on-request"))
    assert {"end.agreed_within", "schedule.builds"} <= set(notable(more))


@pytest.mark.parametrize(
    ("path", "fact", "explains"),
    [
        ("count.direct", "edges.den-swe", True),
        ("count.straits", "edges.den-swe", False),
        ("all.direct.units", "edges.den-swe", True),
        ("adjacent.swe-den", "edges.den-swe", True),
        ("edges.den-swe.kind", "edges.den-swe", True),
        ("opening", "opening.builds", True),
        ("opening.builds.usa", "opening.builds", True),
        ("opening.secret", "opening.builds", False),
        ("all.sea.armies", "provinces.haw.armies", True),
        ("all.coast.armies", "provinces.haw.armies", False),
        ("all.sea.capacity", "provinces.haw.armies", False),
        ("provinces.haw.armies", "provinces.haw.armies", True),
    ],
)
def test_which_path_explains_which_fact(path: str, fact: str, explains: bool):
    assert covers(ZEUS, path, fact) is explains


def test_rule_choices():
    assert chosen({}, "convoy_adjacent") == "intent"
    assert chosen({"convoy_adjacent": "explicit"}, "convoy_adjacent") == "explicit"
    assert sentence("stack_combat", "none").startswith("Nobody fights")
    assert sentence("stack_combat", "some") == sentence("weather", "sunny") == ""
    with pytest.raises(KeyError):
        chosen({}, "weather")
    assert OPTIONS["permission_survives_cut"].default == "true"
    assert Rule("A1", "x").facts == ()
