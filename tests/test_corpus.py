"""Published maps, read in place: what the drawing alone gives, and what it gives with the exceptions declared.

The numbers are the floor that inference must keep (research on these maps: F1 .9919 with 10 false pairs).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest
from corpus_source import lay_out, read_truth, variant_yaml
from corpus_table import Row, measure, originals, units_of

from dipmap.pipeline import read

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"
pytestmark = [pytest.mark.shared, pytest.mark.slow]
NAMES = sorted(path.parent.name for path in CORPUS.glob("*/truth.json"))
RESAVES = {
    "editor-affinity-jdip-stdVariants-simple_std": "jdip-stdVariants-simple_std",
    "editor-figma-jdip-stdVariants-simple_std": "jdip-stdVariants-simple_std",
    "editor-illustrator-godip-classical": "godip-classical",
    "editor-inkscape-godip-classical": "godip-classical",
    "editor-svgo-godip-classical": "godip-classical",
}


@cache
def row(name: str) -> Row:
    return measure(CORPUS, name, Path(mkdtemp()))


@pytest.mark.parametrize("name", NAMES or ["absent"])
def test_a_published_map(name: str):
    found = row(name)
    assert found.found == found.wanted, "every province has the shape its truth names"
    assert found.unexplained == (), "every missed pair is one that a designer has to declare"
    assert found.exact, "with the exceptions declared the graph is the engine's"


def test_all_maps_together():
    counted = [row(name) for name in NAMES if originals(name)]
    assert len(counted) == 16
    right, false, missed = (
        sum(values) for values in zip(*((r.right, len(r.false), len(r.missed)) for r in counted), strict=True)
    )
    assert false <= 10
    assert 2 * right / (2 * right + false + missed) >= 0.991
    good, pairs = (sum(r.types[index] for r in counted) for index in (0, 1))
    assert good / pairs >= 0.98
    coasts = [r.coast_edges for r in map(row, NAMES) if r.coast_edges]
    hit, want = (sum(values) for values in zip(*coasts, strict=True))
    assert want == 122
    assert hit / want >= 0.97


@pytest.mark.parametrize(("resave", "original"), RESAVES.items())
def test_a_resave_gives_the_same_graph(resave: str, original: str, tmp_path: Path):
    graphs = []
    for name in (resave, original):
        truth = read_truth(CORPUS / name)
        facts = read(lay_out(CORPUS, truth, tmp_path / name, variant_yaml(truth)))
        assert facts.variant is not None
        graphs.append(units_of(facts.variant))
    assert graphs[0] == graphs[1]
