"""Make the first drawing of the Philadelphia map.

The drawing of record is ``map.svg``: it is meant to be edited by hand, in
Inkscape or any other editor, and this script is not part of any build.  It is
kept so that everybody can see how the shapes came about, and can start again
from them.  It reads nothing; all places are in the tables below::

    python draw_map.py map.svg

How it works:

1.  The courses of the Schuylkill and the Delaware (longitude and latitude,
    our own) are put on a page that is stretched in the middle, along x and
    along y, so that the dense centre of the city gets room.  Round these
    courses the two rivers are drawn, several times as wide as they are.
2.  The rivers part the ground into three: the city between the rivers, the
    west, New Jersey.  Each is shared out among its provinces by distance from
    the points of :data:`SITES` (a power diagram).  The points were found by a
    search for the places nearest to the real ones with which each two
    provinces that ought to be neighbours share a good stretch of border, and
    no others touch.
3.  All lines are noded, and cut into arcs that end where three areas meet.
    Each arc is drawn anew, once: as streets of the local grid, as a creek, as
    a wandering line, or as a zig-zag line across a river.  An arc that would
    cross another is drawn flatter.  Provinces are put together from arcs,
    therefore neighbours share their vertices: no gaps, no slivers.
4.  Bridges, centres, labels and the places for units are put where there is
    most room.

The output depends on nothing else: same bytes every time.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import numpy as np
import shapely
from shapely import affinity
from shapely.geometry import LineString, MultiLineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, polygonize, unary_union

LonLat = tuple[float, float]
XY = tuple[float, float]

# --------------------------------------------------------------------------
# Page and projection

WIDTH, HEIGHT = 1600.0, 1200.0
MARGIN = 20.0  #: width of the paper border around the map, in user units
GRID = 0.01  #: all coordinates are multiples of this
#: what the longitudes and latitudes in degrees are on the page, in user units; straight in between
STRETCH_X = (
    (-75.37, 15.0),
    (-75.30, 150.0),
    (-75.225, 395.0),
    (-75.19, 600.0),
    (-75.165, 735.0),
    (-75.12, 960.0),
    (-75.06, 1165.0),
    (-74.98, 1400.0),
    (-74.90, 1600.0),
)
STRETCH_Y = (
    (39.84, 1195.0),
    (39.86, 1140.0),
    (39.895, 1020.0),
    (39.985, 608.0),
    (40.0, 535.0),
    (40.065, 280.0),
    (40.13, 20.0),
)


def project(point: LonLat) -> XY:
    """Longitude and latitude in degrees to user units of the page."""
    (x_from, x_to), (y_from, y_to) = np.array(STRETCH_X).T, np.array(STRETCH_Y).T
    return float(np.interp(point[0], x_from, x_to)), float(np.interp(point[1], y_from, y_to))


# --------------------------------------------------------------------------
# The variant: powers and provinces


@dataclass(frozen=True)
class Power:
    """A power: ``colour`` for tables and units, ``tint`` for its home provinces."""

    id: str
    name: str
    colour: str
    tint: str
    homes: tuple[str, str, str]


POWERS = (
    Power("mob", "The Mob", "#333333", "#8e9199", ("pbr", "std", "nvy")),
    Power("brook", "The 'Brook", "#3fae74", "#79ca93", ("osg", "wph", "ovb")),
    Power("hood", "The 'Hood", "#8e44ad", "#b488ca", ("las", "nph", "str")),
    Power("gentry", "The Gentry", "#cdad29", "#f0cf61", ("chh", "rox", "mnk")),
    Power("greatnortheast", "The Great Northeast", "#2d6cdf", "#83a6f9", ("red", "air", "fox")),
    Power("riverwards", "The River Wards", "#dd4800", "#f1a05f", ("tac", "prt", "ken")),
    Power("southwest", "The Southwest", "#b0302b", "#dc684d", ("psk", "elm", "eas")),
)
HOME = {home: power for power in POWERS for home in power.homes}

#: provinces: name, terrain, whether there is a supply centre
PROVINCES: dict[str, tuple[str, str, bool]] = {
    "pbr": ("Point Breeze", "coast", True),
    "std": ("Stadium", "coast", True),
    "nvy": ("Navy Yard", "coast", True),
    "osg": ("Osage", "land", True),
    "wph": ("West Philadelphia", "coast", True),
    "ovb": ("Overbrook", "land", True),
    "las": ("La Salle", "land", True),
    "nph": ("North Philadelphia", "land", True),
    "str": ("Strawberry Mansion", "coast", True),
    "chh": ("Chestnut Hill", "land", True),
    "rox": ("Roxborough", "coast", True),
    "mnk": ("Manayunk", "coast", True),
    "red": ("Red Lion", "land", True),
    "air": ("Airport", "land", True),
    "fox": ("Fox Chase", "land", True),
    "tac": ("Tacony", "coast", True),
    "prt": ("Port Richmond", "coast", True),
    "ken": ("Kensington", "land", True),
    "psk": ("Passyunk", "coast", True),
    "elm": ("Elmwood", "land", True),
    "eas": ("Eastwick", "coast", True),
    "stj": ("St. Joseph's", "land", True),
    "tem": ("Temple", "land", True),
    "vil": ("Villanova", "coast", True),
    "uni": ("University", "coast", True),
    "cen": ("Center City", "coast", True),
    "soc": ("Society Hill", "coast", True),
    "fsh": ("Fishtown", "coast", True),
    "ger": ("Germantown", "land", True),
    "oln": ("Olney", "land", True),
    "frk": ("Frankford", "land", True),
    "may": ("Mayfair", "land", True),
    "tor": ("Torresdale", "coast", True),
    "cam": ("Camden", "coast", True),
    "chy": ("Cherry Hill", "land", True),
    "glo": ("Gloucester City", "coast", True),
    "pen": ("Pennsauken", "coast", True),
    "pal": ("Palmyra", "coast", True),
    "upd": ("Upper Darby", "land", True),
    "chl": ("Cheltenham", "land", True),
    "con": ("Conshohocken", "coast", True),
    "kng": ("Kingsessing", "coast", True),
    "tin": ("Tinicum", "coast", True),
    "mta": ("Mount Airy", "land", False),
    "efa": ("East Falls", "coast", False),
    "frm": ("Fairmount", "coast", False),
    "nlb": ("Northern Liberties", "coast", False),
    "nic": ("Nicetown", "land", False),
    "oak": ("Oak Lane", "land", False),
    "rhn": ("Rhawnhurst", "land", False),
    "bus": ("Bustleton", "land", False),
    "ben": ("Bensalem", "coast", False),
    "bri": ("Bridesburg", "coast", False),
    "oxf": ("Oxford Circle", "land", False),
    "hun": ("Hunting Park", "land", False),
    "wyn": ("Wynnefield", "coast", False),
    "bal": ("Bala Cynwyd", "coast", False),
    "drb": ("Darby", "land", False),
    "swk": ("Southwark", "coast", False),
    "gry": ("Grays Ferry", "coast", False),
    "col": ("Collingswood", "land", False),
    "cin": ("Cinnaminson", "coast", False),
    "hol": ("Holmesburg", "coast", False),
    "hav": ("Haverford", "land", False),
    "jen": ("Jenkintown", "land", False),
    "dep": ("Deptford", "coast", False),
    "mpl": ("Maple Shade", "land", False),
    "r1": ("Flat Rock", "sea", False),
    "r2": ("Falls", "sea", False),
    "r3": ("Central", "sea", False),
    "r4": ("Mouth of Schuylkill", "sea", False),
    "r5": ("Mifflin", "sea", False),
    "r6": ("Ben Franklin", "sea", False),
    "r7": ("Betsy Ross", "sea", False),
    "r8": ("Upper Delaware", "sea", False),
}
RIVERS = ("r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8")

#: the bridges: direct passages for armies; one end in the first province, the other in the second
BRIDGES: dict[str, tuple[XY, XY]] = {
    "con-vil": ((193, 222), (178, 310)),
    "bal-mnk": ((294, 419), (369, 356)),
    "efa-wyn": ((530, 449), (450, 524)),
    "str-wyn": ((621, 514), (486, 530)),
    "frm-wph": ((600, 621), (471, 638)),
    "cen-uni": ((695, 733), (602, 728)),
    "gry-kng": ((602, 836), (514, 765)),
    "pbr-psk": ((601, 921), (488, 893)),
    "eas-nvy": ((434, 962), (542, 972)),
    "glo-std": ((941, 1027), (805, 984)),
    "cam-soc": ((934, 806), (829, 800)),
    "bri-pen": ((1080, 591), (1161, 661)),
    "pal-tac": ((1314, 531), (1256, 431)),
}

# --------------------------------------------------------------------------
# The ground

#: the course of the Schuylkill from above Conshohocken to its mouth
SCHUYLKILL: tuple[LonLat, ...] = (
    (-75.378, 40.087),
    (-75.355, 40.0885),
    (-75.335, 40.086),
    (-75.318, 40.079),
    (-75.303, 40.069),
    (-75.285, 40.068),
    (-75.272, 40.059),
    (-75.253, 40.046),
    (-75.24, 40.034),
    (-75.226, 40.024),
    (-75.212, 40.013),
    (-75.199, 40.008),
    (-75.193, 40.003),
    (-75.195, 39.998),
    (-75.203, 39.992),
    (-75.206, 39.984),
    (-75.2, 39.977),
    (-75.19, 39.971),
    (-75.182, 39.964),
    (-75.181, 39.955),
    (-75.184, 39.948),
    (-75.196, 39.943),
    (-75.206, 39.938),
    (-75.203, 39.931),
    (-75.197, 39.926),
    (-75.2, 39.918),
    (-75.209, 39.911),
    (-75.211, 39.902),
    (-75.202, 39.895),
    (-75.194, 39.885),
)
#: the course of the Delaware, from the bend below Trenton down to Essington
DELAWARE: tuple[LonLat, ...] = (
    (-74.905, 40.088),
    (-74.925, 40.073),
    (-74.95, 40.055),
    (-74.975, 40.043),
    (-75.0, 40.027),
    (-75.02, 40.013),
    (-75.043, 40.006),
    (-75.058, 39.997),
    (-75.072, 39.983),
    (-75.09, 39.973),
    (-75.108, 39.967),
    (-75.125, 39.962),
    (-75.134, 39.953),
    (-75.136, 39.943),
    (-75.133, 39.931),
    (-75.128, 39.919),
    (-75.128, 39.907),
    (-75.136, 39.897),
    (-75.15, 39.888),
    (-75.17, 39.881),
    (-75.2, 39.88),
    (-75.23, 39.873),
    (-75.27, 39.863),
    (-75.31, 39.857),
    (-75.345, 39.853),
    (-75.38, 39.849),
)
HALF_SCHUYLKILL, HALF_DELAWARE = 33.0, 41.0  #: half the widths on the page

#: where the zig-zag lines cross: river, way from its upper end in user units, turn in degrees, upper and lower space
CUTS: tuple[tuple[str, float, float, str, str], ...] = (
    ("schuylkill", 444.0, 0.0, "r1", "r2"),
    ("schuylkill", 787.0, 0.0, "r2", "r3"),
    ("schuylkill", 1191.0, -25.0, "r3", "r4"),
    ("delaware", 479.0, 0.0, "r8", "r7"),
    ("delaware", 840.0, 0.0, "r7", "r6"),
    ("delaware", 1140.0, 0.0, "r6", "r5"),
)
MOUTH: tuple[XY, ...] = ((410.0, 1030.0), (610.0, 1012.0))  #: where the Schuylkill ends, in user units

#: the edge of the playable area, clockwise from Conshohocken, in user units
EDGE: tuple[XY, ...] = (
    (58, 190),
    (120, 165),
    (200, 152),
    (300, 146),
    (400, 142),
    (440, 135),
    (470, 105),
    (540, 84),
    (620, 92),
    (700, 80),
    (800, 54),
    (930, 46),
    (1050, 66),
    (1115, 80),
    (1180, 56),
    (1290, 38),
    (1400, 42),
    (1500, 46),
    (1562, 80),
    (1572, 200),
    (1558, 300),
    (1525, 420),
    (1510, 560),
    (1490, 690),
    (1450, 780),
    (1370, 838),
    (1265, 862),
    (1205, 890),
    (1180, 965),
    (1140, 1050),
    (1075, 1095),
    (1010, 1140),
    (930, 1162),
    (800, 1169),
    (690, 1171),
    (600, 1158),
    (572, 1125),
    (560, 1085),
    (300, 1120),
    (65, 1140),
    (60, 1080),
    (65, 1010),
    (100, 900),
    (95, 800),
    (70, 720),
    (48, 640),
    (38, 560),
    (44, 440),
    (30, 380),
    (35, 290),
)
#: the rivers are drawn inside this
RIVER_WINDOW: tuple[XY, ...] = (
    (20, 150), (20, 1180), (1400, 1180), (1580, 290), (1580, 40),
)  # fmt: skip
#: a point of each of the three parts of the land
PARTS = {"m": (800.0, 420.0), "w": (250.0, 620.0), "j": (1150.0, 760.0)}

#: who gets which ground: province, part of the land, point (user units), weight
SITES: tuple[tuple[str, str, float, float, float], ...] = (
    ("pbr", "m", 639.8, 927.2, -2063),
    ("std", "m", 755.4, 1062.1, 6755),
    ("nvy", "m", 618.3, 1012.6, -275),
    ("osg", "w", 319.6, 728.4, -5157),
    ("wph", "w", 472.9, 663.9, 2256),
    ("ovb", "w", 305.0, 643.2, -8355),
    ("las", "m", 779.5, 336.8, -5865),
    ("nph", "m", 773.7, 519.2, 690),
    ("str", "m", 686.1, 546.8, -1341),
    ("chh", "m", 501.4, 54.3, 38103),
    ("rox", "m", 498.7, 224.8, 12912),
    ("mnk", "m", 499.4, 366.6, -1409),
    ("red", "m", 1322.1, 37.8, 12719),
    ("air", "m", 1410.9, 211.4, 11383),
    ("fox", "m", 1049.2, 99.6, 18117),
    ("tac", "m", 1196.1, 468.2, 9615),
    ("prt", "m", 1026.3, 575.7, 5524),
    ("ken", "m", 946.6, 563.6, 620),
    ("psk", "w", 432.2, 861.7, 1182),
    ("elm", "w", 339.0, 827.0, -2798),
    ("eas", "w", 362.4, 992.7, 6406),
    ("stj", "w", 271.5, 465.8, -3510),
    ("tem", "m", 774.1, 531.5, 462),
    ("vil", "w", 158.2, 309.7, 2393),
    ("uni", "w", 501.1, 693.7, 2729),
    ("cen", "m", 694.0, 778.1, -651),
    ("soc", "m", 826.7, 755.1, -1073),
    ("fsh", "m", 938.2, 645.2, 2361),
    ("ger", "m", 607.2, 296.1, 737),
    ("oln", "m", 936.3, 266.2, -4426),
    ("frk", "m", 1071.3, 387.4, 8090),
    ("may", "m", 1147.7, 333.0, 8888),
    ("tor", "m", 1507.1, 274.4, 28134),
    ("cam", "j", 835.1, 682.2, 34232),
    ("chy", "j", 1365.9, 1044.6, 19204),
    ("glo", "j", 890.4, 986.0, -11548),
    ("pen", "j", 1061.9, 704.6, -43886),
    ("pal", "j", 1127.7, 329.1, 31559),
    ("upd", "w", 102.9, 738.2, -10442),
    ("chl", "m", 1001.2, 147.1, 10080),
    ("con", "m", -959.7, 937.5, 31008),
    ("kng", "w", 457.1, 782.6, 2221),
    ("tin", "w", 332.2, 1099.4, 25893),
    ("mta", "m", 619.3, 208.9, 5200),
    ("efa", "m", 554.6, 367.4, -12),
    ("frm", "m", 661.0, 617.1, -864),
    ("nlb", "m", 831.1, 714.9, -1414),
    ("nic", "m", 751.4, 444.8, -2741),
    ("oak", "m", 820.8, 189.6, -3893),
    ("rhn", "m", 1182.8, 248.7, 6166),
    ("bus", "m", 1230.3, 114.1, 6094),
    ("ben", "m", 1517.2, 181.6, 25434),
    ("bri", "m", 1130.4, 557.7, 12987),
    ("oxf", "m", 1089.0, 313.6, 9492),
    ("hun", "m", 823.3, 410.0, -5609),
    ("wyn", "w", 400.4, 519.9, -5235),
    ("bal", "w", 285.0, 394.1, 5205),
    ("drb", "w", 233.5, 862.7, -7581),
    ("swk", "m", 791.5, 978.7, -4898),
    ("gry", "m", 609.6, 806.3, 5288),
    ("col", "j", 1203.1, 1083.5, 329),
    ("cin", "j", 1462.7, 256.8, 15847),
    ("hol", "m", 1337.6, 373.7, 7401),
    ("hav", "w", 118.1, 501.9, -6632),
    ("jen", "m", 788.1, -14.4, 32706),
    ("dep", "j", 81.2, 2089.0, -18885),
    ("mpl", "j", 1494.1, 870.5, -27594),
    ("con", "m", 321.6, 35.3, 38347),
    ("chh", "m", -572.4, -681.5, -12233),
    ("dep", "j", 858.5, 1059.1, -14530),
    ("rox", "m", -1114.7, 1053.1, -39078),
)

#: borders along creeks, and the creeks
CREEKS: dict[str, tuple[str, ...]] = {
    "Wissahickon Creek": ("chh-rox", "mta-rox", "ger-rox", "efa-rox", "efa-mnk"),
    "Mill Creek": ("bal-vil",),
    "Cobbs Creek": ("hav-ovb", "ovb-upd", "osg-upd", "drb-osg", "drb-elm"),
    "Darby Creek": ("drb-eas", "drb-tin"),
    "Frankford Creek": ("chl-oln", "oln-oxf", "frk-oln", "frk-hun", "frk-ken", "frk-prt", "bri-prt"),
    "Pennypack Creek": ("bus-fox", "bus-rhn", "air-rhn", "hol-rhn", "hol-may", "hol-tac"),
    "Poquessing Creek": ("ben-red", "air-ben", "ben-tor"),
    "Pennsauken Creek": ("chy-mpl", "mpl-pen", "pal-pen"),
    "Cooper River": ("chy-col", "col-pen", "cam-pen"),
    "Big Timber Creek": ("col-dep", "dep-glo"),
    "Newton Creek": ("cam-glo",),
}
CREEK_OF = {pair: name for name, pairs in CREEKS.items() for pair in pairs}

#: the way the streets run, in degrees, in the districts that have a grid
GRIDS: tuple[tuple[float, str], ...] = (
    (8.0, "cen soc swk pbr std nvy gry frm nlb tem nph str nic hun"),
    (-17.0, "uni wph kng osg ovb wyn"),
    (31.0, "psk elm eas drb upd"),
    (40.0, "ger mta chh rox mnk efa las oak"),
    (-33.0, "ken fsh prt bri frk tac may oxf hol tor oln"),
    (-52.0, "rhn fox bus red air ben chl jen"),
    (24.0, "cam glo col dep"),
    (-38.0, "pen pal cin mpl chy"),
    (-8.0, "tin vil hav bal stj con"),
)
GRID_OF = {province: angle for angle, names in GRIDS for province in names.split()}
#: the districts whose borders follow streets
BUILT_UP = frozenset(
    [
        "cen",
        "soc",
        "swk",
        "pbr",
        "std",
        "nvy",
        "gry",
        "frm",
        "nlb",
        "tem",
        "nph",
        "str",
        "nic",
        "hun",
        "uni",
        "wph",
        "kng",
        "osg",
        "ovb",
        "wyn",
        "psk",
        "elm",
        "eas",
        "ken",
        "fsh",
        "prt",
        "bri",
        "frk",
        "tac",
        "may",
        "oxf",
        "oln",
        "las",
        "ger",
        "oak",
        "efa",
    ]
)  # the rest wander

#: borders that came out badly, drawn with another throw of the dice
AGAIN = {"std-swk": 1, "pal-pen": 1}

# --------------------------------------------------------------------------
# Lines


def curve(points: Sequence[XY], steps: int = 10) -> LineString:
    """A Catmull-Rom curve through the points, as a polyline."""
    p = [np.array(q, dtype=float) for q in points]
    out = [p[0]]
    for i in range(len(p) - 1):
        a, b, c, d = p[max(i - 1, 0)], p[i], p[i + 1], p[min(i + 2, len(p) - 1)]
        for k in range(1, steps + 1):
            t = k / steps
            out.append(
                0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)
            )
    return LineString(out)


def roughen(points: Sequence[XY], rough: float, seed: str, least: float = 5.0) -> list[XY]:
    """Fractal line through ``points``: each middle is moved sideways, in turn."""
    rng = random.Random(seed)

    def between(a: XY, b: XY) -> list[XY]:
        length = math.dist(a, b)
        if length < least:
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


def smooth(points: Sequence[XY], rounds: int = 2) -> list[XY]:
    """Chaikin's corner cutting; the ends stay."""
    out = list(points)
    for _ in range(rounds):
        new = [out[0]]
        for (ax, ay), (bx, by) in pairwise(out):
            new += [(0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by), (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by)]
        out = [*new, out[-1]]
    return out


