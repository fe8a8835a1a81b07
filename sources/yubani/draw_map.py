"""Make the first drawing of the Yubani map from Natural Earth coastlines.

The drawing of record is ``map.svg``: it is meant to be edited by hand, in
Inkscape or any other editor, and this script is not part of any build.  It is
kept so that everybody can see how the shapes came about, and can start again
from them.

Input is the folder of the npm package ``world-atlas`` (Natural Earth 4.1,
public domain, as TopoJSON); only ``countries-10m.json`` is read::

    python draw_map.py path/to/world-atlas map.svg

How it works:

1.  The TopoJSON arcs are decoded, projected (Lambert conformal conic) and
    simplified one by one, so that two neighbours keep the same line.
2.  Lines of our own (the Euphrates, a line through Sinai ...) cut countries
    that belong to more than one province.  They are roughened by midpoint
    displacement with a fixed seed.
3.  All lines are noded on a grid of 0.01 units and polygonised.  Each face
    gets a country, and from that a province, from a point inside it.  Faces
    share their vertices, therefore the provinces do, too: no gaps, no slivers.
4.  The faces of each province are joined and written out, with the centres,
    units, lanes, anchors and labels placed by hand in the tables below.

The output depends on the input only: same files, same bytes.
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import shapely
from shapely import affinity
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, polygonize, unary_union

LonLat = tuple[float, float]
XY = tuple[float, float]

# --------------------------------------------------------------------------
# Page and projection

WIDTH, HEIGHT = 1600.0, 1200.0
MARGIN = 20.0  #: width of the paper border around the map, in user units
KM_PER_UNIT = 3.53
LON0, LAT0 = 45.45, 30.72  #: the point of the earth in the middle of the page
PARALLELS = (20.0, 42.0)  #: standard parallels of the conic
EARTH_KM = 6371.0
GRID = 0.01  #: all coordinates are multiples of this
TOLERANCE = 0.5  #: Douglas-Peucker tolerance for the arcs, in user units
SMALLEST_ISLAND = 28.0  #: islands smaller than this (square units) are left out
WINDOW = box(-5.0, -2.0, 105.0, 62.0)  #: the part of the earth that is read


def _cone() -> tuple[float, float]:
    a, b = (math.radians(p) for p in PARALLELS)
    n = math.log(math.cos(a) / math.cos(b)) / math.log(math.tan(math.pi / 4 + b / 2) / math.tan(math.pi / 4 + a / 2))
    return n, math.cos(a) * math.tan(math.pi / 4 + a / 2) ** n / n


CONE_N, CONE_F = _cone()
RHO0 = CONE_F / math.tan(math.pi / 4 + math.radians(LAT0) / 2) ** CONE_N


def project(point: LonLat) -> XY:
    """Longitude and latitude in degrees to user units of the page."""
    lon, lat = point
    rho = CONE_F / math.tan(math.pi / 4 + math.radians(lat) / 2) ** CONE_N
    theta = CONE_N * math.radians(lon - LON0)
    scale = EARTH_KM / KM_PER_UNIT
    return (
        WIDTH / 2 + scale * rho * math.sin(theta),
        HEIGHT / 2 - scale * (RHO0 - rho * math.cos(theta)),
    )


def unproject(point: XY) -> LonLat:
    """The inverse of :func:`project`."""
    scale = EARTH_KM / KM_PER_UNIT
    x = (point[0] - WIDTH / 2) / scale
    y = RHO0 - (HEIGHT / 2 - point[1]) / scale
    rho = math.hypot(x, y)
    lat = 2 * math.atan((CONE_F / rho) ** (1 / CONE_N)) - math.pi / 2
    return LON0 + math.degrees(math.atan2(x, y)) / CONE_N, math.degrees(lat)


# --------------------------------------------------------------------------
# The variant: regions, powers, colours


@dataclass(frozen=True)
class Power:
    """A power: ``colour`` for units, ``tint`` for the provinces it owns."""

    id: str
    name: str
    name_ja: str
    colour: str
    tint: str


@dataclass(frozen=True)
class Region:
    """A province, its names, its owner, and where things stand (lon/lat).

    ``label`` is the middle of the first line's baseline, ``size`` its font
    size.  Cyprus is placed by :func:`place`, because it is not drawn where it is.
    """

    id: str
    name: str
    name_ja: str
    home: str | None
    centre: LonLat
    unit: LonLat
    dislodged: LonLat
    label: LonLat
    size: float = 19.0


POWERS = (
    Power("israelamerica", "Israel-America", "イスラエル・アメリカ", "#1c3da7", "#a6b3f4"),
    Power("kurdistan", "Kurdistan", "クルディスタン", "#7edbff", "#c2ecf9"),
    Power("egypt", "Egypt", "エジプト", "#f59b2c", "#f0b078"),
    Power("saudiarabia", "Saudi Arabia", "サウジアラビア", "#26865c", "#79b091"),
    Power("iran", "Iran", "イラン", "#c0283a", "#d97c81"),
    Power("russia", "Russia", "ロシア", "#ec78b0", "#f7bbd3"),
    Power("turkey", "Turkey", "トルコ", "#f8e33c", "#faea92"),
)
POWER = {p.id: p for p in POWERS}
NEUTRAL_TINT = "#f4ead2"
NEUTRAL_COLOUR = "#fbf6e8"

REGIONS = (
    Region("ank", "Ankara", "アンカラ", "turkey", (32.85, 39.93), (35.3, 38.65), (36.4, 38.05), (35.6, 40.1), 21),
    Region("arb", "Arbil", "アルビル", "kurdistan", (44.0, 36.3), (45.12, 35.39), (44.37, 35.6), (41.9, 36.64), 18),
    Region("cai", "Cairo", "カイロ", "egypt", (31.25, 30.05), (30.9, 26.4), (31.6, 25.4), (28.6, 27.6), 21),
    Region("cyp", "Cyprus", "キプロス", None, (0, 0), (0, 0), (0, 0), (0, 0), 19),
    Region("dub", "Dubai", "ドバイ", None, (55.44, 24.89), (57.47, 22.92), (58.03, 22.54), (57.11, 21.67)),
    Region("geo", "Georgia", "ジョージア", None, (44.8, 41.7), (42.71, 42.31), (43.37, 41.91), (46.8, 40.54), 18),
    Region("gre", "Greece", "ギリシャ", None, (23.35, 38.25), (21.83, 38.9), (22.15, 37.71), (21.53, 39.85), 14),
    Region("ira", "Iraq", "イラク", None, (44.4, 33.3), (45.9, 31.6), (46.48, 31.18), (42.43, 32.58), 19),
    Region(
        "jer",
        "Jerusalem",
        "イェルサレム",
        "israelamerica",
        (35.2, 31.8),
        (36.36, 30.86),
        (36.97, 30.49),
        (38.09, 34.71),
        17,
    ),
    Region("kab", "Kabul", "カブール", "israelamerica", (69.2, 34.5), (64.0, 32.0), (62.8, 31.2), (66.1, 33.7), 21),
    Region("riy", "Riyadh", "リヤド", "saudiarabia", (46.7, 24.65), (44.6, 22.0), (46.2, 21.2), (43.3, 24.9), 22),
    Region(
        "sev",
        "Sevastopol",
        "セヴァストポリ",
        "russia",
        (33.96, 45.24),
        (41.41, 46.58),
        (42.21, 46.29),
        (41.53, 45.32),
        20,
    ),
    Region("sud", "Sudan", "スーダン", None, (32.5, 15.6), (31.0, 19.7), (32.6, 19.0), (29.0, 17.4), 21),
    Region("teh", "Tehran", "テヘラン", "iran", (51.4, 35.7), (56.3, 31.0), (57.6, 30.0), (54.2, 33.4), 22),
    Region(
        "uzb", "Uzbekistan", "ウズベキスタン", None, (66.97, 39.65), (62.9, 39.2), (63.44, 38.72), (58.93, 40.57), 20
    ),
)
REGION = {r.id: r for r in REGIONS}

#: countries of Natural Earth that make up the provinces
COUNTRIES = {
    "Turkey": "ank",
    "Iraq": "ira",
    "Kuwait": "ira",
    "Egypt": "cai",
    "Sudan": "sud",
    "United Arab Emirates": "dub",
    "Oman": "dub",
    "Georgia": "geo",
    "Armenia": "geo",
    "Azerbaijan": "geo",
    "Greece": "gre",
    "Israel": "jer",
    "Palestine": "jer",
    "Lebanon": "jer",
    "Syria": "jer",
    "Jordan": "jer",
    "Afghanistan": "kab",
    "Saudi Arabia": "riy",
    "Yemen": "riy",
    "Qatar": "riy",
    "Bahrain": "riy",
    "Iran": "teh",
    "Uzbekistan": "uzb",
    "Turkmenistan": "uzb",
}
CYPRUS = ("Cyprus", "N. Cyprus", "Cyprus U.N. Buffer Zone", "Dhekelia", "Akrotiri")
CYPRUS_SHARE = 0.00215  #: area of Cyprus as drawn, as a part of the page
CYPRUS_AT: LonLat = (31.6, 33.92)  #: where its middle is drawn
#: islands left out though they are large enough (a point on each)
LEFT_OUT: tuple[LonLat, ...] = ((55.9, 26.8), (53.9, 12.5), (41.9, 16.75))


@dataclass(frozen=True)
class Cut:
    """A line that divides countries, and the side that changes hands.

    ``line`` is roughened and added to the drawing inside ``countries``;
    ``line`` closed by ``back`` is the area whose faces become ``province``
    (``""``: land outside the game, ``"sea"``: water).
    """

    name: str
    countries: tuple[str, ...]
    province: str
    line: tuple[LonLat, ...]
    back: tuple[LonLat, ...]
    rough: float = 0.11


CUTS = (
    # north-east Syria, beyond the Euphrates
    Cut(
        "euphrates",
        ("Syria",),
        "arb",
        (
            (38.0, 37.2),
            (38.03, 36.8),
            (38.15, 36.4),
            (38.1, 36.0),
            (38.6, 35.83),
            (39.05, 35.95),
            (39.6, 35.72),
            (40.1, 35.38),
            (40.45, 34.97),
            (40.9, 34.52),
            (41.3, 34.2),
        ),
        ((43.5, 34.2), (43.5, 38.5), (38.0, 38.5)),
        0.07,
    ),
    # Iraqi Kurdistan
    Cut(
        "kirkuk",
        ("Iraq",),
        "arb",
        (
            (41.0, 35.6),
            (41.7, 35.72),
            (42.3, 35.95),
            (42.9, 35.72),
            (43.5, 35.4),
            (44.15, 35.2),
            (44.6, 34.85),
            (45.1, 34.7),
            (45.6, 34.4),
            (46.3, 34.2),
        ),
        ((47.0, 38.5), (41.0, 38.5)),
    ),
    # the upper Tigris
    Cut(
        "tigris",
        ("Turkey",),
        "arb",
        (
            (39.95, 36.4),
            (40.1, 36.95),
            (40.6, 37.45),
            (41.3, 37.7),
            (42.0, 37.98),
            (42.7, 37.93),
            (43.3, 38.12),
            (43.9, 38.0),
            (44.9, 38.15),
        ),
        ((46.0, 36.0), (40.0, 36.0)),
    ),
    # the massif of Lake Van and Ararat, where no army goes
    Cut(
        "ararat",
        ("Turkey",),
        "",
        (
            (42.6, 37.5),
            (42.35, 38.0),
            (42.05, 38.4),
            (42.25, 38.9),
            (42.4, 39.3),
            (42.75, 39.75),
            (42.95, 40.25),
            (43.9, 40.75),
        ),
        ((46.0, 40.6), (46.0, 37.5)),
    ),
    # Sinai: the gulf of Aqaba belongs to Jerusalem and Riyadh
    Cut(
        "sinai",
        ("Egypt",),
        "jer",
        ((33.62, 31.6), (33.7, 31.0), (33.85, 30.5), (33.65, 29.95), (33.75, 29.4), (33.5, 28.95), (33.2, 28.45)),
        ((33.1, 27.6), (34.3, 27.3), (36.0, 28.0), (36.0, 32.0)),
    ),
    # southern Ukraine, Crimea, the Kuban and the northern Caucasus
    Cut(
        "don",
        ("Ukraine", "Russia"),
        "sev",
        (
            (29.3, 47.35),
            (30.6, 47.65),
            (32.0, 47.45),
            (33.4, 47.85),
            (34.9, 47.6),
            (36.5, 47.85),
            (38.1, 47.65),
            (39.7, 47.9),
            (41.3, 47.5),
            (42.7, 46.9),
            (44.3, 46.3),
            (45.6, 45.3),
            (46.6, 44.75),
            (47.8, 44.55),
        ),
        ((52.0, 41.0), (40.0, 40.0), (28.0, 44.0), (27.5, 46.0)),
    ),
    # the tip of Musandam, taken off to open the Strait of Hormuz
    Cut("hormuz", ("Oman",), "sea", ((56.0, 25.9), (56.35, 25.98), (56.7, 25.9)), ((56.9, 26.8), (55.9, 26.8))),
    # the far south of Sudan is off the map
    Cut(
        "kordofan",
        ("Sudan",),
        "",
        (
            (21.0, 12.75),
            (22.6, 13.1),
            (24.3, 12.85),
            (26.2, 13.15),
            (28.3, 12.8),
            (30.3, 13.05),
            (32.2, 12.65),
            (33.4, 12.95),
            (34.5, 12.5),
            (36.5, 12.8),
        ),
        ((37.0, 5.0), (20.0, 5.0)),
    ),
    # the eastern end of the Wakhan corridor
    Cut("wakhan", ("Afghanistan",), "", ((72.75, 38.2), (72.7, 36.9), (72.8, 36.0)), ((76.0, 36.0), (76.0, 38.2))),
)
#: the Straits, opened wide enough to draw a lane through: middle line and width
STRAITS: tuple[tuple[tuple[LonLat, ...], float], ...] = (
    (((29.32, 41.5), (29.14, 41.22), (29.02, 41.03), (28.9, 40.8)), 9.5),
    (((27.5, 40.75), (27.0, 40.55), (26.66, 40.36), (26.36, 40.14), (26.0, 39.95), (25.6, 39.98)), 9.5),
)

#: sea lanes: points on a smooth curve; the ends lie in the provinces.
#: A string is a place relative to Cyprus as drawn: ``"cyp x y"`` in user units
LANES: dict[str, tuple[LonLat | str, ...]] = {
    "gre-cai": ((24.78, 35.26), (24.9, 34.3), (25.55, 32.7), (26.05, 31.1)),
    "gre-cyp": ((26.0, 35.12), (27.2, 34.75), (28.6, 34.3), "cyp -46 4"),
    "cyp-cai": ("cyp -1 18", (31.6, 32.6), (31.25, 31.8), (31.2, 31.05)),
    "cyp-ank": ("cyp 3 -13", "cyp 3 -36", (31.95, 36.35), (31.75, 37.1)),
    "cyp-jer": ("cyp 37 -5", "cyp 62 -3", (35.2, 33.75), (36.0, 33.3)),
    "sev-ank": ((35.0, 45.15), (35.35, 44.3), (35.3, 43.0), (34.9, 41.6)),
    "sev-gre": (
        (32.4, 46.45),
        (31.8, 45.1),
        (30.8, 43.4),
        (29.65, 41.9),
        (29.14, 41.22),
        (29.02, 41.03),
        (28.7, 40.84),
        (27.9, 40.8),
        (27.0, 40.55),
        (26.66, 40.36),
        (26.36, 40.14),
        (25.9, 39.97),
        (25.3, 40.1),
        (24.75, 40.6),
        (24.4, 41.2),
    ),
    "sud-riy": ((36.75, 19.7), (38.0, 20.2), (39.0, 20.8), (39.75, 21.25)),
    "cai-riy": ((33.6, 26.2), (34.7, 26.25), (36.0, 25.9), (37.3, 25.6)),
    "dub-teh": ((56.2, 25.25), (56.62, 25.75), (56.95, 26.4), (57.15, 27.25)),
    "geo-uzb": ((49.1, 40.3), (50.5, 40.0), (52.0, 39.85), (53.9, 39.75)),
}

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
    return points


# --------------------------------------------------------------------------
# Lines


def roughen(points: Sequence[XY], rough: float, seed: str) -> list[XY]:
    """Fractal line through ``points``: each middle is moved sideways, in turn."""
    rng = random.Random(seed)

    def between(a: XY, b: XY) -> list[XY]:
        length = math.dist(a, b)
        if length < 3.2:
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


def bezier(points: Sequence[XY]) -> list[tuple[XY, XY, XY]]:
    """Cubic segments (control, control, end) of a Catmull-Rom curve."""
    n = len(points)
    out = []
    for i in range(n - 1):
        p0, p1, p2 = points[max(i - 1, 0)], points[i], points[i + 1]
        p3 = points[min(i + 2, n - 1)]
        d = [max(math.dist(a, b), 1e-6) ** 0.5 for a, b in ((p0, p1), (p1, p2), (p2, p3))]
        c1, c2 = p1, p2
        if p0 != p1:
            c1 = _control(p0, p1, p2, d[0], d[1])
        if p2 != p3:
            c2 = _control(p3, p2, p1, d[2], d[1])
        out.append((c1, c2, p2))
    return out


def _control(before: XY, at: XY, after: XY, da: float, db: float) -> XY:
    """Centripetal Catmull-Rom control point at ``at``, on the side of ``after``."""
    k = 2 * da * da + 3 * da * db + db * db
    m = 3 * da * (da + db)
    return (
        (da * da * after[0] - db * db * before[0] + k * at[0]) / m,
        (da * da * after[1] - db * db * before[1] + k * at[1]) / m,
    )


def sample(points: Sequence[XY], per_segment: int = 24) -> LineString:
    """The curve of :func:`bezier` as a polyline."""
    out = [points[0]]
    for (c1, c2, end), start in zip(bezier(points), points, strict=False):
        for k in range(1, per_segment + 1):
            t = k / per_segment
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            out.append(
                (
                    a * start[0] + b * c1[0] + c * c2[0] + d * end[0],
                    a * start[1] + b * c1[1] + c * c2[1] + d * end[1],
                )
            )
    return LineString(out)


# --------------------------------------------------------------------------
# Shapes


@dataclass
class Shapes:
    """All areas of the map, in user units."""

    provinces: dict[str, BaseGeometry]
    land: BaseGeometry  #: all land, in and out of the game
    idle_borders: BaseGeometry  #: borders between countries outside the game
    massif: BaseGeometry  #: the idle land between Ankara, Georgia, Tehran and Arbil
    cyprus_middle: XY
    cyprus_factor: float


def parts_of(shape: BaseGeometry) -> list[Any]:
    """The parts of a geometry, or the geometry itself."""
    return list(getattr(shape, "geoms", [shape]))


def read_countries(
    topology: dict[str, Any], arcs: Sequence[Sequence[LonLat]]
) -> tuple[dict[str, BaseGeometry], set[int]]:
    """The countries inside the window in lon/lat, and the arcs that bound them.

    Islands too small to see, and those of :data:`LEFT_OUT`, are not there.
    """
    countries: dict[str, list[BaseGeometry]] = {}
    wanted: set[int] = set()
    unwanted: set[int] = set()
    for geometry in topology["objects"]["countries"]["geometries"]:
        name = geometry["properties"]["name"]
        if name == "Baikonur":  # a leased town
            name = "Kazakhstan"
        for rings in rings_of(geometry):
            outer = ring_points(rings[0], arcs)
            if len(outer) < 4:
                continue
            shape: BaseGeometry = Polygon(outer, [ring_points(r, arcs) for r in rings[1:]])
            if not shape.is_valid:
                shape = shape.buffer(0)
            if not shape.intersects(WINDOW):
                continue
            used = {arc_number(i) for ring in rings for i in ring}
            inside = shape.intersection(WINDOW)
            minx, miny, maxx, maxy = inside.bounds
            if max(maxx - minx, maxy - miny) < 3 and len(rings[0]) == 1:  # an island
                size = Polygon([project(p) for p in outer]).area
                if size < SMALLEST_ISLAND or any(shape.distance(Point(p)) < 0.05 for p in LEFT_OUT):
                    unwanted |= used
                    continue
            countries.setdefault(name, []).append(inside)
            if name not in CYPRUS:
                wanted |= used
    return {n: unary_union(p) for n, p in countries.items()}, wanted - unwanted


def enlarge_cyprus(island: BaseGeometry) -> tuple[Polygon, float]:
    """Cyprus as drawn, and how much wider than it is: grown about its middle, then moved."""
    largest = max(parts_of(island.buffer(0.002)), key=lambda g: g.area)
    true = Polygon([project((x, y)) for x, y in shapely.get_coordinates(shapely.get_exterior_ring(largest))])
    factor = math.sqrt(CYPRUS_SHARE * WIDTH * HEIGHT / true.area)
    at = project(CYPRUS_AT)
    drawn = affinity.scale(true, factor, factor, origin="centroid")
    drawn = affinity.translate(drawn, at[0] - drawn.centroid.x, at[1] - drawn.centroid.y)
    return Polygon(shapely.get_coordinates(shapely.get_exterior_ring(drawn.simplify(TOLERANCE * 1.6)))), factor


def build_shapes(topology: dict[str, Any]) -> Shapes:
    """Partition the land of the page into provinces and land outside the game."""
    arcs = decode_arcs(topology)
    page = box(-40, -40, WIDTH + 40, HEIGHT + 40)
    where, wanted = read_countries(topology, arcs)
    cyprus, factor = enlarge_cyprus(unary_union([where.pop(n) for n in CYPRUS if n in where]))

    lines: list[BaseGeometry] = [page.exterior, cyprus.exterior]
    for number in sorted(wanted):
        for part in parts_of(LineString(arcs[number]).intersection(WINDOW)):
            if part.geom_type != "LineString" or part.is_empty:
                continue
            exact = LineString([project((x, y)) for x, y in part.coords])
            flat = exact.simplify(TOLERANCE, preserve_topology=False)
            if flat.intersects(page):
                lines.append(flat.intersection(page))

    def country_of(cell: Polygon) -> str:
        inner = cell.representative_point()
        if cyprus.contains(inner):
            return "Cyprus"
        lonlat = Point(unproject((inner.x, inner.y)))
        for name, area in where.items():
            if area.contains(lonlat):
                return name
        return "sea"

    def faces(parts: list[BaseGeometry]) -> list[Polygon]:
        noded = shapely.unary_union(shapely.set_precision(parts, GRID, mode="pointwise"), grid_size=GRID)
        return sorted(polygonize(noded), key=lambda f: f.bounds)

    for area in where.values():
        shapely.prepare(area)
    first = [(f, country_of(f)) for f in faces(lines)]

    masks: list[tuple[Polygon, Cut]] = []
    for cut in CUTS:
        rough = roughen([project(p) for p in cut.line], cut.rough, cut.name)
        masks.append((Polygon(rough + [project(p) for p in cut.back]).buffer(0), cut))
        within = unary_union([f for f, name in first if name in cut.countries])
        lines.append(LineString(rough).intersection(within))
    channels = unary_union(
        [
            LineString(roughen([project(p) for p in line], 0.06, f"strait{i}"))
            .buffer(width / 2, quad_segs=3)
            .simplify(0.3)
            for i, (line, width) in enumerate(STRAITS)
        ]
    )
    turkey = unary_union([f for f, name in first if name in ("Turkey", "Greece")])
    lines.append(channels.boundary.intersection(turkey))

    owned: dict[str, list[Polygon]] = {r.id: [] for r in REGIONS}
    idle: dict[str, list[Polygon]] = {}
    small: list[Polygon] = []
    for face in faces(lines):
        if face.area < 1.0:
            small.append(face)
            continue
        country = country_of(face)
        inner = face.representative_point()
        if country == "sea" or (country in ("Turkey", "Greece") and channels.contains(inner)):
            continue
        province = "cyp" if country == "Cyprus" else COUNTRIES.get(country, "")
        for mask, cut in masks:
            if country in cut.countries and mask.contains(inner):
                province = cut.province
                break
        if province == "sea":
            continue
        if province:
            owned[province].append(face)
        else:
            idle.setdefault(country, []).append(face)
    for face in small:  # slivers of crossing simplified arcs: to the neighbour with the longest border
        best, length = None, 0.05
        for bucket in [*owned.values(), *idle.values()]:
            shared = sum(face.intersection(f).length for f in bucket if f.distance(face) < GRID)
            if shared > length:
                best, length = bucket, shared
        if best is not None and face.boundary.length - length < 0.75 * face.boundary.length:
            best.append(face)

    provinces = {p: _tidy(unary_union(f)) for p, f in owned.items()}
    idle_areas = {n: unary_union(f) for n, f in sorted(idle.items())}
    land = unary_union([*provinces.values(), *idle_areas.values()])
    land = _tidy(land)
    edges = [
        edge
        for a, b in combinations(idle_areas.values(), 2)
        if a.intersects(b)
        for edge in parts_of(a.intersection(b))
        if edge.length > 0
    ]
    borders = linemerge(parts_of(unary_union(edges)))
    van = Point(project((43.3, 38.8)))
    massif = next(f for f in parts_of(idle_areas["Turkey"]) if f.contains(van))
    return Shapes(provinces, land, borders, massif, project(CYPRUS_AT), factor)


def _tidy(area: BaseGeometry, least: float = 8.0) -> BaseGeometry:
    """Drop specks and pinholes smaller than ``least`` square units."""
    parts = []
    for polygon in parts_of(area):
        if polygon.area < least:
            continue
        holes = [h for h in polygon.interiors if Polygon(h).area >= least]
        parts.append(Polygon(polygon.exterior, holes))
    parts.sort(key=lambda p: -p.area)
    return parts[0] if len(parts) == 1 else MultiPolygon(parts)


# --------------------------------------------------------------------------
# SVG


def num(value: float) -> str:
    """A coordinate with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def xy(point: XY) -> str:
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


