"""The scenarios in a package, so that whoever has nothing else can play them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dipmap.package.errors import PackageError, refused
from dipmap.package.files import FORMAT, MAX_JSON, SCENARIOS, Package, json_bytes
from dipmap.package.read import FETCH, check_format, document_of
from dipmap.package.semantics import objections
from dipmap.schema import Problem

Scenario = Mapping[str, Any]


def scenarios_bytes(scenarios: Iterable[Scenario]) -> bytes:
    """`scenarios.json` of some scenarios, by name. Raises `PackageError` where readers would refuse it for its size."""
    document = {"format": FORMAT, "scenarios": sorted(scenarios, key=lambda scenario: str(scenario["name"]))}
    data = json_bytes(document)
    if len(data) > MAX_JSON:
        raise PackageError(
            f"{SCENARIOS} would have {len(data):,} bytes, more than the {MAX_JSON:,} that readers take",
            hint="write fewer scenarios, or shorter ones",
        )
    return data


def scenarios_of(package: Package) -> tuple[dict[str, Any], ...]:
    """The scenarios of an opened package, none where it has none; raises `PackageError` where they are not in order."""
    if SCENARIOS not in package.files:
        return ()
    document = document_of(SCENARIOS, package[SCENARIOS])
    check_format(SCENARIOS, document)
    found = objections("scenarios", document)
    if not found:
        seen: set[str] = set()
        for index, scenario in enumerate(document["scenarios"]):
            if scenario["name"] in seen:
                message = f"the scenario {scenario['name']} stands twice"
                found.append(Problem(("scenarios", index, "name"), message, "remove one of the two"))
            seen.add(scenario["name"])
    if found:
        raise refused(SCENARIOS, found, hint=FETCH)
    return tuple(document["scenarios"])
