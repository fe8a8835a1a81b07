"""What `sketch.yaml`, outlines and projections may hold, and what is said of what they may not."""

from __future__ import annotations

import json

import numpy as np
import pytest
import shapely

from dipmap.model import Kind, Units
from dipmap.resolve.yaml_file import read_yaml
from dipmap.sketch.outline import MAX_BYTES, OutlineError, read_outline
from dipmap.sketch.projection import NAMES, Projection
from dipmap.sketch.table import read_table

HEAD = "id: x\nname: X\n"
TWO = HEAD + "provinces:\n  a: {terrain: coast}\n  b: {terrain: coast}\n  s: {terrain: sea}\n"
PLAIN = Projection()


def read(text):
    document, notices = read_yaml("sketch.yaml", text.encode())
    assert document is not None, notices
    return read_table(document)


def told(text):
    table, notices = read(text)
    assert table is None
    return [(each.name, each.finding.place.span.begin, each.finding.message) for each in notices]


def test_units_come_from_terrain_and_common_seas():
    table, _ = read(TWO + "  l: {terrain: land}\nedges: [a-b, a-s, b-s, a-l]\n")
    found = {(edge.a, edge.b): edge.units for edge in table.variant.adjacency}
    assert found == {
        ("a", "b"): Units.BOTH,
        ("a", "s"): Units.FLEET,
        ("b", "s"): Units.FLEET,
        ("a", "l"): Units.ARMY,
    }
    table, _ = read(TWO + "edges: [a-b, a-s]\n")
    assert table.variant.adjacency[0].units is Units.ARMY


def test_edges_may_be_written_as_names_of_passages_or_as_tables():
    text = (
        TWO + "  t: {terrain: sea}\nedges: [a>b army, 's-t fleet permission via a', {between: [a, s], kind: border}]\n"
    )
    table, _ = read(text)
    by_pair = {edge.pair: edge for edge in table.variant.adjacency}
    assert by_pair["a", "b"].oneway
    assert (by_pair["s", "t"].kind, by_pair["s", "t"].keeper) == (Kind.PERMISSION, "a")


def test_coasts_and_homes():
    text = HEAD + (
        "powers: {red: {homes: [spa]}}\nprovinces:\n  spa: {terrain: coast, coasts: [nc, sc]}\n  mao: {terrain: sea}\n"
        "edges: [spa/nc-mao]\nstart: {units: [red F spa/nc]}\n"
    )
    table, _ = read(text)
    spain = table.variant.by_id["spa"]
    assert (spain.home, spain.centre, [coast.name for coast in spain.coasts]) == (
        "red",
        True,
        ["north coast", "south coast"],
    )
    assert table.variant.start.units[0].location == "spa/nc"


