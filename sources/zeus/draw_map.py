"""Make the first drawing of the Zeus map from Natural Earth coastlines.

The drawing of record is ``map.svg``: it is meant to be edited by hand, in
Inkscape or any other editor, and this script is not part of any build.  It is
kept so that everybody can see how the shapes came about, and can start again
from them.

Input is the folder of the npm package ``world-atlas`` (Natural Earth 4.1,
public domain, as TopoJSON); only ``countries-50m.json`` is read.  Needs numpy,
Pillow and shapely::

    python draw_map.py path/to/world-atlas map.svg

How it works:

1.  An oblique azimuthal projection about the Russian plain shows the Atlantic
    and the Pacific whole.
2.  The world is painted on a grid: countries and parts of countries become
    provinces.  Where a country is shared, and at sea, each point goes to the
    nearest of the seeds in ``LAND`` and ``SEA``.
3.  A cartogram (diffusion of Gastner and Newman, in the flow form) gives every
    province the share of the page that ``WEIGHTS`` asks for; step 2 and 3 are
    repeated five times, each on the result of the last.
4.  ``EDITS`` are strokes of the brush in page units: they make borders longer,
    open straits, and put the strips of background where a crossing blocks the
    sea.  Then the painting is smoothed.
5.  The borders of the painting are traced as arcs between junctions, the arcs
    are smoothed and simplified one by one, and the provinces are put together
    from them: neighbours share their vertices, there are no gaps or slivers.
6.  Labels, units and centres are placed where there is most room; the tables
    below move some of them by hand.

The output depends on the input only: same files, same bytes.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import numpy as np
import shapely
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from shapely import affinity
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, nearest_points, polygonize, unary_union

XY = tuple[float, float]
Floats = NDArray[np.float64]
Raster = NDArray[np.uint8]

# --------------------------------------------------------------------------
# Page and projection

WIDTH, HEIGHT = 1840, 1260
MARGIN = 24  #: width of the paper border around the map
BASE_WIDTH, BASE_HEIGHT = 1600, 1200  #: the plane that the cartogram works on
SHIFT = (200, 70)  #: where that plane lies on the page
CENTRE = (38.0, 58.0)  #: the middle of the projection
POWER = 0.80  #: distance from the middle goes with this power
SCALE = 630.0  #: units at 100 degrees from the middle
STRETCH = (1.12, 0.95)
ORIGIN = (680.0, 780.0)  #: the middle of the projection in the plane
CELL = 4  #: size of the cells of the cartogram


def project(points: Floats) -> Floats:
    """Longitudes and latitudes (n, 2) to the plane before the cartogram."""
    lon0, lat0 = np.radians(CENTRE)
    lon, lat = np.radians(points[:, 0]) - lon0, np.radians(points[:, 1])
    c = math.sin(lat0) * np.sin(lat) + math.cos(lat0) * np.cos(lat) * np.cos(lon)
    x = np.cos(lat) * np.sin(lon)
    y = math.cos(lat0) * np.sin(lat) - math.sin(lat0) * np.cos(lat) * np.cos(lon)
    r = SCALE * (np.degrees(np.arccos(np.clip(c, -1, 1))) / 100) ** POWER / (np.hypot(x, y) + 1e-12)
    return np.stack([ORIGIN[0] + STRETCH[0] * r * x, ORIGIN[1] - STRETCH[1] * r * y], 1)


def unproject(points: Floats) -> Floats:
    """The inverse of :func:`project`, as unit vectors (n, 3)."""
    x, y = (points[:, 0] - ORIGIN[0]) / STRETCH[0], (ORIGIN[1] - points[:, 1]) / STRETCH[1]
    r = np.hypot(x, y) + 1e-9
    d = np.radians(np.minimum(100 * (r / SCALE) ** (1 / POWER), 179.9))
    lon0, lat0 = np.radians(CENTRE)
    lat = np.arcsin(np.clip(np.cos(d) * math.sin(lat0) + y / r * np.sin(d) * math.cos(lat0), -1, 1))
    lon = lon0 + np.arctan2(x / r * np.sin(d), np.cos(d) * math.cos(lat0) - y / r * np.sin(d) * math.sin(lat0))
    return _unit(lon, lat)


def _unit(lon: Floats, lat: Floats) -> Floats:
    return np.stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)], 1)


def on_sphere(points: Sequence[XY]) -> Floats:
    """Longitudes and latitudes to unit vectors."""
    a = np.radians(np.asarray(points, dtype=float))
    return _unit(a[:, 0], a[:, 1])


def interpolate(mesh: Floats, points: Floats) -> Floats:
    """Where a mesh of displaced corners moves points; what lies outside the plane moves with its edge."""
    gx = np.clip(points[:, 0] / CELL, 0, mesh.shape[1] - 1.001)
    gy = np.clip(points[:, 1] / CELL, 0, mesh.shape[0] - 1.001)
    i, j = gx.astype(int), gy.astype(int)
    fx, fy = (gx - i)[:, None], (gy - j)[:, None]
    upper = mesh[j, i] * (1 - fx) + mesh[j, i + 1] * fx
    lower = mesh[j + 1, i] * (1 - fx) + mesh[j + 1, i + 1] * fx
    inside = np.clip(points, 0, (BASE_WIDTH, BASE_HEIGHT))
    return np.asarray(upper * (1 - fy) + lower * fy + points - inside)


@dataclass
class Warp:
    """The projection followed by the cartograms made so far, with their inverses."""

    meshes: list[Floats] = field(default_factory=list)
    inverses: list[Floats] = field(default_factory=list)

    def __call__(self, points: Floats) -> Floats:
        """Longitudes and latitudes to the plane."""
        points = project(points)
        for mesh in self.meshes:
            points = interpolate(mesh, points)
        return points

    def sphere(self, points: Floats) -> Floats:
        """Points of the plane to unit vectors."""
        for mesh in reversed(self.inverses):
            points = interpolate(mesh, points)
        return unproject(points)


# fmt: off
#: seeds of land provinces (lon/lat), used in the countries of SHARED; afr is land outside the game
LAND: dict[str, tuple[XY, ...]] = {
    "lon": (
        (0, 51.5), (-0.8, 52.6), (0.9, 52.3), (-1.2, 51.1), (-0.5, 53.3), (0.7, 51.1),
    ),
    "edi": (
        (-3.5, 58.5), (-5, 58.3), (-3.5, 56), (-4.5, 57.5), (-2, 54.9), (-1.6, 54.1), (-4.5, 55.2), (-3, 58),
    ),
    "wbr": (
        (-4, 51.8), (-4, 52.8), (-3.3, 50.8), (-2.6, 52.2), (-8, 53), (-7, 54.6), (-8, 52), (-4.7, 50.4),
        (-2.7, 53.5), (-2.4, 51.3),
    ),
    "par": (
        (2.3, 48.8), (-2.5, 48.2), (0, 48.5), (2.5, 50.2), (0.3, 47.4), (-3.8, 48.2), (1.8, 47.7), (-1, 49.2),
    ),
    "gas": (
        (-0.3, 45), (0.5, 44), (-0.9, 46.2), (1.2, 43.6), (1.4, 45.6), (0, 43.2),
    ),
    "mar": (
        (5, 43.6), (3.4, 43.6), (2.6, 42.8), (6.3, 44.2), (4.8, 44.6), (6.5, 45.5), (3.2, 44.3), (6.9, 43.7),
    ),
    "bur": (
        (4.8, 47), (3.2, 46.5), (5.8, 48.5), (7.2, 47.8), (4.2, 48.8), (6, 47), (4.4, 46.1), (3.1, 45.5),
        (5.3, 49.3),
    ),
    "spa": (
        (-4, 40.2), (-1, 41), (-5, 42.5), (2, 42), (-8.3, 41.5), (-8.3, 39.5), (-1, 38.5), (-3, 38.6), (-6, 39.5),
        (0.5, 42.4), (-1.8, 43),
    ),
    "gib": (
        (-5.3, 36.5), (-6.3, 37.2), (-4.4, 37), (-8.2, 37.4), (-7.2, 37.4), (-3.2, 37.1),
    ),
    "ham": (
        (9.8, 53.6), (8.4, 53), (10.5, 52.6), (9.5, 54.4), (7.6, 52.7), (11.3, 53.6), (9.5, 52.2),
    ),
    "ber": (
        (13.4, 52.5), (13.2, 53.7), (12.2, 52), (14, 51.6), (13.2, 51.2), (15.2, 53.7), (15.4, 52.6), (16.6, 54),
        (17.4, 54.2), (16.2, 51.3), (11.7, 51.6),
    ),
    "mun": (
        (11.5, 48.6), (9.2, 48.6), (11, 50), (12, 50.2), (9.4, 49.7), (10.6, 51.1), (13, 48.8), (8.3, 48.2),
    ),
    "ruh": (
        (7.3, 51.5), (7, 50.3), (8.2, 50.6), (7.2, 49.5), (8.4, 51.5),
    ),
    "pol": (
        (21, 52.2), (19, 51.5), (20, 50.2), (22.5, 51), (18, 52.5), (17.4, 51.8), (23.3, 53), (25, 51),
        (24.3, 49.6), (25.5, 52.5), (26.3, 53.8), (18.4, 53), (26, 50.3),
    ),
    "pru": (
        (20.5, 54.2), (19.6, 54), (22.2, 54.2), (18.5, 54.2), (21.5, 54.9), (20, 53.7),
    ),
    "mos": (
        (37, 55.7), (32, 55), (42, 56), (48, 57), (54, 57.5), (35, 52.5), (40, 53.5), (46, 54.5), (32, 51),
        (30, 54), (52, 54.8), (29, 51), (36, 50.7), (28.6, 49.6), (31, 49.4), (28, 53),
    ),
    "sta": (
        (44, 48.5), (36, 48.5), (38.5, 47.6), (40, 46), (34, 46.7), (34.2, 45.3), (33, 47.8), (46, 50.5), (50, 52),
        (54, 52), (45, 46.8), (40, 44.8), (43, 44.2), (42, 50.5), (59, 52), (56, 51.5), (33.5, 46.5),
    ),
    "rum": (
        (29, 46.5), (28, 48), (30.4, 46.9), (26.2, 48), (25, 45), (25, 42.7), (27, 48.5), (30.6, 48),
    ),
    "hun": (
        (19.5, 47), (23, 48.4), (22, 48.3), (24, 48.2), (21.5, 47.5), (17.5, 47), (21.8, 48.4),
    ),
    "cze": (
        (15, 49.8), (17, 49.3), (19, 48.8), (20.8, 48.8), (16, 50),
    ),
    "yug": (
        (20, 44), (16, 44.5),
    ),
    "gre": (
        (22.5, 39.5), (20, 41), (26.6, 41.3), (27.6, 41.6), (28.3, 41.4),
    ),
    "tur": (
        (29.8, 40.9), (26.8, 39.9), (30, 39), (36, 39), (42, 39),
    ),
    "pie": (
        (8, 44.7), (7.3, 45), (9.3, 45.6), (9.9, 46.2), (8.9, 44.5), (10.2, 45.2), (9.8, 44.4),
    ),
    "ven": (
        (12, 45.6), (11.5, 46.4), (11.2, 45.2), (11.9, 44.5), (13, 46.2), (11, 44.6),
    ),
    "rom": (
        (13, 41.7), (11, 43.5), (12.4, 42.8), (13.2, 43.4), (15, 41.2), (17, 40.5), (16, 39), (14, 37.5),
    ),
    "fin": (
        (26, 63.5), (27.8, 70.3), (29.8, 70), (31, 69.3), (30.7, 68.9), (27, 69),
    ),
    "nwy": (
        (9, 61.5), (15, 67), (20, 69.5), (23.5, 69.8), (24, 70.5),
    ),
    "len": (
        (31, 60), (33, 62), (34, 66), (36, 67.5), (40, 65), (44, 66), (50, 66), (56, 66), (62, 67), (68, 67.5),
        (75, 69), (82, 70), (90, 71.5), (98, 73), (30, 58.3), (37, 60), (45, 61.5), (54, 62.3), (104, 74),
        (106, 72), (33, 58.5), (33, 68.5), (29.5, 66),
    ),
    "mag": (
        (152, 64), (160, 66), (170, 66), (176, 67), (-175, 66.5), (140, 66), (130, 68), (122, 70), (115, 71.5),
        (145, 62), (160, 57), (158, 53), (165, 61), (135, 62), (112, 73), (139, 59.5),
    ),
    "sib": (
        (92, 60), (70, 60), (80, 58), (62, 57), (105, 58), (113, 58), (105, 63), (90, 65), (75, 63), (110, 54),
        (120, 62), (85, 52), (95, 52), (62, 55), (116, 65), (100, 67), (104, 53),
    ),
    "amu": (
        (132, 49), (135, 52), (125, 53), (139, 52), (134, 45.5), (118, 51), (130, 56), (137, 54.5), (122, 56),
        (114, 50.6),
    ),
    "kaz": (
        (66, 47), (66, 36.3), (69.5, 36.4), (63.7, 35.8), (76, 38.3), (80, 36.5), (84, 36), (88, 35.8), (78, 34.3),
        (82, 34), (47.3, 42.6), (72, 37),
    ),
    "sin": (
        (81, 41.3), (85, 40.8), (88, 43), (86, 46), (91, 39.9), (95, 41), (90, 38.4), (100, 40), (105, 40),
        (95, 38.8), (112, 42.7),
    ),
    "chu": (
        (106.5, 29.5), (104, 31), (102, 28.7), (109, 32), (111, 30.8), (107, 27.7), (104, 34.5), (107.5, 35),
        (100, 33.3), (96, 34), (92, 34.3), (98, 36.4), (102, 36.7), (93, 36), (110.5, 29),
    ),
    "nep": (
        (85, 29.8), (81, 31), (88, 30.8), (91, 30), (94.5, 29.5), (98, 29), (96.5, 31), (85, 32), (90, 31.8),
        (100, 27.6), (94.5, 28.3), (98.8, 28), (99, 31),
    ),
    "ctn": (
        (102, 25.3), (100.5, 24.6), (104, 24), (107, 24), (110, 24), (113, 23.5), (116, 24.5), (118.5, 26),
        (120.5, 29), (112, 27), (116, 28.5), (119, 31.5), (100.3, 25.8), (116, 31), (120, 32.6),
    ),
    "pek": (
        (116.4, 40), (114, 36), (118, 36.5), (120.5, 37), (112, 39.5), (108.5, 41), (118, 43), (124, 43),
        (127, 46), (122, 48), (125, 50), (131, 46.5), (112, 34.5), (116, 34), (119, 34.6), (108, 38), (118, 46),
    ),
    "ind": (
        (78, 22), (69.3, 33.3), (68, 32.3), (88, 24), (91, 24),
    ),
    "brm": (
        (96, 21), (94.5, 26.3), (96.5, 27.8), (93, 24), (92.3, 22.5),
    ),
    "ira": (
        (54, 32.5), (62.5, 32.5), (64.3, 30.5), (62.5, 34),
    ),
    "sap": (
        (143, 43.3), (141, 43), (141, 41.8), (140.9, 41), (140.2, 39.9), (139.8, 38.9), (140.2, 40.8),
    ),
    "sen": (
        (141.8, 40.2), (141.4, 39), (140.8, 38), (140.9, 37.2),
    ),
    "tok": (
        (139.6, 35.7), (138.5, 36.3), (137, 35), (138.5, 37.3), (136.5, 36.3), (135.5, 34.7), (133, 34.8),
        (131.5, 34.3), (133.5, 33.7), (132.6, 33.2), (140.2, 36), (134.2, 34),
    ),
    "kyu": (
        (131.2, 32.5), (130.5, 33.4), (130.7, 31.5), (131.3, 33.4),
    ),
    "was": (
        (-79, 37), (-84, 34), (-81, 28), (-90, 31.5), (-97, 31), (-91, 36), (-86, 38), (-76.5, 39.2), (-98, 34),
        (-97, 37), (-100, 28),
    ),
    "nyo": (
        (-75, 43), (-71, 44), (-80, 41), (-85, 42.5), (-89, 44.5), (-95, 46), (-95, 42), (-102, 46.5), (-102, 43),
        (-107, 47), (-106, 43.8), (-90, 41), (-103, 41),
    ),
    "cal": (
        (-119, 37), (-116, 34), (-112, 34.5), (-107, 34.5), (-104.5, 38), (-112, 38.5), (-117, 40), (-109, 38),
        (-105, 32), (-123, 40), (-115, 32), (-112.5, 27.5), (-114.5, 30.5), (-110.5, 24.5),
    ),
    "ore": (
        (-120, 45), (-122, 47.5), (-116, 46.5), (-112, 46.8), (-117, 43.3), (-112, 43.3), (-111, 45),
    ),
    "pan": (
        (-85, 12), (-100, 20), (-105, 26), (-90, 15), (-107, 29), (-99, 26), (-109.5, 27),
    ),
    "alg": (
        (2, 34), (-6, 33), (-3, 34), (5, 35), (-9, 30), (4, 31), (-2, 31),
    ),
    "lib": (
        (15, 29), (22, 29), (10, 32), (9.5, 35.5), (18, 28.5),
    ),
    "egy": (
        (30, 27), (26, 28), (32, 26), (33.5, 29.5),
    ),
    "afr": (
        (0, 27), (-12, 24), (6, 27), (10, 26), (16, 25), (22, 25), (28, 22.5), (32, 22), (-8, 27), (34, 22),
    ),
    "mde": (
        (38, 31.5), (34.6, 29.9), (35, 31),
    ),
    "ala": (
        (-150, 65), (-142, 62), (-160, 60), (-133, 57), (-142, 68),
    ),
}
#: seeds of seas (lon/lat)
SEA: dict[str, tuple[XY, ...]] = {
    "arc": (
        (-4.5, 60.2), (-6.5, 60.4), (-10, 72), (-30, 78), (-60, 80), (-80, 75), (-100, 77), (-120, 73), (-140, 72),
        (-160, 73), (-168, 70), (0, 75), (5, 69), (0, 65), (-5, 62.3), (-1.5, 61), (-15, 66.5), (-170, 74),
        (-20, 83), (-90, 83), (-150, 80), (8, 72), (-62, 72), (-168.2, 67.4), (-169, 67), (-75, 68), (5, 63),
        (12, 70.5),
    ),
    "ess": (
        (-174, 67.3), (-179, 69), (120, 77), (35, 73), (55, 75), (75, 77), (95, 79), (140, 76), (160, 73),
        (172, 71.5), (30, 72), (40, 70), (38, 66), (24, 74), (60, 84), (150, 80), (178, 70.5), (60, 70),
        (75, 73.5), (-176.5, 68.8), (30, 78),
    ),
    "nth": (
        (3, 57), (0, 58.3), (4.5, 59.3), (2, 55), (3, 53.2), (7, 57.3), (9.5, 57.9), (11.2, 57.6), (0.5, 54.3),
        (0.5, 59.9),
    ),
    "hel": (
        (7.3, 54.6), (7, 54), (8, 55.2), (6.4, 54.3), (8.2, 54.2),
    ),
    "nao": (
        (-32, 54), (-20, 57), (-12, 57), (-8.5, 58.5), (-45, 52), (-54, 50), (-50, 58), (-62, 47), (-62, 43.7),
        (-55, 61), (-30, 61), (-20, 53), (-40, 47), (-13, 54.5), (-66.5, 43.5), (-7, 56), (-69, 43), (-85, 59),
        (-80, 53),
    ),
    "mao": (
        (-38, 36), (-20, 40), (-12, 38.5), (-11, 43.5), (-13, 47), (-25, 46), (-55, 38), (-68, 38.5), (-74, 34),
        (-78, 30), (-88, 27), (-94, 25), (-92, 22), (-60, 31), (-35, 30), (-9.3, 36.2), (-12, 49.8), (-13, 51.3),
        (-71.3, 40.6), (-70, 40.8), (-8, 35.9), (-18, 34), (-85, 24),
    ),
    "sao": (
        (-22, 16), (-12, 31.8), (-15, 27), (-30, 20), (-45, 18), (-60, 19), (-72, 16), (-78, 17), (-82, 15),
        (-50, 10), (-35, 8), (-18, 12), (-65, 14), (-85, 17), (-9.3, 34), (-25, 25),
    ),
    "bis": (
        (-4, 45.5), (-3, 44.2), (-6, 47), (-7.5, 48.6), (-2.5, 46.5), (-8.5, 45), (-8, 49.9), (-7.5, 50.7),
    ),
    "eng": (
        (-2, 50), (0, 50.3), (1.4, 50.8), (-3.7, 49.6), (2.1, 51.2), (-5.2, 49.3),
    ),
    "bal": (
        (15, 55.2), (18, 55.3), (11, 54.5), (13, 54.8), (17, 55), (17.6, 56.4), (18.6, 55.2), (16.8, 57.2),
        (12, 55),
    ),
    "bot": (
        (20, 61), (19, 64), (21.5, 59.5), (25, 59.8), (28, 60), (20.5, 57.8), (23.5, 64.8), (20, 56.3), (19.5, 59),
        (20.4, 55.3), (23.5, 57.7),
    ),
    "wes": (
        (5, 39), (0, 38.3), (4, 42), (8, 43.5), (9, 40), (12, 39.6), (11, 42), (-2, 36.3), (6, 37.6), (10.5, 38),
        (13, 40.1), (-4, 36.2), (2, 40),
    ),
    "ion": (
        (18.5, 37), (17, 39.2), (16, 35), (12.8, 35), (19, 39), (20.3, 37.8), (17, 33), (19, 31.8), (21, 34.5),
        (15.7, 37), (12, 34),
    ),
    "adr": (
        (16, 42.8), (14.2, 44), (13, 45), (17.5, 42), (18.8, 41.2), (15, 43.3),
    ),
    "eas": (
        (28, 34.2), (25.5, 35), (25, 38.5), (25, 40), (24.2, 36.7), (33, 33.3), (30.5, 35.5), (23.8, 34),
        (33.7, 32.2), (35, 35.5), (24, 33),
    ),
    "bla": (
        (34, 43.5), (30, 43), (37, 44), (39.8, 42.5), (31, 45), (37, 46.2), (29, 42),
    ),
    "ino": (
        (98.5, 3.5), (100.5, 1.5), (94, 6.8), (90, 3), (85, 4), (78, 5), (72, 2), (60, 15), (65, 20), (58, 24.5),
        (52, 26.5), (50, 12.5), (39.5, 18), (36, 24), (34, 27.5), (70, 12), (80, 0), (90, -4), (75, 8), (44, 12),
        (60, 0), (55, 5), (60, -15), (80, -15), (97, -12), (67, 23), (94, 4),
    ),
    "ben": (
        (89, 14), (85, 17), (90, 20), (94, 15), (97.5, 8.2), (82.5, 12.5), (97, 12.5), (93, 10.5), (96.5, 10),
        (88, 11),
    ),
    "scs": (
        (114, 14), (110, 18), (116, 20.5), (112, 10), (108.5, 18.5), (102.5, 10), (110, 7.5), (118, 17), (116, 10),
    ),
    "ecs": (
        (125, 27), (123, 30), (127, 30), (120.3, 25.3), (122.8, 26), (124, 22), (126, 18), (129, 13), (128, 23),
        (127.5, 10), (128.5, 31),
    ),
    "oki": (
        (131, 27), (134, 30), (135, 26), (139, 23), (132, 22), (132, 31), (137.5, 29.5), (143, 17.5), (136, 18),
        (136.3, 33),
    ),
    "sol": (
        (159, -8.5), (150, -3), (143, 4), (137, 9.5), (155, -1), (135, 13), (162, -13),
    ),
    "spo": (
        (105, 3.2), (107, 1.5), (132, 2), (126, 4), (121, 3), (108, 3), (105, 5.5), (106, 0), (112, -4), (125, -5),
        (145, -14), (155, -17), (168, -19), (-170, -14), (-150, -10), (-130, -2), (-112, 3), (-92, 4), (-82, 2),
        (-89, 10.5), (-96, 11), (-120, 2), (175, -25), (-150, -25), (-140, -4), (104.2, 3), (114, 6),
    ),
    "car": (
        (155, 17), (145.5, 27), (142.5, 32), (150, 22), (160, 13), (140.8, 33), (165, 22), (150, 31),
    ),
    "cpo": (
        (-178, 8), (170, 2), (158, 4), (149, 10.5), (145, 13), (-168, 2), (-168, 10), (165, -3), (175, -5),
        (172, 9), (-160, 7), (175, -12),
    ),
    "mid": (
        (-177, 28), (-165, 30), (-150, 32), (-135, 33.2), (-125, 34.2), (175, 24), (-121.7, 35), (170, 28),
        (178, 20),
    ),
    "haw": (
        (-157, 20.5), (-145, 22), (-130, 24), (-120, 27), (-117.3, 30), (-110, 20), (-106, 18), (-150, 14),
        (-135, 14), (-118, 20), (-166, 21), (-122, 14), (-114.5, 26.5),
    ),
    "mpo": (
        (-125.2, 39), (-130, 40), (-126, 43.2), (-155, 40), (-175, 40), (170, 39.5), (143.5, 36), (-165, 38),
        (-140, 39), (-180, 37), (160, 36), (150, 36), (144.5, 36.5), (142.5, 36.8),
    ),
    "npo": (
        (-128, 46.5), (-133, 48), (-160, 50), (180, 50), (165, 45), (-170, 48), (-150, 50), (-135, 50), (-129, 48),
        (170, 46), (155, 44), (148, 42), (145.5, 40.2), (-160, 55), (-168, 59), (-169, 62.5), (-171, 56),
        (-126.5, 46.6), (-140, 57), (-166, 64.2), (-173, 52),
    ),
    "soo": (
        (149, 55), (144, 48), (154, 50), (145.5, 46), (160, 51), (166, 55), (172, 58), (176, 61), (179, 63),
        (-176, 64.3), (150, 58), (156, 60), (140, 56.5), (-171.5, 65.8), (-174, 64.2), (143, 54),
    ),
    "soj": (
        (135, 40.5), (131, 38), (133.5, 37), (138, 41), (139, 43.7), (136, 43), (132, 41.5), (140.3, 46),
        (137.3, 38.5), (130, 36.5),
    ),
    "yel": (
        (123, 35.5), (121.5, 38.5), (119.5, 38.7), (124.8, 34), (124, 37.5), (126, 33), (122.7, 33), (127.5, 33.2),
    ),
}
#: countries that lie in one province
WHOLE: dict[str, tuple[str, ...]] = {
    "wbr": ("Ireland", "Isle of Man"),
    "low": ("Netherlands", "Belgium", "Luxembourg"),
    "lit": ("Lithuania", "Latvia", "Estonia"),
    "swi": ("Switzerland",),
    "aus": ("Austria", "Liechtenstein"),
    "rom": ("San Marino", "Vatican"),
    "mar": ("Monaco",),
    "spa": ("Andorra",),
    "yug": ("Slovenia", "Croatia", "Bosnia and Herz.", "Serbia", "Montenegro", "Kosovo", "Macedonia"),
    "gre": ("Greece", "Albania"),
    "rum": ("Romania", "Bulgaria", "Moldova"),
    "swe": ("Sweden",),
    "den": ("Denmark",),
    "cze": ("Czechia",),
    "mde": ("Syria", "Lebanon", "Israel", "Palestine", "Jordan", "Iraq", "Saudi Arabia", "Yemen", "Oman", "United Arab Emirates", "Qatar", "Kuwait", "Bahrain"),
    "ira": ("Iran",),
    "kaz": ("Kazakhstan", "Uzbekistan", "Turkmenistan", "Kyrgyzstan", "Tajikistan", "Georgia", "Armenia", "Azerbaijan"),
    "ind": ("Pakistan", "Siachen Glacier"),
    "nep": ("Nepal", "Bhutan"),
    "sin": ("Mongolia",),
    "inc": ("Thailand", "Laos", "Cambodia", "Vietnam"),
    "kor": ("North Korea", "South Korea"),
    "can": ("Canada",),
    "pan": ("Guatemala", "Belize", "Honduras", "El Salvador", "Nicaragua", "Costa Rica", "Panama"),
    "col": ("Colombia", "Venezuela"),
    "lib": ("Tunisia",),
}
#: countries that are shared, with the provinces that share them
SHARED: dict[str, str] = {
    "United Kingdom": "lon edi wbr",
    "France": "par gas mar bur",
    "Spain": "spa gib",
    "Portugal": "spa gib",
    "Germany": "ham ber mun ruh",
    "Poland": "ber pru pol",
    "Russia": "len mos sta sib mag amu kaz fin pru",
    "Belarus": "pol mos",
    "Ukraine": "pol mos sta rum hun",
    "Slovakia": "cze hun",
    "Hungary": "hun",
    "Italy": "pie ven rom",
    "Turkey": "tur gre",
    "Finland": "fin",
    "Norway": "nwy fin",
    "China": "sin chu ctn pek nep kaz",
    "India": "ind brm nep",
    "Bangladesh": "ind brm",
    "Myanmar": "brm",
    "Afghanistan": "kaz ind ira",
    "Japan": "sap sen tok kyu",
    "Mexico": "pan cal",
    "Algeria": "alg afr",
    "Morocco": "alg afr",
    "W. Sahara": "alg afr",
    "Libya": "lib afr",
    "Egypt": "egy afr mde",
    "United States of America": "was nyo cal ore ala",
}
#: waters that belong to a land province (painted on water only, lon/lat)
FILLS: tuple[tuple[str, tuple[XY, ...]], ...] = (
    ("wbr", (
        (-6.6, 52), (-5.4, 50.1), (-4.4, 50.8), (-2.8, 51.3), (-2.8, 53.6), (-2.9, 54.2), (-3.6, 54.75),
        (-5, 54.85), (-6, 55.2), (-6.5, 54.2),
    )),
    ("kaz", (
        (46, 37), (46.5, 48), (54, 48), (55.5, 41), (54.5, 36),
    )),
    ("sta", (
        (34.6, 45.35), (36.6, 45.35), (40, 46), (39.5, 47.6), (34.5, 46.5),
    )),
    ("cal", (
        (-115.5, 32.5), (-113, 32.2), (-110.8, 28.2), (-108.5, 25), (-109.5, 22.5), (-112, 25),
    )),
    ("den", (
        (9.5, 56.3), (10.9, 56.4), (12.2, 56.15), (12.4, 55.9), (12.2, 54.5), (9.8, 54.7),
    )),
    ("tok", (
        (131.2, 34), (132, 33.2), (132.3, 32.6), (134.3, 33.4), (135.3, 34), (135.3, 34.8), (132, 34.5),
    )),
    ("sap", (
        (139.9, 41), (141.3, 41), (141.4, 41.9), (140, 41.9),
    )),
    ("rom", (
        (15.2, 38.5), (15.9, 38.5), (16, 37.9), (15.1, 37.8),
    )),
)
#: share of the page that each space shall have, relative to each other
WEIGHTS: dict[str, float] = {
    "adr": 0.528, "afr": 5, "ala": 1, "alg": 1, "ame": 3.2, "amu": 1.2, "arc": 3.8, "aus": 0.561, "bal": 0.594,
    "ben": 1.1, "ber": 0.66, "bis": 1.15, "bla": 0.726, "bot": 0.726, "brm": 0.8, "bur": 0.594, "cal": 1.2,
    "can": 2.6, "car": 2.2, "chu": 1.2, "col": 1.3, "cpo": 4, "ctn": 1.2, "cze": 0.594, "den": 0.462, "eas": 1.05,
    "ecs": 1.9, "edi": 0.561, "egy": 1.1, "eng": 0.594, "ess": 2.2, "fin": 0.66, "gas": 0.495, "gib": 0.65,
    "gre": 0.594, "ham": 0.561, "haw": 3.4, "hel": 0.495, "hun": 0.561, "inc": 1.2, "ind": 1.5, "ino": 6,
    "ion": 0.95, "ira": 1.1, "kaz": 1.8, "kor": 0.75, "kyu": 0.65, "len": 2, "lib": 1, "lit": 0.528, "lon": 0.528,
    "low": 0.495, "mag": 1.8, "mao": 5, "mar": 0.528, "mde": 1.5, "mid": 2.7, "mos": 1.122, "mpo": 2.7, "mun": 0.66,
    "nao": 3.8, "nep": 0.9, "npo": 3, "nth": 0.858, "nwy": 0.66, "nyo": 1.3, "oki": 1.8, "ore": 0.9, "oth": 2.2,
    "pan": 1.4, "par": 0.66, "pek": 1.3, "pie": 0.462, "pol": 0.726, "pru": 0.429, "rom": 0.75, "ruh": 0.429,
    "rum": 0.693, "sao": 6, "sap": 0.75, "scs": 2.4, "sen": 0.65, "sib": 2.2, "sin": 1.4, "soj": 1, "sol": 2.8,
    "soo": 1.5, "spa": 1.15, "spo": 14, "sta": 0.924, "str": 0.1, "swe": 0.66, "swi": 0.396, "tok": 0.85,
    "tur": 0.792, "ven": 0.495, "was": 1.2, "wbr": 0.726, "wes": 1.3, "yel": 0.9, "yug": 0.627,
}
#: strokes of the brush: label, what it may cover (a: all, w: water, or labels), width (0: an area), points
#: (units of the page)
EDITS: tuple[tuple[str, str, float, tuple[XY, ...]], ...] = (
    ("nth", "a", 24, ((812, 585), (829, 622))),
    ("str", "a", 0, ((818, 626), (843, 626), (850, 660), (854, 694), (826, 698), (823, 670))),
    ("bal", "den", 20, ((812, 716), (812, 720))),
    ("nwy", "fin+swe", 14, ((930, 518), (964, 522))),
    ("nwy", "swe", 14, ((855, 530), (900, 519), (928, 522))),
    ("mun", "ham+ruh+ber", 24, ((745, 805), (790, 798))),
    ("arc", "nao+nth", 26, ((690, 508), (735, 516))),
    ("sao", "a", 0, ((318, 885), (340, 905), (358, 950), (368, 985), (362, 1016), (340, 1014), (322, 950))),
    ("str", "a", 0, ((366, 982), (388, 976), (398, 1000), (430, 1025), (424, 1055), (398, 1038), (380, 1026), (362, 1014))),
    ("alg", "afr", 22, ((352, 1034), (364, 1060))),
    ("pie", "ven", 22, ((698, 938), (722, 928))),
    ("aus", "mun", 16, ((700, 902), (765, 908))),
    ("mar", "pie", 14, ((612, 938), (630, 938))),
    ("pie", "ven", 24, ((655, 1013), (666, 1010))),
    ("rom", "wes+ion", 0, ((612, 1116), (640, 1110), (700, 1112), (716, 1128), (660, 1148), (625, 1136))),
    ("gre", "rum+yug+eas", 26, ((850, 1032), (900, 1025), (950, 1020), (964, 1014))),
    ("gre", "bla+rum", 28, ((964, 1006), (968, 1010))),
    ("str", "a", 0, ((983, 1004), (1003, 1022), (985, 1044), (958, 1050), (935, 1062), (923, 1044), (945, 1038), (970, 1028))),
    ("egy", "afr+mde", 0, ((960, 1190), (1045, 1165), (1078, 1168), (1088, 1210), (1050, 1230), (960, 1220))),
    ("ino", "a", 24, ((1092, 1180), (1102, 1194), (1128, 1210), (1175, 1214))),
    ("ino", "a", 18, ((1165, 1128), (1190, 1138), (1215, 1132), (1242, 1138))),
    ("ind", "kaz+nep", 34, ((1262, 975), (1262, 1000))),
    ("kaz", "chu", 24, ((1308, 905), (1308, 930))),
    ("kaz", "sin+nep", 24, ((1250, 934), (1300, 922))),
    ("inc", "brm", 14, ((1530, 1055), (1560, 1060), (1590, 1070))),
    ("inc", "w", 22, ((1545, 1048), (1575, 1060), (1590, 1070), (1620, 1076), (1650, 1072))),
    ("amu", "pek+kor+soj", 32, ((1300, 542), (1322, 567), (1330, 582))),
    ("amu", "sib+pek+sin", 30, ((1215, 590), (1238, 650), (1248, 690))),
    ("soj", "a", 22, ((1446, 619), (1476, 592))),
    ("str", "a", 0, ((1480, 582), (1536, 568), (1550, 584), (1526, 594), (1502, 600), (1484, 606))),
    ("str", "a", 0, ((1418, 630), (1456, 627), (1468, 642), (1466, 664), (1434, 669), (1420, 654))),
    ("sap", "w", 26, ((1335, 475), (1352, 455))),
    ("mag", "w", 20, ((1180, 334), (1208, 338))),
    ("npo", "a", 0, ((1036, 256), (1090, 260), (1092, 284), (1068, 310), (1034, 310))),
    ("soo", "a", 0, ((1088, 276), (1134, 276), (1134, 346), (1104, 347), (1066, 310))),
    ("arc", "a", 0, ((1030, 310), (1068, 310), (1106, 348), (1096, 364), (1030, 362))),
    ("ess", "a", 0, ((1104, 346), (1136, 344), (1136, 368), (1094, 376), (1094, 362))),
    ("can", "ala", 0, ((868, 230), (934, 230), (934, 272), (868, 272))),
    ("mid", "haw", 24, ((690, 142), (760, 144), (880, 130), (965, 138), (1010, 132), (1100, 148))),
    ("mpo", "npo", 28, ((826, 208), (900, 182), (1000, 188), (1100, 200), (1200, 214))),
    ("pan", "a", 46, ((256, 270), (246, 305), (242, 342))),
    ("col", "w", 34, ((236, 366), (262, 370))),
    ("nyo", "was+can", 28, ((470, 355), (490, 342))),
    ("mao", "was", 0, ((320, 328), (352, 328), (352, 362), (320, 362))),
    ("nyo", "was", 20, ((430, 395), (440, 400))),
    ("lit", "pol+mos", 26, ((1010, 775), (1020, 784))),
    ("pie", "ven+rom", 30, ((632, 1006), (662, 1008))),
    ("sap", "tok", 26, ((1432, 494), (1446, 484))),
    ("nep", "brm+ctn", 24, ((1385, 928), (1408, 922))),
    ("fin", "len", 24, ((965, 532), (985, 542))),
    ("kyu", "ecs+oki", 24, ((1492, 658), (1545, 660))),
    ("egy", "afr", 36, ((842, 1198), (960, 1204), (1050, 1198))),
    ("pie", "ven", 20, ((690, 960), (712, 932))),
    ("cze", "hun+pol+ber", 28, ((812, 878), (905, 892))),
    ("hel", "nth", 22, ((712, 622), (709, 670))),
    ("den", "hel+nth", 24, ((768, 618), (762, 676))),
    ("edi", "nth", 28, ((660, 582), (664, 615))),
    ("eng", "bis+par", 24, ((500, 720), (560, 742))),
    ("eng", "par", 20, ((548, 758), (604, 762))),
    ("gib", "spa", 26, ((424, 938), (444, 975))),
    ("lit", "bot", 18, ((985, 698), (974, 725))),
    ("lit", "pol+len+bot", 30, ((955, 720), (1000, 735))),
    ("low", "eng+nth+ruh", 24, ((668, 772), (694, 760))),
    ("swi", "bur+mun+pie", 26, ((625, 892), (705, 898))),
    ("ham", "hel+bal+den", 34, ((766, 688), (770, 710))),
    ("den", "bal+hel", 20, ((770, 660), (795, 680))),
    ("col", "ame", 0, ((160, 320), (226, 332), (228, 392), (180, 402))),
    ("col", "pan", 14, ((222, 358), (268, 360))),
    ("wbr", "bis+eng", 30, ((520, 630), (522, 670))),
    ("den", "hel+nth", 28, ((760, 615), (754, 670))),
    ("edi", "nth", 24, ((672, 573), (674, 602))),
    ("edi", "nao", 18, ((634, 560), (622, 582))),
    ("eng", "bis", 26, ((492, 710), (500, 742))),
    ("eng", "par", 22, ((530, 760), (600, 774))),
    ("low", "eng+nth+ruh+par", 28, ((658, 786), (706, 760))),
    ("swi", "bur+mun+pie", 32, ((614, 904), (715, 906))),
    ("cze", "hun+pol+ber+aus", 32, ((800, 876), (912, 890))),
    ("pan", "a", 40, ((256, 270), (286, 260), (312, 235))),
    ("wes", "alg", 16, ((428, 1060), (470, 1073), (520, 1092))),
    ("swi", "bur", 26, ((612, 896), (628, 910))),
    ("swi", "mun", 22, ((640, 876), (700, 882))),
    ("wbr", "lon", 24, ((562, 658), (552, 682))),
    ("bot", "bal", 26, ((890, 666), (900, 710))),
    ("bot", "swe", 16, ((892, 590), (896, 615))),
    ("swi", "aus", 20, ((688, 892), (704, 895))),
    ("nth", "hel", 26, ((702, 590), (688, 630), (674, 692))),
    ("pan", "spo", 28, ((300, 235), (345, 208))),
    ("egy", "ino", 26, ((1000, 1145), (1030, 1170), (1050, 1182))),
    ("mde", "ino", 22, ((1030, 1142), (1060, 1164))),
    ("wbr", "lon", 22, ((550, 670), (545, 692))),
    ("edi", "wbr", 20, ((610, 568), (614, 600))),
    ("edi", "nth", 14, ((680, 582), (680, 600))),
    ("hel", "nth", 18, ((697, 646), (695, 676))),
    ("wbr", "lon", 22, ((584, 654), (572, 676))),
    ("kyu", "yel", 16, ((1474, 654), (1477, 664))),
    ("tok", "sap", 16, ((1446, 498), (1462, 492))),
    ("sap", "sen+tok", 28, ((1422, 486), (1436, 482))),
    ("mao", "sao", 18, ((336, 888), (346, 910))),
    ("hel", "nth", 14, ((689, 660), (688, 686))),
    ("hel", "den", 10, ((746, 660), (746, 672))),
    ("pie", "ven", 20, ((718, 926), (740, 926))),
    ("swi", "aus", 12, ((694, 908), (705, 910))),
    ("gre", "bla+rum", 20, ((966, 996), (970, 1002))),
)
# fmt: on
AFRICA, AMERICA, STRIP = 98, 99, 100  #: labels of what is no province
CODES = {name: number for number, name in enumerate(sorted((set(LAND) | set(SEA) | set(WHOLE)) - {"afr"}), 1)}
CODES |= {"afr": AFRICA, "ame": AMERICA, "str": STRIP}
NAMES = {code: name for name, code in CODES.items()}
NOBODY = {AFRICA, AMERICA, STRIP}
DRY = np.zeros(256, dtype=bool)  #: which labels are land
DRY[[CODES[k] for k in [*LAND, *WHOLE, "ame"]]] = True
OWNER = {country: province for province, countries in WHOLE.items() for country in countries}
#: how many of a country's largest polygons are drawn as land (1 unless given); the others are art in the sea
PARTS = {"Turkey": 2, "Azerbaijan": 2, "Oman": 2, "United Kingdom": 2, "Denmark": 3, "Japan": 4, "Croatia": 2}
PARTS |= {"United States of America": 2}
PARTS |= dict.fromkeys(
    (
        "Australia",
        "Brunei",
        "Cuba",
        "Cyprus",
        "Dominican Rep.",
        "Greenland",
        "Haiti",
        "Iceland",
        "Indonesia",
        "Jamaica",
        "Madagascar",
        "N. Cyprus",
        "New Zealand",
        "Papua New Guinea",
        "Philippines",
        "Puerto Rico",
        "Sri Lanka",
        "Taiwan",
        "Timor-Leste",
    ),
    0,
)
SOUTH_AMERICA = (
    "Brazil",
    "Peru",
    "Ecuador",
    "Guyana",
    "Suriname",
    "Bolivia",
    "Paraguay",
    "Chile",
    "Argentina",
    "Uruguay",
)


@dataclass(frozen=True)
class Piece:
    """A polygon of a country: outer ring (lon/lat, dense) and its size in square degrees at the equator."""

    country: str
    size: float
    ring: Floats
    land: bool


def densify(ring: Floats, step: float) -> Floats:
    """A closed ring with a point at least every ``step`` degrees."""
    after = np.roll(ring, -1, 0)
    after[:, 0] -= 360 * np.round((after[:, 0] - ring[:, 0]) / 360)
    out = []
    for a, b in zip(ring, after, strict=True):
        share = np.arange(max(1, math.ceil(float(np.abs(b - a).max()) / step)))[:, None]
        out.append(a + (b - a) * share / len(share))
    return np.concatenate(out)


def read_countries(topology: dict[str, Any]) -> list[Piece]:
    """All countries of the TopoJSON but Antarctica, largest pieces first."""
    scale, origin = np.array(topology["transform"]["scale"]), np.array(topology["transform"]["translate"])
    arcs = [np.cumsum(np.array(arc), 0) * scale + origin for arc in topology["arcs"]]
    pieces = []
    for geometry in topology["objects"]["countries"]["geometries"]:
        name = geometry["properties"]["name"]
        if name == "Antarctica":
            continue
        found = []
        for polygon in geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]:
            ring = np.concatenate([arcs[i][:-1] if i >= 0 else arcs[~i][::-1][:-1] for i in polygon[0]])
            x, y = ring[:, 0] * np.cos(np.radians(ring[:, 1].mean())), ring[:, 1]
            size = abs(float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))) / 2
            found.append((size, densify(ring, 0.7)))
        found.sort(key=lambda entry: -entry[0])
        pieces += [Piece(name, size, ring, _is_land(name, i, size, ring)) for i, (size, ring) in enumerate(found)]
    return sorted(pieces, key=lambda piece: -piece.size)


def _is_land(name: str, rank: int, size: float, ring: Floats) -> bool:
    lon, lat = ring.mean(0)
    if name == "Italy":  # the mainland and Sicily
        return rank == 0 or (rank < 4 and lat < 39 and lon > 12)
    if name == "Russia":  # the mainland, Chukotka, Kaliningrad, the Crimea
        crimea = abs(lon - 34) < 1.5 and abs(lat - 45) < 1
        return (
            bool(crimea)
            or rank == 0
            or lon < -160
            or (lon > 168 and size > 20)
            or (abs(lon - 21) < 2 and size > 0.3 and lat < 56)
        )
    if name == "Malaysia":  # the peninsula
        return bool(lon < 105 and size > 2)
    if name not in OWNER and name not in SHARED and name not in SOUTH_AMERICA:  # the mainland of Africa
        return bool(rank == 0 and size > 0.5 and -18 < lon < 52 and lat < 24 and name not in PARTS)
    return rank < PARTS.get(name, 1)


class Canvas:
    """The grid on which the world is painted, one pixel for ``1 / resolution`` units."""

    def __init__(self, resolution: float, shift: XY, size: XY) -> None:
        self.resolution, self.shift = resolution, np.array(shift, dtype=float)
        self.width, self.height = int(size[0] * resolution), int(size[1] * resolution)
        rng = np.random.default_rng(1939)
        self.rough = self._noise(rng, 34, 4.0) + self._noise(rng, 13, 1.8) + self._noise(rng, 80, 5.0)
        self.calm = self._noise(rng, 60, 5.0) + self._noise(rng, 25, 2.0)
        self.label: Raster = np.zeros((self.height, self.width), dtype=np.uint8)
        self.fill: Raster = self.label.copy()  #: label of the land that a water was given to

    def _noise(self, rng: np.random.Generator, wave: float, size: float) -> Floats:
        grid = rng.normal(size=(int(1400 / wave) + 3, int(2000 / wave) + 3, 2))
        y, x = np.mgrid[0 : self.height, 0 : self.width] / wave / self.resolution
        i, j = x.astype(int), y.astype(int)
        fx, fy = x - i, y - j
        fx, fy = (fx * fx * (3 - 2 * fx))[..., None], (fy * fy * (3 - 2 * fy))[..., None]
        upper = grid[j, i] * (1 - fx) + grid[j, i + 1] * fx
        lower = grid[j + 1, i] * (1 - fx) + grid[j + 1, i + 1] * fx
        return np.asarray(size * (upper * (1 - fy) + lower * fy))

    def pixels(self, points: Floats) -> list[XY]:
        """Points of the plane as pixels."""
        return [(float(x), float(y)) for x, y in (points + self.shift) * self.resolution]

    def mask(self, points: Sequence[XY], width: float = 0) -> NDArray[np.bool_]:
        """The pixels in an area (pixels), or within a stroke."""
        image = Image.new("L", (self.width, self.height), 0)
        draw = ImageDraw.Draw(image)
        if width:
            draw.line(list(points), fill=1, width=round(width))
            for x, y in points:
                draw.ellipse([x - width / 2, y - width / 2, x + width / 2, y + width / 2], fill=1)
        else:
            draw.polygon(list(points), fill=1)
        return np.array(image) > 0

    def paint_world(self, warp: Warp, pieces: Sequence[Piece]) -> None:
        """Countries, shared countries, waters given to land, and seas."""
        yy, xx = np.mgrid[0 : self.height, 0 : self.width]
        plane = np.stack([xx.ravel() + 0.5, yy.ravel() + 0.5], 1) / self.resolution - self.shift

        def sphere(noise: Floats) -> NDArray[np.float32]:
            return warp.sphere(plane + noise.reshape(-1, 2)).astype(np.float32).reshape(self.height, self.width, 3)

        seeds = {name: on_sphere(points).astype(np.float32) for name, points in (LAND | SEA).items()}
        image = Image.new("L", (self.width, self.height), 0)
        draw = ImageDraw.Draw(image)
        names = sorted({piece.country for piece in pieces if piece.land})
        number = {name: i + 1 for i, name in enumerate(names)}
        for piece in pieces:
            if piece.land:
                draw.polygon(self.pixels(warp(piece.ring)), fill=number[piece.country])
        countries = np.array(image)
        label = np.zeros_like(self.label)
        rough = sphere(self.rough)
        for name in names:
            here = countries == number[name]
            if name in SHARED:
                label[here] = _nearest(rough[here], SHARED[name].split(), seeds)
            elif name in SOUTH_AMERICA:
                label[here] = AMERICA
            else:
                label[here] = CODES[OWNER.get(name, "inc" if name == "Malaysia" else "afr")]
        self.fill = np.zeros_like(label)
        for name, ring in FILLS:
            here = self.mask(self.pixels(warp(densify(np.array(ring, dtype=float), 0.5)))) & ~DRY[label]
            label[here] = self.fill[here] = CODES[name]
        sea = label == 0
        label[sea] = _nearest(sphere(self.calm)[sea], list(SEA), seeds)
        self.label = label

    def edit(self) -> None:
        """The strokes of EDITS."""
        yy, xx = np.mgrid[0 : self.height, 0 : self.width]
        for name, over, width, points in EDITS:
            here = self.mask([(x * self.resolution, y * self.resolution) for x, y in points], width * self.resolution)
            shake = (self.rough * (0.3 if name == "str" else 0.55) * self.resolution).astype(int)
            y = np.clip(yy + shake[..., 1], 0, self.height - 1)
            here = here[y, np.clip(xx + shake[..., 0], 0, self.width - 1)]
            if over == "w":
                here &= ~DRY[self.label]
            elif over != "a":
                here &= np.isin(self.label, [CODES[k] for k in over.split("+")])
            self.label[here] = CODES[name]

    def tidy(self) -> None:
        """Leave one piece of every province; what else there is goes to the neighbours."""
        stray = np.zeros(self.label.shape, dtype=bool)
        for code in np.unique(self.label).tolist():
            if code and code not in NOBODY:
                pieces, sizes = components(self.label == code)
                if len(sizes) > 1:
                    stray |= (pieces > 0) & (pieces != max(sizes, key=lambda k: sizes[k]))
        dry = DRY[self.label]
        while stray.any():
            ys, xs = np.nonzero(stray)
            new = np.zeros(len(ys), dtype=np.uint8)
            for strict in (True, False):
                for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                    y, x = np.clip(ys + dy, 0, self.height - 1), np.clip(xs + dx, 0, self.width - 1)
                    good = (new == 0) & ~stray[y, x]
                    if strict:
                        good &= DRY[self.label[y, x]] == dry[ys, xs]
                    new[good] = self.label[y[good], x[good]]
                if new.any():
                    break
            hit = new > 0
            if not hit.any():
                return
            self.label[ys[hit], xs[hit]] = new[hit]
            dry[ys[hit], xs[hit]] = DRY[new[hit]]
            stray[ys[hit], xs[hit]] = False

    def smooth(self, radius: int, times: int) -> None:
        """Give each pixel to the label that is strongest around it."""
        best = np.zeros(self.label.shape, dtype=np.float32)
        out = self.label.copy()
        margin = 4 * radius + 4
        for code in np.unique(self.label).tolist():
            ys, xs = np.nonzero(self.label == code)
            rows = slice(max(int(ys.min()) - margin, 0), int(ys.max()) + margin + 1)
            columns = slice(max(int(xs.min()) - margin, 0), int(xs.max()) + margin + 1)
            share = (self.label[rows, columns] == code).astype(np.float32)
            for _ in range(times):
                share = _blur(share, radius)
            stronger = share > best[rows, columns]
            best[rows, columns][stronger] = share[stronger]
            out[rows, columns][stronger] = code
        self.label = out


def _nearest(points: NDArray[np.float32], names: Sequence[str], seeds: dict[str, NDArray[np.float32]]) -> Raster:
    best = np.full(len(points), -9, dtype=np.float32)
    label = np.zeros(len(points), dtype=np.uint8)
    for name in names:
        for seed in seeds[name]:
            near = points @ seed
            better = near > best
            best[better], label[better] = near[better], CODES[name]
    return label


def components(mask: NDArray[np.bool_]) -> tuple[NDArray[np.int32], dict[int, int]]:
    """The connected pieces of a mask, numbered, and their sizes."""
    parent = [0]

    def root(a: int) -> int:
        while parent[a] != a:
            parent[a] = parent[parent[a]]
            a = parent[a]
        return a

    edges = np.diff(np.pad(mask.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    runs: list[tuple[int, int, int, int]] = []
    before: list[tuple[int, int, int]] = []
    for y in range(mask.shape[0]):
        row: list[tuple[int, int, int]] = []
        starts, ends = np.nonzero(edges[y] == 1)[0].tolist(), np.nonzero(edges[y] == -1)[0].tolist()
        for start, end in zip(starts, ends, strict=True):
            number = 0
            for a, b, above in before:
                if a < end and b > start:
                    other = root(above)
                    if number and other != number:
                        parent[max(other, number)] = min(other, number)
                    number = min(other, number) if number else other
            if not number:
                number = len(parent)
                parent.append(number)
            row.append((start, end, number))
            runs.append((y, start, end, number))
        before = row
    label = np.zeros(mask.shape, dtype=np.int32)
    sizes: dict[int, int] = {}
    for y, start, end, first in runs:
        number = root(first)
        label[y, start:end] = number
        sizes[number] = sizes.get(number, 0) + end - start
    return label, sizes


def _blur(image: NDArray[np.float32], radius: int) -> NDArray[np.float32]:
    n = 2 * radius + 1
    for axis in (0, 1):
        pad = [(radius + 1, radius) if axis == k else (0, 0) for k in (0, 1)]
        total = np.cumsum(np.pad(image, pad, mode="edge"), axis=axis, dtype=np.float32)
        image = (total[n:] - total[:-n] if axis == 0 else total[:, n:] - total[:, :-n]) / np.float32(n)
    return image


# --------------------------------------------------------------------------
# Cartogram


def _mirror(field_: Floats) -> Floats:
    field_ = np.concatenate([field_, field_[::-1]], 0)
    return np.concatenate([field_, field_[:, ::-1]], 1)


def density(label: Raster, cell: int, blur: float, limit: float) -> Floats:
    """How dense each cell is to be so that it grows to its share."""
    rows, columns = label.shape
    used = np.unique(label).tolist()
    count = np.bincount(label.ravel(), minlength=256)
    whole = sum(WEIGHTS[NAMES[code]] for code in used)
    wanted = np.zeros(256)
    for code in used:
        wanted[code] = WEIGHTS[NAMES[code]] / whole * label.size / count[code]
    cells = np.clip(wanted, 1 / limit, limit)[label].reshape(rows // cell, cell, columns // cell, cell).mean((1, 3))
    ky, kx = (2 * np.pi * np.fft.fftfreq(2 * n) for n in cells.shape)
    wave = np.fft.fft2(_mirror(cells)) * np.exp(-(ky[:, None] ** 2 + kx[None] ** 2) * blur**2 / 2)
    return np.asarray(np.real(np.fft.ifft2(wave))[: rows // cell, : columns // cell])


def cartogram(rho: Floats, steps: int = 40) -> tuple[Floats, Floats]:
    """The meshes of corners, displaced so that the density is even, and back."""
    rows, columns = rho.shape
    mean = float(rho.mean())
    ky, kx = (2 * np.pi * np.fft.fftfreq(2 * n) for n in rho.shape)
    square = ky[:, None] ** 2 + kx[None] ** 2
    square[0, 0] = 1
    wave = np.fft.fft2(_mirror(rho - mean)) / square
    wave[0, 0] = 0
    flow_x = -np.real(np.fft.ifft2(1j * kx[None] * wave))[:rows, :columns]
    flow_y = -np.real(np.fft.ifft2(1j * ky[:, None] * wave))[:rows, :columns]

    def speed(px: Floats, py: Floats, t: float) -> tuple[Floats, Floats]:
        x, y = np.clip(px - 0.5, 0, columns - 1.001), np.clip(py - 0.5, 0, rows - 1.001)
        i, j = x.astype(int), y.astype(int)
        fx, fy = x - i, y - j

        def at(a: Floats) -> Floats:
            upper, lower = a[j, i] * (1 - fx) + a[j, i + 1] * fx, a[j + 1, i] * (1 - fx) + a[j + 1, i + 1] * fx
            return np.asarray(upper * (1 - fy) + lower * fy)

        there = at(rho) * (1 - t) + mean * t
        vx, vy = at(flow_x) / there, at(flow_y) / there
        return np.where((px <= 0) | (px >= columns), 0, vx), np.where((py <= 0) | (py >= rows), 0, vy)

    meshes = []
    for sign in (1, -1):
        py, px = (a.astype(float) for a in np.mgrid[0 : rows + 1, 0 : columns + 1])
        dt = sign / steps
        for step in range(steps):
            t = step * dt if sign > 0 else 1 + step * dt
            vx, vy = speed(px, py, t)
            vx, vy = speed(px + vx * dt / 2, py + vy * dt / 2, t + dt / 2)
            px, py = np.clip(px + vx * dt, 0, columns), np.clip(py + vy * dt, 0, rows)
        meshes.append(np.stack([px, py], -1) * CELL)
    return meshes[0], meshes[1]


def make_warp(pieces: Sequence[Piece]) -> Warp:
    """Five cartograms, each on the result of the last."""
    warp = Warp()
    canvas = Canvas(0.5, (0, 0), (BASE_WIDTH, BASE_HEIGHT))
    for blur, limit in ((12, 6), (9, 5), (6, 4), (5, 3), (4, 3)):
        canvas.paint_world(warp, pieces)
        canvas.tidy()
        mesh, inverse = cartogram(density(canvas.label, CELL // 2, blur, limit))
        warp.meshes.append(mesh)
        warp.inverses.append(inverse)
    return warp


def paint(warp: Warp, pieces: Sequence[Piece]) -> Canvas:
    """The finished painting of the page; 0 is the frame."""
    canvas = Canvas(1, SHIFT, (WIDTH, HEIGHT))
    canvas.paint_world(warp, pieces)
    canvas.tidy()
    canvas.smooth(2, 2)
    canvas.edit()
    canvas.tidy()
    canvas.smooth(2, 1)
    canvas.tidy()
    for side in (canvas.label, canvas.fill):
        side[:MARGIN] = side[-MARGIN:] = 0
        side[:, :MARGIN] = side[:, -MARGIN:] = 0
    return canvas


# --------------------------------------------------------------------------
# From the painting to shapes

Corner = tuple[int, int]


def trace(label: Raster) -> list[tuple[int, int, list[Corner]]]:
    """The borders as chains of pixel corners from junction to junction, with the labels on both sides."""
    padded = np.pad(label, 1)
    sides: dict[tuple[Corner, Corner], tuple[int, int]] = {}
    near: dict[Corner, list[Corner]] = {}

    def add(a: Corner, b: Corner, one: int, two: int) -> None:
        sides[a, b] = sides[b, a] = (one, two)
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)

    for y, x in np.argwhere(padded[1:] != padded[:-1]).tolist():
        add((x - 1, y), (x, y), int(padded[y, x]), int(padded[y + 1, x]))
    for y, x in np.argwhere(padded[:, 1:] != padded[:, :-1]).tolist():
        add((x, y - 1), (x, y), int(padded[y, x]), int(padded[y, x + 1]))
    used: set[tuple[Corner, Corner]] = set()
    chains = []

    def walk(a: Corner, b: Corner) -> None:
        chain = [a, b]
        while len(near[b]) == 2 and b != chain[0]:
            a, b = b, next(c for c in near[b] if c != a)
            chain.append(b)
        for step in pairwise(chain):
            used.update((step, step[::-1]))
        one, two = sorted(sides[chain[0], chain[1]])
        chains.append((one, two, chain))

    for start in sorted(c for c, others in near.items() if len(others) != 2):
        for other in sorted(near[start]):
            if (start, other) not in used:
                walk(start, other)
    for start in sorted(near):
        for other in sorted(near[start]):
            if (start, other) not in used:
                walk(start, other)
    return chains


def soften(chain: Sequence[Corner], closed: bool, sigma: float = 1.6) -> LineString:
    """A chain of pixel corners as a smooth line with the same ends."""
    points = np.array(chain, dtype=float)
    if len(points) < 5:
        return LineString(points)
    reach = min(5, len(points) - 2)
    if closed:
        padded = np.concatenate([points[-1 - reach : -1], points, points[1 : reach + 1]])
    else:
        padded = np.concatenate(
            [2 * points[0] - points[reach:0:-1], points, 2 * points[-1] - points[-2 : -2 - reach : -1]]
        )
    kernel = np.exp(-(np.arange(-reach, reach + 1) ** 2) / 2 / sigma**2)
    kernel /= kernel.sum()
    points = np.stack([np.convolve(padded[:, k], kernel, mode="valid") for k in (0, 1)], 1)
    if closed:
        points[-1] = points[0]
    return LineString(np.round(LineString(points).simplify(0.32).coords, 1))


@dataclass
class Shapes:
    """What is drawn: areas by name, borders by the two names they part, islands and inner waters as art."""

    areas: dict[str, BaseGeometry]
    borders: dict[tuple[str, str], list[LineString]]
    islands: list[tuple[str, Polygon]]
    waters: list[tuple[str, BaseGeometry]]


def shape(label: Raster) -> tuple[dict[str, BaseGeometry], dict[tuple[str, str], list[LineString]]]:
    """Areas and borders of a painting."""
    arcs = []
    for one, two, chain in trace(label):
        if one == 0:  # the frame stays straight
            arcs.append((one, two, LineString(LineString(chain).simplify(0).coords)))
        else:
            arcs.append((one, two, soften(chain, chain[0] == chain[-1])))
    areas: dict[str, BaseGeometry] = {}
    for code in np.unique(label).tolist():
        if not code:
            continue
        faces = []
        for face in polygonize([line for one, two, line in arcs if code in (one, two)]):
            inner = face.representative_point()
            if label[int(inner.y), int(inner.x)] == code and face.area > 6:
                faces.append(face)
        faces.sort(key=lambda f: -f.area)
        areas[NAMES[code]] = faces[0] if len(faces) == 1 else MultiPolygon(faces)
    borders: dict[tuple[str, str], list[LineString]] = {}
    for one, two, line in arcs:
        if one:
            borders.setdefault((NAMES[one], NAMES[two]), []).append(line)
    return areas, borders


def make_shapes(topology: dict[str, Any]) -> Shapes:
    """Everything that is drawn from the input."""
    pieces = read_countries(topology)
    warp = make_warp(pieces)
    canvas = paint(warp, pieces)
    areas, borders = shape(canvas.label)
    wet = unary_union([areas[name] for name in SEA]).buffer(-1.2)
    islands = []
    for piece in pieces:
        if (
            not piece.land
            and piece.country != "Australia"
            and not (piece.country == "France" and piece.ring[0][0] < -50)
        ):
            ring = Polygon(warp(piece.ring) + SHIFT).buffer(0).simplify(0.5)
            islands += [
                (piece.country, Polygon(np.round(np.array(part.exterior.coords), 1)))
                for part in parts_of(ring.intersection(wet))
                if isinstance(part, Polygon) and part.area > 14 and not _squeezed(part)
            ]
    lakes = canvas.fill.copy()
    lakes[lakes != canvas.label] = 0
    waters = []
    for name, area in shape(lakes)[0].items():
        inside = area.intersection(areas[name].buffer(-1.5)).buffer(-5 if name == "wbr" else 0).simplify(0.3)
        if name in ("kaz", "sta", "wbr"):  # the Caspian, the Sea of Azov, the Irish Sea
            waters += [(name, part) for part in parts_of(inside) if part.geom_type == "Polygon" and part.area > 60]
    return Shapes(areas, borders, islands, waters)


def _squeezed(island: Polygon) -> bool:
    """Whether the warp has made an island a mere stroke."""
    x, y = island.minimum_rotated_rectangle.boundary.coords.xy
    sides = sorted((math.hypot(x[1] - x[0], y[1] - y[0]), math.hypot(x[2] - x[1], y[2] - y[1])))
    return bool(sides[1] > 7 * sides[0] or island.centroid.x > 1740)


def parts_of(geometry: BaseGeometry) -> list[BaseGeometry]:
    """The parts of a collection, or the geometry itself."""
    return [part for part in getattr(geometry, "geoms", [geometry]) if not part.is_empty]


# --------------------------------------------------------------------------
# The variant


@dataclass(frozen=True)
class Power:
    """A power: ``colour`` for units, ``tint`` for the provinces it owns."""

    id: str
    name: str
    colour: str
    tint: str
    homes: str


POWERS = (
    Power("britain", "Britain", "#0e2d66", "#748bff", "lon edi can egy mde"),
    Power("china", "China", "#ddb62a", "#f3cb49", "chu ctn pek"),
    Power("france", "France", "#a6f0ff", "#c1ebff", "par mar alg"),
    Power("germany", "Germany", "#736a71", "#97999e", "ber ham mun"),
    Power("japan", "Japan", "#c24ad8", "#bb70bf", "tok sap sen"),
    Power("usa", "USA", "#32a85a", "#6adf83", "was haw nyo cal"),
    Power("ussr", "USSR", "#800d0d", "#c34e49", "mos len sta mag"),
)
HOME = {home: power for power in POWERS for home in power.homes.split()}
NEUTRAL_CENTRES = [
    "den",
    "fin",
    "gre",
    "inc",
    "ind",
    "kor",
    "low",
    "mid",
    "nwy",
    "oki",
    "pol",
    "rom",
    "rum",
    "sol",
    "spa",
    "tur",
    "ven",
    "yug",
]
INLAND = ["aus", "bur", "chu", "cze", "hun", "mos", "mun", "nep", "pol", "ruh", "sib", "sin", "swi"]
ISLANDS = ("haw", "mid", "oki", "sol")
FULL_NAMES = {
    "adr": "Adriatic Sea",
    "ala": "Alaska",
    "alg": "Algiers",
    "amu": "Amursk",
    "arc": "Arctic Ocean",
    "aus": "Austria",
    "bal": "Baltic Sea",
    "ben": "Bay of Bengal",
    "ber": "Berlin",
    "bis": "Bay of Biscay",
    "bla": "Black Sea",
    "bot": "Gulf of Bothnia",
    "brm": "Burma",
    "bur": "Burgundy",
    "cal": "California",
    "can": "Canada",
    "car": "Caroline Islands",
    "chu": "Chungking",
    "col": "Colombia",
    "cpo": "Central Pacific Ocean",
    "ctn": "Canton",
    "cze": "Czechoslovakia",
    "den": "Denmark",
    "eas": "Eastern Mediterranean Sea",
    "ecs": "East China Sea",
    "edi": "Edinburgh",
    "egy": "Egypt",
    "eng": "English Channel",
    "ess": "East Siberian Sea",
    "fin": "Finland",
    "gas": "Gascony",
    "gib": "Gibraltar",
    "gre": "Greece",
    "ham": "Hamburg",
    "haw": "Hawaii",
    "hel": "Helgoland Bight",
    "hun": "Hungary",
    "inc": "Indochina",
    "ind": "India",
    "ino": "Indian Ocean",
    "ion": "Ionian Sea",
    "ira": "Iran",
    "kaz": "Kazakhstan",
    "kor": "Korea",
    "kyu": "Kyushu",
    "len": "Leningrad",
    "lib": "Libya",
    "lit": "Lithuania",
    "lon": "London",
    "low": "Low Countries",
    "mag": "Okhotsk",
    "mao": "Mid-Atlantic Ocean",
    "mar": "Marseilles",
    "mde": "Middle East",
    "mid": "Midway Island",
    "mos": "Moscow",
    "mpo": "Mid-Pacific Ocean",
    "mun": "Munich",
    "nao": "North Atlantic Ocean",
    "nep": "Nepal",
    "npo": "North Pacific Ocean",
    "nth": "North Sea",
    "nwy": "Norway",
    "nyo": "New York",
    "oki": "Okinawa",
    "ore": "Oregon",
    "pan": "Panama",
    "par": "Paris",
    "pek": "Peking",
    "pie": "Piedmont",
    "pol": "Poland",
    "pru": "Prussia",
    "rom": "Rome",
    "ruh": "Ruhr",
    "rum": "Rumania",
    "sao": "South Atlantic Ocean",
    "sap": "Sapporo",
    "scs": "South China Sea",
    "sen": "Sendai",
    "sib": "Siberia",
    "sin": "Sinkiang",
    "soj": "Sea of Japan",
    "sol": "Solomon Islands",
    "soo": "Sea of Okhotsk",
    "spa": "Spain",
    "spo": "South Pacific Ocean",
    "sta": "Stalingrad",
    "swe": "Sweden",
    "swi": "Switzerland",
    "tok": "Tokyo",
    "tur": "Turkey",
    "ven": "Venice",
    "was": "Washington",
    "wbr": "Western Britain",
    "wes": "Western Mediterranean Sea",
    "yel": "Yellow Sea",
    "yug": "Yugoslavia",
}
#: coasts: the seas that each faces
COASTS = {
    "can/ec": "arc nao",
    "can/wc": "npo",
    "col/ec": "sao",
    "col/wc": "spo",
    "fin/nc": "ess",
    "fin/sc": "bot",
    "len/nc": "ess",
    "len/sc": "bot",
    "mde/sc": "ino",
    "mde/wc": "eas",
    "spa/nc": "bis mao",
    "spa/sc": "wes",
}
COAST_NAMES = {"nc": "north coast", "ec": "east coast", "sc": "south coast", "wc": "west coast"}
#: passages: units and kind, and points on a smooth curve whose ends lie in the two provinces
PASSAGES: dict[str, tuple[str, str, tuple[XY, ...]]] = {
    "alg-gib": ("both", "direct", ((384, 1062), (400, 1020), (430, 992))),
    "den-swe": ("both", "direct", ((797, 652), (835, 658), (876, 648))),
    "kor-kyu": ("both", "direct", ((1396, 641), (1440, 646), (1484, 628))),
    "kyu-tok": ("both", "direct", ((1514, 618), (1508, 588), (1496, 552))),
    "bla-eas": ("fleet", "strait", ((1022, 978), (992, 1020), (955, 1046), (918, 1066), (896, 1090))),
    "mao-wes": ("fleet", "strait", ((352, 930), (379, 984), (410, 1006), (438, 1034), (474, 1050), (516, 1056))),
    "sao-wes": ("fleet", "strait", ((334, 1000), (368, 1000), (396, 1020), (426, 1044), (462, 1064), (506, 1080))),
}
#: canals: the two waters, and about where the canal meets them
CANALS: dict[str, tuple[tuple[str, XY], tuple[str, XY]]] = {
    "egy": (("eas", (972, 1128)), ("ino", (1064, 1192))),
    "ham": (("hel", (768, 700)), ("bal", (768, 700))),
    "pan": (("sao", (244, 300)), ("spo", (244, 300))),
}

# --------------------------------------------------------------------------
# Where things stand

#: advance widths of a serif face, in thousandths of the size (bold; italics are a little narrower)
ADVANCE = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz -.",
        map(
            int,
            [
                "753",
                "672",
                "668",
                "767",
                "653",
                "621",
                "769",
                "819",
                "401",
                "397",
                "734",
                "654",
                "952",
                "788",
                "787",
                "638",
                "787",
                "707",
                "586",
                "653",
                "747",
                "698",
                "1067",
                "732",
                "693",
                "666",
                "599",
                "649",
                "527",
                "649",
                "571",
                "407",
                "560",
                "667",
                "352",
                "345",
                "636",
                "352",
                "986",
                "667",
                "613",
                "645",
                "648",
                "523",
                "488",
                "405",
                "667",
                "606",
                "856",
                "646",
                "579",
                "529",
                "260",
                "310",
                "294",
            ],
        ),
        strict=True,
    )
)
CAP, ASCENT, DESCENT, LEADING = 0.714, 0.75, 0.2, 1.08
SMALLEST = 13.0
RADIUS = 12.5  #: of a unit
DOT = 7.0  #: of a centre


def width_of(text_: str, size: float, spacing: float = 0) -> float:
    """How wide a line of text is; spaced text is italic."""
    return (0.93 if spacing else 1.0) * sum(ADVANCE.get(c, 640) for c in text_) * size / 1000 + spacing * len(text_)


def splits(name: str) -> list[list[str]]:
    """The ways to set a name in one to three lines."""
    words = name.split()
    out = [[name]]
    for i in range(1, len(words)):
        out.append([" ".join(words[:i]), " ".join(words[i:])])
        out += [[" ".join(words[:i]), " ".join(words[i:j]), " ".join(words[j:])] for j in range(i + 1, len(words))]
    return out


@dataclass
class Spot:
    """Where the things of a province stand; ``label`` is the middle of its box."""

    label: XY
    lines: list[str]
    size: float
    spacing: float
    unit: XY
    centre: XY
    dislodged: XY
    coasts: dict[str, tuple[XY, XY, XY]] = field(default_factory=dict)

    def outline(self, pad: float = 0) -> BaseGeometry:
        """The boxes of the label's lines."""
        x, y = self.label
        y -= self.size * (ASCENT + DESCENT + LEADING * (len(self.lines) - 1)) / 2
        rows = []
        for i, line in enumerate(self.lines):
            w, top = width_of(line, self.size, self.spacing) / 2 + pad, y + i * self.size * LEADING
            rows.append(box(x - w, top - pad, x + w, top + self.size * (ASCENT + DESCENT) + pad))
        return unary_union(rows)


