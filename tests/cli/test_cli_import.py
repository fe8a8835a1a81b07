"""`dipmap import`, `export --to all` and `inspect --engines`, as a designer calls them."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

import dipmap
from dipmap.cli import main
from dipmap.engines import Engine, engines
from dipmap.model import UnitType, Variant

MAP = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 240">
  <g id="provinces">
    <path id="nor/coast" d="M40,40 H140 V120 H40 Z" fill="#e3d5b0" stroke="#333"/>
    <path id="sou/coast" d="M40,120 H140 V200 H40 Z" fill="#e3d5b0" stroke="#333"/>
    <path id="ups/sea" d="M140,40 H260 V135 H140 Z" fill="#a9c7dc" stroke="#333"/>
    <path id="los/sea" d="M140,135 H260 V200 H140 Z" fill="#a9c7dc" stroke="#333"/>
    <path id="hav/coast" d="M260,40 H360 V120 H260 Z" fill="#e3d5b0" stroke="#333"/>
    <path id="mar/coast" d="M260,120 H360 V200 H260 Z" fill="#e3d5b0" stroke="#333"/>
  </g>
  <g id="passages"><path id="passage sou-mar army" d="M125,170 H275" fill="none" stroke="#b03a2e"/></g>
</svg>
"""
DECLARED = """id: isles
name: Two Isles
version: "1.0.0"
powers:
  westland: {name: Westland, adjective: Westish, colour: "#b5262a"}
  eastmark: {name: Eastmark, colour: "#2b3f8c"}
provinces:
  nor: {name: Northport, centre: true, home: westland}
  sou: {name: Southcliff, centre: true, home: westland}
  hav: {name: Haven, centre: true, home: eastmark}
  mar: {name: Marsh, centre: true, home: eastmark}
  ups: {name: Upper Sound}
  los: {name: Lower Sound}
start: {units: [westland F nor, westland A sou, eastmark F hav, eastmark A mar]}
"""
READERS = [item.name for item in engines() if type(item).read is not Engine.read]


def run(*args: object):
    return CliRunner().invoke(main, [str(arg) for arg in args])


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    source = tmp_path / "isles"
    source.mkdir()
    (source / "map.svg").write_text(MAP)
    (source / "variant.yaml").write_text(DECLARED)
    assert run("build", "isles", "-o", "build").exit_code == 0
    return tmp_path


@pytest.fixture
def package(home):
    return home / "build" / "isles" / "isles-1.0.0.zip"


def named_in_the_call(folder: Path) -> Path:
    """What a user would name: the zip, or the folder of loose files."""
    return next(folder.glob("*.zip"), folder)


def named(variant: Variant) -> set[tuple[str, str, str]]:
    """The graph by the names of provinces."""
    names = {province.id: province.name for province in variant.provinces}
    return {(names[a], names[b], kind.value) for kind in UnitType for a, b in variant.steps(kind)}


def test_there_are_five_readers():
    assert READERS == ["diplogm", "diplomacy", "dpjudge", "dvar", "jdip"]


@pytest.mark.parametrize("name", READERS)
def test_there_and_back(name, home, package):
    """Exported, imported, built: the same graph, start and homes; and it can be exported again."""
    done = run("export", package, "--to", name, "-o", f"out/{name}", "--accept-loss", "all")
    assert done.exit_code == 0, done.output
    done = run("import", named_in_the_call(home / "out" / name), "-o", "again")
    assert done.exit_code == 0, done.output
    (source,) = (home / "again").iterdir()
    assert done.stdout.startswith(f"wrote again/{source.name}: ")
    done = run("build", source, "-o", "rebuilt")
    assert done.exit_code == 0, done.output
    (second,) = (home / "rebuilt").glob("*/*.zip")
    before, after = dipmap.load(package), dipmap.load(second)
    assert named(after) == named(before)
    assert len(after.start.units) == 4
    assert {p.name: p.home for p in after.centres} == {p.name: p.home for p in before.centres}
    done = run("export", second, "--to", name, "-o", f"out2/{name}", "--accept-loss", "all")
    assert done.exit_code == 0, done.output
    assert len(list((home / "out2" / name).rglob("*"))) == len(list((home / "out" / name).rglob("*")))


