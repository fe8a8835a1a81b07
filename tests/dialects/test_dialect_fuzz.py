"""Damaged and hostile sources: a check always ends, soon, without a crash, and with a finding that has a place."""

from __future__ import annotations

import json
import random
import time

import pytest
from planar_maps import EDITORS, plain, wall

from dipmap import dialects
from dipmap.diagnostics import Diagnostic, Severity
from dipmap.draft import draft_document
from dipmap.pipeline import check

LIMIT = 5.0

GODIP = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 60"><g id="provinces" style="display:none">
<path id="lon" d="M0,0h30v30h-30z"/><path id="stp" d="m30 0h30v30h-30z"/><path id="nth" d="M60 0H90V30H60z"/>
<path id="stp/nc" d="M60 0 L60 30"/></g><g id="supply-centers"><path id="lonCenter" d="M15,15h1v1z"/></g>
<g id="province-centers"><path id="nthCenter" d="M75,15h1v1z"/></g></svg>"""
JDIP = """<?xml version="1.0"?><!DOCTYPE svg [<!ATTLIST svg xmlns:jdipNS CDATA #FIXED "http://jdip.sourceforge.org/jdipNS">]>
<svg viewBox="0 0 90 60"><defs><style><![CDATA[.s{fill:blue}]]></style></defs><jdipNS:PROVINCE_DATA>
<jdipNS:PROVINCE name="lon"><jdipNS:UNIT x="15" y="15"/><jdipNS:SUPPLY_CENTER x="12" y="12"/></jdipNS:PROVINCE></jdipNS:PROVINCE_DATA>
<g id="MouseLayer" transform="translate(0,0)"><polygon id="lon" points="0,0 30,0 30,30 0,30"/><rect id="stp" class="s" x="30" width="30" height="30"/>
<circle id="nth" cx="75" cy="15" r="15"/></g></svg>"""
OURS = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 90 60">
<defs><path id="tile" d="M0 0h30v30h-30z"/></defs><g id="provinces"><use id="lon" xlink:href="#tile"/>
<use id="stp/coast" href="#tile" x="30" transform="rotate(0)"/><path data-province="nth" data-terrain="sea" d="M60 0c10 0 20 0 30 0v30a15 15 0 0 1-30 0z"/></g>
<path id="passage lon-nth fleet strait via stp" d="M10 10 L70 10"/><circle id="anchor unit lon" cx="9" cy="9" r="2"/>
<path data-barrier="lon-stp" data-units="army" d="M30 0v30"/><path id="centre lon:red" d="M5 5h1v1z"/><path id="unit F stp:red" d="M35 5h1v1z"/></svg>"""
TABLE = """id: fuzz
name: Fuzz
version: "1.0.0"
powers:
  red: {name: Red, colour: "#aa0000", homes: [lon]}
provinces:
  lon: {name: London, terrain: coast, centre: true, home: red}
  stp: {name: Saint Petersburg, terrain: coast}
  nth: {name: North Sea, terrain: sea}
passages:
- {between: lon-nth, units: fleet, kind: strait, via: stp}
barriers:
- between: lon-stp
start:
  units: [red F lon]
calendar: {start: spring 1901}
expect: {provinces: 3, centres: 1}
"""
SMALL = wall(2, 2, 1)
SOURCES = [(text, TABLE) for text in (GODIP, JDIP, OURS)] + [
    (save(SMALL), SMALL.table()) for save in (plain, *EDITORS.values())
]
TOKENS = [
    "<", ">", "/>", '"', "'", "=", "&", ";", "&amp;", "<g>", "</g>", "<svg>", "<!--", "]]>", "<![CDATA[", "\0", "\ufffe", "é", "😀",
    "1e400", "NaN", "-", ".", ",", " ", "\n", "\t", "99999999999", "M", "z", "a1 1 0 01.5.5", "#", ":", "- ", "{", "}", "[", "]", "*a", "&a ", "!!x ",
    "xlink:href", "id=", "transform=", "scale(0)", "matrix(0,0,0,0,0,0)", "scale(1e9)", "lon", "stp/nc", "coast", "sea", "lon:red", "null", "true", "1",
]  # fmt: skip


def mutated(text, chance):
    """The bytes of a text after a few random injuries."""
    data = text.encode()
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        size = len(data)
        at = chance.randrange(size + 1)
        to = min(size, at + chance.choice((1, 2, 5, 20, 100)))
        kind = chance.randrange(8)
        if kind == 0 and size:
            at = chance.randrange(size)
            data = data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :]
        elif kind == 1:
            data = data[:at]
        elif kind == 2:
            data = data[:at] + data[to:]
        elif kind == 3:
            data = data[:at] + data[at:to] * chance.choice((2, 3, 50)) + data[to:]
        elif kind == 4:
            data = data[:at] + chance.choice(TOKENS).encode() + data[at:]
        elif kind == 5:
            data = data[:at] + chance.choice(TOKENS).encode() + data[to:]
        elif kind == 6:
            other = chance.randrange(size + 1)
            until = min(size, other + chance.choice((2, 10, 40)))
            data = data[:at] + data[other:until] + data[to:]
        else:
            data = data.replace(
                chance.choice((b'"', b"d", b"0", b"id", b"<g", b"lon", b": ", b",")),
                chance.choice(TOKENS).encode(),
                chance.choice((1, -1)),
            )
    return data