#: labels that are placed by hand: middle of the box, lines, size
BY_HAND: dict[str, tuple[XY, tuple[str, ...], float]] = {
    "hel": ((718.5, 674.0), ("Helgoland", "Bight"), 13.0),
    "wbr": ((563.5, 663.0), ("Western", "Britain"), 13.0),
}


def _grid(area: BaseGeometry, step: float) -> tuple[Floats, Floats]:
    """Points of an area with their distance to its edge."""
    x0, y0, x1, y1 = area.bounds
    x, y = np.meshgrid(np.arange(x0 + 1, x1, step), np.arange(y0 + 1, y1, step))
    marks = shapely.points(x.ravel(), y.ravel())
    marks = marks[shapely.contains(area, marks)]
    return shapely.get_coordinates(marks), shapely.distance(area.boundary, marks)


def place(name: str, area: BaseGeometry, taken: Sequence[BaseGeometry], coast: dict[str, BaseGeometry]) -> Spot:
    """The best places of the things of one province, clear of what is taken."""
    free = area
    blocked = [t for t in taken if t.intersects(area)]
    if blocked:
        free = area.difference(unary_union(blocked))
    shapely.prepare(free)
    sea = name in SEA
    centre = name in HOME or name in NEUTRAL_CENTRES
    points, depth = _grid(free, 4 if area.area < 30000 else 7)
    choices: list[tuple[float, Spot]] = []
    sizes = [SMALLEST, 14, 15, 16, 17.5, 19, 21] if sea else [SMALLEST, 13.5, 14, 15, 16, 18]
    for size in sizes if name not in BY_HAND else [0.0]:
        for lines in splits(FULL_NAMES[name]):
            spacing = 0.0 if not sea else 0.6 if size > 14.5 else 0.05
            trial = Spot((0, 0), lines, size, spacing, (0, 0), (0, 0), (0, 0))
            where = points[:: max(1, len(points) // 450)]
            if name in BY_HAND:
                at, text_, fixed = BY_HAND[name]
                trial, where = Spot(at, list(text_), fixed, spacing, (0, 0), (0, 0), (0, 0)), np.array([at])
            boxes = np.array([affinity.translate(trial.outline(), *at) for at in where], dtype=object)
            room = np.where(shapely.contains(free, boxes), shapely.distance(free.boundary, boxes), -1)
            order = np.argsort(-room, kind="stable")[:40] if name not in BY_HAND else np.array([0])
            for k in order.tolist():
                if room[k] < 0.4 and name not in BY_HAND:
                    break
                away = shapely.distance(boxes[k], shapely.points(points))
                unit_room = np.minimum(depth, away)
                u = int(np.argmax(np.minimum(unit_room, 26) - 0.02 * away))
                gap = np.hypot(*(points - points[u]).T) - RADIUS
                dot_room = np.minimum(np.minimum(depth, away), gap)
                c = int(np.argmax(np.minimum(dot_room, 12) - 0.07 * gap))
                score = (
                    6.0 * min(float(unit_room[u]) - RADIUS - 1, 3)
                    + 1.2 * min(float(room[k]), 7)
                    + 1.6 * (size - SMALLEST)
                )
                if centre:
                    score += 6.0 * min(float(dot_room[c]) - DOT - 1, 2)
                dislodged_room = np.minimum(depth, np.hypot(*(points - points[c]).T) - DOT)
                score -= 0.5 * (len(lines) - 1)
                near = np.hypot(*(points - points[u]).T)
                d = int(
                    np.argmax(
                        np.where((near > 7) & (near < 16), np.minimum(np.minimum(dislodged_room, away), 9), -near)
                    )
                )
                choices.append(
                    (
                        score,
                        Spot(
                            (round(float(where[k][0]), 1), round(float(where[k][1]), 1)),
                            trial.lines,
                            trial.size,
                            spacing,
                            _xy(points[u]),
                            _xy(points[c]) if centre else _xy(points[u]),
                            _xy(points[d]),
                        ),
                    )
                )
    if not choices:
        print(f"no room for the label of {name}", file=sys.stderr)
        at = _xy(points[int(np.argmax(depth))])
        return Spot(at, splits(FULL_NAMES[name])[-1], SMALLEST, 0, at, at, at)
    best = max(choices, key=lambda choice: choice[0])
    if best[0] < -6:
        print(f"{name} is crowded: {best[0]:.1f}", file=sys.stderr)
    spot = best[1]
    used = [spot.outline(1), Point(spot.unit).buffer(RADIUS + 1)]
    if centre:
        used.append(Point(spot.centre).buffer(DOT + 1))
    for key, line in coast.items():
        short = key.partition("/")[2].upper()
        w, h = width_of(short, 12.8), 12.8 * CAP
        near = shapely.distance(line, shapely.points(points))
        half = np.array([w / 2 + 1, h / 2 + 1])
        frames = shapely.box(*(points - half).T, *(points + half).T)
        fits = shapely.contains(free, frames) & ~shapely.intersects(unary_union(used), frames)
        middle = np.hypot(*(points - np.array(line.interpolate(0.5, normalized=True).coords[0])).T)
        t = int(np.argmin(np.where(fits, near + 0.12 * middle, 1e9)))
        used.append(frames[t])
        clear = shapely.distance(unary_union(used[:1] + used[3:] + [frames[t]]), shapely.points(points))
        u = int(np.argmin(np.where((depth > 8) & (clear > 5), near + 0.3 * middle, 1e6 - depth)))
        dd = np.hypot(*(points - points[u]).T)
        d = int(np.argmin(np.where((depth > 4) & (dd > 7), dd, 1e6 - dd)))
        spot.coasts[key] = (_xy(points[t]), _xy(points[u]), _xy(points[d]))
    return spot


def _xy(point: Floats) -> XY:
    return round(float(point[0]), 1), round(float(point[1]), 1)


# --------------------------------------------------------------------------
# SVG

SERIF = "'Noto Serif', 'Libre Baskerville', Baskerville, Georgia, serif"
INK = "#2b2620"
PAPER = "#f3ecdc"
NEUTRAL = "#f3ead3"
IDLE = "#b5b1a6"
SEA_FILL = "#86aec6"
ISLAND_SEA = "#a9d3cb"
SEA_LINE = "#3d6580"
NARROWS = "#5b84a0"
ISLE = "#d6d0bd"
LAKE = "#9dc0d3"
DIRECT = "#8a4b1f"
STRAIT = "#f7fbff"
CASING = "#1f4560"


def num(value: float) -> str:
    """A coordinate with at most one decimal."""
    text_ = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text_ == "-0" else text_


def xy(point: Sequence[float]) -> str:
    """A point in path data."""
    return f"{num(point[0])},{num(point[1])}"


def path_of(area: BaseGeometry) -> str:
    """Path data of a polygon or several, or of lines."""
    out: list[str] = []
    for part in parts_of(area):
        if isinstance(part, Polygon):
            rings = (list(ring.coords)[:-1] for ring in (part.exterior, *part.interiors))
            out.extend("M" + " ".join(map(xy, ring)) + "Z" for ring in rings)
        elif part.geom_type == "LineString":
            out.append("M" + " ".join(map(xy, part.coords)))
    return "".join(out)


def curve(points: Sequence[XY]) -> str:
    """Path data of a smooth curve (Catmull-Rom) through points."""
    padded = [points[0], *points, points[-1]]
    out = "M" + xy(points[0])
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        one = (b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6)
        two = (c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6)
        out += f"C{xy(one)} {xy(two)} {xy(c)}"
    return out


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

    def text(self, x: float, y: float, body: str, size: float, more: str = "") -> None:
        """One line of text."""
        self.add(f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}"{more}>{body}</text>')


def ink_on(colour: str) -> str:
    """White on dark, dark on light."""
    dark = sum(int(colour[i : i + 2], 16) * w for i, w in ((1, 0.3), (3, 0.59), (5, 0.11))) < 118
    return "#ffffff" if dark else INK


def token(page: Page, x: float, y: float, colour: str, scale: float = 1.0) -> None:
    """An army: a counter with a field gun on it."""
    ink = ink_on(colour)
    page.add(
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(RADIUS * scale)}" fill="{colour}" stroke="{INK}" stroke-width="1.5"/>'
    )
    page.open(f'<g transform="translate({xy((x, y))}) scale({num(scale)})">')
    page.add(
        f'<path d="M-8.4,5.2 -7.4,6.4 0.6,1.6 -0.6,-0.4ZM-5.4,0.2 7.6,-6 8.6,-3.9 -4,3.2 -5.8,2.8Z" fill="{ink}"/>',
        f'<circle cx="-0.4" cy="2.4" r="3.9" fill="{colour}" stroke="{ink}" stroke-width="1.5"/>',
    )
    page.close()


def dot(page: Page, x: float, y: float, fill: str, scale: float = 1.0) -> None:
    """A supply centre: a dot in a ring; a home has its power's colour."""
    core = ink_on(fill)
    page.add(
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(6.4 * scale)}" fill="{fill}" stroke="{INK}" stroke-width="1.5"/>',
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(2.6 * scale)}" fill="{core}"/>',
    )


