"""Writing packages: the same bytes anywhere, all or nothing on disk."""

import json
import os
import subprocess
import sys
import zipfile
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

import dipmap
from dipmap import pipeline
from dipmap.model import Adjacency, Barrier, Kind, Units, UnitType
from dipmap.package import PackageError, archive, load, open_package, package_of, package_path, write_whole
from dipmap.package.files import Package
from dipmap.schema import Problem
from package.small import YAML, small_map, small_source

TOOLKIT = Path(dipmap.__file__).parents[1]


@pytest.fixture(scope="module")
def facts(tmp_path_factory):
    return pipeline.read(small_source(tmp_path_factory.mktemp("source")))


@pytest.fixture(scope="module")
def package(facts):
    return package_of(facts)


def test_what_it_holds(package, facts):
    assert list(package.files) == ["manifest.json", "map.svg", "preview.png", "rules.md", "variant.json"]
    manifest = package.manifest
    assert manifest["format"] == 1
    assert manifest["tool"] == {"name": "dipmap", "version": dipmap.__version__}
    assert manifest["variant"] == {"id": "small", "version": "1.0.0"}
    assert manifest["files"] == {
        path: {"sha256": sha256(data).hexdigest(), "size": len(data)}
        for path, data in package.files.items()
        if path != "manifest.json"
    }
    assert package["preview.png"].startswith(b"\x89PNG")
    assert package.variant["id"] == facts.variant.id


def test_the_zip_says_nothing_of_when_and_where(package, tmp_path):
    (tmp_path / "x.zip").write_bytes(archive(package))
    with zipfile.ZipFile(tmp_path / "x.zip") as bundle:
        entries = bundle.infolist()
    assert [entry.filename for entry in entries] == sorted(package.files)
    assert {entry.date_time for entry in entries} == {(1980, 1, 1, 0, 0, 0)}
    assert {entry.external_attr >> 16 for entry in entries} == {0o100644}
    assert {entry.compress_type for entry in entries} == {zipfile.ZIP_DEFLATED}


def test_a_built_package_loads_as_what_was_built(tmp_path, facts):
    built = pipeline.build(small_source(tmp_path / "small"), tmp_path / "out")
    assert built.written.path == tmp_path / "out" / "small" / "small-1.0.0.zip"
    assert built.written.sha256 == sha256(built.written.path.read_bytes()).hexdigest()
    assert dipmap.load(built.written.path) == facts.variant
    with zipfile.ZipFile(built.written.path) as bundle:
        bundle.extractall(tmp_path / "unpacked")
    assert load(tmp_path / "unpacked") == facts.variant


def build_apart(source, out, seed, home):
    environment = {
        **os.environ,
        "PYTHONHASHSEED": seed,
        "PYTHONPATH": str(TOOLKIT),
        "MPLCONFIGDIR": str(home),
        "TZ": "UTC" if seed == "1" else "Asia/Tokyo",
    }
    done = subprocess.run(
        [sys.executable, "-m", "dipmap", "build", source.name, "-o", str(out)],
        cwd=source.parent,
        env=environment,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return next(out.rglob("*.zip")).read_bytes()


@pytest.mark.slow
def test_builds_in_other_folders_with_other_seeds_are_the_same_bytes(tmp_path):
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "matplotlibrc").write_text("font.size: 30\nfigure.facecolor: red\nlines.linewidth: 9\n")
    one = build_apart(small_source(tmp_path / "here" / "small"), tmp_path / "a", "1", tmp_path / "here")
    two = build_apart(small_source(tmp_path / "there" / "deeper" / "renamed"), tmp_path / "b", "2", tmp_path / "there")
    assert one == two


def test_errors_write_nothing_and_leave_the_old_package(tmp_path):
    source = small_source(tmp_path / "small")
    old = pipeline.build(source, tmp_path / "out").written.path
    before = old.read_bytes()
    (source / "map.svg").write_text(small_map().replace('id="passage mid-har', 'id="passage mid-nowhere'))
    built = pipeline.build(source, tmp_path / "out")
    assert built.report.failed
    assert built.written is None
    assert old.read_bytes() == before
    assert [path.name for path in old.parent.iterdir()] == [old.name]
    (source / "variant.yaml").unlink()
    assert pipeline.build(source, tmp_path / "fresh").written is None
    assert not (tmp_path / "fresh").exists()


