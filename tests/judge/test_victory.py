"""Scores, conquest, the last year, draws."""

from __future__ import annotations

from dataclasses import replace

import pytest
from phases import piece, variant_of

from dipmap.judge.victory import Verdict, agreed, conquest, out_of_time, playing, scores, survivors
from dipmap.model import End, Points, Variant, Victory

STANDARD = variant_of("standard")
YUBANI = variant_of("yubani")
CENTRES = [centre.id for centre in STANDARD.centres]


def having(**counts: int) -> dict[str, str]:
    """Owners: so many centres of each power."""
    left = iter(CENTRES)
    return {next(left): power for power, count in counts.items() for _ in range(count)}


def ruled(**changes) -> Variant:
    return replace(STANDARD, victory=Victory(**changes))


def without(power: str, variant: Variant) -> Variant:
    return replace(variant, powers=tuple(replace(each, playable=each.id != power) for each in variant.powers))


def test_centres_count_one_each():
    assert scores(STANDARD, having(france=3, italy=1))["france"] == 3
    assert scores(STANDARD, {})["italy"] == 0


def test_points_are_weighted():
    points = Points(centre=1, own_home=2, own_home_of={"israelamerica": 1})
    variant = replace(YUBANI, victory=Victory("points", 6, points=points))
    owners = {"cai": "egypt", "sud": "egypt", "teh": "egypt", "jer": "israelamerica", "kab": "israelamerica"}
    found = scores(variant, owners)
    assert found["egypt"] == 4
    assert found["israelamerica"] == 2
    weighty = replace(variant, victory=Victory("points", 6, points=Points(centre=3, own_home=5)))
    assert scores(weighty, owners)["egypt"] == 11


def test_reaching_the_number_wins():
    variant = ruled(at_least=18)
    assert conquest(variant, having(france=17, italy=3)) is None
    assert conquest(variant, having(france=18, italy=3)) == Verdict("france")
    assert conquest(variant, having(france=20)) == Verdict("france")


def test_no_number_no_victory():
    assert conquest(ruled(), having(france=34)) is None


@pytest.mark.parametrize(
    ("rule", "counts", "verdict"),
    [
        ({"tie": "continue"}, {"france": 7, "italy": 6}, None),
        ({"tie": "most"}, {"france": 7, "italy": 6}, Verdict("france")),
        ({"tie": "most"}, {"france": 6, "italy": 6}, None),
        ({"tie": "most", "sole": False}, {"italy": 6, "france": 6, "turkey": 5}, Verdict(draw=("france", "italy"))),
        ({"tie": "continue", "sole": False, "most": False}, {"france": 6, "italy": 6}, None),
        ({"tie": "most"}, {"france": 7, "italy": 7, "turkey": 6}, None),
    ],
)
def test_several_that_reach_it_at_once(rule, counts, verdict):
    assert conquest(ruled(at_least=6, **rule), having(**counts)) == verdict


def test_powers_without_players_do_not_win():
    variant = without("france", ruled(at_least=6, tie="most"))
    assert "france" not in playing(variant)
    assert conquest(variant, having(france=9)) is None
    assert conquest(variant, having(france=9, italy=6)) == Verdict("italy")


def test_survivors_have_a_unit_or_a_centre():
    units = [piece("italy A rom"), piece("neutral A mos")]
    assert survivors(STANDARD, units, {"par": "france"}) == ("france", "italy")
    assert survivors(without("italy", STANDARD), units, {}) == ()


def test_the_last_year_ends_in_a_draw_or_with_who_has_most():
    most = replace(STANDARD, end=End(result="most-wins"))
    draw = replace(STANDARD, end=End(result="draw"))
    units = [piece("turkey A con")]
    owners = having(france=3, italy=2)
    assert out_of_time(most, units, owners) == Verdict("france")
    assert out_of_time(draw, units, owners) == Verdict(draw=("france", "italy", "turkey"))
    assert out_of_time(most, units, having(france=2, italy=2)) == Verdict(draw=("france", "italy", "turkey"))
    assert out_of_time(draw, units, {}) == Verdict("turkey")
    assert out_of_time(most, [], {}) == Verdict(draw=())


def test_a_draw_takes_the_word_of_every_survivor():
    owners = having(france=3, italy=2)
    assert agreed(STANDARD, [], owners, ["france"]) is None
    assert agreed(STANDARD, [], owners, ["france", "italy", "turkey"]) == Verdict(draw=("france", "italy"))
    assert agreed(STANDARD, [piece("turkey A con")], owners, ["france", "italy"]) is None
    assert agreed(STANDARD, [], owners, []) is None
    never = replace(STANDARD, end=End(agreed_draw="none"))
    assert agreed(never, [], owners, ["france", "italy"]) is None


def test_who_is_left_alone_has_won():
    assert agreed(STANDARD, [], having(france=3), ["france"]) == Verdict("france")