def coast_line(shapes: Shapes, key: str) -> BaseGeometry:
    """The shore of a named coast."""
    province = key.partition("/")[0]
    lines = [line for sea in COASTS[key].split() for line in border(shapes, province, sea)]
    merged = linemerge(lines) if len(lines) > 1 else lines[0]
    return max(parts_of(merged), key=lambda part: part.length)


def border(shapes: Shapes, a: str, b: str) -> list[LineString]:
    """The lines between two spaces."""
    return shapes.borders.get((a, b), []) + shapes.borders.get((b, a), [])


def canal_line(shapes: Shapes, province: str) -> list[XY]:
    """A canal from one water to the other."""
    ends = []
    for sea, about in CANALS[province]:
        line = unary_union(border(shapes, province, sea))
        ends.append(nearest_points(line, Point(about))[0].coords[0])
    a, b = ends
    middle = ((a[0] + b[0]) / 2 + (b[1] - a[1]) * 0.08, (a[1] + b[1]) / 2 - (b[0] - a[0]) * 0.08)
    return [(a[0], a[1]), middle, (b[0], b[1])]


def draw(shapes: Shapes) -> str:
    """The whole map as SVG text."""
    coasts = {key: coast_line(shapes, key) for key in COASTS}
    lines = {key: LineString(points) for key, (_, _, points) in PASSAGES.items()}
    for key, line in lines.items():
        for end, at in zip(key.split("-"), (line.coords[0], line.coords[-1]), strict=True):
            if not shapes.areas[end].contains(Point(at)):
                print(f"passage {key}: {at} is not in {end}", file=sys.stderr)
    isles = unary_union([ring.buffer(1) for _, ring in shapes.islands if ring.area > 420])
    taken: list[BaseGeometry] = [line.buffer(5) for line in lines.values()]
    taken += [LineString(canal_line(shapes, province)).buffer(4) for province in CANALS]
    taken += [box(*TITLE), isles, *(area.buffer(1) for name, area in shapes.waters)]
    spots = {}
    for name in FULL_NAMES:
        own = {key: line for key, line in coasts.items() if key.startswith(name + "/")}
        spots[name] = place(name, shapes.areas[name], taken, own)
    busy = unary_union(
        [spot.outline(1) for spot in spots.values()] + [Point(spot.centre).buffer(9) for spot in spots.values()]
    )
    shapes.islands = [(name, ring) for name, ring in shapes.islands if not ring.intersects(busy)]
    page = Page()
    page.add('<?xml version="1.0" encoding="UTF-8"?>')
    page.open(
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" version="1.1">'
    )
    page.add(
        "<title>Zeus: the Second World War on the whole northern half of the globe</title>",
        "<desc>Variant by Chris Northcott and Fred Davis. Coastlines: Natural Earth (public domain). Map: CC BY 4.0.</desc>",
    )
    _background(page, shapes)
    _provinces(page, shapes)
    page.layer("coasts", f' fill="none" stroke="{CASING}" stroke-width="2.4" stroke-dasharray="6 3.5"')
    for key, shore in coasts.items():
        page.add(f'<path {named(key)} data-coast="{key}" data-name="{COAST_NAMES[key[4:]]}" d="{path_of(shore)}"/>')
    page.close()
    _things(page, spots)
    _labels(page, spots)
    _foreground(page, shapes, spots)
    page.close("svg")
    return "\n".join(page.lines) + "\n"


