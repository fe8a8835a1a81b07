import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dipmap.diagnostics import Diagnostic, ElementRef, Finding, Label, Place, Severity
from dipmap.reporters.text import SPAN, render
from dipmap.source import Source, Span
from dipmap.visible import columns, visible


def span_of(source, text):
    start = source.data.find(text.encode())
    assert start >= 0
    return source.span(start, start + len(text.encode()))


def error(message="gas is wrong", place=None, **rest):
    return Diagnostic("D503", "one-way-passage", Severity.ERROR, Finding(message, place or Place(), **rest))


def drawing():
    """A map as editors write it: everything on long lines."""
    path = "M0 0L9 9" * 2000
    lines = ["<svg>"] + [""] * 186
    lines += [f'<path d="{path}" id="spa/nc" data-adjacent="gas por mao" style="{"x" * 300}"/>']
    lines += [""] * 23
    lines += [f'<path d="{path}" id="gas" data-adjacent="bre par bur mar"/><g/>', "</svg>"]
    return Source("sources/classic/map.svg", "\n".join(lines).encode())


def test_a_finding_as_a_designer_sees_it():
    source = drawing()
    place = Place(
        span_of(source, 'data-adjacent="bre par bur mar"'), ElementRef("path", "gas", "", "provinces"), (412.5, 908.0)
    )
    finding = error(
        "spa/nc lists gas, but gas does not list spa/nc",
        place,
        hint="add spa/nc to gas's list, or mark the passage oneway",
        labels=(Label(Place(span_of(source, "gas por")), "listed here"),),
        notes=("engines store each side by itself",),
    )
    expected = """\
error[D503]: spa/nc lists gas, but gas does not list spa/nc (one-way-passage)
   --> sources/classic/map.svg:212:16021  <path id="gas"> in layer "provinces" at 412.5, 908
    |
212 | …0L9 9M0 0L9 9M0 0L9 9M0 0L9 9" id="gas" data-adjacent="bre par bur mar"/><g/>
    |                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    |
188 | …9 9M0 0L9 9" id="spa/nc" data-adjacent="gas por mao" style="xxxxxxxxxxxxxxxxxxxxxxxxxxx…
    |                                          ------- listed here
    |
    = hint: add spa/nc to gas's list, or mark the passage oneway
    = note: engines store each side by itself

1 error; `dipmap explain D503` says more
"""
    assert render([finding]) == expected


def test_a_finding_without_a_place():
    expected = """\
error[D503]: no power has a home (one-way-passage)
  = hint: declare one

1 error; `dipmap explain D503` says more
"""
    assert render([error("no power has a home", hint="declare one")]) == expected


def test_wide_letters_tabs_and_escapes_keep_the_marks_in_place():
    source = Source("variant.yaml", "\t東京: {name: \x1b[31m東京都, terrain: see}\r\n".encode())
    expected = """\
error[D503]: gas is wrong (one-way-passage)
 --> variant.yaml:1:32  key /provinces/tok/terrain
  |
1 |     東京: {name: ␛[31m東京都, terrain: see}
  |                                        ^^^

1 error; `dipmap explain D503` says more
"""
    assert render([error(place=Place(span_of(source, "see"), pointer="/provinces/tok/terrain"))]) == expected


def test_a_span_over_several_lines_is_marked_to_the_end_of_its_first():
    source = Source("a.yaml", b"a: [b,\n  c]\n")
    assert "1 | a: [b,\n  |    ^^^\n\n" in render([error(place=Place(source.span(3, 11)))])


def test_an_empty_span_has_one_mark_even_at_the_end_of_a_line():
    source = Source("a.yaml", b"a:\nb: 1\n")
    assert "1 | a:\n  |   ^\n" in render([error(place=Place(source.span(2, 2)))])


def test_an_empty_line_is_not_shown():
    source = Source("a.yaml", b"\n\n")
    assert render([error(place=Place(source.span(1, 1)))]).splitlines()[1:3] == [" --> a.yaml:2:1", ""]


def test_labels_in_other_files_and_in_none():
    drawn, declared = Source("map.svg", b'<path id="gas"/>'), Source("variant.yaml", b"x: 1\ngas: {}\n")
    labels = (
        Label(Place(span_of(declared, "gas")), "declared here"),
        Label(Place(element=ElementRef("text", "", "Gascony"), at=(1, 2)), "its label"),
    )
    expected = """\
error[D503]: gas is wrong (one-way-passage)
 --> map.svg:1:11
  |
1 | <path id="gas"/>
  |           ^^^
 ::: variant.yaml:2:1
  |
2 | gas: {}
  | --- declared here
  |
  = note: its label: <text> named "Gascony" at 1, 2

1 error; `dipmap explain D503` says more
"""
    assert render([error(place=Place(span_of(drawn, "gas")), labels=labels)]) == expected


def many(code, name, count, severity=Severity.WARNING):
    source = Source(name, b"x" * 100)
    return [
        Diagnostic(code, "too-many", severity, Finding(f"no {n}", Place(source.span(n, n + 1)))) for n in range(count)
    ]


def test_a_flood_is_cut_by_code_and_file():
    text = render([*many("D204", "a.svg", 5), *many("D204", "b.svg", 2), *many("D205", "a.svg", 2)], limit=2)
    assert text.count("warning[D204]") == 4
    assert text.count("warning[D205]") == 2
    assert text.count("(--show-all)") == 1
    assert "\n\n... 3 more D204 in a.svg (--show-all)\n\n" in text
    assert text.index("... 3 more") < text.index("b.svg:1:1")


