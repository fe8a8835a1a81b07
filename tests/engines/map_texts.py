"""A small board as a `.map`, and readers at work on it: for the tests that read such files."""

import json
from dataclasses import replace

import pytest

from dipmap.engines import Material, engine
from dipmap.model import Units

PLAIN, JUDGE = engine("diplomacy"), engine("dpjudge")
both = pytest.mark.parametrize("reader", [PLAIN, JUDGE], ids=lambda item: item.name)

NAMES = """\
Alpha = aaa alf first+letter
Beta = bbb
Gamma (north coast) = ggg/nc ggg(nc)
Gamma (south coast) = ggg/sc
Gamma = ggg
Delta = ddd
North Sea = nse
South Sea = sse
Isle = isl
Rock = rrr
"""
GROUND = """\
LAND  AAA    ABUTS BBB DDD GGG
COAST BBB    ABUTS AAA ddd ggg NSE
COAST DDD    ABUTS AAA bbb Isl GGG/SC SSE
COAST GGG/NC ABUTS NSE
COAST GGG/SC ABUTS DDD SSE
COAST ggg    ABUTS AAA BBB DDD NSE SSE
PORT  ISL    ABUTS Ddd SSE
WATER NSE    ABUTS BBB GGG/NC SSE RRR
WATER SSE    ABUTS DDD GGG/SC ISL NSE
SHUT  RRR    ABUTS NSE
"""
POWERS = """\
REDLAND (RED:R) AAA DDD
A AAA
BLUELAND (BLUE) BBB
F BBB
UNOWNED ISL GGG
"""
EDGES = [
    ("aaa", "bbb", Units.ARMY),
    ("aaa", "ddd", Units.ARMY),
    ("aaa", "ggg", Units.ARMY),
    ("bbb", "ddd", Units.ARMY),
    ("bbb", "ggg", Units.ARMY),
    ("bbb", "nse", Units.FLEET),
    ("ddd", "ggg", Units.ARMY),
    ("ddd", "ggg/sc", Units.FLEET),
    ("ddd", "isl", Units.FLEET),
    ("ddd", "sse", Units.FLEET),
    ("ggg/nc", "nse", Units.FLEET),
    ("ggg/sc", "sse", Units.FLEET),
    ("isl", "sse", Units.FLEET),
    ("nse", "sse", Units.FLEET),
]


def group(*parts, name="probe.map"):
    return {name: "\n".join(parts).encode()}


def read(*parts, reader=JUDGE, name="probe.map"):
    (found,) = reader.read(group(*parts, name=name))
    return found


def game(*parts, reader=JUDGE):
    """The small board with its powers, then further lines."""
    return read(NAMES, GROUND, POWERS, *parts, reader=reader)


def told(found, name=None):
    """Notices as `file:line message`, of one name where asked."""
    return [
        f"{each.finding.place.span.source.name}:{each.finding.place.span.begin[0]} {each.finding.message}"
        for each in found.notices
        if name in (None, each.name)
    ]


def again(found, reader):
    """What was read, written and read once more."""
    assert not reader.problems(found.variant)
    files = reader.write(found.variant, Material(kept=json.loads(json.dumps(found.kept))))
    (result,) = reader.read(files)
    return result


def steady(found, reader):
    """Reading, writing and reading again is the identity, and what was kept comes back."""
    result = again(found, reader)
    assert replace(result.variant, name=found.variant.name) == found.variant
    assert result.kept == found.kept
    return result
