"""Sketches say what is declared: read back from their files, they are the same graph."""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dipmap.model import Adjacency, Barrier, Kind, Province, Terrain, Units, Variant
from dipmap.pipeline import check
from dipmap.sketch import sketch
from dipmap.sketch.making import differences

sys.path.insert(0, str(Path(__file__).parents[1] / "engines"))
from facts_model import facts, facts_variant, standard_variant

from sketch.random_boards import board


def inland(names, pairs, **more):
    provinces = tuple(Province(name, name, Terrain.LAND) for name in sorted(names))
    edges = tuple(Adjacency(min(pair), max(pair), Units.ARMY) for pair in sorted(map(tuple, map(sorted, pairs))))
    return Variant("small", "Small", "1", provinces, edges, **more)


def compiled(found, folder):
    for name, data in found.files.items():
        (folder / name).write_bytes(data)
    return check(folder)


def positions(name):
    return {
        each["id"].lower(): (each["position"][0] * 0.7, -each["position"][1])
        for each in facts(name)["provinces"]
        if each.get("position")
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", ["philadelphia", "stockholm", "yubani"])
def test_facts_with_positions_come_out_edge_by_edge(name, tmp_path):
    variant = facts_variant(name)
    found = sketch(variant, positions(name))
    assert found.unmet == ()
    report = compiled(found, tmp_path)
    assert report.facts.variant.adjacency == variant.adjacency
    assert not report.failed


@pytest.mark.slow
@pytest.mark.parametrize("make", [standard_variant, lambda: facts_variant("zeus")], ids=["standard", "zeus"])
def test_boards_without_positions_come_out_edge_by_edge(make, tmp_path):
    variant = make()
    found = sketch(variant)
    assert found.unmet == ()
    report = compiled(found, tmp_path)
    assert report.facts.variant.adjacency == variant.adjacency
    assert not report.failed
    assert report.facts.variant.by_id.keys() == variant.by_id.keys()


def test_a_board_with_positions_lies_as_they_say(tmp_path):
    variant = facts_variant("yubani")
    report = compiled(sketch(variant, positions("yubani")), tmp_path)
    anchors = report.facts.variant.anchors
    assert report.facts.variant.adjacency == variant.adjacency
    assert anchors["gre"]["unit"][0] < anchors["ank"]["unit"][0] < anchors["teh"]["unit"][0]
    assert anchors["sev"]["unit"][1] < anchors["jer"]["unit"][1] < anchors["sud"]["unit"][1]
    assert not [each for each in report.diagnostics if each.code.startswith(("D2", "D3"))]


@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(st.integers(0, 10**6))
def test_random_planar_boards_come_out_as_declared(seed):
    variant = board(seed, most=14)
    found = sketch(variant)
    assert [str(each) for each in found.unmet] == []
    assert differences(variant, found.variant) == ([], [])


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(st.integers(0, 10**6))
def test_larger_random_boards_mean_what_is_declared(seed):
    variant = board(seed, most=40)
    found = sketch(variant)
    assert differences(variant, found.variant) == ([], [])
    assert found.satisfied >= 0.9 * len(found.pairs)


@pytest.mark.parametrize(
    ("names", "pairs"),
    [("a", ""), ("ab", ["ab"]), ("abcd", []), ("abcd", ["ab", "bc", "cd"])],
    ids=["one", "two", "apart", "row"],
)
def test_the_smallest_boards(names, pairs):
    found = sketch(inland(names, pairs))
    assert found.unmet == ()
    assert len(found.variant.provinces) == len(names)
    assert found.satisfied == len(pairs)


@pytest.mark.parametrize(
    ("names", "pairs", "lost"),
    [
        ("abcde", list(itertools.combinations("abcde", 2)), 1),
        ("abcdef", list(itertools.product("abc", "def")), 1),
    ],
    ids=["k5", "k33"],
)
def test_what_no_plane_holds_becomes_a_link_and_is_told(names, pairs, lost):
    variant = inland(names, pairs)
    found = sketch(variant)
    assert len(found.unmet) == lost
    assert found.satisfied == len(pairs) - lost
    assert "drawn as a passage of kind link" in str(found.unmet[0])
    links = [edge for edge in found.variant.adjacency if edge.kind is Kind.LINK]
    assert len(links) == lost
    assert differences(variant, found.variant) == ([], [])


def test_barriers_lie_between_shapes_that_touch(tmp_path):
    variant = inland("abc", ["ab", "bc"], barriers=(Barrier("a", "c", Units.BOTH),))
    report = compiled(sketch(variant), tmp_path)
    assert report.facts.variant.barriers == variant.barriers
    assert report.facts.variant.adjacency == variant.adjacency
    assert report.facts.survey.contact("a", "c").silent
    assert not report.failed


def test_one_way_edges_and_passages_are_lines(tmp_path):
    provinces = inland("abcd", []).provinces
    edges = (
        Adjacency("a", "b", Units.ARMY),
        Adjacency("a", "c", Units.ARMY, Kind.PERMISSION, "b"),
        Adjacency("d", "b", Units.ARMY, oneway=True),
    )
    variant = Variant("small", "Small", "1", provinces, edges)
    report = compiled(sketch(variant), tmp_path)
    assert set(report.facts.variant.adjacency) == set(edges)


def test_an_id_that_is_the_name_of_a_layer(tmp_path):
    report = compiled(sketch(inland(["units", "labels", "a"], [("units", "labels"), ("labels", "a")])), tmp_path)
    assert not report.failed
    assert {edge.pair for edge in report.facts.variant.adjacency} == {("labels", "units"), ("a", "labels")}


def test_the_same_seed_gives_the_same_bytes_whatever_the_hash_seed(tmp_path):
    program = (
        "import sys; sys.path[:0] = [sys.argv[1], sys.argv[1] + '/engines']\n"
        "from facts_model import facts_variant\nfrom dipmap.sketch import sketch\nfrom hashlib import sha256\n"
        "files = sketch(facts_variant('yubani'), seed=int(sys.argv[2])).files\n"
        "print(sha256(files['map.svg'] + files['variant.yaml']).hexdigest())\n"
    )

    def run(seed, hashing):
        made = subprocess.run(
            [sys.executable, "-c", program, str(Path(__file__).parents[1]), str(seed)],
            env={"PYTHONHASHSEED": hashing, "PATH": "", "PYTHONPATH": str(Path(__file__).parents[2] / "toolkit")},
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        )
        return made.stdout

    first = run(3, "1")
    assert first == run(3, "2")
    assert first != run(4, "1")


def test_positions_that_help_nobody():
    variant = inland("abcd", ["ab", "bc", "cd", "ad"])
    same = dict.fromkeys("abcd", (1.0, 1.0))
    line = {name: (float(at), 0.0) for at, name in enumerate("abcd")}
    for places in (same, line, {"a": (0.0, 0.0), "zz": (1.0, 1.0)}, {"a": (1e300, 0.0), "b": (-1e300, 0), "c": (0, 1)}):
        found = sketch(variant, places)
        assert found.unmet == ()


def test_too_many_provinces_and_none():
    with pytest.raises(ValueError, match="more than the 400"):
        sketch(inland([f"p{at}" for at in range(401)], []))
    with pytest.raises(ValueError, match="needs a province"):
        sketch(Variant("x", "X", "1", (), ()))


def test_land_follows_an_outline():
    import shapely

    from dipmap.sketch.ground import lay
    from dipmap.sketch.making import setting_of
    from dipmap.sketch.wanted import wanted

    variant = Variant(
        "island",
        "Island",
        "1",
        (
            Province("isl", "Isle", Terrain.COAST, fleets=True),
            *(Province(f"s{at}", f"Sea {at}", Terrain.SEA, armies=False, fleets=True, convoys=True) for at in range(4)),
        ),
        (
            *(Adjacency("isl", f"s{at}", Units.FLEET) for at in range(4)),
            *(Adjacency(*sorted((f"s{at}", f"s{(at + 1) % 4}")), Units.FLEET) for at in range(4)),
        ),
    )
    places = {"isl": (0.0, 0.0), "s0": (9.0, 0.0), "s1": (0.0, 9.0), "s2": (-9.0, 0.0), "s3": (0.0, -9.0)}
    land = shapely.box(-7, -1.5, 5, 1.5).union(shapely.box(2, -6, 5, 1.5))
    want = wanted(variant)
    setting = setting_of(want, places, land)
    ground = lay(want, setting, 1)
    said = setting.ground(ground.grid)[ground.grid.inner]
    drawn = ground.found[ground.grid.inner] == want.number["isl"]
    assert (said == drawn).mean() > 0.95
