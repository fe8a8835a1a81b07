"""What the tests of all engines share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dipmap.engines import PackageMap
from dipmap.model import Variant
from dipmap.package.normalise import normalised_map
from dipmap.pipeline import read

ROOT = Path(__file__).resolve().parents[2]
Drawing = Callable[[str], tuple[Variant, PackageMap]]


@pytest.fixture(scope="session")
def drawn() -> Drawing:
    """A source of our own by name: its variant, and the map its package holds."""
    found: dict[str, tuple[Variant, PackageMap]] = {}

    def make(name: str) -> tuple[Variant, PackageMap]:
        if name not in found:
            facts = read(ROOT / "sources" / name)
            assert facts.variant is not None
            found[name] = facts.variant, PackageMap(normalised_map(facts))
        return found[name]

    return make
