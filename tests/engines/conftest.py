"""What the tests of all engines share."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from dipmap.engines import Material, PackageMap, engine
from dipmap.model import Variant
from dipmap.package.normalise import normalised_map
from dipmap.pipeline import read

ROOT = Path(__file__).resolve().parents[2]
Drawing = Callable[[str], tuple[Variant, PackageMap]]
Exported = Callable[[str, str], tuple[Variant, dict[str, bytes]]]


@pytest.fixture(scope="session")
def drawn() -> Drawing:
    """A source of our own by name: its variant, and the map its package holds."""

    @cache
    def make(name: str) -> tuple[Variant, PackageMap]:
        facts = read(ROOT / "sources" / name)
        assert facts.variant is not None
        return facts.variant, PackageMap(normalised_map(facts))

    return make


@pytest.fixture(scope="session")
def exported(drawn: Drawing) -> Exported:
    """A source of our own exported to an engine, both by name: its variant and the files, made once."""

    @cache
    def make(name: str, target: str) -> tuple[Variant, dict[str, bytes]]:
        variant, drawing = drawn(name)
        return variant, engine(target).write(variant, Material(drawing))

    return make
