"""Triangles of more even areas, none of them turned over: where the vertices of a first labelling go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from dipmap.sketch.grid import Floats, Ints

Point = tuple[float, float]
Triangles = Sequence[tuple[int, int, int]]
ROUNDS, MOST_ROUNDS = 99, 1200  # of evening out, at least and at most
GOAL_ROUNDS = 200  # more of them where there are places to go to
SHAPE = 0.5  # what slender triangles cost against small ones
PULL = 0.03  # how strongly lines are drawn together meanwhile


@dataclass(frozen=True, eq=False)
class Stars:
    """Vertices of which no two are neighbours, and their triangles in order of the vertices.

    `first` is the first triangle of each vertex, `owner` the place in `vertices` of the one it belongs to, `second` and
    `third` its other corners in turn, `weight` what it counts.
    """

    vertices: Ints
    first: Ints
    owner: Ints
    second: Ints
    third: Ints
    weight: Floats
    goals: Floats = field(repr=False)  # nan for those that go nowhere


def balanced(
    points: Floats,
    triangles: Triangles,
    weights: Sequence[float],
    fixed: Iterable[int],
    goals: Mapping[int, Point],
    strength: float,
) -> Floats:
    """The points after Newton steps of every vertex in turn, cut short before any triangle would vanish.

    Each step goes towards the greatest sum of logarithms of areas (times `weights`), less the squares of the lines; then
    towards the `goals` of vertices too, as strongly as `strength` says. Those that are `fixed` stay.
    """
    spots = points.copy()
    corners = np.array(triangles)
    whole = float(_areas(spots, *corners.T).sum())
    if whole < 0:
        corners = corners[:, [0, 2, 1]]
    per_area = 2 * len(corners) / abs(whole)
    parts = _parts(corners, np.array(weights), set(fixed), goals, len(points))
    least = 0.0
    for turn in range(MOST_ROUNDS):
        for part in parts:
            _move(spots, part, PULL * per_area, 0.0)
        if turn % 20 == 19:
            before, least = least, float(_areas(spots, *corners.T).min())
            if turn >= ROUNDS and least < 1.05 * before:
                break
    for turn in range(GOAL_ROUNDS if goals else 0):
        for part in parts:
            _move(spots, part, PULL * per_area, per_area * strength * min(1.0, 2 * turn / GOAL_ROUNDS))
    return spots


def _areas(spots: Floats, a: Ints, b: Ints, c: Ints) -> Floats:
    """Twice the areas of triangles, with their signs."""
    (ax, ay), (bx, by), (cx, cy) = spots[a].T, spots[b].T, spots[c].T
    return np.asarray((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))


def _parts(corners: Ints, weights: Floats, fixed: set[int], goals: Mapping[int, Point], count: int) -> list[Stars]:
    """The vertices that move in sets without neighbours, whose steps can be taken at once."""
    star: dict[int, list[tuple[int, int, float]]] = {}
    for (a, b, c), weight in zip(corners.tolist(), weights.tolist(), strict=True):
        for one, two, three in ((a, b, c), (b, c, a), (c, a, b)):
            if one not in fixed:
                star.setdefault(one, []).append((two, three, weight))
    colour = [-1] * count
    sets: list[list[int]] = []
    for vertex in sorted(star):
        taken = {colour[other] for two, three, _ in star[vertex] for other in (two, three)}
        colour[vertex] = next(each for each in range(len(taken) + 1) if each not in taken)
        if colour[vertex] == len(sets):
            sets.append([])
        sets[colour[vertex]].append(vertex)
    found = []
    for vertices in sets:
        sizes = [len(star[vertex]) for vertex in vertices]
        rows = [row for vertex in vertices for row in star[vertex]]
        second, third = (np.array([row[at] for row in rows]) for at in (0, 1))
        found.append(
            Stars(
                np.array(vertices),
                np.cumsum([0, *sizes[:-1]]),
                np.repeat(np.arange(len(vertices)), sizes),
                second,
                third,
                np.array([row[2] for row in rows]),
                np.array([goals.get(vertex, (np.nan, np.nan)) for vertex in vertices]),
            ),
        )
    return found


def _move(spots: Floats, part: Stars, pull: float, hold: float) -> None:
    """One step of each vertex of a part."""
    (x, y), (bx, by), (cx, cy) = (spots[each].T for each in (part.vertices, part.second, part.third))
    ox, oy = x[part.owner], y[part.owner]
    dbx, dby, dcx, dcy = ox - bx, oy - by, ox - cx, oy - cy
    dx, dy = by - cy, cx - bx
    area = dbx * dcy - dby * dcx
    size = dbx * dbx + dby * dby + dcx * dcx + dcy * dcy + dx * dx + dy * dy
    # an area beyond what floating point can tell apart: the vertex is left to its neighbours
    stuck = np.minimum.reduceat(area, part.first) <= 0.0
    safe = np.where(area > 0.0, area, 1.0)
    ux, uy = dx / safe, dy / safe
    wx, wy = part.weight * ux, part.weight * uy
    bulk = SHAPE * 2 * part.weight / size
    held = pull + 2 * bulk
    rows = np.stack(
        (
            wx - pull * dbx - bulk * (dbx + dcx),
            wy - pull * dby - bulk * (dby + dcy),
            wx * ux + held,
            wx * uy,
            wy * uy + held,
        ),
    )
    gx, gy, hxx, hxy, hyy = np.add.reduceat(rows, part.first, axis=1)
    if hold:
        away = part.goals - np.stack((x, y), axis=1)
        drawn = hold * ~np.isnan(away[:, 0])
        gx, gy = gx + hold * np.nan_to_num(away[:, 0]), gy + hold * np.nan_to_num(away[:, 1])
        hxx, hyy = hxx + drawn, hyy + drawn
    determinant = hxx * hyy - hxy * hxy
    stuck |= ~(determinant > 0.0)
    determinant[stuck] = 1.0
    step_x, step_y = (hyy * gx - hxy * gy) / determinant, (hxx * gy - hxy * gx) / determinant
    change = dx * step_x[part.owner] + dy * step_y[part.owner]
    with np.errstate(divide="ignore", invalid="ignore"):
        most = np.where(change < 0, -0.7 * safe / change, 1.0)
    share = np.where(stuck, 0.0, np.minimum(1.0, np.minimum.reduceat(most, part.first)))
    spots[part.vertices, 0] = x + share * step_x
    spots[part.vertices, 1] = y + share * step_y