SERIF = "'Libre Baskerville', Baskerville, Georgia, 'Noto Serif', 'Noto Serif JP', 'Noto Serif CJK JP', serif"
SERIF_JA = "'Noto Serif JP', 'Noto Serif CJK JP', 'Hiragino Mincho ProN', 'Yu Mincho', serif"
INK = "#2b2620"
SEA = "#5d8aa5"
SHALLOWS = ("#6a95ae", "#7aa2b8", "#8db1c3")
IDLE = "#b5b1a6"
LANE = "#b9ecff"
CASING = "#234a63"
PAPER = "#f3ecdc"
#: names of the seas: text, place (lon/lat), size, turn in degrees, letter spacing
SEAS: tuple[tuple[str, LonLat, float, float, float], ...] = (
    ("Mediterranean Sea", (20.8, 33.5), 19, 6, 2),
    ("Black Sea", (37.6, 42.95), 16, 5, 1),
    ("Caspian", (50.35, 42.7), 15, 0, 1.5),
    ("Sea", (50.6, 42.05), 15, 0, 1.5),
    ("Red Sea", (38.95, 18.5), 15, 57, 2),
    ("Persian Gulf", (50.6, 27.6), 13, 41, 0.2),
    ("Arabian Sea", (55.3, 13.9), 21, -10, 3),
)


