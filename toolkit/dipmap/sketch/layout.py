"""A first labelling of the page: from a planar embedding without positions, or from positions whose lines do not cross."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot, pi

import numpy as np

from dipmap.sketch.balance import balanced
from dipmap.sketch.embedding import BACKGROUND, Embedding, fill
from dipmap.sketch.grid import Floats, Grid, Ints, polygon_cells
from dipmap.sketch.wanted import Wanted

Point = tuple[float, float]
GOAL = (0.03, 4.0)  # how strongly vertices are drawn to places: in an embedding of its own, in that of the places
EMPTY = (1.0, 0.6, 0.35, 0.3)  # the weight of a triangle with so many corners of background


Triangles = list[tuple[int, int, int]]


def planar(
    embedding: Embedding, places: Mapping[int, Point], aspect: float, *, drawn: bool
) -> tuple[Floats, list[int], Triangles]:
    """Points of all vertices in a rectangle (`aspect` x 1), their labels and the triangles; no triangle is turned over.

    First every vertex within the rim becomes the mean of its neighbours (Tutte 1963), then each is moved, again and
    again, to where the product of the areas of its triangles is largest, which keeps all of them as they lie.
    """
    labels, triangles, rim = fill(embedding)
    count = len(labels)
    lines = np.array(sorted({(min(pair), max(pair)) for a, b, c in triangles for pair in ((a, b), (b, c), (c, a))}))
    inner = np.setdiff1d(np.unique(lines), np.array(rim))
    points = np.zeros((count, 2))
    points[rim] = _turned(embedding, rim, places, aspect)
    one, two = lines[:, 0], lines[:, 1]
    system = np.zeros((count, count))
    system[one, two] = system[two, one] = -1.0
    system[np.arange(count), np.arange(count)] = -system.sum(axis=1)
    outside = np.array(rim)
    inside = system[np.ix_(inner, inner)]
    points[inner] = np.linalg.solve(inside, -system[np.ix_(inner, outside)] @ points[outside])
    goals = {at: places[label] for at, label in enumerate(labels) if at == label and label in places}
    weights = [EMPTY[sum(labels[each] == BACKGROUND for each in corners)] for corners in triangles]
    return balanced(points, triangles, weights, rim, goals, GOAL[drawn]), labels, triangles


def _frame(count: int, aspect: float) -> Floats:
    """So many points on a rectangle with rounded corners, evenly."""
    angles = 2 * pi * (np.arange(count) + 0.5) / count
    across, down = np.cos(angles), np.sin(angles)
    power = 2 / 3.5
    return np.stack(
        (
            aspect * (0.5 + 0.5 * np.sign(across) * np.abs(across) ** power),
            0.5 + 0.5 * np.sign(down) * np.abs(down) ** power,
        ),
        axis=1,
    )


def _turned(embedding: Embedding, rim: Sequence[int], places: Mapping[int, Point], aspect: float) -> Floats:
    """Points for the rim: those of the frame, turned and mirrored so that what is outside lies most as its places do."""
    frame = _frame(len(rim), aspect)
    walk = embedding.faces[embedding.outer] if embedding.faces else []
    if len(places) < 3 or len(walk) < 3:
        return frame
    centre = np.mean([places[key] for key in sorted(places)], axis=0)
    goal = np.array([np.array(places.get(embedding.labels[walk[at]], centre)) - centre for at in range(len(rim))])
    middle = np.array([aspect / 2, 0.5])
    arms = frame - middle
    turns = [np.roll(way, shift, axis=0) for way in (arms, arms[::-1]) for shift in range(len(rim))]
    best = max(turns, key=lambda each: float((each * goal).sum()))
    return np.asarray(best + middle)


def spread(points: Floats, labels: Sequence[int], triangles: Triangles, grid: Grid, count: int) -> Ints:
    """Label the cells of a page: in each triangle every corner holds what is nearest to it. Background is `count`."""
    scaled = _scaled(points, grid)
    names = np.array([count if label == BACKGROUND else label for label in labels])
    found = np.full(grid.count, count)
    for corners in triangles:
        cells, share = polygon_cells(grid, [(scaled[each, 0], scaled[each, 1]) for each in corners])
        if len(cells):
            found[cells] = names[np.array(corners)][share.argmax(axis=1)]
    own = [at for at, label in enumerate(labels) if label == at and any(at in corners for corners in triangles)]
    found[grid.at(scaled[own])] = own
    found[~grid.inner] = count
    return found


def _scaled(points: Floats, grid: Grid) -> Floats:
    low, high = points.min(axis=0), points.max(axis=0)
    return np.asarray((points - low) / (high - low) * grid.extent)


def armed(
    want: Wanted,
    points: Floats,
    labels: Sequence[int],
    triangles: Triangles,
    grid: Grid,
    found: Ints,
) -> Ints:
    """The labelling with an arm of cells from each province to its borders, which a coarse page may have cut off.

    Where provinces touch then that must not, what is no arm gives way to background.
    """
    count = len(want.ids)
    scaled = _scaled(points, grid)
    arms = np.full(grid.count, -1)
    pairs = {(min(pair), max(pair)) for a, b, c in triangles for pair in ((a, b), (b, c), (c, a))}
    for a, b in sorted(pairs):
        if BACKGROUND in (labels[a], labels[b]):
            continue
        steps = max(2, int(3 * hypot(*(scaled[b] - scaled[a]))))
        share = (np.arange(steps + 1) / steps)[:, None]
        cells = grid.at(scaled[a] + share * (scaled[b] - scaled[a]))
        owners = np.where(share[:, 0] <= 0.5, labels[a], labels[b])
        free = arms[cells] == -1
        arms[cells[free]] = owners[free]
    grown = np.where(arms >= 0, arms, found)
    grown[~grid.inner] = count
    one, two = grid.pairs
    while True:
        wrong = ~want.allowed[grown[one], grown[two]]
        soft = [each[wrong & (arms[each] < 0)] for each in (one, two)]
        if not len(soft[0]) + len(soft[1]):
            return grown
        grown[np.concatenate(soft)] = count


def straight(want: Wanted, at: Mapping[int, Point]) -> bool:
    """Whether the straight lines between neighbours neither cross nor run through a third province."""
    import shapely

    edges = [(want.number[a], want.number[b]) for a, b in sorted(want.touching)]
    spots = sorted(at)
    if len({at[each] for each in spots}) < len(spots):
        return False
    lines = np.array([shapely.LineString([at[a], at[b]]) for a, b in edges], dtype=object)
    if not len(lines):
        return True
    tree = shapely.STRtree(lines)
    for i, j in zip(*tree.query(lines, predicate="intersects"), strict=True):
        if i < j:
            shared = set(edges[i]) & set(edges[j])
            if not shared:
                return False
            (corner,) = shared
            one, two = (next(end for end in edges[each] if end != corner) for each in (i, j))
            (x, y), (ax, ay), (bx, by) = at[corner], at[one], at[two]
            cross = (ax - x) * (by - y) - (ay - y) * (bx - x)
            inline = (ax - x) * (bx - x) + (ay - y) * (by - y) > 0
            if inline and abs(cross) < 1e-9 * hypot(ax - x, ay - y) * hypot(bx - x, by - y):
                return False
    marks = shapely.points([at[each] for each in spots])
    place, line = tree.query(marks, predicate="dwithin", distance=1e-9)
    return all(spots[p] in edges[e] for p, e in zip(place.tolist(), line.tolist(), strict=True))
