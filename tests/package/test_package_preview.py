"""The preview: a picture of a fixed width that depends on nothing but the variant."""

import struct
from dataclasses import replace

import pytest

from dipmap import pipeline
from dipmap.package.colours import readable, tint
from dipmap.package.legend import entries, rows
from dipmap.package.preview import WIDTH, preview
from package.small import YAML, small_source


@pytest.fixture(scope="module")
def facts(tmp_path_factory):
    return pipeline.read(small_source(tmp_path_factory.mktemp("source")))


def chunks(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at = 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        yield kind, data[at + 8 : at + 8 + length]
        at += 12 + length


def test_it_is_a_png_of_a_fixed_width_that_says_nothing_else(facts):
    found = dict(chunks(preview(facts)))
    width, height = struct.unpack(">II", found[b"IHDR"][:8])
    assert width == WIDTH
    assert 700 < height < 1800
    assert set(found) == {b"IHDR", b"pHYs", b"IDAT", b"IEND"}


def test_it_is_the_same_whatever_a_machine_prefers(facts):
    import matplotlib as mpl

    before = preview(facts)
    with mpl.rc_context({"font.size": 40, "lines.linewidth": 9, "font.family": "serif", "savefig.dpi": 30}):
        assert preview(facts) == before
        assert mpl.rcParams["font.size"] == 40


@pytest.mark.parametrize("name", ["ツイッター", "$x^2$", "\\frac", "a\nb", "x" * 200, "$", "\u202e"])
def test_any_name_can_be_a_title(facts, name):
    powers = (replace(facts.variant.powers[0], name=name), *facts.variant.powers[1:])
    assert preview(replace(facts, variant=replace(facts.variant, name=name, powers=powers)))


def test_tall_and_wide_maps_stay_in_bounds(tmp_path):
    for number, (width, height) in enumerate(((10, 3000), (3000, 10), (1e-3, 1e-3), (1e6, 1e6))):
        shapes = "".join(f'<rect id="p{n}/land" x="{n * width}" width="{width}" height="{height}"/>' for n in range(3))
        drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {3 * width} {height}">{shapes}</svg>'
        source = small_source(tmp_path / str(number), drawing=drawing, declaration=YAML.partition("provinces:")[0])
        facts = pipeline.read(source)
        _, height_shown = struct.unpack(">II", dict(chunks(preview(facts)))[b"IHDR"][:8])
        assert 250 < height_shown < 1800


def test_the_legend_has_what_is_on_the_map(facts):
    powers, signs = entries(facts.variant)
    assert [entry.text for entry in powers] == ["North", "South"]
    assert [entry.text for entry in signs] == [
        "unowned",
        "sea",
        "impassable",
        "supply centre",
        "army",
        "fleet",
        "border: armies",
        "border: fleets",
        "border: both",
        "passage: armies",
        "barrier",
    ]


def test_rows_hold_what_goes_in(facts):
    found = rows(entries(facts.variant), 300, lambda text, size: len(text) * size)
    assert all(x < 300 for row in found for x, _ in row)
    assert sum(len(row) for row in found) == 13
    assert all(row[0][0] == 0 for row in found)


def test_colours():
    assert tint("#000000", 0.5) == "#808080"
    assert tint("#ffffff") == "#ffffff"
    assert readable("#000000") == "#ffffff"
    assert readable("#f8e33c") == "#000000"
