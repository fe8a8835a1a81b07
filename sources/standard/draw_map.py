"""Make the first drawing of the standard Diplomacy map from Natural Earth coastlines.

The drawing of record is ``map.svg``: it is meant to be edited by hand, in
Inkscape or any other editor, and this script is not part of any build.  It is
kept so that everybody can see how the shapes came about, and can start again
from them.

Input is the folder of the npm package ``world-atlas`` (Natural Earth 4.1,
public domain, as TopoJSON); only ``countries-10m.json`` is read::

    python draw_map.py path/to/world-atlas map.svg

How it works:

1.  Longitude and latitude go to the page by an azimuthal projection whose
    scale falls off from the middle (:data:`REACH`), with gentle swellings
    where provinces are small (:data:`SWELLINGS`).
2.  The land is closed and opened by a small distance, so that no fjord and no
    spit is too thin to draw; straits that a province covers are filled.
3.  Shores, some borders of Natural Earth, and lines of our own (rivers,
    watersheds, old frontiers; limits of the seas) are noded on a grid of 0.01
    units and polygonised.  Each face goes to the province whose seed lies in
    it; faces share their vertices, therefore the provinces do, too.
4.  Names, centres and units are placed by a search: inside the province,
    clear of its border and of each other, the centre near its city.

The output depends on the input only: same files, same bytes.
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import shapely
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, polygonize, unary_union

LonLat = tuple[float, float]
XY = tuple[float, float]

# --------------------------------------------------------------------------
# Page and projection

WIDTH, HEIGHT = 1600.0, 1340.0
MARGIN = 20.0  #: width of the paper border around the map, in user units
MIDDLE: XY = (774.0, 758.0)  #: the middle of the projection on the page
LON0, LAT0 = 12.5, 49.0  #: and on the earth
UNITS_PER_DEGREE = 41.5  #: of arc, in the middle
REACH = 32.0  #: degrees; the scale falls as 1 / (1 + (distance / REACH) ** 2)
#: what lies farther from the middle than the first (degrees) is pressed together, the less the greater the second
PRESSED = {"north": (8.0, 28.0), "south": (7.5, 34.0), "east": (9.0, 52.0), "west": (9.0, 40.0)}
#: places that are drawn larger: middle, radius in degrees, by how much across and up
SWELLINGS: tuple[tuple[LonLat, float, float, float], ...] = (
    ((5.0, 51.2), 2.6, 0.48, 0.34),
    ((10.0, 55.6), 2.1, 0.95, 0.66),
    ((20.6, 42.0), 4.0, 0.26, 0.26),
    ((12.2, 43.2), 2.8, 0.38, 0.38),
    ((-3.3, 55.2), 3.0, 0.95, 0.64),
    ((-8.0, 39.8), 2.6, 0.50, 0.50),
    ((28.8, 40.6), 2.2, 0.46, 0.46),
    ((9.0, 46.8), 2.0, 0.16, 0.16),
    ((17.2, 49.2), 2.5, 0.10, 0.10),
)
GRID = 0.01  #: all coordinates are multiples of this
TOLERANCE = 0.55  #: Douglas-Peucker tolerance for all lines, in user units
THIN = 2.4  #: fjords and spits narrower than twice this are closed and cut off
SMALLEST_ISLAND = 110.0  #: islands smaller than this (square units) are left out
WINDOW = shapely.segmentize(box(-30.0, 20.0, 110.0, 82.0), 1.0)  #: the part of the earth that is read


def _pressed(value: float, below: str, above: str) -> float:
    """A coordinate in degrees after the pressing together of the margins."""
    start, soft = PRESSED[above if value > 0 else below]
    beyond = abs(value) - start
    return value if beyond <= 0 else math.copysign(start + beyond / (1 + beyond / soft), value)


def _azimuthal(point: LonLat) -> XY:
    """Degrees east and south of the middle, after the fall of the scale."""
    lon, lat = math.radians(point[0] - LON0), math.radians(point[1])
    lat0 = math.radians(LAT0)
    cosine = math.sin(lat0) * math.sin(lat) + math.cos(lat0) * math.cos(lat) * math.cos(lon)
    far = math.degrees(math.acos(max(-1.0, min(1.0, cosine))))
    way = math.atan2(
        math.cos(lat) * math.sin(lon), math.cos(lat0) * math.sin(lat) - math.sin(lat0) * math.cos(lat) * math.cos(lon)
    )
    radius = REACH * math.atan(far / REACH)
    x, y = radius * math.sin(way), -radius * math.cos(way)
    return _pressed(x, "west", "east"), _pressed(y, "north", "south")


_SWELLINGS = [(_azimuthal(at), radius, across, up) for at, radius, across, up in SWELLINGS]


def project(point: LonLat) -> XY:
    """Longitude and latitude in degrees to user units of the page."""
    x, y = _azimuthal(point)
    dx = dy = 0.0
    for (cx, cy), radius, across, up in _SWELLINGS:
        near = math.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * radius * radius))
        dx, dy = dx + across * near * (x - cx), dy + up * near * (y - cy)
    return MIDDLE[0] + UNITS_PER_DEGREE * (x + dx), MIDDLE[1] + UNITS_PER_DEGREE * (y + dy)


# --------------------------------------------------------------------------
# The variant


@dataclass(frozen=True)
class Power:
    """A power: ``colour`` for units, ``tint`` for the provinces it owns."""

    id: str
    name: str
    colour: str
    tint: str


@dataclass(frozen=True)
class Space:
    """A province: ``seeds`` are points in its faces (lon/lat), the first is its city or middle."""

    id: str
    name: str
    terrain: str
    seeds: tuple[LonLat, ...]
    centre: str = ""  #: power whose home it is, or "neutral"
    unit: str = ""  #: what stands there at the start: A or F
    lines: tuple[str, ...] = ()  #: the name in lines, where it does not fit in one
    size: float = 15.0


POWERS = (
    Power("austria", "Austria", "#a71620", "#cf5a45"),
    Power("england", "England", "#1f449d", "#5f78c8"),
    Power("france", "France", "#52caf8", "#a8dcfc"),
    Power("germany", "Germany", "#3a3040", "#85817d"),
    Power("italy", "Italy", "#379062", "#7db27c"),
    Power("russia", "Russia", "#fbfaf5", "#fdfdfb"),
    Power("turkey", "Turkey", "#f7cf24", "#f9cc33"),
)
POWER = {p.id: p for p in POWERS}


def _land(
    key: str,
    name: str,
    terrain: str,
    at: LonLat,
    centre: str = "",
    unit: str = "",
    *more: LonLat,
    lines: tuple[str, ...] = (),
    size: float = 15.0,
) -> Space:
    return Space(key, name, terrain, (at, *more), centre, unit, lines, size)


SPACES: tuple[Space, ...] = (
    _land("alb", "Albania", "coast", (19.82, 41.33), size=14),
    _land("ank", "Ankara", "coast", (32.85, 39.93), "turkey", "F", size=16),
    _land("apu", "Apulia", "coast", (16.6, 41.0), size=14),
    _land("arm", "Armenia", "coast", (41.3, 39.9), size=16),
    _land("bel", "Belgium", "coast", (4.35, 50.85), "neutral", size=14),
    _land("ber", "Berlin", "coast", (13.4, 52.52), "germany", "A", size=15),
    _land("boh", "Bohemia", "land", (14.42, 50.08), size=15),
    _land("bre", "Brest", "coast", (-4.3, 48.4), "france", "F", size=15),
    _land("bud", "Budapest", "land", (19.05, 47.5), "austria", "A", size=17),
    _land("bul", "Bulgaria", "coast", (23.32, 42.7), "neutral", size=16),
    _land("bur", "Burgundy", "land", (5.04, 47.32), size=15),
    _land("cly", "Clyde", "coast", (-4.9, 57.2), size=14),
    _land("con", "Constantinople", "coast", (29.2, 40.3), "turkey", "A", lines=("Constan-", "tinople"), size=14),
    _land("den", "Denmark", "coast", (9.2, 56.1), "neutral", size=14),
    _land("edi", "Edinburgh", "coast", (-3.2, 55.94), "england", "F", size=14),
    _land("fin", "Finland", "coast", (25.0, 62.2), size=17),
    _land("gal", "Galicia", "land", (24.0, 49.84), size=15),
    _land("gas", "Gascony", "coast", (-0.4, 44.8), size=15),
    _land("gre", "Greece", "coast", (23.73, 38.0), "neutral", size=15),
    _land("hol", "Holland", "coast", (4.9, 52.37), "neutral", size=14),
    _land("kie", "Kiel", "coast", (10.13, 54.25), "germany", "F", size=15),
    _land("lon", "London", "coast", (-0.12, 51.5), "england", "F", size=14),
    _land("lvn", "Livonia", "coast", (24.1, 56.9), size=16),
    _land("lvp", "Liverpool", "coast", (-2.75, 53.5), "england", "A", size=14),
    _land("mar", "Marseilles", "coast", (5.37, 43.4), "france", "A", size=15),
    _land("mos", "Moscow", "land", (37.62, 55.75), "russia", "A", size=22),
    _land("mun", "Munich", "land", (11.57, 48.14), "germany", "A", size=15),
    _land("naf", "North Africa", "coast", (2.0, 35.0), size=17),
    _land("nap", "Naples", "coast", (14.6, 40.9), "italy", "F", size=14),
    _land("nwy", "Norway", "coast", (10.75, 59.95), "neutral", size=16),
    _land("par", "Paris", "land", (2.35, 48.7), "france", "A", size=15),
    _land("pic", "Picardy", "coast", (2.2, 49.85), size=14),
    _land("pie", "Piedmont", "coast", (8.2, 45.0), size=14),
    _land("por", "Portugal", "coast", (-8.2, 39.2), "neutral", size=14),
    _land("pru", "Prussia", "coast", (20.0, 54.0), size=15),
    _land("rom", "Rome", "coast", (12.5, 42.0), "italy", "A", size=14),
    _land("ruh", "Ruhr", "land", (7.4, 51.4), size=15),
    _land("rum", "Rumania", "coast", (26.1, 44.45), "neutral", size=15),
    _land("ser", "Serbia", "land", (20.8, 44.2), "neutral", size=15),
    _land("sev", "Sevastopol", "coast", (33.9, 45.0), "russia", "F", (40.0, 47.0), size=18),
    _land("sil", "Silesia", "land", (17.03, 51.3), size=15),
    _land("smy", "Smyrna", "coast", (27.6, 38.4), "turkey", "A", size=16),
    _land("spa", "Spain", "coast", (-3.7, 40.4), "neutral", size=19),
    _land("stp", "St Petersburg", "coast", (30.6, 59.9), "russia", "F", (40.0, 64.0), size=22),
    _land("swe", "Sweden", "coast", (15.0, 60.0), "neutral", size=17),
    _land("syr", "Syria", "coast", (36.7, 34.2), size=16),
    _land("tri", "Trieste", "coast", (14.3, 45.55), "austria", "F", (17.5, 44.2), size=15),
    _land("tun", "Tunis", "coast", (9.7, 36.4), "neutral", size=15),
    _land("tus", "Tuscany", "coast", (11.25, 43.6), size=14),
    _land("tyr", "Tyrolia", "land", (11.4, 47.15), size=14),
    _land("ukr", "Ukraine", "land", (30.52, 50.0), size=18),
    _land("ven", "Venice", "coast", (11.9, 45.5), "italy", "A", size=14),
    _land("vie", "Vienna", "land", (16.0, 48.2), "austria", "A", size=14),
    _land("wal", "Wales", "coast", (-3.6, 52.2), size=14),
    _land("war", "Warsaw", "land", (21.0, 52.1), "russia", "A", size=17),
    _land("yor", "Yorkshire", "coast", (-1.1, 53.6), size=14),
    _land("swi", "Switzerland", "impassable", (8.0, 46.9), lines=("Switzer-", "land"), size=14),
    _land("adr", "Adriatic Sea", "sea", (15.5, 43.0), lines=("Adriatic", "Sea"), size=14),
    _land("aeg", "Aegean Sea", "sea", (25.2, 38.8), lines=("Aegean", "Sea"), size=15),
    _land("bal", "Baltic Sea", "sea", (18.8, 56.0), size=16),
    _land("bar", "Barents Sea", "sea", (38.0, 71.5), "", "", (38.0, 65.7), size=19),
    _land("bla", "Black Sea", "sea", (34.0, 43.2), "", "", (36.6, 46.2), size=19),
    _land("bot", "Gulf of Bothnia", "sea", (19.8, 61.5), lines=("Gulf of", "Bothnia"), size=14),
    _land("eas", "Eastern Mediterranean", "sea", (29.5, 34.0), lines=("Eastern", "Mediterranean"), size=17),
    _land("eng", "English Channel", "sea", (-2.5, 49.9), lines=("English", "Channel"), size=14),
    _land("hel", "Helgoland Bight", "sea", (7.5, 54.4), lines=("Helgoland", "Bight"), size=14),
    _land("ion", "Ionian Sea", "sea", (18.0, 36.5), size=19),
    _land("iri", "Irish Sea", "sea", (-6.4, 51.4), "", "", (-4.9, 53.8), size=14),
    _land("lyo", "Gulf of Lyon", "sea", (5.5, 42.0), size=17),
    _land("mao", "Mid-Atlantic Ocean", "sea", (-13.0, 45.0), lines=("Mid-Atlantic", "Ocean"), size=21),
    _land("nao", "North Atlantic Ocean", "sea", (-16.0, 57.5), lines=("North Atlantic", "Ocean"), size=21),
    _land("nth", "North Sea", "sea", (3.0, 56.0), size=19),
    _land("nwg", "Norwegian Sea", "sea", (0.0, 66.5), size=21),
    _land("ska", "Skagerrak", "sea", (9.5, 57.9), "", "", (11.2, 57.3), size=14),
    _land("tys", "Tyrrhenian Sea", "sea", (12.0, 40.0), lines=("Tyrrhenian", "Sea"), size=15),
    _land("wes", "Western Mediterranean", "sea", (3.5, 38.0), lines=("Western", "Mediterranean"), size=16),
)
SPACE = {s.id: s for s in SPACES}
COAST_NAMES = {"bul/ec": "EC", "bul/sc": "SC", "spa/nc": "NC", "spa/sc": "SC", "stp/nc": "NC", "stp/sc": "SC"}

#: borders of Natural Earth that are borders here
COUNTRY_BORDERS: tuple[tuple[str, str], ...] = (
    ("Norway", "Sweden"),
    ("Norway", "Finland"),
    ("Norway", "Russia"),
    ("Sweden", "Finland"),
    ("Finland", "Russia"),
    ("Spain", "Portugal"),
    ("Spain", "France"),
    ("Belgium", "Netherlands"),
    ("Netherlands", "Germany"),
    ("Belgium", "Germany"),
    ("Luxembourg", "Germany"),
    ("Switzerland", "France"),
    ("Switzerland", "Germany"),
    ("Switzerland", "Italy"),
    ("Switzerland", "Austria"),
    ("Liechtenstein", "Austria"),
    ("France", "Italy"),
    ("Germany", "Czechia"),
    ("Tunisia", "Libya"),
    ("Egypt", "Israel"),
    ("Turkey", "Iran"),
    ("Armenia", "Iran"),
    ("Iran", "Azerbaijan"),
)

#: our own borders on land; lines may run on beyond where they end
LINES: dict[str, tuple[LonLat, ...]] = {
    # Britain
    "cly-edi": ((-3.3, 58.9), (-3.5, 58.4), (-4.35, 57.9), (-4.6, 57.25), (-4.35, 56.6), (-4.15, 56.1)),
    "cly-lvp": ((-4.15, 56.1), (-4.5, 55.8), (-4.8, 55.62), (-5.3, 55.5)),
    "edi-lvp": ((-4.15, 56.1), (-3.6, 55.75), (-2.9, 55.5), (-2.3, 55.1)),
    "edi-yor": ((-2.3, 55.1), (-1.9, 55.2), (-1.5, 55.1), (-1.0, 55.1)),
    "lvp-yor": ((-2.3, 55.1), (-2.3, 54.4), (-2.05, 53.7), (-2.2, 52.95)),
    "lvp-wal": ((-3.35, 53.6), (-3.15, 53.25), (-2.85, 53.0), (-2.2, 52.95)),
    "wal-yor": ((-2.2, 52.95), (-2.4, 52.5), (-2.0, 52.05)),
    "yor-lon": ((-2.0, 52.05), (-1.2, 52.25), (-0.5, 52.55), (0.1, 52.65), (0.35, 53.1)),
    "lon-wal": ((-2.0, 52.05), (-2.05, 51.5), (-2.4, 51.0), (-2.55, 50.4)),
    # France
    "bel-pic": ((1.95, 51.3), (2.15, 50.95), (2.6, 50.65), (3.2, 50.35), (4.0, 49.95)),
    "bel-bur": ((4.0, 49.95), (4.85, 49.75), (5.4, 49.55), (5.85, 49.5)),
    "bel-ruh": ((5.85, 49.5), (6.15, 49.48), (6.4, 49.47)),
    "pic-bur": ((4.0, 49.95), (3.85, 49.55), (3.6, 49.1)),
    "pic-par": ((3.6, 49.1), (3.1, 49.1), (2.2, 49.2), (1.25, 49.1)),
    "bre-pic": ((1.25, 49.1), (0.9, 49.4), (0.3, 49.45), (-0.1, 49.6)),
    "bre-par": ((1.25, 49.1), (0.95, 48.5), (0.5, 47.9), (0.5, 47.1)),
    "bre-gas": ((0.5, 47.1), (-0.3, 47.05), (-1.2, 46.85), (-1.9, 46.75), (-2.5, 46.7)),
    "gas-par": ((0.5, 47.1), (1.3, 46.75), (2.0, 46.45), (2.6, 46.55)),
    "par-bur": ((3.6, 49.1), (3.5, 48.4), (3.1, 47.8), (2.9, 47.2), (2.6, 46.55)),
    "gas-bur": ((2.6, 46.55), (2.25, 46.0), (2.4, 45.4), (2.5, 44.95)),
    "gas-mar": ((2.5, 44.95), (2.2, 44.4), (2.0, 43.7), (1.75, 43.1), (1.7, 42.3)),
    "bur-mar": ((2.5, 44.95), (3.4, 45.2), (4.4, 45.35), (5.2, 45.75), (5.8, 46.1), (6.3, 46.35)),
    "bur-ruh": ((5.85, 49.5), (6.05, 49.1), (6.45, 48.85), (7.05, 48.55)),
    "bur-mun": ((7.05, 48.55), (7.0, 48.1), (6.9, 47.75), (7.2, 47.3)),
    # Germany
    "ruh-mun": ((7.05, 48.55), (7.6, 48.95), (8.3, 49.35), (8.7, 49.9), (9.2, 50.3), (9.4, 50.75), (9.85, 51.05)),
    "ruh-kie": ((6.8, 52.22), (7.3, 52.3), (8.1, 52.15), (8.8, 51.9), (9.2, 51.5), (9.85, 51.05)),
    "kie-mun": ((9.85, 51.05), (10.4, 51.35), (11.1, 51.45)),
    "kie-ber": ((11.1, 51.45), (11.2, 52.1), (10.9, 52.7), (11.2, 53.2), (10.95, 53.7), (11.1, 54.4)),
    "ber-mun": ((11.1, 51.45), (11.9, 51.65), (12.6, 51.5), (13.4, 51.45), (14.2, 51.6)),
    "mun-sil": ((14.2, 51.6), (14.5, 51.2), (14.75, 50.7)),
    "ber-sil": ((14.2, 51.6), (15.0, 51.95), (15.6, 52.45), (16.5, 52.95)),
    "ber-pru": ((16.5, 52.95), (16.3, 53.4), (16.0, 53.8), (16.05, 54.4)),
    "pru-sil": ((16.5, 52.95), (17.2, 53.05), (17.9, 53.0), (18.7, 52.95)),
    "pru-war": ((18.7, 52.95), (19.5, 53.05), (20.5, 53.2), (21.4, 53.5), (22.2, 53.95), (22.75, 54.5)),
    "pru-lvn": ((22.75, 54.5), (22.6, 54.95), (21.9, 55.15), (21.5, 55.6), (21.3, 56.0), (20.7, 56.05)),
    "den-kie": ((8.0, 55.35), (8.6, 55.3), (9.1, 55.4), (9.5, 55.3), (9.85, 55.25), (10.05, 54.9)),
    "hol-kie": ((7.25, 53.1), (7.2, 53.28), (6.95, 53.45), (6.9, 53.75)),
    # Austria
    "boh-sil": ((14.75, 50.95), (15.4, 50.75), (16.2, 50.6), (16.6, 50.25), (17.1, 50.3), (17.7, 50.3)),
    "boh-gal": ((17.7, 50.3), (17.6, 49.95), (17.3, 49.6)),
    "vie-gal": ((17.3, 49.6), (17.6, 49.35), (18.05, 48.98)),
    "boh-vie": ((14.8, 48.72), (15.1, 49.0), (15.8, 49.2), (16.5, 49.45), (17.3, 49.6)),
    "boh-tyr": ((13.7, 48.75), (14.1, 48.58), (14.45, 48.62), (14.8, 48.72)),
    "mun-tyr": (
        (9.3, 47.55),
        (9.95, 47.5),
        (10.5, 47.45),
        (11.3, 47.45),
        (12.1, 47.6),
        (12.85, 47.6),
        (12.95, 48.1),
        (13.4, 48.4),
        (13.72, 48.6),
        (13.87, 48.95),
    ),
    "tyr-vie": ((14.8, 48.72), (14.55, 48.2), (14.55, 47.6), (14.2, 47.3), (14.35, 46.85)),
    "tyr-tri": ((14.35, 46.85), (13.8, 46.75), (13.35, 46.5)),
    "tri-vie": ((14.35, 46.85), (15.0, 46.65), (15.7, 46.7), (16.15, 46.9)),
    "vie-bud": (
        (18.05, 48.98),
        (17.4, 48.8),
        (16.95, 48.5),
        (17.1, 48.05),
        (16.6, 47.65),
        (16.45, 47.2),
        (16.15, 46.9),
    ),
    "tri-bud": ((16.15, 46.9), (16.6, 46.45), (17.4, 45.95), (18.4, 45.75), (18.9, 45.4), (19.1, 44.9)),
    "gal-bud": (
        (18.05, 48.98),
        (18.8, 49.35),
        (19.6, 49.3),
        (20.3, 49.3),
        (21.1, 49.4),
        (22.0, 49.2),
        (22.8, 48.95),
        (23.6, 48.5),
        (24.4, 48.0),
        (24.9, 47.7),
    ),
    "gal-sil": ((17.7, 50.3), (18.3, 50.0), (18.8, 49.95), (19.15, 50.25)),
    "gal-war": ((19.15, 50.25), (20.1, 50.2), (20.9, 50.35), (21.8, 50.65), (22.7, 50.5), (23.4, 50.4), (24.1, 50.75)),
    "gal-ukr": ((24.1, 50.75), (25.2, 50.15), (26.1, 49.7), (26.15, 49.0), (26.5, 48.3)),
    "gal-rum": ((26.5, 48.3), (26.0, 48.0), (25.3, 47.85), (24.9, 47.7)),
    "bud-rum": (
        (24.9, 47.7),
        (25.6, 47.1),
        (26.1, 46.4),
        (26.4, 45.85),
        (25.6, 45.5),
        (24.6, 45.55),
        (23.5, 45.35),
        (22.6, 45.2),
        (21.8, 44.75),
    ),
    "sil-war": ((18.7, 52.95), (18.3, 52.5), (17.8, 52.1), (18.1, 51.6), (18.6, 51.0), (19.15, 50.25)),
    # Italy
    "pie-tus": ((9.6, 43.9), (9.95, 44.2), (10.15, 44.5)),
    "pie-ven": ((10.15, 44.5), (9.9, 45.0), (10.3, 45.5), (10.75, 45.85)),
    "pie-tyr": ((10.75, 45.85), (10.5, 46.2), (10.35, 46.65)),
    "swi-tyr": ((9.9, 47.1), (9.65, 47.3), (9.5, 47.6)),
    "tyr-ven": ((10.75, 45.85), (11.2, 45.8), (11.75, 46.15), (12.25, 46.6), (12.8, 46.6), (13.35, 46.5)),
    "tri-ven": ((13.35, 46.5), (13.45, 46.1), (13.4, 45.8), (13.35, 45.5)),
    "tus-ven": ((10.15, 44.5), (10.9, 44.3), (11.7, 44.1), (12.35, 43.75)),
    "tus-rom": ((12.35, 43.75), (12.25, 43.15), (11.9, 42.75), (11.3, 42.5), (10.8, 42.35)),
    "rom-ven": ((12.35, 43.75), (12.7, 43.4), (12.85, 43.0), (12.95, 42.6)),
    "apu-ven": ((12.95, 42.6), (13.4, 42.75), (13.9, 42.9), (14.4, 43.0)),
    "apu-rom": ((12.95, 42.6), (13.3, 42.15), (13.85, 41.75)),
    "rom-nap": ((13.85, 41.75), (13.55, 41.5), (13.3, 41.25), (13.0, 40.9)),
    "apu-nap": ((13.85, 41.75), (14.6, 41.45), (15.3, 41.1), (15.8, 40.8), (16.4, 40.5), (16.8, 40.35), (17.1, 40.1)),
    # Balkans
    "ser-tri": ((19.1, 44.9), (19.25, 44.3), (19.5, 43.9), (19.1, 43.4)),
    "alb-tri": ((19.1, 43.4), (18.75, 43.1), (18.5, 42.7), (18.2, 42.3)),
    "alb-ser": ((19.1, 43.4), (19.9, 43.2), (20.6, 42.75), (20.95, 42.1), (20.95, 41.5), (21.2, 40.95)),
    "alb-gre": ((21.2, 40.95), (21.0, 40.3), (20.5, 39.85), (19.9, 39.65), (19.6, 39.6)),
    "gre-ser": ((21.2, 40.95), (21.7, 41.1), (22.2, 41.2), (22.8, 41.35)),
    "gre-bul": ((22.8, 41.35), (23.4, 41.35), (23.95, 41.2), (24.2, 40.9), (24.2, 40.6)),
    "bul-ser": ((22.8, 41.35), (22.9, 41.9), (22.45, 42.5), (22.85, 43.1), (22.4, 43.7), (22.65, 44.2)),
    "ser-rum": ((21.8, 44.75), (22.35, 44.55), (22.65, 44.2)),
    "bul-rum": (
        (22.65, 44.2),
        (23.1, 43.8),
        (24.4, 43.72),
        (25.4, 43.65),
        (26.4, 44.0),
        (27.2, 44.1),
        (27.9, 43.9),
        (28.5, 43.75),
        (29.2, 43.7),
    ),
    "ser-bud": ((19.1, 44.9), (19.8, 44.75), (20.4, 44.85), (21.2, 44.8), (21.8, 44.75)),
    "bul-con": ((26.0, 40.55), (26.1, 40.9), (26.35, 41.4), (26.6, 41.95), (27.3, 42.1), (28.0, 42.0), (28.6, 42.0)),
    "rum-ukr": ((26.5, 48.3), (27.3, 47.8), (27.8, 47.3), (28.1, 46.9)),
    "rum-sev": ((28.1, 46.9), (28.2, 46.3), (28.15, 45.6), (28.9, 45.3), (29.5, 45.35), (30.2, 45.2)),
    # Russia
    "fin-stp": ((28.2, 60.4), (28.1, 60.75)),
    "lvn-stp": ((27.95, 59.8), (28.0, 59.35), (27.6, 58.9), (27.5, 58.2), (27.7, 57.5), (28.2, 56.9)),
    "lvn-mos": ((28.2, 56.9), (28.2, 56.2), (27.4, 55.6), (26.8, 54.9), (26.3, 54.1)),
    "stp-mos": (
        (28.2, 56.9),
        (29.5, 57.3),
        (31.0, 57.2),
        (32.5, 57.7),
        (34.5, 58.4),
        (37.0, 58.8),
        (39.5, 59.0),
        (42.0, 58.7),
        (45.0, 59.0),
        (48.0, 59.5),
        (52.0, 59.0),
        (58.0, 59.0),
        (64.0, 57.5),
        (72.0, 56.5),
        (90.0, 54.0),
    ),
    "lvn-war": ((22.75, 54.5), (23.6, 54.25), (24.6, 54.35), (25.4, 54.0), (26.3, 54.1)),
    "mos-war": ((26.3, 54.1), (26.9, 53.4), (27.1, 52.7), (27.6, 51.95)),
    "ukr-war": ((24.1, 50.75), (24.4, 51.3), (25.5, 51.75), (26.6, 51.75), (27.6, 51.95)),
    "mos-ukr": (
        (27.6, 51.95),
        (29.0, 52.2),
        (30.8, 52.3),
        (32.4, 52.2),
        (34.0, 51.6),
        (35.5, 50.9),
        (37.2, 50.3),
        (38.0, 49.6),
    ),
    "sev-ukr": (
        (38.0, 49.6),
        (36.8, 48.8),
        (35.2, 48.3),
        (33.5, 47.9),
        (31.5, 47.8),
        (30.0, 47.4),
        (28.9, 47.3),
        (28.1, 46.9),
    ),
    "mos-sev": (
        (38.0, 49.6),
        (39.6, 49.9),
        (41.5, 49.5),
        (43.5, 49.8),
        (45.2, 49.3),
        (46.5, 48.4),
        (48.3, 47.2),
        (49.2, 46.2),
        (50.5, 45.2),
    ),
    "arm-sev": (
        (41.2, 41.6),
        (41.9, 41.45),
        (42.9, 41.4),
        (43.6, 41.1),
        (44.8, 41.2),
        (45.4, 40.7),
        (45.8, 40.1),
        (46.5, 39.5),
        (46.7, 38.7),
    ),
    "nwy-swe": ((11.6, 59.1), (11.39, 59.04), (11.0, 58.85), (10.7, 58.8)),
    # Turkey
    "con-smy": ((26.2, 39.3), (26.9, 39.2), (27.8, 39.1), (28.7, 39.3), (29.5, 39.25), (30.3, 39.55)),
    "con-ank": ((30.3, 39.55), (30.6, 40.2), (30.9, 40.8), (31.1, 41.4)),
    "ank-smy": ((30.3, 39.55), (31.2, 38.95), (32.6, 38.7), (34.2, 38.6), (35.8, 38.4), (37.6, 38.9)),
    "ank-arm": ((37.6, 38.9), (38.0, 39.7), (38.4, 40.4), (38.3, 41.4)),
    "arm-smy": ((37.6, 38.9), (37.7, 38.1), (37.3, 37.3)),
    "smy-syr": ((37.3, 37.3), (36.7, 36.9), (36.3, 36.3), (35.5, 36.0)),
    "arm-syr": ((37.3, 37.3), (38.6, 37.1), (40.2, 37.2), (41.5, 37.3), (42.6, 37.3)),
    "arm-": ((42.6, 37.3), (43.5, 37.4), (44.2, 37.5), (44.9, 37.4)),
    "syr-": (
        (42.6, 37.3),
        (42.9, 36.3),
        (42.6, 35.2),
        (41.8, 34.1),
        (41.2, 33.2),
        (40.0, 32.2),
        (39.3, 31.2),
        (38.0, 30.5),
        (37.0, 29.7),
        (35.9, 29.2),
        (34.9, 29.2),
    ),
    "sinai": ((34.9, 29.2), (34.95, 29.6)),
    # Africa
    "naf-tun": ((8.5, 37.3), (8.4, 36.5), (8.2, 35.6), (8.3, 34.7), (7.6, 33.9), (8.0, 33.0), (9.0, 31.8), (9.3, 29.5)),
    "sound": ((12.55, 56.35), (12.72, 56.0), (12.82, 55.7), (12.75, 55.2)),
}

#: limits of the seas: smooth curves, from shore to shore or from one to the other
SEA_LINES: dict[str, tuple[LonLat, ...]] = {
    "bar-nwg": ((25.0, 70.5), (25.6, 71.3), (26.5, 73.0), (28.5, 77.5), (33.0, 82.0)),
    "nwg-nth": ((-2.6, 57.5), (-1.6, 58.0), (-0.6, 59.2), (0.8, 60.6), (3.0, 61.6), (5.6, 62.2)),
    "nao-nwg": (
        (-4.8, 58.4),
        (-5.4, 58.9),
        (-7.6, 60.3),
        (-11.0, 62.4),
        (-14.5, 64.4),
        (-18.5, 65.2),
        (-22.5, 66.0),
        (-27.0, 67.6),
        (-36.0, 70.5),
        (-48.0, 74.0),
        (-70.0, 78.0),
    ),
    "nao-mao": ((-9.3, 53.3), (-11.0, 53.4), (-14.5, 53.0), (-19.5, 52.3), (-26.0, 52.2), (-45.0, 52.5)),
    "nao-iri": ((-4.75, 54.85), (-5.2, 54.68), (-6.0, 54.6)),
    "iri-mao": ((-8.4, 51.9), (-8.1, 51.3), (-7.5, 50.4), (-6.6, 49.75)),
    "iri-eng": ((-5.4, 50.15), (-6.0, 49.95), (-6.6, 49.75)),
    "eng-mao": ((-6.6, 49.75), (-5.9, 49.2), (-5.2, 48.75), (-4.4, 48.5)),
    "eng-nth": ((1.1, 51.28), (1.6, 51.33), (2.2, 51.42), (2.6, 51.35), (2.75, 51.0)),
    "hel-nth": ((5.1, 52.7), (4.8, 53.3), (4.75, 54.2), (5.4, 55.2), (6.7, 55.95), (8.5, 56.1)),
    "nth-ska": ((8.8, 56.95), (8.3, 57.3), (7.6, 57.75), (7.2, 58.3)),
    "bal-bot": ((18.2, 59.4), (19.2, 59.35), (20.6, 59.35), (22.3, 59.35), (23.4, 59.3), (23.9, 59.0)),
    "mao-wes": ((-5.5, 36.9), (-5.4, 36.4), (-5.35, 36.0), (-5.5, 35.6), (-5.6, 35.0)),
    "lyo-wes": ((-0.7, 39.7), (0.1, 39.6), (1.2, 39.75), (2.4, 40.2), (4.2, 40.5), (6.5, 40.6), (8.6, 40.6)),
    "lyo-tys": ((9.2, 40.9), (9.25, 41.2), (9.25, 41.6)),
    "lyo-tys north": ((9.4, 42.7), (9.5, 43.1), (9.9, 43.3), (10.7, 43.35)),
    "tys-wes": ((8.9, 39.2), (8.9, 38.6), (9.3, 37.9), (9.75, 37.0)),
    "tys-ion": ((12.7, 37.9), (12.4, 37.45), (11.7, 37.1), (10.9, 36.9)),
    "adr-ion": ((18.2, 39.95), (18.7, 40.15), (19.1, 40.3), (19.7, 40.35)),
    "aeg-ion": ((22.4, 37.2), (22.95, 36.7), (23.2, 36.2), (23.5, 35.8), (23.8, 35.4), (24.6, 35.2)),
    "eas-ion": ((24.6, 35.15), (24.5, 34.5), (23.9, 33.6), (23.3, 32.6), (23.0, 31.5)),
    "aeg-eas": ((25.6, 35.15), (26.2, 35.35), (26.7, 35.75), (27.2, 36.2), (27.8, 36.7), (28.2, 37.0)),
}

#: waters that a province covers: (ring, province whose shape they become a part of)
FILLS: dict[str, tuple[LonLat, ...]] = {
    "marmara": (
        (26.1, 40.12),
        (26.1, 39.95),
        (26.5, 39.9),
        (27.3, 40.25),
        (28.5, 40.25),
        (29.9, 40.3),
        (30.0, 40.8),
        (29.3, 41.0),
        (29.2, 41.25),
        (28.95, 41.25),
        (28.7, 41.1),
        (27.4, 41.05),
        (26.7, 40.55),
        (26.3, 40.3),
    ),
    "little belt": ((9.4, 55.2), (10.1, 55.15), (10.2, 55.6), (9.6, 55.7)),
    "great belt": ((10.5, 55.1), (11.4, 55.1), (11.3, 55.6), (10.5, 55.55)),
    "storstrom": ((11.6, 54.8), (12.2, 54.85), (12.2, 55.1), (11.6, 55.1)),
    "sound": ((12.3, 55.4), (13.1, 55.4), (12.95, 56.1), (12.45, 56.1)),
    "messina": ((15.4, 38.0), (15.8, 38.0), (15.9, 38.35), (15.5, 38.35)),
    "euripus": ((23.3, 38.3), (23.9, 38.25), (23.9, 38.55), (23.3, 38.7)),
    "finnmark": (
        (24.6, 70.3),
        (25.6, 70.75),
        (28.6, 70.75),
        (31.0, 70.2),
        (31.0, 69.9),
        (30.9, 69.5),
        (29.3, 69.3),
        (28.6, 69.8),
        (27.4, 70.0),
        (25.0, 69.9),
    ),
    "corinth": ((22.85, 37.85), (23.15, 37.85), (23.15, 38.1), (22.85, 38.1)),
}
#: waters opened (middle line and width in units)
CHANNELS: tuple[tuple[tuple[LonLat, ...], float], ...] = (
    (((-6.2, 35.9), (-5.6, 35.97), (-5.0, 36.0)), 25.0),
    (((36.6, 44.7), (36.55, 45.2), (36.6, 45.6)), 9.0),
    (((43.5, 67.8), (41.5, 66.7), (40.3, 66.0), (39.0, 65.3)), 16.0),
    (((8.6, 41.32), (9.8, 41.3)), 11.0),
    (((21.3, 38.22), (21.75, 38.32), (22.1, 38.35)), 9.0),
)
#: islands out of play that are drawn all the same (a point on each), and islands of the game
IDLE_ISLANDS: dict[str, LonLat] = {
    "Ireland": (-7.8, 53.2),
    "Iceland": (-18.5, 64.9),
    "Corsica": (9.1, 42.2),
    "Sardinia": (9.1, 40.0),
    "Crete": (24.9, 35.22),
    "Cyprus": (33.2, 35.05),
    "Majorca": (3.0, 39.6),
}
#: islands that are left out (a point on each)
LEFT_OUT: tuple[LonLat, ...] = (
    (23.0, 36.25),
    (26.3, 39.2),
    (26.1, 38.4),
    (26.8, 37.75),
    (28.0, 36.2),
    (19.8, 39.65),
    (56.0, 72.5),
    (59.4, 70.1),
    (49.2, 69.0),
    (-8.3, 71.0),
)
NORTHERNMOST = 73.5  #: islands north of this are left out
#: countries that are not read
NOT_READ = ("Greenland", "Canada")
#: countries whose other islands belong to a province
ISLANDS: dict[str, str] = {
    "Norway": "nwy",
    "Sweden": "swe",
    "Denmark": "den",
    "Estonia": "lvn",
    "Germany": "ber",
    "Croatia": "tri",
}
#: single islands of the game
ISLAND_SEEDS: dict[str, tuple[LonLat, ...]] = {
    "nap": ((14.2, 37.5),),
    "den": ((10.35, 55.35), (11.75, 55.5), (11.4, 54.75), (12.0, 54.8)),
    "ber": ((13.4, 54.45),),
    "gre": ((23.8, 38.6),),
    "cly": ((-6.0, 57.3), (-6.6, 58.2), (-5.9, 56.45)),
}

#: lakes, for the eye only
LAKES: dict[str, tuple[LonLat, ...]] = {
    "Ladoga": (
        (31.0, 59.95),
        (31.6, 59.95),
        (32.4, 60.15),
        (32.9, 60.6),
        (32.7, 61.1),
        (32.0, 61.35),
        (31.2, 61.6),
        (30.6, 61.55),
        (30.2, 61.1),
        (30.5, 60.7),
        (30.9, 60.3),
    ),
    "Onega": (
        (35.4, 60.95),
        (36.2, 61.0),
        (36.3, 61.5),
        (35.9, 62.2),
        (35.2, 62.7),
        (34.8, 62.4),
        (34.3, 62.0),
        (34.6, 61.7),
        (35.3, 61.4),
    ),
    "Vanern": ((12.4, 58.7), (13.0, 58.5), (13.5, 58.75), (14.1, 58.8), (14.0, 59.2), (13.3, 59.35), (12.9, 59.0)),
    "Vattern": ((14.2, 57.85), (14.5, 58.0), (14.9, 58.6), (14.9, 58.85), (14.5, 58.6), (14.25, 58.2)),
}
#: the canal between the North Sea and the Baltic
CANAL: tuple[LonLat, ...] = ((9.0, 53.9), (9.2, 54.0), (9.4, 54.2), (9.75, 54.3), (10.2, 54.42))
#: points of land out of play
IDLE_SEEDS: tuple[LonLat, ...] = (
    (20.0, 31.0),
    (28.0, 30.5),
    (33.6, 30.3),
    (42.0, 31.5),
    (46.0, 36.5),
    (47.3, 39.2),
    (13.5, 31.5),
)

# --------------------------------------------------------------------------
# TopoJSON


def decode_arcs(topology: dict[str, Any]) -> list[list[LonLat]]:
    """The arcs of a quantised TopoJSON file as lists of (lon, lat)."""
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    out = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append((x * sx + tx, y * sy + ty))
        out.append(points)
    return out


def rings_of(geometry: dict[str, Any]) -> list[list[list[int]]]:
    """The polygons of a TopoJSON geometry: each a list of rings of arc numbers."""
    if geometry["type"] == "Polygon":
        return [geometry["arcs"]]
    return list(geometry.get("arcs", []))


def arc_number(index: int) -> int:
    """The arc an index means; ``~i`` is arc ``i`` run backwards."""
    return ~index if index < 0 else index


def ring_points(ring: Sequence[int], arcs: Sequence[Sequence[LonLat]]) -> list[LonLat]:
    """The closed ring that the arcs make up."""
    points: list[LonLat] = []
    for index in ring:
        arc = list(arcs[arc_number(index)])
        if index < 0:
            arc.reverse()
        points.extend(arc[1:] if points else arc)
    whole = [points[0]]
    for lon, lat in points[1:]:  # across the line of date
        whole.append((lon + 360 * round((whole[-1][0] - lon) / 360), lat))
    shift = -360.0 if min(lon for lon, _ in whole) > 160 else 360.0 if max(lon for lon, _ in whole) < -100 else 0.0
    return [(lon + shift, lat) for lon, lat in whole]


def parts_of(shape: BaseGeometry) -> list[Any]:
    """The parts of a geometry, or the geometry itself."""
    return [part for part in getattr(shape, "geoms", [shape]) if not part.is_empty]


def projected(shape: BaseGeometry) -> BaseGeometry:
    """A polygon, or several, from degrees to the page."""
    out = []
    for part in parts_of(shape):
        if part.geom_type != "Polygon":
            continue
        rings = [[project((x, y)) for x, y in ring.coords] for ring in (part.exterior, *part.interiors)]
        out.append(Polygon(rings[0], rings[1:]).buffer(0))
    return unary_union(out)


def read_countries(
    topology: dict[str, Any], arcs: Sequence[Sequence[LonLat]]
) -> tuple[dict[str, BaseGeometry], dict[str, set[int]]]:
    """The countries inside the window on the page, and the arcs that bound each."""
    countries: dict[str, BaseGeometry] = {}
    bounds: dict[str, set[int]] = {}
    for geometry in topology["objects"]["countries"]["geometries"]:
        name = geometry["properties"]["name"]
        if name in NOT_READ:
            continue
        found = []
        for rings in rings_of(geometry):
            outer = ring_points(rings[0], arcs)
            if len(outer) < 4:
                continue
            shape = shapely.make_valid(Polygon(outer, [ring_points(r, arcs) for r in rings[1:]]))
            if (
                shape.intersects(WINDOW)
                and shape.bounds[1] < NORTHERNMOST
                and not any(shape.distance(Point(p)) < 0.1 for p in LEFT_OUT)
            ):
                found.append(shape.intersection(WINDOW))
                bounds.setdefault(name, set()).update(arc_number(i) for ring in rings for i in ring)
        if found:
            countries[name] = projected(unary_union(found))
    return countries, bounds


# --------------------------------------------------------------------------
# Lines


def roughen(points: Sequence[XY], rough: float, seed: str) -> list[XY]:
    """Fractal line through ``points``: each middle is moved sideways, in turn."""
    rng = random.Random(seed)

    def between(a: XY, b: XY) -> list[XY]:
        length = math.dist(a, b)
        if length < 4.0:
            return [b]
        shift = rng.uniform(-1, 1) * rough * length
        middle = (
            (a[0] + b[0]) / 2 - (b[1] - a[1]) / length * shift,
            (a[1] + b[1]) / 2 + (b[0] - a[0]) / length * shift,
        )
        return between(a, middle) + between(middle, b)

    out = [points[0]]
    for a, b in pairwise(points):
        out.extend(between(a, b))
    return out


def smooth(points: Sequence[XY], step: float = 6.0) -> list[XY]:
    """A centripetal Catmull-Rom curve through the points, as a polyline."""
    ends = [(2 * points[0][0] - points[1][0], 2 * points[0][1] - points[1][1])]
    after = [(2 * points[-1][0] - points[-2][0], 2 * points[-1][1] - points[-2][1])]
    whole = [*ends, *points, *after]
    out = [points[0]]
    for i in range(1, len(whole) - 2):
        p0, p1, p2, p3 = whole[i - 1 : i + 3]
        t = [0.0]
        for a, b in ((p0, p1), (p1, p2), (p2, p3)):
            t.append(t[-1] + max(math.dist(a, b), 1e-6) ** 0.5)
        count = max(2, round(math.dist(p1, p2) / step))
        for k in range(1, count + 1):
            at = t[1] + (t[2] - t[1]) * k / count
            out.append(_knot((p0, p1, p2, p3), t, at))
    return out


def _knot(p: Sequence[XY], t: Sequence[float], at: float) -> XY:
    """The point of a Catmull-Rom segment at a parameter (Barry and Goldman)."""

    def mix(a: XY, b: XY, low: float, high: float) -> XY:
        share = (at - low) / (high - low)
        return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share

    a1, a2, a3 = (mix(p[k], p[k + 1], t[k], t[k + 1]) for k in range(3))
    b1, b2 = mix(a1, a2, t[0], t[2]), mix(a2, a3, t[1], t[3])
    return mix(b1, b2, t[1], t[2])


# --------------------------------------------------------------------------
# Shapes


@dataclass
class Shapes:
    """All areas of the map, in user units."""

    provinces: dict[str, BaseGeometry] = field(default_factory=dict)
    land: BaseGeometry = field(default_factory=Polygon)  #: all land, in and out of the game
    idle: BaseGeometry = field(default_factory=Polygon)  #: land out of the game
    narrows: BaseGeometry = field(default_factory=Polygon)  #: waters inside provinces
    banks: BaseGeometry = field(default_factory=Polygon)  #: their shores
    lakes: BaseGeometry = field(default_factory=Polygon)
    canal: LineString = field(default_factory=LineString)


FRAME = box(MARGIN, MARGIN, WIDTH - MARGIN, HEIGHT - MARGIN)


def make_land(countries: dict[str, BaseGeometry]) -> tuple[BaseGeometry, BaseGeometry]:
    """The land as drawn, and the waters that provinces cover."""
    fills = {key: Polygon([project(p) for p in ring]).buffer(0) for key, ring in FILLS.items()}
    real = unary_union(list(countries.values()))
    narrows = unary_union(
        [fills[k] for k in ("marmara", "little belt", "great belt", "storstrom", "sound", "messina", "euripus")]
    ).difference(real)
    channels = unary_union(
        [LineString([project(p) for p in line]).buffer(width / 2, quad_segs=3) for line, width in CHANNELS]
    )
    land = unary_union([real, *fills.values()]).difference(channels)
    land = land.intersection(box(-120, -120, WIDTH + 120, HEIGHT + 120))
    land = land.buffer(THIN, quad_segs=2).buffer(-2 * THIN, quad_segs=2).buffer(THIN, quad_segs=2)
    seeds = [Point(project(p)) for s in SPACES for p in s.seeds if s.terrain != "sea"]
    seeds += [Point(project(p)) for p in (*IDLE_SEEDS, *IDLE_ISLANDS.values())]
    seeds += [Point(project(p)) for points in ISLAND_SEEDS.values() for p in points]
    shapely.prepare(land)
    kept = []
    for piece in parts_of(land):
        part = Polygon(piece.exterior, [h for h in piece.interiors if Polygon(h).area >= SMALLEST_ISLAND])
        if part.area < SMALLEST_ISLAND:
            continue
        inner = part.representative_point()
        if any(part.distance(s) < 3 for s in seeds) or _country(inner, countries) in ISLANDS:
            kept.append(part)
    return unary_union(kept).simplify(TOLERANCE), narrows


def _country(point: Point, countries: dict[str, BaseGeometry]) -> str:
    for name, area in countries.items():
        if area.contains(point):
            return name
    return ""


def faces_of(parts: list[BaseGeometry]) -> list[Polygon]:
    """The faces between lines, noded on the grid, in order."""
    noded = shapely.unary_union(shapely.set_precision(parts, GRID, mode="pointwise"), grid_size=GRID)
    return sorted(polygonize(noded), key=lambda f: f.bounds)


def build_shapes(topology: dict[str, Any], say: bool = False) -> Shapes:
    """Partition the page into provinces, seas and land outside the game."""
    arcs = decode_arcs(topology)
    countries, bounds = read_countries(topology, arcs)
    land, narrows = make_land(countries)
    lines: list[BaseGeometry] = [FRAME.exterior, land.boundary]
    wide = FRAME.buffer(60)
    for one, other in COUNTRY_BORDERS:
        shared = sorted(bounds[one] & bounds[other])
        merged = linemerge([LineString([project(p) for p in arcs[n]]) for n in shared])
        lines += [_longer(part.simplify(TOLERANCE)) for part in parts_of(merged) if part.intersects(wide)]
    for key, points in LINES.items():
        rough = roughen([project(p) for p in points], 0.13 if key != "sound" else 0.04, key)
        lines.append(LineString(rough).simplify(TOLERANCE))
    for points in SEA_LINES.values():
        lines.append(LineString(smooth([project(p) for p in points])).simplify(0.06))

    inside = FRAME.buffer(0.1)
    shapely.prepare(land)
    faces = [f for f in faces_of(lines) if inside.contains(f)]
    wet = [not land.contains(f.representative_point()) for f in faces]
    owner: list[str] = [""] * len(faces)
    marks = [(s.id, s.terrain == "sea", p) for s in SPACES for p in s.seeds]
    marks += [(key, False, p) for key, points in ISLAND_SEEDS.items() for p in points]
    marks += [("-", False, p) for p in (*IDLE_SEEDS, *IDLE_ISLANDS.values())]
    tree = shapely.STRtree(faces)
    for key, sea, where in marks:
        point = Point(project(where))
        if not FRAME.contains(point):
            continue
        order = sorted(
            int(i) for i in tree.query(point.buffer(6)) if wet[int(i)] == sea and faces[int(i)].distance(point) < 6
        )
        order.sort(key=lambda i: faces[i].distance(point))
        if not order:
            if say:
                print("seed in nothing:", key, where)
            continue
        i = order[0]
        if owner[i] not in ("", key) and say:
            print("two seeds in one face:", owner[i], key, where)
        owner[i] = key
    for i, face in enumerate(faces):  # islands of a country
        if not owner[i] and not wet[i]:
            around = [
                j
                for j in tree.query(face)
                if int(j) != i and not wet[int(j)] and faces[int(j)].intersection(face).length > 0
            ]
            if not around:
                owner[i] = ISLANDS.get(_country(face.representative_point(), countries), "")
    changed = True
    while changed:  # the rest: to the neighbour with the longest border
        changed = False
        for i, face in enumerate(faces):
            if owner[i]:
                continue
            best, length = "", 0.0
            for j in sorted(map(int, tree.query(face))):
                if j == i or not owner[j] or wet[i] != wet[j]:
                    continue
                border = float(faces[j].intersection(face).length)
                if border > length:
                    best, length = owner[j], border
            if best:
                owner[i], changed = best, True
                if say and face.area > 60:
                    print(
                        f"face of {face.area:.0f} at {face.representative_point().x:.0f},{face.representative_point().y:.0f} goes to {best}"
                    )
    for i, face in enumerate(faces):
        if not owner[i] and say:
            print(f"nobody's face of {face.area:.0f} at {face.representative_point()} wet {wet[i]}")
    for i, face in enumerate(faces):  # lagoons that closing has cut off
        if not owner[i] and wet[i] and face.area < 600:
            around = [int(j) for j in tree.query(face) if owner[int(j)] and not wet[int(j)]]
            shares = [(float(faces[j].intersection(face).length), owner[j]) for j in around]
            owner[i] = max(shares, default=(0.0, ""))[1]
    groups: dict[str, list[Polygon]] = {}
    for key, face in zip(owner, faces, strict=True):
        groups.setdefault(key, []).append(face)
    provinces = {s.id: _tidy(unary_union(groups[s.id])) for s in SPACES if s.id in groups}
    idle = unary_union(groups.get("-", []))
    real = unary_union(list(countries.values()))
    inner = narrows.buffer(10).difference(real.buffer(0.2)).intersection(land.buffer(-0.7)).simplify(0.3)
    inner = unary_union([part for part in parts_of(inner) if part.area > 40])
    banks = linemerge(parts_of(inner.boundary.intersection(real.buffer(0.8))))
    lakes = unary_union(
        [
            Polygon(roughen(smooth([project(p) for p in (*ring, ring[0])]), 0.08, key)).buffer(0)
            for key, ring in LAKES.items()
        ]
    )
    canal = LineString(smooth([project(p) for p in CANAL])).intersection(provinces["kie"])
    return Shapes(
        provinces, land.intersection(FRAME), idle, inner, banks, lakes, max(parts_of(canal), key=lambda p: p.length)
    )


def _longer(line: LineString, by: float = 15.0) -> LineString:
    """A line that runs on a little at both ends."""
    points = [(float(x), float(y)) for x, y in line.coords]

    def beyond(a: XY, b: XY) -> XY:
        size = math.dist(a, b) or 1.0
        return b[0] + (b[0] - a[0]) / size * by, b[1] + (b[1] - a[1]) / size * by

    return LineString([beyond(points[1], points[0]), *points, beyond(points[-2], points[-1])])


def _tidy(area: BaseGeometry, least: float = 4.0) -> BaseGeometry:
    """Drop specks and pinholes smaller than ``least`` square units; parts by size."""
    parts = []
    for polygon in parts_of(area):
        if polygon.geom_type != "Polygon" or polygon.area < least:
            continue
        holes = [h for h in polygon.interiors if Polygon(h).area >= least]
        parts.append(Polygon(polygon.exterior, holes))
    parts.sort(key=lambda p: -p.area)
    return parts[0] if len(parts) == 1 else MultiPolygon(parts)


# --------------------------------------------------------------------------
# Names: how wide they are, and where everything stands

_BOLD = dict(
    zip(
        "ABCDEGHILMNOPRSTUVWYabcdefghiklmnoprstuvwyz -.&",
        (
            753,
            672,
            668,
            767,
            653,
            769,
            819,
            401,
            654,
            952,
            788,
            787,
            638,
            707,
            586,
            653,
            747,
            698,
            1067,
            693,
            599,
            649,
            527,
            649,
            571,
            407,
            560,
            667,
            352,
            636,
            352,
            986,
            667,
            613,
            645,
            523,
            488,
            405,
            667,
            606,
            856,
            579,
            529,
            260,
            310,
            294,
            801,
        ),
        strict=True,
    )
)
ITALIC_SHARE = 0.92  #: how wide italics are, of bold
LEAST_SIZE = 13.5  #: no name is smaller
UNIT, CENTRE, DISLODGED = 10.4, 5.8, 9.0  #: radii


def width_of(text: str, size: float, sea: bool) -> float:
    """How wide a name is in units: Noto Serif, bold or italic, which is wider than most."""
    spacing = 0.05 * size * len(text) if sea else 0.0
    return sum(_BOLD.get(ch, 640) for ch in text) * size / 1000 * (ITALIC_SHARE if sea else 1.0) + spacing


@dataclass
class Place:
    """Where the things of a province stand; ``label`` is the middle of the first baseline."""

    lines: tuple[str, ...]
    size: float
    label: XY
    unit: XY
    dislodged: XY
    centre: XY
    box: Polygon
    leader: tuple[XY, XY] | None = None


def label_box(lines: Sequence[str], size: float, sea: bool, middle: XY) -> Polygon:
    """The room a name takes about its middle."""
    w = max(width_of(line, size, sea) for line in lines)
    h = size * (0.86 + 1.12 * (len(lines) - 1))
    return box(middle[0] - w / 2, middle[1] - h / 2, middle[0] + w / 2, middle[1] + h / 2)


def _grid(area: BaseGeometry, step: float) -> Any:
    minx, miny, maxx, maxy = area.bounds
    xs = [minx + step * (k + 0.5) for k in range(int((maxx - minx) / step) + 1)]
    ys = [miny + step * (k + 0.5) for k in range(int((maxy - miny) / step) + 1)]
    points = shapely.points([(x, y) for y in ys for x in xs])
    return points[shapely.contains(area, points)]


def place(space: Space, area: BaseGeometry, taken: Sequence[BaseGeometry]) -> Place:
    """Find room for the name, the unit, the centre and the dislodged unit of a province."""
    home = Point(project(space.seeds[0]))
    main = min(parts_of(area), key=lambda p: (p.distance(home), -p.area))
    if space.terrain == "sea":
        main = max(parts_of(area), key=lambda p: p.area)
    sea = space.terrain == "sea"
    room = main.difference(unary_union([t for t in taken if t.intersects(main)]).buffer(2)) if taken else main
    shapely.prepare(room)
    edge = room.boundary
    step = max(3.0, math.sqrt(main.area) / 45)
    points = _grid(room, step)
    depth = shapely.distance(points, edge)
    city = home if not sea else shapely.maximum_inscribed_circle(main, 1.0)
    middle = main.centroid
    choices: list[tuple[str, ...]] = [(space.name,)]
    if space.lines:
        choices.insert(0 if sea else 1, space.lines)
    elif " " in space.name:
        choices.append(tuple(space.name.split(" ")))
    override = LABELS.get(space.id)
    best: tuple[float, Place] | None = None
    size = space.size
    while best is None and size >= LEAST_SIZE - 0.01:
        for margin, lines in [(3.0, c) for c in choices] + [(1.2, c) for c in choices if size <= LEAST_SIZE]:
            flat = label_box(lines, size, sea, (0, 0))
            half_w, half_h = flat.bounds[2], flat.bounds[3]
            found = []
            for point in points:
                frame = box(
                    point.x - half_w - margin,
                    point.y - half_h - margin,
                    point.x + half_w + margin,
                    point.y + half_h + margin,
                )
                if override and math.dist((point.x, point.y), project(override)) > step:
                    continue
                if room.contains(frame):
                    found.append((point, box(point.x - half_w, point.y - half_h, point.x + half_w, point.y + half_h)))
            found.sort(key=lambda it: it[0].distance(middle) - 0.6 * min(25.0, it[1].distance(edge)))
            chosen = found[:: max(1, len(found) // 70)] if len(found) > 70 else found
            for point, frame in chosen:
                rest = _things(space, points, depth, frame, city)
                if rest is None:
                    continue
                score, unit, dislodged, centre = rest
                score += min(14.0, frame.distance(edge)) * 1.0 - point.distance(middle) * 0.10
                if best is None or score > best[0]:
                    base = point.y - half_h + size * 0.74
                    best = (score, Place(lines, size, (point.x, base), unit, dislodged, centre, frame))
            if best is not None:
                break
        size = size - 0.5 if size - 0.5 > LEAST_SIZE or size <= LEAST_SIZE else LEAST_SIZE
    if best is None:
        print(f"no room in {space.id}")
        best = (
            0.0,
            Place(
                choices[0],
                LEAST_SIZE,
                (main.centroid.x, main.centroid.y),
                project(space.seeds[0]),
                (main.centroid.x, main.centroid.y),
                (main.centroid.x, main.centroid.y),
                label_box(choices[0], LEAST_SIZE, sea, (main.centroid.x, main.centroid.y)),
            ),
        )
    return best[1]


def _things(
    space: Space, points: Any, depth: Any, frame: Polygon, city: BaseGeometry
) -> tuple[float, XY, XY, XY] | None:
    """The best places of unit, dislodged unit and centre beside a name, with a score."""
    away = shapely.distance(points, frame)
    score = 0.0
    centre: XY | None = None
    if space.terrain == "impassable":
        return 0.0, (points[0].x, points[0].y), (points[0].x, points[0].y), (points[0].x, points[0].y)
    if space.centre:
        ok = (depth > CENTRE + 1.5) & (away > CENTRE + 2.0)
        if not ok.any():
            return None
        far = shapely.distance(points, city)
        value = -far * 0.5 + 2 * _cap(depth - CENTRE, 6)
        value[~ok] = -1e9
        i = int(value.argmax())
        centre = (points[i].x, points[i].y)
        score += value[i] * 0.5
    gap = away - UNIT
    clear = [depth - UNIT, gap]
    spot = Point(centre) if centre else None
    if spot is not None:
        clear.append(shapely.distance(points, spot) - CENTRE - UNIT - 0.5)
    least = clear[0]
    for other in clear[1:]:
        least = _smaller(least, other)
    value = _cap(least, 6) * 3 - away * 0.06
    value[least < 1.5] = -1e9
    i = int(value.argmax())
    if value[i] < -1e8:
        return None
    unit = (points[i].x, points[i].y)
    score += value[i]
    clear = [depth - DISLODGED, away - DISLODGED, shapely.distance(points, Point(unit)) - UNIT - DISLODGED]
    if spot is not None:
        clear.append(shapely.distance(points, spot) - CENTRE - DISLODGED)
    least = clear[0]
    for other in clear[1:]:
        least = _smaller(least, other)
    value = _cap(least, 4) * 1.5 - shapely.distance(points, Point(unit)) * 0.05
    i = int(value.argmax())
    dislodged = (points[i].x, points[i].y)
    score += max(-12.0, value[i])
    return score, unit, dislodged, centre or dislodged


def _cap(values: Any, most: float) -> Any:
    return values * (values < most) + most * (values >= most)


def _smaller(one: Any, other: Any) -> Any:
    """The smaller of two arrays, element by element."""
    return one * (one < other) + other * (one >= other)


#: where names are put by hand (the middle of the name)
LABELS: dict[str, LonLat] = {}


def coast_lines(shapes: Shapes) -> dict[str, LineString]:
    """The named coasts: the stretch of shore that faces the seas of each."""

    def shore(key: str, *seas: str) -> list[LineString]:
        main = max(parts_of(shapes.provinces[key]), key=lambda p: p.area)
        shared = main.boundary.intersection(unary_union([shapes.provinces[s] for s in seas]))
        lines = linemerge([p for p in parts_of(shared) if p.geom_type == "LineString"])
        return sorted((p for p in parts_of(lines) if p.length > 20), key=lambda p: -p.length)

    out = {
        "bul/ec": shore("bul", "bla")[0],
        "bul/sc": shore("bul", "aeg")[0],
        "stp/nc": shore("stp", "bar")[0],
        "stp/sc": shore("stp", "bot")[0],
    }
    atlantic = sorted(shore("spa", "mao")[:2], key=lambda p: p.centroid.y)
    out["spa/nc"] = atlantic[0]
    south = linemerge([atlantic[1], *shore("spa", "lyo", "wes")])
    out["spa/sc"] = max(parts_of(south), key=lambda p: p.length)
    return out


# --------------------------------------------------------------------------
# SVG


def num(value: float) -> str:
    """A coordinate with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def xy(point: Sequence[float]) -> str:
    """A point in path data."""
    return f"{num(point[0])},{num(point[1])}"


