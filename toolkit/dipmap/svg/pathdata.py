"""Path data and basic shapes as runs of cubic curves.

A `Run` is one subpath: control points of shape (n, 4, 2) in the element's own units; a straight line is a cubic whose
inner points lie on its thirds. Errors follow SVG: what stands before the error counts, and the error is told.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from svgelements import Arc, Matrix

from dipmap.svg.values import HUGE, NUMBER

Array = np.ndarray[Any, np.dtype[np.float64]]

_COMMAND = re.compile(r"([MmZzLlHhVvCcSsQqTtAa])")
_NUMBER = re.compile(NUMBER)
_GAP = r"[ \t\r\n,]*+"
_NUMBERS = re.compile(rf"(?:{_GAP}{NUMBER})*+{_GAP}")
_PLAIN = re.compile(rf"(?:[ \t\r\n,]++|[MmZzLlHhVvCcSsQqTt]|{NUMBER})*+")
_MOVE = re.compile(rf"{_GAP}[Mm]{_GAP}({NUMBER}){_GAP}({NUMBER})")
_ARC = re.compile("".join(rf"{_GAP}({part})" for part in (NUMBER, NUMBER, NUMBER, "[01]", "[01]", NUMBER, NUMBER)))
_ARITY = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2}
_MOST_CHORDS = 2000
_MOST_POINTS = 4_000_000
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
    """A pen that walks path data. Most commands of real maps are short, so plain floats beat arrays here."""

    def __init__(self) -> None:
        self.runs: list[Run] = []
        # eight numbers a cubic
        self.flat: list[float] = []
        self.start = (0.0, 0.0)
        self.at = (0.0, 0.0)
        self.control: tuple[float, float] | None = None
        self.last = ""

    def finish(self, *, closed: bool) -> None:
        if self.flat:
            self.runs.append(Run(np.array(self.flat).reshape(-1, 4, 2), closed))
        self.flat = []

    def line(self, x: float, y: float) -> None:
        ax, ay = self.at
        dx, dy = (x - ax) / 3, (y - ay) / 3
        self.flat += (ax, ay, ax + dx, ay + dy, x - dx, y - dy, x, y)
        self.at = (x, y)

    def cubic(self, first: tuple[float, float], second: tuple[float, float], end: tuple[float, float]) -> None:
        self.flat += (*self.at, *first, *second, *end)
        self.at = end

    def quadratic(self, middle: tuple[float, float], end: tuple[float, float]) -> None:
        (sx, sy), (mx, my), (ex, ey) = self.at, middle, end
        first = sx + (mx - sx) * 2 / 3, sy + (my - sy) * 2 / 3
        self.cubic(first, (ex + (mx - ex) * 2 / 3, ey + (my - ey) * 2 / 3), end)
        self.control = middle

    def mirrored(self, after: str) -> tuple[float, float]:
        """The last control point seen from the other side, when the last command was one of `after`."""
        if self.control is None or self.last not in after:
            return self.at
        return 2 * self.at[0] - self.control[0], 2 * self.at[1] - self.control[1]

    def command(self, letter: str, values: list[float]) -> None:
        """Walk one command with all its groups of numbers."""
        kind, relative = letter.upper(), letter.islower()
        arity = _ARITY[kind]
        if kind == "L":
            ox, oy = self.at if relative else (0.0, 0.0)
            for index in range(0, len(values), 2):
                self.line(values[index] + ox, values[index + 1] + oy)
                if relative:
                    ox, oy = self.at
            self.last = kind
            return
        for index in range(0, len(values), arity):
            group = values[index : index + arity]
            if kind in "HV":
                self.along(kind, group[0], relative=relative)
                continue
            ox, oy = self.at if relative else (0.0, 0.0)
            points = [(group[k] + ox, group[k + 1] + oy) for k in range(0, arity, 2)]
            if kind == "M" and index == 0:
                self.finish(closed=False)
                self.at = self.start = points[0]
            elif kind in "ML":
                self.line(*points[0])
            elif kind == "C":
                self.cubic(*points)
                self.control = points[1]
            elif kind == "S":
                self.cubic(self.mirrored("CS"), *points)
                self.control = points[0]
            elif kind == "Q":
                self.quadratic(*points)
            else:
                self.quadratic(self.mirrored("QT"), points[0])
            self.last = kind
        self.last = kind

    def along(self, kind: str, value: float, *, relative: bool) -> None:
        x, y = self.at
        if kind == "H":
            self.line(x + value if relative else value, y)
        else:
            self.line(x, y + value if relative else value)

    def arc(self, letter: str, values: list[float]) -> None:
        rx, ry, rotation, large, sweep, x, y = values
        ox, oy = self.at if letter == "a" else (0.0, 0.0)
        end = (x + ox, y + oy)
        rx, ry = _reaching(self.at, end, abs(rx), abs(ry), rotation)
        # the standard: an arc without a radius is a line, one back to where it began is nothing
        if not rx or not ry:
            self.line(*end)
        elif end != self.at:
            curve = Arc(complex(*self.at), rx, ry, rotation, int(large), int(sweep), complex(*end))
            for part in curve.as_cubic_curves():
                first, second, last = (
                    (float(point.x), float(point.y)) for point in (part.control1, part.control2, part.end)
                )
                self.cubic(first, second, last)
            # not a rounding error away
            self.flat[-2:] = end
            self.at = end
        self.last = "A"

    def close(self) -> None:
        if self.flat and self.at != self.start:
            self.line(*self.start)
        self.finish(closed=True)
        self.at = self.start
        self.last = "Z"


def _reaching(
    start: tuple[float, float],
    end: tuple[float, float],
    rx: float,
    ry: float,
    rotation: float,
) -> tuple[float, float]:
    """Radii grown until the arc reaches; zeros where one of them is next to nothing."""
    turn = math.radians(rotation)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    if min(rx, ry) <= 1e-9 * max(rx, ry):
        return 0.0, 0.0
    across, along = math.cos(turn) * dx + math.sin(turn) * dy, math.cos(turn) * dy - math.sin(turn) * dx
    short = math.hypot(across / rx, along / ry)
    if not math.isfinite(short):
        return 0.0, 0.0
    return (rx * short, ry * short) if short > 1 else (rx, ry)


def read_path(data: str) -> tuple[list[Run], PathError | None]:
    """The subpaths of a `d` attribute, and the first error in it, if any."""
    path = _Path()
    match = _COMMAND.search(data)
    first = match.start() if match else len(data)
    odd = data[:first].strip(" \t\r\n,")
    if odd or (match and match.group() not in "Mm"):
        begin = f"{odd[:12]!r}" if odd else data[first]
        return [], PathError(f"path data begins with {begin}, not with a move (M)", data.index(odd) if odd else first)
    # letters at odd places, what follows each of them behind it
    pieces = _COMMAND.split(data)
    plain = bool(_PLAIN.fullmatch(data))
    offset = len(pieces[0])
    error = None
    for letter, chunk in zip(pieces[1::2], pieces[2::2], strict=True):
        offset += 1
        error = _step(path, letter, chunk, offset, plain=plain)
        if error:
            break
        offset += len(chunk)
    path.finish(closed=False)
    return path.runs, error


def first_move(data: str) -> tuple[float, float] | None:
    """The point where path data begins, without reading the rest."""
    match = _MOVE.match(data)
    if not match:
        return None
    x, y = float(match.group(1)), float(match.group(2))
    return (x, y) if abs(x) <= HUGE and abs(y) <= HUGE else None


def _step(path: _Path, letter: str, chunk: str, offset: int, *, plain: bool) -> PathError | None:
    """Walk one command whose numbers begin at `offset`; what stands before an error is walked.

    `plain` says that there is nothing but commands and numbers.
    """
    kind = letter.upper()
    if kind == "Z":
        path.close()
        odd = chunk.strip(" \t\r\n,")
        return PathError(f"{odd[:12]!r} stands after a close ({letter})", offset + chunk.index(odd)) if odd else None
    if path.last == "Z" and kind != "M":
        path.start = path.at
    if kind == "A":
        return _arcs(path, letter, chunk, offset)
    values = list(map(float, _NUMBER.findall(chunk)))
    arity = _ARITY[kind]
    good = None if plain else _NUMBERS.match(chunk)
    error = None
    if good and good.end() < len(chunk):
        position = good.end()
        error = PathError(
            f"{chunk[position : position + 12].rstrip()!r} after {letter} is no number", offset + position
        )
        values = list(map(float, _NUMBER.findall(chunk[:position])))
    if values and not (min(values) >= -HUGE and max(values) <= HUGE):
        index = next(index for index, value in enumerate(values) if not -HUGE <= value <= HUGE)
        place = next(islice(_NUMBER.finditer(chunk), index, None)).start()
        error = PathError(f"a number after {letter} is too large for a map", offset + place)
        values = values[:index]
    if not error and (not values or len(values) % arity):
        error = PathError(
            f"{letter} takes numbers in groups of {arity}, and {len(values)} stand there", offset + len(chunk.rstrip())
        )
    path.command(letter, values[: len(values) - len(values) % arity])
    return error


def _arcs(path: _Path, letter: str, chunk: str, offset: int) -> PathError | None:
    position = 0
    chunk = chunk.rstrip(" \t\r\n,")
    while position < len(chunk):
        match = _ARC.match(chunk, position)
        if not match:
            message = f"{letter} takes two radii, a rotation, two flags (0 or 1) and a point"
            return PathError(
                message, offset + position + len(chunk[position:]) - len(chunk[position:].lstrip(" \t\r\n,"))
            )
        values = [float(group) for group in match.groups()]
        if max(abs(value) for value in values) > HUGE:
            return PathError(f"a number after {letter} is too large for a map", offset + match.start(1))
        path.arc(letter, values)
        position = match.end()
    return None if position else PathError(f"{letter} takes numbers in groups of 7, and none stand there", offset)


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
    pieces: list[Array] = []
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
    with np.errstate(all="ignore"):  # who asks looks at what came out
        return Run(run.controls @ linear.T + np.array([float(matrix.e), float(matrix.f)]), run.closed)


def flatten(run: Run, tolerance: float) -> Array:
    """Points (n, 2) along a run that stay within `tolerance` (its units) of the curve; lines keep their ends."""
    controls = run.controls
    bend = np.maximum(
        np.hypot(*(controls[:, 0] - 2 * controls[:, 1] + controls[:, 2]).T),
        np.hypot(*(controls[:, 1] - 2 * controls[:, 2] + controls[:, 3]).T),
    )
    # a cubic cut into n chords strays from them by at most 3/4 bend / n^2
    # (no more points than fit into memory, whatever stands in a file)
    most = max(2, min(_MOST_CHORDS, _MOST_POINTS // len(controls)))
    counts = np.clip(np.ceil(np.sqrt(0.75 * bend / tolerance)), 1, most).astype(int)
    which = np.repeat(np.arange(len(controls)), counts)
    first = np.cumsum(counts) - counts
    t = ((np.arange(len(which)) - first[which] + 1) / counts[which])[:, None]
    p = controls[which]
    s = 1 - t
    points = s**3 * p[:, 0] + 3 * s * s * t * p[:, 1] + 3 * s * t * t * p[:, 2] + t**3 * p[:, 3]
    points[np.cumsum(counts) - 1] = controls[:, 3]
    return np.vstack([controls[:1, 0], points])
