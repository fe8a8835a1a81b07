"""Hostile files given to `dipmap import`: a sentence, the code 1, and nothing written anywhere."""

import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from dipmap.cli import main
from importing import hostile

NESTED = b"[" * 200_000 + b"]" * 200_000


def run(*args):
    return CliRunner().invoke(main, ["import", "-o", "out", *args])


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return tmp_path


def everything(folder):
    """What stands in a folder and below it, with the bytes; links are not followed."""
    return {
        path: path.readlink() if path.is_symlink() else path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


def refused(here, args, told):
    before = everything(here)
    start = time.perf_counter()
    done = run(*args)
    assert time.perf_counter() - start < 5
    assert done.exit_code == 1, done.output
    assert "error[D811]" in done.stdout
    assert told in done.stdout
    assert "Traceback" not in done.output
    assert everything(here) == before


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (hostile.bomb(), "map.svg would unpack to more than 200 times its size"),
        (hostile.many_bombs(), "x.zip unpacks to more than 64 MB"),
        (hostile.overlapping(), "files in it overlap"),
        (hostile.long_list(), "x.zip holds more than 1000 files"),
        (hostile.lying_list(), "x.zip holds more than 1000 files"),
        (hostile.traversal(), "x.zip holds '../evil.svg', which leads elsewhere"),
        (hostile.traversal("/etc/evil.svg"), "which leads elsewhere"),
        (hostile.traversal("..\\evil.svg"), "which has a backslash in it"),
        (hostile.links(), "map.svg in x.zip is a link or worse, not a file"),
        (hostile.encrypted(), "map.svg is encrypted"),
        (b"nonsense", "x.zip is no zip that can be read"),
    ],
)
def test_hostile_zips(here, data, told):
    Path("x.zip").write_bytes(data)
    refused(here, ["x.zip"], told)


def test_links_in_a_folder(here):
    Path("f").mkdir()
    Path("f/map.svg").symlink_to("/etc/passwd")
    refused(here, ["f"], "'map.svg' in f is a symbolic link")


def test_a_line_of_a_megabyte(here):
    Path("x.map").write_bytes(b"VICTORY 18\n" + b"x" * 1_000_000)
    refused(here, ["x.map"], "line 2 of x.map has 1,000,000 bytes")


@pytest.mark.parametrize("name", ["variants.xml", "a_adjacency.xml"])
def test_xml_bombs(here, name):
    """Whichever data file of a jDip zip it is, it is refused and not unfolded."""
    variants = b"<VARIANTS><VARIANT name='A'><MAP URI='x.svg' adjacencyURI='a_adjacency.xml'/></VARIANT></VARIANTS>"
    files = {"variants.xml": variants, "a_adjacency.xml": b"<PROVINCES/>", "x.svg": b"<svg/>"}
    Path("x.zip").write_bytes(hostile.zip_of({**files, name: hostile.XML_BOMB}))
    refused(here, ["x.zip"], f"the entity b is made of other entities (import-unreadable)\n --> {name}:1:")


def test_nested_json(here):
    for name in ("config.json", "x.json"):
        Path(name).write_bytes(NESTED)
        refused(here, [name], name)


def test_one_bad_file_among_good_ones(here):
    """Nothing is imported of a call in which something is refused."""
    Path("good.zip").write_bytes(hostile.zip_of({"variants.xml": b"<VARIANTS/>"}))
    Path("x.zip").write_bytes(hostile.traversal())
    refused(here, ["good.zip", "x.zip"], "which leads elsewhere")