def path_of(area: BaseGeometry) -> str:
    """Path data of a polygon or several, or of lines."""
    out: list[str] = []
    for part in parts_of(area):
        if part.geom_type == "Polygon":
            rings = (list(ring.coords)[:-1] for ring in (part.exterior, *part.interiors))
            out.extend("M" + " ".join(map(xy, ring)) + "Z" for ring in rings)
        elif part.geom_type == "LineString" and len(part.coords) > 1:
            out.append("M" + " ".join(xy((x, y)) for x, y in part.coords))
    return "".join(out)


def named(name: str) -> str:
    """The two attributes that carry an object's name."""
    return f"id={quoteattr(name)} inkscape:label={quoteattr(name)}"


class Page:
    """Collects the lines of the SVG file."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 0

    def add(self, *lines: str) -> None:
        """Add lines at the current depth."""
        self.lines.extend("  " * self.depth + line for line in lines)

    def open(self, tag: str) -> None:
        """Open an element; ``tag`` is its start tag."""
        self.add(tag)
        self.depth += 1

    def close(self, name: str = "g") -> None:
        """Close it."""
        self.depth -= 1
        self.add(f"</{name}>")

    def layer(self, name: str, more: str = "") -> None:
        """Open one of the layers."""
        self.open(f'<g {named(name)} inkscape:groupmode="layer"{more}>')


SERIF = "'Noto Serif', 'Libre Baskerville', Baskerville, Georgia, serif"
INK = "#2b2620"
SEA = "#a9c9d8"
SHALLOWS = ("#b3d0dc", "#c0d9e3", "#cfe3ea")
SEA_INK = "#1d4560"
SEA_LINE = "#4d7f9b"
IDLE = "#b9b4a8"
PAPER = "#f6f0e1"
NEUTRAL_TINT = "#d8cab6"
#: what every land province that is no home shows: the homeland it lies in
LANDS: dict[str, str] = {
    "austria": "boh bud gal tri tyr vie",
    "england": "cly edi lon lvp wal yor",
    "france": "bre bur gas mar par pic",
    "germany": "ber kie mun pru ruh sil",
    "italy": "apu nap pie rom tus ven",
    "russia": "fin lvn mos sev stp ukr war",
    "turkey": "ank arm con smy syr",
}
LAND_OF = {key: power for power, keys in LANDS.items() for key in keys.split()}


def _ink_on(colour: str) -> bool:
    """Whether a colour is so dark that white stands out on it."""
    return sum(int(colour[i : i + 2], 16) * w for i, w in ((1, 0.3), (3, 0.59), (5, 0.11))) < 118


def cannon(x: float, y: float, ink: str, paper: str, size: float = 1.0) -> list[str]:
    """A field gun, about 19 units wide at size 1."""

    def p(*points: XY) -> str:
        return " ".join(xy((x + px * size, y + py * size)) for px, py in points)

    s = size
    return [
        f'<path d="M{p((-9.6, 5.6), (-8.4, 6.9), (0.6, 1.6), (-0.6, -0.6))}Z" fill="{ink}"/>',
        f'<path d="M{p((-6.2, 0.2), (8.7, -6.9), (9.9, -4.4), (-4.6, 3.6), (-6.6, 3.2))}Z" fill="{ink}"/>',
        f'<circle cx="{num(x - 0.4 * s)}" cy="{num(y + 2.6 * s)}" r="{num(4.5 * s)}" fill="{paper}" stroke="{ink}" stroke-width="{num(1.7 * s)}"/>',
        f'<circle cx="{num(x - 0.4 * s)}" cy="{num(y + 2.6 * s)}" r="{num(1.3 * s)}" fill="{ink}"/>',
    ]


def ship(x: float, y: float, ink: str, size: float = 1.0) -> list[str]:
    """A warship of the time, about 20 units wide at size 1."""

    def p(*points: XY) -> str:
        return " ".join(xy((x + px * size, y + py * size)) for px, py in points)

    return [
        f'<path d="M{p((-10, 2.2), (10, 1.2), (8, 6.2), (-8, 6.2))}Z" fill="{ink}"/>',
        f'<path d="M{p((-5.4, 1.4), (-5.4, -1.6), (5, -1.6), (5, 1.4))}Z" fill="{ink}"/>',
        f'<path d="M{p((-3.6, -2), (-3.6, -7), (-1.3, -7), (-1.3, -2))}ZM{p((0.7, -2), (0.7, -7), (3, -7), (3, -2))}Z" fill="{ink}"/>',
        f'<path d="M{p((-7.4, 1.4), (-7.4, -5.4))}M{p((6.6, 1.4), (6.6, -4.4))}" stroke="{ink}" stroke-width="{num(0.9 * size)}" fill="none"/>',
    ]


def token(kind: str, x: float, y: float, colour: str, radius: float = UNIT) -> list[str]:
    """The body of a unit's counter: a disc with a gun, or a slate with a ship."""
    k = radius / 14.0
    dark = _ink_on(colour)
    ink = "#ffffff" if dark else INK
    rim = f'fill="{colour}" stroke="{INK}" stroke-width="{num(1.7 * k)}"'
    if kind == "A":
        body = [
            f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" {rim}/>',
            *cannon(x, y + 0.6 * k, ink, colour if dark else "#ffffff", 1.1 * k),
        ]
    else:
        w, h = radius * 1.13, radius * 0.86
        body = [
            f'<rect x="{num(x - w)}" y="{num(y - h)}" width="{num(2 * w)}" height="{num(2 * h)}" rx="{num(4 * k)}" {rim}/>',
            *ship(x, y + 0.2 * k, ink, 1.2 * k),
        ]
    return body


