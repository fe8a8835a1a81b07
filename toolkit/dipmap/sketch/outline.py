"""An outline of land: GeoJSON (RFC 7946) or TopoJSON, read with limits and drawn in a projection."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import MultiPolygon, Polygon, affinity

from dipmap.sketch.projection import Projection

Floats = NDArray[np.float64]
MAX_BYTES = 16 * 1024 * 1024
MAX_POINTS = 400_000
MAX_DEPTH = 24  # of collections in collections
LARGEST = 1e7


class OutlineError(ValueError):
    """An outline that cannot be read; its text is a sentence without a full stop."""


def read_outline(data: bytes, projection: Projection) -> Polygon | MultiPolygon:
    """The land of an outline in the plane of a projection, y downwards; empty where it holds no polygon.

    Raises `OutlineError` for what is neither GeoJSON nor TopoJSON, or too large. Lines and points are passed over.
    """
    if len(data) > MAX_BYTES:
        raise OutlineError(f"the outline has {len(data) / 2**20:.0f} MB, more than the {MAX_BYTES // 2**20} MB allowed")
    try:
        document = json.loads(data.decode("utf-8-sig"), parse_constant=_refuse)
    except UnicodeDecodeError:
        raise OutlineError("the outline is not UTF-8") from None
    except RecursionError:
        raise OutlineError("the outline is nested too deeply") from None
    except ValueError as error:
        raise OutlineError(f"the outline is not JSON: {error}") from None
    if not isinstance(document, dict):
        raise OutlineError("the outline is neither GeoJSON nor TopoJSON")
    polygons = _topology(document) if document.get("type") == "Topology" else list(_geojson(document, 0, _rings))
    if sum(len(ring) for polygon in polygons for ring in polygon) > MAX_POINTS:
        raise OutlineError(f"the outline has more than {MAX_POINTS} points")
    return _land(polygons, projection)


def _refuse(word: str) -> None:
    raise OutlineError(f"the outline holds {word}, which is no number of JSON")


Rings = list[Floats]
Reader = Callable[[Any], Rings]


def _geojson(node: Any, depth: int, rings: Reader) -> Iterator[Rings]:
    """The polygons of a GeoJSON object, or of a TopoJSON geometry with its own reader of rings."""
    if depth > MAX_DEPTH:
        raise OutlineError("the outline is nested too deeply")
    if not isinstance(node, dict):
        raise OutlineError("the outline holds something that is no object of GeoJSON")
    kind = node.get("type")
    key = "arcs" if rings is not _rings else "coordinates"
    if kind == "FeatureCollection":
        for each in _list(node.get("features"), "features"):
            yield from _geojson(each, depth + 1, rings)
    elif kind == "Feature":
        if node.get("geometry") is not None:
            yield from _geojson(node["geometry"], depth + 1, rings)
    elif kind == "GeometryCollection":
        for each in _list(node.get("geometries"), "geometries"):
            yield from _geojson(each, depth + 1, rings)
    elif kind == "Polygon":
        yield rings(node.get(key))
    elif kind == "MultiPolygon":
        for each in _list(node.get(key), key):
            yield rings(each)
    elif kind not in ("Point", "MultiPoint", "LineString", "MultiLineString", None):
        raise OutlineError(f"the outline holds a geometry of the unknown type {str(kind)[:40]!r}")
    elif kind is None and depth == 0:
        raise OutlineError("the outline is neither GeoJSON nor TopoJSON")


def _list(value: Any, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise OutlineError(f"the outline's {what} are no list")
    return value


def _rings(value: Any) -> Rings:
    return [_points(ring) for ring in _list(value, "coordinates")]


def _points(value: Any) -> Floats:
    """The points of a ring or an arc, without heights."""
    pairs = []
    for point in _list(value, "coordinates"):
        if not isinstance(point, list) or len(point) < 2 or not all(_is_number(each) for each in point[:2]):
            raise OutlineError("the outline holds a position that is not two numbers")
        pairs.append((float(point[0]), float(point[1])))
    return np.array(pairs, dtype=np.float64).reshape(-1, 2)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= LARGEST


def _topology(document: dict[str, Any]) -> list[Rings]:
    arcs = [_points(arc) for arc in _list(document.get("arcs"), "arcs")]
    if sum(map(len, arcs)) > MAX_POINTS:
        raise OutlineError(f"the outline has more than {MAX_POINTS} points")
    transform = document.get("transform")
    if transform is not None:
        if not isinstance(transform, dict):
            raise OutlineError("the outline's transform is no object")
        scale, move = (_points([transform.get(key)])[0] for key in ("scale", "translate"))
        arcs = [np.cumsum(arc, axis=0) * scale + move for arc in arcs]
    objects = document.get("objects")
    if not isinstance(objects, dict):
        raise OutlineError("the outline's objects are no table")
    budget = [MAX_POINTS]

    def rings(value: Any) -> Rings:
        return [_stitched(_list(ring, "arcs"), arcs, budget) for ring in _list(value, "arcs")]

    return [polygon for name in sorted(objects) for polygon in _geojson(objects[name], 1, rings)]


def _stitched(numbers: Sequence[Any], arcs: Sequence[Floats], budget: list[int]) -> Floats:
    """A ring of arcs: a negative number is an arc backwards, and the first point of each but the first is left out."""
    parts: list[Floats] = []
    for each in numbers:
        if isinstance(each, bool) or not isinstance(each, int) or not -len(arcs) <= each < len(arcs):
            raise OutlineError(f"the outline names an arc that is not there: {str(each)[:20]}")
        arc = arcs[each] if each >= 0 else arcs[~each][::-1]
        budget[0] -= len(arc)
        if budget[0] < 0:
            raise OutlineError(f"the outline has more than {MAX_POINTS} points")
        parts.append(arc[1:] if parts else arc)
    return np.concatenate(parts) if parts else np.empty((0, 2))


def _land(polygons: Sequence[Rings], projection: Projection) -> Polygon | MultiPolygon:
    shapes = []
    for rings in polygons:
        drawn = [projection(_unrolled(ring, projection)) for ring in rings]
        drawn = [ring for ring in drawn if len(ring) >= 4 and bool((np.abs(ring) < LARGEST).all())]
        if drawn:
            shape = shapely.make_valid(Polygon(drawn[0], drawn[1:]))
            shapes += [part for part in shapely.get_parts(shape) if part.geom_type in ("Polygon", "MultiPolygon")]
    if projection.turn:  # what goes over the edge on one side comes in on the other
        shapes += [
            affinity.translate(shape, step) for step in (-projection.turn, projection.turn) for shape in list(shapes)
        ]
    whole = shapely.union_all(shapes)
    return whole if isinstance(whole, (Polygon, MultiPolygon)) else Polygon()


def _unrolled(ring: Floats, projection: Projection) -> Floats:
    """A ring without jumps from one side of the world to the other, begun within half a turn of the centre."""
    if projection.name == "none" or projection.round or not len(ring):
        return ring
    east = np.degrees(np.unwrap(np.radians(ring[:, 0])))
    east += 360.0 * np.round((projection.centre[0] - east.mean()) / 360.0)
    return np.stack((east, ring[:, 1]), axis=1)
