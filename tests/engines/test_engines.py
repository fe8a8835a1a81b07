"""The interface of engines, and which rules a variant uses."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from effort import OURS, examples
from facts_model import facts_variant, standard_variant

from dipmap.engines import Handling, Verdict, engine, engines, refused, summary, unknown_losses, used
from dipmap.engines._rules import beats, listed, rule_ids, years_in_round
from dipmap.model import Barrier, End, Province, Schedule, Terrain, Turn, Unit, UnitType
from dipmap.package import open_package, variant_of
from dipmap.pipeline import build
from package.strategies import variants

ROOT = Path(__file__).parents[2]
CAPACITY = Verdict("capacity", Handling.DROPPED, "one unit a province", changes_play=True)
ALIASES = Verdict("aliases", Handling.DROPPED, "no further names")
STRAIT = Verdict("strait", Handling.NATIVE, "an edge")


def test_engines_are_found_by_name():
    assert engine("Diplomacy") in engines()
    assert [item.name for item in engines()] == sorted(item.name for item in engines())
    with pytest.raises(KeyError, match="there are diplogm"):
        engine("chess")


@pytest.mark.parametrize("item", engines(), ids=lambda item: item.name)
def test_engines_answer_for_the_standard_board(item, exported):
    variant, files = exported("standard", item.name)
    assert item.problems(variant) == []
    assert list(files) == item.files(variant)
    assert item.title
    assert item.limits
    assert refused(item.verdicts(variant)) == []
    for verdict in item.verdicts(variant):
        assert verdict.why
        assert not verdict.why.endswith(".")


def test_losses_are_accepted_by_name_or_all():
    verdicts = [CAPACITY, ALIASES, STRAIT]
    assert refused(verdicts) == [CAPACITY]
    assert refused(verdicts, ["Capacity"]) == []
    assert refused(verdicts, ["all"]) == []
    assert refused(verdicts, ["strait"]) == [CAPACITY]
    assert unknown_losses(verdicts, ["capacity", "aliases", "strait", "all"]) == ["strait"]


def test_the_standard_board_uses_few_rules():
    assert [use.rule for use in used(standard_variant())] == [
        "split-coasts",
        "impassable",
        "victory-centres",
        "agreed-draw",
    ]


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("yubani", {"sea-lane", "build-anywhere", "automatic-builds", "unit-types", "no-retreats", "one-phase-year"}),
        ("yubani", {"points-victory", "last-year", "agreed-draw", "start-year"}),
        ("zeus", {"island-sea", "island-sea-convoy", "one-coast-canal", "split-coasts", "direct-passage", "strait"}),
        ("zeus", {"standing-unit", "opening-adjustment", "opening-caps", "secret-opening"}),
        ("stockholm", {"narrow-strait", "permission-passage", "one-coast-canal", "start-year"}),
        ("philadelphia", {"capacity", "direct-passage", "calendar", "joint-opening", "victory-below-majority"}),
    ],
)
def test_rules_of_the_four_variants(name, rules):
    assert rules <= {use.rule for use in used(facts_variant(name))}


def _changed(**fields):
    before = {use.rule for use in used(standard_variant())}
    return {use.rule for use in used(replace(standard_variant(), **fields))} - before


@pytest.mark.parametrize(
    ("fields", "rules"),
    [
        ({"barriers": (Barrier("gre", "smy", UnitType.FLEET),)}, {"barrier"}),
        ({"retreats": "none"}, {"no-retreats"}),
        ({"end": End(1910)}, {"last-year"}),
        ({"schedule": Schedule(hours=24)}, {"schedule"}),
        ({"options": {"illegal": "hold", "paradox": "all-hold"}}, {"option:paradox"}),
        ({"standing_units": (Unit(None, UnitType.ARMY, "gre"),)}, {"standing-unit"}),
        ({"calendar": replace(standard_variant().calendar, first_year=1, years=5)}, {"start-year", "year-step"}),
        (
            {
                "calendar": replace(
                    standard_variant().calendar,
                    turns=(Turn("spring", "Spring", ("movement", "retreat"), ownership=True, victory=True),
                           Turn("fall", "Fall", ("movement", "retreat"), ownership=True),
                           Turn("winter", "Winter", ("adjustment",))),
                ),
            },
            {"calendar", "victory-timing"},
        ),
    ],
)  # fmt: skip
def test_rules_show_in_the_variants_own_facts(fields, rules):
    assert _changed(**fields) == rules


def test_provinces_show_their_rules():
    odd = (
        Province("xaa", "Isle", Terrain.SEA, armies=True, fleets=True, convoys=True),
        Province("xbb", "Port", Terrain.COAST, fleets=True, convoys=True),
        Province("xcc", "Calm", Terrain.SEA, armies=False, fleets=True),
        Province("xdd", "Camp", Terrain.LAND, capacity=2),
    )
    found = {
        use.rule: use for use in used(replace(standard_variant(), provinces=(*standard_variant().provinces, *odd)))
    }
    assert found["island-sea"].where == found["island-sea-convoy"].where == ("xaa",)
    assert found["convoyable-coast"].what == "a fleet in Port convoys"
    assert found["sea-without-convoy"].where == ("xcc",)
    assert found["capacity"].where == ("xdd",)


def test_every_rule_has_a_summary():
    for rule in rule_ids():
        assert summary(rule)
    assert summary("option:paradox") == summary("option")


def test_calendars_are_rows_of_beats():
    assert beats(standard_variant().calendar) == "MMOA"
    assert years_in_round(standard_variant().calendar) == 1
    assert years_in_round(facts_variant("philadelphia").calendar) == 4
    assert years_in_round(facts_variant("yubani").calendar) == 0


def test_names_in_a_row():
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed("abcd", 2) == "a, b and 2 more"


HASHES = """
import sys; sys.path[:0] = {paths!r}
from hashlib import sha256
from facts_model import facts_variant
from dipmap.engines import Material, PackageMap, engines
zeus, drawing = facts_variant("zeus"), PackageMap(sys.stdin.buffer.read())
for item in engines():
    print(item.name, sha256(repr(item.write(zeus, Material(drawing))).encode()).hexdigest())
"""


def test_two_processes_write_the_same_bytes(drawn, tmp_path):
    """Whatever order sets have in a process, and whoever runs it: the environment is all but empty."""
    code = HASHES.format(paths=[str(Path(__file__).parent), *sys.path])
    found = [
        subprocess.run(
            [sys.executable, "-c", code],
            input=drawn("zeus")[1].svg, env={"PYTHONHASHSEED": seed, "PATH": ""}, cwd=tmp_path, capture_output=True, check=True,
            timeout=120,
        ).stdout.decode().splitlines()
        for seed in ("1", "2")
    ]  # fmt: skip
    assert found[0] == found[1]
    assert [line.split()[0] for line in found[0]] == [item.name for item in engines()]


@pytest.mark.slow
@pytest.mark.parametrize("name", OURS)
def test_a_package_is_exported_as_its_source_is(name, drawn, tmp_path):
    """`drawn` leaves packages out, which takes a build each: here they are the same variant and the same map."""
    package = open_package(build(ROOT / "sources" / name, tmp_path).written.path)
    assert variant_of(package) == drawn(name)[0]
    assert package["map.svg"] == drawn(name)[1].svg


@examples(20, 100, variants())
def test_every_engine_answers_for_any_variant_the_schema_allows(variant):
    for item in engines():
        for verdict in item.verdicts(variant):
            assert verdict.why
        for problem in item.problems(variant):
            assert problem.message
            assert problem.hint