def streets(a: XY, b: XY, angle: float, seed: str, scale: float) -> list[XY]:
    """From a to b along the streets of a grid, in steps; flatter with a smaller scale."""
    rng = random.Random(seed)
    t = math.radians(angle)
    u, v = np.array((math.cos(t), math.sin(t))), np.array((-math.sin(t), math.cos(t)))
    way = np.array(b) - np.array(a)
    if abs(way @ u) < abs(way @ v):
        u, v = v, u
    du, dv = float(way @ u), float(way @ v)
    steps = max(1, round(abs(dv) / (12.5 * scale)))
    if abs(dv) < 0.3 * abs(du):  # nearly along one street: leave it for another and come back
        jog = rng.choice((-1, 1)) * rng.uniform(6.5, 9.5) * scale
        ups = [jog, dv - jog] if abs(du) < 85 else [jog, -1.7 * jog, dv + 0.7 * jog]
    else:
        parts = [rng.uniform(0.7, 1.3) for _ in range(steps)]
        ups = [dv * p / sum(parts) for p in parts]
    parts = [rng.uniform(0.7, 1.3) for _ in range(len(ups) + 1)]
    runs = [du * p / sum(parts) for p in parts]
    at = np.array(a)
    out = [a]
    for run, up in zip(runs, [*ups, 0.0], strict=True):
        for step in (u * run, v * up):
            if abs(step @ u) + abs(step @ v) > 0.05:
                at = at + step
                out.append((float(at[0]), float(at[1])))
    out[-1] = b
    # a street is not drawn with a ruler
    bent = [out[0]]
    for p, q in pairwise(out):
        n = max(1, int(math.dist(p, q) / 14))
        for k in range(1, n + 1):
            last = k == n
            wobble = 0.0 if last else rng.uniform(-0.9, 0.9) * scale
            length = max(math.dist(p, q), 1e-6)
            bent.append(
                (
                    p[0] + (q[0] - p[0]) * k / n - (q[1] - p[1]) / length * wobble,
                    p[1] + (q[1] - p[1]) * k / n + (q[0] - p[0]) / length * wobble,
                )
            )
    bent[-1] = b
    return bent


