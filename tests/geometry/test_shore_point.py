"""Where a fleet stands at a named coast that nobody gave an anchor."""

import numpy as np

from dipmap.geometry.outline import Outline
from dipmap.geometry.points import inside, shore_point
from dipmap.geometry.shapes import clean

SQUARE = Outline((np.array([[0, 0], [100, 0], [100, 100], [0, 100]], dtype=float),))
AREA = clean({"stp": [SQUARE]})["stp"]


def line(*points):
    return Outline((np.array(points, dtype=float),), closed=False)


def test_it_stands_inside_beside_the_middle_of_the_line():
    assert shore_point(AREA, [line((20, 0), (80, 0))], 5.0) == (50.0, 5.0)


def test_a_strip_counts_like_a_line():
    strip = Outline((np.array([[0, 90], [100, 90], [100, 100], [0, 100]], dtype=float),))
    x, y = shore_point(AREA, [strip], 5.0)
    assert inside(AREA, (x, y))
    assert y > 85


def test_a_narrow_province_still_gets_one():
    narrow = clean({"pan": [Outline((np.array([[0, 0], [100, 0], [100, 2], [0, 2]], dtype=float),))]})["pan"]
    assert inside(narrow, shore_point(narrow, [line((0, 0), (100, 0))], 50.0), 1e-6)


def test_a_line_outside_still_leads_inside():
    assert inside(AREA, shore_point(AREA, [line((20, -30), (80, -30))], 5.0))