def centre_symbol(x: float, y: float, scale: float = 1.0) -> list[str]:
    """The body of a supply centre: a dot in a ring."""
    return [
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(5.6 * scale)}" fill="#ffffff" stroke="{INK}" stroke-width="{num(1.4 * scale)}"/>',
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(2.5 * scale)}" fill="{INK}"/>',
    ]


def text(x: float, y: float, body: str, size: float, more: str = "") -> str:
    """One line of text."""
    return f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}"{more}>{body}</text>'


def graticule() -> str:
    """Meridians and parallels every ten degrees, as path data."""
    lines = [[project((lon, lat)) for lat in range(20, 82, 2)] for lon in range(-50, 91, 10)]
    lines += [[project((lon, lat)) for lon in range(-50, 91, 2)] for lat in range(20, 81, 10)]
    return "".join(path_of(LineString(line).intersection(FRAME)) for line in lines)


def draw(shapes: Shapes) -> str:
    """The whole map as SVG text."""
    coasts = coast_lines(shapes)
    cartouches = [
        box(*TITLE),
        box(*LEGEND),
        shapes.narrows,
        shapes.lakes,
        shapes.canal.buffer(1.5),
        Point(COMPASS[0], COMPASS[1]).buffer(COMPASS[2] + 22),
    ]
    places = {s.id: place(s, shapes.provinces[s.id], cartouches) for s in SPACES}
    page = Page()
    page.add('<?xml version="1.0" encoding="UTF-8"?>')
    page.open(
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="{num(WIDTH)}" '
        f'height="{num(HEIGHT)}" viewBox="0 0 {num(WIDTH)} {num(HEIGHT)}" version="1.1">'
    )
    page.add(
        "<title>Diplomacy: Europe in 1901</title>",
        "<desc>The game is by Allan B. Calhamer. Coastlines: Natural Earth (public domain). Map: CC BY 4.0.</desc>",
    )
    _background(page, shapes)
    _provinces(page, shapes)
    _coasts(page, coasts)
    _things_drawn(page, places, coasts)
    _labels(page, places)
    _foreground(page, shapes, coasts)
    page.close("svg")
    return "\n".join(page.lines) + "\n"


