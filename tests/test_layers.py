"""The folders import one way: each only from lines below its own, never from its neighbours on the line."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "toolkit" / "dipmap"

# the highest line first; names on one line never import each other
LINES = (
    ("__main__",),
    ("cli",),
    ("importing",),
    ("pipeline",),
    ("suppressions", "package", "proofs", "sketch"),
    ("checks", "engines", "reporters", "judge", "analysis"),
    ("checking",),
    ("resolve",),
    ("dialects",),
    ("draft",),
    ("svg",),
    ("geometry",),
    ("model",),
    ("visible",),
    ("unpacking",),
    ("diagnostics", "schema", "registry"),
    ("schema_words",),
    ("source",),
    ("__init__",),
)
LEVEL = {name: number for number, line in enumerate(LINES) for name in line}


def files() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def room(path: Path) -> str:
    parts = path.relative_to(PACKAGE).parts
    return parts[0].removesuffix(".py")


def imports(path: Path) -> list[str]:
    """The rooms a file imports at run time; what stands under TYPE_CHECKING is for readers only."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing_only = {
        node
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and isinstance(block.test, ast.Name) and block.test.id == "TYPE_CHECKING"
        for node in ast.walk(block)
    }
    found = []
    for node in ast.walk(tree):
        if node in typing_only:
            continue
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("dipmap"):
            names = (
                [f"{node.module}.{alias.name}" for alias in node.names] if node.module == "dipmap" else [node.module]
            )
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names if alias.name.startswith("dipmap")]
        else:
            continue
        for name in names:
            inner = name.split(".")[1] if "." in name else "__init__"
            found.append(inner if inner in LEVEL else "__init__")
    return found


def test_every_folder_has_a_line():
    assert {room(path) for path in files()} <= set(LEVEL)


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_lead_downwards(path: Path):
    here = room(path)
    if here == "__init__":
        return  # the front door opens `load` only when somebody calls it
    for other in imports(path):
        assert other == here or LEVEL[other] > LEVEL[here], f"{here} imports {other}"


def test_only_the_command_line_prints_or_exits():
    for path in files():
        if room(path) in ("cli", "__main__"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("print", "exit", "quit"), path


def test_untrusted_xml_is_parsed_in_one_place():
    for path in files():
        text = path.read_text(encoding="utf-8")
        if path.relative_to(PACKAGE) != Path("svg/xml.py"):
            assert "expat" not in text, path
        for parser in ("xml.etree", "etree.parse", "etree.fromstring", "etree.XML(", "minidom", "xml.sax", "iterparse"):
            assert parser not in text, f"{path} uses {parser}"


def test_modules_stay_readable():
    for path in files():
        text = path.read_text(encoding="utf-8")
        if text.count("\n") > 500:
            assert "lines" in (ast.get_docstring(ast.parse(text)) or ""), f"{path} is long and gives no reason"