#: names of land outside the game: text, place, size, turn, letter spacing
IDLE_NAMES: tuple[tuple[str, LonLat, float, float, float], ...] = (
    ("LIBYA", (22.6, 29.9), 15, 9, 5),
    ("CHAD", (21.3, 18.6), 14, 12, 4),
    ("ETHIOPIA", (38.6, 13.1), 13, 2, 2),
    ("BULGARIA", (25.2, 42.5), 12, 8, 2),
    ("KAZAKHSTAN", (68.2, 46.1), 15, -9, 5),
    ("PAKISTAN", (66.6, 27.9), 15, -10, 4),
)


def place(region: Region, shapes: Shapes) -> dict[str, XY]:
    """Where centre, unit, dislodged unit and label of a region stand on the page."""
    if region.id != "cyp":
        return {
            "centre": project(region.centre),
            "unit": project(region.unit),
            "dislodged": project(region.dislodged),
            "label": project(region.label),
        }
    x, y = shapes.cyprus_middle
    return {"centre": (x + 19, y - 3), "unit": (x - 25, y + 7), "dislodged": (x - 7, y + 1), "label": (x - 99, y + 32)}


def lane_points(key: str, shapes: Shapes) -> list[XY]:
    """The points of a lane on the page."""
    out = []
    for point in LANES[key]:
        if isinstance(point, str):
            _, dx, dy = point.split()
            out.append((shapes.cyprus_middle[0] + float(dx), shapes.cyprus_middle[1] + float(dy)))
        else:
            out.append(project(point))
    return out


