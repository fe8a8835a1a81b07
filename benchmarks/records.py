"""Recorded games as requests to the judge, each with what the engine of the record made of it.

Two forms of record are read: that of PyPI `diplomacy` (`S1901M`, orders by power) and that of godip (`1425 Year
Movement`, orders as `par move bur`, of which the power is to be found out).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Record = Mapping[str, Any]
Retreats = Mapping[str, tuple[str, ...] | None]
Following = tuple[str, str] | None

SEASONS = {"S": "Spring", "F": "Fall", "W": "Winter"}
KINDS = {"M": "movement", "R": "retreat", "A": "adjustment"}
VERBS = {"move": "-", "hold": "H", "support": "S", "convoy": "C", "disband": "D"}


@dataclass(frozen=True)
class Outcome:
    """What a phase leaves: units as texts (`england A lon`), those that have to retreat with the places open to them (None
    where a record does not tell), the owner of each centre, and the turn and phase that follow (None when the game is over).
    """

    positions: frozenset[str]
    retreats: Retreats
    owners: frozenset[tuple[str, str]]
    following: Following


@dataclass(frozen=True)
class Phase:
    """A recorded phase: `doubled` are units that the record lists twice, `before` the movement before a retreat."""

    game: str
    title: str
    kind: str
    request: Mapping[str, Any]
    recorded: Outcome
    doubled: tuple[str, ...]
    before: Phase | None


def read_records(path: Path) -> list[dict[str, Any]]:
    """The phases of a file of records, in their order."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def first_phases(records: Iterable[Record]) -> dict[str, Record]:
    """The first phase of the records by the name of the map."""
    found: dict[str, Record] = {}
    for each in records:
        found.setdefault(each["map"], each)
    return found


def phases(records: Iterable[Record]) -> Iterator[Phase]:
    """The phases of records in their order; a retreat comes right after its movement."""
    record: Record = {}
    phase: Phase | None = None
    for following in records:
        before, last, record = phase, record, following
        if before is not None and not (before.kind == "movement" and before.game == record["game"]):
            before = None
        orders = _by_power(record) if "retreats" in record else _of_godip(record, last)
        phase = _phase(record, before, orders)
        yield phase


def _phase(record: Record, before: Phase | None, orders: Sequence[tuple[str, str]]) -> Phase:
    """A phase whose orders are known."""
    title = _title(record, record["phase"])
    assert title is not None, "no game goes on after its end"
    turn, kind = title
    units, doubled = _units(record["units"])
    after, doubled_after = _units(record["next_units"])
    request: dict[str, Any] = {
        "id": f"{record['game']} {record['phase']}",
        "turn": turn,
        "phase": kind,
        "units": [dict(zip(("power", "type", "loc"), unit.split(), strict=True)) for unit in units],
        "orders": [{"power": power, "text": text} for power, text in orders],
    }
    if kind == "retreat":
        assert before is not None, request["id"]
        request["preceding"] = before.request
    else:
        request["owners"] = record["centers"]
        before = None
    retreats: dict[str, tuple[str, ...] | None] = {}
    for power, open_to in record.get("next_retreats", record.get("next_dislodged", {})).items():
        for unit in open_to:
            places = open_to[unit] if isinstance(open_to, Mapping) else None
            retreats[f"{power} {unit}".lower()] = None if places is None else tuple(sorted(map(str.lower, places)))
    recorded = Outcome(
        frozenset(unit.lower() for unit in after),
        {unit: places for unit, places in retreats.items() if places is None or places},
        frozenset(
            (power.lower(), centre.lower()) for power, owned in record["next_centers"].items() for centre in owned
        ),
        _title(record, record["next_phase"]),
    )
    doubles = tuple(sorted({*doubled, *doubled_after}))
    return Phase(record["game"], record["phase"], kind, request, recorded, doubles, before)


def _units(by_power: Mapping[str, Sequence[str]]) -> tuple[list[str], list[str]]:
    """The units on the board (those with a star are dislodged), each once, and those that are listed twice.

    No province holds two units. Where a record names one with a coast and without, a fleet keeps it; an army has none.
    """
    found: dict[tuple[str, str, str], str] = {}
    doubled = []
    for power, units in by_power.items():
        for unit in units:
            if unit.startswith("*"):
                continue
            kind, location = unit.split()
            province = location.partition("/")[0]
            key = (power, kind, province)
            if key in found:
                doubled.append(f"{power} {unit}".lower())
            place = province if kind == "A" else max(location, found.get(key, "").rpartition(" ")[2], key=len)
            found[key] = f"{power} {kind} {place}"
    return list(found.values()), doubled


def _title(record: Record, phase: str) -> Following:
    if " " not in phase:
        return None if phase == "COMPLETED" else (f"{SEASONS[phase[0]]} {phase[1:5]}", KINDS[phase[5]])
    year, season, kind = phase.split()
    if record["map"] == "hundred":  # a round of ten years: the first turn of it, and the second
        begin = 1425 + (int(year) - 1425) // 10 * 10
        season, year = ("Five" if int(year) == begin else "Ten"), str(begin)
    return f"{season} {year}", kind.lower()


def _by_power(record: Record) -> list[tuple[str, str]]:
    return [(power, text) for power, texts in record["orders"].items() for text in texts]


def _of_godip(record: Record, last: Record) -> list[tuple[str, str]]:
    # who was dislodged and cannot retreat is not listed: it stood where it is ordered before the movement
    units = (last if record["phase"].endswith("Retreat") else record)["units"]
    standing = {unit.split()[1].partition("/")[0]: (power, unit) for power, each in units.items() for unit in each}
    owners = {centre: power for power, owned in record["centers"].items() for centre in owned}
    return [_order(text, standing, owners) for text in record["orders"]]


def _order(text: str, standing: Mapping[str, tuple[str, str]], owners: Mapping[str, str]) -> tuple[str, str]:
    """The power and the text of an order such as `tri support bud move vie`, `build anywhere Army fla`, `remove tri`."""
    words = [word for word in text.split() if word != "anywhere"]
    if words[0] == "build":
        return owners[words[2].partition("/")[0]], " ".join(words)
    if words[0] == "remove":
        words = [words[1], "disband"]
    power, unit = standing[words[0].partition("/")[0]]
    return power, " ".join([unit, *(VERBS.get(word, word) for word in words[1:])])
