"""Our own variants: each compiles without a finding and is its facts file edge by edge."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "engines"))

from facts_model import facts_variant, standard_variant

from dipmap.model import Kind, Variant
from dipmap.pipeline import Report, check

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "sources"
NAMES = sorted(path.parent.name for path in SOURCES.glob("*/variant.yaml"))
# provinces, borders, passages, barriers, centres
SHAPE = {
    "philadelphia": (75, 202, 13, 0, 43),
    "standard": (75, 206, 0, 0, 34),
    "stockholm": (73, 194, 15, 0, 34),
    "yubani": (15, 19, 11, 0, 15),
    "zeus": (97, 275, 7, 0, 43),
}
# how many barriers a README may explain
BARRIERS = {"zeus": 4}


@cache
def report(name: str) -> Report:
    return check(SOURCES / name)


def variant(name: str) -> Variant:
    found = report(name).facts.variant
    assert found is not None
    return found


def facts(name: str) -> Variant:
    return standard_variant() if name == "standard" else facts_variant(name)


def edges(board: Variant) -> set[tuple[str, ...]]:
    return {(edge.a, edge.b, edge.units, edge.kind, edge.keeper or "") for edge in board.adjacency}


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_wrong_with_it(name: str):
    found = [d for d in report(name).diagnostics if d.severity != "info"]
    assert [(d.code, d.finding.message) for d in found] == []


@pytest.mark.parametrize("name", NAMES)
def test_its_graph_is_the_facts_files(name: str):
    assert edges(variant(name)) == edges(facts(name))


@pytest.mark.parametrize("name", NAMES)
def test_its_provinces_are_the_facts_files(name: str):
    def board(found: Variant) -> dict[str, tuple]:
        return {
            p.id: (
                p.terrain,
                p.centre,
                p.home,
                p.armies,
                p.fleets,
                p.convoys,
                p.capacity,
                tuple(c.id for c in p.coasts),
            )
            for p in found.provinces
            if not p.impassable
        }

    assert board(variant(name)) == board(facts(name))


@pytest.mark.parametrize("name", NAMES)
def test_borders_come_from_touching_shapes_and_passages_from_lines(name: str):
    origins = report(name).facts.origins
    assert origins is not None
    for edge in origins.edges:
        assert (edge.adjacency.kind is Kind.BORDER) == (edge.how == "border") == (edge.contact is not None)
    assert all(passage.item is not None for passage in origins.passages)


@pytest.mark.parametrize("name", NAMES)
def test_how_its_edges_arose(name: str):
    wanted = SHAPE[name]
    found = variant(name)
    kinds = Counter(edge.how for edge in report(name).facts.origins.edges)
    pairs = {edge.pair for edge in found.adjacency if edge.kind is Kind.BORDER}
    passages = {edge.pair for edge in found.adjacency if edge.kind is not Kind.BORDER}
    passable = [province for province in found.provinces if not province.impassable]
    assert (len(passable), len(found.centres), len(passages)) == (wanted[0], wanted[4], wanted[2])
    assert kinds["passage"] == wanted[2]
    if wanted[1] is not None:
        assert len(pairs) == wanted[1]
    if wanted[3] is not None:
        assert len(found.barriers) == wanted[3]
    assert len(found.barriers) <= BARRIERS.get(name, 8)


@pytest.mark.parametrize("name", NAMES)
def test_every_suppression_gives_a_reason(name: str):
    declaration = report(name).facts.declaration
    assert declaration is not None
    for entry in declaration.data.get("ignore") or ():
        assert len(entry["reason"]) > 20


def resaved(name: str, folder: Path, how: str) -> Variant:
    """The variant of a source whose map another program has saved."""
    folder.mkdir()
    for path in (SOURCES / name).iterdir():
        if path.suffix == ".yaml":
            shutil.copy(path, folder)
    original, copy = SOURCES / name / "map.svg", folder / "map.svg"
    if how == "chromium":
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", original.as_uri()]
        copy.write_bytes(subprocess.run(command, check=True, capture_output=True, timeout=120).stdout)
    else:
        plain = ["--export-plain-svg"] if how == "plain" else ["--export-type=svg"]
        command = ["inkscape", *plain, f"--export-filename={copy}", str(original)]
        subprocess.run(command, check=True, capture_output=True, timeout=180)
    found = check(folder)
    assert [d.finding.message for d in found.diagnostics if d.severity == "error"] == []
    assert found.facts.variant is not None
    return found.facts.variant


@pytest.mark.slow
@pytest.mark.parametrize("how", ["inkscape", "plain", "chromium"])
@pytest.mark.parametrize("name", NAMES)
def test_another_program_may_save_it(name: str, how: str, tmp_path: Path):
    program = "chromium" if how == "chromium" else "inkscape"
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    again, before = resaved(name, tmp_path / name, how), variant(name)
    assert edges(again) == edges(before)
    assert [(p.id, p.name, p.home, p.centre) for p in again.provinces] == [
        (p.id, p.name, p.home, p.centre) for p in before.provinces
    ]
    assert again.start == before.start
