"""Basic shapes, measured: every one, under any transform, and what happens to broken ones."""

from __future__ import annotations

import math

import numpy as np
import pytest
from drawn_svgs import box, clean, drawing, item, points
from hypothesis import given, settings
from hypothesis import strategies as st

from dipmap.svg.shapes import centre_point, first_point, read_shape


def area(line):
    x, y = line.T
    return abs(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))) / 2


@pytest.mark.parametrize(
    ("shape", "expected", "size"),
    [
        ('<rect id="a" x="1" y="2" width="30" height="40"/>', (1, 2, 31, 42), 1200),
        ('<rect id="a" width="30" height="40" rx="5"/>', (0, 0, 30, 40), 1200 - (4 - math.pi) * 25),
        ('<rect id="a" width="30" height="40" ry="5" rx="10"/>', (0, 0, 30, 40), 1200 - (4 - math.pi) * 50),
        ('<rect id="a" width="30" height="40" rx="99"/>', (0, 0, 30, 40), math.pi * 15 * 20),
        ('<circle id="a" cx="10" cy="20" r="5"/>', (5, 15, 15, 25), math.pi * 25),
        ('<ellipse id="a" cx="10" cy="20" rx="5" ry="10"/>', (5, 10, 15, 30), math.pi * 50),
        ('<polygon id="a" points="0,0 10,0 10,10 0,10"/>', (0, 0, 10, 10), 100),
        ('<polygon id="a" points="0 0 10 0 10 10 0 10 0 0"/>', (0, 0, 10, 10), 100),
        ('<polygon id="a" points="0-5-5 0 0,5,5.0.0"/>', (-5, -5, 5, 5), 50),
        ('<polyline id="a" points="0,0 10,0 10,10 0,10"/>', (0, 0, 10, 10), 100),
        ('<path id="a" d="M0 0H10V10H0z"/>', (0, 0, 10, 10), 100),
        ('<rect id="a" x="0.1in" y="72pt" width="1in" height="25.4mm"/>', (9.6, 96, 105.6, 192), 96 * 96),
    ],
)
def test_every_basic_shape(shape, expected, size):
    assert box(shape) == pytest.approx(expected, abs=0.05)
    assert area(points(shape)) == pytest.approx(size, rel=2e-3)


def test_a_line_is_open():
    drawn = clean('<line id="a" x1="1" y1="2" x2="3" y2="4"/>')
    (run,) = read_shape(item(drawn, "a"))[0].runs
    assert not run.closed
    assert [point.tolist() for point in run.ends] == [[1, 2], [3, 4]]


def test_polygons_are_closed_and_polylines_are_not():
    drawn = clean('<polygon id="a" points="0,0 1,0 1,1"/><polyline id="b" points="0,0 1,0 1,1"/>')
    assert read_shape(item(drawn, "a"))[0].runs[0].closed
    assert not read_shape(item(drawn, "b"))[0].runs[0].closed
    assert len(read_shape(item(drawn, "a"))[0].runs[0].controls) == 3


@given(st.floats(-180, 180), st.floats(-60, 60), st.floats(0.2, 5), st.floats(0.2, 5), st.booleans())
@settings(max_examples=60, deadline=None)
def test_an_ellipse_keeps_its_true_extent_under_any_transform(turn, skew, rx, ry, mirrored):
    """The extent of a linear image of the unit circle is the length of the matrix's rows."""
    turned, tan = math.radians(turn), math.tan(math.radians(skew))
    matrix = np.array([[math.cos(turned), -math.sin(turned)], [math.sin(turned), math.cos(turned)]])
    matrix = matrix @ np.array([[1, tan], [0, 1]]) @ np.diag([-1 if mirrored else 1, 1]) @ np.diag([rx, ry])
    half = np.hypot(*matrix.T)
    flip = "scale(-1,1)" if mirrored else ""
    shape = f'<ellipse id="a" rx="{rx}" ry="{ry}" transform="translate(50 50) rotate({turn}) skewX({skew}) {flip}"/>'
    line = points(shape, tolerance=1e-4)
    assert np.ptp(line, axis=0) / 2 == pytest.approx(half, rel=2e-3)
    assert line.max(axis=0) == pytest.approx(half + 50, rel=2e-3)


