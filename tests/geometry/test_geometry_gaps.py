"""Strips of background between provinces that run side by side."""

from __future__ import annotations

import numpy as np
import pytest
from shapely import Polygon, box

from dipmap.geometry.gaps import strips
from dipmap.geometry.shapes import Area
from dipmap.geometry.survey import Nearness, survey


def strips_of(least: float = 4.0, **shapes: Polygon):
    measured = survey({key: Area(key, shape) for key, shape in shapes.items()}, 0.36)
    near = [contact for contact in measured.contacts.values() if contact.nearness is Nearness.NEAR]
    return strips(measured, near, least)


@pytest.mark.parametrize("gap", [0.5, 1, 1.5, 2, 3, 4])
def test_two_shapes_side_by_side(gap):
    (strip,) = strips_of(north=box(40, 40, 140, 120), south=box(40, 120 + gap, 140, 200), east=box(140, 40, 360, 200))
    assert (strip.contact.a, strip.contact.b) == ("north", "south")
    assert strip.length == pytest.approx(100, rel=0.06)
    assert strip.share == pytest.approx(100 / (2 * (180 - gap)), rel=0.07)
    assert strip.middle[0] == pytest.approx(90, abs=3)
    assert strip.middle[1] == pytest.approx(120 + gap / 2)


def test_a_third_shape_fills_the_gap():
    shapes = {"north": box(40, 40, 140, 120), "south": box(40, 122, 140, 200), "east": box(140, 40, 360, 200)}
    assert strips_of(**shapes, river=box(40, 120, 140, 122)) == []
    # one that fills a part of it leaves the rest
    (strip,) = strips_of(**shapes, river=box(40, 120, 80, 122))
    assert strip.length == pytest.approx(60, rel=0.06)
    assert strip.middle[0] == pytest.approx(110, abs=3)


def test_corners_and_crossing_arms_only_pass_each_other():
    slope = Polygon([(40, 122), (140, 180), (140, 200), (40, 200)])
    assert strips_of(north=box(40, 40, 140, 120), south=slope, east=box(141, 40, 360, 200)) != []
    assert strips_of(north=box(40, 40, 140, 120), south=slope) == []
    assert strips_of(north=box(40, 40, 140, 120), corner=box(141, 121, 240, 200)) == []


def test_the_pieces_of_a_fine_outline_are_not_counted_double():
    """A shore of a thousand short pieces is as long as a straight one."""
    across = np.linspace(40, 140, 1000)
    shore = [(x, 120.0) for x in across]
    north = Polygon([(140, 40), (40, 40), *shore])
    (strip,) = strips_of(north=north, south=box(40, 122, 140, 200), east=box(140, 40, 360, 200))
    assert strip.length == pytest.approx(100, rel=0.06)


def test_nothing_near():
    assert strips_of(north=box(0, 0, 10, 10)) == []
