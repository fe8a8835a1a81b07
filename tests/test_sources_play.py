"""Our variants in a real engine: exported with exactly their named losses, loaded without an error, played."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PLAY = ROOT / "tests" / "engines" / "play_diplomacy.py"
LOSSES = {
    "standard": [],
    "stockholm": ["permission-passage"],
    "zeus": [
        "build-limits",
        "island-sea-convoy",
        "opening-alternatives",
        "opening-caps",
        "secret-opening",
    ],
    "yubani": ["automatic-builds", "no-retreats", "one-phase-year", "points-victory", "last-year"],
    "philadelphia": ["capacity", "secret-opening", "joint-opening", "victory-below-majority"],
}
pytestmark = [pytest.mark.slow, pytest.mark.engine]


def dipmap(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "dipmap", *words], check=False, capture_output=True, text=True, timeout=300
    )


@pytest.mark.parametrize("name", LOSSES)
def test_it_plays_thirty_phases(name: str, tmp_path: Path):
    pytest.importorskip("diplomacy")
    built = dipmap("build", str(ROOT / "sources" / name), "-o", str(tmp_path))
    assert built.returncode == 0, built.stdout + built.stderr
    package = str(next((tmp_path / name).glob("*.zip")))
    out = tmp_path / "out"
    if LOSSES[name]:
        refused = dipmap("export", package, "--to", "diplomacy", "-o", str(out))
        assert refused.returncode == 1
        assert not out.exists() or not any(out.iterdir())
        for loss in LOSSES[name]:
            assert loss in refused.stdout + refused.stderr
    accepted = [word for loss in LOSSES[name] for word in ("--accept-loss", loss)]
    exported = dipmap("export", package, "--to", "diplomacy", "-o", str(out), *accepted)
    assert exported.returncode == 0, exported.stdout + exported.stderr
    made = next(out.rglob("*.map"))
    text = made.read_text(encoding="utf-8")
    assert all(loss in text for loss in LOSSES[name])
    played = subprocess.run(
        [sys.executable, "-W", "ignore", str(PLAY), str(made), "--phases", "30", "--seed", "1"],
        check=True,
        capture_output=True,
        text=True,
        timeout=600,
    )
    result = json.loads(played.stdout.splitlines()[-1])
    assert result["errors"] == []
    assert result["phases"] == 30
