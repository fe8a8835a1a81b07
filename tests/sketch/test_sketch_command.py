"""`dipmap sketch`, as it is called; and the example of its page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from dipmap.cli import main
from dipmap.pipeline import check

PAGE = Path(__file__).parents[2] / "docs" / "sketch.md"
SMALL = "id: x\nname: X\nprovinces: {a: {terrain: land}, b: {terrain: land}}\nedges: [a-b]\n"


def call(*words):
    return CliRunner().invoke(main, ["sketch", *map(str, words)])


def blocks(kind):
    return re.findall(rf"```{kind}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_example_of_the_page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "channel").mkdir()
    (tmp_path / "channel" / "sketch.yaml").write_text(blocks("yaml")[0], encoding="utf-8")
    (tmp_path / "channel" / "land.geojson").write_text(blocks("json")[0], encoding="utf-8")
    shown = call("channel", "-o", "first")
    assert shown.exit_code == 0, shown.output
    promised = re.search(r"\$ dipmap sketch .*?\n(.*)", blocks("console")[0], re.DOTALL)
    assert promised
    assert shown.output == promised[1]
    report = check(tmp_path / "first")
    assert report.diagnostics == ()


def test_a_file_may_be_named_and_exit_codes_say_how_it_went(tmp_path):
    table = tmp_path / "other.yaml"
    table.write_text(SMALL)
    shown = call(table, "-o", tmp_path / "out")
    assert shown.exit_code == 0
    assert "1 of 1 pairs touch as declared" in shown.output
    assert b"a start to be edited" in (tmp_path / "out" / "map.svg").read_bytes()
    assert b"a start to be edited" in (tmp_path / "out" / "variant.yaml").read_bytes()


def test_pairs_that_cannot_be_satisfied_are_listed(tmp_path):
    names = "abcde"
    pairs = ", ".join(f"{a}-{b}" for a in names for b in names if a < b)
    provinces = ", ".join(f"{name}: {{terrain: land}}" for name in names)
    (tmp_path / "sketch.yaml").write_text(f"id: x\nname: X\nprovinces: {{{provinces}}}\nedges: [{pairs}]\n")
    shown = call(tmp_path, "-o", tmp_path / "out")
    assert shown.exit_code == 1
    assert "9 of 10 pairs touch as declared" in shown.output
    assert re.search(r"not satisfied  \w-\w: a border for armies; drawn as a passage of kind link", shown.output)


def test_nothing_is_written_over_without_force(tmp_path):
    (tmp_path / "sketch.yaml").write_text(SMALL)
    (tmp_path / "map.svg").write_text("mine")
    shown = call(tmp_path, "-o", tmp_path)
    assert shown.exit_code == 2
    assert "--force" in shown.output
    assert (tmp_path / "map.svg").read_text() == "mine"
    assert not (tmp_path / "variant.yaml").exists()
    assert call(tmp_path, "-o", tmp_path, "--force").exit_code == 0
    assert (tmp_path / "map.svg").read_text() != "mine"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: [", "D110"),
        (SMALL.replace("a-b", "a-c"), "sketch.yaml:4:9"),
        (SMALL + "outline: land.json\n", "land.json is missing"),
        (SMALL + "id: y\n", "D111"),
        ("&a [*a]", "D110"),
    ],
)
def test_bad_tables_write_nothing(tmp_path, text, words):
    (tmp_path / "sketch.yaml").write_text(text)
    shown = call(tmp_path, "-o", tmp_path / "out")
    assert shown.exit_code == 1
    assert words in shown.output
    assert not (tmp_path / "out").exists()


def test_a_bad_outline_is_told_by_its_name(tmp_path):
    (tmp_path / "sketch.yaml").write_text(SMALL + "outline: land.json\n")
    (tmp_path / "land.json").write_text('{"type": "Polygon", "coordinates": [[[NaN, 0]]]}')
    shown = call(tmp_path, "-o", tmp_path / "out")
    assert shown.exit_code == 1
    assert "land.json" in shown.output
    assert "NaN" in shown.output


def test_missing_tables_are_wrong_calls_or_findings(tmp_path):
    assert call(tmp_path / "nowhere", "-o", tmp_path / "out").exit_code == 2
    shown = call(tmp_path, "-o", tmp_path / "out")
    assert shown.exit_code == 1
    assert "sketch.yaml is missing" in shown.output


def test_what_a_drawing_cannot_hold_is_kept_in_the_declaration(tmp_path):
    text = """
id: x
name: "X: the yes/no <variant> & more"
powers: {red: {name: Redland, colour: "#aa0000"}, blue: {name: Blueland}}
provinces:
  a: {terrain: coast, name: "Ångström & \\"Sons\\"", home: red, aliases: [Alpha]}
  b: {terrain: coast, centre: true, owner: blue, capacity: 3}
  s: {terrain: sea, armies: true}
edges: [a-s fleet, b-s fleet, a-s army, b-s army, a-b both]
start: {units: [red F a]}
standing_units: [A b]
calendar: {start: year 2021, turns: [{id: year, phases: [movement, adjustment], ownership: true, victory: true}]}
builds: {sites: owned, method: automatic, units: [army]}
retreats: none
victory: {at_least: 2, sole: false}
end: {last_year: 2030, result: most-wins}
schedule: {hours: 24, notes: [be kind]}
"""
    (tmp_path / "sketch.yaml").write_text(text)
    shown = call(tmp_path, "-o", tmp_path / "out")
    assert shown.exit_code == 0, shown.output
    variant = check(tmp_path / "out").facts.variant
    assert variant.name == "X: the yes/no <variant> & more"
    assert variant.by_id["a"].name == 'Ångström & "Sons"'
    assert (variant.by_id["a"].home, variant.by_id["b"].owner, variant.by_id["b"].capacity) == ("red", "blue", 3)
    assert variant.by_id["s"].armies
    assert (variant.calendar.first_year, variant.retreats, variant.builds.sites) == (2021, "none", "owned")
    assert (variant.victory.sole, variant.end.last_year, variant.schedule.notes) == (False, 2030, ("be kind",))
    assert [unit.power for unit in variant.standing_units] == [None]