def zigzag(a: XY, b: XY, teeth: int = 6, depth: float = 7.5) -> list[XY]:
    """From a to b in a zig-zag line."""
    length = math.dist(a, b)
    n = ((b[1] - a[1]) / length, -(b[0] - a[0]) / length)
    out = [a]
    for k in range(teeth):
        t = (k + 0.5) / teeth
        side = depth if k % 2 == 0 else -depth
        out.append((a[0] + (b[0] - a[0]) * t + n[0] * side, a[1] + (b[1] - a[1]) * t + n[1] * side))
    return [*out, b]


# --------------------------------------------------------------------------
# The partition


@dataclass
class Arc:
    """A line between two points where three areas meet; ``sides`` are the areas it parts ("" is off the map)."""

    sides: tuple[str, str]
    plain: list[XY]
    drawn: list[XY] = field(default_factory=list)
    scale: float = 1.0

    @property
    def name(self) -> str:
        """The two areas, in order."""
        return "-".join(sorted(self.sides))


@dataclass
class Ground:
    """All areas of the map, in user units."""

    provinces: dict[str, Polygon]
    arcs: list[Arc]
    schuylkill: LineString
    delaware: LineString


def parts_of(shape: BaseGeometry) -> list[Any]:
    """The parts of a geometry, or the geometry itself."""
    return list(getattr(shape, "geoms", [shape]))


