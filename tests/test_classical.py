"""The main job on real input: a published drawing with a `variant.yaml` of ours is exactly the standard board, and plays."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from dipmap.checking import Facts
from dipmap.pipeline import check, read

ROOT = Path(__file__).resolve().parents[1]
FACTS = ROOT / "tests" / "facts"
# the drawing's names for seas that our table calls otherwise
ELEMENTS = {"nao": "nat", "nwg": "nrg", "mao": "mid", "lyo": "gol"}
COLOURS = {
    "austria": "#b5262a",
    "england": "#2b3f8c",
    "france": "#68b0e0",
    "germany": "#5a5a5a",
    "italy": "#2e8b57",
    "russia": "#d9d0c7",
    "turkey": "#e8c93a",
}


def declaration() -> str:
    """`variant.yaml` from the facts of the standard map; its two gaps in this drawing are passages."""
    facts = json.loads((FACTS / "standard.json").read_text(encoding="utf-8"))
    powers = {
        power["id"].lower(): {
            "name": power["id"].title(),
            "adjective": power["adjective"].title(),
            "homes": [home.lower() for home in power["home"]],
            "colour": COLOURS[power["id"].lower()],
        }
        for power in facts["powers"]
    }
    provinces = {}
    for province in facts["provinces"]:
        identity = province["id"].lower()
        entry = {"name": province["name"], "terrain": province["type"], "centre": province["sc"]}
        if identity in ELEMENTS:
            entry["shape"] = ELEMENTS[identity]
        provinces[identity] = entry
    units = [
        f"{power['id'].lower()} {unit['type']} {unit['loc'].lower()}"
        for power in facts["powers"]
        for unit in power["units"]
    ]
    return json.dumps(
        {
            "id": "classical",
            "name": "Classical",
            "version": "1.0.0",
            "powers": powers,
            "provinces": provinces,
            "passages": [
                {"between": "bal-den", "units": "fleet", "kind": "link"},
                {"between": "den-swe", "units": "both", "kind": "direct"},
            ],
            "start": {"units": units},
            "victory": {"at_least": facts["victory"]},
            "expect": {"provinces": 75, "centres": 34, "homes": 22, "powers": 7, "army-edges": 111, "fleet-edges": 141},
        },
    )


@pytest.fixture(scope="module")
def folder(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("classical")
    (found / "map.svg").symlink_to(shared / "corpus" / "godip-classical" / "map.svg")
    (found / "variant.yaml").write_text(declaration(), encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def facts(folder: Path) -> Facts:
    return read(folder)


def edges(facts: Facts, unit: str) -> set[tuple[str, str]]:
    assert facts.variant is not None
    return {(edge.a, edge.b) for edge in facts.variant.adjacency if edge.units in (unit, "both")}


def wanted(key: str) -> set[tuple[str, str]]:
    table = json.loads((FACTS / "standard.json").read_text(encoding="utf-8"))[key]
    pairs = (sorted(end.lower() for end in edge) for edge in table)
    return {(a, b) for a, b in pairs}


@pytest.mark.shared
def test_the_graph_is_the_standard_boards(facts: Facts):
    assert edges(facts, "army") == wanted("army_edges")
    assert edges(facts, "fleet") == wanted("fleet_edges")
    assert len(edges(facts, "army")) == 111
    assert len(edges(facts, "fleet")) == 141


@pytest.mark.shared
def test_checks_find_no_error(folder: Path):
    found = [diagnostic for diagnostic in check(folder).diagnostics if diagnostic.severity == "error"]
    assert found == []


@pytest.mark.shared
@pytest.mark.engine
@pytest.mark.slow
def test_it_plays_in_a_real_engine(folder: Path, tmp_path: Path):
    pytest.importorskip("diplomacy")
    run = [sys.executable, "-m", "dipmap"]
    subprocess.run([*run, "build", str(folder), "-o", str(tmp_path)], check=True, capture_output=True)
    package = next((tmp_path / "classical").glob("*.zip"))
    subprocess.run(
        [*run, "export", str(package), "--to", "diplomacy", "-o", str(tmp_path / "out")],
        check=True,
        capture_output=True,
    )
    made = next((tmp_path / "out").rglob("*.map"))
    played = subprocess.run(
        [
            sys.executable,
            str(ROOT / "tests" / "engines" / "play_diplomacy.py"),
            str(made),
            "--phases",
            "30",
            "--seed",
            "1",
        ],
        check=True,
        capture_output=True,
        text=True,
    )
    result = json.loads(played.stdout.splitlines()[-1])
    assert result["errors"] == []
    assert result["phases"] == 30