def _background(page: Page, shapes: Shapes) -> None:
    page.layer("background")
    page.add(f'<rect {named("sea")} x="0" y="0" width="{num(WIDTH)}" height="{num(HEIGHT)}" fill="{SEA}"/>')
    page.add(
        f'<path {named("graticule")} d="{graticule()}" fill="none" stroke="#ffffff" stroke-opacity="0.35" stroke-width="0.8"/>'
    )
    page.open(f'<g {named("shallows")} fill="none" stroke-linejoin="round">')
    for i, (width, colour) in enumerate(zip((30, 18, 8), SHALLOWS, strict=True)):
        page.add(f'<use {named(f"shallows {i + 1}")} xlink:href="#land" stroke="{colour}" stroke-width="{width}"/>')
    page.close()
    page.open(f'<g {named("idle land")} fill="{IDLE}" stroke="#46423a" stroke-width="1">')
    page.add(f'<path {named("land")} d="{path_of(shapes.land)}" fill-rule="evenodd" style="stroke-linejoin:round"/>')
    page.close()
    page.open(
        f'<g {named("idle names")} font-family="{SERIF}" font-style="italic" fill="#7d786b" text-anchor="middle">'
    )
    for name, where, size, turn, spacing in IDLE_NAMES:
        x, y = project(where)
        page.add(
            text(
                x,
                y,
                name,
                size,
                f' {named(f"idle name {name.lower()}")} letter-spacing="{num(spacing)}" transform="rotate({num(turn)} {xy((x, y))})"',
            )
        )
    page.close()
    page.close()