@pytest.mark.parametrize(
    ("text", "name", "line", "words"),
    [
        (TWO + "edges: [a-zz]\n", "unknown-location", 7, "zz"),
        (TWO + "edges: [a-a]\n", "passage-to-itself", 7, "joins a province with itself"),
        (TWO + "edges:\n  - a-b army\n  - b-a\n", "duplicate-tag", 9, "stands twice"),
        (TWO + "edges: [a-s army]\n", "passage-against-terrain", 7, "may not stand"),
        (TWO + "edges: [a-b army permission]\n", "permission-without-keeper", 7, "needs both"),
        (TWO + "edges: [a-b army direct via s]\n", "permission-without-keeper", 7, "needs both"),
        (TWO + "edges: []\nbarriers: [{between: a-zz}]\n", "unknown-location", 8, "zz"),
        (TWO + "edges: []\nstart: {units: [red A a]}\n", "unknown-power", 8, "red"),
        (TWO.replace("{terrain: sea}", "{terrain: sea, home: red}") + "edges: []\n", "unknown-power", 6, "red"),
        (
            TWO.replace("{terrain: sea}", "{terrain: impassable}") + "edges: [a-s]\n",
            "unknown-location",
            7,
            "impassable",
        ),
        (TWO.replace("{terrain: sea}", "{terrain: sea, at: [.nan, 1]}") + "edges: []\n", "schema-violation", 6, ""),
        (TWO.replace("{terrain: sea}", "{terrain: sea, at: [1e99, 1]}") + "edges: []\n", "schema-violation", 6, ""),
        (TWO.replace("{terrain: sea}", "{terrain: sea, at: [1]}") + "edges: []\n", "schema-violation", 6, ""),
        (TWO.replace("terrain: sea", "terrain: swamp") + "edges: []\n", "schema-violation", 6, "swamp"),
        (TWO + "edges: [a-b tank]\n", "schema-violation", 7, ""),
        (TWO + "edges: []\noutline: ../land.json\n", "schema-violation", 8, ""),
        (TWO + "edges: []\nwidth: 1e9\n", "schema-violation", 8, ""),
        (TWO + "edges: []\ncolour: red\n", "schema-violation", 8, "colour"),
        (TWO + "edges: []\nprojection: {name: lambert, parallels: [-30, 30]}\n", "schema-violation", 8, "cone"),
        (
            TWO.replace("{terrain: sea}", "{terrain: sea, at: [10, 95]}") + "edges: []\nprojection: mercator\n",
            "schema-violation",
            6,
            "no longitude and latitude",
        ),
        (HEAD + "edges: []\nprovinces: {}\n", "schema-violation", 4, ""),
        ("[]\n", "schema-violation", 1, ""),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text, name, line, words):
    found = told(text)
    assert any(each == name and begin[0] == line and words in message for each, begin, message in found), found


def test_fleets_need_to_know_the_coast():
    text = HEAD + "provinces:\n  spa: {terrain: coast, coasts: [nc, sc]}\n  mao: {terrain: sea}\nedges: [spa-mao]\n"
    assert told(text)[0][0] == "passage-needs-coast"


SQUARE = [[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]]


def outline(document, projection=PLAIN):
    return read_outline(json.dumps(document).encode(), projection)


def test_geojson_in_all_its_wrappings():
    shape = {"type": "Polygon", "coordinates": [SQUARE, [[2, 2], [2, 4], [4, 4], [4, 2], [2, 2]]]}
    assert outline(shape).area == 96
    many = {"type": "MultiPolygon", "coordinates": [[SQUARE], [[[x + 20, y] for x, y in SQUARE]]]}
    feature = {"type": "Feature", "properties": None, "geometry": many}
    group = {"type": "GeometryCollection", "geometries": [shape, {"type": "Point", "coordinates": [0, 0]}]}
    assert outline(many).area == 200
    assert (
        outline({"type": "FeatureCollection", "features": [feature, {"type": "Feature", "geometry": None}]}).area == 200
    )
    assert outline(group).area == 96
    assert outline({"type": "FeatureCollection", "features": []}).is_empty


def test_topojson_with_shared_arcs_and_a_transform():
    document = {
        "type": "Topology",
        "transform": {"scale": [0.5, 0.5], "translate": [100, 50]},
        "arcs": [[[0, 0], [20, 0], [0, 20]], [[20, 20], [-20, 0], [0, -20]]],
        "objects": {"land": {"type": "GeometryCollection", "geometries": [{"type": "Polygon", "arcs": [[0, 1]]}]}},
    }
    land = outline(document)
    assert land.area == 100
    assert land.bounds == (100, 50, 110, 60)
    document["objects"]["land"]["geometries"][0]["arcs"] = [[~1, ~0]]
    assert outline(document).area == 100


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[1]", "neither GeoJSON nor TopoJSON"),
        (b"{}", "neither GeoJSON nor TopoJSON"),
        (b'{"type": "Nonsense"}', "unknown type"),
        (b'{"type": "Polygon", "coordinates": [[[NaN, 1]]]}', "NaN"),
        (b'{"type": "Polygon", "coordinates": [[[1e999, 1]]]}', "not two numbers"),
        (b'{"type": "Polygon", "coordinates": [[["1", 1]]]}', "not two numbers"),
        (b'{"type": "Polygon", "coordinates": 7}', "no list"),
        (b'{"type": "FeatureCollection", "features": {}}', "no list"),
        (b'{"type": "FeatureCollection", "features": [3]}', "no object"),
        (b'{"type": "Topology", "objects": {}}', "arcs are no list"),
        (b'{"type": "Topology", "arcs": []}', "objects are no table"),
        (b'{"type": "Topology", "arcs": [], "transform": 3, "objects": {}}', "transform is no object"),
        (b'{"type": "Topology", "arcs": [], "transform": {}, "objects": {}}', "not two numbers"),
        (b'{"type": "Topology", "arcs": [], "objects": {"a": {"type": "Polygon", "arcs": [[5]]}}}', "not there"),
        (b"[" * 200_000, "deeply"),
        (b'{"type": "GeometryCollection", "geometries": [' * 60 + b"]}" * 60, "deeply"),
        (b" " * (MAX_BYTES + 1), "more than"),
    ],
    ids=range(19),
)
def test_outlines_that_cannot_be_read(data, words):
    with pytest.raises(OutlineError, match=words):
        read_outline(data, PLAIN)


def test_arcs_that_multiply_are_refused():
    arc = [[at, at % 2] for at in range(1000)]
    many = {"type": "Polygon", "arcs": [[0] * 1000]}
    with pytest.raises(OutlineError, match="more than"):
        outline({"type": "Topology", "arcs": [arc], "objects": {"a": many}})


def test_land_that_crosses_the_edge_of_the_world_comes_in_on_the_other_side():
    ring = [[170, 0], [-170, 0], [-170, 10], [170, 10], [170, 0]]
    for centre in (0.0, 175.0):
        land = outline({"type": "Polygon", "coordinates": [ring]}, Projection("equirectangular", (centre, 0.0)))
        east = np.radians(180.0 - centre)
        assert land.contains(shapely.Point(east - 0.05, -0.05))


@pytest.mark.parametrize("name", NAMES)
def test_projections_keep_north_above_and_east_to_the_right(name):
    flat = Projection(name, (10.0, 50.0), (40.0, 60.0))
    middle, north, east = flat(np.array([[10.0, 50.0], [10.0, 52.0], [12.0, 50.0]]))
    assert east[0] > middle[0]
    assert bool(north[1] > middle[1]) is (name == "none")
    if name not in ("none", "equirectangular"):  # angles are right in the middle
        assert np.hypot(*(north - middle)) * np.cos(np.radians(50)) == pytest.approx(
            np.hypot(*(east - middle)), rel=0.05
        )


@pytest.mark.parametrize("name", NAMES[1:])
def test_projections_stay_finite_everywhere(name):
    world = np.array([(x, y) for x in range(-360, 361, 15) for y in range(-90, 91, 15)], dtype=float)
    assert np.isfinite(Projection(name, (0.0, 80.0), (-20.0, -50.0))(world)).all()
