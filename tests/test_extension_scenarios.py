"""The 61 scenarios that research wrote for the extensions of the rules: each is a scenario file of ours and passes."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from dipmap.checking import Facts, find_check
from dipmap.judge.scenario import run
from dipmap.model import Variant
from dipmap.pipeline import read
from dipmap.resolve.scenario_files import read_scenario
from dipmap.resolve.yaml_file import read_yaml

HERE = Path(__file__).resolve().parent
SOURCES = HERE.parent / "sources"

NAMES = {
    "philadelphia": """
        build-anywhere build-captured-not-owned-yet calendar-months cap-enter-3 cap-enter-4-bounce
        cap-enter-4-one-supported cap-full-named-supported-dislodges-target-only cap-full-named-unsupported-bounces
        cap-full-unnamed-fails cap-head-to-head-when-named cap-hold-support-inside-stack
        cap-named-attack-cuts-target-only cap-only-convoyer-dislodged cap-own-stack-not-attackable cap-pass-in-the-river
        cap-peaceful-entry-cuts-nothing cap-room-from-departure cap-two-convoyers-one-dislodged passage-army
        passage-ignores-river-fleets passage-not-for-fleet passage-support phil-preturn phil-preturn-inland-fleet
    """,
    "stockholm": """
        gate-army-keeper-permits gate-army-keeper-permits-without-strength gate-empty gate-foreign-permission
        gate-foreign-silent gate-keeper-attacked-not-dislodged gate-keeper-dislodged gate-keeper-moves-away gate-own
        gate-paradox-closed
    """,
    "yubani": """
        auto-build-fill auto-build-none-when-full calendar-one-turn end-year-tie end-year-unique no-retreat
        victory-points-1 victory-points-2 victory-points-3 victory-points-no-bonus-power
    """,
    "zeus": """
        convoy-from-coast crossing-blocks-sea-passage crossing-both isle-army-convoyed-to-island isle-army-fights-fleet
        isle-army-walks isle-fleet-convoys standing-army-dislodged standing-army-hold-support-by-a-power
        standing-army-holds strait-fleet-only zeus-germany-rome zeus-rome-owned-by-other zeus-usa-both
        zeus-usa-california zeus-usa-california-lost zeus-usa-secret-third
    """,
}
ALL = [(source, name) for source, names in NAMES.items() for name in names.split()]


@cache
def facts(name: str) -> Facts:
    found = read(SOURCES / name)
    assert found.variant is not None
    return found


def test_there_are_61():
    assert len(ALL) == len({name for _, name in ALL}) == 61


@pytest.mark.parametrize(("source", "name"), ALL, ids=lambda word: word)
def test_an_extension_scenario_passes(source: str, name: str):
    found = facts(source)
    (scenario,) = [each for each in found.scenarios if each.name == name]
    assert run(found.variant, scenario.data) == []


@pytest.mark.shared
def test_none_of_the_research_is_left_out(shared: Path):
    names = set()
    for file in ("extension_scenarios.json", "extension_scenarios_adjust.json"):
        names |= {entry.get("name") or entry["id"] for entry in json.loads((shared / "datc" / file).read_text())}
    assert {name for _, name in ALL} == names


# ---- the calendar of Philadelphia as it is printed


def as_printed(variant: Variant) -> Variant:
    turns = tuple(
        replace(turn, ownership=turn.id == "april") if turn.id in ("april", "may") else turn
        for turn in variant.calendar.turns
    )
    return replace(variant, calendar=replace(variant.calendar, turns=turns))


def test_the_calendar_as_printed_takes_no_centres_in_may_and_the_check_says_so():
    found = facts("philadelphia")
    printed = as_printed(found.variant)
    path = HERE / "scenarios" / "calendar-months-as-printed.yaml"
    file, _ = read_yaml(path.name, path.read_bytes())
    assert file is not None
    scenario, notices = read_scenario(file)
    assert scenario is not None, notices
    assert run(printed, scenario.data) == []
    assert run(found.variant, scenario.data) != []
    told = [each.finding.message for each in find_check("D631").run(replace(found, variant=printed))]
    assert len(told) == 1
    assert "June" in told[0]
    assert "May" in told[0]
    assert list(find_check("D631").run(found)) == []
    # what the scenario of the calendar as it is meant expects does not come
    meant = next(each for each in found.scenarios if each.name == "calendar-months")
    (mismatch, *_) = run(printed, meant.data)
    assert mismatch.pointer[-3:] == ("expect", "owners", "mob")
