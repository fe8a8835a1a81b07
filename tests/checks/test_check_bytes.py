"""Cases of checks that a text file cannot hold: sizes, encodings, folders in the place of files."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from dipmap.pipeline import check

SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200">
  <g id="provinces">
    <rect id="lon" x="0" y="0" width="150" height="100"/>
    <rect id="wal" x="150" y="0" width="150" height="100"/>
    <rect id="nth" x="0" y="100" width="300" height="100"/>
  </g>
</svg>
"""
YAML = """id: tiny
name: Tiny
version: "1.0"
powers: {england: {homes: [lon]}, wales: {homes: [wal]}}
provinces:
  lon: {name: London, terrain: coast, centre: true}
  wal: {name: Wales, terrain: coast, centre: true}
  nth: {name: North Sea, terrain: sea}
"""


@pytest.fixture
def found(tmp_path: Path):
    """A function that writes two files and gives the findings about them."""

    def run(svg: bytes | None = SVG.encode(), yaml: bytes | None = YAML.encode()) -> list[str]:
        for name, data in (("map.svg", svg), ("variant.yaml", yaml)):
            if data is not None:
                (tmp_path / name).write_bytes(data)
        told = []
        for diagnostic in check(tmp_path).diagnostics:
            span = diagnostic.finding.place.span
            where = "{}:{}:{}".format(span.source.name, *span.begin) if span else "-"
            told.append(f"{where} {diagnostic.code} {diagnostic.severity} {diagnostic.finding.message}")
        return told

    return run


def test_sound_files_get_no_findings(found):
    assert found() == []


@pytest.mark.parametrize(
    ("start", "what"),
    [
        (b"\0" * 64, "no text, so it is not an SVG drawing"),
        (b"\x89PNG\r\n\x1a\n\0\0", "a PNG picture, not an SVG drawing"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG picture, not an SVG drawing"),
        (b"GIF89a\1\0", "a GIF picture, not an SVG drawing"),
        (b"%PDF-1.7\n", "a PDF document, not an SVG drawing"),
        (b"PK\x03\x04\x14\0", "a ZIP archive, not an SVG drawing"),
        (b"\x7fELF\0\0\0", "no text, so it is not an SVG drawing"),
    ],
)
def test_d106_a_picture_under_the_name_of_a_drawing(found, start, what):
    assert found(svg=start) == [f"map.svg:1:1 D106 error map.svg is {what}"]


@pytest.mark.parametrize(
    "start", ["<!DOCTYPE html>", "\n<!-- saved -->\n<html lang='en'>", "\ufeff<!doctype HTML>\n<html>"]
)
def test_d101_a_page_of_the_web(found, start):
    (only,) = found(svg=start.encode() + b"<body>Sign in<br></body></html>")
    assert only.endswith(" D101 error map.svg is an HTML page, not an SVG drawing")


def test_d102_a_drawing_of_fifty_megabytes(found):
    data = SVG.encode().replace(b"</svg>", b"<!--" + b" " * (50 * 2**20) + b"--></svg>")
    assert found(svg=data) == ["map.svg:1:1 D102 error map.svg is 50 MB, more than the 32 MB dipmap reads"]


def test_d102_a_declaration_of_three_megabytes(found):
    told = found(yaml=YAML.encode() + b"# " + b"x" * (3 * 2**20))
    assert len(told) == 1
    assert told[0].startswith("variant.yaml:1:1 D102 error variant.yaml is 3.0 MB, more than the ")


def test_d102_too_many_elements(found):
    told = found(svg=SVG.replace("</svg>", "<g/>" * 200_000 + "</svg>").encode())
    assert [line.partition(" ")[2] for line in told] == ["D102 error the drawing has more than 200,000 elements"]


def test_d102_clones_that_multiply(found):
    """Ten clones of ten clones of ten clones ...: stopped long before they fill the memory, and told once."""
    symbols = '<g id="s0"><rect width="1" height="1"/></g>'
    for level in range(1, 9):
        symbols += f'<g id="s{level}">' + f'<use href="#s{level - 1}"/>' * 10 + "</g>"
    told = found(svg=SVG.replace("</svg>", f"<defs>{symbols}</defs><use href='#s8'/></svg>").encode())
    assert [line for line in told if " D102 error " in line] == told
    assert len(told) == 1


def test_d102_aliases_that_multiply(found):
    """The laughter of a billion, in YAML."""
    lines = ["x0: &x0 [lol]"]
    lines += [f"x{level}: &x{level} [{', '.join([f'*x{level - 1}'] * 10)}]" for level in range(1, 9)]
    told = found(yaml=YAML.encode() + "\n".join(lines).encode())
    assert len(told) == 1
    assert " D102 error " in told[0]


def test_d103_entities_that_multiply(found):
    """The laughter of a billion, in XML."""
    lines = ['<!ENTITY x0 "lol">']
    lines += [f'<!ENTITY x{level} "{f"&x{level - 1};" * 10}">' for level in range(1, 10)]
    head = "<!DOCTYPE svg [" + "\n".join(lines) + "]>"
    told = found(svg=(head + SVG.replace("</svg>", "<text>&x9;</text></svg>")).encode())
    assert len(told) == 1
    assert " D103 error " in told[0]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le"])
def test_d106_is_silent_about_encodings_that_say_what_they_are(found, encoding):
    text = SVG.replace("</svg>", "<title>Łódź</title></svg>")
    assert found(svg=text.encode(encoding)) == []


def test_d106_is_silent_about_latin_one_that_says_so(found):
    text = '<?xml version="1.0" encoding="iso-8859-1"?>\n' + SVG.replace("</svg>", "<title>Malmö</title></svg>")
    assert found(svg=text.encode("latin-1")) == []


def test_d106_latin_one_that_claims_to_be_utf_8(found):
    text = SVG.replace("</svg>", "<title>Malmö</title></svg>")
    (only,) = found(svg=text.encode("latin-1"))
    assert only.startswith("map.svg:7:12 D106 error map.svg says it is utf-8, but byte ")


def test_d106_a_declaration_in_latin_one(found):
    (only,) = found(yaml=YAML.replace("London", "Malmö").encode("latin-1"))
    assert only.startswith("variant.yaml:6:19 D106 error variant.yaml is not UTF-8")


def test_d106_a_compressed_drawing(found):
    told = found(svg=gzip.compress(SVG.encode()))
    assert told == ["map.svg:1:1 D106 error map.svg is compressed (svgz)"]


def test_d108_a_folder_in_the_place_of_the_map(found, tmp_path):
    (tmp_path / "map.svg").mkdir()
    assert found(svg=None) == ["map.svg:1:1 D108 error map.svg is a folder, not a file"]


def test_line_ends_of_windows_move_nothing(found):
    svg = SVG.replace('id="lon"', 'id="lon" onclick="x()"').replace("\n", "\r\n")
    told = found(svg=svg.encode(), yaml=YAML.replace("\n", "\r\n").encode())
    assert told == [
        "map.svg:3:29 D104 warning the attribute onclick is a script, which dipmap leaves out of what it writes"
    ]
