"""The pages do what they say: the README's walk is run as written, links lead somewhere, generated pages are fresh."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [
    *sorted(path for path in ROOT.glob("*.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "sources").glob("*/README.md")),
    ROOT / "benchmarks" / "README.md",
]


def block(kind: str) -> str:
    found = re.search(rf"```{kind}\n(.*?)```", README, re.DOTALL)
    assert found, f"the README has no {kind}"
    return found.group(1)


def run(command: str, folder: Path) -> str:
    """What a person sees who types the command (`dipmap …`) in the folder."""
    words = command.split()
    assert words[0] == "dipmap"
    shown = subprocess.run(
        [sys.executable, "-m", "dipmap", *words[1:]],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return shown.stdout + shown.stderr


def ageless(shown: str) -> str:
    """An output without its hashes and the number of checks, which change with every version."""
    return re.sub(r"\(\d+ checks\)", "(… checks)", re.sub(r"sha256 [0-9a-f]{64}", "sha256 …", shown))


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder after the README's walk, every output as printed there."""
    folder = tmp_path_factory.mktemp("walk")
    (folder / "isles").mkdir()
    (folder / "isles" / "map.svg").write_text(block("svg"), encoding="utf-8")
    (folder / "isles" / "variant.yaml").write_text(block("yaml"), encoding="utf-8")
    (folder / "spring.txt").write_text(block("text"), encoding="utf-8")
    return folder


@pytest.mark.slow
def test_the_walk_prints_what_the_readme_shows(walked: Path):
    for console in re.findall(r"```console\n(.*?)```", README, re.DOTALL):
        for command, output in re.findall(r"^\$ (.*?)\n(.*?)(?=^\$ |\Z)", console, re.DOTALL | re.MULTILINE):
            assert ageless(run(command, walked)) == ageless(output), command
    assert (walked / "out" / "isles.map").exists()


@pytest.mark.slow
@pytest.mark.engine
def test_the_walk_ends_in_a_played_package(walked: Path, tmp_path: Path):
    pytest.importorskip("diplomacy")
    if not (walked / "out" / "isles.map").exists():
        run("dipmap build isles", walked)
        run("dipmap export build/isles/isles-1.0.0.zip --to diplomacy -o out", walked)
    program = next(text for text in re.findall(r"```python\n(.*?)```", README, re.DOTALL) if "diplomacy" in text)
    played = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        cwd=walked,
        env={"HOME": str(tmp_path), "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    promised = re.search(r"# (\[.*?\])", program)
    assert promised
    assert played.stdout.splitlines()[-1] == promised.group(1)


def test_the_finding_in_the_readme_is_real(walked: Path):
    path = walked / "isles" / "map.svg"
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace("H275", "H245"), encoding="utf-8")
    try:
        shown = run("dipmap check isles", walked)
    finally:
        path.write_text(whole, encoding="utf-8")
    promised = next(text for text in re.findall(r"```\n(.*?)```", README, re.DOTALL) if "D313" in text)
    assert promised in shown


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path):
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
        if not target.startswith(("http:", "https:", "mailto:")):
            assert (page.parent / target).exists(), target


def test_generated_pages_are_fresh():
    made = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "generate.py"), "--check"], check=False, capture_output=True, text=True
    )
    assert made.returncode == 0, made.stdout


def test_no_page_names_a_machine_or_a_registry():
    words = re.compile(r"/(?:tmp|root|home)/|pypi\.org|npmjs|files\.pythonhosted|debian\.org")
    for page in PAGES:
        assert not words.search(page.read_text(encoding="utf-8")), page