def lane_path(points: Sequence[XY]) -> str:
    """Path data of a lane."""
    return f"M{xy(points[0])}C" + " ".join(" ".join(map(xy, seg)) for seg in bezier(points))


def cannon(x: float, y: float, ink: str, paper: str, size: float = 1.0) -> list[str]:
    """A field gun, about 19 units wide."""

    def p(*points: XY) -> str:
        return " ".join(xy((x + px * size, y + py * size)) for px, py in points)

    s = size
    return [
        f'<path d="M{p((-9.6, 5.6), (-8.4, 6.9), (0.6, 1.6), (-0.6, -0.6))}Z" fill="{ink}"/>',
        f'<path d="M{p((-6.2, 0.2), (8.7, -6.9), (9.9, -4.4), (-4.6, 3.6), (-6.6, 3.2))}Z" fill="{ink}"/>',
        (
            f'<circle cx="{num(x - 0.4 * s)}" cy="{num(y + 2.6 * s)}" r="{num(4.5 * s)}" fill="{paper}" '
            f'stroke="{ink}" stroke-width="{num(1.7 * s)}"/>'
        ),
        f'<circle cx="{num(x - 0.4 * s)}" cy="{num(y + 2.6 * s)}" r="{num(1.3 * s)}" fill="{ink}"/>',
    ]