def survives(folder, drawing, table, about=""):
    """Check a source; whatever comes out must be orderly."""
    (folder / "map.svg").write_bytes(
        drawing if isinstance(drawing, bytes) else drawing.encode("utf-8", "surrogatepass")
    )
    (folder / "variant.yaml").write_bytes(table if isinstance(table, bytes) else table.encode("utf-8", "surrogatepass"))
    start = time.process_time()
    report = check(folder)
    assert time.process_time() - start < LIMIT, about
    facts = report.facts
    internal = [found.finding.message for found in report.diagnostics if found.name == "internal-error"]
    assert internal == [], about
    if facts.variant is None or facts.drawing is None:
        assert any(notice.finding.place.span is not None for notice in facts.notices), about
    for notice in facts.notices:
        finding = notice.finding
        diagnostic = Diagnostic("D999", notice.name, Severity.ERROR, finding)
        assert diagnostic.fingerprint
        assert finding.message
        assert len(finding.message) < 1000, about
        finding.message.encode()
        finding.hint.encode()
        if finding.place.span:
            begin, finish = finding.place.span.begin, finding.place.span.finish
            assert (1, 1) <= begin <= finish
    if facts.draft is not None:
        json.dumps(draft_document(facts.draft), allow_nan=False)
    return report


def run(folder, seeds):
    for seed in seeds:
        chance = random.Random(seed)
        drawing, table = chance.choice(SOURCES)
        which = chance.randrange(5)
        drawing = mutated(drawing, chance) if which < 4 else drawing.encode()
        table = mutated(table, chance) if which > 2 else table.encode()
        survives(folder, drawing, table, f"seed {seed}")


@pytest.mark.parametrize("part", range(6))
def test_damaged_sources(tmp_path, part):
    run(tmp_path, range(part * 50, part * 50 + 50))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(40))
def test_many_damaged_sources(tmp_path, part):
    run(tmp_path, range(1000 + part * 250, 1250 + part * 250))


def test_undamaged_sources(tmp_path):
    for drawing, table in SOURCES:
        report = survives(tmp_path, drawing, table)
        assert report.facts.variant is not None