def broad(course: LineString, half: float, seed: int) -> BaseGeometry:
    """The river along a course; its width goes up and down a little."""
    rng = random.Random(seed)
    phase = rng.uniform(0, 6)
    out = []
    n = int(course.length / 16)
    for k in range(n):
        a, b = (course.interpolate(course.length * j / n) for j in (k, k + 1))
        width = half * (1 + 0.045 * math.sin(phase + k / 3.1) + 0.03 * math.sin(phase + k / 1.3))
        out.append(LineString([a, b]).buffer(width, quad_segs=6))
    return unary_union(out)


def across(course: LineString, way: float, reach: float, turn: float = 0.0) -> LineString:
    """The line square across a course (or turned, in degrees), from the left bank to the right."""
    a, b = course.interpolate(max(way - 8, 0)), course.interpolate(min(way + 8, course.length))
    at = course.interpolate(way)
    t = math.atan2(b.y - a.y, b.x - a.x) + math.radians(turn)
    dx, dy = math.sin(t) * reach, -math.cos(t) * reach
    return LineString([(at.x + dx, at.y + dy), (at.x - dx, at.y - dy)])


def power_cell(index: int) -> Polygon:
    """All points of the page nearer (weights taken off the squares) to this site than to others of its part."""
    _, part, x, y, w = SITES[index]
    ring: list[XY] = [(-100, -100), (WIDTH + 100, -100), (WIDTH + 100, HEIGHT + 100), (-100, HEIGHT + 100)]
    for other, (_, its, ox, oy, ow) in enumerate(SITES):
        if other == index or its != part or not ring:
            continue
        a, b, c = 2 * (ox - x), 2 * (oy - y), (ox * ox + oy * oy - ow) - (x * x + y * y - w)
        new: list[XY] = []
        for (px, py), (qx, qy) in pairwise([*ring, ring[0]]):
            fp, fq = a * px + b * py - c, a * qx + b * qy - c
            if fp <= 0:
                new.append((px, py))
            if (fp < 0 < fq) or (fq < 0 < fp):
                t = fp / (fp - fq)
                new.append((px + (qx - px) * t, py + (qy - py) * t))
        ring = new
    return Polygon(ring) if len(ring) > 2 else Polygon()


def plain_areas(schuylkill: LineString, delaware: LineString) -> dict[str, BaseGeometry]:
    """The provinces with straight borders."""
    window = Polygon(RIVER_WINDOW)
    water = unary_union([broad(schuylkill, HALF_SCHUYLKILL, 3), broad(delaware, HALF_DELAWARE, 5)])
    water = water.buffer(16).buffer(-24).buffer(8)  # no bank ends in a thorn
    rivers = water.intersection(window)
    land = [g for g in parts_of(Polygon(EDGE).difference(water)) if g.area > 50000]
    lines = [rivers.boundary]
    for river, way, turn, _, _ in CUTS:
        course, half = (schuylkill, HALF_SCHUYLKILL) if river == "schuylkill" else (delaware, HALF_DELAWARE)
        line = across(course, way, 4.0 * half, turn).intersection(rivers.buffer(0.5))
        lines.append(min(parts_of(line), key=course.interpolate(way).distance))
    mouth_line = LineString(MOUTH).intersection(rivers.buffer(0.5))
    lines.append(max(parts_of(mouth_line), key=lambda g: g.length))
    confluence = schuylkill.project(mouth_line.centroid)
    areas: dict[str, list[BaseGeometry]] = {}
    for face in polygonize(unary_union(lines)):
        inner = face.representative_point()
        if not rivers.contains(inner):
            continue
        on_it = schuylkill.intersection(face)
        way = schuylkill.project(on_it.interpolate(0.5, normalized=True)) if on_it.length > 30 else 1e9
        if way < confluence:
            steps = [w for name, w, *_ in CUTS if name == "schuylkill"]
            space = f"r{1 + sum(way > w for w in steps)}"
        else:
            steps = [w for name, w, *_ in CUTS if name == "delaware"]
            space = f"r{8 - sum(delaware.project(inner) > w for w in steps)}"
        areas.setdefault(space, []).append(face)
    for index, (province, part, *_) in enumerate(SITES):
        piece = next(g for g in land if g.contains(Point(PARTS[part])))
        areas.setdefault(province, []).append(power_cell(index).buffer(0.0).intersection(piece))
    out = {}
    for province, shapes in areas.items():
        whole = unary_union([s.buffer(0.02, join_style="mitre") for s in shapes])
        out[province] = max(parts_of(whole), key=lambda g: g.area)
    return out


def trace(areas: dict[str, BaseGeometry]) -> list[Arc]:
    """The arcs between the areas."""
    lines = shapely.union_all(
        shapely.set_precision([a.boundary for a in areas.values()], 0.05, mode="pointwise"), grid_size=0.05
    )
    faces = []
    for face in polygonize(lines):
        inner = face.representative_point()
        owner = ""
        if face.area > 30:
            owner = next((p for p, a in areas.items() if a.contains(inner)), "")
        faces.append((face, owner))
    small = [f for f, owner in faces if not owner and f.area < 400]
    owned = {p: [f for f, o in faces if o == p] for p in areas}
    for sliver in sorted(small, key=lambda f: f.bounds):
        best = max(owned, key=lambda p: sum(sliver.intersection(f).length for f in owned[p] if f.touches(sliver)))
        owned[best].append(sliver)
    whole = {p: unary_union(f) for p, f in owned.items()}
    noded = unary_union([w.boundary for w in whole.values()])
    arcs = []
    for line in parts_of(linemerge(parts_of(noded))):
        coords = [(float(x), float(y)) for x, y in line.coords]
        k = max(range(len(coords) - 1), key=lambda i: math.dist(coords[i], coords[i + 1]))
        (ax, ay), (bx, by) = coords[k], coords[k + 1]
        length = math.dist((ax, ay), (bx, by))
        nx, ny = -(by - ay) / length * 0.2, (bx - ax) / length * 0.2
        sides = []
        for s in (1, -1):
            spot = Point((ax + bx) / 2 + s * nx, (ay + by) / 2 + s * ny)
            sides.append(next((p for p, w in whole.items() if w.contains(spot)), ""))
        if sides[0] != sides[1]:
            arcs.append(Arc((sides[0], sides[1]), coords))
    return sorted(arcs, key=lambda a: (a.name, a.plain))


def _slant(a: XY, b: XY, angle: float) -> float:
    """How far off the streets of a grid the way from a to b runs: 0 along one, 1 diagonal."""
    t = math.atan2(b[1] - a[1], b[0] - a[0]) - math.radians(angle)
    return min(abs(math.cos(t)), abs(math.sin(t))) / max(abs(math.cos(t)), abs(math.sin(t)))


def redraw(arc: Arc) -> None:
    """Give the arc its drawn line, by what it parts."""
    a, b = arc.plain[0], arc.plain[-1]
    rivers = [s in RIVERS for s in arc.sides]
    seed = f"phila {arc.name}{AGAIN.get(arc.name, '')}"
    if all(rivers):
        arc.drawn = zigzag(a, b) if a < b else zigzag(b, a)[::-1]
    elif any(rivers) and "" not in arc.sides:  # a bank
        flat = [(float(x), float(y)) for x, y in LineString(arc.plain).simplify(1.0).coords]
        arc.drawn = roughen(flat, 0.07 * arc.scale, seed, 7.0)
    elif any(rivers):  # the end of a river, or a bank outside
        arc.drawn = [(float(x), float(y)) for x, y in LineString(arc.plain).simplify(1.2).coords]
    elif "" in arc.sides:
        flat = [(float(x), float(y)) for x, y in LineString(arc.plain).simplify(1.0).coords]
        arc.drawn = roughen(flat, 0.11 * arc.scale, seed, 6.0)
    elif arc.name in CREEK_OF:
        arc.drawn = smooth(roughen([a, b], 0.2 * arc.scale, seed, 13.0), 1)
    elif arc.sides[0] in BUILT_UP and arc.sides[1] in BUILT_UP:
        angle = min((GRID_OF[s] for s in sorted(arc.sides)), key=lambda g: _slant(a, b, g))
        if _slant(a, b, angle) < 0.62 and arc.scale > 0.6:
            arc.drawn = streets(a, b, angle, seed, arc.scale)
        else:
            arc.drawn = roughen([a, b], 0.14 * arc.scale, seed, 6.0)
    else:
        arc.drawn = roughen([a, b], 0.17 * arc.scale, seed, 6.0)
    arc.drawn = [(round(x, 2), round(y, 2)) for x, y in arc.drawn]
    arc.drawn[0], arc.drawn[-1] = (round(a[0], 2), round(a[1], 2)), (round(b[0], 2), round(b[1], 2))