def token(x: float, y: float, colour: str, radius: float = 14.0) -> list[str]:
    """The body of an army token: a counter with a gun on it."""
    k = radius / 14.0
    dark = sum(int(colour[i : i + 2], 16) * w for i, w in ((1, 0.3), (3, 0.59), (5, 0.11))) < 118
    ink = "#ffffff" if dark else INK
    return [
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{colour}" stroke="{INK}" stroke-width="1.6"/>',
        (
            f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius - 2.2 * k)}" fill="none" stroke="#ffffff" '
            f'stroke-width="{num(1.3 * k)}" stroke-opacity="0.85"/>'
        ),
        *cannon(x, y + 0.6 * k, ink, colour if dark else "#ffffff", 1.16 * k),
    ]


def centre_symbol(x: float, y: float, colour: str, scale: float = 1.0) -> list[str]:
    """The body of a supply centre: a dot in a ring."""
    return [
        (
            f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(7.4 * scale)}" fill="{colour}" stroke="{INK}" '
            f'stroke-width="{num(1.6 * scale)}"/>'
        ),
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(3.1 * scale)}" fill="{INK}"/>',
    ]


def text(x: float, y: float, body: str, size: float, more: str = "") -> str:
    """One line of text."""
    return f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}"{more}>{body}</text>'