def test_no_limit_shows_all():
    text = render(many("D204", "a.svg", 30), limit=None)
    assert text.count("warning[D204]") == 30
    assert "show-all" not in text


@pytest.mark.parametrize(
    ("diagnostics", "checks_run", "last"),
    [
        ([], 0, "no findings"),
        ([], 84, "no findings (84 checks)"),
        (many("D204", "a", 2), 1, "2 warnings (1 check); `dipmap explain D204` says more"),
        (
            [*many("D101", "a", 1, Severity.INFO), *many("D204", "a", 1), *many("D301", "b", 3, Severity.ERROR)],
            0,
            "3 errors, 1 warning, 1 remark; `dipmap explain D301` says more",
        ),
    ],
)
def test_the_last_line_counts(diagnostics, checks_run, last):
    assert render(diagnostics, checks_run=checks_run).splitlines()[-1] == last


def test_colours_only_when_asked():
    source = Source("a", b"abc")
    found = error(place=Place(source.span(1, 2)), hint="go")
    assert "\x1b" not in render([found])
    coloured = render([found], colour=True)
    assert "\x1b[1;31merror[D503]\x1b[0m: \x1b[1mgas is wrong\x1b[0m" in coloured
    assert "\x1b[1;31m^\x1b[0m" in coloured


def test_the_order_given_does_not_matter():
    found = [*many("D204", "b.svg", 3), *many("D205", "a.svg", 3), error()]
    assert render(found) == render(found[::-1])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("São Tomé 東京", "São Tomé 東京"),
        ("a\x00b\x7f", "a␀b␡"),
        ("l\u202eon", "l<U+202E>on"),
        ("lon\u200b", "lon<U+200B>"),
        ("lon\u200d", "lon<U+200D>"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("\x9b31m", "<U+009B>31m"),
        ("a\r\nb\u2028c", "a b c"),
        ("\ud800", "<U+D800>"),
        ("M\udcc3\udcbcnchen", "München"),
        ("M\udcfcnchen", "M\ufffdnchen"),
        ("a\tb", "a b"),
    ],
)
def test_what_hides_is_made_visible(text, shown):
    assert visible(text) == shown


def test_columns_of_a_terminal():
    assert columns("abc") == 3
    assert columns("東京") == 4
    assert columns("e\u0301") == 1


def test_a_line_of_combining_marks_is_cut_too():
    source = Source("a", ("x" + "\u0301" * 100_000).encode())
    assert len(render([error(place=Place(source.span(0, 1)))])) < 1000


TEXTS = st.text(max_size=30)
ELEMENTS = st.builds(ElementRef, TEXTS, TEXTS, TEXTS, TEXTS, TEXTS)
SOURCES = st.builds(Source, TEXTS, st.one_of(st.binary(max_size=300), st.text(max_size=300).map(str.encode)))
SPANS = st.builds(Span, SOURCES, st.integers(-3, 400), st.integers(-3, 400))
PLACES = st.builds(
    Place, st.none() | SPANS, st.none() | ELEMENTS, st.none() | st.tuples(st.floats(), st.floats()), TEXTS
)
LABELS = st.builds(Label, PLACES, TEXTS)
FINDINGS = st.builds(
    Finding,
    TEXTS,
    PLACES,
    TEXTS,
    TEXTS,
    st.lists(LABELS, max_size=2).map(tuple),
    st.lists(TEXTS, max_size=2).map(tuple),
)
DIAGNOSTICS = st.builds(
    Diagnostic, st.sampled_from(["D101", "D503"]), st.just("some-name"), st.sampled_from(Severity), FINDINGS
)


@given(st.lists(DIAGNOSTICS, max_size=4), st.none() | st.integers(0, 3))
def test_whatever_the_source_no_control_character_comes_out(diagnostics, limit):
    text = render(diagnostics, limit=limit)
    hidden = {"Cc", "Cs", "Zl", "Zp", "Cf"}
    assert not {c for c in text if unicodedata.category(c) in hidden and c not in "\n\u200c\u200d"}
    for line in text.splitlines():
        assert len(line) < 1500


@given(st.text(alphabet=st.sampled_from("ab 東é\t\x1b\u202e𝒳"), min_size=1, max_size=200), st.data())
def test_marks_stand_under_what_they_mark(line, data):
    start = data.draw(st.integers(0, len(line) - 1))
    end = data.draw(st.integers(start + 1, len(line)))
    source = Source("a", line.encode())
    span = source.span(len(line[:start].encode()), len(line[:end].encode()))
    rows = [row for row in render([error(place=Place(span))]).splitlines() if row.startswith(("1 | ", "  | "))]
    if not line.strip():
        assert rows == []
        return
    shown, marks = (row[4:] for row in rows)
    wide = "".join(character * columns(character) for character in shown).ljust(len(marks))
    first = marks.index("^")
    marked = "".join(part * columns(part) for part in visible(line[start:end], "    "))
    assert set(marks) <= {" ", "^"}
    assert marked.startswith(wide[first : len(marks)])
    assert len(marks) - first == len(marked) or len(marks) - first > SPAN - 8
