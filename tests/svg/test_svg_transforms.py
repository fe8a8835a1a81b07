"""Where things stand: transforms on every ancestor, nested pages, symbols and clones."""

from __future__ import annotations

import math

import numpy as np
import pytest
from drawn_svgs import HEAD, box, clean, drawing, item, names_of, svg
from hypothesis import given, settings
from hypothesis import strategies as st

from dipmap.svg.values import length, numbers, transform, view_box


def matrix_of(item_):
    m = item_.matrix
    return np.array([[m.a, m.c, m.e], [m.b, m.d, m.f], [0, 0, 1]], dtype=float)


amount = st.floats(-50, 50).map(lambda value: round(value, 3))
factor = st.floats(0.2, 3).map(lambda value: round(value, 3))
angle = st.floats(-80, 80).map(lambda value: round(value, 2))


def translate(x, y=0.0):
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1]], dtype=float)


def rotate(degrees):
    turn = math.radians(degrees)
    return np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])


@st.composite
def functions(draw):
    """One function of a transform list, and its matrix by the book."""
    kind = draw(
        st.sampled_from(["matrix", "translate", "translate1", "scale", "scale1", "rotate", "rotate3", "skewX", "skewY"])
    )
    space = draw(st.sampled_from([" ", ",", ", ", "  "]))
    if kind == "matrix":
        v = [draw(amount) for _ in range(6)]
        return f"matrix({space.join(map(str, v))})", np.array([[v[0], v[2], v[4]], [v[1], v[3], v[5]], [0, 0, 1]])
    if kind in ("translate", "translate1"):
        v = [draw(amount) for _ in range(2 if kind == "translate" else 1)]
        return f"translate( {space.join(map(str, v))} )", translate(*v)
    if kind in ("scale", "scale1"):
        v = [draw(factor) for _ in range(2 if kind == "scale" else 1)]
        return f"scale({space.join(map(str, v))})", np.diag([v[0], v[-1], 1])
    a = draw(angle)
    if kind == "rotate":
        return f"rotate({a})", rotate(a)
    if kind == "rotate3":
        x, y = draw(amount), draw(amount)
        return f"rotate({a}{space}{x}{space}{y})", translate(x, y) @ rotate(a) @ translate(-x, -y)
    slope = math.tan(math.radians(a))
    shear = (
        np.array([[1, slope, 0], [0, 1, 0], [0, 0, 1]])
        if kind == "skewX"
        else np.array([[1, 0, 0], [slope, 1, 0], [0, 0, 1]])
    )
    return f"{kind}({a})", shear


@given(st.lists(st.lists(functions(), max_size=3), min_size=1, max_size=4), st.sampled_from([" ", "", ",", "\n "]))
@settings(max_examples=150, deadline=None)
def test_lists_of_functions_on_any_ancestor(levels, between):
    body, expected = '<path id="a" d="M0 0h1v1z"/>', np.eye(3)
    for level in levels:
        for _, matrix in level:
            expected = expected @ matrix
    for level in reversed(levels):
        body = f'<g transform="{between.join(text for text, _ in level)}">{body}</g>'
    assert matrix_of(item(clean(body), "a")) == pytest.approx(
        expected, rel=1e-6, abs=1e-6 * max(1, np.abs(expected).max())
    )


@pytest.mark.parametrize(
    "text",
    [
        "rotat(3)",
        "translate(1 2",
        "matrix(1,0,0)",
        "scale()",
        "translate(1,2,3)",
        "rotate(1 2)",
        "translate(a)",
        "5",
        "translate(NaN 1)",
        "translate(1e999 1)",
        "translate(1) oops",
        ")(",
    ],
)
def test_a_transform_that_cannot_be_read_breaks_what_stands_under_it(text):
    drawn, notices = drawing(
        f'<g id="g" transform="{text}"><path id="a" d="M0 0h1v1z"/></g><path id="b" d="M0 0h1v1z"/>'
    )
    assert names_of(notices) == ["bad-transform"]
    assert notices[0].finding.place.span.text == text
    assert notices[0].finding.place.element.id == "g"
    assert item(drawn, "a").broken
    assert not item(drawn, "b").broken


@pytest.mark.parametrize("text", ["", "  ", "none", "translate(0)", "\n\ttranslate(0,0)\n"])
def test_transforms_that_change_nothing(text):
    assert matrix_of(item(clean(f'<path id="a" transform="{text}" d="M0 0h1v1z"/>'), "a")) == pytest.approx(np.eye(3))


