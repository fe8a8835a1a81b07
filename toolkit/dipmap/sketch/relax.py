"""Provinces of a fair size and a round shape, without any change in what touches what.

A cellular Potts model (Graner and Glazier 1992) whose moves are restricted to those that leave the map as it is up to
a deformation: a cell goes over to a neighbour's label only where its six neighbours show the old label in one run, the new
one in one run, and at most one third label in each of the gaps. On hexagons that keeps every border, every corner and
every piece of background, and takes and adds none.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dipmap.sketch.grid import Bools, Floats, Grid, Ints
from dipmap.sketch.growth import simple, table, total

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
    centres = grid.centres.T
    inner = np.flatnonzero(grid.inner)
    area = np.bincount(found[inner], minlength=count).astype(float)
    sums = np.stack([np.bincount(found[inner], axis[inner], minlength=count) for axis in centres])
    colour = np.full(grid.count, -1)
    for number, each in enumerate(grid.colours):
        colour[each] = number
    far, askew = _second(grid)
    for sweep in range(sweeps):
        warmth = heat[0] * (heat[1] / heat[0]) ** (sweep / max(1, sweeps - 1))
        if sweep >= sweeps - 3:
            warmth = 1e-3
        one, two = grid.borders(found)
        length = table(found[one], found[two], count)
        short = (need & (length < aims.least)).view(np.int8)
        tight = (need & (length <= aims.least)).view(np.int8)
        middle = np.where(np.isnan(aims.anchor.T), sums / np.maximum(area, 1), aims.anchor.T)
        rim = np.full(grid.count, -1)
        rim[one], rim[two] = colour[one], colour[two]
        for number in range(3):
            cells = np.flatnonzero(rim == number)
            odd = grid.odd[cells]
            own = found[cells]
            near = found[cells + grid.steps[:, odd]]
            new = near[random.integers(0, 6, len(cells)), np.arange(len(cells))]
            chance = random.random(len(cells))
            rows = np.flatnonzero(new != own)
            rows = rows[simple(own[rows], new[rows], near[:, rows])]
            cells, odd, own, near = cells[rows], odd[rows], own[rows], near[:, rows]
            new, chance = new[rows], chance[rows]
            is_own, is_new = near == own, near == new
            beyond = found.take(cells + far, mode="clip")
            aslant = found.take(cells + askew[:, odd], mode="clip")
            change = is_own.view(np.int8) - is_new.view(np.int8)
            cost = WALL * total(change)
            for ring, weight in ((aslant, 0.5), (beyond, 0.3)):
                cost += WALL * weight * total((ring == own).view(np.int8) - (ring == new).view(np.int8))
            over, under = area[new] - aims.target[new], area[own] - aims.target[own]
            cost += AREA * _pressure(over, under, aims.target[new], aims.target[own])
            here = centres[:, cells]
            for name, sign in ((new, 1), (own, -1)):
                away = ((here - middle[:, name]) ** 2).sum(axis=0) / radius[name]
                cost += sign * ROUND * aims.drawn[name] * np.minimum(away, FAR)
            cost += BORDER * total(tight[own, near] - short[new, near])
            cost += THIN * total((near != beyond) * change)
            for mine, sign in ((is_new, 1), (is_own, -1)):
                cost += sign * THIN * total(~(mine[:3] | mine[3:]))
            cost += EDGE * aims.edge[cells] * (aims.solid[new].astype(float) - aims.solid[own])
            ground = aims.ground[cells]
            said = ground >= 0
            cost += SHORE * said * (_against(aims.wet[new], ground) - _against(aims.wet[own], ground))
            go = (cost <= 0) | (chance < np.exp(-np.maximum(cost, 0) / warmth))
            cells, own, new = cells[go], own[go], new[go]
            found[cells] = new
            area += np.bincount(new, minlength=count) - np.bincount(own, minlength=count)
            for axis in (0, 1):
                places = centres[axis, cells]
                sums[axis] += np.bincount(new, places, count) - np.bincount(own, places, count)


def _second(grid: Grid) -> tuple[Ints, Ints]:
    """From a cell's number to those of the cells beyond its neighbours, straight on (6, 1) and a turn to the right (6, 2)."""
    steps = grid.steps
    across = np.array([1, 0])
    turned = np.roll(steps, -1, axis=0)
    # a step to another row makes an even cell's number that of an odd one
    askew = [steps[each] + (turned[each] if each in (0, 3) else turned[each, across]) for each in range(6)]
    return steps.sum(axis=1, keepdims=True), np.stack(askew)


def _pressure(over: Floats, under: Floats, new: Floats, own: Floats) -> Floats:
    """What it costs the area of one label to grow and of the other to shrink by a cell."""
    return np.asarray(np.clip(over * 6 / new, -4, 4) - np.clip(under * 6 / own, -4, 8))


def _against(wet: Ints, ground: Ints) -> Ints:
    return np.asarray((wet >= 0) & (wet != ground), dtype=np.int64)
