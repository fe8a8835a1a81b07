"""Recorded games replayed phase by phase: what the judge makes of the orders, against what the engine of the record did.

    python benchmarks/replay.py ../shared [FILE...]

Each phase of a record is a request of its own, for which the judge knows nothing but the position and the orders; a
retreat comes with the movement before it. Compared are the units after the phase, who has to retreat and where each may
go, the owners of the centres, and which phase follows. A phase that differs is counted under what explains it, and that is
proved each time:

* `fallback`: played again with `convoy_adjacent: fallback` it agrees (PyPI diplomacy takes an army by land when its convoy
  to a neighbouring province fails);
* `convoyed`: the record's list of retreats of a unit dislodged by a convoyed army has all its neighbours, taken places and
  all (a fault of PyPI diplomacy); with the record's list the retreat agrees;
* `idle`: the record has a retreat phase in which units can only disband (godip); here they leave at once, and the turn ends;
* `twice`: the record lists a unit twice; without the second one it agrees.

What is left is printed in full. `lists` counts the lists of retreats that a record has, and how many of them are ours too.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from corpus_variants import GAMES, package
from packages import package_of
from records import Outcome, Phase, first_phases, phases, read_records

import dipmap
from dipmap.judge import Given, adjudicate, board_of
from dipmap.judge.protocol import answer
from dipmap.judge.state import Dislodged, Piece, State
from dipmap.model import Variant

STANDARD = ("diplomacy_network_tests", "searchbot_selfplay")
VARIANTS = "godip_variant_games"
KINDS = ("movement", "retreat", "adjustment")


def outcome(answered: Mapping[str, Any]) -> Outcome:
    """An answer in the words of a record."""
    following = answered["next"]
    return Outcome(
        frozenset(_unit(each) for each in answered["positions"]),
        {_unit(each): tuple(each["retreats"]) for each in answered["dislodged"] if each["retreats"]},
        frozenset((power, centre) for power, owned in answered["owners"].items() for centre in owned),
        None if following is None else (following["turn"], following["phase"]),
    )


def _unit(each: Mapping[str, Any]) -> str:
    return f"{each['power']} {each['type']} {each['loc']}".lower()


def differences(found: Outcome, recorded: Outcome) -> dict[str, str]:
    """What is not as recorded, by its name."""
    told = {}
    lists = {unit: places for unit, places in found.retreats.items() if recorded.retreats.get(unit, ()) is not None}
    lists |= {unit: None for unit in found.retreats if unit not in lists}
    for name, ours, theirs in (
        ("positions", found.positions, recorded.positions),
        ("retreats", set(lists.items()), set(recorded.retreats.items())),
        ("owners", found.owners, recorded.owners),
        ("following", {found.following}, {recorded.following}),
    ):
        if ours != theirs:
            told[name] = f"{name}: {sorted(map(str, ours - theirs))}, recorded {sorted(map(str, theirs - ours))}"
    return told


# ---- what explains a difference


@dataclass(frozen=True)
class Difference:
    """A phase that did not come out as recorded: `found` is what did (None where the judge objects), `told` what differs."""

    variant: Variant
    phase: Phase
    found: Outcome | None
    told: Mapping[str, str]


def fallback(case: Difference) -> bool:
    """Whether the phase agrees where a convoy to a neighbour that fails goes by land."""
    again = answer(case.variant, {**case.phase.request, "options": {"convoy_adjacent": "fallback"}})
    return "error" not in again and not differences(outcome(again), case.phase.recorded)


def convoyed(case: Difference) -> bool:
    """Whether the record's lists of retreats after convoys are all that makes the difference."""
    phase, found = case.phase, case.found
    if found is None:
        return False
    if phase.kind == "retreat":
        return _with_the_recorded_lists(case.variant, phase) == phase.recorded.positions
    recorded = phase.recorded.retreats
    units = [unit for unit in {*found.retreats, *recorded} if found.retreats.get(unit) != recorded.get(unit)]
    if "positions" in case.told or not units or not all(_all_neighbours(case.variant, phase, unit) for unit in units):
        return False
    # where only those units may retreat, a retreat phase is recorded and none played
    return not case.told.keys() & {"owners", "following"} or not found.retreats


def idle(case: Difference) -> bool:
    """Whether the record has a retreat phase in which nobody can retreat, and nothing else differs but what follows from it."""
    following = case.phase.recorded.following
    waits = following is not None and following[1] == "retreat" and not case.phase.recorded.retreats
    return waits and case.found is not None and not case.found.retreats and case.told.keys() <= {"owners", "following"}


def _all_neighbours(variant: Variant, phase: Phase, unit: str) -> bool:
    """Whether a unit was dislodged by a convoyed army, and its recorded list has all the neighbours it has by its own moves."""
    _, kind, location = unit.split()
    ways = board_of(variant).step[kind.upper()][location]
    landed = f"- {location.partition('/')[0]}".upper()
    by_sea = any(" C " in each["text"] and each["text"].endswith(landed) for each in phase.request["orders"])
    return by_sea and set(phase.recorded.retreats.get(unit) or ()) == ways