def test_a_map_traced_upside_down():
    body = '<g transform="translate(0,713) scale(0.1,-0.1)"><path id="a" d="M1000 1000h1000v2000h-1000z"/></g>'
    assert box(body) == pytest.approx((100, 413, 200, 613))


def test_a_page_in_millimetres_keeps_the_units_of_its_view_box():
    for head in (
        'width="210mm" height="297mm" viewBox="0 0 210 297"',
        'width="918px" height="680px" viewBox="0 0 1835 1360"',
        'width="100%" viewBox="0 0 500 400"',
    ):
        drawn = clean(
            svg('<rect id="a" x="10" y="20" width="30" height="40"/>', head + ' xmlns="http://www.w3.org/2000/svg"')
        )
        assert box(drawn) == (10, 20, 40, 60)
        assert drawn.page == tuple(map(float, head.split('"')[-2].split()))


def test_a_page_without_a_view_box_has_its_size():
    drawn = clean(svg("", 'xmlns="http://www.w3.org/2000/svg" width="210mm" height="96"'))
    assert drawn.page == pytest.approx((0, 0, 210 / 25.4 * 96, 96))


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("", "missing-page"),
        ('width="100%"', "missing-page"),
        ('width="a" height="b"', "missing-page"),
        ('viewBox="0 0 10"', "bad-value"),
        ('viewBox="0 0 -1 5"', "bad-value"),
        ('viewBox="0 0 NaN 5"', "bad-value"),
        ('viewBox=""', "bad-value"),
    ],
)
def test_a_page_of_no_known_size_is_told(head, name):
    drawn, notices = drawing(svg("", 'xmlns="http://www.w3.org/2000/svg" ' + head))
    assert drawn.page is None
    assert names_of(notices) == [name]


SQUARE = '<rect id="a" width="10" height="10"/>'


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ('x="5" y="6"', (5, 6, 15, 16)),
        ('x="5" y="6" width="20" height="20" viewBox="0 0 10 10"', (5, 6, 25, 26)),
        ('width="40" height="20" viewBox="0 0 10 10"', (10, 0, 30, 20)),
        ('width="40" height="20" viewBox="0 0 10 10" preserveAspectRatio="xMinYMid"', (0, 0, 20, 20)),
        ('width="40" height="20" viewBox="0 0 10 10" preserveAspectRatio="xMaxYMid meet"', (20, 0, 40, 20)),
        ('width="40" height="20" viewBox="0 0 10 10" preserveAspectRatio="none"', (0, 0, 40, 20)),
        ('width="40" height="20" viewBox="0 0 10 10" preserveAspectRatio=" defer  none "', (0, 0, 40, 20)),
        ('width="40" height="20" viewBox="0 0 10 10" preserveAspectRatio="xMidYMin slice"', (0, 0, 40, 40)),
        ('width="40" height="20" viewBox="0 0 10 10" preserveAspectRatio="xMidYMax slice"', (0, -20, 40, 20)),
        ('width="20" height="40" viewBox="5 5 10 10"', (-10, 0, 10, 20)),
        # without a size it is as large as the page around (0 0 100 100)
        ('viewBox="0 0 50 50"', (0, 0, 20, 20)),
        ('width="50%" height="50%" viewBox="0 0 50 50"', (0, 0, 10, 10)),
        ('x="10%" y="20%" width="50" height="50" viewBox="0 0 50 50"', (10, 20, 20, 30)),
    ],
)
def test_nested_pages(attributes, expected):
    assert box(f"<svg {attributes}>{SQUARE}</svg>") == pytest.approx(expected)


def test_a_nested_page_of_a_nested_page():
    inner = f'<svg x="1" y="1" width="5" height="5" viewBox="0 0 10 10">{SQUARE}</svg>'
    assert box(
        f'<g transform="translate(1 1)"><svg x="10" width="20" height="20" viewBox="0 0 10 10">{inner}</svg></g>'
    ) == pytest.approx((13, 3, 23, 13))


def test_a_nested_view_box_that_cannot_be_read_is_told():
    drawn, notices = drawing(f'<svg x="5" viewBox="0 0 oops 1">{SQUARE}</svg>')
    assert names_of(notices) == ["bad-value"]
    assert notices[0].finding.place.span.text == "0 0 oops 1"
    assert item(drawn, "a").matrix is not None