#: names of land outside the game: text, place, size, turn, letter spacing
IDLE_NAMES: tuple[tuple[str, LonLat, float, float, float], ...] = (
    ("IRELAND", (-7.5, 53.0), 14, -14, 0.6),
    ("ICELAND", (-18.1, 64.8), 14, -8, 1.5),
)


def _provinces(page: Page, shapes: Shapes) -> None:
    page.layer("provinces", ' stroke-linejoin="round" fill-rule="evenodd"')
    for space in sorted(SPACES, key=lambda s: (s.terrain != "sea", s.id)):
        if space.terrain == "sea":
            style = f'fill="{SEA}" fill-opacity="0.12" stroke="{SEA_LINE}" stroke-width="1.2"'
        else:
            fill = POWER[LAND_OF[space.id]].tint if space.id in LAND_OF else NEUTRAL_TINT
            if space.terrain == "impassable":
                fill = IDLE
            style = f'fill="{fill}" stroke="{INK}" stroke-width="1.2"'
        page.add(
            f'<path {named(space.id)} data-province="{space.id}" data-terrain="{space.terrain}" '
            f'data-name={quoteattr(space.name)} {style} d="{path_of(shapes.provinces[space.id])}"/>'
        )
    page.close()


def _coasts(page: Page, coasts: dict[str, LineString]) -> None:
    page.layer(
        "coasts", ' fill="none" stroke="#8c2f5b" stroke-width="2.6" stroke-dasharray="0.1 5" stroke-linecap="round"'
    )
    for key in sorted(coasts):
        page.add(f'<path {named(key)} data-coast="{key}" d="{path_of(coasts[key])}"/>')
    page.close()


