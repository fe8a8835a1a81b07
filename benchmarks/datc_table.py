"""The cases of the DATC on the package of sources/standard: how many of each section come out as they should.

    python benchmarks/datc_table.py

The cases stand in `tests/facts/datc_cases.json`. Compared are positions, moves that failed, supports that are told of, units
dislodged with the province their attacker came from, and units disbanded. A retreat comes with the movement before it, and
the judge objects where that does not leave the position of the case.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from packages import package_of

import dipmap
from dipmap.judge.protocol import answer

FACTS = Path(__file__).resolve().parents[1] / "tests" / "facts" / "datc_cases.json"
CASES: list[dict[str, Any]] = json.loads(FACTS.read_text(encoding="utf-8"))

# the issues of the DATC that are options of ours; all others have one answer throughout, which is our default
OPTIONS = {
    ("4.A.2", "szykman"): ("paradox", "szykman"),
    ("4.A.3", "2023 intent (own fleet or via convoy), no land fallback"): ("convoy_adjacent", "intent"),
    ("4.A.3", "1971 (convoy if it leads to a swap)"): ("convoy_adjacent", "swap-1971"),
    ("4.A.3", "2000 with land fallback"): ("convoy_adjacent", "fallback"),
    (
        "4.D.8",
        "2023: distance to owned centres, any terrain; fleet before army; then alphabetical (English)",
    ): ("disband_distance", "owned"),
    ("4.D.8", "2000: distance to home centres; fleets before armies; alphabetical"): ("disband_distance", "home"),
}
CHOICES = {issue for issue, _ in OPTIONS}

FAULTS = {("6.A.5", "A LVP S YOR - YOR"): "the text of the case calls this support illegal as well"}
"""What the table has wrong: a support that it says is given."""


def request(case: Mapping[str, Any]) -> dict[str, Any]:
    """A case as a request."""
    found = {
        "id": case["id"],
        "turn": case["season"],
        "phase": "adjustment" if case["phase"] == "build" else case["phase"],
        "units": units(case["units"]),
        "owners": case.get("owners", {}),
        "orders": orders(case["orders"]),
        "options": dict(OPTIONS[item] for item in case.get("options", {}).items() if item[0] in CHOICES),
    }
    if "dislodged" in case:
        found["dislodged"] = units(case["dislodged"])
    if "preceding" in case:
        before = case["preceding"]
        found["preceding"] = {"units": units(before["units"]), "orders": orders(before["orders"])}
    return found


def units(texts: Sequence[str]) -> list[dict[str, str]]:
    """`england F nth` as an entry of a request, in capitals as the DATC has them."""
    return [dict(zip(("power", "type", "loc"), text.upper().split(), strict=True)) for text in texts]


def orders(by_power: Mapping[str, Sequence[str]]) -> list[dict[str, str]]:
    return [{"power": power, "text": text} for power, texts in by_power.items() for text in texts]


def faults(case: Mapping[str, Any], answered: Mapping[str, Any]) -> Iterator[str]:
    """What in an answer is not as a case expects it: one sentence each."""
    if "error" in answered:
        yield f"error: {answered['error']}"
        return
    expected = case["expected"]
    yield from differing("positions", shown(answered["positions"]), expected["positions"])
    if "dislodged" in expected:
        # the table does not name the attacker: it is the unit whose move there did not fail
        origins = [f"{unit} from {attacker(case, unit)}" for unit in expected["dislodged"]]
        got = [f"{unit} from {each['from']}" for unit, each in zip_units(answered["dislodged"])]
        yield from differing("dislodged", got, origins)
    if "disbanded" in expected:
        yield from differing("disbanded", shown(answered["disbanded"]), expected["disbanded"])
    if "failed" in expected:
        moves = {each["text"] for each in orders(case["orders"]) if is_move(each["text"])}
        got = [
            f"{each['power']}: {each['order']}"
            for each in answered["results"]
            if each["order"] in moves and each["outcome"] != "succeeds"
        ]
        failed = [f"{each['power']}: {each['text']}" for each in orders(expected["failed"])]
        yield from differing("failed", got, failed)
    for text, outcome in expected.get("support_results", {}).items():
        wanted = outcome == "succeeds" and (case["id"], text) not in FAULTS
        outcomes = [each["outcome"] for each in answered["results"] if each["order"] == text]
        if [found == "succeeds" for found in outcomes] != [wanted]:
            yield f"{text}: {', '.join(outcomes) or 'no result'}"


def is_move(text: str) -> bool:
    """Whether an order is a move: `A PAR - BUR`, and not a support or a convoy of one."""
    return text.split()[2:3] == ["-"]


def attacker(case: Mapping[str, Any], unit: str) -> str:
    """The province from which the unit came that dislodged another."""
    failed = {(power, text) for power, texts in case["expected"]["failed"].items() for text in texts}
    there = unit.split()[2].partition("/")[0]
    origins = [
        text.split()[1].lower().partition("/")[0]
        for power, texts in case["orders"].items()
        for text in texts
        if is_move(text) and (power, text) not in failed and text.split()[3].lower().partition("/")[0] == there
    ]
    (origin,) = set(origins)
    return origin


def zip_units(entries: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for each in entries:
        yield f"{each['power']} {each['type']} {each['loc']}", each


def shown(entries: Sequence[Mapping[str, Any]]) -> list[str]:
    return [text for text, _ in zip_units(entries)]


def differing(what: str, got: Sequence[str], expected: Sequence[str]) -> Iterator[str]:
    if sorted(got) != sorted(expected):
        yield f"{what}: {', '.join(sorted(got)) or 'none'}; expected {', '.join(sorted(expected)) or 'none'}"


def section(case: Mapping[str, Any]) -> str:
    """`6.A`, or `6.A variants` of the entries for other rules than those of today."""
    return f"{case['id'][:3]} variants" if "@" in case["id"] else case["id"][:3]


def table(failed: Mapping[str, Sequence[str]]) -> str:
    """How many entries of each section are right; `failed` has what is wrong by the id of the entry."""
    sections: dict[str, list[str]] = {}
    for case in CASES:
        sections.setdefault(section(case), []).append(case["id"])
    rows = [
        f"{name:<14} {len(ids) - sum(i in failed for i in ids):>3} of {len(ids):>3}"
        for name, ids in sorted(sections.items())
    ]
    rows.append(f"{'all':<14} {len(CASES) - len(failed):>3} of {len(CASES):>3}")
    return "\n".join(rows + [f"{name}: {'; '.join(words)}" for name, words in failed.items()])


def main() -> int:
    """Print the table."""
    with TemporaryDirectory() as folder:
        variant = dipmap.load(package_of("standard", Path(folder)))
    failed = {case["id"]: found for case in CASES if (found := list(faults(case, answer(variant, request(case)))))}
    print(table(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