def _background(page: Page, shapes: Shapes) -> None:
    page.layer("background")
    page.add(f'<rect {named("paper")} x="0" y="0" width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>')
    page.add(
        f'<path {named("narrows")} d="{path_of(shapes.areas["str"])}" fill="{NARROWS}" stroke="{SEA_LINE}" stroke-width="1"/>'
    )
    page.open(
        f'<g {named("land outside the game")} fill="{IDLE}" stroke="{INK}" stroke-width="1.1" stroke-linejoin="round">'
    )
    page.add(f'<path {named("africa")} d="{path_of(shapes.areas["afr"])}"/>')
    page.add(f'<path {named("south america")} d="{path_of(shapes.areas["ame"])}"/>')
    page.close()
    page.close()


def _provinces(page: Page, shapes: Shapes) -> None:
    page.layer("provinces", ' stroke-linejoin="round" fill-rule="evenodd"')
    for name in sorted(FULL_NAMES, key=lambda k: (k not in SEA, k in ISLANDS, k)):
        power = HOME.get(name)
        if name in SEA:
            terrain, fill, line = "sea", ISLAND_SEA if name in ISLANDS else SEA_FILL, SEA_LINE
        else:
            terrain, fill, line = "land" if name in INLAND else "coast", power.tint if power else NEUTRAL, INK
        page.add(
            f'<path {named(name)} data-province="{name}" data-terrain="{terrain}" data-name={quoteattr(FULL_NAMES[name])} '
            f'fill="{fill}" stroke="{line}" stroke-width="1.2" d="{path_of(shapes.areas[name])}"/>'
        )
    page.close()


