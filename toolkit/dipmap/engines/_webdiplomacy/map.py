"""The two maps of a variant: where each territory is in dots, its entry of the palette, the points of its units."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from math import isfinite

import numpy as np

from dipmap.engines._mapfile.text import stands
from dipmap.engines._material import PackageMap
from dipmap.engines._webdiplomacy.names import entered
from dipmap.engines._webdiplomacy.php import NEUTRAL, ground
from dipmap.engines._webdiplomacy.raster import Array, Box, Colour, around, edges, fill, pale, png, rings
from dipmap.model import UnitType, Variant
from dipmap.svg.xml import Element, attributes, local

LONGEST = 1600
"""Dots of the longer side of the large map; the small one has half as many."""

LINE, WATER_LINE, GOLD, SHUT, HATCH, PAPER = range(6)
_FIXED: tuple[Colour, ...] = (
    (0, 0, 0),
    (74, 112, 138),
    (255, 214, 64),
    (185, 180, 168),
    (160, 154, 141),
    (201, 222, 232),
)
_FIRST = 12
"""The entry of the first territory; those before it are borders, marks and the ground beneath the map."""
_DRAWN: frozenset[Colour] = frozenset(
    [
        (255, 255, 255),
        (200, 20, 20),
        (196, 32, 0),
        (67, 206, 16),
        (249, 249, 47),
        (4, 113, 160),
        (198, 39, 159),
    ]
)
"""Colours in which the site draws orders: it takes them by value, so no territory may have one of them."""

_HEX = re.compile("#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_WATER, _ISLAND = (181, 213, 230), (185, 220, 210)

MOST = 230
"""Territories that a palette has room for beside what the site draws on the map."""


def colour_of(text: str) -> Colour | None:
    """A colour by its hexadecimal name; None for anything else."""
    if not _HEX.fullmatch(text):
        return None
    digits = text[1:] if len(text) == 7 else "".join(digit * 2 for digit in text[1:])
    red, green, blue = (int(digits[start : start + 2], 16) for start in (0, 2, 4))
    return red, green, blue


@dataclass(frozen=True)
class Chart:
    """One of the two maps; `wide` tells the large one."""

    variant: Variant
    drawing: PackageMap
    wide: bool

    @cached_property
    def scale(self) -> float:
        """Dots a unit of the drawing."""
        longest = LONGEST if self.wide else LONGEST // 2
        return longest / max(self.drawing.box[2], self.drawing.box[3], 1e-6)

    @cached_property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        _, _, width, height = self.drawing.box
        rows, columns = max(1, round(height * self.scale)), max(1, round(width * self.scale))
        return rows, columns

    def dot(self, point: tuple[float, float]) -> tuple[float, float]:
        """A point of the drawing in dots."""
        left, top = self.drawing.box[:2]
        x, y = ((value - start) * self.scale for value, start in zip(point, (left, top), strict=True))
        return _near_the_map(x), _near_the_map(y)

    @cached_property
    def entries(self) -> Mapping[str, int]:
        """The entry of each territory by its province."""
        return {item.id: _FIRST + place for place, item in enumerate(entered(self.variant))}

    @cached_property
    def ground(self) -> tuple[Array, tuple[Colour, ...]]:
        """What lies beneath the provinces, by entries before the first territory's, and the colours of these."""
        held = np.full(self.shape, PAPER, np.uint8)
        colours = list(_FIXED)
        layer = self.drawing.layer("background")
        for d, drawn in _filled(layer, self.drawing.box) if layer is not None else ():
            colour = pale(drawn)
            if colour not in colours[PAPER:]:
                if len(colours) == _FIRST:
                    continue
                colours.append(colour)
            fill(held, rings(d, self.drawing.box, self.scale), PAPER + colours[PAPER:].index(colour))
        return held, tuple(colours)

    @cached_property
    def held(self) -> Array:
        """The province of each dot by its entry, the ground elsewhere; no borders."""
        held = self.ground[0].copy()
        for province in self.variant.provinces:
            given = self.drawing.provinces.get(province.id, {})
            evenodd = given.get("fill-rule") == "evenodd"
            outlines = rings(given.get("d", ""), self.drawing.box, self.scale)
            fill(held, outlines, self.entries.get(province.id, SHUT), evenodd=evenodd)
        rows, columns = self.shape
        lost = [entry for entry in self.entries.values() if not (held == entry).any()]
        for place, entry in enumerate(lost):
            # a territory that is nowhere on the drawing has to be somewhere all the same: a row of squares at the foot
            left = place * 14 % max(1, columns - 12)
            held[max(0, rows - 12) :, left : left + 12] = entry
        return held

    @cached_property
    def picture(self) -> Array:
        """The map by entries: provinces, borders, centres."""
        held = self.held
        picture = held.copy()
        down, across = np.indices(held.shape)
        picture[(held == SHUT) & ((down + across) % (8 if self.wide else 6) < 2)] = HATCH
        one_ground = np.arange(256, dtype=np.uint8)
        one_ground[PAPER:_FIRST] = PAPER
        one_water = one_ground.copy()
        for province in entered(self.variant):
            if not stands(province, UnitType.ARMY):
                one_water[self.entries[province.id]] = LINE
        picture[edges(one_ground[held], wide=False)] = WATER_LINE
        picture[edges(one_water[held], wide=self.wide)] = LINE
        left = np.bincount(picture.ravel(), minlength=256)
        for entry in self.entries.values():
            if not left[entry]:
                # nothing but border: a territory without a dot of its own has no colour
                picture[held == entry] = entry
        self._centres(picture)
        return picture

    def _centres(self, picture: Array) -> None:
        size = np.bincount(picture.ravel(), minlength=256)
        for province in self.variant.centres:
            point, entry = self.centre(province.id), self.entries.get(province.id)
            if point is None or entry is None:
                continue
            window, away = around(self.shape, point, self.spot)
            part = picture[window]
            inside = (part == entry) & (away <= self.spot)
            if size[entry] < 4 * int(inside.sum()):
                continue  # the mark would eat the territory
            part[inside] = LINE
            part[inside & (away <= self.spot * 0.65)] = GOLD

    @property
    def spot(self) -> float:
        """How far a centre's mark reaches, in dots."""
        return 5.5 if self.wide else 3.2

    def centre(self, province: str) -> tuple[float, float] | None:
        """Where the mark of a centre is, in dots; None where the variant says no place."""
        point = self.variant.anchors.get(province, {}).get("centre")
        return self.dot(point) if point else None

    @cached_property
    def points(self) -> Mapping[str, tuple[int, int]]:
        """Where a unit of each location stands, in dots: inside of the territory's colour, for a coast wherever it is."""
        found: dict[str, tuple[int, int]] = {}
        rows, columns = self.shape
        order = np.argsort(self.picture, axis=None, kind="stable")
        begins = np.concatenate([[0], np.cumsum(np.bincount(self.picture.ravel(), minlength=256))])
        for province in entered(self.variant):
            entry = self.entries[province.id]
            dots = np.stack(np.unravel_index(order[begins[entry] : begins[entry + 1]], self.shape), axis=1)[:, ::-1]
            anchor = self.variant.anchors.get(province.id, {}).get("unit")
            wanted = np.array(self.dot(anchor)) if anchor else dots.mean(axis=0)
            place = dots[np.argmin(((dots - wanted) ** 2).sum(axis=1))]
            found[province.id] = (int(place[0]), int(place[1]))
            for location in province.locations[1:]:
                anchor = self.variant.anchors.get(location, {}).get("unit")
                x, y = self.dot(anchor) if anchor else found[province.id]
                found[location] = (min(max(round(x), 0), columns - 1), min(max(round(y), 0), rows - 1))
        return found

    @cached_property
    def palette(self) -> tuple[Colour, ...]:
        """The colours by entry: no two territories, and no territory and anything drawn, have the same."""
        colours = [*self.ground[1], *((0, 0, 0) for _ in range(_FIRST))][:_FIRST]
        used = {*colours, *_DRAWN}
        for province in entered(self.variant):
            if province.owner in self.variant.powers_by_id:
                wanted = ground(self.variant.powers_by_id[str(province.owner)])
            elif stands(province, UnitType.ARMY):
                wanted = _ISLAND if province.terrain == "sea" else NEUTRAL
            else:
                given = self.drawing.provinces.get(province.id, {})
                wanted = pale(colour_of(given.get("fill", "")) or _WATER)
            colour = next(colour for colour in _near(wanted) if colour not in used)
            used.add(colour)
            colours.append(colour)
        return tuple(colours)

    def png(self) -> bytes:
        """The file."""
        return png(self.picture, self.palette)


