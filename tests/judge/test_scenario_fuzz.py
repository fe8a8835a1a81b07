"""Scenarios with things in the wrong places: whatever the schema accepts is played or objected to, and nothing crashes."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dipmap.checking import Facts
from dipmap.judge.scenario import Mismatch, run
from dipmap.pipeline import read
from dipmap.schema import problems

SOURCES = Path(__file__).resolve().parents[2] / "sources"
NAMES = sorted(path.parent.name for path in SOURCES.glob("*/scenarios"))
ODD = [
    "neutral A stp/nc",
    "waive",
    "vote draw",
    "mob F r3#99",
    "england A lon from wal",
    "spring 99999",
    "-",
    "A",
    None,
]


@cache
def facts(name: str) -> Facts:
    return read(SOURCES / name)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if inner is None:
        yield path, value
    else:
        for key, each in inner:
            yield from leaves(each, (*path, key))


def spoilt(data: dict[str, Any], words: list[Any], chance: Random) -> dict[str, Any]:
    """The document with some of its words exchanged for others, or gone."""
    data = deepcopy(data)
    for _ in range(chance.choice((1, 1, 2, 4))):
        path, _ = chance.choice(list(leaves(data)))
        place: Any = data
        for step in path[:-1]:
            place = place[step]
        if chance.random() < 0.8 or len(path) == 1:
            place[path[-1]] = chance.choice(words)
        else:
            del place[path[-1]]
    return data


@pytest.mark.parametrize("name", NAMES)
def test_whatever_the_schema_accepts_is_played_or_objected_to(name: str):
    chance = Random(name)
    found = facts(name)
    assert found.variant is not None
    words = [value for scenario in found.scenarios for _, value in leaves(scenario.data)] + ODD
    played = 0
    for _ in range(900):
        data = spoilt(chance.choice(found.scenarios).data, words, chance)
        if problems("scenario", data):
            continue
        played += 1
        for each in run(found.variant, data):
            assert isinstance(each, Mismatch)
            assert each.message
            assert each.hint
            place: Any = data
            for step in each.pointer:  # what is told stands where the pointer says
                place = place[step]
    assert played > 100
