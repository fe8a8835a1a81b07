import json
import re
from hashlib import sha256

import pytest
from click.testing import CliRunner

from dipmap.cli import main
from package.small import YAML, small_map, small_source


def run(*args):
    return CliRunner().invoke(main, [str(arg) for arg in args])


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A folder with sources/small, to stand in."""
    small_source(tmp_path / "sources" / "small")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def broken(folder):
    return small_source(folder, drawing=small_map().replace('id="passage mid-har', 'id="passage mid-nowhere'))


# ---- check


def test_check_says_what_was_read_and_what_is_wrong(home):
    done = run("check", "sources")
    assert done.exit_code == 0
    first = done.stdout.splitlines()[0]
    assert first == "small: 8 provinces, 15 edges, tolerance 0.0010 D (0.5 units), dialect dipmap"
    broken(home / "sources" / "broken")
    done = run("check", "sources")
    assert done.exit_code == 1
    assert "sources/broken/map.svg:" in done.stdout
    assert str(home) not in done.output
    assert [line.partition(":")[0] for line in done.stdout.splitlines()[:2]] == ["small", "small"]


@pytest.mark.parametrize("named", ["sources/small", "sources/small/variant.yaml", "sources/small/map.svg"])
def test_a_source_can_be_named_by_its_files(home, named):
    assert run("check", named).stdout.startswith("small: 8 provinces")


def test_check_of_this_folder(home, monkeypatch):
    monkeypatch.chdir(home / "sources" / "small")
    done = run("check")
    assert done.stdout.startswith("small: 8 provinces")
    assert " map.svg:" in done.stdout


def test_check_in_other_formats_prints_nothing_else(home):
    document = json.loads(run("check", "sources", "--format", "json").stdout)
    assert {each["file"] for each in document["diagnostics"]} <= {"sources/small/map.svg", "sources/small/variant.yaml"}
    assert document["summary"]["checks_run"] > 10
    broken(home / "sources" / "broken")
    lines = run("check", "sources", "-f", "github").stdout.splitlines()
    assert lines[0].startswith("::error file=sources/broken/map.svg,")


def test_a_folder_without_variant_yaml(home):
    (home / "sources" / "small" / "variant.yaml").unlink()
    done = run("check", "sources/small")
    assert done.exit_code == 1
    assert "variant.yaml is missing" in done.stdout
    assert done.stdout.startswith("small: dialect dipmap\n")
    (home / "empty").mkdir()
    done = run("check", "empty")
    assert done.exit_code == 2
    assert "there is no variant.yaml in empty" in done.stderr
    assert run("check", "nowhere").exit_code == 2


def test_fail_on(home):
    assert run("check", "sources", "--fail-on", "info").exit_code == 1


# ---- build


def test_build_prints_path_and_hash(home):
    done = run("build", "sources")
    assert done.exit_code == 0
    path = home / "build" / "small" / "small-1.0.0.zip"
    assert done.stdout.splitlines()[0] == f"build/small/small-1.0.0.zip  sha256 {sha256(path.read_bytes()).hexdigest()}"


def test_build_into_another_folder(home):
    assert run("build", "sources/small", "-o", "there").exit_code == 0
    assert (home / "there" / "small" / "small-1.0.0.zip").exists()
    assert not (home / "build").exists()


def test_build_refuses_errors_and_builds_the_others(home):
    run("build", "sources")
    old = (home / "build" / "small" / "small-1.0.0.zip").read_bytes()
    broken(home / "sources" / "small")
    small_source(home / "sources" / "well", declaration=YAML.replace("id: small", "id: well"))
    done = run("build", "sources")
    assert done.exit_code == 1
    assert "small: no package was written" in done.stderr
    assert (home / "build" / "small" / "small-1.0.0.zip").read_bytes() == old
    assert (home / "build" / "well" / "well-1.0.0.zip").exists()
    assert "a passage names nowhere" in done.stdout


def test_build_where_nothing_can_be_written(home):
    (home / "file").write_text("")
    done = run("build", "sources", "-o", "file")
    assert done.exit_code == 2


# ---- inspect


@pytest.fixture
def package(home):
    run("build", "sources")
    return home / "build" / "small" / "small-1.0.0.zip"


def test_inspect_a_package(package):
    done = run("inspect", package)
    assert done.exit_code == 0
    expected = """\
Small  small 1.0.0
by Somebody; CC BY 4.0; base rules: standard
2 powers, 8 provinces, 3 centres (2 home, 1 neutral), 15 edges, 1 barrier

Powers
  north  North  #aa0000  homes nor  F nor
  south  South  #0000aa  homes sou  F sou/ec
  units of nobody: A lan

