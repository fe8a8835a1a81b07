"""The scenarios of our own sources: each is read as its schema asks, and each statement that names a proof has it."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from dipmap.checking import Facts, find_check
from dipmap.pipeline import check, read
from dipmap.resolve.scenario_files import MAX_FILES, read_scenario
from dipmap.resolve.yaml_file import read_yaml
from dipmap.schema import schema

SOURCES = Path(__file__).resolve().parents[1] / "sources"
NAMES = sorted(path.parent.name for path in SOURCES.glob("*/scenarios"))
FIRST = b"name: first\nturn: spring 1901\nphase: movement\nexpect: {positions: []}\n"


@cache
def facts(name: str) -> Facts:
    return read(SOURCES / name)


def test_four_variants_have_scenarios():
    assert NAMES == ["philadelphia", "stockholm", "yubani", "zeus"]


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
    for code in ("D625", "D626", "D627", "D628"):
        assert list(find_check(code).run(found)) == []


@pytest.mark.parametrize("name", NAMES)
def test_every_order_is_of_a_unit_that_is_there(name: str):
    variant = facts(name).variant
    assert variant is not None
    for scenario in facts(name).scenarios:
        units = None
        for _, step in scenario.steps():
            units = step.get("units", units)
            for power, orders in step.get("orders", {}).items():
                for order in orders:
                    kind, place = order.split()[:2]
                    if kind in "AF" and units is not None:
                        assert f"{power} {kind} {place}" in units, (scenario.name, order)
            expect = step["expect"]
            units = expect.get("positions")
            failed = set(expect.get("failed", ()))
            assert failed | set(expect.get("results", ())) <= {
                order for orders in step.get("orders", {}).values() for order in orders
            }, scenario.name


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
