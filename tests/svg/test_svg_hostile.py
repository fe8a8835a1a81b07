"""Files that mean harm: each ends with a notice and a place, soon, and nothing outside the file is touched."""

from __future__ import annotations

import builtins
import os
import socket

import pytest
from drawn_svgs import HEAD, drawing, names_of, refused, svg

from dipmap.svg.drawing import read_drawing
from dipmap.svg.shapes import read_shape
from dipmap.svg.xml import MAX_BYTES, MAX_DEPTH, MAX_ELEMENTS, read_document

LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "ha"}">' for n in range(10))


def doctype(declarations, body="&x;"):
    return svg(body, before=f"<!DOCTYPE svg [{declarations}]>")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (doctype(LAUGHS, "<text>&l9;</text>"), "other entities"),
        (doctype(f'<!ENTITY x "{"a" * 100_000}">', "<text>" + "&x;" * 1000 + "</text>"), "too long"),
        (doctype("".join(f'<!ENTITY x{n} "a">' for n in range(100))), "too many"),
        (doctype('<!ENTITY x SYSTEM "file:///etc/passwd">'), "outside itself"),
        (doctype('<!ENTITY x SYSTEM "http://127.0.0.1/x">'), "outside itself"),
        (doctype('<!ENTITY x PUBLIC "p" "http://127.0.0.1/x">'), "outside itself"),
        (doctype('<!ENTITY % x SYSTEM "http://127.0.0.1/x"> %x;', ""), "outside itself"),
        (doctype('<!ENTITY a "b"><!ENTITY x "&#38;a;">'), "other entities"),
        (doctype(f'<!ATTLIST g x CDATA "{"a" * 100_000}">', "<g/>" * 9), "default attributes"),
        (doctype("".join(f'<!ATTLIST g x{n} CDATA "a">' for n in range(1000)), "<g/>"), "default attributes"),
        (doctype("".join(f'<!ATTLIST g x{n} CDATA "{"a" * 1000}">' for n in range(500)), "<g/>" * 9999), "blow up"),
        (doctype(f'<!ENTITY x "{"a" * 1000}">', "<text>" + "&x;" * 30_000 + "</text>"), "blow up"),
        (doctype(f'<!ENTITY x "{"a" * 1000}">', f'<g id="{"&x;" * 30_000}"/>'), "blow up"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_entities_that_mean_harm(data, words, quick):
    with quick(3):
        notice = refused(data)
    assert notice.name == "hostile-entity"
    assert words in notice.finding.message
    assert len(notice.finding.message) < 300
    assert notice.finding.place.span.start > 0


@pytest.mark.parametrize(
    "declarations",
    [
        '<!ENTITY amp "&#38;#38;"><!ENTITY lt "&#38;#60;">',
        '<!ENTITY x "a &amp; b &lt; c">',
        '<!ENTITY x "&#169;">',
        '<!ENTITY x "<path/>">',
        "<!ELEMENT svg ANY>",
        "<!NOTATION n SYSTEM 'x'>",
    ],
)
def test_entities_that_mean_no_harm(declarations):
    found, notices = read_document("map.svg", doctype(declarations, ""))
    assert found is not None
    assert notices == []


def test_nothing_outside_the_file_is_touched(monkeypatch):
    def never(*args, **kwargs):
        raise AssertionError(f"touched {args}")

    data = [
        svg("&x;", before='<!DOCTYPE svg PUBLIC "p" "file:///etc/passwd">'),
        svg("", before='<!DOCTYPE svg SYSTEM "http://127.0.0.1:9/x.dtd">'),
        svg(
            "",
            before='<!DOCTYPE svg SYSTEM "http://127.0.0.1:9/x.dtd" [<!ENTITY % x SYSTEM "file:///etc/passwd"> %x;]>',
        ),
        svg("&x;", before='<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
        svg('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>'),
        svg(
            '<image href="file:///etc/passwd"/><use href="http://127.0.0.1:9/a.svg#b"/><image xlink:href="//x/y.png"/>'
        ),
        svg("<style>@import url(http://127.0.0.1:9/x.css);</style><g style='fill:url(http://127.0.0.1:9/x#y)'/>"),
        svg("", before='<?xml-stylesheet href="http://127.0.0.1:9/x.css"?>'),
    ]
    drawing(svg("<g/>"))  # what is imported late is imported now
    opened = os.open, builtins.open, socket.socket
    for owner, name in (
        (builtins, "open"),
        (os, "open"),
        (socket, "socket"),
        (socket, "create_connection"),
        (socket, "getaddrinfo"),
    ):
        monkeypatch.setattr(owner, name, never)
    results = []
    for text in data:
        found, notices = read_document("map.svg", text)
        if found:
            notices = [*notices, *read_drawing(found)[1]]
        results.append(names_of(notices))
    monkeypatch.undo()
    assert opened == (os.open, builtins.open, socket.socket)
    assert results == [
        # an entity that only the file outside could declare is left out, as the standard has it
        [],
        [],
        ["hostile-entity"],
        ["hostile-entity"],
        ["external-reference"],
        ["external-reference", "external-reference", "broken-use"],
        ["external-reference"],
        ["external-reference"],
    ]


def test_active_content_is_told():
    data = svg('<script>alert(1)</script><g onclick="x()"/><foreignObject/><a href="http://x/"><path d=""/></a>')
    _, notices = drawing(data)
    assert names_of(notices) == ["active-content"] * 3
    assert notices[1].finding.place.span.text == "x()"


def test_too_many_bytes(quick):
    with quick(1):
        notice = refused(b"<svg>" + b" " * (50 * 2**20))
    assert notice.name == "oversized-input"
    assert "50 MB" in notice.finding.message


def test_as_many_bytes_as_allowed_take_their_time_and_no_more(quick):
    for body in (
        b"<text>" + b"a" * (MAX_BYTES - 100),
        b"<!--" + b" " * (MAX_BYTES - 100),
        b'<g id="' + b"a" * (MAX_BYTES - 100),
    ):
        with quick(4):
            assert refused(b"<svg>" + body).name == "malformed-xml"


def test_too_many_elements(quick):
    with quick(5):
        notice = refused(svg("<path/>" * 300_000))
    assert notice.name == "oversized-input"
    assert f"{MAX_ELEMENTS:,}" in notice.finding.message
    assert notice.finding.place.span.start > MAX_ELEMENTS


def test_too_deep(quick):
    for depth in (5000, 200_000):
        with quick(2):
            notice = refused(svg("<g>" * depth + "</g>" * depth))
        assert notice.name == "oversized-input"
        assert str(MAX_DEPTH) in notice.finding.message


def test_too_many_attributes(quick):
    with quick(2):
        notice = refused(svg("<g " + " ".join(f'a{n}=""' for n in range(50_000)) + "/>"))
    assert notice.name == "oversized-input"
    assert "<g> has more than" in notice.finding.message


def test_as_deep_as_allowed():
    depth = MAX_DEPTH - 2
    drawn, notices = drawing(svg("<g>" * depth + '<path id="a" d="M0 0h1v1z"/>' + "</g>" * depth))
    assert notices == []
    assert len(list(drawn.by_name["a"][0].ancestors())) == depth + 1


@pytest.mark.parametrize(
    "text",
    [
        f'<g id="{"a" * 20_000_000}"/>',
        f'<g {"a" * 5_000_000}="" onclick=""/>',
        f'<{"g" * 5_000_000} onclick=""/>',
        f'<path id="a" d="{"M0 0 " * 1_000_000}"/>',
        f'<g transform="{"(" * 1_000_000}" id="a"/>',
        f'<g transform="{"translate(1) " * 20_000}x" id="a"/>',
        f'<g class="{"a " * 1_000_000}" style="{";" * 1_000_000}"/>',
        '<g id="x" onclick="' + "'" * 1_000_000 + '"/>',
        "<x:y/>" * 100_000,
        "".join(f"<x{n}:y/>" for n in range(5_000)),
        "".join(f'<g xmlns:x{n}="u{n}">' for n in range(200)) + "</g>" * 200,
        "<text>" + "a<b/>" * 50_000 + "</text>",
        "<text>" + "&amp;" * 1_000_000 + "</text>",
    ],
    ids=lambda text: text[:12],
)
def test_long_things_of_every_kind(text, quick):
    with quick(4):
        _, notices = drawing(svg(text))
    for notice in notices:
        assert len(notice.finding.message) < 400
        assert len(notice.finding.place.element.path if notice.finding.place.element else "") < 30_000


def test_a_path_of_a_million_commands(quick):
    drawn, _ = drawing(svg('<path id="a" d="M0 0' + "l1 1" * 1_000_000 + '"/>'))
    with quick(8):
        stroke, notices = read_shape(drawn.by_name["a"][0])
        (line,) = stroke.lines(0.01)
    assert notices == []
    assert len(line) == 1_000_001


def test_many_findings_take_time_in_proportion(quick):
    with quick(5):
        _, notices = drawing(svg('<path transform="oops"/>' * 20_000))
    assert len(notices) == 20_000


def test_the_reader_says_no_more_than_it_has_to():
    assert HEAD in svg("").decode()
    found, notices = read_document("map.svg", svg(""))
    assert notices == []
    assert read_drawing(found)[1] == []