@pytest.mark.parametrize(
    ("symbol", "use", "expected"),
    [
        ("", 'x="5" y="6"', (5, 6, 15, 16)),
        ('viewBox="0 0 10 10"', 'x="5" y="6" width="20" height="20"', (5, 6, 25, 26)),
        ('viewBox="0 0 10 10"', 'width="40" height="20"', (10, 0, 30, 20)),
        ('viewBox="0 0 10 10" preserveAspectRatio="none"', 'width="40" height="20"', (0, 0, 40, 20)),
        ('viewBox="0 0 10 10" width="20" height="20"', "", (0, 0, 20, 20)),
        ('viewBox="0 0 10 10" width="20" height="20"', 'width="30" height="30"', (0, 0, 30, 30)),
        ('viewBox="0 0 50 50"', "", (0, 0, 20, 20)),
        (
            'viewBox="0 0 10 10"',
            'transform="translate(3 4) scale(2)" x="1" y="1" width="10" height="10"',
            (5, 6, 25, 26),
        ),
    ],
)
def test_symbols_are_shown_where_they_are_used(symbol, use, expected):
    body = f'<symbol id="s" {symbol}><rect width="10" height="10"/></symbol><use id="a" href="#s" {use}/>'
    drawn = clean(body)
    assert box(drawn) == pytest.approx(expected)
    # the symbol itself is not drawn
    assert len([shape for shape in drawn.items if shape.is_shape]) == 1


def test_clones_of_shapes_and_groups_stand_where_they_are_put():
    body = """<defs><g id="g" transform="translate(1 1)"><rect width="10" height="10"/><rect x="20" width="5" height="5"/></g></defs>
    <use id="a" xlink:href="#g" x="10" y="20"/><g transform="scale(2)"><use id="b" href="#g" transform="translate(5 5)"/></g>"""
    drawn = clean(body)
    assert box(drawn, "a") == (11, 21, 36, 31)
    assert box(drawn, "b") == (12, 12, 62, 32)
    assert len(list(item(drawn, "a").shapes())) == 2


def test_clones_of_clones():
    body = '<rect id="r" width="1" height="1"/><g id="g"><use href="#r" x="10"/><use href="#r" y="10"/></g><use id="a" href="#g" x="100"/>'
    assert box(body) == (100, 0, 111, 11)


def test_a_clone_takes_the_style_around_itself_not_around_its_original():
    drawn = clean('<g display="none"><rect id="r" width="1" height="1"/></g><g fill="red"><use id="a" href="#r"/></g>')
    (shape,) = item(drawn, "a").shapes()
    assert not shape.hidden
    assert shape.style.fill == "red"


def test_a_clone_may_name_its_original_in_percent_signs():
    assert box('<defs><rect id="st p" width="1" height="1"/></defs><use id="a" href="#st%20p"/>') == (0, 0, 1, 1)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('<use id="a" href="#nowhere"/>', "does not exist"),
        ('<use id="a"/>', "refers to nothing"),
        ('<use id="a" href=""/>', "refers to nothing"),
        ('<use id="a" href="other.svg#x"/>', "outside the file"),
        ('<use id="a" href="http://example.org/x.svg#x"/>', "outside the file"),
        ('<use id="a" href="#a"/>', "contains it"),
        ('<g id="g"><use id="a" href="#g"/></g>', "contains it"),
        (
            '<defs><g id="g"><use id="h" href="#k"/></g><g id="k"><use href="#g"/></g></defs><use id="a" href="#g"/>',
            "contains it",
        ),
    ],
)
def test_clones_of_nothing_and_of_themselves(body, words):
    drawn, notices = drawing(body)
    assert "broken-use" in names_of(notices)
    assert any(words in notice.finding.message for notice in notices)
    assert all(notice.finding.place.span.start > 0 for notice in notices)
    assert any(found.broken for found in drawn.by_name["a"][0].walk())


def test_an_original_that_stands_twice_is_told():
    body = '<rect id="r" width="1" height="1"/>\n<rect id="r" x="5" width="1" height="1"/><use id="a" href="#r"/>'
    drawn, notices = drawing(body)
    assert names_of(notices) == ["duplicate-id"]
    assert "first in line 1" in notices[0].finding.message
    assert notices[0].finding.place.span.begin[0] == 2
    # the first one counts, as in a browser
    assert box(drawn) == (0, 0, 1, 1)