#: where a fleet on a named coast stands, and where the coast's name is written
COAST_PLACES: dict[str, tuple[LonLat, LonLat]] = {
    "bul/ec": ((27.2, 43.0), (28.55, 42.9)),
    "bul/sc": ((25.2, 41.55), (25.0, 40.62)),
    "spa/nc": ((-5.5, 42.95), (-5.5, 44.0)),
    "spa/sc": ((-2.6, 37.6), (-3.2, 36.2)),
    "stp/nc": ((40.0, 63.6), (44.5, 68.9)),
    "stp/sc": ((30.2, 58.4), (27.4, 60.05)),
}
STARTS_ON = {"stp": "stp/sc"}


def _things_drawn(page: Page, places: dict[str, Place], coasts: dict[str, LineString]) -> None:
    page.layer("passages")
    page.close()
    page.layer("centres")
    for space in SPACES:
        if space.centre:
            name = f"centre {space.id}" + ("" if space.centre == "neutral" else f":{space.centre}")
            page.open(f"<g {named(name)}>")
            page.add(*centre_symbol(*places[space.id].centre))
            page.close()
    page.close()
    page.layer("units")
    for space in SPACES:
        if space.unit:
            where = STARTS_ON.get(space.id, space.id)
            at = project(COAST_PLACES[where][0]) if where != space.id else places[space.id].unit
            page.open(f"<g {named(f'unit {space.unit} {where}:{space.centre}')}>")
            page.add(*token(space.unit, *at, POWER[space.centre].colour))
            page.close()
    page.close()
    page.layer("anchors", ' style="display:none"')
    for space in SPACES:
        if space.terrain == "impassable":
            continue
        p = places[space.id]
        marks = [("unit", p.unit, "#d00000"), ("dislodged", p.dislodged, "#d07000")]
        if space.centre:
            marks.append(("centre", p.centre, "#000000"))
        marks.append(("label", p.label, "#0050d0"))
        for kind, at, colour in marks:
            page.add(
                f'<circle {named(f"anchor {kind} {space.id}")} cx="{num(at[0])}" cy="{num(at[1])}" r="2" fill="{colour}"/>'
            )
    for key in sorted(coasts):
        x, y = project(COAST_PLACES[key][0])
        page.add(f'<circle {named(f"anchor unit {key}")} cx="{num(x)}" cy="{num(y)}" r="2" fill="#d00000"/>')
    page.close()


