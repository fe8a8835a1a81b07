import re

from hypothesis import given
from hypothesis import strategies as st

from dipmap.diagnostics import Diagnostic, ElementRef, Finding, Label, Place, Severity
from dipmap.reporters.github import escape_data, escape_property, render
from dipmap.source import Source


def one(severity=Severity.ERROR, message="gas is wrong", place=None, **rest):
    return Diagnostic("D503", "one-way-passage", severity, Finding(message, place or Place(), **rest))


def test_a_finding_on_one_line():
    source = Source("sources/a,b: c/map.svg", b'<svg>\n<path id="gas"/>\n')
    found = one(
        message="100% wrong",
        place=Place(source.span(16, 19), ElementRef("path", "gas"), (1, 2)),
        hint="fix it",
        labels=(Label(Place(source.span(0, 5)), "drawn here"),),
    )
    assert render([found]) == (
        "::error file=sources/a%2Cb%3A c/map.svg,line=2,endLine=2,col=11,endColumn=14,title=D503 one-way-passage"
        "::100%25 wrong%0Ahint: fix it%0Anote: drawn here: sources/a,b: c/map.svg:1:1%0A"
        '<path id="gas"> at 1, 2\n'
    )


def test_columns_only_within_one_line():
    source = Source("a.yaml", b"a: 1\nb: 2\nc: 3\n")
    assert "line=1,endLine=2,title" in render([one(place=Place(source.span(0, 8)))])
    # A span that takes its line end along is still on one line.
    assert "line=1,endLine=1,col=1,endColumn=5,title" in render([one(place=Place(source.span(0, 5)))])


def test_errors_come_first():
    found = [one(Severity.INFO), one(Severity.WARNING), one(Severity.ERROR)]
    assert [line.split()[0] for line in render(found).splitlines()] == ["::error", "::warning", "::notice"]


def test_silence_where_nothing_is_found():
    assert render([], checks_run=3) == ""


def test_lines_and_escapes_in_a_message_make_no_second_command():
    (line,) = render([one(message="a\n::stop-commands::x\r\x1b[31m")]).splitlines()
    assert line == "::error title=D503 one-way-passage::a%0A::stop-commands::x%0A␛[31m"


def unescape_data(text):
    return text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")


def unescape_property(text):
    return unescape_data(text.replace("%3A", ":").replace("%2C", ","))


@given(st.text(alphabet=st.characters() | st.sampled_from("%\r\n:,0123ADC")))
def test_escapes_round_trip(text):
    assert unescape_data(escape_data(text)) == text
    assert unescape_property(escape_property(text)) == text
    assert not set(escape_property(text)) & set("\r\n:,")


@given(st.text(), st.text(), st.text())
def test_every_finding_is_one_line_that_the_runner_can_take_apart(name, message, hint):
    text = render([one(message=message, hint=hint, place=Place(Source(name, b"abc").span(1, 2)))])
    assert text.count("\n") == 1
    command = re.fullmatch(r"::error ([^:]*)::(.*)\n", text)
    assert [part.partition("=")[0] for part in command[1].split(",")] == [
        "file",
        "line",
        "endLine",
        "col",
        "endColumn",
        "title",
    ]