def graticule() -> str:
    """Meridians and parallels every ten degrees, as path data."""
    lines = [[project((lon, lat / 2)) for lat in range(0, 131, 4)] for lon in range(-10, 111, 10)]
    lines += [[project((lon, lat)) for lon in range(-10, 111, 2)] for lat in range(0, 61, 10)]
    page = box(-5, -5, WIDTH + 5, HEIGHT + 5)
    return "".join(path_of(LineString(line).intersection(page)) for line in lines)


def draw(shapes: Shapes) -> str:
    """The whole map as SVG text."""
    page = Page()
    page.add('<?xml version="1.0" encoding="UTF-8"?>')
    page.open(
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="{num(WIDTH)}" '
        f'height="{num(HEIGHT)}" viewBox="0 0 {num(WIDTH)} {num(HEIGHT)}" version="1.1">'
    )
    page.add(
        "<title>Yubani: Twitter Mini Diplomacy, Middle East</title>",
        "<desc>Variant by @yubani_. Coastlines: Natural Earth (public domain). Map: CC BY 4.0.</desc>",
    )
    _background(page, shapes)
    _provinces(page, shapes)
    _things(page, shapes)
    _labels(page, shapes)
    _foreground(page, shapes)
    page.close("svg")
    return "\n".join(page.lines) + "\n"