@pytest.mark.parametrize("where", ["fsync", "replace"])
def test_a_failure_while_writing_leaves_the_old_file(tmp_path, monkeypatch, where):
    path = tmp_path / "a" / "x.zip"
    write_whole(path, b"old")

    def fail(*_):
        raise OSError(28, "no space")

    monkeypatch.setattr(*{"fsync": (os, "fsync"), "replace": (Path, "replace")}[where], fail)
    with pytest.raises(OSError, match="no space"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [each.name for each in path.parent.iterdir()] == ["x.zip"]


def test_a_kill_while_writing_leaves_the_old_file(tmp_path):
    path = tmp_path / "x.zip"
    write_whole(path, b"old")
    code = (
        "import os, signal, sys; from pathlib import Path; from dipmap.package import write_whole\n"
        "os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)\n"
        "write_whole(Path(sys.argv[1]), b'new' * 100000)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], env={**os.environ, "PYTHONPATH": str(TOOLKIT)}, check=False
    )
    assert done.returncode == -9
    assert path.read_bytes() == b"old"
    write_whole(path, b"newer")
    assert path.read_bytes() == b"newer"


def test_a_written_file_may_be_read_by_others(tmp_path):
    mask = os.umask(0o022)
    try:
        write_whole(tmp_path / "x", b"")
    finally:
        os.umask(mask)
    assert (tmp_path / "x").stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("name", ["../../etc", "..", "a/b", "C:\\x", "", "-rf", "x\n"])
def test_no_name_leads_out_of_the_folder(facts, tmp_path, name):
    path = package_path(replace(facts.variant, id=name, version=name), tmp_path)
    assert path.parent.parent == tmp_path
    assert path.resolve() == path
    assert not path.name.startswith(("-", "."))
    assert "\n" not in path.name


def test_a_variant_that_readers_would_refuse_makes_no_package(facts):
    start = replace(facts.variant.start, units=(replace(facts.variant.start.units[0], location="atlantis"),))
    with pytest.raises(PackageError, match="atlantis"):
        package_of(replace(facts, variant=replace(facts.variant, start=start)))


def test_a_variant_that_readers_would_refuse_is_found_by_the_check(facts):
    from dipmap.package.places import unfit

    assert unfit(facts) == []
    variant = facts.variant

    def told(**changed):
        (only,) = unfit(replace(facts, variant=replace(variant, **changed)))
        place = only.finding.place
        assert only.name == "unfit-variant"
        assert only.finding.hint
        return only.finding.message, place.span.source.name, place.span.begin[0]

    unit = replace(variant.standing_units[0], type=UnitType.FLEET)
    message, *place = told(standing_units=(*variant.standing_units, unit))
    assert message == "no package can hold this variant: more units stand in lan than it holds"
    assert place == ["map.svg", 35]
    rock = next(province for province in variant.provinces if province.id == "roc")
    provinces = tuple(replace(each, armies=True) if each is rock else each for each in variant.provinces)
    message, *place = told(provinces=provinces)
    assert message == "no package can hold this variant: roc is impassable, but units may stand there"
    assert place == ["map.svg", 12]
    powers = (replace(variant.powers[0], homes=("nor", "nor")), variant.powers[1])
    message, *place = told(powers=powers)
    assert place == ["variant.yaml", 8]
    victory = replace(variant.victory, at_least=-1)
    message, *place = told(victory=victory)
    assert place == ["variant.yaml", 12]
    edge = next(edge for edge in variant.adjacency if edge.keeper)
    others = tuple(each for each in variant.adjacency if each is not edge)
    message, *place = told(adjacency=(*others, replace(edge, keeper="atlantis")))
    assert place == ["map.svg", 24]


def test_the_check_of_a_source_and_its_build_say_the_same(tmp_path, monkeypatch):
    source = small_source(tmp_path / "small")
    (source / "variant.yaml").write_text(YAML + "ignore: [{check: D706, reason: I know}]\n")
    monkeypatch.setattr("dipmap.package.semantics._EXAMINERS", (lambda _: [Problem(("victory",), "it is odd")],))
    report = pipeline.check(source)
    assert [(each.code, each.finding.message) for each in report.diagnostics if each.severity == "error"] == [
        ("D706", "no package can hold this variant: it is odd")
    ]
    built = pipeline.build(source, tmp_path / "out")
    assert built.written is None
    assert [each.fingerprint for each in built.report.diagnostics] == [each.fingerprint for each in report.diagnostics]
    assert "D912" in {each.code for each in report.diagnostics}


def test_what_goes_wrong_with_a_package_is_a_finding(tmp_path, monkeypatch):
    source = small_source(tmp_path / "small")

    def crash(_):
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("dipmap.package.preview.preview", crash)
    built = pipeline.build(source, tmp_path / "out")
    assert built.written is None
    assert [each.name for each in built.report.diagnostics if each.severity == "error"] == ["internal-error"]
    assert not (tmp_path / "out").exists()


def test_paths_of_a_package_are_plain():
    for path in ("../x", "/x", "a/../b", "A", "a\\b", "a//b", ".x", "a/", ""):
        with pytest.raises(ValueError, match="cannot be a path"):
            Package({path: b""})


def test_everything_in_the_zip_is_json_or_text_without_machine_paths(package, tmp_path_factory):
    base = str(tmp_path_factory.getbasetemp()).encode()
    for path, data in package.files.items():
        assert base not in data, path
        if path.endswith(".json"):
            json.loads(data)


def test_the_rules_sheet_shows_names_and_takes_no_orders(tmp_path):
    evil = YAML.replace("name: Small", 'name: "# [x](javascript:1) <b> | `*_"').replace(
        "name: North,", 'name: "N|orth # x", '
    )
    facts = pipeline.read(small_source(tmp_path / "small", declaration=evil))
    sheet = package_of(facts)["rules.md"].decode()
    lines = sheet.splitlines()
    assert lines[0] == r"# \# \[x\](javascript:1) \<b\> \| \`\*\_"
    assert [line for line in lines if line.startswith("# ")] == lines[:1]
    row = next(line for line in lines if "orth" in line and line.startswith("|"))
    assert row.replace(r"\|", "").count("|") == 5


def test_the_rules_sheet_says_what_is_special(package):
    sheet = package["rules.md"].decode()
    for told in (
        "Nobody may enter: roc.",
        "Southland has several coasts: east coast, west coast.",
        "Up to 3 units may share each of: East Sea.",
        "Units of nobody, which hold until they are dislodged: army Land.",
        "| Harbour - Midland | permission | armies | needs the consent of the unit in Land |",
        "| Norland → Harbour | direct | armies | armies pass as if the two touched, one way only |",
        "* Land and Norland touch; armies do not pass",
        "| nor | Norland | coast | home of North | A: har mid; F: mid wes |",
        "| sou | Southland | coast | home of South | A: lan mid |",
        "| sou/ec | Southland (east coast) |  |  | F: eas lan |",
        "| eas | East Sea | sea |  | F: har lan sou/ec |",
        "| roc | roc | impassable |  |  |",
        r"| convoy\_adjacent | explicit |",
        "A power wins with at least 2 centres and more than anybody else.",
    ):
        assert told in sheet


@pytest.mark.parametrize(
    ("kind", "units", "ends", "told"),
    [
        ("strait", "both", ("mid", "nor"), "armies and fleets cross the water between"),
        ("strait", "army", ("mid", "nor"), "armies cross the water between"),
        ("strait", "fleet", ("eas", "wes"), "two seas joined across land: fleets pass from one to the other"),
        ("narrow-strait", "both", ("mid", "nor"), "armies and fleets cross from coast to coast; the water between"),
        ("sea-lane", "army", ("mid", "nor"), "armies move over sea as an ordinary move, without a convoy"),
    ],
)
def test_the_rules_sheet_says_who_passes(facts, kind, units, ends, told):
    from dipmap.package.sheet import rules_sheet

    edge = Adjacency(*ends, Units(units), Kind(kind))
    assert f"| {told}" in rules_sheet(replace(facts.variant, adjacency=(edge,))).decode()


def test_the_rules_sheet_says_whom_a_barrier_stops(facts):
    from dipmap.package.sheet import rules_sheet

    barriers = (Barrier("lan", "nor", Units.BOTH), Barrier("mid", "nor", Units.FLEET))
    sheet = rules_sheet(replace(facts.variant, barriers=barriers)).decode()
    assert "* Land and Norland touch; armies and fleets do not pass\n" in sheet
    assert "* Midland and Norland touch; fleets do not pass\n" in sheet


def test_opening_a_package_gives_its_bytes(package, tmp_path):
    (tmp_path / "x.zip").write_bytes(archive(package))
    assert open_package(tmp_path / "x.zip").files == package.files
