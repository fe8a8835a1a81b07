"""The parts of a sketch by themselves: planarity, evening out, the page of hexagons, what a deformation keeps."""

from __future__ import annotations

import itertools
import random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dipmap.sketch import planarity
from dipmap.sketch.balance import balanced
from dipmap.sketch.grid import page
from dipmap.sketch.ground import Setting, lay
from dipmap.sketch.growth import corners, meets, touching
from dipmap.sketch.planarity import is_planar, planar_part
from dipmap.sketch.relax import Aims, relax
from dipmap.sketch.wanted import wanted
from sketch.random_boards import board


def near_planar(seed):
    """Points joined to what is nearest, now and then with a few lines across."""
    dice = random.Random(seed)
    count = dice.randint(1, 40)
    points = [(dice.random(), dice.random()) for _ in range(count)]
    pairs = sorted(
        ((points[a][0] - points[b][0]) ** 2 + (points[a][1] - points[b][1]) ** 2, a, b)
        for b in range(count)
        for a in range(b)
    )
    edges = [(a, b) for _, a, b in pairs[: dice.randint(0, int(2.4 * count))]]
    across = [(a, b) for _, a, b in pairs[len(edges) :]]
    edges += dice.sample(across, min(len(across), dice.choice((0, 0, 1, 3))))
    dice.shuffle(edges)
    return count, edges


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.integers(0, 10**6))
def test_planarity_is_that_of_networkx(seed):
    count, edges = near_planar(seed)
    graph = nx.Graph(edges)
    assert is_planar(count, edges) is nx.check_planarity(graph)[0]


@pytest.mark.parametrize(
    ("count", "edges", "planar"),
    [
        (1, [], True),
        (4, list(itertools.combinations(range(4), 2)), True),
        (5, list(itertools.combinations(range(5), 2)), False),
        (6, [(a, b) for a in range(3) for b in range(3, 6)], False),
        (10, list(nx.petersen_graph().edges), False),
        (20, list(nx.dodecahedral_graph().edges), True),
        (12, [*itertools.combinations(range(5), 2), *itertools.combinations(range(6, 10), 2)], False),
    ],
    ids=["one", "k4", "k5", "k33", "petersen", "dodecahedron", "two parts"],
)
def test_planarity_of_known_graphs(count, edges, planar):
    assert is_planar(count, edges) is planar


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 10**6))
def test_the_planar_part_is_planar_and_nothing_more_fits(seed):
    count, edges = near_planar(seed)
    kept, lost = planar_part(count, edges, {})
    assert sorted([*kept, *lost]) == sorted(edges)
    assert is_planar(count, kept)
    assert not any(is_planar(count, [*kept, each]) for each in lost)


def test_few_edges_are_lost_of_a_board_with_a_few_lines_across():
    graph = nx.triangular_lattice_graph(9, 12)
    graph = nx.convert_node_labels_to_integers(graph, ordering="sorted")
    edges = sorted(tuple(sorted(edge)) for edge in graph.edges)
    across = [(0, 41), (5, 60), (12, 58)]
    _, lost = planar_part(len(graph), [*edges, *across], {})
    assert len(lost) <= 3


def test_a_long_edge_goes_before_a_short_one():
    pairs = list(itertools.combinations(range(5), 2))
    _, lost = planar_part(5, pairs, {pair: 100.0 if pair == (1, 3) else 1.0 for pair in pairs})
    assert lost == [(1, 3)]


def test_a_search_ends_when_its_work_is_spent(monkeypatch):
    monkeypatch.setattr(planarity, "WORK", 400)
    pairs = list(itertools.combinations(range(14), 2))
    kept, lost = planar_part(14, pairs, {})
    assert is_planar(14, kept)
    assert sorted([*kept, *lost]) == pairs


