"""Contacts: what touches, how, and that this does not depend on how the map lies or how it is listed."""

import math

import pytest
from drawn_maps import (
    areas_of,
    box,
    brick_pairs,
    bricks,
    grid,
    joined,
    outline,
    survey_of,
    transformed,
    voronoi,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from dipmap.geometry.survey import Nearness, survey


def test_squares_in_a_grid_join_by_sides_only():
    found = survey_of(grid(4, 4))
    sides = {(a, b) for (a, b), contact in found.contacts.items() if contact.nearness is Nearness.BORDER}
    assert len(sides) == 24
    corners = [contact for contact in found.contacts.values() if contact.nearness is Nearness.CORNER]
    assert len(corners) == 18
    assert {(contact.a, contact.b) for contact in found.joined()} == sides
    assert found.contact("p11", "p00").between == ("p01", "p10")
    assert found.contact("p00", "p33") is None


def test_a_corner_with_nothing_across_it_joins_but_not_in_silence():
    contact = survey_of({"a": box(0, 0), "b": box(100, 100)}).contact("a", "b")
    assert contact.nearness is Nearness.CORNER
    assert contact.joins
    assert not contact.silent
    assert contact.at == pytest.approx((100, 100), abs=1)


def test_of_two_corners_that_cross_the_nearer_one_joins():
    # D = 283, t = 0.28: a and d are 0.2 apart across the corner at which b and c meet.
    drawing = {
        "a": outline([(0, 0), (100, 0), (100, 99.9), (99.9, 100), (0, 100)]),
        "b": box(100, 0),
        "c": box(0, 100),
        "d": outline([(100.1, 100), (200, 100), (200, 200), (100, 200), (100, 100.1)]),
    }
    found = survey_of(drawing)
    assert found.contact("b", "c").joins
    assert found.contact("a", "d").between
    assert not found.contact("a", "d").joins


def test_a_border_tells_its_length_and_middle():
    contact = survey_of({"a": box(0, 0), "b": box(100, 0)}).contact("b", "a")
    assert contact.nearness is Nearness.BORDER
    assert contact.silent
    assert contact.distance == 0
    assert contact.length == pytest.approx(100, abs=2)
    assert contact.at == pytest.approx((100, 50), abs=2)


def test_a_short_border_joins_with_a_warning():
    drawing = {"a": box(0, 0), "b": box(100, 98.9), "c": box(-100, 0), "d": box(200, 98.9)}
    contact = survey_of(drawing, tolerance=0.3).contact("a", "b")
    assert contact.nearness is Nearness.SHORT
    assert contact.joins
    assert not contact.silent


def test_the_tolerance_follows_the_gaps_of_the_map():
    found = survey_of(bricks(6, 6, gap=2.0))
    assert found.gap == pytest.approx(2.0, rel=0.01)
    assert found.tolerance == pytest.approx(4.4, rel=0.01)
    assert {(contact.a, contact.b) for contact in found.joined()} == brick_pairs(6, 6)
    assert {contact.nearness for contact in found.joined()} == {Nearness.GAP}


def test_the_tolerance_is_clamped():
    tight, wide = survey_of(bricks(6, 6)), survey_of(bricks(6, 6, gap=6.0))
    assert tight.tolerance == pytest.approx(0.001 * tight.diagonal)
    assert wide.tolerance == pytest.approx(0.006 * wide.diagonal)


@pytest.mark.parametrize(("tolerance", "nearness"), [(3.0, Nearness.GAP), (1.9, Nearness.NEAR), (2.1, Nearness.GAP)])
def test_a_gap_against_the_given_tolerance(tolerance, nearness):
    contact = survey_of({"a": box(0, 0, 100, 200), "b": box(102, 0, 100, 200)}, tolerance).contact("a", "b")
    assert contact.nearness is nearness
    assert contact.distance == pytest.approx(2)
    assert contact.at[0] == pytest.approx(101, abs=1.1)
    assert contact.joins is (nearness is Nearness.GAP)


@pytest.mark.parametrize(("gap", "nearness"), [(0.0, Nearness.SHORT), (4.5, Nearness.GAP)])
def test_lengths_count_beyond_the_usual_gap(gap, nearness):
    # A brick 30 wide on a long one under t = 10: 50 of outline within t, short of 6 t but not of 6 (t - 4.5).
    drawing = bricks(5, 5, gap) | {"b": box(40, -60 - gap / 2, 30, 60)}
    contact = survey_of(drawing, tolerance=10.0).contact("b", "p00")
    assert contact.nearness is nearness
    assert 40 < contact.length < 55


def test_a_near_miss_is_listed_and_a_far_one_is_not():
    drawing = bricks(4, 4) | {"near": box(3, -40 - 2, 90, 40), "far": box(203, -40 - 9, 90, 40)}
    found = survey_of(drawing)
    assert found.contact("near", "p00").nearness is Nearness.NEAR
    assert found.contact("near", "p00").distance == pytest.approx(2)
    assert found.contact("near", "p00").length == 0
    assert found.contact("far", "p02") is None


def test_a_third_province_in_the_gap_is_named():
    # t = 4: a strait of 2 between two shores, drawn as a sea.
    shores = {"a": box(0, 0, 100, 200), "b": box(102, 0, 100, 200)}
    found = survey_of(shores | {"sea": box(100, 0, 2, 300)}, tolerance=4.0)
    contact = found.contact("a", "b")
    assert contact.nearness is Nearness.GAP
    assert contact.between == ("sea",)
    assert not contact.silent
    assert survey_of(shores, tolerance=4.0).contact("a", "b").between == ()


def test_corners_across_a_third_province_do_not_join():
    found = survey_of(
        {
            "a": outline([(0, 0), (100, 50), (0, 100)]),
            "b": outline([(102, 50), (202, 0), (202, 100)]),
            "sea": outline([(0, 0), (202, 0), (102, 50), (202, 100), (0, 100), (100, 50)]),
        },
        tolerance=4.0,
    )
    assert found.contact("a", "b").nearness is Nearness.CORNER
    assert not found.contact("a", "b").joins


def test_a_hairline_along_a_third_provinces_shore_is_no_border():
    hair = outline([(0, 0), (100, 0), (100, 99.9), (200, 99.9), (200, 100), (0, 100)])
    found = survey_of({"a": hair, "b": box(100, 0, 100, 99.8), "c": box(0, 100, 200), "d": box(0, 200, 900, 900)})
    assert found.contact("a", "b").at[0] == pytest.approx(100, abs=1)
    assert len(found.areas["a"].slivers) == 1
    assert found.contact("b", "c").joins


def test_overlaps_are_measured():
    found = survey_of({"a": box(0, 0), "b": box(90, 0), "c": box(300, 0), "box": box(320, 20, 20, 20)})
    beside = found.contact("a", "b")
    assert beside.nearness is Nearness.OVERLAP
    assert beside.overlap == pytest.approx(0.1, abs=0.01)
    assert beside.joins
    assert not beside.silent
    on_top = found.contact("box", "c")
    assert on_top.nearness is Nearness.OVERLAP
    assert on_top.overlap == pytest.approx(1)
    assert not on_top.joins


def test_a_lake_in_a_hole_is_a_neighbour():
    land = outline([(0, 0), (100, 0), (100, 100), (0, 100)], [(30, 30), (70, 30), (70, 70), (30, 70)], evenodd=True)
    found = survey_of({"land": land, "lake": box(30, 30, 40, 40)})
    assert found.contact("lake", "land").nearness is Nearness.BORDER


def test_every_part_of_a_province_has_neighbours():
    drawing = {"a": [box(0, 0), box(500, 0)], "b": [box(100, 0)], "c": [box(600, 0)]}
    assert joined(drawing) == {("a", "b"), ("a", "c")}


def test_no_province_and_one_province():
    assert survey({}).contacts == {}
    assert survey_of({"a": box(0, 0)}).contacts == {}
    assert survey_of({"a": box(0, 0)}).joined() == []


def test_no_tolerance_is_too_small():
    assert joined({"a": box(0, 0), "b": box(100, 0)}, tolerance=0.0) == {("a", "b")}


def test_contacts_are_in_order_whatever_the_order_of_provinces():
    drawing = voronoi(5)
    one, two = survey_of(drawing), survey_of(dict(reversed(drawing.items())))
    assert list(one.contacts) == sorted(one.contacts)
    assert one.contacts == two.contacts
    assert (one.gap, one.tolerance) == (two.gap, two.tolerance)


def test_where_a_ring_starts_and_how_it_turns_does_not_matter():
    drawing = bricks(5, 4)
    other = {key: outline([*value.rings[0][2:], *value.rings[0][:2]][::-1]) for key, value in drawing.items()}
    assert joined(other) == joined(drawing) == brick_pairs(5, 4)


SYMMETRIES = [
    ((1, 0), (0, 1)),
    ((0, -1), (1, 0)),
    ((-1, 0), (0, -1)),
    ((0, 1), (-1, 0)),
    ((-1, 0), (0, 1)),
    ((1, 0), (0, -1)),
    ((0, 1), (1, 0)),
    ((0, -1), (-1, 0)),
]


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    gap=st.sampled_from([0.0, 1.0, 4.0]),
    symmetry=st.sampled_from(SYMMETRIES),
    power=st.integers(-6, 6),
    shift=st.tuples(st.integers(-3, 3), st.integers(-3, 3)),
)
def test_turned_mirrored_scaled_and_moved_maps_have_the_same_pairs(seed, gap, symmetry, power, shift):
    drawing = voronoi(seed, gap=gap)
    scale = 10.0**power
    matrix = [[scale * value for value in row] for row in symmetry]
    other = transformed(drawing, matrix, (shift[0] * 777 * scale, shift[1] * 777 * scale))
    assert joined(other) == joined(drawing)


@settings(max_examples=25, deadline=None)
@given(
    angle=st.floats(0, 2 * math.pi),
    scale=st.floats(1e-6, 1e6),
    gap=st.sampled_from([0.0, 1.0, 2.0]),
    mirror=st.sampled_from([-1, 1]),
)
def test_a_map_at_any_angle_has_the_same_pairs(angle, scale, gap, mirror):
    cosine, sine = scale * math.cos(angle), scale * math.sin(angle)
    drawing = transformed(bricks(5, 4, gap), ((cosine, -sine * mirror), (sine, cosine * mirror)))
    assert joined(drawing) == brick_pairs(5, 4)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), order=st.randoms(use_true_random=False))
def test_the_survey_is_the_same_in_any_order(seed, order):
    areas = areas_of(voronoi(seed))
    items = list(areas.items())
    order.shuffle(items)
    assert survey(dict(items)).contacts == survey(areas).contacts


def test_a_heap_of_equal_shapes_is_overlaps_only():
    found = survey_of({f"p{number:02}": box(0, 0) for number in range(20)})
    assert len(found.contacts) == 190
    assert found.joined() == []
    assert {contact.overlap for contact in found.contacts.values()} == {1.0}