def redraw_all(arcs: list[Arc]) -> None:
    """Draw all arcs; those that get in each other's way once more, flatter."""
    for arc in arcs:
        redraw(arc)
    for _ in range(14):
        lines = [LineString(a.drawn) for a in arcs]
        tree = shapely.STRtree(lines)
        bad: set[int] = {i for i, line in enumerate(lines) if not line.is_simple}
        for i, j in zip(*tree.query(lines, predicate="dwithin", distance=5.0), strict=True):
            if i >= j:
                continue
            ends = {arcs[i].drawn[0], arcs[i].drawn[-1]} & {arcs[j].drawn[0], arcs[j].drawn[-1]}
            near_ends = unary_union([Point(e).buffer(24) for e in ends]) if ends else Polygon()
            touch = lines[i].intersection(lines[j])
            apart = lines[i].difference(near_ends).distance(lines[j].difference(near_ends)) if ends else 0.0
            stray = not touch.is_empty and any(
                g.geom_type != "Point" or (g.x, g.y) not in ends for g in parts_of(touch)
            )
            if stray or apart < 3.5:
                bad |= {int(i), int(j)}
        if not bad:
            return
        for i in bad:
            arcs[i].scale *= 0.7
            redraw(arcs[i])
    raise ValueError("lines still cross: " + ", ".join(sorted(arcs[i].name for i in bad)))


def build_ground() -> Ground:
    """Partition the page into provinces."""
    schuylkill = curve([project(p) for p in SCHUYLKILL])
    delaware = curve([project(p) for p in DELAWARE])
    arcs = trace(plain_areas(schuylkill, delaware))
    redraw_all(arcs)
    provinces = {}
    for province in PROVINCES:
        rings = list(polygonize([LineString(a.drawn) for a in arcs if province in a.sides]))
        if not rings:
            raise ValueError(f"{province} has no ground")
        provinces[province] = max(rings, key=lambda g: g.area)
    return Ground(provinces, arcs, schuylkill, delaware)


# --------------------------------------------------------------------------
# Places for things


#: widths of the letters in the label font (bold), in ems; a little on the safe side
NARROW, MEDIUM, BROAD = "ijlI.,'’ ", "frtJ-", "mwMWOQG"


def width_of(body: str, size: float) -> float:
    """About how wide a line of bold text is."""
    ems = sum(
        0.34 if c in NARROW else 0.47 if c in MEDIUM else 0.9 if c in BROAD else 0.73 if c.isupper() else 0.625
        for c in body
    )
    return ems * size


@dataclass
class Place:
    """Where the things of a province stand: label lines (middle of each baseline), font size, points."""

    lines: list[tuple[float, float, str]]
    size: float
    unit: XY
    dislodged: XY
    centre: XY
    label: XY
    turn: float = 0.0


LINE = 1.13  #: distance of two lines of a label, in font sizes
UNIT = 13.0  #: radius of a unit


def split_name(name: str) -> list[list[str]]:
    """The ways to write a name: on one line, or on two."""
    words = name.split(" ")
    ways = [[name]]
    ways += [[" ".join(words[:k]), " ".join(words[k:])] for k in range(1, len(words))]
    return ways


def find_place(province: str, shape: Polygon, kept_free: BaseGeometry) -> Place:
    """Where label, centre and unit of a land province have most room."""
    name, _, centre = PROVINCES[province]
    free: Polygon = max(parts_of(shape.buffer(-3.5).difference(kept_free)), key=lambda g: g.area)
    shapely.prepare(free)
    edge = free.exterior
    minx, miny, maxx, maxy = free.bounds
    middle = shape.centroid
    best: tuple[float, Place] | None = None
    row_width = 58.0 if centre else 44.0
    for size in (18.0, 17.0, 16.0, 15.0, 14.0, 13.2, 12.6):
        for lines in split_name(name):
            wide = max(width_of(line, size) for line in lines)
            tall = size * (0.95 + LINE * (len(lines) - 1))
            for below in (True, False):
                x, y = np.meshgrid(np.arange(minx, maxx, 4.0), np.arange(miny, maxy, 4.0))
                x, y = x.ravel(), y.ravel()  # the middle of the seam of label and row
                up = (-tall - 1, 0.0) if below else (0.0, tall + 1)
                down = (1.0, 2 * UNIT + 1) if below else (-2 * UNIT - 1, -1.0)
                text_box = shapely.box(x - wide / 2, y + up[0], x + wide / 2, y + up[1])
                row_box = shapely.box(x - row_width / 2, y + down[0], x + row_width / 2, y + down[1])
                fits = shapely.contains(free, text_box) & shapely.contains(free, row_box)
                if not fits.any():
                    continue
                x, y, text_box, row_box = x[fits], y[fits], text_box[fits], row_box[fits]
                room = np.minimum(shapely.distance(edge, text_box), shapely.distance(edge, row_box))
                worth = np.minimum(room, 14.0) - 0.05 * np.hypot(x - middle.x, y - middle.y)
                k = int(np.argmax(worth))
                value = float(worth[k]) + 2.0 * (size - 12.6) + (1.5 if len(lines) == 1 else 0) + (0.5 if below else 0)
                if room[k] < 2.5 and size > 12.6:
                    value -= 20
                if best is None or value > best[0]:
                    px, py = round(float(x[k]), 1), round(float(y[k]), 1)
                    first = py + (up[0] + size * 0.86)
                    rows = [(px, round(first + i * LINE * size, 1), line) for i, line in enumerate(lines)]
                    mid = py + (down[0] + down[1]) / 2
                    spot = (px - 20.0, mid) if centre else (px - 16.0, mid)
                    unit = (px + 8.0, mid) if centre else (px - 6.0, mid)
                    dislodged = (unit[0] + 10.0, unit[1] + 3.0)
                    best = (value, Place(rows, size, unit, dislodged, spot, (px, rows[0][1])))
    if best is None:
        return find_apart(province, free)
    return best[1]


def find_apart(province: str, free: BaseGeometry) -> Place:
    """Where label, centre and unit have room, each for itself, where they have none together."""
    name, _, centre = PROVINCES[province]
    size = 12.6

    def spot(room: BaseGeometry, wide: float, tall: float, by: XY | None) -> tuple[float, XY]:
        """How much room there is for a box (less far from a point), and the middle of the box."""
        minx, miny, maxx, maxy = room.bounds
        x, y = np.meshgrid(np.arange(minx, maxx, 3.0), np.arange(miny, maxy, 3.0))
        x, y = x.ravel(), y.ravel()
        boxes = shapely.box(x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2)
        fits = shapely.contains(room, boxes)
        if not fits.any():
            raise ValueError(f"no room for {name}")
        x, y = x[fits], y[fits]
        worth = np.minimum(shapely.distance(room.boundary, boxes[fits]), 8.0)
        if by is not None:
            worth = worth - 0.06 * np.hypot(x - by[0], y - by[1])
        k = int(np.argmax(worth))
        return float(worth[k]), (round(float(x[k]), 1), round(float(y[k]), 1))

    def taken(at: XY, wide: float, tall: float) -> BaseGeometry:
        return box(at[0] - wide / 2 - 1, at[1] - tall / 2 - 1, at[0] + wide / 2 + 1, at[1] + tall / 2 + 1)

    options = []
    for lines in split_name(name):
        wide = max(width_of(line, size) for line in lines)
        tall = size * (0.95 + LINE * (len(lines) - 1))
        try:
            worth, at = spot(free, wide, tall, None)
            rest = free.difference(taken(at, wide, tall))
            more, unit = spot(rest, 2 * UNIT, 2 * UNIT, at)
            rest = rest.difference(taken(unit, 2 * UNIT, 2 * UNIT))
            last, mark = spot(rest, 17.0, 17.0, at) if centre else (0.0, (unit[0] - 9.0, unit[1]))
        except ValueError:
            continue
        first = at[1] - tall / 2 + size * 0.86
        rows = [(at[0], round(first + i * LINE * size, 1), line) for i, line in enumerate(lines)]
        options.append(
            (worth + more + last, Place(rows, size, unit, (unit[0] + 9.0, unit[1] + 3.0), mark, (at[0], rows[0][1])))
        )
    if not options:
        raise ValueError(f"no room for {name}")
    return max(options, key=lambda o: o[0])[1]


