"""All entries of the DATC on our own compiled standard game, as programs ask for them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from datc_table import CASES, FAULTS, OPTIONS, faults, request, section, table

from dipmap.judge.protocol import answer
from dipmap.model import Variant
from dipmap.model.options import OPTIONS as CHOICES


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_case(case: dict, standard_game: Variant):
    assert list(faults(case, answer(standard_game, request(case)))) == []


def test_nothing_is_left_out():
    counts: dict[str, int] = {}
    for case in CASES:
        counts[section(case)] = counts.get(section(case), 0) + 1
    assert counts == {
        "6.A": 12,
        "6.B": 15,
        "6.C": 9,
        "6.D": 34,
        "6.E": 15,
        "6.F": 25,
        "6.G": 20,
        "6.G variants": 4,
        "6.H": 16,
        "6.I": 7,
        "6.J": 12,
        "6.J variants": 10,
    }
    asked = {(name, value) for case in CASES for name, value in request(case)["options"].items()}
    assert asked == set(OPTIONS.values()), "every rule choice that the cases name is played"
    assert all(value in CHOICES[name].values for name, value in asked)
    for identity, text in FAULTS:
        case = next(case for case in CASES if case["id"] == identity)
        assert text in case["expected"]["support_results"]


def test_another_rule_gives_another_result(standard_game: Variant):
    """The variants of a case fail under the rule of today: the options do something."""
    for case in CASES:
        if "@" in case["id"] and case["id"].startswith("6.G"):
            changed = request(case) | {"options": {}}
            base = next(each for each in CASES if each["id"] == case["id"].partition("@")[0])
            same = base["expected"]["positions"] == case["expected"]["positions"]
            assert bool(list(faults(case, answer(standard_game, changed)))) is not same


def test_all_cases_through_one_process(standard_package: Path):
    lines = "".join(json.dumps(request(case)) + "\n" for case in CASES)
    done = subprocess.run(
        [sys.executable, "-m", "dipmap", "judge", "adjudicate", str(standard_package)],
        input=lines,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["id"] for each in answers] == [case["id"] for case in CASES]
    failed = {
        case["id"]: found for case, each in zip(CASES, answers, strict=True) if (found := list(faults(case, each)))
    }
    assert not failed, table(failed)
