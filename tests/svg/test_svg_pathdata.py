"""Path data: every command, every way to write numbers, and what is kept before an error."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from svgelements import Path

from dipmap.svg.pathdata import Run, first_move, flatten, read_path


def runs(data):
    found, error = read_path(data)
    assert error is None, error
    return found


def corners(data):
    """First points and ends of all pieces, run by run."""
    return [np.vstack([run.controls[:1, 0], run.controls[:, 3]]).round(6).tolist() for run in runs(data)]


SQUARE = [[[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]]]


@pytest.mark.parametrize(
    "data",
    [
        "M0 0 L10 0 L10 10 L0 10 Z",
        "m0 0 l10 0 l0 10 l-10 0 z",
        "M0,0 10,0 10,10 0,10z",
        "m0,0,10,0,0,10-10,0z",
        "M0 0H10V10H0Z",
        "m0 0h10v10h-10z",
        "M0 0h5 5v5 5h-10z",
        "M0 0 H 5 10 V 5 10 H 0 Z",
        " \t\r\nM 0 0\nL 10 0,10 10,\n0 10 z\n",
        "M0.0e0+0L1e1 0 1.0E+1 10 0 100e-1z",
        "M.0.0L10.0.0 10.0 10. .0 10.z",
        "M0-0L10-0 10+10-0 10z",
    ],
)
def test_lines_in_every_spelling(data):
    expected = {(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)}
    (run,) = runs(data)
    assert run.closed
    assert expected <= {tuple(point) for point in np.abs(run.controls[:, 3]).round(6).tolist()}
    xs, ys = run.controls[:, 0].T
    assert abs(np.sum(xs * np.roll(ys, -1) - ys * np.roll(xs, -1))) / 2 == pytest.approx(100)


@pytest.mark.parametrize(
    ("data", "start", "end"),
    [
        ("M10-20-30-40", [10, -20], [-30, -40]),
        ("M.5.5.25.75", [0.5, 0.5], [0.25, 0.75]),
        ("M-.5-.5-.25.75", [-0.5, -0.5], [-0.25, 0.75]),
        ("M1e-2-1e2 1e+1.5e1", [0.01, -100], [10, 5]),
        ("M1.5.25-3.75,4", [1.5, 0.25], [-3.75, 4]),
        ("M+1+2+3+4", [1, 2], [3, 4]),
        ("M1e5.5.5.5", [1e5, 0.5], [0.5, 0.5]),
        ("M1.,2.,3. 4.", [1, 2], [3, 4]),
        ("M0010 -0020 00.5 -.0", [10, -20], [0.5, 0]),
    ],
)
def test_compact_numbers(data, start, end):
    (run,) = runs(data)
    assert [point.tolist() for point in run.ends] == [start, end]


def test_lines_follow_a_move_with_more_than_one_point():
    assert corners("M1 1 2 2 3 1") == [[[1, 1], [2, 2], [3, 1]]]
    assert corners("m1 1 2 2 3 1") == [[[1, 1], [3, 3], [6, 4]]]


def test_a_relative_move_begins_where_the_last_subpath_began():
    assert corners("m10 10 h5 v5 z m20 0 h1") == [[[10, 10], [15, 10], [15, 15], [10, 10]], [[30, 10], [31, 10]]]
    assert corners("m10 10 h5 m1 1 h1") == [[[10, 10], [15, 10]], [[16, 11], [17, 11]]]


def test_drawing_may_go_on_after_a_close_without_a_move():
    assert corners("M1 1h2v2zl5 5") == [[[1, 1], [3, 1], [3, 3], [1, 1]], [[1, 1], [6, 6]]]


def test_several_subpaths_and_which_of_them_are_closed():
    found = runs("M0 0h1v1z M5 5h1v1 M9 9h1v1h-1v-1z")
    assert [run.closed for run in found] == [True, False, True]
    # closed by hand: no piece of no length is added
    assert [len(run.controls) for run in found] == [3, 2, 4]


def test_a_move_alone_draws_nothing():
    assert runs("M1 2") == []
    assert runs("M1 2Z") == []
    assert corners("M1 2M3 4h1") == [[[3, 4], [4, 4]]]
    assert runs("") == []
    assert runs("  \n") == []


def test_curves_keep_their_control_points():
    (run,) = runs("M0 0C1 2 3 4 5 6c1 2 3 4 5 6")
    assert run.controls.tolist() == [[[0, 0], [1, 2], [3, 4], [5, 6]], [[5, 6], [6, 8], [8, 10], [10, 12]]]


def test_smooth_curves_mirror_the_last_control_point():
    (run,) = runs("M0 0C0 5 5 10 10 10S20 5 20 0s5-5 10-5")
    assert run.controls[1].tolist() == [[10, 10], [15, 10], [20, 5], [20, 0]]
    assert run.controls[2].tolist() == [[20, 0], [20, -5], [25, -5], [30, -5]]


def test_smooth_curves_after_something_else_begin_straight():
    for before in ("", "L10 0", "Q5 5 10 0", "A5 5 0 0 1 10 0", "H10"):
        (run,) = runs(f"M0 0{before}S20 5 20 0")
        assert run.controls[-1, 1].round(9).tolist() == run.controls[-1, 0].round(9).tolist()
    for before in ("L10 0", "C1 1 2 2 10 0", "A5 5 0 0 1 10 0"):
        (run,) = runs(f"M0 0{before}T20 0")
        assert run.controls[-1, :, 1].round(9).tolist() == [0, 0, 0, 0]


def test_quadratics_and_their_smooth_followers():
    (run,) = runs("M0 0Q5 10 10 0T20 0t10 0")
    middle = lambda piece: (piece[0] + 3 * piece[1] + 3 * piece[2] + piece[3]) / 8  # noqa: E731
    assert [middle(piece).round(9).tolist() for piece in run.controls] == [[5, 5], [15, -5], [25, 5]]


@pytest.mark.parametrize(
    "data",
    [
        "M0 0A5 5 0 0 1 10 0",
        "M0 0a5 5 0 0 1 10 0",
        "M0 0A5 5 0 01 10 0",
        "M0 0A5,5,0,0110,0",
        "M0 0a5 5 0 0110 0",
        "M0 0A1 1 0 0 1 10 0",
        "M0 0A-5 5 0 0 1 10 0",
    ],
)
def test_half_a_circle_in_every_spelling(data):
    (run,) = runs(data)
    line = flatten(run, 1e-4)
    assert np.hypot(line[:, 0] - 5, line[:, 1]) == pytest.approx(5, abs=2e-3)
    assert line[:, 1].min() == pytest.approx(-5, abs=2e-3)
    assert line[-1].tolist() == [10, 0]


def test_arc_flags_need_no_separators():
    (run,) = runs("M0 0a1 1 0 01.5.5")
    assert run.ends[1].tolist() == [0.5, 0.5]
    (run,) = runs("M0 0a1 1 0 10-.5.5 1 1 0 00.5.5")
    assert run.ends[1].tolist() == [0, 1]


def test_arcs_that_are_lines_or_nothing():
    assert corners("M0 0A0 5 0 0 1 10 0") == [[[0, 0], [10, 0]]]
    assert corners("M0 0A1e-300 5 0 0 1 10 0") == [[[0, 0], [10, 0]]]
    assert runs("M3 3A5 5 0 0 1 3 3") == []


coordinates = st.floats(-1000, 1000).map(lambda value: round(value, 3))


@given(
    coordinates,
    coordinates,
    coordinates,
    coordinates,
    st.floats(0.01, 2000),
    st.floats(0.01, 2000),
    st.floats(-720, 720),
    st.sampled_from("01"),
    st.sampled_from("01"),
)
@settings(max_examples=150, deadline=None)
def test_arcs_lie_on_their_ellipse(x, y, u, v, rx, ry, turn, large, sweep):
    """Against the formulas of the standard (F.6.5): an ellipse of these radii through both ends, the right part of it."""
    found = runs(f"M{x} {y}A{rx:.6f} {ry:.6f} {turn:.6f} {large}{sweep}{u} {v}")
    rx, ry, turn = round(rx, 6), round(ry, 6), math.radians(round(turn, 6))
    if (x, y) == (u, v):
        assert found == []
        return
    (run,) = found
    assert run.ends[0].tolist() == [x, y]
    assert run.ends[1].tolist() == [u, v]
    cos, sin = math.cos(turn), math.sin(turn)
    p, q = cos * (x - u) / 2 + sin * (y - v) / 2, -sin * (x - u) / 2 + cos * (y - v) / 2
    grown = max(1.0, math.hypot(p / rx, q / ry))
    rx, ry = rx * grown, ry * grown
    if min(rx, ry) < 1e-4 * max(rx, ry):
        return
    rest = max(0.0, rx**2 * ry**2 - rx**2 * q**2 - ry**2 * p**2) / (rx**2 * q**2 + ry**2 * p**2)
    factor = math.sqrt(rest) * (-1 if large == sweep else 1)
    r, s = factor * rx * q / ry, -factor * ry * p / rx
    cx, cy = cos * r - sin * s + (x + u) / 2, sin * r + cos * s + (y + v) / 2
    line = flatten(run, 1e-3 * max(rx, ry)) - [cx, cy]
    level = np.hypot((line @ [cos, sin]) / rx, (line @ [-sin, cos]) / ry)
    assert level == pytest.approx(1, abs=5e-3 * max(rx, ry) / min(rx, ry))
    if grown == 1.0 and abs(factor) > 1e-6 and min(rx, ry) > 0.05 * max(rx, ry):
        turned = np.unwrap(np.arctan2((line @ [-sin, cos]) / ry, (line @ [cos, sin]) / rx))
        swept = turned[-1] - turned[0]
        assert (swept > 0) == (sweep == "1")
        assert (abs(swept) > math.pi - 0.05) if large == "1" else (abs(swept) < math.pi + 0.05)


number = st.one_of(st.integers(-99, 99).map(float), st.floats(-99, 99).map(lambda value: round(value, 2)))


@st.composite
def path_texts(draw):
    """Valid path data with numbers as tightly or loosely written as editors do."""
    parts = []
    for index in range(draw(st.integers(2, 8))):
        letter = "M" if index == 0 else draw(st.sampled_from("MLHVCSQTAZ"))
        letter = letter if draw(st.booleans()) else letter.lower()
        groups = []
        for _ in range(draw(st.integers(1, 3))):
            if letter in "Aa":
                groups += [
                    abs(draw(number)) + 1,
                    abs(draw(number)) + 1,
                    draw(number),
                    draw(st.integers(0, 1)),
                    draw(st.integers(0, 1)),
                    draw(number),
                    draw(number),
                ]
            else:
                groups += [
                    draw(number)
                    for _ in range(
                        {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "Z": 0}[letter.upper()]
                    )
                ]
        parts.append(letter + write(groups, tight=draw(st.booleans())))
    return draw(st.sampled_from(["", " ", "\n"])).join(parts)


def write(values, *, tight):
    texts = [str(value) if isinstance(value, int) else f"{value:.10g}" for value in values]
    if not tight:
        return " ".join(texts)
    written, last = "", ""
    for text in texts:
        text = text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text  # noqa: PLW2901
        needs = written and not text.startswith("-") and not (text.startswith(".") and "." in last)
        written += ("," if needs else "") + text
        last = text
    return written


@given(path_texts())
@settings(max_examples=200, deadline=None)
def test_whole_paths_as_another_library_reads_them(data):
    ours = [point for run in runs(data) for piece in run.controls for point in (piece[0], piece[3])]
    theirs = [
        point
        for segment in Path(data)
        if type(segment).__name__ not in ("Move", "Close")
        or (type(segment).__name__ == "Close" and segment.start != segment.end)
        for point in (segment.start, segment.end)
    ]
    found = {tuple(np.round(point, 3)) for point in ours}
    for start, end in zip(theirs[::2], theirs[1::2], strict=True):
        if start != end:
            for point in (start, end):
                assert any(abs(x - float(point.x)) < 0.01 and abs(y - float(point.y)) < 0.01 for x, y in found)


finite = st.floats(-1000, 1000)
pieces = st.lists(st.tuples(*[st.tuples(finite, finite)] * 3), min_size=1, max_size=3)


def along(run, parts):
    """Points of the true curves."""
    t = np.linspace(0, 1, parts)[:, None]
    s = 1 - t
    return np.vstack([s**3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t**3 * d for a, b, c, d in run.controls])


def distances(points, line):
    """From each point to the nearest place on a polyline."""
    start, step = line[:-1], np.diff(line, axis=0)
    square = np.maximum((step**2).sum(axis=1), 1e-300)
    share = np.clip((((points[:, None] - start) * step).sum(axis=2)) / square, 0, 1)
    return np.hypot(*(points[:, None] - start - share[..., None] * step).transpose(2, 0, 1)).min(axis=1)


@given(pieces, st.sampled_from([10.0, 1.0, 0.1]))
@settings(max_examples=100, deadline=None)
def test_flattening_stays_within_its_tolerance(curves, tolerance):
    controls, at = [], (0.0, 0.0)
    for first, second, end in curves:
        controls.append([at, first, second, end])
        at = end
    run = Run(np.array(controls, dtype=float), closed=False)
    line = flatten(run, tolerance)
    assert line[0].tolist() == run.controls[0, 0].tolist()
    assert line[-1].tolist() == run.controls[-1, 3].tolist()
    assert distances(along(run, 80), line).max() <= tolerance * 1.001
    # the points themselves lie on the curve
    assert distances(line, along(run, 1500)).max() <= 0.01


@pytest.mark.parametrize(
    ("data", "kept", "offset", "words"),
    [
        ("L10 10", 0, 0, "begins with L"),
        ("  10 10 M0 0", 0, 2, "begins with '10 10'"),
        ("M0 0 L10 0 X 5 5", 1, 11, "no number"),
        ("M0 0 L10 0 20 xyz", 1, 14, "no number"),
        ("M0 0 L10 0 20 0 30", 2, 18, "groups of 2"),
        ("M0 0 L10 0 C1 2 3", 1, 17, "groups of 6"),
        ("M0 0 L10 0 L", 1, 12, "groups of 2"),
        ("M0 0 h", 0, 6, "groups of 1"),
        ("M0 0 L10 0 L1e400 0", 1, 12, "too large"),
        ("M0 0 L10 0 20 0 1e10 5", 2, 16, "too large"),
        ("M0 0 L10 - 20", 0, 9, "no number"),
        ("M0 0 L10 e5", 0, 9, "no number"),
        ("M0 0h10z 5", 1, 9, "after a close"),
        ("M0 0A5 5 0 2 1 10 0", 0, 5, "two flags"),
        ("M0 0A5 5 0 0 1 10 0 5 5", 6, 20, "two flags"),
        ("M0 0A5 5 0 0 1 1e300 0", 0, 5, "too large"),
        ("M0 0A", 0, 5, "none stand there"),
        ("M0 0 LNaN 5", 0, 6, "no number"),
        ("M0 0 h10 Linfinity 5", 1, 10, "no number"),
        ("M0 0 L١٢ 5", 0, 6, "no number"),
    ],
)
def test_an_error_is_placed_and_what_stands_before_it_counts(data, kept, offset, words):
    found, error = read_path(data)
    assert (
        sum(len(run.controls) for run in found if not run.closed)
        + sum(len(run.controls) - 1 for run in found if run.closed)
        == kept
    )
    assert error.offset == offset
    assert words in error.message


@given(st.text(alphabet="MmLlHhVvCcSsQqTtAaZz0123456789.,-+eE \nx", max_size=40))
@settings(max_examples=300, deadline=None)
def test_no_text_breaks_the_reader(data):
    found, error = read_path("M1 1" + data)
    assert all(np.isfinite(run.controls).all() for run in found)
    if error:
        assert 0 <= error.offset <= len(data) + 4
        read_path(("M1 1" + data)[: error.offset])


def test_the_first_move_is_found_without_reading_on():
    assert first_move(" \nm 1.5-2 garbage") == (1.5, -2)
    assert first_move("M1,2") == (1, 2)
    assert first_move("L1 2") is None
    assert first_move("M1e400 2") is None
    assert first_move("") is None


@pytest.mark.parametrize(
    "data",
    [
        "M0 0" + "L1 1" * 250_000,
        "M0 0L" + "1 1 " * 500_000,
        "M0 0a" + "1 1 0 0 1 1 1 " * 30_000,
        "M0 0" + "a1 1 0 01.5.5" * 30_000,
        "M0 0" + "z" * 500_000,
        "M" + "1" * 1_000_000,
        "M0 0a" + "1" * 1_000_000 + "x",
        "M0 0L" + " " * 1_000_000 + "x",
        "M0 0L" + "-" * 1_000_000,
        "M0 0L" + "1." * 500_000,
        "M0 0L" + "1e" * 500_000,
    ],
    ids=lambda data: data[:12],
)
def test_long_data_takes_time_in_proportion(data, quick):
    with quick(4):
        read_path(data)


def test_wild_curves_do_not_fill_the_memory():
    run = Run(np.random.default_rng(1).uniform(-1e9, 1e9, (200_000, 4, 2)), closed=True)
    assert len(flatten(run, 1e-9)) <= 4_000_001
