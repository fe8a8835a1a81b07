"""What several checks lean on: lists in words, pieces of a graph, colours, counts, and when a map is plainly flat."""

from __future__ import annotations

import json
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dipmap.checks._board import listed, number, pieces
from dipmap.checks._colours import DEFICIENCIES, difference, lab
from dipmap.checks.tangled_borders import _plainly_flat
from dipmap.geometry.survey import survey
from dipmap.model import Adjacency, Coast, Province, Terrain, Units, Variant
from dipmap.model.counts import counts
from dipmap.schema import schema

FACTS = Path(__file__).resolve().parents[1] / "facts"


def test_listed():
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed(["a", "b", "c"], "or") == "a, b or c"
    assert listed([str(n) for n in range(12)]).endswith("10 and 11")
    assert listed([str(n) for n in range(43)]).endswith("10, 11 and 31 more")


def test_number():
    assert [number(value) for value in (0.0123456, 3.0, 12.34, 99.96, 1234.5)] == ["0.0123", "3", "12.3", "100", "1234"]


@given(st.lists(st.tuples(st.sampled_from("abcdefghij"), st.sampled_from("abcdefghij")), max_size=12))
def test_pieces_are_those_of_networkx(edges):
    graph = nx.Graph()
    graph.add_nodes_from("abcdefgh")
    graph.add_edges_from(edges)
    wanted = [sorted(set(piece) & set("abcdefgh")) for piece in nx.connected_components(graph)]
    assert pieces("abcdefgh", edges) == sorted(filter(None, wanted), key=lambda piece: (-len(piece), piece))


def test_colours():
    assert lab("#ffffff") == pytest.approx((100, 0, 0), abs=0.02)
    assert lab("#ff0000") == pytest.approx((53.24, 80.09, 67.20), abs=0.02)
    assert difference("#000000", "#ffffff") == pytest.approx(100, abs=0.02)
    for name in DEFICIENCIES:
        assert difference("#808080", "#808080", name) == 0
        # greys stay grey
        assert lab("#808080", name)[1:] == pytest.approx((0, 0), abs=0.5)
    # red and green of one lightness are far apart, but not for everybody
    assert difference("#b04040", "#6a6a22") > 40
    assert difference("#b04040", "#6a6a22", "deuteranopia") < 20


def standard() -> Variant:
    """The standard map as far as counting needs it."""
    document = json.loads((FACTS / "standard.json").read_text(encoding="utf-8"))
    provinces = tuple(
        Province(
            entry["id"].lower(),
            entry["name"],
            Terrain(entry["type"]),
            centre=entry["sc"],
            home=entry["home"] and entry["home"].lower(),
            coasts=tuple(Coast(coast.lower().rpartition("/")[2], coast) for coast in entry["coasts"]),
        )
        for entry in document["provinces"]
    )
    impassable = tuple(Province(name.lower(), name, Terrain.LAND, impassable=True) for name in document["impassable"])
    edges = [
        Adjacency(*sorted((a.lower(), b.lower())), units)
        for units, key in ((Units.ARMY, "army_edges"), (Units.FLEET, "fleet_edges"))
        for a, b in document[key]
    ]
    return Variant("standard", "Standard", "1.0", provinces + impassable, tuple(edges))


def test_counts_of_the_standard_map():
    found = {name: len(things) for name, things in counts(standard()).items()}
    wanted = {"provinces": 75, "land": 14, "coast": 42, "sea": 19, "impassable": 1, "centres": 34, "homes": 22}
    wanted |= {
        "neutral": 12,
        "coasts": 6,
        "army-edges": 111,
        "fleet-edges": 141,
        "passages": 0,
        "units": 0,
        "canals": 0,
    }
    assert {name: found[name] for name in wanted} == wanted


def test_counts_are_those_that_expect_knows():
    assert set(counts(standard())) == set(schema("variant")["properties"]["expect"]["properties"])


@pytest.mark.shared
def test_a_plainly_flat_map_is_flat(shared, tmp_path):
    """The cheap answer never contradicts networkx, and saves it on a good part of the maps."""
    from dipmap.pipeline import read
    from dipmap.resolve.ground import read_ground

    saved = 0
    for folder in ("godip-europe1939", "godip-sengoku", "jdip-imperium-imperium", "vizdip-standard"):
        (tmp_path / "map.svg").write_bytes((shared / "corpus" / folder / "map.svg").read_bytes())
        facts = read(tmp_path)
        ground = read_ground(facts.draft, {tag.id for tag in facts.draft.provinces}, None)
        joined = ground.survey.joined()
        graph = nx.Graph([(contact.a, contact.b) for contact in joined])
        if _plainly_flat(ground.survey, joined):
            saved += 1
            assert nx.check_planarity(graph)[0], folder
    assert saved


def test_nothing_is_plainly_flat():
    empty = survey({})
    assert _plainly_flat(empty, [])