def test_the_sheared_circle_that_another_library_gets_wrong():
    line = points('<circle id="a" cx="10" cy="10" r="5" transform="skewX(26.565051)"/>')
    assert [*line.min(axis=0), *line.max(axis=0)] == pytest.approx([9.41, 5, 20.59, 15], abs=0.01)


@pytest.mark.parametrize(
    ("shape", "attribute", "words"),
    [
        ('<path id="a"/>', None, "no d"),
        ('<path id="a" d="  "/>', "  ", "no d"),
        ('<path id="a" d="M0 0 L5 5 oops"/>', "M0 0 L5 5 oops", "at character 11"),
        ('<polygon id="a" points="0,0 1,0 x"/>', "0,0 1,0 x", "points cannot be read: 'x'"),
        ('<polygon id="a" points="0,0 1,0 1"/>', "0,0 1,0 1", "an x without a y"),
        ('<polygon id="a" points="NaN,0 1,0 1"/>', "NaN,0 1,0 1", "no number"),
        ('<polygon id="a" points="1e400,0 1,0 1,1"/>', "1e400,0 1,0 1,1", "too large"),
        ('<circle id="a" r="five"/>', None, "r: 'five' is no length"),
        ('<rect id="a" width="1e300" height="2"/>', None, "width: '1e300' is too large"),
        ('<rect id="a" width="inf" height="2"/>', None, "no length"),
        ('<circle id="a" r="1e9" transform="scale(1e9)"/>', None, "too far out"),
    ],
)
def test_a_broken_shape_is_told_with_its_place(shape, attribute, words):
    drawn = clean(shape)
    stroke, notices = read_shape(item(drawn, "a"))
    (notice,) = notices
    assert notice.name in ("bad-path-data", "bad-value")
    assert words in notice.finding.message
    assert notice.finding.place.element.id == "a"
    assert notice.finding.place.span.text == (attribute if attribute is not None else shape)
    assert notice.finding.hint
    for run in stroke.runs:
        assert np.isfinite(run.controls).all()


def test_shapes_without_a_size_show_nothing():
    for shape in (
        '<rect id="a" width="0" height="5"/>',
        '<circle id="a"/>',
        '<ellipse id="a" rx="5"/>',
        '<polygon id="a"/>',
        '<rect id="a" width="100%" height="100%"/>',
    ):
        assert box(shape) is None


def test_the_middle_and_the_first_move_of_an_item():
    drawn = clean(
        '<g id="a" transform="translate(10 20)"><path d="m1 2h4v4h-4z"/><circle cx="10" cy="4" r="1"/></g><g id="b"/><text id="c">x</text>'
    )
    assert centre_point(item(drawn, "a")) == pytest.approx((16, 24), abs=0.01)
    assert first_point(item(drawn, "a")) == (11, 22)
    assert centre_point(item(drawn, "b")) is None
    assert centre_point(item(drawn, "c")) is None
    assert first_point(item(drawn, "b")) is None
    assert first_point(item(clean('<circle id="d" r="5" cx="10"/>'), "d")) == (15, 0)


def test_huge_matrices_give_a_notice_and_no_warning():
    groups = '<g transform="scale(1e9)">' * 40
    drawn, _ = drawing(groups + '<path id="a" d="M1 1h1v1z"/>' + "</g>" * 40)
    stroke, notices = read_shape(item(drawn, "a"))
    assert stroke.runs == ()
    assert notices[0].name == "bad-value"
    assert first_point(item(drawn, "a")) is None


def test_fill_rules_come_from_the_style():
    drawn = clean('<g fill-rule="evenodd"><path id="a" d="M0 0h1v1z"/></g><path id="b" d="M0 0h1v1z"/>')
    assert read_shape(item(drawn, "a"))[0].evenodd
    assert not read_shape(item(drawn, "b"))[0].evenodd