def _things(page: Page, spots: dict[str, Spot]) -> None:
    page.layer("passages", ' fill="none" stroke-linecap="round"')
    for key, (units, kind, points) in PASSAGES.items():
        style = (
            f'stroke="{DIRECT}" stroke-width="4.2" stroke-dasharray="0.1 7"'
            if kind == "direct"
            else f'stroke="{STRAIT}" stroke-width="3"'
        )
        label = f"passage {key} {'army+fleet' if units == 'both' else units} {kind}"
        page.add(
            f'<path {named(label)} data-passage="{key}" data-units="{units}" data-kind="{kind}" fill="none" {style} '
            f'd="{curve(points)}"/>'
        )
    page.close()
    page.layer("centres")
    for name, spot in spots.items():
        if name in HOME:
            page.open(f"<g {named(f'centre {name}:{HOME[name].id}')}>")
            dot(page, *spot.centre, HOME[name].colour)
            page.close()
        elif name in NEUTRAL_CENTRES:
            page.open(f"<g {named(f'centre {name}')}>")
            dot(page, *spot.centre, "#ffffff")
            page.close()
    page.close()
    page.layer("units")
    page.open(f"<g {named('unit A ind:neutral')}>")
    token(page, *spots["ind"].unit, "#d9d4c6")
    page.close()
    page.close()
    page.layer("anchors", ' style="display:none"')
    for name, spot in spots.items():
        marks = [("unit", name, spot.unit), ("dislodged", name, spot.dislodged), ("label", name, spot.label)]
        if name in HOME or name in NEUTRAL_CENTRES:
            marks.append(("centre", name, spot.centre))
        for key, (_, unit, dislodged) in spot.coasts.items():
            marks += [("unit", key, unit), ("dislodged", key, dislodged)]
        for kind, where, (x, y) in marks:
            page.add(f'<circle {named(f"anchor {kind} {where}")} cx="{num(x)}" cy="{num(y)}" r="2"/>')
    page.close()


