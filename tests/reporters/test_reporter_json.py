import json

from hypothesis import given
from hypothesis import strategies as st

from dipmap import __version__, schema
from dipmap.diagnostics import Diagnostic, ElementRef, Finding, Label, Place, Severity
from dipmap.reporters.json import render
from dipmap.source import Source

TEXTS = st.text(max_size=20)
SOURCES = st.builds(Source, TEXTS, st.binary(max_size=200))
SPANS = st.tuples(SOURCES, st.integers(0, 250), st.integers(0, 250)).map(lambda parts: parts[0].span(*parts[1:]))
PLACES = st.builds(
    Place,
    st.none() | SPANS,
    st.none() | st.builds(ElementRef, TEXTS, TEXTS, TEXTS, TEXTS, TEXTS),
    st.none() | st.tuples(st.floats(), st.floats()),
    TEXTS,
)
FINDINGS = st.builds(
    Finding,
    TEXTS,
    PLACES,
    TEXTS,
    TEXTS,
    st.lists(st.builds(Label, PLACES, TEXTS), max_size=2).map(tuple),
    st.lists(TEXTS, max_size=2).map(tuple),
    st.lists(TEXTS, max_size=2).map(tuple),
)
DIAGNOSTICS = st.builds(
    Diagnostic,
    st.from_regex(r"D[1-9][0-9][0-9]", fullmatch=True),
    st.from_regex(r"[a-z]+(-[a-z]+)*", fullmatch=True),
    st.sampled_from(Severity),
    FINDINGS,
)


def test_the_document():
    source = Source("map.svg", 'é\n<path id="gas"/>'.encode())
    place = Place(
        source.span(13, 16), ElementRef("path", "gas", "Gascony", "provinces", "/svg/path"), (1.23456, -0.0001), "/a"
    )
    finding = Finding("gas is wrong", place, "fix it", "gas", (Label(Place(), "see"),), ("so it is",), ("gas",))
    document = json.loads(render([Diagnostic("D503", "one-way", Severity.WARNING, finding)], checks_run=7))
    assert document == {
        "format": 1,
        "tool": "dipmap",
        "version": __version__,
        "summary": {"error": 0, "warning": 1, "info": 0, "checks_run": 7},
        "diagnostics": [
            {
                "code": "D503",
                "name": "one-way",
                "severity": "warning",
                "key": "gas",
                "message": "gas is wrong",
                "hint": "fix it",
                "file": "map.svg",
                "span": {"start": 13, "end": 16, "line": 2, "column": 11, "endLine": 2, "endColumn": 14},
                "element": {"tag": "path", "id": "gas", "name": "Gascony", "layer": "provinces", "path": "/svg/path"},
                "at": {"x": 1.235, "y": 0},
                "pointer": "/a",
                "labels": [{"text": "see", "file": None, "span": None, "element": None, "at": None, "pointer": ""}],
                "notes": ["so it is"],
                "provinces": ["gas"],
                "fingerprint": document["diagnostics"][0]["fingerprint"],
            },
        ],
    }
    assert document["diagnostics"][0]["fingerprint"].startswith("d503:")


@given(st.lists(DIAGNOSTICS, max_size=4), st.integers(0, 200))
def test_every_document_fits_its_schema(diagnostics, checks_run):
    text = render(diagnostics, checks_run=checks_run)
    assert text.isascii()
    document = json.loads(text)
    schema.validator("diagnostics").validate(document)
    assert schema.problems("diagnostics", document) == []
    assert len(document["diagnostics"]) == len(diagnostics)


@given(st.lists(DIAGNOSTICS, max_size=4, unique_by=Diagnostic.sort_key))
def test_the_order_given_does_not_matter(diagnostics):
    assert render(diagnostics) == render(diagnostics[::-1])


def test_nothing_is_held_back():
    many = [Diagnostic("D503", "one-way", Severity.INFO, Finding(f"no {n}")) for n in range(50)]
    assert render(many, limit=1, colour=True) == render(many)
