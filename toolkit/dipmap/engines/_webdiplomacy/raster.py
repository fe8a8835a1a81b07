"""Pictures with a palette: filled outlines, borders one or two dots wide, and PNG without anything that varies.

webDiplomacy asks for the colour under a territory's point and changes that entry of the palette, so each territory has
an entry of its own and no dot of it is mixed with another colour.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from dipmap.svg.pathdata import flatten, read_path

Array = np.ndarray[Any, np.dtype[Any]]
Colour = tuple[int, int, int]
Box = tuple[float, float, float, float]


def pale(colour: Colour, bright: float = 178.0) -> Colour:
    """A colour light enough for black on it, `bright` of 255: a dark one is mixed with white, none is white."""
    now = sum(value * share for value, share in zip(colour, (0.3, 0.59, 0.11), strict=True))
    white = (bright - now) / (255 - now) if now < bright else 0.0
    red, green, blue = (min(245, round(value + (255 - value) * white)) for value in colour)
    return red, green, blue


def rings(d: str, box: Box, scale: float) -> list[Array]:
    """The outlines of a path in dots; what is no path gives what could be read of it."""
    runs, _ = read_path(d)
    corner = np.array(box[:2])
    return [(flatten(run, 0.25 / scale) - corner) * scale for run in runs]


def fill(held: Array, outlines: Sequence[Array], value: int, *, evenodd: bool = True) -> None:
    """Set the dots whose middles are inside of the outlines, all rows at once."""
    outlines = [ring for ring in outlines if len(ring) > 2 and bool(np.isfinite(ring).all())]
    if not outlines:
        return
    rows, columns = held.shape
    start = np.vstack(outlines)
    end = np.vstack([np.roll(ring, -1, axis=0) for ring in outlines])
    low = np.ceil(np.clip(np.minimum(start[:, 1], end[:, 1]), 0, rows) - 0.5).astype(int)
    high = np.ceil(np.clip(np.maximum(start[:, 1], end[:, 1]), 0, rows) - 0.5).astype(int)
    crossed = high > low
    start, end, low, counts = start[crossed], end[crossed], low[crossed], (high - low)[crossed]
    if not len(start):
        return
    which = np.repeat(np.arange(len(start)), counts)
    row = low[which] + np.arange(len(which)) - (np.cumsum(counts) - counts)[which]
    slope = (end[:, 0] - start[:, 0]) / (end[:, 1] - start[:, 1])
    x = start[which, 0] + slope[which] * (row + 0.5 - start[which, 1])
    column = np.ceil(np.clip(x, 0, columns) - 0.5).astype(int)
    top, bottom, left, right = row.min(), row.max() + 1, column.min(), column.max() + 1
    turns = np.zeros((bottom - top, right - left), np.int32)
    way = np.ones(len(row), np.int32) if evenodd else np.where(end[which, 1] > start[which, 1], 1, -1)
    np.add.at(turns, (row - top, column - left), way)
    inside = np.cumsum(turns, axis=1)
    mask = (inside % 2 == 1) if evenodd else inside != 0
    held[top:bottom, left : right - 1][mask[:, :-1]] = value


def edges(held: Array, *, wide: bool) -> Array:
    """Where a dot differs from the next one to the right or below, and where wide from the one before or above too."""
    found = np.zeros(held.shape, bool)
    across, down = held[:, 1:] != held[:, :-1], held[1:] != held[:-1]
    found[:, :-1] |= across
    found[:-1] |= down
    if wide:
        found[:, 1:] |= across
        found[1:] |= down
    return found


def around(shape: tuple[int, int], middle: tuple[float, float], reach: float) -> tuple[tuple[slice, slice], Array]:
    """The window of a picture of that shape around a point, and the distance of each dot in it from the point."""
    rows, columns = shape
    x, y = middle
    left, right = max(0, int(x - reach)), min(columns, int(x + reach) + 2)
    top, bottom = max(0, int(y - reach)), min(rows, int(y + reach) + 2)
    right, bottom = max(left, right), max(top, bottom)
    down, across = np.mgrid[top:bottom, left:right]
    return (slice(top, bottom), slice(left, right)), np.hypot(across - x, down - y)


def png(indices: Array, palette: Iterable[Colour]) -> bytes:
    """A PNG of eight bits with a palette, and no chunk that names a time, a tool or a transparent colour."""
    rows, columns = indices.shape
    lines = np.zeros((rows, 1 + columns), np.uint8)  # each line begins with its filter, which is none
    lines[:, 1:] = indices
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", columns, rows, 8, 3, 0, 0, 0)),
        (b"PLTE", bytes(value for colour in palette for value in colour)),
        (b"IDAT", zlib.compress(lines.tobytes(), 6)),
        (b"IEND", b""),
    )
    chunks = (
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)
