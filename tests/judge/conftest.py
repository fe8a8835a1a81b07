"""The package of the standard game, built once for all tests of the judge."""

from __future__ import annotations

from pathlib import Path

import pytest
from packages import package_of

import dipmap
from dipmap.model import Variant


@pytest.fixture(scope="session")
def standard_package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The zip that `dipmap build` makes of sources/standard."""
    return package_of("standard", tmp_path_factory.mktemp("standard"))


@pytest.fixture(scope="session")
def standard_game(standard_package: Path) -> Variant:
    """The variant in it."""
    return dipmap.load(standard_package)
