"""Named coasts, and provinces that nothing leads to: each is drawn, whatever the graph."""

from __future__ import annotations

import itertools

import pytest

from dipmap.model import Adjacency, Coast, Province, Terrain, Units, Variant
from dipmap.pipeline import check
from dipmap.sketch import sketch
from dipmap.sketch.making import differences


def sea(name):
    return Province(name, name, Terrain.SEA, armies=False, fleets=True, convoys=True)


def shore(name, *coasts):
    return Province(name, name, Terrain.COAST, fleets=True, coasts=tuple(Coast(each, each) for each in coasts))


def variant(provinces, armies, fleets):
    edges = [
        Adjacency(*sorted(pair), units)
        for units, pairs in ((Units.ARMY, armies), (Units.FLEET, fleets))
        for pair in pairs
    ]
    edges.sort(key=lambda edge: (edge.a, edge.b))
    return Variant("small", "Small", "1", tuple(sorted(provinces, key=lambda each: each.id)), tuple(edges))


def cape(fleets, coasts=("nc", "sc"), seas=("s",)):
    provinces = [shore("stp", *coasts), shore("fin"), Province("mos", "mos", Terrain.LAND), *map(sea, seas)]
    return variant(provinces, [("mos", "stp"), ("fin", "stp"), ("fin", "mos")], [("fin", "s"), *fleets])


def compiled(found, folder):
    for name, data in found.files.items():
        (folder / name).write_bytes(data)
    return check(folder)


@pytest.mark.parametrize(
    "board",
    [
        cape([("stp/nc", "s"), ("stp/sc", "s")]),
        cape([("stp/nc", "s"), ("stp/sc", "s"), ("fin", "stp/sc")]),
        cape([("stp/nc", "s"), ("stp/sc", "s"), ("fin", "stp/nc")]),
        cape([("stp/nc", "s"), ("stp/sc", "s"), ("stp/nc", "t"), ("s", "t")], seas=("s", "t")),
        cape([("stp/nc", "s"), ("stp/sc", "s"), ("stp/sc", "t"), ("s", "t"), ("fin", "t")], seas=("s", "t")),
        cape([("stp/nc", "s"), ("stp/sc", "s"), ("stp/ec", "s")], coasts=("ec", "nc", "sc")),
        variant([shore("isl", "nc", "sc"), sea("s")], [], [("isl/nc", "s"), ("isl/sc", "s")]),
    ],
    ids=[
        "one sea",
        "sc to the neighbour",
        "nc to the neighbour",
        "nc has another",
        "sc has another",
        "three",
        "island",
    ],
)
def test_coasts_that_face_one_sea_divide_its_shore(board, tmp_path):
    found = sketch(board)
    assert found.unmet == ()
    report = compiled(found, tmp_path)
    assert report.facts.variant.adjacency == board.adjacency
    assert [each.coasts for each in report.facts.variant.provinces] == [each.coasts for each in board.provinces]
    assert not report.failed


@pytest.mark.parametrize(
    ("board", "unmet"),
    [
        (cape([("stp/nc", "s")]), 0),
        (cape([("stp/nc", "s"), ("fin", "stp/sc")]), 1),
        (variant([shore("isl", "nc", "sc"), sea("s")], [], [("isl/nc", "s")]), 0),
    ],
    ids=["land beside it", "a way to the neighbour", "island"],
)
def test_a_coast_that_faces_no_sea_is_drawn_all_the_same(board, unmet, tmp_path):
    found = sketch(board)
    assert len(found.unmet) == unmet
    report = compiled(found, tmp_path)
    assert differences(board, report.facts.variant) == ([], [])
    assert [each.coasts for each in report.facts.variant.provinces] == [each.coasts for each in board.provinces]
    assert not report.failed


def walled(names, pairs, walls):
    provinces = [Province(name, name, Terrain.LAND) for name in names]
    provinces += [Province(name, name, Terrain.LAND, armies=False, impassable=True) for name in walls]
    return variant(provinces, pairs, [])


@pytest.mark.parametrize(
    "board",
    [
        walled("abc", ["ab", "bc", "ac"], [f"w{at}" for at in range(5)]),
        walled("abcd", ["ab", "bc", "cd"], ["w0", "w1", "w2"]),
        walled("ab", ["ab"], [f"w{at:02}" for at in range(30)]),
        walled([f"p{at:02}" for at in range(32)], [(f"p{a:02}", f"p{b:02}") for a in (0, 1) for b in range(2, 32)], []),
    ],
    ids=["triangle", "row", "many walls", "two hubs"],
)
def test_provinces_that_nothing_leads_to_have_shapes(board, tmp_path):
    found = sketch(board)
    report = compiled(found, tmp_path)
    assert report.facts.survey.areas.keys() == board.by_id.keys()
    assert min(area.polygon.area for area in report.facts.survey.areas.values()) > 0
    assert differences(board, report.facts.variant) == ([], [])
    assert not [each for each in report.diagnostics if each.code in ("D304", "D602")]
    assert not report.failed


def test_walls_without_neighbours_on_a_board_of_seas(tmp_path):
    seas = [sea(f"s{at}") for at in range(9)]
    pairs = [(f"s{a}", f"s{b}") for a, b in itertools.combinations(range(9), 2) if b - a in ((1, 3) if b % 3 else (3,))]
    walls = [Province(name, name, Terrain.LAND, armies=False, impassable=True) for name in ("afr", "sam")]
    board = variant([*seas, *walls], [], pairs)
    report = compiled(sketch(board), tmp_path)
    assert report.facts.survey.areas.keys() == board.by_id.keys()
    assert report.facts.variant.adjacency == board.adjacency
    assert not report.failed
