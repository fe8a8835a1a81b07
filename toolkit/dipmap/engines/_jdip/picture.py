"""The thumbnail of a jDip variant: a small PNG of its provinces, drawn from their outlines.

A raster of several dots a pixel, filled line by line and then averaged: the same outlines make the same bytes.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from dipmap.engines._jdip.look import Looks, ground
from dipmap.engines._material import PackageMap
from dipmap.model import Variant
from dipmap.svg.pathdata import flatten, read_path

SIZE = 120
"""Pixels of the longer side."""
_DOTS = 6  # across a pixel
_INK = (0x3C, 0x36, 0x2E)
_SHORE = (0x6F, 0x97, 0xAD)
_HEX = re.compile(r"#([0-9a-f]{3}|[0-9a-f]{6})", re.IGNORECASE)

Array = np.ndarray[Any, np.dtype[Any]]


def thumbnail(variant: Variant, drawing: PackageMap, looks: Looks) -> bytes:
    """The PNG: provinces in the colours of who starts there, borders, no text."""
    left, top, width, height = drawing.box
    scale = SIZE * _DOTS / max(width, height, 1e-6)
    across, down = (max(round(side * scale / _DOTS), 1) * _DOTS for side in (width, height))
    held = np.zeros((down, across), np.int32)
    for index, province in enumerate(variant.provinces, 1):
        rings = _rings(drawing.provinces.get(province.id, {}), (left, top), scale)
        _fill(held, rings, index)
    return _png(_averaged(_coloured(held, variant, drawing, looks)))


def _rings(given: Mapping[str, str], corner: tuple[float, float], scale: float) -> list[Array]:
    runs, _ = read_path(given.get("d", ""))
    return [(flatten(run, 0.25 / scale) - np.array(corner)) * scale for run in runs]


def _fill(held: Array, rings: list[Array], index: int) -> None:
    """Set the dots inside of the rings, taken together by even and odd."""
    if not rings:
        return
    start = np.vstack(rings)
    end = np.vstack([np.roll(ring, -1, axis=0) for ring in rings])
    rises = start[:, 1] != end[:, 1]
    start, end = start[rises], end[rises]
    low, high = np.minimum(start[:, 1], end[:, 1]), np.maximum(start[:, 1], end[:, 1])
    if not len(start):
        return
    slope = (end[:, 0] - start[:, 0]) / (end[:, 1] - start[:, 1])
    rows, columns = held.shape
    first, last = max(int(low.min()), 0), min(int(high.max()) + 1, rows)
    for row in range(first, last):
        y = row + 0.5
        crossed = (low <= y) & (y < high)
        cuts = np.sort(start[crossed, 0] + slope[crossed] * (y - start[crossed, 1]))
        cuts = np.clip(np.ceil(cuts - 0.5), 0, columns).astype(int)
        for begin, stop in zip(cuts[::2].tolist(), cuts[1::2].tolist(), strict=False):
            held[row, begin:stop] = index


def _coloured(held: Array, variant: Variant, drawing: PackageMap, looks: Looks) -> Array:
    water = np.array([False, *(ground(province) in ("water", "islandsea") for province in variant.provinces)])
    colours = [_rgb("#d9e4ea"), *(_rgb(_colour(variant, drawing, looks, index)) for index in range(len(water) - 1))]
    picture = np.array(colours, np.uint8)[held]
    # a border is where the next dot to the right or below is of another province
    edge, wet = np.zeros(held.shape, bool), water[held] | (held == 0)
    calm = np.zeros(held.shape, bool)
    for axis in (0, 1):
        for step in (1, 2):
            other = np.roll(held, -step, axis)
            differs = held != other
            differs[(slice(-step, None), slice(None)) if axis == 0 else (slice(None), slice(-step, None))] = False
            edge |= differs
            calm |= differs & wet & np.roll(wet, -step, axis)
    picture[calm] = _SHORE
    picture[edge & ~calm] = _INK
    return picture


def _colour(variant: Variant, drawing: PackageMap, looks: Looks, index: int) -> str:
    province = variant.provinces[index]
    if province.owner in looks.owned:
        return looks.owned[str(province.owner)]
    fill = drawing.provinces.get(province.id, {}).get("fill", "")
    return fill if _HEX.fullmatch(fill) else looks.colour(ground(province))


def _rgb(colour: str) -> tuple[int, ...]:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    return tuple(int(digits[start : start + 2], 16) for start in (0, 2, 4))


def _averaged(picture: Array) -> Array:
    rows, columns, _ = picture.shape
    blocks = picture.reshape(rows // _DOTS, _DOTS, columns // _DOTS, _DOTS, 3).astype(np.uint32)
    pixels: Array = (blocks.sum(axis=(1, 3)) + _DOTS * _DOTS // 2) // (_DOTS * _DOTS)
    return pixels.astype(np.uint8)


def _png(picture: Array) -> bytes:
    rows, columns, _ = picture.shape
    lines = np.zeros((rows, 1 + 3 * columns), np.uint8)  # each line begins with its filter, which is none
    lines[:, 1:] = picture.reshape(rows, -1)
    head = struct.pack(">IIBBBBB", columns, rows, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(lines.tobytes(), 9)), (b"IEND", b""))
    chunks = (
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)