Provinces
  coast (5)
    har  Harbour
    lan  Land          centre
    mid  Midland / 中
    nor  Norland       centre, home of North
    sou  Southland     centre, home of South  coasts ec wc
  sea (2)
    eas  East Sea                             holds 3 units
    wes  West Sea
  impassable (1)
    roc  roc

Calendar
  spring  Spring  movement, retreat
  fall    Fall    movement, retreat  ownership, victory
  winter  Winter  adjustment
  begins with spring 1901

Rules
  victory          at least 2 centres, more than anybody else
  builds           army or fleet, sites homes, by orders
  retreats         normal
  convoy_adjacent  explicit
"""
    assert done.stdout == expected


def test_the_graph_of_a_package_and_of_a_source(package):
    shown = run("inspect", package, "--graph").stdout
    assert "  har - mid     army   permission via lan\n" in shown
    assert "  nor > har     army   direct\n" in shown
    assert "  lan - nor  army\n" in shown
    shown = run("inspect", "sources/small", "--graph").stdout
    assert "declared in sources/small/map.svg:" in shown
    lines = {line.split("  ")[1]: line for line in shown.splitlines() if " - " in line}
    assert re.search(r"  both   border +length 10\d \(20\d\.0 t\) +at 15\d", lines["mid - nor"])
    assert "Barriers\n  lan - nor  army  declared in sources/small/map.svg:" in shown


def test_inspect_as_json(package):
    document = json.loads(run("inspect", package, "-f", "json").stdout)
    assert document["id"] == "small"
    assert "edges" not in document
    source = json.loads(run("inspect", "sources/small", "-f", "json").stdout)
    assert {key: value for key, value in source.items() if key not in ("edges", "source")} == document
    assert source["source"]["dialect"] == "dipmap"
    edges = {(edge["a"], edge["b"]): edge for edge in source["edges"]}
    assert edges["mid", "nor"] == {
        "a": "mid",
        "b": "nor",
        "units": "both",
        "kind": "border",
        "how": "border",
        "nearness": "border",
        "length": pytest.approx(100, abs=2),
        "distance": 0.0,
        "at": edges["mid", "nor"]["at"],
    }
    assert edges["nor", "har"]["how"] == "passage"
    assert edges["nor", "har"]["file"] == "sources/small/map.svg"
    assert edges["nor", "har"]["oneway"] is True


def test_inspect_a_source_with_errors(home):
    broken(home / "sources" / "small")
    done = run("inspect", "sources/small")
    assert done.exit_code == 0
    assert "small has 1 error" in done.stderr
    assert "Provinces" in done.stdout
    (home / "sources" / "small" / "map.svg").write_text("<svg")
    done = run("inspect", "sources/small")
    assert done.exit_code == 1
    assert "no variant could be worked out" in done.stderr


def test_the_draft(home, package):
    document = json.loads(run("inspect", "sources/small", "--draft").stdout)
    assert document["dialect"] == "dipmap"
    assert document["provinces"][0]["id"] == "wes"
    assert run("inspect", package, "--draft").exit_code == 2
    (home / "sources" / "small" / "map.svg").write_text("<svg")
    assert run("inspect", "sources/small", "--draft").exit_code == 1


def test_inspect_what_is_broken_or_missing(package):
    package.write_bytes(package.read_bytes()[:-30])
    done = run("inspect", package)
    assert done.exit_code == 1
    assert "error[D703]" in done.stderr
    assert done.stdout == ""
    assert run("inspect", "nowhere.zip").exit_code == 2


def test_inspect_wants_one_source(home):
    small_source(home / "sources" / "well")
    done = run("inspect", "sources")
    assert done.exit_code == 2
    assert "holds 2 sources" in done.stderr


RULES = """\
document: Small rules
rules:
  A1: {sense: Two centres win., where: "1", facts: {victory.at_least: 2}, proofs: [two-win]}
  A2: {sense: There is a lock., facts: {adjacent.har-mid: both, victory.last: 3}}
  A3: {sense: Thanks., text: true}
  A4: {sense: Nothing.}
"""


def test_inspect_the_statements(home):
    (home / "sources" / "small" / "rules.yaml").write_text(RULES)
    done = run("inspect", "sources/small", "--rules")
    assert done.exit_code == 0
    assert done.stderr.startswith("small has 3 errors")
    assert (
        done.stdout
        == """\
Small  small 1.0.0
statements of: Small rules

A1  Two centres win. (1)
    victory.at_least = 2
    proved by two-win

A2  There is a lock.
  ! adjacent.har-mid = both, but it is army
  ! victory.last = 3, but victory has no last

A3  Thanks.
    text: no program can enforce it

A4  Nothing.
  ! carried by nothing

