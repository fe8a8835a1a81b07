"""A position on its map: who owns what, where units stand, and what became of the orders."""

from __future__ import annotations

import re
from dataclasses import replace
from math import hypot

import pytest
from lxml import etree

from dipmap import pipeline
from dipmap.judge.adjudicate import adjudicate
from dipmap.judge.orders import Given
from dipmap.judge.results import OrderResult
from dipmap.judge.state import Dislodged, Piece, State, ordered
from dipmap.judge.view import Veiled
from dipmap.package.arrows import bowed, free
from dipmap.package.errors import PackageError
from dipmap.package.normalise import normalised_map
from dipmap.package.pen import Point
from dipmap.package.position import render_position
from dipmap.package.tokens import Places, Spot, standing
from package.small import small_source

SVG = "{http://www.w3.org/2000/svg}"
LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
FLEETS = (Piece("north", "F", "eas"), Piece("north", "F", "eas", 2), Piece("south", "F", "eas"))


@pytest.fixture(scope="module")
def facts(tmp_path_factory):
    return pipeline.read(small_source(tmp_path_factory.mktemp("source")))


@pytest.fixture(scope="module")
def variant(facts):
    return facts.variant


@pytest.fixture(scope="module")
def map_svg(facts):
    return normalised_map(facts)


def state(*units, owners=None, phase="movement", **rest):
    return State("spring", 1901, phase, ordered(units), owners or {"nor": "north", "sou": "south"}, **rest)


def drawn(*args, **rest):
    return etree.fromstring(render_position(*args, **rest))


def layer(root, name):
    return next(each for each in root if each.get(LABEL) == name)


def fills(root):
    return [each.get("fill") for each in layer(root, "map").iter(f"{SVG}path") if each.get("fill")]


def test_the_same_position_makes_the_same_bytes(variant, map_svg):
    one = state(*FLEETS, Piece("north", "A", "nor"))
    other = replace(one, units=one.units, owners=dict(reversed(one.owners.items())))
    assert render_position(variant, map_svg, one) == render_position(variant, map_svg, other)


def test_nothing_of_the_start_is_left(variant, map_svg):
    root = drawn(variant, map_svg, state())
    assert not len(layer(root, "position"))
    marks = [
        each.get("d") or each.get("x")
        for each in layer(etree.fromstring(map_svg), "units").iter(f"{SVG}path", f"{SVG}rect")
    ]
    left = {each.get("d") or each.get("x") for each in layer(root, "map").iter()}
    assert len(marks) >= 3
    assert left.isdisjoint(marks)


def test_land_has_the_colour_of_its_owner(variant, map_svg):
    taken = drawn(variant, map_svg, state(owners={"nor": "south", "sou": "south"}))
    shared = drawn(variant, map_svg, state())
    alone = drawn(variant, map_svg, state(owners={"nor": "north"}))
    assert len(set(fills(taken))) == len(set(fills(alone)))
    assert len(set(fills(shared))) == len(set(fills(alone))) + 1
    seas = fills(taken).count("#cde"), fills(shared).count("#cde")
    assert seas[0] == seas[1] > 0


ONE_GROUND = dict.fromkeys(("nor", "sou", "mid", "lan", "har"), "#fed")
NO_NEUTRALS = {"nor": "#fed", "sou": "#fed"}  # the other lands show no plain fill


