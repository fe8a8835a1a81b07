"""Points in and about areas."""

import pytest
from drawn_maps import areas_of, box, outline

from dipmap.geometry.points import distance_outside, inside, label_point


def test_inside_and_how_far_outside():
    area = areas_of({"a": box(0, 0)})["a"]
    assert inside(area, (50, 50))
    assert not inside(area, (101, 50))
    assert inside(area, (101, 50), margin=1.5)
    assert distance_outside(area, (50, 50)) == 0
    assert distance_outside(area, (103, 104)) == pytest.approx(5)


def test_a_hole_is_outside():
    ring = outline([(0, 0), (100, 0), (100, 100), (0, 100)], [(30, 30), (70, 30), (70, 70), (30, 70)], evenodd=True)
    assert distance_outside(areas_of({"a": ring})["a"], (50, 50)) == pytest.approx(20)


def test_a_label_stands_in_the_widest_place_of_the_largest_part():
    hook = outline([(0, 0), (300, 0), (300, 20), (100, 20), (100, 100), (0, 100)])
    area = areas_of({"a": [hook, box(1000, 0, 60, 60)]})["a"]
    x, y = label_point(area)
    assert 45 < x < 60
    assert 45 < y < 60
    assert label_point(area) == (x, y)


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_labels_at_any_scale(scale):
    area = areas_of({"a": box(0, 0, 100 * scale, 10 * scale)})["a"]
    x, y = label_point(area)
    assert inside(area, (x, y))
    assert y == pytest.approx(5 * scale, rel=0.05)
