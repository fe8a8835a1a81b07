"""The interface of engines, and which rules a variant uses."""

from dataclasses import replace

import pytest
from facts_model import facts_variant, standard_variant
from hypothesis import HealthCheck, given, settings

from dipmap.engines import Handling, Material, Verdict, engine, engines, refused, summary, unknown_losses, used
from dipmap.engines._rules import beats, listed, rule_ids, years_in_round
from dipmap.model import Barrier, End, Province, Schedule, Terrain, Turn, Unit, UnitType
from package.strategies import variants

CAPACITY = Verdict("capacity", Handling.DROPPED, "one unit a province", changes_play=True)
ALIASES = Verdict("aliases", Handling.DROPPED, "no further names")
STRAIT = Verdict("strait", Handling.NATIVE, "an edge")


def test_engines_are_found_by_name():
    assert engine("Diplomacy") in engines()
    assert [item.name for item in engines()] == sorted(item.name for item in engines())
    with pytest.raises(KeyError, match="there are diplogm"):
        engine("chess")


@pytest.mark.parametrize("item", engines(), ids=lambda item: item.name)
def test_engines_answer_for_the_standard_board(item, drawn):
    variant, drawing = drawn("standard")
    assert item.problems(variant) == []
    assert sorted(item.write(variant, Material(drawing))) == sorted(item.files(variant))
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


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(variants())
def test_every_engine_answers_for_any_variant_the_schema_allows(variant):
    for item in engines():
        for verdict in item.verdicts(variant):
            assert verdict.why
        for problem in item.problems(variant):
            assert problem.message
            assert problem.hint