def _labels(page: Page, spots: dict[str, Spot]) -> None:
    page.layer("labels", f' font-family="{SERIF}" text-anchor="middle"')
    for sea in (True, False):
        style = (
            'font-style="italic" fill="#12324a" stroke="#cfe2ec" stroke-opacity="0.5"'
            if sea
            else f'font-weight="700" fill="{INK}" stroke="#ffffff" stroke-opacity="0.5"'
        )
        group = "sea names" if sea else "land names"
        page.open(f'<g {named(group)} {style} stroke-width="2.2" stroke-linejoin="round" paint-order="stroke">')
        for name, spot in spots.items():
            if (name in SEA) != sea:
                continue
            x, y = spot.label
            top = y - spot.size * (ASCENT + DESCENT + LEADING * (len(spot.lines) - 1)) / 2 + spot.size * ASCENT
            spacing = f' letter-spacing="{num(spot.spacing)}"' if spot.spacing else ""
            rows = "".join(
                f'<tspan x="{num(x)}" y="{num(top + i * spot.size * LEADING)}">{line}</tspan>'
                for i, line in enumerate(spot.lines)
            )
            page.add(
                f'<text {named(f"label {name}")} x="{num(x)}" y="{num(top)}" font-size="{num(spot.size)}"{spacing}>{rows}</text>'
            )
        page.close()
    page.open(f'<g {named("coast names")} font-size="12.8" font-style="italic" fill="{CASING}">')
    for spot in spots.values():
        for key, ((x, y), _, _) in spot.coasts.items():
            page.add(f'<text {named(f"label {key}")} x="{num(x)}" y="{num(y + 4.6)}">{key[4:].upper()}</text>')
    page.close()
    page.close()


