"""Whose a centre is after an ownership turn."""

from __future__ import annotations

from phases import piece, variant_of
from turns import province

from dipmap.judge.board import board_of
from dipmap.judge.ownership import changed

STANDARD = variant_of("standard")


def after(owners, units, variant=STANDARD):
    return changed(board_of(variant), owners, map(piece, units))


def test_who_stands_in_a_centre_takes_it():
    owners = {"par": "france", "bel": "england"}
    assert after(owners, ["germany A par", "germany A bur", "germany F stp/nc"]) == {
        "bel": "england",
        "par": "germany",
        "stp": "germany",
    }


def test_what_nobody_stands_in_stays_as_it_is():
    assert after({"par": "france"}, ["germany A bur"]) == {"par": "france"}
    assert after({}, []) == {}


def test_a_unit_of_nobody_takes_nothing():
    zeus = variant_of("zeus")
    assert after({}, ["neutral A ind"], zeus) == {}
    assert after({"ind": "britain"}, ["neutral A ind"], zeus) == {"ind": "britain"}


def test_a_shared_centre_is_taken_where_all_are_of_one_power():
    variant = province(STANDARD, "bel", capacity=3)
    assert after({}, ["england F bel", "england A bel#2"], variant) == {"bel": "england"}
    assert after({"bel": "france"}, ["england F bel", "germany A bel"], variant) == {"bel": "france"}
    assert after({}, ["england F bel", "germany A bel", "england F bel#2"], variant) == {}
    assert after({}, ["neutral A bel", "england F bel"], variant) == {}


def test_owners_come_sorted_and_the_old_ones_are_left_alone():
    owners = {"par": "france", "ber": "germany"}
    assert list(after(owners, ["france A bel"])) == ["bel", "ber", "par"]
    assert owners == {"par": "france", "ber": "germany"}
