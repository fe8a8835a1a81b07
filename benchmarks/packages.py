"""Our own compiled packages, for benchmarks and tests."""

from __future__ import annotations

from pathlib import Path

from dipmap.pipeline import build

SOURCES = Path(__file__).resolve().parents[1] / "sources"


def package_of(name: str, folder: Path) -> Path:
    """The package that `dipmap build` makes of one of our sources, written to a folder."""
    found = build(SOURCES / name, folder)
    assert found.written is not None, [each.finding.message for each in found.report.diagnostics]
    return found.written.path