def _background(page: Page, shapes: Shapes) -> None:
    page.layer("background")
    page.add(f'<rect {named("sea")} x="0" y="0" width="{num(WIDTH)}" height="{num(HEIGHT)}" fill="{SEA}"/>')
    page.add(
        f'<path {named("graticule")} d="{graticule()}" fill="none" stroke="#dcebf2" stroke-opacity="0.28" stroke-width="0.8"/>'
    )
    page.open(f'<g {named("shallows")} fill="none" stroke-linejoin="round">')
    for i, (width, colour) in enumerate(zip((26, 15, 6), SHALLOWS, strict=True)):
        name = f"shallows {i + 1}"
        page.add(
            f'<use {named(name)} xlink:href="#land" stroke="{colour}" stroke-opacity="0.75" stroke-width="{width}"/>'
        )
    page.close()
    page.open(f'<g {named("idle land")} fill="{IDLE}" stroke="#46423a" stroke-width="1">')
    page.add(f'<path {named("land")} d="{path_of(shapes.land)}" fill-rule="evenodd" style="stroke-linejoin:round"/>')
    page.close()
    page.add(
        f'<path {named("idle borders")} d="{path_of(shapes.idle_borders)}" fill="none" stroke="#d3d0c7" '
        f'stroke-width="1.1" stroke-linejoin="round"/>'
    )
    page.open(
        f'<g {named("idle names")} font-family="{SERIF}" font-style="italic" fill="#85806f" text-anchor="middle">'
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
    page.open(f"<g {named('massif')}>")
    page.add(f'<path {named("massif ground")} d="{path_of(shapes.massif)}" fill="#8f897c"/>')
    lake = [
        (42.35, 38.45),
        (42.6, 38.35),
        (42.95, 38.35),
        (43.25, 38.4),
        (43.32, 38.62),
        (43.2, 38.8),
        (43.45, 38.95),
        (43.55, 39.02),
        (43.3, 38.98),
        (43.0, 38.88),
        (42.75, 38.75),
        (42.5, 38.68),
    ]
    ring = Polygon(roughen([project(p) for p in [*lake, lake[0]]], 0.1, "van"))
    page.add(
        f'<path {named("lake van")} d="{path_of(ring)}" fill="{SHALLOWS[1]}" stroke="#46423a" stroke-width="0.9"/>'
    )
    for i, (lon, lat, size) in enumerate(
        (
            (44.2, 39.62, 13.0),
            (43.75, 39.85, 8.5),
            (43.2, 39.55, 9.0),
            (43.65, 39.3, 8.5),
            (42.85, 39.2, 7.5),
            (43.9, 38.75, 9.0),
            (44.0, 38.3, 8.0),
            (43.4, 39.95, 7.0),
        )
    ):
        x, y = project((lon, lat))
        s = size / 2
        page.add(
            f'<path {named(f"peak {i + 1}")} d="M{xy((x - s, y + s * 0.8))} {xy((x, y - s * 0.8))} {xy((x + s, y + s * 0.8))}Z" '
            f'fill="#e9e6de" stroke="#46423a" stroke-width="0.9" stroke-linejoin="round"/>',
            f'<path {named(f"peak {i + 1} shade")} d="M{xy((x, y - s * 0.8))} {xy((x + s, y + s * 0.8))} {xy((x + s * 0.15, y + s * 0.8))}Z" fill="#6f695d"/>',
        )
    page.close()
    page.open(f'<g {named("lane casings")} fill="none" stroke="{CASING}" stroke-width="6.6" stroke-opacity="0.85">')
    for key in LANES:
        page.add(f'<path {named(f"casing {key}")} d="{lane_path(lane_points(key, shapes))}"/>')
    page.close()
    page.close()


def _provinces(page: Page, shapes: Shapes) -> None:
    page.layer("provinces", f' stroke="{INK}" stroke-width="1.3" stroke-linejoin="round" fill-rule="evenodd"')
    for region in REGIONS:
        fill = POWER[region.home].tint if region.home else NEUTRAL_TINT
        page.add(
            f'<path {named(region.id)} data-province="{region.id}" data-terrain="land" '
            f'data-name={quoteattr(region.name)} fill="{fill}" d="{path_of(shapes.provinces[region.id])}"/>'
        )
    page.close()


def _things(page: Page, shapes: Shapes) -> None:
    page.layer("passages", f' fill="none" stroke="{LANE}" stroke-width="3.6" stroke-linecap="round"')
    for key in LANES:
        page.add(
            f'<path {named(f"passage {key} army sea-lane")} data-passage="{key}" data-units="army" '
            f'data-kind="sea-lane" fill="none" d="{lane_path(lane_points(key, shapes))}"/>'
        )
    page.close()
    page.layer("centres")
    for region in REGIONS:
        name = f"centre {region.id}" + (f":{region.home}" if region.home else "")
        page.open(f"<g {named(name)}>")
        colour = POWER[region.home].colour if region.home else NEUTRAL_COLOUR
        page.add(*centre_symbol(*place(region, shapes)["centre"], "#ffffff" if region.home else colour))
        page.close()
    page.close()
    page.layer("units")
    for region in REGIONS:
        if region.home:
            page.open(f"<g {named(f'unit A {region.id}:{region.home}')}>")
            page.add(*token(*place(region, shapes)["unit"], POWER[region.home].colour))
            page.close()
    page.close()
    page.layer("anchors", ' style="display:none"')
    for region in REGIONS:
        at = place(region, shapes)
        for kind, colour in (
            ("unit", "#d00000"),
            ("dislodged", "#d07000"),
            ("centre", "#000000"),
            ("label", "#0050d0"),
        ):
            x, y = at[kind]
            page.add(
                f'<circle {named(f"anchor {kind} {region.id}")} cx="{num(x)}" cy="{num(y)}" r="2" fill="{colour}"/>'
            )
    page.close()


def _labels(page: Page, shapes: Shapes) -> None:
    page.layer("labels", f' font-family="{SERIF}" text-anchor="middle" fill="{INK}"')
    for region in REGIONS:
        x, y = place(region, shapes)["label"]
        small = max(12.5, region.size * 0.66)
        abbreviation = f'<tspan dx="{num(small * 0.45)}" font-style="italic">{region.id.capitalize()}</tspan>'
        if region.id == "gre":  # no room for it
            abbreviation = ""
        page.open(
            f'<text {named(f"label {region.id}")} x="{num(x)}" y="{num(y)}" font-size="{num(region.size)}" '
            f'stroke="#ffffff" stroke-opacity="{0.8 if region.id == "cyp" else 0.45}" stroke-width="2.4" stroke-linejoin="round" paint-order="stroke">'
        )
        page.add(
            f'<tspan x="{num(x)}" y="{num(y)}" font-weight="700">{region.name}</tspan>'
            f'<tspan x="{num(x)}" y="{num(y + small * 1.22)}" font-size="{num(small)}">'
            f'<tspan font-family="{SERIF_JA}" font-weight="600">{region.name_ja}</tspan>'
            f"{abbreviation}</tspan>"
        )
        page.close("text")
    page.close()


def _foreground(page: Page, shapes: Shapes) -> None:
    page.layer("foreground", f' font-family="{SERIF}" fill="{INK}"')
    page.open(f'<g {named("lane ends")} fill="{LANE}" stroke="{CASING}" stroke-width="1.3">')
    for key in LANES:
        points = lane_points(key, shapes)
        for which, (x, y) in (("from", points[0]), ("to", points[-1])):
            page.add(f'<circle {named(f"lane end {key} {which}")} cx="{num(x)}" cy="{num(y)}" r="3.4"/>')
    page.close()

    page.open(f'<g {named("sea names")} font-style="italic" fill="#eaf4f8" text-anchor="middle">')
    for name, at, size, turn, spacing in SEAS:
        x, y = project(at)
        page.add(
            text(
                x,
                y,
                name,
                size,
                f' {named(f"sea name {name}")} letter-spacing="{num(spacing)}" transform="rotate({num(turn)} {xy((x, y))})"',
            )
        )
    page.close()
    x, y = shapes.cyprus_middle
    lx, ly = place(REGION["cyp"], shapes)["label"]
    page.add(
        f'<path {named("leader cyp")} d="M{xy((lx + 37, ly - 8))} {xy((x - 42, y + 14))}" fill="none" stroke="{INK}" stroke-width="1.2"/>'
    )

    # frame
    m = MARGIN
    page.open(f"<g {named('frame')}>")
    page.add(
        f'<path {named("frame paper")} fill="{PAPER}" fill-rule="evenodd" d="M0,0H{num(WIDTH)}V{num(HEIGHT)}H0Z'
        f'M{num(m)},{num(m)}V{num(HEIGHT - m)}H{num(WIDTH - m)}V{num(m)}Z"/>',
        f'<rect {named("frame inner")} x="{num(m)}" y="{num(m)}" width="{num(WIDTH - 2 * m)}" height="{num(HEIGHT - 2 * m)}" fill="none" stroke="{INK}" stroke-width="2"/>',
        f'<rect {named("frame outer")} x="{num(m - 6)}" y="{num(m - 6)}" width="{num(WIDTH - 2 * m + 12)}" height="{num(HEIGHT - 2 * m + 12)}" fill="none" stroke="{INK}" stroke-width="0.8"/>',
    )
    page.close()
    _compass(page)
    _title(page)
    _legend(page)
    page.close()


def _cartouche(page: Page, name: str, x: float, y: float, w: float, h: float) -> None:
    page.add(
        f'<rect {named(f"{name} paper")} x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}" fill="{PAPER}" stroke="{INK}" stroke-width="1.6"/>',
        f'<rect {named(f"{name} inner rule")} x="{num(x + 5)}" y="{num(y + 5)}" width="{num(w - 10)}" height="{num(h - 10)}" fill="none" stroke="{INK}" stroke-width="0.7"/>',
    )


def _title(page: Page) -> None:
    x, y, w, h = 40.0, 40.0, 350.0, 122.0
    page.open(f'<g {named("title")} text-anchor="middle">')
    _cartouche(page, "title", x, y, w, h)
    mid = x + w / 2
    page.add(
        text(mid, y + 51, "YUBANI", 38, f' {named("title name")} font-weight="700" letter-spacing="9"'),
        text(
            mid, y + 78, "Twitter Mini Diplomacy: Middle East", 16.5, f' {named("title english")} font-style="italic"'
        ),
        text(
            mid,
            y + 103,
            "ツイッター・ミニ・ディプロマシー 中東",
            15,
            f' {named("title japanese")} font-family="{SERIF_JA}" font-weight="600"',
        ),
    )
    page.close()


def _compass(page: Page) -> None:
    x, y, r = 112.0, 668.0, 40.0
    page.open(f'<g {named("compass")} stroke="{INK}" stroke-width="0.9" stroke-linejoin="round">')
    page.add(f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r * 0.62)}" fill="none"/>')
    for k in (1, 3, 5, 7, 0, 2, 4, 6):
        turn = math.pi / 4 * k
        length = r if k % 2 == 0 else r * 0.6

        def at(radius: float, angle: float) -> XY:
            return (x + radius * math.sin(angle), y - radius * math.cos(angle))

        for side, fill in ((-1, PAPER), (1, INK)):
            points = ((x, y), at(length * 0.26, turn + side * math.pi / 4), at(length, turn))
            page.add(f'<path d="M{" ".join(map(xy, points))}Z" fill="{fill}"/>')
    page.close()
    page.add(text(x, y - r - 6, "N", 17, f' {named("compass north")} font-weight="700" text-anchor="middle"'))
    page.open(f'<g {named("scale")} font-size="12.5" text-anchor="middle">')
    unit = 250 / KM_PER_UNIT
    left, top = x - unit, y + r + 30
    for k, fill in ((0, INK), (1, PAPER)):
        page.add(
            f'<rect x="{num(left + k * unit)}" y="{num(top)}" width="{num(unit)}" height="5" fill="{fill}" stroke="{INK}" stroke-width="0.9"/>'
        )
    for k, label in enumerate(("0", "250", "500 km")):
        page.add(text(left + k * unit, top + 18, label, 12.5))
    page.close()