TITLE = (44.0, 42.0, 334.0, 142.0)
LEGEND = (40.0, 668.0, 266.0, 1134.0)


#: islets about the centre of an island sea: offset and radii
ISLETS = ((16, 5, 6, 3.2), (-15, -4, 5, 2.8), (24, -4, 3, 1.9), (-9, 13, 4, 2.4), (7, -14, 3.4, 2), (-24, 4, 2.6, 1.7))


def _foreground(page: Page, shapes: Shapes, spots: dict[str, Spot]) -> None:
    page.layer("foreground", f' font-family="{SERIF}" fill="{INK}"')
    page.open(f'<g {named("inner waters")} fill="{LAKE}" stroke="{SEA_LINE}" stroke-width="0.8">')
    for i, (name, area) in enumerate(shapes.waters):
        page.add(f'<path {named(f"water {name} {i + 1}")} d="{path_of(area)}"/>')
    page.close()
    page.open(f'<g {named("islands")} fill="{ISLE}" stroke="#5c6a6d" stroke-width="0.7" stroke-linejoin="round">')
    for i, (name, ring) in enumerate(shapes.islands):
        page.add(f'<path {named(f"island {i + 1} {name}")} d="{path_of(ring)}"/>')
    for name in ISLANDS:
        page.open(f"<g {named(f'islets {name}')}>")
        x, y = spots[name].centre
        busy = spots[name].outline(3)
        for dx, dy, rx, ry in ISLETS:
            at = Point(x + dx, y + dy)
            if shapes.areas[name].buffer(-9).contains(at) and not busy.intersects(at.buffer(rx)):
                page.add(
                    f'<ellipse cx="{num(at.x)}" cy="{num(at.y)}" rx="{num(rx)}" ry="{num(ry)}" '
                    f'transform="rotate(-25 {xy((at.x, at.y))})"/>'
                )
        page.close()
    page.close()
    page.open(
        f'<g {named("reefs")} fill="none" stroke="#f4fbf7" stroke-width="2.2" stroke-dasharray="1.5 4" stroke-linecap="round">'
    )
    for name in ISLANDS:
        inner = shapes.areas[name].buffer(-5).simplify(1.2)
        page.add(f'<path {named(f"reef {name}")} d="{path_of(inner)}"/>')
    page.close()
    for layer, width, colour in (("canal banks", 5.6, CASING), ("canals", 3.0, "#bfe6fa")):
        page.open(f'<g {named(layer)} fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round">')
        for name in CANALS:
            page.add(f'<path {named(f"{layer[:-1]} {name}")} d="{curve(canal_line(shapes, name))}"/>')
        page.close()
    page.open(f'<g {named("line ends")} stroke="{INK}" stroke-width="1">')
    for key, (_, kind, points) in PASSAGES.items():
        for which, (x, y) in (("from", points[0]), ("to", points[-1])):
            fill = DIRECT if kind == "direct" else STRAIT
            page.add(f'<circle {named(f"end {key} {which}")} cx="{num(x)}" cy="{num(y)}" r="3.6" fill="{fill}"/>')
    page.close()
    m = MARGIN
    page.open(f'<g {named("frame")} fill="none" stroke="{INK}">')
    page.add(
        f'<rect {named("frame inner")} x="{m}" y="{m}" width="{WIDTH - 2 * m}" height="{HEIGHT - 2 * m}" stroke-width="2"/>',
        f'<rect {named("frame outer")} x="{m - 7}" y="{m - 7}" width="{WIDTH - 2 * m + 14}" height="{HEIGHT - 2 * m + 14}" stroke-width="0.9"/>',
    )
    page.close()
    _title(page)
    _legend(page)
    page.close()