def test_evening_out_turns_no_triangle_over_and_widens_the_narrowest():
    dice = np.random.default_rng(5)
    across, down = np.meshgrid(np.arange(8.0), np.arange(8.0))
    points = np.stack((across.ravel(), down.ravel()), axis=1)
    inner = np.array([0 < x < 7 and 0 < y < 7 for x, y in points.tolist()])
    points[inner] += dice.uniform(-0.3, 0.3, (int(inner.sum()), 2))
    triangles = []
    for at in range(7 * 8):
        if at % 8 < 7:
            triangles += [(at, at + 1, at + 9), (at, at + 9, at + 8)]

    def areas(spots):
        (ax, ay), (bx, by), (cx, cy) = (spots[[each[corner] for each in triangles]].T for corner in range(3))
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

    assert areas(points).min() > 0
    fixed = np.flatnonzero(~inner).tolist()
    found = balanced(points, triangles, [1.0] * len(triangles), fixed, {}, 0.0)
    assert areas(found).min() > 2 * areas(points).min()
    assert (found[~inner] == points[~inner]).all()
    goal = balanced(points, triangles, [1.0] * len(triangles), fixed, {27: (2.6, 2.6)}, 4.0)
    assert areas(goal).min() > 0
    assert np.hypot(*(goal[27] - (2.6, 2.6))) < np.hypot(*(found[27] - (2.6, 2.6)))


def labelled(seed=3):
    grid = page(900, 1.4)
    dice = np.random.default_rng(seed)
    seeds = grid.centres[dice.choice(np.flatnonzero(grid.inner), 9, replace=False)]
    found = ((grid.centres[:, None] - seeds) ** 2).sum(axis=2).argmin(axis=1)
    found[~grid.inner] = 9
    return grid, found


def test_cells_that_lie_side_by_side():
    grid, found = labelled()
    one, two = grid.borders(found)
    cells = np.flatnonzero(grid.inner)
    slow = {
        frozenset((int(cell), int(other)))
        for cell in cells
        for other in grid.around[:, cell]
        if found[cell] != found[other]
    }
    assert {frozenset(pair) for pair in zip(one.tolist(), two.tolist(), strict=True)} == slow
    assert len(one) == len(slow)
    away = np.hypot(*(grid.centres[cells] - grid.centres[grid.around[:, cells]]).transpose(2, 0, 1))
    assert away == pytest.approx(1.0)


def test_pieces_and_depth():
    grid, found = labelled()
    found[found == 2] = 1
    pieces = grid.pieces(found)
    graph = nx.Graph()
    graph.add_nodes_from(np.flatnonzero(grid.inner).tolist())
    for cell in graph.nodes:
        graph.add_edges_from((cell, other) for other in grid.around[:, cell].tolist() if found[cell] == found[other])
    for part in nx.connected_components(graph):
        assert set(pieces[sorted(part)].tolist()) == {min(part)}
    depth = grid.depth(found, 3)
    for cell in np.flatnonzero(grid.inner).tolist():
        beside = [depth[other] for other in grid.around[:, cell] if grid.inner[other]]
        if (found[grid.around[:, cell]] != found[cell]).any():
            assert depth[cell] == 0
        else:
            assert depth[cell] == min(3, 1 + min(beside))


def test_a_deformation_keeps_every_border_and_every_corner():
    grid, found = labelled()
    before, sides = meets(grid, found), touching(grid, found, 10) > 0
    target = np.full(10, grid.inner.sum() / 9.0)
    none = np.full(10, -1)
    aims = Aims(
        target,
        np.ones(10),
        np.where(sides, 4, 0),
        np.full((10, 2), np.nan),
        np.full(grid.count, -1),
        none,
        np.zeros(grid.count),
        np.arange(10) < 9,
    )
    shaped = found.copy()
    relax(grid, shaped, aims, 60, seed=1)
    assert meets(grid, shaped).keys() == before.keys()
    assert ((touching(grid, shaped, 10) > 0) == sides).all()
    spread = [np.bincount(each, minlength=10)[:9].std() for each in (found, shaped)]
    assert spread[1] < 0.5 * spread[0]
    again = found.copy()
    relax(grid, again, aims, 60, seed=1)
    assert (again == shaped).all()


def test_corners_stand_once_for_each_of_their_cells():
    grid, found = labelled()
    cells, names = corners(grid, found)
    assert (found[cells] == names).all()
    assert len(set(map(tuple, cells.T.tolist()))) == cells.shape[1]
    inner = grid.inner[cells].sum(axis=0)
    whole = [frozenset(each) for each, many in zip(cells.T.tolist(), inner, strict=True) if many == 3]
    assert all(whole.count(each) == 3 for each in set(whole))


def test_every_province_has_cells_and_seas_meet_where_fleets_pass():
    want = wanted(board(11, most=30))
    ground = lay(want, Setting(), 1)
    assert np.bincount(ground.found[ground.grid.inner], minlength=len(want.ids))[: len(want.ids)].min() > 0
