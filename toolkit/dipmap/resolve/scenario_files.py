"""`scenarios/*.yaml`: positions, orders and what has to come of them, with the place of each word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from dipmap.diagnostics import Notice, Place, notice
from dipmap.resolve.yaml_file import Pointer, YamlFile, objections
from dipmap.source import Source

MAX_FILES = 500


@dataclass(frozen=True)
class Scenario:
    """One file: its name, the statements it proves, and its data as the schema admits them."""

    name: str
    proves: tuple[str, ...]
    file: YamlFile = field(repr=False)
    data: dict[str, Any] = field(repr=False)

    def place(self, *steps: str | int, key: bool = False) -> Place:
        """Where a part of it stands."""
        return self.file.place(steps, key=key)

    def steps(self) -> Iterator[tuple[Pointer, dict[str, Any]]]:
        """The first phase and those that follow, each with the pointer to it."""
        yield from _steps((), self.data)


def _steps(pointer: Pointer, step: dict[str, Any]) -> Iterator[tuple[Pointer, dict[str, Any]]]:
    yield pointer, step
    for index, each in enumerate(step.get("then") or ()):
        yield from _steps((*pointer, "then", index), each)


def read_scenario(file: YamlFile) -> tuple[Scenario | None, list[Notice]]:
    """The scenario of a YAML document, or None where its schema refuses it; every objection with its place."""
    found = objections(file, "scenario", file.source.name.rpartition("/")[2] + " ")
    if found:
        return None, found
    data = file.data
    return Scenario(data["name"], tuple(data.get("proves") or ()), file, data), []


def too_many(shown: str, count: int) -> Notice:
    """What is said of a folder with more files than are read."""
    message = f"{shown} holds {count} scenarios, more than the {MAX_FILES} that are read"
    return notice("oversized-input", message, Place(Source(shown, b"").span(0, 0)), hint="remove some", key=shown)
