"""Chains of convoying fleets: which shores they reach, and which fleet is of use in one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from phases import variant_of

from dipmap.judge.board import board_of
from dipmap.judge.chains import Waters
from dipmap.model import Adjacency, Province, Terrain, Units


def waters(*afloat: str) -> Waters:
    return Waters(board_of(variant_of("standard")), frozenset(afloat))


def test_shores() -> None:
    assert "bel" in waters("nth").shores("lon")
    assert "tun" not in waters("nth").shores("lon")
    assert "tun" in waters("eng", "mao", "wes").shores("lon")
    assert "lon" not in waters("nth").shores("lon")


@pytest.mark.parametrize(
    ("afloat", "sea", "useful"),
    [
        (("lyo", "wes"), "lyo", True),
        (("lyo", "wes"), "wes", False),  # a detour by way of the Gulf of Lyon
        (("ska", "bot"), "bot", False),
    ],
)
def test_a_detour_is_of_no_use(afloat: tuple[str, ...], sea: str, useful: bool) -> None:
    start, end = ("mar", "spa") if "lyo" in afloat else ("swe", "nwy")
    assert waters(*afloat).carries(start, end, sea) is useful


def test_a_search_in_a_sea_of_grids_ends() -> None:
    size = 9
    name = "abcdefghi"
    seas = [
        Province(f"s{x}{y}", f"Sea {x} {y}", Terrain.SEA, armies=False, fleets=True, convoys=True)
        for x in name
        for y in name
    ]
    shores = [Province(f"{word}", word, Terrain.COAST, fleets=True) for word in ("west", "east")]
    edges = [Adjacency("saa", "west", Units.FLEET), Adjacency("east", "sii", Units.FLEET)]
    for i in range(size):
        for j in range(size):
            here = f"s{name[i]}{name[j]}"
            edges += [Adjacency(here, f"s{name[i + 1]}{name[j]}", Units.FLEET)] if i + 1 < size else []
            edges += [Adjacency(here, f"s{name[i]}{name[j + 1]}", Units.FLEET)] if j + 1 < size else []
    variant = replace(variant_of("standard"), provinces=(*seas, *shores), adjacency=tuple(edges), rules=(), anchors={})
    found = Waters(board_of(variant), frozenset(sea.id for sea in seas))
    assert found.carries("west", "east", "see")
    assert found.carries("west", "east", "sai")
