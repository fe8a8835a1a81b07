"""`rules.yaml`: the statements of a variant's document, with the place of each and of each of its facts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from dipmap.diagnostics import Notice, Place
from dipmap.model import Fact, Rule
from dipmap.resolve.yaml_file import YamlFile, objections


@dataclass(frozen=True)
class RulesFile:
    """The statements in order of the file."""

    file: YamlFile = field(repr=False)
    document: str
    rules: tuple[Rule, ...]

    def place(self, rule: str, *steps: str | int, key: bool = False) -> Place:
        """Where a statement, or a part of it, stands."""
        return self.file.place(("rules", rule, *steps), key=key)


def read_rules(file: YamlFile) -> tuple[RulesFile | None, list[Notice]]:
    """The statements of a YAML document, or None where its schema refuses it; every objection with its place."""
    found = objections(file, "rules")
    if found:
        return None, found
    rules = tuple(_rule(identity, entry) for identity, entry in file.data["rules"].items())
    return RulesFile(file, file.data.get("document", ""), rules), []


def _rule(identity: str, entry: dict[str, Any]) -> Rule:
    return Rule(
        identity,
        " ".join(entry["sense"].split()),
        entry.get("where", ""),
        tuple(Fact(path, value) for path, value in (entry.get("facts") or {}).items()),
        tuple(entry.get("proofs") or ()),
        entry.get("text", False),
    )