@pytest.mark.parametrize(
    ("painted", "north", "south"),
    [
        (NO_NEUTRALS, "#d07373", "#7373d0"),
        (ONE_GROUND, "#d07373", "#7373d0"),
        ({**ONE_GROUND, "nor": "#abc", "har": "#abc"}, "#abc", "#7373d0"),
        ({**ONE_GROUND, "nor": "#abc", "sou": "#abc"}, "#d07373", "#7373d0"),
        ({**ONE_GROUND, "nor": "#cde"}, "#d07373", "#7373d0"),
        ({**ONE_GROUND, "nor": "#abc"}, "#abc", "#7373d0"),
        ({**ONE_GROUND, "nor": "#abc", "sou": "#cba"}, "#abc", "#cba"),
    ],
    ids=[
        "no-neutrals",
        "one-ground",
        "as-some-of-nobodys",
        "as-each-other",
        "as-the-sea",
        "one-power-painted",
        "both-painted",
    ],
)
def test_a_fill_that_others_have_too_is_no_powers_tint(variant, map_svg, painted, north, south):
    document = etree.fromstring(map_svg)
    for shape in document.iter(f"{SVG}path"):
        identity = shape.get("data-province")
        if identity in ONE_GROUND:
            shape.attrib.pop("style", None)
            shape.set("fill", painted.get(identity, "none"))
    seen = fills(drawn(variant, etree.tostring(document), state()))
    assert (seen.count(north), seen.count(south)) == (1, 1)


@pytest.mark.parametrize("backwards", [False, True])
def test_the_order_of_the_powers_changes_no_tint(variant, map_svg, backwards):
    bare = map_svg.replace(b"#fed", b"#e3d5b0")
    homes = ("nor", "sou")
    provinces = tuple(each if each.id in homes else replace(each, impassable=True) for each in variant.provinces)
    powers = variant.powers[::-1] if backwards else variant.powers
    seen = fills(drawn(replace(variant, provinces=provinces, powers=powers), bare, state()))
    assert {"#d07373", "#7373d0"} <= set(seen)


def test_units_that_share_a_province_stand_apart(variant):
    places = Places(variant, {}, 500.0)
    spots = list(standing(places, state(*FLEETS)).units.values())
    assert len(spots) == 3
    for index, one in enumerate(spots):
        for other in spots[:index]:
            assert hypot(one.at.x - other.at.x, one.at.y - other.at.y) > 2 * one.radius


def test_a_dislodged_unit_hides_nobody(variant):
    places = Places(variant, {}, 500.0)
    beaten = [Dislodged(Piece("south", "F", "eas", n), "sou") for n in (1, 2, 3)]
    found = standing(places, state(*FLEETS, phase="retreat", dislodged=tuple(beaten)))
    for piece, spot in found.dislodged.items():
        others = [other for other in found.everywhere() if other is not spot]
        apart = min(hypot(spot.at.x - other.at.x, spot.at.y - other.at.y) for other in others)
        assert apart > 1.6 * spot.radius, piece


def test_many_units_get_smaller(variant):
    crowd = tuple(Piece("north", "F", "eas", n) for n in range(1, 101))
    spots = standing(Places(variant, {}, 500.0), state(*crowd)).units.values()
    alone = next(iter(standing(Places(variant, {}, 500.0), state(crowd[0])).units.values()))
    assert len(spots) == 100
    assert max(spot.radius for spot in spots) < alone.radius / 3


def test_success_and_failure_look_different_without_colour(variant, map_svg):
    here = state(Piece("north", "A", "nor"))
    look = {}
    for outcome in ("succeeds", "fails"):
        result = OrderResult("north", "A nor - mid", outcome, "", (), here.units[0])
        orders = layer(drawn(variant, map_svg, here, [result]), "orders")
        look[outcome] = sum(each.get("stroke-dasharray") is not None for each in orders.iter())
    assert look["succeeds"] == 0
    assert look["fails"] > 0


@pytest.mark.parametrize(
    ("order", "outcome", "sign"),
    [
        ("A nor - mid", "succeeds", "move"),
        ("A nor S A lan - mid", "succeeds", "support"),
        ("A nor S A lan", "succeeds", "supported in holding"),
        ("A nor C A lan - mid", "fails", "convoy"),
        ("A nor - mid", "fails", "it failed"),
        ("remove A nor", "disbanded", "taken off the board"),
        ("build A nor", "built", "built"),
    ],
)
def test_the_key_explains_what_is_drawn_and_no_more(variant, map_svg, order, outcome, sign):
    here = state(Piece("north", "A", "nor"), Piece(None, "A", "lan"))
    result = OrderResult("north", order, outcome, "", (), Piece("north", "A", "nor"))
    told = [text.text for text in layer(drawn(variant, map_svg, here, [result]), "legend").iter(f"{SVG}text")]
    assert sign in told
    assert "retreat" not in told
    assert ("move" in told) == (order == "A nor - mid")


