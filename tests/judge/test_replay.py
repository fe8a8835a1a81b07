"""Recorded games, phase by phase: the whole table, to the number, and nothing left unexplained."""

from __future__ import annotations

from pathlib import Path

import pytest
from corpus_variants import GAMES
from records import phases, read_records
from replay import STANDARD, VARIANTS, Row, all_rows, table

pytestmark = pytest.mark.shared

TABLE = {
    "diplomacy_network_tests": {
        "movement": (73, 67, {"fallback": 3, "convoyed": 3}),
        "retreat": (51, 49, {"fallback": 2}),
        "adjustment": (35, 35, {}),
    },
    "searchbot_selfplay": {
        "movement": (1286, 1262, {"convoyed": 24}),
        "retreat": (554, 552, {"convoyed": 2}),
        "adjustment": (461, 461, {}),
    },
    "hundred": {
        "movement": (90, 82, {"idle": 5, "twice": 3}),
        "retreat": (56, 48, {"twice": 8}),
        "adjustment": (34, 23, {"twice": 11}),
    },
    "northseawars": {
        "movement": (44, 38, {"idle": 4, "twice": 2}),
        "retreat": (16, 15, {"twice": 1}),
        "adjustment": (19, 17, {"twice": 2}),
    },
    "coldwar": {
        "movement": (36, 29, {"idle": 2, "twice": 5}),
        "retreat": (23, 21, {"twice": 2}),
        "adjustment": (15, 13, {"twice": 2}),
    },
    "pure": {"movement": (4, 4, {}), "retreat": (4, 4, {}), "adjustment": (1, 1, {})},
}
"""Phases, those that agree, and the others by what explains them (see `benchmarks/replay.py`)."""

Rows = dict[str, dict[str, Row]]


@pytest.fixture(scope="module")
def rows(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Rows:
    return all_rows(shared, (*STANDARD, VARIANTS), tmp_path_factory.mktemp("packages"))


def test_the_table(rows: Rows):
    found = {
        name: {kind: (row.phases, row.agree, dict(row.explained)) for kind, row in kinds.items()}
        for name, kinds in rows.items()
    }
    assert found == TABLE, table(rows)


def test_nothing_is_left(rows: Rows):
    assert [line for kinds in rows.values() for row in kinds.values() for line in row.left] == []
    standard = sum(row.phases for name in STANDARD for row in rows[name].values())
    others = sum(row.phases for name in GAMES for row in rows[name].values())
    assert (standard, others) == (2460, 342)


def test_lists_of_retreats(rows: Rows):
    """All that PyPI diplomacy records are ours too, but for units dislodged by a convoyed army."""
    lists = {name: (rows[name]["movement"].same_lists, rows[name]["movement"].lists) for name in STANDARD}
    assert lists == {"diplomacy_network_tests": (90, 93), "searchbot_selfplay": (805, 829)}


def test_the_records_build_as_the_fixtures_say(shared: Path):
    """In `hundred` powers build in centres that were not theirs at first, in the other variants never."""
    records = read_records(shared / "games" / f"{VARIANTS}.jsonl")
    for name, game in GAMES.items():
        played = list(phases(each for each in records if each["map"] == name))
        homes = played[0].request["owners"]
        sites = [
            (order["power"], order["text"].split()[2].partition("/")[0])
            for phase in played
            for order in phase.request["orders"]
            if order["text"].startswith("build")
        ]
        assert sites or name == "pure"
        assert any(site not in homes[power] for power, site in sites) is (game.sites == "owned"), name
