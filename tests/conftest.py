"""Shared ground of the tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The research corpus beside the project; tests that need it are skipped, and say so, where it is absent."""
    if not (SHARED / "corpus").is_dir():
        pytest.skip("needs ../shared, which is not here")
    return SHARED