def _near_the_map(value: float) -> float:
    """A measure in dots that whole numbers hold, wherever a stranger puts an anchor."""
    return min(max(value, -1e6), 1e6) if isfinite(value) else -1e6


def _near(wanted: Colour) -> Iterator[Colour]:
    """The colour, then others that an eye takes for it, the nearest first."""
    signs = [-1 if value > 127 else 1 for value in wanted]
    for reach in count():
        for red in range(reach + 1):
            for green in range(reach + 1):
                for blue in range(reach + 1):
                    if max(red, green, blue) == reach:
                        steps = (red, green, blue)
                        yield tuple(v + s * n for v, s, n in zip(wanted, signs, steps, strict=True))  # type: ignore[misc]


def _filled(layer: Element, box: Box) -> Iterator[tuple[str, Colour]]:
    """The filled outlines of the ground's art, as far as they are plain: paths and rectangles of one colour, not moved."""

    def walk(element: Element, inherited: str) -> Iterator[tuple[str, Colour]]:
        given = dict(attributes(element))
        if "transform" in given or given.get("display") == "none":
            return
        paint = given.get("fill", inherited)
        colour = colour_of(paint)
        if colour is not None and local(element) == "path":
            yield given.get("d", ""), colour
        elif colour is not None and local(element) == "rect":
            d = rectangle(given, box)
            if d:
                yield d, colour
        elif local(element) == "g":
            for child in element:
                yield from walk(child, paint)

    yield from walk(layer, "")


def rectangle(given: Mapping[str, str], box: Box) -> str:
    """A rectangle as a path; nothing where its sides are no numbers."""
    try:
        x, y, width, height = (float(given.get(name, "0")) for name in ("x", "y", "width", "height"))
    except ValueError:
        return ""
    if not all(abs(value) < 100 * max(box[2], box[3]) for value in (x, y, width, height)):
        return ""
    return f"M{x} {y}h{width}v{height}h{-width}z"


def points(large: Chart, small: Chart) -> dict[str, tuple[tuple[int, int], tuple[int, int]]]:
    """The places of units on both maps by location."""
    return {location: (place, small.points[location]) for location, place in large.points.items()}