#: the names of the river spaces: middle, turn in degrees, lines; then the three berths
RIVER_NAMES: dict[str, tuple[XY, float, tuple[str, ...], tuple[XY, XY, XY]]] = {
    "r1": ((232, 295), 43, ("Flat Rock",), ((277, 332), (298, 349), (317, 369))),
    "r2": ((554, 555), -31, ("Falls",), ((389, 439), (414, 455), (440, 470))),
    "r3": ((593, 668), 27, ("Central",), ((644, 765), (621, 783), (592, 792))),
    "r4": ((535, 871), 0, ("Mouth of", "Schuylkill"), ((553, 930), (522, 936), (491, 943))),
    "r5": ((705, 1068), -5, ("Mifflin",), ((638, 1070), (608, 1070), (578, 1070))),
    "r6": ((907, 881), 64, ("Ben Franklin",), ((920, 723), (898, 744), (883, 769))),
    "r7": ((1043, 673), -25, ("Betsy Ross",), ((1192, 528), (1171, 549), (1154, 574))),
    "r8": ((1434, 351), -35, ("Upper Delaware",), ((1357, 415), (1335, 435), (1314, 457))),
}


def river_place(space: str) -> Place:
    """Where the name and the berths of a river space are."""
    (x, y), turn, lines, berths = RIVER_NAMES[space]
    size = 16.0 if len(lines) == 1 else 13.2
    rows = [(x, round(y + size * (0.36 + LINE * (i - (len(lines) - 1) / 2)), 1), line) for i, line in enumerate(lines)]
    return Place(rows, size, berths[1], berths[2], (x, y), (x, y), turn)


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
            out.append("M" + " ".join(map(xy, part.coords)))
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


SANS = "'Noto Sans', 'DejaVu Sans', 'Helvetica Neue', Arial, sans-serif"
SERIF = "'Noto Serif', 'DejaVu Serif', Georgia, serif"
INK = "#2a2723"
OUTSIDE = "#c9c6bb"
OUTSIDE_INK = "#6d695e"
PAPER = "#f7f2e4"
NEUTRAL_TINT = "#f4ecd6"
WATER = ("#a5cfe6", "#b9dcee")  #: by turns, so that the spaces differ
WATER_INK = "#174a6e"
BANK = "#2f6b93"
CREEK = "#4f97c4"
ROAD, ROAD_EDGE = "#fff4c2", "#8a2f1d"
OPACITY = 0.84  #: of the provinces, over the streets


def shown(tint: str) -> str:
    """The colour of a tint over the ground."""
    ground = "#ffffff"
    mix = [round(int(tint[i : i + 2], 16) * OPACITY + int(ground[i : i + 2], 16) * (1 - OPACITY)) for i in (1, 3, 5)]
    return "#" + "".join(f"{v:02x}" for v in mix)


def text(x: float, y: float, body: str, size: float, more: str = "") -> str:
    """One line of text."""
    return f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}"{more}>{escape(body)}</text>'


def street_lines(ground: Ground) -> str:
    """The streets of all districts, as path data."""
    out = []
    for angle, names in GRIDS:
        district = unary_union([ground.provinces[p].buffer(0.3) for p in names.split()])
        for part in parts_of(district):
            middle = part.centroid
            reach = math.hypot(part.bounds[2] - part.bounds[0], part.bounds[3] - part.bounds[1])
            inner = affinity.rotate(part.buffer(-1), -angle, origin=middle)
            for turned, spacing in ((False, 13.0), (True, 19.0)):
                k = -int(reach / spacing)
                while k * spacing < reach:
                    at = k * spacing
                    ends = (
                        [(middle.x + at, middle.y - reach), (middle.x + at, middle.y + reach)]
                        if turned
                        else [(middle.x - reach, middle.y + at), (middle.x + reach, middle.y + at)]
                    )
                    for piece in parts_of(LineString(ends).intersection(inner)):
                        if piece.length > 9:
                            line = affinity.rotate(piece, angle, origin=middle)
                            (ax, ay), (bx, by) = line.coords[0], line.coords[-1]
                            out.append(f"M{ax:.0f},{ay:.0f} {bx:.0f},{by:.0f}")
                    k += 1
    return "".join(out)


def centre_symbol(x: float, y: float, colour: str, scale: float = 1.0) -> list[str]:
    """The body of a supply centre: a star in a ring, as on the city's maps a civic building."""
    points = []
    for k in range(10):
        r = (5.6 if k % 2 == 0 else 2.3) * scale
        t = math.pi * k / 5
        points.append((x + r * math.sin(t), y - r * math.cos(t)))
    return [
        (
            f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(7.6 * scale)}" fill="{colour}" stroke="{INK}" '
            f'stroke-width="{num(1.5 * scale)}"/>'
        ),
        f'<path d="M{" ".join(map(xy, points))}Z" fill="{INK}"/>',
    ]


def anchor_mark(x: float, y: float, r: float = 11.0) -> list[str]:
    """The body of a berth: a broken ring with an anchor in it."""
    return [
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" stroke-dasharray="3.2 2.1"/>',
        (
            f'<path d="M{xy((x, y - 3.6))}V{num(y + 6)}M{xy((x - 3.2, y - 1.4))}H{num(x + 3.2)}'
            f'M{xy((x - 5, y + 2.2))}Q{xy((x - 3.6, y + 6))} {xy((x, y + 6))}Q{xy((x + 3.6, y + 6))} {xy((x + 5, y + 2.2))}"/>'
        ),
        f'<circle cx="{num(x)}" cy="{num(y - 5)}" r="1.5"/>',
    ]


#: names outside the playable area: text, middle, size, turn
OUTSIDE_NAMES: tuple[tuple[str, float, float, float, float], ...] = (
    ("MONTGOMERY COUNTY", 690.0, 44.0, 13.0, -8.0),
    ("BUCKS COUNTY", 1502.0, 37.0, 12.2, 2.0),
    ("BURLINGTON COUNTY", 1549.0, 560.0, 13.0, 92.0),
    ("DELAWARE COUNTY", 62.0, 870.0, 12.2, 90.0),
    ("GLOUCESTER COUNTY", 470.0, 1158.0, 12.2, -5.0),
)


#: the names of the whole rivers: text, middle, turn
RIVERS_BY_NAME: tuple[tuple[str, float, float, float], ...] = (
    ("Schuylkill River", 88.0, 204.0, 27.0),
    ("Delaware River", 262.0, 1122.0, -10.0),
)


@dataclass
class Things:
    """All places of the map."""

    ground: Ground
    places: dict[str, Place]


def place_all(ground: Ground) -> Things:
    """Bridges, then labels and units where bridges leave room, then the rivers' names and berths."""
    for key, ends in BRIDGES.items():
        for province, end in zip(key.split("-"), ends, strict=True):
            if not ground.provinces[province].buffer(-3).contains(Point(end)):
                raise ValueError(f"the bridge {key} does not end in {province}")
    roads = unary_union([LineString(ends).buffer(9) for ends in BRIDGES.values()])
    places = {p: find_place(p, ground.provinces[p], roads) for p in PROVINCES if p not in RIVERS}
    places |= {space: river_place(space) for space in RIVERS}
    return Things(ground, places)


def draw(things: Things) -> str:
    """The whole map as SVG text."""
    page = Page()
    page.add('<?xml version="1.0" encoding="UTF-8"?>')
    page.open(
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="{num(WIDTH)}" '
        f'height="{num(HEIGHT)}" viewBox="0 0 {num(WIDTH)} {num(HEIGHT)}" version="1.1">'
    )
    page.add(
        "<title>Philadelphia Diplomacy</title>",
        "<desc>Variant by Brad Wilson, third edition 1993. Map: CC BY 4.0.</desc>",
    )
    _background(page, things.ground)
    _provinces(page, things.ground)
    _things(page, things)
    _labels(page, things)
    _foreground(page, things)
    page.close("svg")
    return "\n".join(page.lines) + "\n"


