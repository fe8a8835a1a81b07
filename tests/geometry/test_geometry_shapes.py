"""Cleaning: fill rules, holes, broken rings, several outlines, slivers."""

import numpy as np
import pytest
from drawn_maps import box, outline
from hypothesis import given, settings
from hypothesis import strategies as st

from dipmap.geometry.shapes import clean

OUTER = [(0, 0), (100, 0), (100, 100), (0, 100)]
INNER = [(25, 25), (75, 25), (75, 75), (25, 75)]
FRAME = box(-500, -500, 1100, 1100)


def area_of(*shapes):
    area = clean({"a": list(shapes), "frame": [FRAME]})["a"]
    return None if area is None else area.polygon.area


@pytest.mark.parametrize(
    ("inner", "evenodd", "area"),
    [(INNER, False, 10000), (INNER[::-1], False, 7500), (INNER, True, 7500), (INNER[::-1], True, 7500)],
)
def test_a_ring_within_a_ring_is_a_hole_by_the_fill_rule(inner, evenodd, area):
    assert area_of(outline(OUTER, inner, evenodd=evenodd)) == pytest.approx(area)


def test_an_island_in_a_lake():
    island = [(40, 40), (60, 40), (60, 60), (40, 60)]
    assert area_of(outline(OUTER, INNER, island, evenodd=True)) == pytest.approx(7900)
    assert area_of(outline(OUTER, INNER[::-1], island)) == pytest.approx(7900)


def test_a_bow_tie_has_two_triangles():
    bow = [(0, 0), (100, 100), (100, 0), (0, 100)]
    assert area_of(outline(bow)) == pytest.approx(5000, abs=1)
    assert area_of(outline(bow, evenodd=True)) == pytest.approx(5000, abs=1)


def test_a_ring_wound_twice_differs_by_the_fill_rule():
    twice = [(0, 0), (100, 0), (100, 100), (0, 100), (0, 0), (50, 0), (50, 50), (0, 50)]
    assert area_of(outline(twice)) == pytest.approx(10000)
    assert area_of(outline(twice, evenodd=True)) == pytest.approx(7500)


def test_overlapping_rings_of_one_shape():
    moved = [(50, 0), (150, 0), (150, 100), (50, 100)]
    assert area_of(outline(OUTER, moved)) == pytest.approx(15000)
    assert area_of(outline(OUTER, moved, evenodd=True)) == pytest.approx(10000)


def test_repeated_points_and_closing_points_do_not_matter():
    assert area_of(outline([(0, 0), (0, 0), (100, 0), (100, 0), (100, 100), (0, 100), (0, 0)])) == pytest.approx(10000)


def test_two_parts_are_one_area_by_rings_or_by_outlines():
    far = [(200, 0), (300, 0), (300, 100), (200, 100)]
    assert area_of(outline(OUTER, far)) == pytest.approx(20000)
    assert area_of(outline(OUTER), outline(far)) == pytest.approx(20000)
    assert area_of(outline(OUTER), outline(INNER)) == pytest.approx(10000)


@pytest.mark.parametrize(
    "rings",
    [[], [[]], [[(1, 1)]], [[(0, 0), (50, 50)]], [[(0, 0), (50, 50), (100, 100)]], [[(7, 7)] * 5]],
)
def test_what_encloses_nothing_is_no_area(rings):
    assert area_of(outline(*rings)) is None


def test_a_map_of_nothing():
    assert clean({}) == {}
    assert clean({"a": []}) == {"a": None}
    assert clean({"a": [outline([(3, 3)] * 4)]}) == {"a": None}


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_numbers_that_are_none_are_refused(bad):
    with pytest.raises(ValueError, match="finite"):
        clean({"a": [outline([(0, 0), (1, bad), (1, 1)])]})


def test_a_sliver_is_cut_off_and_named():
    hair = [(0, 0), (100, 0), (100, 50), (300, 50.01), (300, 50.02), (100, 50.1), (100, 100), (0, 100)]
    area = clean({"a": [outline(hair)], "frame": [FRAME]})["a"]
    assert area.polygon.bounds == pytest.approx((0, 0, 100, 100), abs=0.5)
    ((x, y),) = area.slivers
    assert 100 < x < 300
    assert y == pytest.approx(50, abs=0.1)


def test_an_ordinary_shape_has_no_slivers_and_keeps_its_corners():
    area = clean({"a": [outline(OUTER)], "frame": [FRAME]})["a"]
    assert area.slivers == ()
    assert area.polygon.area == pytest.approx(10000, rel=1e-9)


def test_a_province_thinner_than_the_opening_stays():
    assert area_of(outline([(0, 0), (100, 0), (100, 0.1), (0, 0.1)])) == pytest.approx(10)


def test_the_order_of_provinces_does_not_matter():
    drawing = {"b": [box(0, 0)], "a": [outline([(0, 0), (9, 9), (9, 0), (0, 9)])], "c": [outline([])]}
    one, two = clean(drawing), clean(dict(reversed(drawing.items())))
    assert list(one) == ["b", "a", "c"]
    assert one["c"] is two["c"] is None
    assert all(one[key].polygon.equals(two[key].polygon) for key in "ab")


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=9), max_size=4),
    st.booleans(),
)
def test_any_scribble_is_valid_or_nothing(rings, evenodd):
    area = clean({"a": [outline(*rings, evenodd=evenodd)]})["a"]
    if area is not None:
        assert area.polygon.is_valid
        assert area.polygon.area > 0