def test_a_fault_of_something_that_is_cloned_is_told_once():
    body = '<defs><g id="g"><path transform="oops" d="M0 0h1v1z"/><use href="#no"/></g></defs>' + '<use href="#g"/>' * 5
    _, notices = drawing(body)
    assert sorted(names_of(notices)) == ["bad-transform", "broken-use"]


def test_ids_that_stand_twice_do_not_matter_where_nothing_uses_them():
    clean('<rect id="r" width="1" height="1"/><rect id="r" x="5" width="1" height="1"/>')


def test_what_is_never_shown_is_no_item():
    body = """<defs><path id="a" d="M0 0h1v1z"/></defs><clipPath id="c"><path id="b" d="M0 0h1v1z"/></clipPath>
    <mask><path id="d" d="M0 0h1v1z"/></mask><marker><path id="e" d="M0 0h1v1z"/></marker>
    <pattern><path id="f" d="M0 0h1v1z"/></pattern><symbol id="g"><path id="h" d="M0 0h1v1z"/></symbol>
    <metadata><path xmlns="urn:other" id="i" d="M0 0h1v1z"/></metadata><path xmlns="urn:other" id="j" d=""/>"""
    assert set(clean(body).by_name) == set()


def test_too_deep_nesting_through_clones_is_told():
    groups = "".join(
        f'<g id="g{n}">' + "<g>" * 40 + f'<use href="#g{n + 1}"/>' + "</g>" * 40 + "</g>" for n in range(12)
    )
    drawn, notices = drawing(f'<defs>{groups}<rect id="g12" width="1" height="1"/></defs><use id="a" href="#g0"/>')
    assert "oversized-input" in names_of(notices)
    assert item(drawn, "a")


def test_too_many_clones_of_clones_are_told(quick):
    levels = "".join(f'<g id="g{n}">' + f'<use href="#g{n + 1}"/>' * 10 + "</g>" for n in range(12))
    with quick(5):
        _, notices = drawing(f'<defs>{levels}<rect id="g12" width="1" height="1"/></defs><use id="a" href="#g0"/>')
    assert names_of(notices) == ["oversized-input"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5", 5),
        (" 5px ", 5),
        ("1in", 96),
        ("2.54cm", 96),
        ("25.4 mm", 96),
        ("72pt", 96),
        ("6pc", 96),
        ("101.6Q", 96),
        ("-1e1", -10),
        (".5", 0.5),
        ("50%", 7),
        ("2em", 7),
        (None, 7),
    ],
)
def test_lengths(text, value):
    assert length(text, 7) == pytest.approx(value)


@pytest.mark.parametrize(
    "text", ["", "abc", "5 px px", "1e99", "NaN", "1,5", "5furlong", "1" + " " * 100_000 + "x", "1" * 200_000 + "x"]
)
def test_lengths_that_are_none(text, quick):
    with quick(1), pytest.raises(ValueError, match=r"is no length|too large"):
        length(text)


def test_lists_of_numbers():
    assert numbers(" 1,2 3-4.5.5e1 ") == [1, 2, 3, -4.5, 5]
    assert numbers("") == []
    with pytest.raises(ValueError, match="'x 4' is no number"):
        numbers("1 2 x 4")
    assert view_box("0,0 10 20") == (0, 0, 10, 20)


def test_long_attributes_take_time_in_proportion(quick):
    with quick(4):
        assert transform("translate(1)" * 20_000).e == pytest.approx(20_000)
        with pytest.raises(ValueError, match="no transform"):
            transform(" " * 1_000_000 + "x" * 1_000_000)
        with pytest.raises(ValueError, match="no number"):
            numbers("1" * 1_000_000 + "x")
        numbers("1 " * 500_000)


def test_root_transforms_and_heads_are_read_with_other_prefixes():
    data = svg(
        '<s:g transform="translate(5)"><s:rect id="a" width="1" height="1"/></s:g>',
        'xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 9 9"',
    )
    data = data.replace(b"<svg", b"<s:svg").replace(b"</svg", b"</s:svg")
    assert box(clean(data)) == (5, 0, 6, 1)
    assert HEAD