def _labels(page: Page, places: dict[str, Place]) -> None:
    page.layer("labels", f' font-family="{SERIF}" text-anchor="middle"')
    for space in SPACES:
        p = places[space.id]
        sea = space.terrain == "sea"
        if sea:
            look = f'fill="{SEA_INK}" font-style="italic" letter-spacing="{num(0.05 * p.size)}" stroke="#d6e7ee" stroke-opacity="0.8"'
        elif space.terrain == "impassable":
            look = 'fill="#5d584d" font-style="italic" stroke="#ffffff" stroke-opacity="0.3"'
        else:
            look = f'fill="{INK}" font-weight="700" stroke="#ffffff" stroke-opacity="0.6"'
        body = "".join(
            f'<tspan x="{num(p.label[0])}" y="{num(p.label[1] + i * p.size * 1.12)}">{line}</tspan>'
            for i, line in enumerate(p.lines)
        )
        page.add(
            f'<text {named(f"label {space.id}")} x="{num(p.label[0])}" y="{num(p.label[1])}" font-size="{num(p.size)}" {look} stroke-width="2" stroke-linejoin="round" paint-order="stroke">{body}</text>'
        )
    page.close()


COMPASS = (86.0, 1196.0, 36.0)
TITLE = (40.0, 40.0, 262.0, 132.0)
LEGEND = (40.0, 142.0, 218.0, 485.0)


