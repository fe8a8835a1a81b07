"""Shared ground of the tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"

sys.path[:0] = [str(Path(__file__).parent), str(ROOT / "benchmarks")]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests that need the corpus ran, so that a green run on a machine without it fools nobody."""
    counts = {
        outcome: sum("shared" in report.keywords for report in terminalreporter.stats.get(outcome, ()))
        for outcome in ("passed", "failed", "skipped")
    }
    ran = counts["passed"] + counts["failed"]
    terminalreporter.write_line(f"tests that need ../shared: {ran} ran, {counts['skipped']} were skipped")


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("shared") and not (SHARED / "corpus").is_dir():
        pytest.skip("needs ../shared, which is not here")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The research corpus beside the project; tests that need it are skipped, and say so, where it is absent."""
    if not (SHARED / "corpus").is_dir():
        pytest.skip("needs ../shared, which is not here")
    return SHARED