def _legend(page: Page) -> None:
    w, h = 306.0, 386.0
    x, y = WIDTH - 40 - w, HEIGHT - 40 - h
    page.open(f'<g {named("legend")} font-size="13">')
    _cartouche(page, "legend", x, y, w, h)
    left, second = x + 22, x + 168
    ja = f' font-family="{SERIF_JA}" font-weight="600"'
    page.add(
        text(
            x + w / 2,
            y + 32,
            "The Powers in 2021",
            17,
            f' {named("legend heading")} font-weight="700" text-anchor="middle" letter-spacing="0.6"',
        )
    )
    top = y + 54
    rows = [(p.id, p.tint, p.colour, p.name, p.name_ja) for p in POWERS]
    rows += [("neutral", NEUTRAL_TINT, "", "Neutral", "中立"), ("idle", IDLE, "", "Not in play", "進入不可")]
    for i, (key, tint, colour, name, name_ja) in enumerate(rows):
        row = top + i * 21.0
        page.open(f"<g {named(f'legend {key}')}>")
        page.add(
            f'<rect x="{num(left)}" y="{num(row - 7.5)}" width="30" height="15" fill="{tint}" stroke="{INK}" stroke-width="0.9"/>'
        )
        if colour:
            page.add(
                f'<circle cx="{num(left + 15)}" cy="{num(row)}" r="5.4" fill="{colour}" stroke="{INK}" stroke-width="1"/>'
            )
        page.add(text(left + 41, row + 4.5, name, 13), text(second, row + 4.5, name_ja, 11, ja))
        page.close()
    rule = top + 8 * 21.0 + 17
    page.add(
        f'<path {named("legend rule")} d="M{xy((left, rule))} {xy((x + w - 22, rule))}" fill="none" stroke="{INK}" stroke-width="0.7"/>'
    )
    row = rule + 17
    page.open(f"<g {named('legend symbols')}>")
    page.add(
        *centre_symbol(left + 15, row, "#ffffff"),
        text(left + 41, row + 4.5, "Supply centre", 13),
        text(second, row + 4.5, "供給拠点", 11, ja),
    )
    row += 25
    page.add(
        *token(left + 15, row, "#d9d4c6", 11.0),
        text(left + 41, row + 4.5, "Army", 13),
        text(second, row + 4.5, "陸軍", 11, ja),
    )
    row += 25
    wave = f"M{xy((left, row + 2))}C{xy((left + 10, row - 6))} {xy((left + 20, row + 6))} {xy((left + 30, row - 2))}"
    page.add(
        f'<rect x="{num(left - 3)}" y="{num(row - 8)}" width="36" height="16" fill="{SEA}"/>',
        f'<path d="{wave}" fill="none" stroke="{CASING}" stroke-width="6.6" stroke-opacity="0.85"/>',
        f'<path d="{wave}" fill="none" stroke="{LANE}" stroke-width="3.6" stroke-linecap="round"/>',
        text(left + 41, row + 4.5, "Sea lane", 13),
        text(second, row + 4.5, "海路", 11, ja),
        text(left + 41, row + 21, "armies move and support along it", 12, ' font-style="italic"'),
    )
    page.close()
    page.add(
        text(
            x + w / 2,
            y + h - 31,
            "Variant by @yubani_",
            11,
            f' {named("credit variant")} text-anchor="middle" font-style="italic"',
        ),
        text(
            x + w / 2,
            y + h - 16,
            "Coastlines: Natural Earth · Map: CC BY 4.0",
            11,
            f' {named("credit map")} text-anchor="middle" font-style="italic"',
        ),
    )
    page.close()


def main(arguments: Iterable[str]) -> int:
    """Command line: folder of the world-atlas package, output file."""
    folder, *rest = list(arguments)
    topology = json.loads((Path(folder) / "countries-10m.json").read_text(encoding="utf-8"))
    out = Path(rest[0]) if rest else Path(__file__).with_name("map.svg")
    out.write_text(draw(build_shapes(topology)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