def _with_the_recorded_lists(variant: Variant, phase: Phase) -> frozenset[str]:
    """The positions after a retreat in which the record's own lists hold."""
    assert phase.before is not None
    turn, year = phase.request["turn"].lower().split()
    dislodged = tuple(
        Dislodged(_piece(unit), None, places or ()) for unit, places in sorted(phase.before.recorded.retreats.items())
    )
    units = tuple(map(_piece, sorted(phase.before.recorded.positions)))
    state = State(turn, int(year), "retreat", units, {}, dislodged)
    orders = [Given(each["power"].lower(), each["text"]) for each in phase.request["orders"]]
    after = adjudicate(variant, state, orders).state
    return frozenset(f"{unit.power} {unit.type} {unit.location}".lower() for unit in after.units)


def _piece(unit: str) -> Piece:
    power, kind, location = unit.split()
    return Piece(power, kind.upper(), location)


EXPLANATIONS: Mapping[str, Callable[[Difference], bool]] = {
    "fallback": fallback,
    "convoyed": convoyed,
    "idle": idle,
}


@dataclass
class Row:
    """How the phases of one kind in one file or game came out."""

    phases: int = 0
    agree: int = 0
    explained: Counter[str] = field(default_factory=Counter)
    left: list[str] = field(default_factory=list)
    lists: int = 0
    same_lists: int = 0


def replay(variant: Variant, recorded: Iterable[Phase]) -> dict[str, Row]:
    """Play recorded phases, each by itself; a row for each kind of phase."""
    rows = {kind: Row() for kind in KINDS}
    for phase in recorded:
        row = rows[phase.kind]
        row.phases += 1
        answered = answer(variant, phase.request)
        if "error" in answered:
            # the position it follows from is one that a rule choice made
            found, told = None, {"error": answered["error"]}
        else:
            found = outcome(answered)
            told = differences(found, phase.recorded)
            for unit, places in phase.recorded.retreats.items():
                row.lists += places is not None
                row.same_lists += places is not None and found.retreats.get(unit) == places
        if told:
            case = Difference(variant, phase, found, told)
            reason = next((name for name, holds in EXPLANATIONS.items() if holds(case)), "")
            if reason:
                row.explained[reason] += 1
            else:
                row.left.append(f"{phase.game} {phase.title}: {'; '.join(told.values())}")
        elif phase.doubled:
            row.explained["twice"] += 1
        else:
            row.agree += 1
    return rows


def all_rows(shared: Path, names: Sequence[str], scratch: Path) -> dict[str, dict[str, Row]]:
    """The rows of each file of records, of the variants each by itself; packages are built on the way."""
    found = {}
    games = shared / "games"
    if any(name in STANDARD for name in names):
        standard = dipmap.load(package_of("standard", scratch))
        for name in STANDARD:
            if name in names:
                found[name] = replay(standard, phases(read_records(games / f"{name}.jsonl")))
    if VARIANTS in names:
        records = read_records(games / f"{VARIANTS}.jsonl")
        for name in GAMES:
            variant = package(shared / "corpus", name, first_phases(records)[name], scratch)
            found[name] = replay(variant, phases(each for each in records if each["map"] == name))
    return found


def table(found: Mapping[str, Mapping[str, Row]]) -> str:
    """The rows as aligned text, with what is left unexplained below."""
    names = [*EXPLANATIONS, "twice"]
    head = f"{'records':<24} {'phase':<10} {'phases':>6} {'agree':>6} "
    lines = [head + " ".join(f"{name:>8}" for name in names) + f" {'left':>4}  lists"]
    for title, rows in found.items():
        for kind, row in rows.items():
            counts = " ".join(f"{row.explained[name] or '':>8}" for name in names)
            lists = f"  {row.same_lists} of {row.lists}" if row.lists else ""
            lines.append(
                f"{title:<24} {kind:<10} {row.phases:>6} {row.agree:>6} {counts} {len(row.left):>4}{lists}".rstrip()
            )
    every = [row for rows in found.values() for row in rows.values()]
    counts = " ".join(f"{sum(row.explained[name] for row in every):>8}" for name in names)
    totals = (sum(row.phases for row in every), sum(row.agree for row in every), sum(len(row.left) for row in every))
    lines.append(f"{'all':<35} {totals[0]:>6} {totals[1]:>6} {counts} {totals[2]:>4}")
    return "\n".join([*lines, *(line for row in every for line in row.left)])


def main(arguments: Sequence[str]) -> int:
    """Print the table."""
    if not arguments or not (Path(arguments[0]) / "games").is_dir():
        print(__doc__)
        return 2
    begin = time.perf_counter()
    with TemporaryDirectory() as scratch:
        found = all_rows(Path(arguments[0]), arguments[1:] or (*STANDARD, VARIANTS), Path(scratch))
    print(table(found))
    print(f"{time.perf_counter() - begin:.1f} s, packages built on the way")
    return 1 if any(row.left for rows in found.values() for row in rows.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