4 statements: 2 carried by facts, 1 text, 1 carried by nothing, 1 that the model does not hold to
"""
    )
    document = json.loads(run("inspect", "sources/small", "--rules", "-f", "json").stdout)
    assert document["counts"] == {"statements": 4, "carried": 2, "text": 1, "bare": 1, "differing": 1}
    assert document["statements"][1]["facts"] == [
        {"path": "adjacent.har-mid", "value": "both", "right": False, "found": "army"},
        {"path": "victory.last", "value": 3, "right": False, "missing": "victory has no last"},
    ]
    assert document["statements"][0]["proofs"] == ["two-win"]


def test_inspect_the_statements_of_several(home):
    rules = home / "sources" / "small" / "rules.yaml"
    assert run("inspect", "sources", "--rules").stdout.endswith("\n0 statements: 0 carried by facts, 0 text\n")
    rules.write_text("rules: {A1: {sense: Two centres win., facts: {victory.at_least: 2}}}\n")
    small_source(home / "sources" / "bare")
    other = small_source(home / "sources" / "well")
    (other / "rules.yaml").write_text("rules: {B1: {sense: Thanks., text: true}}\n")
    shown = run("inspect", "sources", "--rules").stdout
    assert shown.endswith("\ntogether 2 statements: 1 carried by facts, 1 text\n")
    assert shown.count("Small  small 1.0.0") == 2
    told = json.loads(run("inspect", "sources", "--rules", "-f", "json").stdout)
    assert [[each["id"] for each in document["statements"]] for document in told] == [["A1"], ["B1"]]
    (home / "sources" / "small" / "map.svg").write_text("<svg")
    assert run("inspect", "sources", "--rules").exit_code == 1


def test_inspect_the_statements_of_a_package(home):
    rules = home / "sources" / "small" / "rules.yaml"
    rules.write_text("rules: {A1: {sense: Two centres win., facts: {victory.at_least: 2}}}\n")
    assert run("build", "sources").exit_code == 0
    shown = run("inspect", home / "build" / "small" / "small-1.0.0.zip", "--rules").stdout
    assert (
        shown
        == """\
Small  small 1.0.0

A1  Two centres win.
    victory.at_least = 2

1 statement: 1 carried by facts, 0 text
"""
    )


# ---- export


def test_export_refuses_losses_until_they_are_accepted(package, home):
    done = run("export", package, "--to", "diplomacy")
    assert done.exit_code == 1
    assert "error[D801]" in done.stdout
    assert "dropped" in done.stdout
    assert not (package.parent / "diplomacy").exists()
    done = run("export", package, "--to", "diplomacy", "--accept-loss", "all")
    assert done.exit_code == 0, done.output
    assert "warning[D802]" in done.stdout
    assert (package.parent / "diplomacy" / "small.map").exists()
    assert "wrote build/small/diplomacy/small.map\n" in done.stdout
    assert run("export", package, "--to", "diplomacy", "--accept-loss", "all", "-o", "there").exit_code == 0
    assert (home / "there" / "small.map").exists()


def test_export_by_name_of_the_rules(package):
    document = json.loads(run("export", package, "--to", "diplomacy", "-f", "json").stdout)
    refused = [each["key"] for each in document["diagnostics"] if each["name"] == "target-refuses"]
    assert refused
    accepted = [word for rule in refused for word in ("--accept-loss", rule)]
    assert run("export", package, "--to", "diplomacy", *accepted).exit_code == 0
    assert run("export", package, "--to", "diplomacy", *accepted[:-2]).exit_code == 1


def test_export_to_nowhere(package, home):
    done = run("export", package, "--to", "nothing")
    assert done.exit_code == 2
    assert "no engine is called nothing" in done.stderr
    assert run("export", "nowhere.zip", "--to", "diplomacy").exit_code == 2
    assert run("export", package, "--to", "diplomacy", "--accept-loss", "nonsense").exit_code == 2
    package.write_bytes(b"")
    assert run("export", package, "--to", "diplomacy").exit_code == 1


def test_a_failing_export_writes_nothing(package, monkeypatch):
    from dipmap.engines import engine

    def outside(_self, _variant):
        return {"../evil": b""}

    monkeypatch.setattr(type(engine("diplomacy")), "write", outside)
    assert run("export", package, "--to", "diplomacy", "--accept-loss", "all").exit_code == 2
    assert not (package.parent / "evil").exists()
    assert not (package.parent.parent / "evil").exists()


# ---- tables


def test_tables_count_wide_letters_as_two():
    from dipmap.cli._tables import table

    assert list(table([("a", "中文", "x"), ("b", "abc", "y")])) == ["  a  中文  x", "  b  abc   y"]
    assert list(table([("a", "", "x"), ("b", "", "y")])) == ["  a  x", "  b  y"]
    assert list(table([("\x1b[31m", "x\ny")])) == ["  ␛[31m  x y"]
    assert list(table([])) == []
