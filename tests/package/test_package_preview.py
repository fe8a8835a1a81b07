"""The preview: a picture of a fixed width that depends on nothing but the variant."""

import struct
from dataclasses import replace

import pytest
import shapely

from dipmap import pipeline
from dipmap.model import Barrier, Units
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
        "barrier: armies",
    ]


def drawn(facts):
    """What the board draws: each call with its arguments."""
    from types import SimpleNamespace

    from dipmap.package.board import Board

    calls = []

    def record(name):
        def call(*args, **rest):
            calls.append((name, args, rest))
            return SimpleNamespace(set_path_effects=lambda _: None)

        return call

    axes = SimpleNamespace(**{name: record(name) for name in ("plot", "text", "annotate", "add_patch")})
    board = Board(facts, facts.survey.areas, 0.33, 1.0)
    return board, axes, calls


def test_nobody_stands_where_nobody_may_enter(facts):
    board, axes, calls = drawn(facts)
    board.draw_marks(axes)
    dots = {args for name, args, rest in calls if name == "plot" and rest.get("markersize") == 2.6}
    assert board.places["mid"] in dots
    assert board.places["roc"] not in dots


@pytest.mark.parametrize(("units", "bars", "letters"), [("both", 2, []), ("army", 1, ["A"]), ("fleet", 1, ["F"])])
def test_a_barrier_shows_whom_it_stops(facts, units, bars, letters):
    barrier = Barrier("mid", "nor", Units(units))
    board, axes, calls = drawn(replace(facts, variant=replace(facts.variant, barriers=(barrier,))))
    board.draw_barriers(axes)
    assert sum(name == "plot" for name, _, _ in calls) == bars
    assert [args[2] for name, args, _ in calls if name == "text"] == letters


def test_a_way_bends_to_stay_inside_a_province(tmp_path):
    shapes = """
    <path id="bow/sea" d="M0 0H300V300H200V100H100V300H0Z"/><rect id="isl/coast" x="100" y="100" width="100" height="200"/>
    """
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300">{shapes}</svg>'
    facts = pipeline.read(small_source(tmp_path, drawing=drawing, declaration=YAML.partition("provinces:")[0]))
    board, _, _ = drawn(facts)
    assert board.bend("bow", (50, 20), (250, 20)) is None
    corner = board.bend("bow", (50, 90), (250, 250))
    assert corner is not None
    room = facts.survey.areas["bow"].polygon.buffer(2)
    assert room.covers(shapely.LineString([(50, 90), corner, (250, 250)]))
    assert board.bend("nowhere", (0, 0), (1, 1)) is None


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