def test_the_findings_of_an_import_are_shown_and_stand_in_its_readme(home, package):
    run("export", package, "--to", "dvar", "-o", "out")
    drawing = next((home / "out").glob("*.svg"))
    text = drawing.read_text()
    assert 'id="nor"' in text
    data = next(path for path in (home / "out").iterdir() if path != drawing)
    document = json.loads(data.read_text())
    edges = json.dumps(document)
    assert edges
    for province in document["provinces"]:
        ends = {"nor", "sou"}
        if province["id"] in ends:
            province["adjacencies"] = [each for each in province["adjacencies"] if each["to"] not in ends]
    data.write_text(json.dumps(document))
    done = run("import", drawing, data, "-o", "again")
    assert done.exit_code == 0, done.output
    assert (
        "warning[D814]: Northport and Southcliff touch in the drawing, but the file has no way for units" in done.stdout
    )
    assert "again/isles/map.svg" in done.stdout
    assert "Northport and Southcliff touch" in (home / "again" / "isles" / "README.md").read_text()
    assert run("import", drawing, data, "-o", "third", "--fail-on", "warning").exit_code == 1


def test_a_source_that_is_there_is_kept_unless_forced(home, package):
    run("export", package, "--to", "dvar", "-o", "out")
    inputs = sorted((home / "out").iterdir())
    assert run("import", *inputs, "-o", ".").exit_code == 2
    assert (home / "isles" / "variant.yaml").read_text() == DECLARED
    assert run("import", *inputs, "-o", ".", "--force").exit_code == 0
    assert (home / "isles" / "variant.yaml").read_text() != DECLARED


def test_two_variants_of_one_name_get_a_number(home, package):
    run("export", package, "--to", "diplomacy", "-o", "a")
    shutil.copytree(home / "a", home / "b")
    done = run("import", home / "a", home / "b", "-o", "both")
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in (home / "both").iterdir()) == ["isles", "isles2"]


def test_files_nobody_reads(home):
    (home / "x.txt").write_text("hello")
    (home / "y.map").write_text("hello")
    done = run("import", "y.map")
    assert done.exit_code == 1
    assert "error[D811]" in done.stdout
    assert not (home / "sources").exists()
    assert run("import", "nowhere.map").exit_code in (1, 2)
    assert run("import").exit_code == 2
    done = run("import", "y.map", "--from", "njudge")
    assert done.exit_code == 2
    assert "njudge has no reader" in done.stderr


def test_a_name_that_is_not_among_the_variants(home, package):
    run("export", package, "--to", "diplomacy", "-o", "a")
    done = run("import", home / "a", "--variant", "Mars")
    assert done.exit_code == 2
    assert "Mars is not among the variants of the files; there are" in done.stderr


def test_what_is_kept_goes_through_the_package_to_the_same_engine_only(home):
    kept = home / "isles" / "kept"
    kept.mkdir()
    (kept / "jdip.json").write_text('{"years_without_capture": 9}')
    assert run("build", "isles", "-o", "build").exit_code == 0
    package = home / "build" / "isles" / "isles-1.0.0.zip"
    assert dipmap.package.open_package(package).files["kept/jdip.json"] == b'{\n "years_without_capture": 9\n}\n'
    assert run("export", package, "--to", "jdip", "-o", "out").exit_code == 0
    (bundle,) = (home / "out").glob("*.zip")
    with zipfile.ZipFile(bundle) as inner:
        assert b'YEARS_WITHOUT_SC_CAPTURE value="9"' in inner.read("variants.xml")


def test_what_is_kept_for_one_engine_is_a_loss_in_every_other(home):
    kept = home / "isles" / "kept"
    kept.mkdir()
    (kept / "jdip.json").write_text(
        '{"told": ["jDip has a river between Haven and Marsh"], "years_without_capture": 9}'
    )
    assert run("build", "isles", "-o", "build").exit_code == 0
    package = home / "build" / "isles" / "isles-1.0.0.zip"
    sheet = dipmap.package.open_package(package)["rules.md"].decode()
    assert "a river between Haven and Marsh" in sheet
    assert run("export", package, "--to", "jdip", "-o", "out").exit_code == 0
    done = run("export", package, "--to", "godip", "-o", "out2")
    assert done.exit_code == 1
    assert "add --accept-loss kept-jdip" in done.stdout
    assert not (home / "out2").exists()
    assert run("export", package, "--to", "godip", "-o", "out2", "--accept-loss", "kept-jdip").exit_code == 0
    assert "a river between Haven and Marsh" in (home / "out2" / "LOST.txt").read_text()
    document = json.loads(run("inspect", "isles", "--engines", "-f", "json").stdout)
    assert {each["engine"]: each["export"] for each in document["engines"]}["jdip"] == "whole"
    assert sum(each["export"] == "1 lost" for each in document["engines"]) == len(engines()) - 1


