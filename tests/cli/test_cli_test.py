"""`dipmap test`: scenarios played, statements told with their proofs, of sources and of packages."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from dipmap.cli import main
from dipmap.package.files import json_bytes, with_manifest
from package.small import small_source

RULES = """
rules:
  A1: {sense: A fleet holds Norland., facts: {units.north: [F nor]}, proofs: [nor-holds]}
  A2: {sense: South has a home., facts: {powers.south.homes: [sou]}, proofs: [sou-builds]}
  A3: {sense: The map is pretty., text: true}
"""
NOR = """
name: nor-holds
proves: [A1]
turn: spring 1901
phase: movement
start: true
expect:
  positions: [north F nor, south F sou/ec, neutral A lan]
"""
SOU = """
name: sou-builds
proves: [A2]
turn: winter 1901
phase: adjustment
units: []
owners: {south: [sou]}
orders:
  south: [build F sou/wc]
expect:
  built: [south F sou/wc]
"""


def run(*args):
    return CliRunner().invoke(main, [str(arg) for arg in args], standalone_mode=False)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with sources/small, to stand in."""
    source = small_source(tmp_path / "sources" / "small")
    (source / "rules.yaml").write_text(RULES, encoding="utf-8")
    (source / "scenarios").mkdir()
    (source / "scenarios" / "nor.yaml").write_text(NOR, encoding="utf-8")
    (source / "scenarios" / "sou.yaml").write_text(SOU, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def change(home: Path, name: str, before: str, after: str) -> None:
    path = home / "sources" / "small" / name
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")


PASSED = """\
Small  small 1.0.0: 2 scenarios
  pass  nor-holds   A1
  pass  sou-builds  A2

A1  A fleet holds Norland.
    proved by nor-holds
A2  South has a home.
    proved by sou-builds
A3  The map is pretty.
    text: no program can enforce it

3 statements: 2 proved, 1 text
"""


@pytest.mark.parametrize("named", ["sources", "sources/small", "sources/small/variant.yaml"])
def test_a_source_whose_scenarios_pass(home: Path, named: str):
    done = run("test", named)
    assert done.return_value == 0
    assert done.stdout.startswith(PASSED)
    assert done.stdout.endswith("\n\nno findings\n")


def test_this_folder_is_the_default(home: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(home / "sources" / "small")
    assert run("test").stdout.startswith(PASSED)


def test_a_scenario_that_fails(home: Path):
    change(home, "scenarios/sou.yaml", "built: [south F sou/wc]", "built: [south F sou/ec]")
    done = run("test", "sources")
    assert done.return_value == 1
    assert "  FAIL  sou-builds  A2\n" in done.stdout
    assert "A2  South has a home.\n  ! not proved by sou-builds\n" in done.stdout
    assert "\n3 statements: 1 proved, 1 text, 1 not proved\n" in done.stdout
    assert "--> sources/small/scenarios/sou.yaml:11:11  key expect.built.0\n" in done.stdout
    assert "error[D629]: sou-builds: south F sou/ec was not built" in done.stdout
    for command in ("check", "build"):
        done = run(command, "sources")
        assert done.return_value == 1
        assert "error[D629]: sou-builds: south F sou/ec was not built" in done.stdout
    assert not (home / "build").exists()


def test_a_failing_scenario_cannot_be_ignored(home: Path):
    change(home, "scenarios/sou.yaml", "built: [south F sou/wc]", "built: []")
    change(home, "variant.yaml", "id: small", "id: small\nignore: [{check: scenario-fails, reason: later}]")
    done = run("check", "sources")
    assert done.return_value == 1
    assert "D629" in done.stdout
    assert "D629 scenario-fails cannot be ignored" in done.stdout


def test_statements_without_proofs_are_warned_of(home: Path):
    change(home, "rules.yaml", ", proofs: [sou-builds]", "")
    change(home, "scenarios/sou.yaml", "proves: [A2]\n", "")
    done = run("test", "sources")
    assert done.return_value == 0
    assert "A2  South has a home.\n  ! proved by nothing\n" in done.stdout
    assert "warning[D630]: no scenario proves A2" in done.stdout
    assert run("test", "sources", "--fail-on", "warning").return_value == 1


def test_a_scenario_that_another_finding_is_about_is_not_played(home: Path):
    change(home, "scenarios/sou.yaml", "south: [sou]", "south: [nowhere]")
    done = run("test", "sources")
    assert done.return_value == 1
    assert "  pass        nor-holds   A1\n  not played  sou-builds  A2\n" in done.stdout
    assert "D627" in done.stdout
    assert "D629" not in done.stdout


def test_where_the_source_is_wrong_nothing_is_played(home: Path):
    change(home, "map.svg", 'id="passage mid-har', 'id="passage mid-nowhere')
    done = run("test", "sources")
    assert done.return_value == 1
    assert done.stdout.startswith("Small  small 1.0.0: no scenarios were played\n")
    assert "error[D314]" in done.stdout


def test_a_source_without_scenarios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    small_source(tmp_path / "small")
    monkeypatch.chdir(tmp_path)
    done = run("test", "small")
    assert done.return_value == 0
    assert done.stdout == "Small  small 1.0.0: no scenarios were played\n\nno findings\n"


def test_a_crash_of_the_judge_is_a_finding_and_the_others_go_on(home: Path, monkeypatch: pytest.MonkeyPatch):
    from dipmap.judge import scenario

    honest = scenario.run

    def run_or_crash(variant, data):
        if data["name"] == "nor-holds":
            raise KeyError("nor")
        return honest(variant, data)

    monkeypatch.setattr(scenario, "run", run_or_crash)
    done = run("test", "sources")
    assert done.return_value == 2
    assert "  FAIL  nor-holds   A1\n  pass  sou-builds  A2\n" in done.stdout
    assert "error[D901]: dipmap itself failed in the scenario nor-holds: KeyError: 'nor'" in done.stdout


@pytest.mark.parametrize("named", ["nowhere", "sources/small/rules.yaml"])
def test_what_is_neither_source_nor_package(home: Path, named: str):
    done = CliRunner().invoke(main, ["test", named])
    assert done.exit_code == 2
    assert named in done.stderr


# ---- packages


@pytest.fixture
def package(home: Path) -> Path:
    assert run("build", "sources").return_value == 0
    return home / "build" / "small" / "small-1.0.0.zip"


def test_a_package_proves_itself(package: Path, home: Path):
    done = run("test", "build/small/small-1.0.0.zip")
    assert done.return_value == 0
    assert done.stdout == PASSED + "\nno findings\n"
    with zipfile.ZipFile(package) as bundle:
        bundle.extractall(home / "unpacked")
    assert run("test", "unpacked").stdout == done.stdout
    both = run("test", "unpacked", "sources").stdout
    assert both.count(PASSED) == 2
    assert "\ntogether 6 statements: 4 proved, 2 text\n" in both


def forged(package: Path, scenarios: object) -> Path:
    """A package whose scenarios are others; its manifest is right."""
    with zipfile.ZipFile(package) as bundle:
        files = {name: bundle.read(name) for name in bundle.namelist() if name != "manifest.json"}
    files["scenarios.json"] = json_bytes(scenarios)
    with zipfile.ZipFile(package, "w") as bundle:
        for name, data in with_manifest(files, "1", "small", "1.0.0").files.items():
            bundle.writestr(name, data)
    return package


def held(package: Path) -> dict:
    with zipfile.ZipFile(package) as bundle:
        return json.loads(bundle.read("scenarios.json"))


def test_a_scenario_of_a_package_fails_at_its_line(package: Path):
    document = held(package)
    document["scenarios"][1]["expect"]["built"] = ["south F sou/ec"]
    forged(package, document)
    done = run("test", "build/small/small-1.0.0.zip")
    assert done.return_value == 1
    assert "error[D629]: sou-builds: south F sou/ec was not built: build F sou/wc is built" in done.stdout
    lines = json_bytes(document).decode().splitlines()
    line = next(number for number, text in enumerate(lines, 1) if text.strip() == '"south F sou/ec"')
    assert f"--> build/small/small-1.0.0.zip/scenarios.json:{line}:6  key scenarios.1.expect.built.0\n" in done.stdout


def test_a_package_whose_statements_lack_proofs(package: Path):
    document = held(package)
    del document["scenarios"][0]
    forged(package, document)
    done = run("test", package)
    assert done.return_value == 0
    assert "A1  A fleet holds Norland.\n  ! not proved by nor-holds\n" in done.stdout
    assert "warning[D630]: small: no scenario proves A1" in done.stdout


def test_a_broken_package(package: Path):
    forged(package, {"format": 1, "scenarios": [{"name": "x"}]})
    done = run("test", package)
    assert done.return_value == 1
    assert "nothing could be read" in done.stdout
    assert "error[D703]: scenarios.json:" in done.stdout


# ---- other formats


def test_the_answer_as_json(home: Path):
    change(home, "scenarios/sou.yaml", "built: [south F sou/wc]", "built: []")
    done = run("test", "sources", "-f", "json")
    assert done.return_value == 1
    document = json.loads(done.stdout)
    assert document["summary"] == {"error": 1, "warning": 0, "info": 0, "checks_run": 0}
    assert document["diagnostics"][0]["code"] == "D629"
    (variant,) = document["variants"]
    assert (variant["name"], variant["variant"], variant["version"]) == ("sources/small", "small", "1.0.0")
    assert variant["scenarios"] == [
        {"name": "nor-holds", "proves": ["A1"], "played": True, "passed": True},
        {"name": "sou-builds", "proves": ["A2"], "played": True, "passed": False},
    ]
    assert variant["counts"] == {"statements": 3, "proved": 1, "text": 1, "unproved": 1}
    assert [statement["missing"] for statement in variant["statements"]] == [[], ["sou-builds"], []]


def test_other_formats_print_findings_alone(home: Path):
    change(home, "scenarios/sou.yaml", "built: [south F sou/wc]", "built: []")
    done = run("test", "sources", "-f", "github")
    assert done.return_value == 1
    assert done.stdout.startswith("::error file=sources/small/scenarios/sou.yaml,line=11,")
