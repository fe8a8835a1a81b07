"""The scenarios of our own sources: each is read as its schema asks, and each statement that names a proof has it."""

from __future__ import annotations

import os
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dipmap.checking import Facts, find_check
from dipmap.cli import main
from dipmap.judge.scenario import run
from dipmap.model import Variant
from dipmap.pipeline import check, read
from dipmap.resolve.scenario_files import MAX_FILES, read_scenario
from dipmap.resolve.yaml_file import read_yaml
from dipmap.schema import schema

SOURCES = Path(__file__).resolve().parents[1] / "sources"
NAMES = sorted(path.parent.name for path in SOURCES.glob("*/scenarios"))
FIRST = b"name: first\nturn: year 2021\nphase: movement\nexpect: {positions: []}\n"


@cache
def facts(name: str) -> Facts:
    return read(SOURCES / name)


def test_every_source_has_scenarios():
    assert sorted(path.parent.name for path in SOURCES.glob("*/variant.yaml")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_file_is_read_and_called_as_its_scenario(name: str):
    found = facts(name)
    assert [notice.finding.message for notice in found.notices if notice.name == "schema-violation"] == []
    files = sorted(path.name for path in (SOURCES / name / "scenarios").iterdir())
    assert [f"{scenario.name}.yaml" for scenario in found.scenarios] == files
    assert len({scenario.name for scenario in found.scenarios}) == len(files)


@pytest.mark.parametrize("name", NAMES)
def test_proofs_and_what_they_prove_are_the_same(name: str):
    found = facts(name)
    assert found.rules is not None
    told = {(proof, rule.id) for rule in found.rules.rules for proof in rule.proofs}
    assert {(scenario.name, rule) for scenario in found.scenarios for rule in scenario.proves} == told
    assert told
    for code in ("D625", "D626", "D627", "D628", "D630", "D636"):
        assert list(find_check(code).run(found)) == []


@pytest.mark.parametrize("name", NAMES)
def test_every_scenario_comes_out_as_it_says(name: str):
    variant = facts(name).variant
    assert variant is not None
    for scenario in facts(name).scenarios:
        assert run(variant, scenario.data) == [], scenario.name


@pytest.mark.parametrize("name", NAMES)
def test_no_scenario_passes_whatever_comes(name: str):
    """With one thing otherwise in what it expects of its last phase each of them fails."""
    variant = facts(name).variant
    assert variant is not None
    for scenario in facts(name).scenarios:
        *_, (pointer, _) = scenario.steps()
        data = deepcopy(scenario.data)
        step = data
        for each in pointer:
            step = step[each]
        for key, value in step["expect"].items():
            wrong = deepcopy(data)
            place = wrong
            for each in pointer:
                place = place[each]
            place["expect"] = {key: otherwise(key, value, variant)}
            assert run(variant, wrong), (scenario.name, key)


def otherwise(key: str, value: Any, variant: Variant) -> Any:
    power = variant.powers[0].id
    if key in ("positions", "dislodged", "built", "removed"):
        return (
            [*value[:-1], f"{power} F {variant.provinces[0].id}"] if value else [f"{power} A {variant.provinces[0].id}"]
        )
    if key == "failed":
        return [*value, "A nowhere - else"]
    if key == "results":
        return {**value, next(iter(value)): "waived"}
    if key == "owners":
        name = next(iter(value))
        return {**value, name: value[name][:-1] or [variant.centres[0].id]}
    if key == "winner":
        return None if value else power
    if key == "draw":
        return None if value else [power]
    if key == "clock":
        return {"talk": value.get("silence", []), "silence": ["2023-05-09 21:00"], "closes": "2023-05-09 24:00"}
    assert key == "view"
    return {name: [*lines, "nobody A nowhere"] for name, lines in value.items()}


def test_the_four_documents_have_140_statements_and_127_are_proved():
    four = [str(SOURCES / name) for name in NAMES if name != "standard"]
    done = CliRunner().invoke(main, ["test", *four], standalone_mode=False)
    assert done.return_value == 0
    assert "\ntogether 140 statements: 127 proved, 13 text\n" in done.stdout
    assert done.stdout.count("    text: no program can enforce it\n") == 13
    assert done.stdout.count("    proved by ") == 127
    assert "FAIL" not in done.stdout


def described(node: object, path: str = "") -> list[str]:
    """Fields of a schema without a description of their own or of what they refer to."""
    if not isinstance(node, dict):
        return []
    missing = []
    for name, field in node.get("properties", {}).items():
        target = schema("scenario")["$defs"].get(field.get("$ref", "").rpartition("/")[2], {})
        if not (field.get("description") or target.get("description")):
            missing.append(f"{path}.{name}")
    for name, inner in node.items():
        missing += described(inner, f"{path}.{name}")
    return missing


def test_every_field_of_the_schema_is_described():
    assert described(schema("scenario")) == []


def objections(text: bytes) -> list[str]:
    file, _ = read_yaml("first.yaml", text)
    assert file is not None
    scenario, notices = read_scenario(file)
    assert (scenario is None) is bool(notices)
    return [f"{each.finding.place.span.begin} {each.finding.message}" for each in notices]


@pytest.mark.parametrize(
    ("line", "place"),
    [
        (b"unit: []", (5, 1)),
        (b"units: [england B lon]", (5, 9)),
        (b"orders: {england: A lon H}", (5, 19)),
        (b"then: [{turn: fall 1901}]", (5, 8)),
        (b"then: [{turn: fall, expect: {winner: null}}]", (5, 15)),
    ],
)
def test_what_the_schema_refuses_is_told_at_its_place(line: bytes, place: tuple[int, int]):
    assert objections(FIRST) == []
    (found,) = objections(FIRST + line + b"\n")
    assert found.startswith(str(place)), found


def source(folder: Path) -> Path:
    (folder / "scenarios").mkdir()
    for name in ("variant.yaml", "map.svg"):
        (folder / name).write_bytes((SOURCES / "yubani" / name).read_bytes())
    return folder / "scenarios"


def told(folder: Path) -> list[str]:
    return [f"{d.name} {d.finding.message}" for d in check(folder).diagnostics if d.severity != "info"]


def test_a_pipe_and_a_folder_are_no_scenarios(tmp_path: Path):
    scenarios = source(tmp_path)
    (scenarios / "a.yaml").write_bytes(FIRST)
    (scenarios / "b.yaml").mkdir()
    os.mkfifo(scenarios / "c.yaml")
    (scenarios / ".d.yaml").write_text("not looked at")
    (scenarios / "notes.txt").write_text("not looked at")
    assert told(tmp_path) == [
        "unreadable-file scenarios/b.yaml is a folder, not a file",
        "unreadable-file scenarios/c.yaml is a pipe or a device, not a file",
    ]
    assert [scenario.name for scenario in read(tmp_path).scenarios] == ["first"]


def test_a_file_in_place_of_the_folder_and_too_many_files(tmp_path: Path):
    scenarios = source(tmp_path)
    scenarios.rmdir()
    scenarios.write_text("x")
    assert told(tmp_path) == ["unreadable-file scenarios cannot be read: Not a directory"]
    scenarios.unlink()
    scenarios.mkdir()
    for index in range(MAX_FILES + 1):
        (scenarios / f"s{index:03}.yaml").write_bytes(FIRST.replace(b"first", b"s%d" % index))
    assert told(tmp_path) == ["oversized-input scenarios holds 501 scenarios, more than the 500 that are read"]
    assert len(read(tmp_path).scenarios) == MAX_FILES