def _foreground(page: Page, shapes: Shapes, coasts: dict[str, LineString]) -> None:
    page.layer("foreground", f' font-family="{SERIF}" fill="{INK}"')
    page.add(f'<path {named("narrows")} d="{path_of(shapes.narrows)}" fill="{SHALLOWS[1]}" fill-rule="evenodd"/>')
    page.add(
        f'<path {named("banks")} d="{path_of(shapes.banks)}" fill="none" stroke="{SEA_LINE}" stroke-width="0.9" stroke-linejoin="round"/>'
    )
    page.add(
        f'<path {named("lakes")} d="{path_of(shapes.lakes)}" fill="{SHALLOWS[1]}" stroke="{SEA_LINE}" stroke-width="0.9"/>'
    )
    page.add(
        f'<path {named("canal casing")} d="{path_of(shapes.canal)}" fill="none" stroke="{SEA_LINE}" stroke-width="3.6"/>'
    )
    page.add(
        f'<path {named("canal")} d="{path_of(shapes.canal)}" fill="none" stroke="{SHALLOWS[2]}" stroke-width="2"/>'
    )
    page.open(
        f'<g {named("coast names")} font-size="13.5" font-style="italic" fill="#7a2450" text-anchor="middle" stroke="#ffffff" stroke-opacity="0.75" stroke-width="2" paint-order="stroke">'
    )
    for key in sorted(coasts):
        x, y = project(COAST_PLACES[key][1])
        page.add(text(x, y + 4.7, COAST_NAMES[key], 13.5, f" {named(f'coast name {key}')}"))
    page.close()
    m = MARGIN
    page.open(f"<g {named('frame')}>")
    page.add(
        f'<path {named("frame paper")} fill="{PAPER}" fill-rule="evenodd" d="M0,0H{num(WIDTH)}V{num(HEIGHT)}H0ZM{num(m)},{num(m)}V{num(HEIGHT - m)}H{num(WIDTH - m)}V{num(m)}Z"/>',
        f'<rect {named("frame inner")} x="{num(m)}" y="{num(m)}" width="{num(WIDTH - 2 * m)}" height="{num(HEIGHT - 2 * m)}" fill="none" stroke="{INK}" stroke-width="2"/>',
        f'<rect {named("frame outer")} x="{num(m - 6)}" y="{num(m - 6)}" width="{num(WIDTH - 2 * m + 12)}" height="{num(HEIGHT - 2 * m + 12)}" fill="none" stroke="{INK}" stroke-width="0.8"/>',
    )
    page.close()
    _compass(page)
    _title(page)
    _legend(page)
    page.close()


def _cartouche(page: Page, name: str, at: tuple[float, float, float, float]) -> None:
    x, y, w, h = at[0], at[1], at[2] - at[0], at[3] - at[1]
    page.add(
        f'<rect {named(f"{name} paper")} x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}" fill="{PAPER}" stroke="{INK}" stroke-width="1.6"/>',
        f'<rect {named(f"{name} inner rule")} x="{num(x + 4)}" y="{num(y + 4)}" width="{num(w - 8)}" height="{num(h - 8)}" fill="none" stroke="{INK}" stroke-width="0.7"/>',
    )


def _compass(page: Page) -> None:
    x, y, r = COMPASS
    page.open(f'<g {named("compass")} stroke="{SEA_INK}" stroke-width="0.8" stroke-linejoin="round">')
    page.add(f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r * 0.62)}" fill="none"/>')
    for k in (1, 3, 5, 7, 0, 2, 4, 6):
        turn = math.pi / 4 * k
        length = r if k % 2 == 0 else r * 0.6
        for side, fill in ((-1, PAPER), (1, SEA_INK)):
            points = [
                (x + f * math.sin(a), y - f * math.cos(a))
                for f, a in ((0.0, turn), (length * 0.26, turn + side * math.pi / 4), (length, turn))
            ]
            page.add(f'<path d="M{" ".join(map(xy, points))}Z" fill="{fill}"/>')
    page.close()
    page.add(
        text(
            x, y - r - 5, "N", 15, f' {named("compass north")} font-weight="700" text-anchor="middle" fill="{SEA_INK}"'
        )
    )


def _title(page: Page) -> None:
    page.open(f'<g {named("title")} text-anchor="middle">')
    _cartouche(page, "title", TITLE)
    mid = (TITLE[0] + TITLE[2]) / 2
    page.add(
        text(mid, TITLE[1] + 43, "DIPLOMACY", 28, f' {named("title name")} font-weight="700" letter-spacing="3"'),
        text(mid, TITLE[1] + 70, "Europe in the spring of 1901", 14, f' {named("title line")} font-style="italic"'),
    )
    page.close()


def _legend(page: Page) -> None:
    x, y = LEGEND[0], LEGEND[1]
    w = LEGEND[2] - x
    page.open(f'<g {named("legend")} font-size="13.5">')
    _cartouche(page, "legend", LEGEND)
    left = x + 16
    top = y + 21
    rows = [(p.id, p.tint, p.colour, p.name) for p in POWERS]
    rows += [("neutral", NEUTRAL_TINT, "", "Neutral"), ("idle", IDLE, "", "Not in play")]
    for i, (key, tint, colour, name) in enumerate(rows):
        row = top + i * 19.5
        page.open(f"<g {named(f'legend {key}')}>")
        page.add(
            f'<rect x="{num(left)}" y="{num(row - 7.5)}" width="28" height="15" fill="{tint}" stroke="{INK}" stroke-width="0.9"/>'
        )
        if colour:
            page.add(
                f'<circle cx="{num(left + 14)}" cy="{num(row)}" r="5.2" fill="{colour}" stroke="{INK}" stroke-width="1"/>'
            )
        page.add(text(left + 40, row + 4.7, name, 13.5))
        page.close()
    rule = top + 8 * 19.5 + 15
    page.add(
        f'<path {named("legend rule")} d="M{xy((left, rule))} {xy((x + w - 16, rule))}" fill="none" stroke="{INK}" stroke-width="0.7"/>'
    )
    row = rule + 17
    page.open(f"<g {named('legend symbols')}>")
    page.add(*centre_symbol(left + 14, row), text(left + 40, row + 4.7, "Supply centre", 13.5))
    row += 21
    page.add(
        *token("A", left + 5, row, "#e4dfd2", 8.4),
        *token("F", left + 25, row, "#e4dfd2", 8.4),
        text(left + 40, row + 4.7, "Army, fleet", 13.5),
    )
    row += 21
    page.add(
        f'<path d="M{xy((left, row))}h28" stroke="#8c2f5b" stroke-width="2.6" stroke-dasharray="0.1 5" stroke-linecap="round" fill="none"/>',
        text(left + 40, row + 4.7, "Named coast", 13.5),
    )
    row += 21
    page.add(
        f'<rect x="{num(left)}" y="{num(row - 6.5)}" width="28" height="13" fill="{SHALLOWS[1]}" stroke="{SEA_LINE}" stroke-width="0.9"/>',
        text(left + 40, row + 4.7, "Inner water", 13.5),
    )
    row += 17
    page.close()
    mid = x + w / 2
    page.add(
        f'<path {named("legend rule 2")} d="M{xy((left, row - 3))} {xy((x + w - 16, row - 3))}" fill="none" stroke="{INK}" stroke-width="0.7"/>',
        text(
            mid,
            row + 14,
            "Game: Allan B. Calhamer",
            11,
            f' {named("credit game")} text-anchor="middle" font-style="italic"',
        ),
        text(
            mid,
            row + 29,
            "Shores: Natural Earth",
            11,
            f' {named("credit shores")} text-anchor="middle" font-style="italic"',
        ),
        text(mid, row + 44, "Map: CC BY 4.0", 11, f' {named("credit map")} text-anchor="middle" font-style="italic"'),
    )
    page.close()


def main(arguments: Iterable[str]) -> int:
    """Command line: folder of the world-atlas package, output file; ``-v`` tells what was doubtful."""
    words = [word for word in arguments if word != "-v"]
    folder, *rest = words
    topology = json.loads((Path(folder) / "countries-10m.json").read_text(encoding="utf-8"))
    out = Path(rest[0]) if rest else Path(__file__).with_name("map.svg")
    out.write_text(draw(build_shapes(topology, "-v" in sys.argv)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