def _cartouche(page: Page, name: str, at: tuple[float, float, float, float]) -> None:
    x0, y0, x1, y1 = at
    for inset, width, fill in ((0, 1.6, PAPER), (5, 0.7, "none")):
        label = f"{name} paper" if fill != "none" else f"{name} rule"
        page.add(
            f'<rect {named(label)} x="{num(x0 + inset)}" y="{num(y0 + inset)}" width="{num(x1 - x0 - 2 * inset)}" '
            f'height="{num(y1 - y0 - 2 * inset)}" fill="{fill}" stroke="{INK}" stroke-width="{width}"/>'
        )


def _title(page: Page) -> None:
    x0, y0, x1, _ = TITLE
    middle = (x0 + x1) / 2
    page.open(f'<g {named("title")} text-anchor="middle">')
    _cartouche(page, "title", TITLE)
    page.text(middle, y0 + 46, "ZEUS", 38, f' {named("title name")} font-weight="700" letter-spacing="12"')
    page.text(middle, y0 + 69, "The World at War, 1939", 16, f' {named("title subject")} font-style="italic"')
    page.text(middle, y0 + 88, "variant by Chris Northcott and Fred Davis", 12.8, f" {named('title designers')}")
    page.close()


def _legend(page: Page) -> None:
    x0, y0, x1, y1 = LEGEND
    left, words = x0 + 20, x0 + 62
    page.open(f'<g {named("legend")} font-size="13.5">')
    _cartouche(page, "legend", LEGEND)
    page.text(
        (x0 + x1) / 2, y0 + 30, "The Powers", 17, f' {named("legend heading")} font-weight="700" text-anchor="middle"'
    )
    row = y0 + 50.0
    rows = [(p.id, p.tint, p.colour, p.name) for p in POWERS]
    rows += [
        ("neutral", NEUTRAL, "", "Neutral"),
        ("idle", IDLE, "", "Not in play"),
        ("island sea", ISLAND_SEA, "", "Island sea"),
    ]
    for key, tint, colour, name in rows:
        page.open(f"<g {named(f'legend {key}')}>")
        page.add(
            f'<rect x="{num(left)}" y="{num(row - 8)}" width="32" height="16" fill="{tint}" stroke="{INK}" stroke-width="0.9"/>'
        )
        if colour:
            dot(page, left + 16, row, colour, 0.9)
        page.text(words, row + 5, name, 13.5)
        page.close()
        row += 20.5
    row -= 3
    page.add(
        f'<path {named("legend line")} d="M{xy((left, row))} {xy((x1 - 20, row))}" stroke="{INK}" stroke-width="0.7"/>'
    )
    row += 17
    page.open(f"<g {named('legend symbols')}>")
    dot(page, left + 16, row, "#ffffff")
    page.text(words, row + 5, "Supply centre", 13.5)
    row += 25
    token(page, left + 16, row, "#d9d4c6", 0.9)
    page.text(words, row + 5, "Standing army", 13.5)
    for text_, note, look in (
        ("Land crossing", "armies and fleets", f'stroke="{DIRECT}" stroke-width="4.2" stroke-dasharray="0.1 7"'),
        ("Strait", "fleets only", f'stroke="{STRAIT}" stroke-width="3"'),
        ("Canal", "one coast, two seas", 'stroke="#bfe6fa" stroke-width="3"'),
        ("Coast", "NC, EC, SC, WC", f'stroke="{CASING}" stroke-width="2.4" stroke-dasharray="4 4.5"'),
    ):
        row += 28
        wave = curve([(left + 3, row + 3), (left + 12, row - 2), (left + 20, row + 2), (left + 29, row - 3)])
        page.add(
            f'<rect x="{num(left)}" y="{num(row - 10)}" width="32" height="20" fill="{NARROWS if text_ != "Coast" else NEUTRAL}"/>'
        )
        if text_ == "Canal":
            page.add(f'<path d="{wave}" fill="none" stroke="{CASING}" stroke-width="5.6" stroke-linecap="round"/>')
        page.add(f'<path d="{wave}" fill="none" stroke-linecap="round" {look}/>')
        page.text(words, row - 1, text_, 13.5)
        page.text(words, row + 12, note, 12.8, ' font-style="italic"')
    page.close()
    page.open(f'<g {named("credits")} font-style="italic" font-size="12.8" text-anchor="middle">')
    page.text((x0 + x1) / 2, y1 - 30, "Coasts: Natural Earth", 12.8)
    page.text((x0 + x1) / 2, y1 - 14, "Map: CC BY 4.0", 12.8)
    page.close()
    page.close()


def main(arguments: Iterable[str]) -> int:
    """Command line: folder of the world-atlas package, output file."""
    folder, *rest = list(arguments)
    topology = json.loads((Path(folder) / "countries-50m.json").read_text(encoding="utf-8"))
    out = Path(rest[0]) if rest else Path(__file__).with_name("map.svg")
    out.write_text(draw(make_shapes(topology)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