def _background(page: Page, ground: Ground) -> None:
    page.layer("background")
    page.add(f'<rect {named("outside")} x="0" y="0" width="{num(WIDTH)}" height="{num(HEIGHT)}" fill="{OUTSIDE}"/>')
    whole = unary_union([p.buffer(0.05) for p in ground.provinces.values()])
    ring = path_of(Polygon(max(parts_of(whole), key=lambda g: g.area).exterior).simplify(0.3))
    page.add(
        f'<path {named("edge glow")} d="{ring}" fill="#ffffff" stroke="#e2dfd5" stroke-width="13" stroke-linejoin="round"/>',
        f'<path {named("streets")} d="{street_lines(ground)}" fill="none" stroke="#8b8778" stroke-width="1.1" stroke-opacity="0.75"/>',
    )
    page.open(
        f'<g {named("outside names")} font-family="{SANS}" fill="{OUTSIDE_INK}" text-anchor="middle" letter-spacing="3">'
    )
    for name, x, y, size, turn in OUTSIDE_NAMES:
        page.add(
            text(
                x, y, name, size,
                f' {named(f"outside name {name.lower()}")} transform="rotate({num(turn)} {xy((x, y))})"',
            )
        )  # fmt: skip
    page.close()
    page.close()


def _provinces(page: Page, ground: Ground) -> None:
    page.layer("provinces", f' stroke="{INK}" stroke-width="1.3" stroke-linejoin="round"')
    for province, (name, terrain, _) in PROVINCES.items():
        if province in RIVERS:
            look = f' fill="{WATER[int(province[1]) % 2]}"'
            extra = ' data-capacity="3"'
        else:
            fill = HOME[province].tint if province in HOME else NEUTRAL_TINT
            look, extra = f' fill="{fill}" fill-opacity="{OPACITY}"', ""
        page.add(
            f'<path {named(province)} data-province="{province}" data-terrain="{terrain}" '
            f'data-name={quoteattr(name)}{extra}{look} d="{path_of(ground.provinces[province])}"/>'
        )
    page.close()


def _things(page: Page, things: Things) -> None:
    page.layer("passages", f' fill="none" stroke="{ROAD_EDGE}" stroke-width="8.4" stroke-linecap="butt"')
    for key, (one, two) in BRIDGES.items():
        page.add(
            f'<path {named(f"passage {key} army direct")} data-passage="{key}" data-units="army" '
            f'data-kind="direct" fill="none" d="M{xy(one)} {xy(two)}"/>'
        )
    page.close()
    page.layer("centres")
    for province, (_, _, centre) in PROVINCES.items():
        if centre:
            power = HOME.get(province)
            page.open(f"<g {named(f'centre {province}' + (f':{power.id}' if power else ''))}>")
            page.add(*centre_symbol(*things.places[province].centre, "#ffffff" if power else PAPER))
            page.close()
    page.close()
    page.layer("units")
    page.close()
    page.layer("anchors", ' style="display:none"')
    for province, (_, _, centre) in PROVINCES.items():
        at = things.places[province]
        for kind, (x, y), colour in (
            ("unit", at.unit, "#d00000"),
            ("dislodged", at.dislodged, "#d07000"),
            ("centre", at.centre, "#000000"),
            ("label", at.label, "#0050d0"),
        ):
            if kind != "centre" or centre:
                page.add(
                    f'<circle {named(f"anchor {kind} {province}")} cx="{num(x)}" cy="{num(y)}" r="2" fill="{colour}"/>'
                )
    page.close()


def _labels(page: Page, things: Things) -> None:
    page.layer("labels", f' font-family="{SANS}" text-anchor="middle" fill="{INK}"')
    for province in PROVINCES:
        at = things.places[province]
        water = province in RIVERS
        turn = f' transform="rotate({num(at.turn)} {xy(at.label)})"' if at.turn else ""
        look = (
            f'fill="{WATER_INK}" font-style="italic" font-weight="600" stroke="#ffffff" stroke-opacity="0.55"'
            if water
            else 'font-weight="700" stroke="#ffffff" stroke-opacity="0.6"'
        )
        page.open(
            f'<text {named(f"label {province}")} font-size="{num(at.size)}" {look} stroke-width="2.6" '
            f'stroke-linejoin="round" paint-order="stroke"{turn}>'
        )
        lead = f'<tspan font-weight="800" font-style="normal">{province[1]}</tspan> ' if water else ""
        for k, (x, y, line) in enumerate(at.lines):
            page.add(f'<tspan x="{num(x)}" y="{num(y)}">{lead if k == 0 else ""}{escape(line)}</tspan>')
        page.close("text")
    page.close()


def _foreground(page: Page, things: Things) -> None:
    ground = things.ground
    page.layer("foreground", f' font-family="{SANS}" fill="{INK}"')
    page.open(
        f'<g {named("creeks")} fill="none" stroke="{CREEK}" stroke-width="2.3" stroke-linejoin="round" stroke-linecap="round">'
    )
    for name, pairs in CREEKS.items():
        lines = [LineString(a.drawn) for a in ground.arcs if a.name in pairs]
        page.add(f'<path {named(name)} d="{path_of(MultiLineString(lines))}"/>')
    page.close()
    page.open(f'<g {named("banks")} fill="none" stroke="{BANK}" stroke-width="2" stroke-linejoin="round">')
    banks = [LineString(a.drawn) for a in ground.arcs if sum(s in RIVERS for s in a.sides) == 1]
    page.add(f'<path {named("bank lines")} d="{path_of(linemerge(banks))}"/>')
    page.close()
    page.open(f'<g {named("zig-zag lines")} fill="none" stroke-linejoin="miter">')
    zigzags = MultiLineString([LineString(a.drawn) for a in ground.arcs if all(s in RIVERS for s in a.sides)])
    page.add(
        f'<path {named("zig-zag edge")} d="{path_of(zigzags)}" stroke="#ffffff" stroke-width="5"/>',
        f'<path {named("zig-zag")} d="{path_of(zigzags)}" stroke="{WATER_INK}" stroke-width="2.4"/>',
    )
    page.close()
    page.open(
        f'<g {named("river names")} font-style="italic" fill="{BANK}" text-anchor="middle" font-size="13.5" letter-spacing="1.5">'
    )
    for name, x, y, turn in RIVERS_BY_NAME:
        page.add(text(x, y, name, 13.5, f' {named(f"river name {name}")} transform="rotate({num(turn)} {xy((x, y))})"'))
    page.close()
    page.open(f'<g {named("berths")} fill="none" stroke="{WATER_INK}" stroke-width="1.2" stroke-opacity="0.8">')
    for space, (_, _, _, spots) in RIVER_NAMES.items():
        page.open(f"<g {named(f'berths {space}')}>")
        for spot in spots:
            page.add(*anchor_mark(*spot))
        page.close()
    page.close()
    page.open(f'<g {named("bridges")} fill="none">')
    for key, ends in BRIDGES.items():
        page.add(*bridge_art(key, *ends))
    page.close()
    _frame(page)
    _compass(page)
    _title(page)
    _legend(page)
    page.close()


def bridge_art(key: str, one: XY, two: XY) -> list[str]:
    """The deck of a bridge, and its heads."""
    length = math.dist(one, two)
    ux, uy = (two[0] - one[0]) / length, (two[1] - one[1]) / length
    heads = []
    for (x, y), s in ((one, 1), (two, -1)):
        for side in (1, -1):
            px, py = x - uy * 4.2 * side, y + ux * 4.2 * side
            heads.append(
                f"M{xy((px + ux * 7 * s, py + uy * 7 * s))} {xy((px - uy * 4 * side - ux * 1 * s, py + ux * 4 * side - uy * 1 * s))}"
            )
    return [
        f'<path {named(f"bridge deck {key}")} d="M{xy(one)} {xy(two)}" stroke="{ROAD}" stroke-width="5"/>',
        f'<path {named(f"bridge line {key}")} d="M{xy(one)} {xy(two)}" stroke="{ROAD_EDGE}" stroke-width="0.9" stroke-dasharray="4 3"/>',
        f'<path {named(f"bridge heads {key}")} d="{"".join(heads)}" stroke="{ROAD_EDGE}" stroke-width="2"/>',
    ]


