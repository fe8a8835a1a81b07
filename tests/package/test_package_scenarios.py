"""Scenarios in packages: written by name, read with suspicion."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from string import ascii_lowercase

import pytest

from dipmap import pipeline
from dipmap.package import PackageError, archive, load, open_package, package_of, scenarios_of
from dipmap.package.files import MAX_JSON, Package, json_bytes, with_manifest
from package.small import small_source

SCENARIO = "name: {name}\nturn: spring 1901\nphase: movement\nstart: true\nexpect: {{winner: null}}\n"


def source(folder: Path, *names: str) -> Path:
    small_source(folder)
    (folder / "scenarios").mkdir()
    for number, name in enumerate(names):
        (folder / "scenarios" / f"{number}.yaml").write_text(SCENARIO.format(name=name), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Package:
    return package_of(pipeline.read(source(tmp_path_factory.mktemp("source") / "small", "second", "first")))


def test_they_are_in_the_package_by_name(package: Package):
    document = json.loads(package["scenarios.json"])
    assert document["format"] == 1
    assert [each["name"] for each in document["scenarios"]] == ["first", "second"]
    assert document["scenarios"][0] == {
        "name": "first",
        "turn": "spring 1901",
        "phase": "movement",
        "start": True,
        "expect": {"winner": None},
    }
    assert package.manifest["files"]["scenarios.json"]["size"] == len(package["scenarios.json"])
    assert list(scenarios_of(package)) == document["scenarios"]


def test_a_source_without_scenarios_makes_a_package_without(tmp_path: Path):
    package = package_of(pipeline.read(small_source(tmp_path / "small")))
    assert "scenarios.json" not in package.files
    assert scenarios_of(package) == ()


def test_names_of_files_and_their_order_leave_no_trace(tmp_path: Path, package: Package):
    other = package_of(pipeline.read(source(tmp_path / "small", "first", "second")))
    assert archive(other) == archive(package)


def forged(path: Path, package: Package, data: bytes) -> Path:
    files = {name: each for name, each in package.files.items() if name != "manifest.json"}
    path.write_bytes(archive(with_manifest({**files, "scenarios.json": data}, "1", "small", "1.0.0")))
    return path


FIRST = {"name": "first", "turn": "spring 1901", "phase": "movement", "expect": {"winner": None}}


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (b"{", "scenarios.json is no proper JSON"),
        (b'{"format": 1, "format": 1}', "scenarios.json is no proper JSON: the key 'format' stands twice"),
        (b"[" * 40 + b"]" * 40, "scenarios.json is nested too deeply"),
        ({"format": 2, "scenarios": []}, "scenarios.json has the format 2, and this dipmap reads format 1"),
        ({"format": 1}, 'scenarios.json: the document lacks the key "scenarios"'),
        ({"format": 1, "scenarios": [{**FIRST, "turn": "spring"}]}, "scenarios.json: scenarios entry 1: turn"),
        ({"format": 1, "scenarios": [FIRST, FIRST]}, "scenarios.json: the scenario first stands twice"),
        ({"format": 1, "scenarios": [{**FIRST, "name": f"s{number}"} for number in range(501)]}, "scenarios.json: "),
    ],
)
def test_what_is_not_in_order_is_refused(tmp_path: Path, package: Package, document: object, message: str):
    data = document if isinstance(document, bytes) else json_bytes(document)
    path = forged(tmp_path / "x.zip", package, data)
    with pytest.raises(PackageError) as caught:
        scenarios_of(open_package(path))
    assert str(caught.value).startswith(message)
    assert caught.value.notices
    with pytest.raises(PackageError):
        load(path)


def test_too_many_bytes_are_refused_on_both_sides(tmp_path: Path, package: Package):
    letters = Random(4)
    texts = ["".join(letters.choices(ascii_lowercase, k=199)) for _ in range(500)]
    long = {**FIRST, "orders": {"north": texts}}
    scenarios = [{**long, "name": f"s{number}"} for number in range(30)]
    path = forged(tmp_path / "x.zip", package, json_bytes({"format": 1, "scenarios": scenarios}))
    with pytest.raises(PackageError, match=r"scenarios\.json has 3,.* bytes, more than the 2,097,152 dipmap reads"):
        load(path)
    folder = small_source(tmp_path / "small")
    (folder / "scenarios").mkdir()
    text = SCENARIO.replace("start: true\n", "orders: {{north: [" + ", ".join(texts) + "]}}\n")
    for number in range(30):
        (folder / "scenarios" / f"{number}.yaml").write_text(text.format(name=f"s{number}"), encoding="utf-8")
    with pytest.raises(PackageError, match=f"more than the {MAX_JSON:,} that readers take"):
        package_of(pipeline.read(folder))