@pytest.mark.parametrize("cut", range(40))
def test_truncated_drawings(tmp_path, cut):
    drawing, table = SOURCES[cut % len(SOURCES)]
    report = survives(tmp_path, drawing[: len(drawing) * cut // 41], table)
    assert report.facts.drawing is None
    assert [notice.name for notice in report.facts.notices] == ["malformed-xml"]


def svg(body, head='viewBox="0 0 90 60"'):
    return f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{body}</svg>'


def provinces(body):
    return svg(
        f'<g id="provinces">{body}<path id="stp" d="M30 0h30v30h-30z"/><path id="nth" d="M60 0h30v30h-30z"/></g>'
    )


@pytest.mark.parametrize(
    "body",
    [
        '<path id="lon"/>',
        '<path id="lon" d=""/>',
        '<path id="lon" d="M0 0"/>',
        '<path id="lon" d="MNaN 0h30v30z"/>',
        '<path id="lon" d="Minf inf h30v30z"/>',
        '<path id="lon" d="M0 0h1e400v30z"/>',
        '<path id="lon" d="M0 0h1e308v1e308z"/>',
        '<path id="lon" d="M0 0h30v30h-30z" transform="scale(1e9) scale(1e9) scale(1e9)"/>',
        '<path id="lon" d="M0 0h30v30h-30z" transform="scale(0)"/>',
        '<path id="lon" d="M0 0h30v30h-30z" transform="matrix(1e-9 0 0 1e-9 0 0)"/>',
        '<path id="lon" d="M0 0h30v30h-30z" transform="translate(9e8)"/>',
        '<path id="lon" d="M0 0' + "l1 1-1 0" * 2000 + 'z"/>',
        '<path id="lon" d="M0 0' + "h30v30h-30z" * 300 + '"/>',
        '<path id="lon" d="M0 0a1e-300 1e-300 0 0 1 30 30 1e9 1e9 0 0 1 1 1z"/>',
        '<rect id="lon" width="-5" height="NaN"/>',
        '<circle id="lon" r="1e9" cx="-1e9"/>',
        '<g id="lon"/>',
        '<use id="lon" href="#lon"/>',
        '<use id="lon" href="#no"/>',
        '<g id="a"><use id="lon" href="#b"/></g><g id="b"><use href="#a"/></g>',
        '<switch id="lon"/>',
        '<text id="lon">lon</text>',
        '<image id="lon" href="file:///etc/passwd" width="9" height="9"/>',
        f'<path id="lon" d="M0 0h30v30h-30z" data-passage="{"a" * 5000}-b"/>',
        '<path id="lon" d="M0 0h30v30h-30z" data-capacity="²" data-unit="F ²"/>',
        '<path id="lon" d="M0 0h30v30h-30z" data-centre="Größe!" data-adjacent="?"/>',
        f'<path id="adjacent lon: {"wal " * 200}" d="M0 0h30v30h-30z"/>',
        f'<path id="{"lon " * 5000}" d="M0 0h30v30h-30z"/>',
        "".join(f'<path id="lon_{n}" d="M{n % 30} {n % 29}h1v1h-1z"/>' for n in range(800)),
        "".join(f'<path id="q{n}" d="M{n % 60} {40 + n // 60}h.5v.5h-.5z"/>' for n in range(300)),
        "".join(f'<path id="centre q{n}:q{n}_{n}_" d="M0 0"/>' for n in range(800)),
        "<g>" * 200 + '<path id="lon" d="M0 0h30v30h-30z"/>' + "</g>" * 200,
    ],
    ids=lambda body: body[:40],
)
def test_hostile_provinces(tmp_path, body):
    survives(tmp_path, provinces(body), TABLE)


@pytest.mark.parametrize(
    "drawing",
    [
        svg(""),
        svg('<g id="provinces"/>'),
        svg('<g id="provinces"><g/><g><g/></g></g><g id="passages"/>'),
        svg('<g id="provinces"/>', head=""),
        svg('<path id="lon" d="M0 0h9v9z"/>', head='viewBox="0 0 NaN 1"'),
        svg('<path id="lon" d="M0 0h9v9z"/>', head='viewBox="0 0 1e9 1e9"'),
        "",
        "\0" * 100,
        "\ufeff",
        "<svg xmlns='http://www.w3.org/2000/svg'>\ud800</svg>",
        svg("<g>" * 5000 + "</g>" * 5000),
        svg(
            '<g id="provinces">'
            + '<use href="#a"/>' * 20
            + "</g>"
            + "".join(f'<g id="{chr(97 + n)}">' + f'<use href="#{chr(98 + n)}"/>' * 20 + "</g>" for n in range(15))
        ),
        svg('<g id="provinces">' + "".join(f'<path id="p{n}" d="M{n} 0"/>' for n in range(3000)) + "</g>"),
        svg('<g id="background">' + '<path d="M0 0h1"/>' * 30_000 + "</g>"),
        svg("".join(f'<g id="layer{n}"><path id="path{n}-{n}_1_ copy 2" d="M0 0"/></g>' for n in range(8_000))),
        b"\xff\xfe\x00",
        b"\xef\xbb\xbf\xef\xbb\xbf<svg/>",
        '<?xml version="1.0" encoding="utf-16"?>' + svg(""),
        '<?xml version="1.1"?>' + svg(""),
        svg("").encode("utf-16"),
        svg("").encode("utf-32"),
        svg('<path id="é"/>').encode("latin-1"),
    ],
    ids=lambda drawing: repr(drawing)[:50],
)
def test_hostile_drawings(tmp_path, drawing):
    for table in (TABLE, 'id: x\nname: X\nversion: "1"\n'):
        survives(tmp_path, drawing, table)


@pytest.mark.parametrize(
    "table",
    [
        "",
        "[]",
        "- a",
        "null",
        'map: "a\\0b"',
        'map: "\\ud800"',
        "map: ..",
        "map: /etc/passwd",
        f"map: {'x' * 300}.svg",
        "map: ''",
        "map: [a]",
        TABLE + "map: nowhere.svg\n",
        TABLE.replace("lon-nth", "lon-"),
        TABLE.replace("lon-nth", '"lon>nth-stp"'),
        TABLE.replace("lon-nth", "[lon]"),
        TABLE.replace("lon-nth", "[lon, lon]"),
        TABLE.replace("terrain: coast", "terrain: [coast]"),
        TABLE.replace("terrain: sea", "terrain: impassable"),
        TABLE.replace("red:", "neutral:"),
        TABLE.replace("lon:", "1:"),
        TABLE.replace("lon", "ＬＯＮ"),
        TABLE.replace("spring 1901", "spring 99999999"),
        TABLE + "tolerance: 1e-300\n",
        TABLE + "tolerance: 0.02\n",
        TABLE + "dialect: jdip\n",
        TABLE + "anchors: {lon: {unit: [1e999, .nan]}}\n",
        TABLE + "anchors: {lon: {unit: [1e300, -1e300]}}\n",
        TABLE.replace("centres: 1", "centres: 99999999999999999999999"),
        "a: &a [*a]",
        "&a {a: *a}",
        TABLE.replace("\n", "\r\n"),
        TABLE.encode("utf-16"),
        "é".encode("latin-1"),
        "\t",
        "provinces:\n" + "".join(f"  p{n}: {{shape: p{n}}}\n" for n in range(2000)),
        'id: x\nname: X\nversion: "1"\nprovinces:\n'
        + "".join(f"  p{n}: {{shape: p{n}, terrain: land}}\n" for n in range(1500)),
    ],
    ids=lambda table: repr(table)[:40],
)
def test_hostile_tables(tmp_path, table):
    survives(tmp_path, OURS, table)


def test_a_drawing_of_fifty_megabytes(tmp_path):
    report = survives(tmp_path, svg("").encode() + b" " * (50 * 2**20), TABLE)
    assert "oversized-input" in [notice.name for notice in report.facts.notices]


def test_a_table_of_three_megabytes(tmp_path):
    report = survives(tmp_path, OURS, TABLE + "# more\n" * 450_000)
    assert "oversized-input" in [notice.name for notice in report.facts.notices]


def test_every_dialect_reads_damaged_drawings_of_the_others(tmp_path):
    names = sorted(dialects.dialects())
    for seed in range(40):
        chance = random.Random(seed)
        drawing = mutated(chance.choice(SOURCES)[0], chance)
        survives(tmp_path, drawing, TABLE + f"dialect: {names[seed % len(names)]}\n", f"seed {seed}")
