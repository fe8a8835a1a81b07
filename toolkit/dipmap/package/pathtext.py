"""Path data as normalised maps write it: absolute moves, lines, cubics and closes, in root user units."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from dipmap.svg.pathdata import Array, Run

_FINENESS = 1e-6  # of the page's diagonal: what a digit less would move
_STRAIGHT = 1e-3  # of that: how far a line's inner points may stray from its thirds


def digits(diagonal: float) -> int:
    """How many decimals of a coordinate matter on a page with this diagonal (units); 3 for 1000 to 9999."""
    if not math.isfinite(diagonal) or diagonal <= 0:
        return 3
    return min(max(math.ceil(-math.log10(_FINENESS * diagonal)), 0), 9)


def number(value: float, decimals: int) -> str:
    """A coordinate with at most so many decimals, and without a needless one."""
    text = f"{value:.{decimals}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def path_text(runs: Iterable[Run], decimals: int, *, close: bool = False) -> str:
    """The `d` of some subpaths; `close` closes those that are open."""
    return "".join(_run(run, decimals, close=close or run.closed) for run in runs)


def ring_text(points: Iterable[Iterable[float]], decimals: int) -> str:
    """The `d` of a closed ring of points."""
    written = [" ".join(number(value, decimals) for value in point) for point in points]
    return f"M{written[0]}L{' '.join(written[1:])}Z"


def _run(run: Run, decimals: int, *, close: bool) -> str:
    controls = run.controls
    thirds = (controls[:, 3] - controls[:, 0]) / 3
    stray = np.maximum(
        np.abs(controls[:, 1] - controls[:, 0] - thirds),
        np.abs(controls[:, 3] - controls[:, 2] - thirds),
    ).max(axis=1)
    straight = stray <= _STRAIGHT * 10.0**-decimals
    rounded = np.round(controls, decimals) + 0.0
    while close and straight[-1] and len(rounded) > 2 and np.array_equal(rounded[-1, 3], rounded[0, 0]):
        rounded, straight = rounded[:-1], straight[:-1]  # Z draws it
    parts = ["M", _points(rounded[0, :1], decimals)]
    letter = ""
    for piece, line in zip(rounded, straight, strict=True):
        wanted = "L" if line else "C"
        parts.append(wanted if wanted != letter else " ")
        letter = wanted
        parts.append(_points(piece[3:] if line else piece[1:], decimals))
    if close:
        parts.append("Z")
    return "".join(parts)


def _points(points: Array | Any, decimals: int) -> str:
    return " ".join(number(float(value), decimals) for value in points.reshape(-1))
