"""Provinces of a fair size and a round shape, without any change in what touches what.

A cellular Potts model (Graner and Glazier 1992) whose moves are restricted to those that leave the map as it is up to
a deformation: a cell goes over to a neighbour's label only where its six neighbours show the old label in one run, the new
one in one run, and at most one third label in each of the gaps. On hexagons that keeps every border, every corner and
every piece of background, and takes and adds none.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dipmap.sketch.grid import Bools, Floats, Grid, Ints
from dipmap.sketch.growth import simple, touching

AREA = 1.1
WALL = 0.6  # what a side between two labels costs; next cells but one count in part, or walls would follow the grid
EDGE = 1.5
ROUND = 0.2
FAR = 4.0  # radii squared: farther than this is not farther
THIN = 1.5
BORDER = 2.0
SHORE = 2.2


@dataclass(eq=False)
class Aims:
    """What the labels strive for: cells of area, the least sides of cells with each neighbour, where they like to be.

    `target` and `drawn` (how strongly compactness counts) are by label; `least` (labels, labels) holds 0 for those that
    need not touch; `anchor` is a fixed place by label or nan for the label's own middle; `ground` is 1 for land and 0 for
    water by cell, -1 where nothing is said, and `wet` the same by label; `edge` says how much a cell is to be kept free of
    what is `solid`.
    """

    target: Floats
    drawn: Floats
    least: Ints
    anchor: Floats
    ground: Ints
    wet: Ints
    edge: Floats
    solid: Bools


def relax(grid: Grid, found: Ints, aims: Aims, sweeps: int, seed: int, heat: tuple[float, float] = (1.2, 0.15)) -> None:
    """Deform the labelling (in place) towards its aims; the same seed gives the same result."""
    random = np.random.default_rng(seed)
    count = len(aims.target)
    need = aims.least > 0
    radius = np.maximum(aims.target, 1.0) / np.pi
    around = grid.around
    parts = [(colour, around[:, colour]) for colour in grid.colours]
    far = np.stack([around[each, around[each]] for each in range(6)])
    askew = np.stack([around[(each + 1) % 6, around[each]] for each in range(6)])
    for sweep in range(sweeps):
        warmth = heat[0] * (heat[1] / heat[0]) ** (sweep / max(1, sweeps - 1))
        if sweep >= sweeps - 3:
            warmth = 1e-3
        length = touching(grid, found, count)
        short = (need & (length < aims.least)).view(np.int8)
        tight = (need & (length <= aims.least)).view(np.int8)
        inner = found[grid.inner]
        area = np.bincount(inner, minlength=count).astype(float)
        middle = _middles(grid, found, area, aims)
        for colour, beside in parts:
            rim = np.flatnonzero((found[beside] != found[colour]).any(axis=0))
            if not len(rim):
                continue
            cells = colour[rim]
            near = found[beside[:, rim]]
            own = found[cells]
            new = near[random.integers(0, 6, len(cells)), np.arange(len(cells))]
            chance = random.random(len(cells))
            rows = np.flatnonzero(new != own)
            rows = rows[simple(own[rows], new[rows], near[:, rows])]
            cells, own, near, new, chance = cells[rows], own[rows], near[:, rows], new[rows], chance[rows]
            is_own, is_new = near == own, near == new
            beyond, aslant = found[far[:, cells]], found[askew[:, cells]]
            change = is_own.view(np.int8) - is_new.view(np.int8)
            cost = WALL * _sum(change)
            for ring, weight in ((aslant, 0.5), (beyond, 0.3)):
                cost += WALL * weight * _sum((ring == own).view(np.int8) - (ring == new).view(np.int8))
            over, under = area[new] - aims.target[new], area[own] - aims.target[own]
            cost += AREA * _pressure(over, under, aims.target[new], aims.target[own])
            here = grid.centres[cells]
            far_new = np.minimum(((here - middle[new]) ** 2).sum(axis=1) / radius[new], FAR)
            far_own = np.minimum(((here - middle[own]) ** 2).sum(axis=1) / radius[own], FAR)
            cost += ROUND * (aims.drawn[new] * far_new - aims.drawn[own] * far_own)
            cost += BORDER * _sum(tight[own, near] - short[new, near])
            cost += THIN * _sum((near != beyond) * change)
            for mine, sign in ((is_new, 1), (is_own, -1)):
                cost += sign * THIN * _sum(~(mine[:3] | mine[3:]))
            cost += EDGE * aims.edge[cells] * (aims.solid[new].astype(float) - aims.solid[own])
            ground = aims.ground[cells]
            said = ground >= 0
            cost += SHORE * said * (_against(aims.wet[new], ground) - _against(aims.wet[own], ground))
            go = (cost <= 0) | (chance < np.exp(-np.maximum(cost, 0) / warmth))
            found[cells[go]] = new[go]
            area += np.bincount(new[go], minlength=count) - np.bincount(own[go], minlength=count)


def _sum(rows: NDArray[np.int8] | Bools) -> Floats:
    """The sums over six rows of small numbers."""
    return np.asarray(np.add.reduce(rows, axis=0, dtype=np.int8), dtype=np.float64)


def _pressure(over: Floats, under: Floats, new: Floats, own: Floats) -> Floats:
    """What it costs the area of one label to grow and of the other to shrink by a cell."""
    return np.asarray(np.clip(over * 6 / new, -4, 4) - np.clip(under * 6 / own, -4, 8))


def _against(wet: Ints, ground: Ints) -> Ints:
    return np.asarray((wet >= 0) & (wet != ground), dtype=np.int64)


def _middles(grid: Grid, found: Ints, area: Floats, aims: Aims) -> Floats:
    """The place each label is drawn to."""
    inner = np.flatnonzero(grid.inner)
    count = len(aims.target)
    size = np.maximum(area, 1)
    own = np.stack(
        [np.bincount(found[inner], grid.centres[inner, axis], minlength=count) / size for axis in (0, 1)], axis=1
    )
    return np.asarray(np.where(np.isnan(aims.anchor), own, aims.anchor))