def test_retreats_are_told_from_moves(variant, map_svg):
    beaten = Dislodged(Piece("north", "A", "nor"), "mid", ("lan",))
    here = state(Piece("south", "A", "nor"), phase="retreat", dislodged=(beaten,))
    result = OrderResult("north", "A nor - lan", "succeeds", "", (), beaten.piece)
    told = [text.text for text in layer(drawn(variant, map_svg, here, [result]), "legend").iter(f"{SVG}text")]
    assert "retreat" in told
    assert "dislodged" in told
    after = state(Piece("south", "A", "nor"), Piece("north", "A", "lan"))
    assert "after the orders of" in render_position(variant, map_svg, after, [result], played=here).decode()


def test_a_veiled_unit_is_asked_for_at_each_of_its_places(variant, map_svg):
    root = drawn(variant, map_svg, state(), veiled=[Veiled("south", ("mid", "sou"))])
    assert [text.text for text in layer(root, "position").iter(f"{SVG}text")] == ["?", "?"]


def test_what_was_played_can_be_drawn(variant, map_svg):
    before = state(Piece("north", "A", "nor"), Piece("south", "A", "mid"), Piece("south", "F", "sou/ec"))
    orders = [Given("north", "A nor - mid"), Given("south", "A mid - nor"), Given("south", "F sou/ec - eas")]
    result = adjudicate(variant, before, orders)
    first = drawn(variant, map_svg, before, result.results)
    second = drawn(variant, map_svg, result.state, result.results, played=before)
    for root in (first, second):
        assert len(layer(root, "position")) == 3
        assert len(layer(root, "orders")) == 3


def test_arrows_of_two_that_change_places_bow_apart():
    one, other = Point(0, 0), Point(10, 0)
    there, back = bowed(one, other, 0.2).at(0.5), bowed(other, one, 0.2).at(0.5)
    assert there.y * back.y < 0


def test_an_arrow_goes_around_a_unit_in_its_way():
    start, end = Point(0, 0), Point(100, 0)
    assert free(start, end, [], lines=1).at(0.5).y == 0
    assert abs(free(start, end, [Spot(Point(50, 0), 4.0)], lines=1).at(0.5).y) > 4


def test_an_arrow_keeps_some_length():
    left = bowed(Point(0, 0), Point(10, 0), 0.0).between(40, 60)
    assert 0.5 < hypot(left.end.x - left.start.x, left.end.y - left.start.y) < 2


@pytest.mark.parametrize("name", ["<script>", "a\x00b", "\u202ex", 'x"&y', "ツイッター" * 30, "\ud800"])
def test_any_name_is_only_text(variant, map_svg, name):
    powers = (replace(variant.powers[0], name=name), *variant.powers[1:])
    root = drawn(replace(variant, name=name, powers=powers), map_svg, state(*FLEETS))
    assert not root.findall(f".//{SVG}script")


def test_a_hostile_map_leaves_nothing_active(variant, map_svg):
    evil = b"<script>1</script><image href='https://example.org/x.png' width='9' height='9'/><g onclick='x()'><rect width='5' height='5'/></g></svg>"
    data = render_position(variant, map_svg.replace(b"</svg>", evil), state(*FLEETS)).decode()
    assert not re.search(r"script|onclick|example\.org", data)


@pytest.mark.parametrize(
    "data", [b"", b"<svg", b"<html/>", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"\xff\xfe\x00"]
)
def test_a_map_that_is_none_is_said_so(variant, data):
    with pytest.raises(PackageError):
        render_position(variant, data, state())


def test_a_package_without_points_still_shows_its_units(variant, map_svg):
    bare = replace(variant, anchors={})
    assert len(layer(drawn(bare, map_svg, state(Piece("north", "A", "nor"))), "position")) == 1
