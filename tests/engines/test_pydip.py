"""PyPI pydip as a second adjudicator of the graph we write: positions on the standard map and on Stockholm.

The graph goes the whole way: written as a `.map`, read back by the strict reader, given to pydip as nodes and edges.
Our own judge says what has to come out.
"""

import importlib.util
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
import strict_dpjudge as strict

from dipmap.engines import engine
from dipmap.judge.protocol import answer

PLAYER = Path(__file__).with_name("play_pydip.py")
pytestmark = [
    pytest.mark.engine,
    pytest.mark.skipif(
        importlib.util.find_spec("pydip") is None, reason="PyPI pydip is not installed: pip install 'dipmap[engines]'"
    ),
]
STANDARD = {
    "a bounce": {"france": ["A par - bur"], "germany": ["A mun - bur"]},
    "a supported attack dislodges": {
        "france": ["A par - bur", "A mar S A par - bur"],
        "germany": ["A bur H", "A mun - ruh"],
    },
    "a cut support": {
        "france": ["A par - bur", "A mar S A par - bur"],
        "germany": ["A bur H"],
        "italy": ["A pie - mar"],
    },
    "head to head": {
        "austria": ["A tri - ven", "A tyr S A tri - ven"],
        "italy": ["A ven - tri", "F adr S A ven - tri"],
    },
    "a chain of convoys": {
        "england": ["A lon - tun VIA", "F eng C A lon - tun", "F mao C A lon - tun", "F wes C A lon - tun"],
        "italy": ["F tys - wes"],
    },
    "a convoy that is dislodged": {
        "england": ["A lon - bel VIA", "F nth C A lon - bel"],
        "germany": ["F hel - nth", "F den S F hel - nth", "A hol - bel"],
    },
    "a beleaguered garrison": {
        "england": ["F nth - nwy", "F ska S F nth - nwy"],
        "germany": ["F bar - nwy", "A fin S F bar - nwy"],
        "russia": ["A nwy H"],
    },
    "round and round": {"turkey": ["F ank - con", "A con - smy", "A smy - ank"], "italy": ["F aeg - eas"]},
    "coasts of Spain": {
        "france": ["F gas - spa/nc"],
        "italy": ["F lyo - spa/sc", "F wes S F lyo - spa/sc"],
        "england": ["F mao - por"],
    },
    "a fleet supports into a province it could enter by another coast": {
        "russia": ["F bot S A nwy - stp", "A nwy - stp"],
        "england": ["A stp H"],
    },
    "one's own unit is not dislodged": {"germany": ["A mun - tyr", "A boh S A mun - tyr", "A tyr H"]},
}


@pytest.fixture(scope="module")
def boards(drawn):
    """The variant and pydip's graph, for each map."""
    found = {}
    for name in ("standard", "stockholm"):
        variant, _ = drawn(name)
        found[name] = variant, graph(strict.read(engine("dpjudge").write(variant)[f"{name}.map"]))
    return found


def graph(read):
    """Nodes and edges of pydip: a land and each of its coasts are nodes of their own."""
    codes = {code.lower() for code in read.terrain if "/" not in code}
    kind = {code: read.type_of(code.upper()) for code in codes}
    lands = {}
    for code in sorted(codes):
        if kind[code] in ("LAND", "COAST"):
            split = sorted(place.lower() for place in read.terrain if place.startswith(f"{code.upper()}/"))
            lands[code] = split or ([f"{code} coast"] if kind[code] == "COAST" else [])
    edges = set()
    for unit, here, there in read.steps():
        ends = [here.lower(), there.lower()]
        if unit == "F":
            ends = [f"{end} coast" if kind.get(end) == "COAST" else end for end in ends]
        edges.add(tuple(sorted(ends)))
    return {"seas": sorted(code for code in codes if kind[code] == "WATER"), "lands": lands, "edges": sorted(edges)}


def pydip(board, positions):
    """What pydip makes of positions."""
    done = subprocess.run(
        [sys.executable, str(PLAYER)],
        input=json.dumps({**board, "positions": positions}),
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def ours(variant, position):
    """What our judge makes of a position."""
    words = [(power, text.split()) for power, texts in position.items() for text in texts]
    told = answer(
        variant,
        {
            "units": [{"power": power, "type": word[0], "loc": word[1]} for power, word in words],
            "orders": [{"power": power, "text": " ".join(word)} for power, word in words],
        },
    )
    assert "error" not in told, told
    return {
        key: sorted(f"{unit['power']} {unit['type']} {unit['loc']}" for unit in told[part])
        for key, part in (("units", "positions"), ("dislodged", "dislodged"))
    }


def test_the_graph_arrives_whole(boards):
    variant, board = boards["standard"]
    armies = [edge for edge in board["edges"] if set(edge) <= set(board["lands"])]
    assert (len(armies), len(board["edges"]) - len(armies)) == (111, 141)
    assert len(board["seas"]) == 19
    assert board["lands"]["spa"] == ["spa/nc", "spa/sc"]
    assert len(boards["stockholm"][1]["edges"]) == 259
    assert variant.id == "standard"


@pytest.mark.parametrize("name", STANDARD)
def test_pydip_and_our_judge_agree_on_the_standard_map(boards, name):
    variant, board = boards["standard"]
    (found,) = pydip(board, [STANDARD[name]])
    assert found == ours(variant, STANDARD[name])


def random_position(variant, board, rng):
    """A position with orders that make sense: moves along edges, supports of moves that are ordered, one unit a place."""
    powers = [power.id for power in variant.powers][:4]
    steps = {}
    for one, other in board["edges"]:
        for here, there in ((one, other), (other, one)):
            steps.setdefault(here, []).append(there)
    units, taken = {}, set()
    for spot in rng.sample(sorted(steps), 30):
        if _province(spot) not in taken and len(units) < 12:
            taken.add(_province(spot))
            units[spot] = "A" if spot in board["lands"] else "F"
    moves = {spot: rng.choice(steps[spot]) for spot in units if rng.random() < 0.6}
    found = {power: [] for power in powers}
    for spot, letter in units.items():
        reach = {_province(target) for target in steps[spot]} - {_province(spot)}
        helped = [other for other in moves if other != spot and _province(moves[other]) in reach]
        text = "H"
        if spot in moves:
            text = f"- {_word(moves[spot])}"
        elif helped:
            other = rng.choice(helped)
            text = f"S {units[other]} {_word(other)} - {_word(moves[other])}"
        found[rng.choice(powers)].append(f"{letter} {_word(spot)} {text}")
    return {power: orders for power, orders in found.items() if orders}


def _province(spot):
    return spot.split("/")[0].split()[0]


def _word(spot):
    return spot.split()[0]


@pytest.mark.parametrize("name", ["standard", "stockholm"])
def test_pydip_and_our_judge_agree_on_positions_drawn_on_the_graph(boards, name):
    variant, board = boards[name]
    rng = random.Random(f"pydip {name}")
    positions = [random_position(variant, board, rng) for _ in range(60)]
    results = pydip(board, positions)
    assert sum(bool(found["dislodged"]) for found in results) >= 3
    for position, found in zip(positions, results, strict=True):
        assert found == ours(variant, position), position
