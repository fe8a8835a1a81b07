"""Orders and units as the judge prints them, and that it reads all it prints."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "engines"))

from facts_model import facts_variant, standard_variant

from dipmap.judge.language import Language
from dipmap.judge.notation import goal_text, order_text, ref_text, unit_text
from dipmap.judge.orders import UnitRef, Written
from dipmap.judge.state import Piece
from dipmap.model import Coast, Power, Province, Terrain, Variant

NAMES = ("philadelphia", "standard", "stockholm", "yubani", "zeus")
# words of orders as ids: whatever is printed must mean the same when it is read
WORDS = (
    "a",
    "f",
    "s",
    "c",
    "h",
    "r",
    "d",
    "b",
    "to",
    "via",
    "move",
    "hold",
    "by",
    "convoy",
    "draw",
    "waive",
    "vote",
    "1",
)


@cache
def variant(name: str) -> Variant:
    if name == "words":
        provinces = tuple(
            Province(word, word, Terrain.COAST, fleets=True, coasts=(Coast("nc", "north coast"), Coast("s", "south")))
            for word in WORDS
        )
        powers = tuple(Power(word, word, word, word, "#000000") for word in ("a", "b", "h", "r-2", "v_w", "to", "blue"))
        return Variant("words", "Words", "1", provinces, (), powers)
    return standard_variant() if name == "standard" else facts_variant(name)


@cache
def language(name: str) -> Language:
    return Language(variant(name))


def refs(name: str, kinds: tuple[str, ...] = ("A", "F", ""), *, powers: bool = True) -> st.SearchStrategy[UnitRef]:
    board = variant(name)
    places = [place for province in board.provinces if not province.impassable for place in province.locations]
    sides = ["", *(power.id for power in board.powers), "neutral"] if powers else [""]
    return st.builds(
        UnitRef, st.sampled_from(places), st.sampled_from(kinds), st.sampled_from(sides), st.integers(0, 3)
    )


def orders(name: str, kinds: tuple[str, ...] = ("A", "F", "")) -> st.SearchStrategy[Written]:
    """Everything an order can say in a variant."""
    typed = tuple(kind for kind in kinds if kind)

    def plain(kind: str, unit: UnitRef) -> Written:  # hypothesis would fill in the fields that are left out
        return Written(kind, unit)

    def going(kind: str, unit: UnitRef, about: UnitRef | None, goal: UnitRef, via: bool) -> Written:
        target = goal if goal.power or goal.n else None
        return Written(kind, unit, goal.location, about, target, via)

    unit = refs(name, kinds)
    goal = refs(name, ("",))
    return st.one_of(
        st.builds(plain, st.sampled_from(["hold", "disband", "remove"]), unit),
        st.builds(plain, st.just("build"), refs(name, typed)),
        st.builds(going, st.just("move"), unit, st.none(), goal, st.booleans()),
        st.builds(going, st.just("retreat"), unit, st.none(), goal, st.just(value=False)),
        st.builds(going, st.sampled_from(["support", "convoy"]), unit, unit, goal, st.just(value=False)),
        st.builds(lambda unit, about: Written("support", unit, about=about), unit, unit),
        st.sampled_from([Written("waive"), Written("vote", word="draw")]),
    )


@settings(max_examples=200, deadline=None)
@given(st.data())
@pytest.mark.parametrize("name", NAMES)
def test_what_is_printed_is_read_back(name: str, data: st.DataObject):
    written = data.draw(orders(name))
    assert language(name).read(order_text(written)) == written


@settings(max_examples=500, deadline=None)
@given(orders("words", ("A", "F")))
def test_what_is_printed_is_read_back_where_ids_are_words_of_orders(written: Written):
    assert language("words").read(order_text(written)) == written


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (Written("hold", UnitRef("par", "A")), "A par H"),
        (Written("move", UnitRef("par", "A"), "bur"), "A par - bur"),
        (Written("move", UnitRef("lon"), "bel", via=True), "lon - bel via"),
        (Written("move", UnitRef("r3", "F", "", 2), "r2", None, UnitRef("r2", "", "mob")), "F r3#2 - r2@mob"),
        (Written("support", UnitRef("r3", "F"), "", UnitRef("r3", "F", "brook", 1)), "F r3 S F r3@brook#1"),
        (
            Written("support", UnitRef("frm", "F"), "r3", UnitRef("r4"), UnitRef("r3", "", "hood", 1)),
            "F frm S r4 - r3@hood#1",
        ),
        (Written("convoy", UnitRef("nth", "F"), "bel", UnitRef("lon", "A")), "F nth C A lon - bel"),
        (Written("retreat", UnitRef("stp/nc", "F"), "bar"), "F stp/nc R bar"),
        (Written("disband", UnitRef("nwy", "F")), "F nwy D"),
        (Written("build", UnitRef("stp/nc", "F")), "build F stp/nc"),
        (Written("remove", UnitRef("r3", "F", "", 2)), "remove F r3#2"),
        (Written("waive"), "waive"),
        (Written("vote", word="draw"), "vote draw"),
    ],
)
def test_the_notation(written: Written, expected: str):
    assert order_text(written) == expected


def test_units():
    second = Piece("mob", "F", "r3", 2)
    assert unit_text(second) == "F r3#2"
    assert unit_text(second, power=True) == "mob F r3#2"
    first = second._replace(n=1)
    assert unit_text(first) == "F r3"
    assert unit_text(first, number=True) == "F r3#1"
    assert unit_text(Piece(None, "A", "ind"), power=True) == "neutral A ind"


def test_references_leave_out_what_they_do_not_say():
    assert ref_text(UnitRef("par")) == "par"
    assert ref_text(UnitRef("r3", "", "mob", 2)) == "r3@mob#2"
    assert goal_text("r3") == "r3"
    assert goal_text("r3", UnitRef("r3", "", "", 2)) == "r3#2"
    assert goal_text("r3", UnitRef("r3", "", "mob")) == "r3@mob"