def _frame(page: Page) -> None:
    m = MARGIN
    page.open(f"<g {named('frame')}>")
    page.add(
        f'<path {named("frame paper")} fill="{PAPER}" fill-rule="evenodd" d="M0,0H{num(WIDTH)}V{num(HEIGHT)}H0Z'
        f'M{num(m)},{num(m)}V{num(HEIGHT - m)}H{num(WIDTH - m)}V{num(m)}Z"/>',
        f'<rect {named("frame inner")} x="{num(m)}" y="{num(m)}" width="{num(WIDTH - 2 * m)}" height="{num(HEIGHT - 2 * m)}" fill="none" stroke="{INK}" stroke-width="2"/>',
        f'<rect {named("frame outer")} x="{num(m - 6)}" y="{num(m - 6)}" width="{num(WIDTH - 2 * m + 12)}" height="{num(HEIGHT - 2 * m + 12)}" fill="none" stroke="{INK}" stroke-width="0.8"/>',
    )
    page.close()


def _cartouche(page: Page, name: str, x: float, y: float, w: float, h: float, fill: str = PAPER) -> None:
    page.add(
        f'<rect {named(f"{name} paper")} x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}" fill="{fill}" stroke="{INK}" stroke-width="1.6"/>',
        f'<rect {named(f"{name} inner rule")} x="{num(x + 5)}" y="{num(y + 5)}" width="{num(w - 10)}" height="{num(h - 10)}" fill="none" stroke="{INK}" stroke-width="0.7"/>',
    )


def bell(x: float, y: float, size: float) -> str:
    """Path data of a bell with a crack, about ``size`` high."""
    k = size / 40

    def p(px: float, py: float) -> str:
        return xy((x + px * k, y + py * k))

    return (
        f"M{p(-9, -13)}C{p(-9, -19)} {p(9, -19)} {p(9, -13)}C{p(9, 0)} {p(11, 6)} {p(18, 12)}L{p(18, 15)}H{num(x - 18 * k)}"
        f"L{p(-18, 12)}C{p(-11, 6)} {p(-9, 0)} {p(-9, -13)}ZM{p(-11, -20)}H{num(x + 11 * k)}V{num(y - 16.6 * k)}H{num(x - 11 * k)}Z"
        f"M{p(-4, 16)}A{num(4 * k)},{num(4 * k)} 0 0 0 {p(4, 16)}Z"
    )


def _title(page: Page) -> None:
    x, y, w, h = 36.0, 34.0, 384.0, 88.0
    page.open(f"<g {named('title')}>")
    _cartouche(page, "title", x, y, w, h, "#1d3f63")
    page.add(
        f'<path {named("title bell")} d="{bell(x + 44, y + 47, 52)}" fill="#e9c46a"/>',
        f'<path {named("title bell crack")} d="M{xy((x + 50, y + 66))} {xy((x + 47, y + 56))} {xy((x + 51, y + 48))} {xy((x + 48, y + 38))}" fill="none" stroke="#1d3f63" stroke-width="1.6"/>',
        text(
            x + 78,
            y + 47,
            "PHILADELPHIA",
            34,
            f' {named("title name")} font-weight="700" letter-spacing="2.2" fill="#ffffff"',
        ),
        text(
            x + 80,
            y + 70,
            "City of Brotherly Love and vicinity, 2007",
            13.2,
            f' {named("title line")} fill="#e9c46a" font-weight="600" letter-spacing="0.2"',
        ),
    )
    page.close()


def _compass(page: Page) -> None:
    x, y, r = 1152.0, 1128.0, 32.0
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
    page.add(
        text(x, y - r - 5, "N", 15, f' {named("compass north")} font-weight="700" text-anchor="middle"'),
        text(x, y + r + 14, "not to scale", 12.2, f' {named("scale note")} font-style="italic" text-anchor="middle"'),
    )


def _legend(page: Page) -> None:
    w, h = 354.0, 268.0
    x, y = WIDTH - 32 - w, HEIGHT - 32 - h
    page.open(f'<g {named("legend")} font-size="12.6">')
    _cartouche(page, "legend", x, y, w, h)
    left, second = x + 16, x + 181
    page.add(text(left, y + 27, "The Powers", 15, f' {named("legend heading powers")} font-weight="700"'))
    page.add(text(second, y + 27, "The Map", 15, f' {named("legend heading map")} font-weight="700"'))
    row = y + 46
    rows = [(p.id, p.tint, p.colour, p.name) for p in POWERS]
    rows += [("neutral", NEUTRAL_TINT, "", "Neutral"), ("outside", OUTSIDE, "", "Not in play")]
    for key, tint, colour, name in rows:
        page.open(f"<g {named(f'legend {key}')}>")
        page.add(
            f'<rect x="{num(left)}" y="{num(row - 7)}" width="25" height="14" fill="{shown(tint) if key != "outside" else tint}" stroke="{INK}" stroke-width="0.9"/>'
        )
        if colour:
            page.add(
                f'<circle cx="{num(left + 12.5)}" cy="{num(row)}" r="4.8" fill="{colour}" stroke="{INK}" stroke-width="0.9"/>'
            )
        page.add(text(left + 32, row + 4.4, name, 12.2))
        page.close()
        row += 20.0
    page.open(f"<g {named('legend symbols')}>")
    row = y + 48
    page.add(*centre_symbol(second + 17, row, "#ffffff"), text(second + 42, row + 4.4, "Supply centre", 12.2))
    row += 27
    page.add(
        f'<rect x="{num(second)}" y="{num(row - 9)}" width="34" height="18" fill="{WATER[1]}"/>',
        f'<path d="M{xy((second - 2, row))} {xy((second + 36, row))}" stroke="{ROAD_EDGE}" stroke-width="8.4"/>',
        *bridge_art("legend", (second - 2, row), (second + 36, row)),
        text(second + 42, row - 1, "Bridge: direct", 12.2),
        text(second + 42, row + 13, "passage, armies only", 12.2),
    )
    row += 37
    page.add(
        f'<rect x="{num(second)}" y="{num(row - 9)}" width="34" height="18" fill="{WATER[1]}"/>',
        f'<path d="M{" ".join(map(xy, zigzag((second, row), (second + 34, row), 5, 5.0)))}" fill="none" stroke="{WATER_INK}" stroke-width="2.2"/>',
        text(second + 42, row - 1, "Zig-zag line between", 12.2),
        text(second + 42, row + 13, "two river spaces", 12.2),
    )
    row += 38
    page.open(f'<g fill="none" stroke="{WATER_INK}" stroke-width="1.2">')
    page.add(*anchor_mark(second + 17, row, 10.5))
    page.close()
    page.add(
        text(second + 42, row - 3, "Berth: three fleets", 12.2),
        text(second + 42, row + 11, "may share a space", 12.2),
    )
    row += 30
    creek = roughen([(second, row + 3), (second + 34, row - 3)], 0.25, "legend", 6)
    page.add(
        f'<path d="M{" ".join(map(xy, smooth(creek)))}" fill="none" stroke="{INK}" stroke-width="3.6"/>',
        f'<path d="M{" ".join(map(xy, smooth(creek)))}" fill="none" stroke="{CREEK}" stroke-width="2.3"/>',
        text(second + 42, row + 4.4, "Creek (a border)", 12.2),
    )
    page.close()
    page.add(
        f'<path {named("legend rule")} d="M{xy((left, y + h - 50))} {xy((x + w - 16, y + h - 50))}" fill="none" stroke="{INK}" stroke-width="0.7"/>',
    )
    for k, (name, line) in enumerate(
        (("credit variant", "Variant by Brad Wilson, third edition 1993"), ("credit map", "Map: CC BY 4.0"))
    ):
        middle = f' {named(name)} text-anchor="middle" font-style="italic"'
        page.add(text(x + w / 2, y + h - 32 + 17 * k, line, 12.2, middle))
    page.close()


def main(arguments: Iterable[str]) -> int:
    """Command line: output file."""
    rest = list(arguments)
    out = Path(rest[0]) if rest else Path(__file__).with_name("map.svg")
    out.write_text(draw(place_all(build_ground())), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
