"""Shapes of items, measured when somebody asks for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from dipmap.diagnostics import Finding, Notice
from dipmap.svg.drawing import Item
from dipmap.svg.pathdata import Array, Run, ellipse, first_move, flatten, polygon, read_path, rectangle, transformed
from dipmap.svg.values import HUGE, length, moved, numbers

# of the diagonal: a curve is cut into chords that stay this near to it (research: 0.02 units in 2000)
CHORD_ERROR = 1e-5


@dataclass(frozen=True, eq=False)
class Stroke:
    """The subpaths of one shape in root user units, before flattening."""

    item: Item
    runs: tuple[Run, ...]

    @property
    def evenodd(self) -> bool:
        return self.item.style.fill_rule == "evenodd"

    def lines(self, tolerance: float) -> tuple[Array, ...]:
        """Points (n, 2) of each subpath, within `tolerance` user units of the curve."""
        return tuple(flatten(run, tolerance) for run in self.runs)


def read_shape(item: Item) -> tuple[Stroke, list[Notice]]:
    """The shape of an item; what cannot be read of it is told, never dropped in silence."""
    notices: list[Notice] = []
    try:
        runs, error = _runs(item)
    except ValueError as problem:
        runs, error = [], ("bad-value", f"the shape cannot be read: {problem}", "")
    if error:
        name, message, attribute = error
        key = item.name or item.element.get("id", "")
        hint = "redraw the shape, or open and save it in your editor"
        notices.append(Notice(name, Finding(message, item.place(attribute), hint, key)))
    placed = tuple(transformed(run, item.matrix) for run in runs)
    kept = tuple(run for run in placed if np.all(np.abs(run.controls) <= HUGE))
    if len(kept) < len(placed):
        message = "the shape lies too far out to be on any map"
        notices.append(Notice("bad-value", Finding(message, item.place(), "move it back onto the page", item.name)))
    return Stroke(item, kept), notices


def _runs(item: Item) -> tuple[list[Run], tuple[str, str, str] | None]:
    element = item.element

    def size(attribute: str, default: float = 0.0) -> float:
        try:
            return length(element.get(attribute), default)
        except ValueError as error:
            raise ValueError(f"{attribute}: {error}") from None

    def extension(attribute: str) -> float:
        found = size(attribute)
        if found < 0:
            raise ValueError(f"{attribute} is {found:g}, and no size is below 0")
        return found

    if item.tag == "path":
        data = element.get("d")
        if data is None or not data.strip():
            return [], ("bad-path-data", "the path is empty: it has no d", "" if data is None else "d")
        runs, error = read_path(data)
        if error:
            shown = data[max(error.offset - 12, 0) : error.offset + 12]
            return runs, (
                "bad-path-data",
                f"{error.message} (at character {error.offset + 1} of d, near {shown!r})",
                "d",
            )
        return runs, None
    if item.tag in ("polygon", "polyline"):
        try:
            points = numbers(element.get("points") or "")
        except ValueError as error:
            return [], ("bad-value", f"points cannot be read: {error}", "points")
        odd = ("bad-value", "points holds an x without a y", "points") if len(points) % 2 else None
        return polygon(points, closed=item.tag == "polygon"), odd
    if item.tag == "circle":
        radius = extension("r")
        return ellipse(size("cx"), size("cy"), radius, radius), None
    if item.tag == "ellipse":
        return ellipse(size("cx"), size("cy"), extension("rx"), extension("ry")), None
    if item.tag == "line":
        return polygon([size("x1"), size("y1"), size("x2"), size("y2")], closed=False), None
    rx, ry = size("rx", -1), size("ry", -1)
    rx, ry = (ry if rx < 0 else rx), (rx if ry < 0 else ry)
    return rectangle(size("x"), size("y"), extension("width"), extension("height"), rx, ry), None


def extent(strokes: Iterable[Stroke]) -> tuple[float, float, float, float] | None:
    """Least x and y, greatest x and y of control points; None where there is nothing."""
    low, high = np.full(2, np.inf), np.full(2, -np.inf)
    for stroke in strokes:
        for run in stroke.runs:
            points = run.controls.reshape(-1, 2)
            low, high = np.minimum(low, points.min(axis=0)), np.maximum(high, points.max(axis=0))
    if not np.all(np.isfinite(low)):
        return None
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def centre_point(item: Item) -> tuple[float, float] | None:
    """The middle of an item's extent in root user units; None where it shows nothing."""
    if item.tag in ("text", "image") or (item.tag == "use" and not item.children):
        return None
    box = extent(read_shape(shape)[0] for shape in item.shapes())
    return None if box is None else ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)


def first_point(item: Item) -> tuple[float, float] | None:
    """The first move of an item's path, in root user units."""
    for shape in item.shapes():
        if shape.tag == "path":
            move = first_move(shape.element.get("d", ""))
            if move:
                return moved(move, shape.matrix)
            continue
        stroke, _ = read_shape(shape)
        if stroke.runs:
            x, y = stroke.runs[0].controls[0, 0]
            return float(x), float(y)
    return None
