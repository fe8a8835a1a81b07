"""Path data and basic shapes as runs of cubic curves.

A `Run` is one subpath: control points of shape (n, 4, 2) in the element's own units; a straight line is a cubic whose
inner points lie on its thirds. Errors follow SVG: what stands before the error counts, and the error is told.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from svgelements import Arc, Matrix

from dipmap.svg.values import HUGE, NUMBER

Array = np.ndarray[Any, np.dtype[np.float64]]

_COMMAND = re.compile(r"[MmZzLlHhVvCcSsQqTtAa]")
_NUMBER = re.compile(NUMBER)
_ARC = re.compile(
    rf"[\s,]*({NUMBER})[\s,]*({NUMBER})[\s,]*({NUMBER})[\s,]*([01])[\s,]*([01])[\s,]*({NUMBER})[\s,]*({NUMBER})",
)
_ARITY = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2}
_KAPPA = 4 / 3 * (math.sqrt(2) - 1)


@dataclass(frozen=True, eq=False)
class Run:
    """One subpath: `controls` (n, 4, 2), and whether it is closed."""

    controls: Array
    closed: bool

    @property
    def ends(self) -> tuple[Array, Array]:
        """The first and the last point."""
        return self.controls[0, 0], self.controls[-1, 3]


@dataclass(frozen=True)
class PathError:
    """What is wrong in path data, and at which character."""

    message: str
    offset: int


def straight(points: Array) -> Array:
    """Cubics (n - 1, 4, 2) along a polyline of points (n, 2)."""
    start, end = points[:-1], points[1:]
    step = (end - start) / 3
    return np.stack([start, start + step, end - step, end], axis=1)


class _Path:
    """A pen that walks path data."""

    def __init__(self) -> None:
        self.runs: list[Run] = []
        self.pieces: list[Array] = []
        self.start = np.zeros(2)
        self.at = np.zeros(2)
        self.control: Array | None = None
        self.last = ""

    def finish(self, *, closed: bool) -> None:
        if self.pieces:
            self.runs.append(Run(np.concatenate(self.pieces), closed))
        self.pieces = []

    def lines(self, points: Array) -> None:
        self.pieces.append(straight(np.vstack([self.at, points])))
        self.at = points[-1]

    def curves(self, controls: Array) -> None:
        self.pieces.append(controls)
        self.at = controls[-1, 3]

    def command(self, letter: str, values: Array) -> None:
        kind, relative = letter.upper(), letter.islower()
        if kind == "M":
            self.finish(closed=False)
            points = values.reshape(-1, 2)
            if relative:
                points = np.cumsum(points, axis=0) + self.at
            self.at = self.start = points[0]
            if len(points) > 1:
                self.lines(points[1:])
        elif kind == "L":
            points = values.reshape(-1, 2)
            self.lines(np.cumsum(points, axis=0) + self.at if relative else points)
        elif kind in "HV":
            axis = 0 if kind == "H" else 1
            points = np.tile(self.at, (len(values), 1))
            points[:, axis] = np.cumsum(values) + self.at[axis] if relative else values
            self.lines(points)
        elif kind == "C":
            self.cubics(values.reshape(-1, 3, 2), relative=relative)
        elif kind == "Q":
            for pair in values.reshape(-1, 2, 2):
                middle, end = pair + self.at if relative else pair
                self.quadratic(middle, end)
        elif kind == "S":
            for pair in values.reshape(-1, 2, 2):
                second, end = pair + self.at if relative else pair
                first = 2 * self.at - self.control if self.control is not None and self.last in "CS" else self.at
                self.curves(np.array([[self.at, first, second, end]]))
                self.control, self.last = second, "S"
        elif kind == "T":
            for point in values.reshape(-1, 2):
                end = point + self.at if relative else point
                middle = 2 * self.at - self.control if self.control is not None and self.last in "QT" else self.at
                self.quadratic(middle, end)
                self.last = "T"
        self.last = kind

    def cubics(self, values: Array, *, relative: bool) -> None:
        if relative:
            ends = np.cumsum(values[:, 2], axis=0) + self.at
            starts = np.vstack([self.at, ends[:-1]])
            values = values + starts[:, None, :]
        else:
            starts = np.vstack([self.at, values[:-1, 2]])
        self.curves(np.concatenate([starts[:, None, :], values], axis=1))
        self.control = values[-1, 1]

    def quadratic(self, middle: Array, end: Array) -> None:
        start = self.at
        self.curves(np.array([[start, start + (middle - start) * 2 / 3, end + (middle - end) * 2 / 3, end]]))
        self.control, self.last = middle, "Q"

    def arc(self, letter: str, values: list[float]) -> None:
        rx, ry, rotation, large, sweep, x, y = values
        end = np.array([x, y]) + (self.at if letter == "a" else 0.0)
        if rx == 0 or ry == 0 or np.array_equal(end, self.at):
            self.lines(end[None, :])
        else:
            start = complex(*self.at)
            curve = Arc(start, abs(rx), abs(ry), rotation, int(large), int(sweep), complex(*end))
            cubics = [
                [[float(p.x), float(p.y)] for p in (c.start, c.control1, c.control2, c.end)]
                for c in curve.as_cubic_curves()
            ]
            if cubics:
                self.curves(np.array(cubics))
            self.at = end
        self.last = "A"

    def close(self) -> None:
        if self.pieces and not np.array_equal(self.at, self.start):
            self.lines(self.start[None, :])
        self.finish(closed=True)
        self.at = self.start
        self.last = "Z"


def read_path(data: str) -> tuple[list[Run], PathError | None]:
    """The subpaths of a `d` attribute, and the first error in it, if any."""
    path = _Path()
    commands = list(_COMMAND.finditer(data))
    if data.strip() and (not commands or data[: commands[0].start()].strip(" \t\r\n,")):
        return [], PathError("path data begins with a move (M)", 0)
    for index, match in enumerate(commands):
        letter = match.group()
        end = commands[index + 1].start() if index + 1 < len(commands) else len(data)
        chunk = data[match.end() : end]
        if index == 0 and letter not in "Mm":
            return [], PathError(f"path data begins with {letter}, not with a move (M)", match.start())
        error = _step(path, letter, chunk)
        if error:
            path.finish(closed=False)
            return path.runs, PathError(error, match.start())
    path.finish(closed=False)
    return path.runs, None


def _step(path: _Path, letter: str, chunk: str) -> str:
    """Walk one command; the error as a sentence, or nothing."""
    kind = letter.upper()
    if kind == "Z":
        if chunk.strip(" \t\r\n,"):
            return "numbers stand after a close (Z)"
        path.close()
        return ""
    if path.last == "Z" and kind != "M":
        path.start = path.at
    if kind == "A":
        return _arcs(path, letter, chunk)
    rest = _NUMBER.sub(" ", chunk).replace(",", " ").strip()
    values = np.array([float(number) for number in _NUMBER.findall(chunk)])
    problem = f"{rest[:12]!r} after {letter} is no number" if rest else ""
    if not problem and values.size and not np.all(np.abs(values) <= HUGE):
        problem = f"a number after {letter} is too large for a map"
    if not problem and (not values.size or values.size % _ARITY[kind]):
        problem = f"{letter} takes numbers in groups of {_ARITY[kind]}, and {values.size} stand there"
    if problem:
        whole = values[: values.size - values.size % _ARITY[kind]] if not rest else values[:0]
        if whole.size and np.all(np.abs(whole) <= HUGE):
            path.command(letter, whole)
        return problem
    path.command(letter, values)
    return ""


def _arcs(path: _Path, letter: str, chunk: str) -> str:
    position = 0
    while chunk[position:].strip(" \t\r\n,"):
        match = _ARC.match(chunk, position)
        if not match:
            return f"{letter} takes two radii, a rotation, two flags (0 or 1) and a point"
        values = [float(group) for group in match.groups()]
        if max(abs(value) for value in values) > HUGE:
            return f"a number after {letter} is too large for a map"
        path.arc(letter, values)
        position = match.end()
    return "" if position else f"{letter} takes numbers in groups of 7, and none stand there"


def polygon(points: list[float], *, closed: bool) -> list[Run]:
    """The run of a polygon's or polyline's points."""
    array = np.array(points[: len(points) - len(points) % 2], dtype=float).reshape(-1, 2)
    if len(array) < 2:
        return []
    if closed and not np.array_equal(array[0], array[-1]):
        array = np.vstack([array, array[:1]])
    return [Run(straight(array), closed)]


def ellipse(cx: float, cy: float, rx: float, ry: float) -> list[Run]:
    """The run of an ellipse, as four cubics (error below 0.03 % of the radius)."""
    if rx <= 0 or ry <= 0:
        return []
    k = _KAPPA
    unit = np.array(
        [
            [[1, 0], [1, k], [k, 1], [0, 1]],
            [[0, 1], [-k, 1], [-1, k], [-1, 0]],
            [[-1, 0], [-1, -k], [-k, -1], [0, -1]],
            [[0, -1], [k, -1], [1, -k], [1, 0]],
        ],
        dtype=float,
    )
    return [Run(unit * np.array([rx, ry]) + np.array([cx, cy]), closed=True)]


def rectangle(x: float, y: float, width: float, height: float, rx: float, ry: float) -> list[Run]:
    """The run of a rectangle with rounded corners where `rx` and `ry` are positive."""
    if width <= 0 or height <= 0:
        return []
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if rx <= 0 or ry <= 0:
        return polygon([x, y, x + width, y, x + width, y + height, x, y + height], closed=True)
    pieces = []
    centres = ((x + width - rx, y + height - ry), (x + rx, y + height - ry), (x + rx, y + ry), (x + width - rx, y + ry))
    corners = ellipse(0, 0, rx, ry)[0].controls
    for index, (cx, cy) in enumerate(centres):
        arc = corners[index] + np.array([cx, cy])
        if pieces:
            pieces.append(straight(np.array([pieces[-1][-1, 3], arc[0]])))
        pieces.append(arc[None])
    pieces.append(straight(np.array([pieces[-1][-1, 3], pieces[0][0, 0]])))
    return [Run(np.concatenate(pieces), closed=True)]


def transformed(run: Run, matrix: Matrix) -> Run:
    """The run under an affine matrix."""
    linear = np.array([[matrix.a, matrix.c], [matrix.b, matrix.d]], dtype=float)
    return Run(run.controls @ linear.T + np.array([float(matrix.e), float(matrix.f)]), run.closed)


def flatten(run: Run, tolerance: float) -> Array:
    """Points (n, 2) along a run that stay within `tolerance` (its units) of the curve; lines keep their ends."""
    controls = run.controls
    bend = np.maximum(
        np.hypot(*(controls[:, 0] - 2 * controls[:, 1] + controls[:, 2]).T),
        np.hypot(*(controls[:, 1] - 2 * controls[:, 2] + controls[:, 3]).T),
    )
    # a cubic cut into n chords strays from them by at most 3/4 bend / n^2
    counts = np.clip(np.ceil(np.sqrt(0.75 * bend / tolerance)), 1, 200).astype(int)
    which = np.repeat(np.arange(len(controls)), counts)
    first = np.cumsum(counts) - counts
    t = ((np.arange(len(which)) - first[which] + 1) / counts[which])[:, None]
    p = controls[which]
    s = 1 - t
    points = s**3 * p[:, 0] + 3 * s * s * t * p[:, 1] + 3 * s * t * t * p[:, 2] + t**3 * p[:, 3]
    points[np.cumsum(counts) - 1] = controls[:, 3]
    return np.vstack([controls[:1, 0], points])
