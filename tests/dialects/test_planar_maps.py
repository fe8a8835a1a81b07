"""A map drawn with a known graph is read with that graph, however it is drawn and whoever saved it."""

from __future__ import annotations

import math
import random

import pytest
from planar_maps import EDITORS, XMLNS, data, inkscape, plain, scaled, shuffled, split, wall

from dipmap.model import Kind
from dipmap.pipeline import read

SEEDS = range(6)


def graph(folder, drawn, text):
    """What is read of a drawing; nothing may be wrong with it but Illustrator's foreign object."""
    (folder / "map.svg").write_text(text, encoding="utf-8")
    (folder / "variant.yaml").write_text(drawn.table(), encoding="utf-8")
    facts = read(folder)
    assert {notice.name for notice in facts.notices} <= {"active-content"}, facts.notices
    assert facts.variant is not None
    edges = {(edge.a, edge.b, str(edge.units), str(edge.kind), edge.oneway) for edge in facts.variant.adjacency}
    homes = {(province.id, province.terrain, province.centre, province.home) for province in facts.variant.provinces}
    units = {str(unit) for unit in facts.variant.start.units}
    assert len(units) == 1
    return edges, homes, units


def truth(drawn, folder):
    """The graph of the plain drawing, which is the one the map was made with."""
    found = graph(folder, drawn, plain(drawn))
    passage = ("p00", max(drawn.terrains))
    borders = {(a, b) for a, b, _, kind, _ in found[0] if kind == Kind.BORDER}
    if set(drawn.terrains.values()) == {"land"}:
        assert borders == set(drawn.pairs) - {passage}
        assert passage in {(a, b) for a, b, *_ in found[0]}
    assert ("p00", "red") in {(key, home) for key, _, centre, home in found[1] if centre}
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_a_map_is_read_with_the_graph_it_was_made_with(tmp_path, seed):
    truth(wall(4, 4, seed), tmp_path)


@pytest.mark.parametrize("editor", EDITORS)
@pytest.mark.parametrize("seed", [0, 1])
def test_it_is_the_same_after_every_editor(tmp_path, editor, seed):
    for drawn in (wall(4, 3, seed), wall(4, 4, seed, sea=0.4)):
        assert graph(tmp_path, drawn, EDITORS[editor](drawn)) == truth(drawn, tmp_path)


@pytest.mark.parametrize("seed", [2, 3])
def test_it_is_the_same_in_another_order(tmp_path, seed):
    drawn = wall(4, 4, seed, sea=0.4)
    expected = truth(drawn, tmp_path)
    for turn in range(3):
        assert graph(tmp_path, drawn, plain(shuffled(drawn, turn))) == expected


@pytest.mark.parametrize("editor", [None, *EDITORS])
def test_it_is_the_same_with_provinces_in_two_shapes(tmp_path, editor):
    drawn = wall(4, 3, 7)
    expected = truth(drawn, tmp_path)
    save = EDITORS.get(editor, plain)
    for rename in (lambda name: name, lambda name: f"{name} copy", lambda name: f"{name}_2"):
        assert graph(tmp_path, drawn, save(split(drawn, rename))) == expected


@pytest.mark.parametrize("seed", range(8))
def test_it_is_the_same_inside_transforms_that_undo_each_other(tmp_path, seed):
    drawn = wall(4, 3, seed)
    expected = truth(drawn, tmp_path)
    numbers = random.Random(seed)
    a, b = numbers.uniform(0.3, 3), numbers.uniform(-170, 170)
    x, y, skew = (numbers.uniform(-40, 40) for _ in range(3))
    there = f"translate({x} {y}) rotate({b}) scale({a},{-a}) skewX({skew})"
    back = f"skewX({-skew})scale({1 / a} {-1 / a})rotate({-b}),translate({-x},{-y})"
    text = (
        plain(drawn)
        .replace("<g id", f'<g transform="{there}"><g transform="{back}"><g id')
        .replace("</g>", "</g></g></g>")
    )
    assert graph(tmp_path, drawn, text) == expected
    # and inside a page of its own
    x, y, width, height = 7.5, -3.25, drawn.size[0] * 2, drawn.size[1] * 2
    page = f'<svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="0 0 {drawn.size[0]} {drawn.size[1]}">'
    inside = plain(drawn).partition(">")[2].removesuffix("</svg>")
    nested = f'<svg {XMLNS} viewBox="0 0 {width} {height}">{page}{inside}</svg></svg>'
    assert graph(tmp_path, drawn, nested) == expected


@pytest.mark.parametrize("seed", [4, 5])
def test_it_is_the_same_with_clones_for_shapes(tmp_path, seed):
    drawn = wall(4, 3, seed)
    expected = truth(drawn, tmp_path)
    stored, shown = "", ""
    for index, shape in enumerate(drawn.layers["provinces"]):
        x, y = shape.points[0]
        moved = [(u - x, v - y) for u, v in shape.points]
        symbol = index % 3 == 0
        tag, box = (
            ("symbol", ' viewBox="0 0 9 9" width="9" height="9" preserveAspectRatio="xMinYMin"')
            if symbol
            else ("g", "")
        )
        stored += f'<{tag} id="shape{index}"{box}><path d="{data(moved)}"/></{tag}>'
        where = f'x="{x}" y="{y}"' if index % 2 else f'transform="translate({x},{y})"'
        shown += f'<use id="{shape.name}" href="#shape{index}" {where}/>'
    rest = plain(drawn).partition('<g id="centres"')[2]
    text = f'<svg {XMLNS} viewBox="0 0 {drawn.size[0]} {drawn.size[1]}"><defs>{stored}</defs><g id="provinces">{shown}</g><g id="centres"{rest}'
    assert graph(tmp_path, drawn, text) == expected


@pytest.mark.parametrize("factor", [0.001, 25.4 / 96, 37.0, 1000.0])
def test_it_is_the_same_in_other_units(tmp_path, factor):
    drawn = wall(4, 3, 9)
    expected = truth(drawn, tmp_path)
    small = scaled(drawn, factor)
    width, height = small.size
    page = f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
    assert graph(tmp_path, drawn, plain(small, page)) == expected
    if factor > 0.1:
        assert graph(tmp_path, drawn, inkscape(small)) == expected


def test_it_is_the_same_upside_down_and_turned(tmp_path):
    drawn = wall(4, 3, 11)
    expected = truth(drawn, tmp_path)
    for transform in (
        "scale(1,-1)",
        "translate(0,713) scale(0.1,-0.1)",
        "rotate(33)",
        "matrix(0,1,1,0,5,5)",
        "skewX(20)",
        f"rotate({math.degrees(1)})",
    ):
        text = plain(drawn).replace(">", f'><g transform="{transform}">', 1).replace("</svg>", "</g></svg>")
        assert graph(tmp_path, drawn, text) == expected
