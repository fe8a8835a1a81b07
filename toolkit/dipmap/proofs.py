"""Scenarios played, and what of it is to be said: those of a source at their places, those of a package by their pointers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dipmap.checking import find_check, internal_error
from dipmap.diagnostics import Diagnostic, Finding, Place
from dipmap.model import Rule, Variant

if TYPE_CHECKING:
    from dipmap.checking import Facts

Where = Callable[[tuple[str | int, ...], bool], Place]
"""The place of a part of a scenario by its pointer (of its key where the second word is true)."""

FAILS = "scenario-fails"


@dataclass(frozen=True)
class Tried:
    """A scenario: its name, the statements it proves, and what is to be said of it. One that was not `played` proves nothing."""

    name: str
    proves: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
    played: bool = True

    @property
    def passed(self) -> bool:
        """Whether everything came as it expects."""
        return self.played and not self.diagnostics


def try_scenario(variant: Variant, data: Mapping[str, Any], where: Where, label: str) -> Tried:
    """Play a scenario, a document that its schema accepts. A crash of the judge is a finding as well.

    `label` tells it apart from others in fingerprints: the name of its file.
    """
    from dipmap.judge.scenario import run

    name = data["name"]
    owner = find_check(FAILS)
    assert owner is not None
    found = []
    try:
        for mismatch in run(variant, data):
            at = ".".join(map(str, mismatch.pointer))
            place = where(mismatch.pointer, mismatch.key)
            finding = Finding(f"{name}: {mismatch.message}", place, mismatch.hint, f"{label} {at} {mismatch.message}")
            found.append(Diagnostic(owner.code, owner.name, owner.severity, finding))
    except Exception as error:  # noqa: BLE001  a crash is a finding, and the other scenarios are still played
        found.append(internal_error(f"the scenario {name}", error))
    return Tried(name, tuple(data.get("proves") or ()), tuple(found))


def try_source(facts: Facts, left_out: Collection[str] = ()) -> tuple[Tried, ...]:
    """The scenarios of a source that was resolved, played in the order of their files; not those of the files `left_out`."""
    assert facts.variant is not None
    tried = []
    for scenario in facts.scenarios:
        name = scenario.file.source.name
        if name in left_out:
            tried.append(Tried(scenario.name, scenario.proves, played=False))
            continue
        place = scenario.file.place
        tried.append(
            try_scenario(
                facts.variant,
                scenario.data,
                lambda pointer, key, place=place: place(pointer, key=key),  # type: ignore[misc]
                name.rpartition("/")[2],
            )
        )
    return tuple(tried)


class Standing:
    """How the statements of a variant stand after its scenarios were played."""

    def __init__(self, rules: Iterable[Rule], tried: Iterable[Tried]) -> None:
        self.rules = tuple(rules)
        self.passed = {each.name for each in tried if each.passed}

    def missing(self, rule: Rule) -> list[str]:
        """The proofs of a statement that failed, were not played or are not there."""
        return [name for name in rule.proofs if name not in self.passed]

    def proved(self, rule: Rule) -> bool:
        """Whether a statement has proofs and all of them passed."""
        return not rule.text and bool(rule.proofs) and not self.missing(rule)

    def counts(self) -> dict[str, int]:
        """How many statements there are, how many are proved, text, and neither."""
        proved, text = sum(map(self.proved, self.rules)), sum(rule.text for rule in self.rules)
        return {
            "statements": len(self.rules),
            "proved": proved,
            "text": text,
            "unproved": len(self.rules) - proved - text,
        }
