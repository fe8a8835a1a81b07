"""The names laid over a map: letters without half-tones on the white that webDiplomacy lets through, and the passages.

A name goes where it fits into its own territory, clear of units, centres and other names; on several lines and smaller
where it must, as the territory's short name where nothing else does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from dipmap.engines._mapfile.text import stands
from dipmap.engines._webdiplomacy.map import Chart
from dipmap.engines._webdiplomacy.names import LONGEST, entered, plain
from dipmap.engines._webdiplomacy.raster import Array, Colour, png, rings
from dipmap.model import Kind, Province, UnitType
from dipmap.svg.xml import Element, attributes, local

CLEAR, HALO, INK, SEA_INK, PASSAGE = range(5)
_COLOURS: tuple[Colour, ...] = ((255, 255, 255), (253, 251, 245), (24, 20, 16), (22, 62, 92), (138, 47, 29))
"""White is what the site makes transparent; it knows no other transparency, so there is none in the file."""

_SIZES = {True: (15, 14, 13, 12, 11, 10), False: (9, 8)}
_UNIT = {True: (17, 12), False: (9, 7)}
"""Half the room of a unit, in dots."""
_FITS, _WILL_DO = 0.985, 0.8


@dataclass(frozen=True)
class _Label:
    lines: tuple[str, ...]
    size: int
    middle: tuple[float, float]
    score: float


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    from matplotlib import get_data_path

    path = Path(get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def _width(text: str, size: int) -> float:
    return float(_font(size).getlength(text, mode="1"))


@dataclass(frozen=True)
class Overlay:
    """The names and passages of one map."""

    chart: Chart

    def png(self) -> bytes:
        """The file."""
        return png(self.picture, _COLOURS)

    @cached_property
    def picture(self) -> Array:
        """The overlay by entries."""
        rows, columns = self.chart.shape
        held = np.full((rows, columns), CLEAR, np.uint8)
        self._passages(held)
        for ink, provinces in ((SEA_INK, True), (INK, False)):
            image = Image.new("L", (columns, rows))
            draw = ImageDraw.Draw(image)
            draw.fontmode = "1"
            for province, label in self.labels.items():
                if provinces is not stands(self.chart.variant.by_id[province], UnitType.ARMY):
                    _write(draw, label)
            letters = np.asarray(image) > 0
            held[_spread(letters)] = HALO
            held[letters] = ink
        return held

    # ---- where names go

    @cached_property
    def labels(self) -> dict[str, _Label]:
        """The name of each territory, placed."""
        taken = self._marks()
        found: dict[str, _Label] = {}
        for province in entered(self.chart.variant):
            label = self._best(province, taken)
            found[province.id] = label
            left, top, right, bottom = self._window(label.lines, label.size, label.middle)
            taken[top:bottom, left:right] = True
        return found

    def _marks(self) -> Array:
        """Where units and centres are."""
        taken = np.zeros(self.chart.shape, bool)
        half_width, half_height = _UNIT[self.chart.wide]
        for x, y in self.chart.points.values():
            taken[max(0, y - half_height) : y + half_height + 1, max(0, x - half_width) : x + half_width + 1] = True
        reach = int(self.chart.spot) + 1
        for province in self.chart.variant.centres:
            point = self.chart.centre(province.id)
            if point is not None:
                x, y = int(point[0]), int(point[1])
                taken[max(0, y - reach) : max(0, y + reach + 1), max(0, x - reach) : max(0, x + reach + 1)] = True
        return taken

    def _best(self, province: Province, taken: Array) -> _Label:
        sizes = _SIZES[self.chart.wide]
        full: _Label | None = None
        for size in sizes:
            for label in self._tries(
                province, _broken(plain(province.name)[:LONGEST] or province.id.upper()), size, taken
            ):
                if label.score >= _FITS:
                    return label
                if full is None or label.score > full.score + 0.02:
                    full = label
        short = max(self._tries(province, [(province.id.upper(),)], sizes[-1], taken), key=lambda label: label.score)
        assert full is not None
        return full if full.score >= min(_WILL_DO, short.score) else short

    def _tries(self, province: Province, texts: Iterable[tuple[str, ...]], size: int, taken: Array) -> Iterator[_Label]:
        entry = self.chart.entries[province.id]
        places = list(self._places(province, size))
        for lines in texts:
            for middle in places:
                left, top, right, bottom = self._window(lines, size, middle)
                room = max((right - left) * (bottom - top), round(_area(lines, size)), 1)
                free = (self.chart.held[top:bottom, left:right] == entry) & ~taken[top:bottom, left:right]
                yield _Label(lines, size, middle, int(free.sum()) / room)

    def _places(self, province: Province, size: int) -> Iterator[tuple[float, float]]:
        point = self.chart.variant.anchors.get(province.id, {}).get("label")
        x, y = self.chart.points[province.id]
        below = _UNIT[self.chart.wide][1] + size * 0.6 + 1
        if point:
            across, down = self.chart.dot(point)
            step = size * 0.8
            yield across, down
            yield from ((across + i * step, down + j * step) for j in (-1, 0, 1) for i in (-1, 0, 1) if i or j)
        yield x, y + below
        yield x, y - below

    def _window(self, lines: tuple[str, ...], size: int, middle: tuple[float, float]) -> tuple[int, int, int, int]:
        """Left, top, right, bottom of a text on the map."""
        rows, columns = self.chart.shape
        half_width, half_height = max(_width(line, size) for line in lines) / 2 + 1, len(lines) * _leading(size) / 2
        left, top = round(middle[0] - half_width), round(middle[1] - half_height)
        right, bottom = round(middle[0] + half_width), round(middle[1] + half_height)
        return max(0, left), max(0, top), max(0, min(columns, right)), max(0, min(rows, bottom))

    # ---- passages

    def _passages(self, held: Array) -> None:
        layer = self.chart.drawing.layer("passages")
        if layer is None:
            return
        rows, columns = self.chart.shape
        image = Image.new("L", (columns, rows))
        draw = ImageDraw.Draw(image)
        for d in _lines(layer):
            for line in rings(d, self.chart.drawing.box, self.chart.scale):
                if len(line) > 1 and bool((np.abs(line) < 1e5).all()):
                    draw.line([(float(x), float(y)) for x, y in line], fill=1, width=3 if self.chart.wide else 2)
        drawn = np.asarray(image) > 0
        held[_spread(drawn)] = HALO
        held[drawn] = PASSAGE


def _broken(name: str) -> list[tuple[str, ...]]:
    """A name on one line, on two as even as can be, on three."""
    words = name.split()
    found: list[tuple[str, ...]] = [(name,)]
    for count in (2, 3):
        if len(words) >= count:
            ways = [_joined(words, cuts) for cuts in _cuts(len(words), count)]
            found.append(min(ways, key=lambda lines: max(map(len, lines))))
    return found


def _cuts(words: int, lines: int) -> Iterator[tuple[int, ...]]:
    if lines == 2:
        yield from ((0, one, words) for one in range(1, words))
    else:
        yield from ((0, one, two, words) for one in range(1, words - 1) for two in range(one + 1, words))


def _joined(words: list[str], cuts: tuple[int, ...]) -> tuple[str, ...]:
    parts = (words[begin:end] for begin, end in pairwise(cuts))
    return tuple(" ".join(part) for part in parts)


def _leading(size: int) -> float:
    return size * 1.1


def _area(lines: tuple[str, ...], size: int) -> float:
    return (max(_width(line, size) for line in lines) + 2) * len(lines) * _leading(size)


def _write(draw: ImageDraw.ImageDraw, label: _Label) -> None:
    top = label.middle[1] - len(label.lines) * _leading(label.size) / 2
    for place, line in enumerate(label.lines):
        left = label.middle[0] - _width(line, label.size) / 2
        baseline = top + place * _leading(label.size) + label.size * 0.88
        draw.text((round(left), round(baseline)), line, fill=255, font=_font(label.size), anchor="ls")


def _spread(mask: Array) -> Array:
    """A mask with the dots around it."""
    found = mask.copy()
    found[1:] |= mask[:-1]
    found[:-1] |= mask[1:]
    wide = found.copy()
    wide[:, 1:] |= found[:, :-1]
    wide[:, :-1] |= found[:, 1:]
    return wide


def _lines(layer: Element) -> Iterator[str]:
    """The lines of passages that the site has: not those by consent, and none that is moved about."""
    for element in layer:
        given = dict(attributes(element))
        if given.get("data-kind") == Kind.PERMISSION or "transform" in given:
            continue
        if local(element) == "path":
            yield given.get("d", "")
        elif local(element) == "g":
            yield from _lines(element)