def test_a_forced_import_takes_what_an_earlier_one_kept_away(home, package):
    run("export", package, "--to", "dvar", "-o", "out")
    (home / "isles" / "kept").mkdir()
    (home / "isles" / "kept" / "jdip.json").write_text("{}")
    assert run("import", home / "out", "-o", ".", "--force").exit_code == 0
    assert not (home / "isles" / "kept" / "jdip.json").exists()


def test_an_import_that_cannot_be_written_leaves_nothing_behind(home, package):
    run("export", package, "--to", "dvar", "-o", "out")
    (home / "again" / "isles" / "map.svg").mkdir(parents=True)
    before = sorted(path for path in home.rglob("*"))
    assert run("import", home / "out", "-o", "again", "--force").exit_code == 2
    assert sorted(path for path in home.rglob("*")) == before


@pytest.mark.parametrize("text", ["", "[]", "{", '{"a": 1, "a": 2}', "[" * 5000, '{"a": NaN}'])
def test_a_sidecar_that_is_none_is_an_error_with_its_place(home, text):
    (home / "isles" / "kept").mkdir()
    (home / "isles" / "kept" / "jdip.json").write_text(text)
    done = run("build", "isles", "-o", "build")
    assert done.exit_code == 1
    assert "isles/kept/jdip.json" in done.stdout


def test_export_to_all_writes_a_folder_for_each_engine(home, package):
    done = run("export", package, "--to", "all", "-o", "out")
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in (home / "out").iterdir()) == [item.name for item in engines()]
    assert "diplomacy: the whole variant\n" in done.stdout


def test_export_to_all_passes_over_engines_that_refuse(home):
    text = DECLARED.replace("provinces:", "victory: {by: points, at_least: 3}\nprovinces:")
    (home / "isles" / "variant.yaml").write_text(text)
    assert run("build", "isles", "-o", "build").exit_code == 0
    package = home / "build" / "isles" / "isles-1.0.0.zip"
    done = run("export", package, "--to", "all", "-o", "out")
    assert done.exit_code == 1
    assert sorted(path.name for path in (home / "out").iterdir()) == ["godip", "webdiplomacy"]
    assert "jdip: loses points-victory\n" in done.stdout
    assert "add --accept-loss points-victory if the game may do without it" in done.stdout
    done = run("export", package, "--to", "all", "-o", "all", "--accept-loss", "points-victory")
    assert done.exit_code == 0, done.output
    assert len(list((home / "all").iterdir())) == len(engines())


def test_inspect_shows_what_becomes_of_each_rule(home, package):
    done = run("inspect", package, "--engines")
    assert done.exit_code == 0, done.output
    head, columns = done.stdout.splitlines()[:2]
    assert head == "Two Isles  isles 1.0.0"
    assert columns.split() == ["rule", *(item.name for item in engines())]
    assert "  direct-passage" in done.stdout
    assert run("inspect", "isles", "--engines").stdout == done.stdout
    document = json.loads(run("inspect", package, "--engines", "-f", "json").stdout)
    assert [each["engine"] for each in document["engines"]] == [item.name for item in engines()]
    assert all(each["export"] == "whole" for each in document["engines"])


BOMB = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>'


@pytest.mark.parametrize("part", ["isles.svg", "isles_adjacency.xml", "variants.xml"])
def test_a_bomb_in_an_otherwise_whole_zip_is_refused(part, home, package):
    run("export", package, "--to", "jdip", "-o", "out")
    (bundle,) = (home / "out").glob("*.zip")
    with zipfile.ZipFile(bundle) as inner:
        files = {name: inner.read(name) for name in inner.namelist()}
    assert part in files
    body = files[part][files[part].index(b"]>") + 2 if b"]>" in files[part] else files[part].index(b"<svg") :]
    files[part] = BOMB + body.replace(b">", b">&c;", 1)
    with zipfile.ZipFile(home / "bad.zip", "w") as outer:
        for name, data in files.items():
            outer.writestr(name, data)
    done = run("import", "bad.zip", "-o", "again")
    assert done.exit_code == 1
    assert "the entity b is made of other entities" in done.stdout
    assert not (home / "again").exists()
