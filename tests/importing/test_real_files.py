"""What exists already, imported: every real file of an engine, and the known faults of published variants."""

from __future__ import annotations

from collections import Counter
from importlib.util import find_spec

import imports
import pytest
from corpus_source import lay_out, read_truth, variant_yaml

from dipmap.pipeline import check

pytestmark = [pytest.mark.shared, pytest.mark.slow]


@pytest.fixture(scope="module")
def rows(shared, tmp_path_factory):
    """Every real input, imported, compiled and exported back, by its name; several variants of one input in a list."""
    scratch = tmp_path_factory.mktemp("imports")
    return {name: imports.imported(name, paths, scratch) for name, paths in imports.real_files(shared, scratch)}


def test_every_file_is_there(rows):
    kinds = Counter(name.partition(" ")[0] for name in rows)
    assert kinds["jdip"] == 2
    assert kinds["dpjudge"] == 5
    assert kinds["diplogm"] == 1
    assert kinds["diplomacy"] in ((14,) if find_spec("diplomacy") else (0,))


def test_each_compiles_to_the_graph_of_its_file(rows):
    for name, found in rows.items():
        assert found, name
        for row in found:
            assert row.errors == (), name
            assert row.same_graph, name


def test_each_comes_back_from_its_own_engine(rows):
    for name, found in rows.items():
        for row in found:
            assert row.back.startswith("yes"), (name, row.back)


def test_drawings_are_kept_and_annotated(rows):
    drawn = {
        name: {row.drawing for row in found} for name, found in rows.items() if name.startswith(("jdip", "diplogm"))
    }
    assert {how for found in drawn.values() for how in found} == {"the drawing is kept, its shapes are annotated"}


def test_octarine(rows):
    """Ephebe and Tsort touch and are not joined; six one-way links; a coast `tit-wc` that does not exist."""
    (row,) = rows["jdip octarine"]
    told = row.messages
    assert any("Ephebe and Tsort touch in the drawing" in message for message in told)
    oneway = [message for message in told if message.startswith("import-oneway")]
    ends = {("Apinkieyabarmpot", "Rehigreed"), ("Genua", "Vieux Plains"), ("Momerathia", "Vieux Plains")}
    ends |= {("Swamp Sea", "Vieux Plains"), ("Gorunna Trench", "Krull"), ("Land of Invisible Ghosts", "Cutangelsk")}
    assert all(any(a in message and b in message for message in oneway) for a, b in ends)
    assert any("tit-wc, a coast that Tito Desert does not have" in message for message in told)


def test_imperium(rows):
    """Rivers that weaken attacks have no word here; they are kept for jDip."""
    (row,) = rows["jdip imperium"]
    assert row.found["import-kept"] == 1
    assert any("baseMoveModifier -1" in message for message in row.messages)


FAULTS = {
    "vizdip-standard": ["bal touches ska, but its list of neighbours leaves it out"],
    "godip-sengoku": ["omi is land, but its shape joins the sea wak", "saa touches sab, but its list of neighbours"],
    "godip-europe1939": ["per says it borders sao, but their shapes do not touch"],
    "godip-northseawars": [
        *(
            f"cns lists {there} as its neighbour, but the list of {there} leaves cns out"
            for there in ("gra", "iro", "woo")
        ),
    ],
    "hawkrives-northfield": [
        "lln says it borders weg, but their shapes do not touch",
        "sse says it borders tni, but their shapes do not touch",
        # First Street East is drawn twice, so that its ways to North East Carleton and Nevada Street are not far in the file
        "two shapes have the id fse and lie 142 units apart",
    ],
    "godip-classical": ["bal says it borders den, but their shapes do not touch"],
    "dsvg-classical": ["bal says it borders den, but their shapes do not touch"],
    "jdip-octarine-octarine": ["eph touches tso, but its list of neighbours leaves it out"],
}


@pytest.mark.parametrize("name", FAULTS)
def test_the_known_faults_of_published_maps_show_up(name, shared, tmp_path):
    found = [each.finding.message for each in imports.asserted(shared / "corpus", name, tmp_path)]
    for fault in FAULTS[name]:
        assert any(message.startswith(fault) for message in found), fault


def test_the_overlaps_of_northseawars(shared, tmp_path):
    """Boxes of trade lie inside a sea; where the list of neighbours says that they are apart, that is no finding."""
    truth = read_truth(shared / "corpus" / "godip-northseawars")
    report = check(lay_out(shared / "corpus", truth, tmp_path / "map", variant_yaml(truth)))
    covered = [each.finding.message for each in report.diagnostics if each.code == "D209"]
    assert covered == [
        "25% of woo lies inside ens, so the two are not joined",
        "70% of iro lies inside ens, so the two are not joined",
    ]


def test_twelve_one_way_links_of_northfield(shared, tmp_path):
    found = imports.asserted(shared / "corpus", "hawkrives-northfield", tmp_path)
    assert sum(each.code == "D502" for each in found) == 12


@pytest.mark.parametrize("name", ["diplogm-classic", "jdip-stdVariants-simple_std", "jdip-aberration-aberrationv"])
def test_maps_without_a_fault_have_no_finding(name, shared, tmp_path):
    found = imports.asserted(shared / "corpus", name, tmp_path)
    assert [each for each in found if each.code in ("D501", "D502")] == []
