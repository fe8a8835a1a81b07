"""What the handbook shows of `variant.yaml`, and of files like it, is YAML, and its keys are keys."""

import re
from pathlib import Path

import pytest

from dipmap.checking import find_check
from dipmap.cli import main
from dipmap.resolve.yaml_file import read_yaml
from dipmap.schema import problems, schema

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCKS = [
    pytest.param(block, id=f"{page.name}-{number}")
    for page in PAGES
    for number, block in enumerate(
        re.findall(r"^```yaml\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    )
]
WHOLE = {
    "id": "x",
    "name": "x",
    "version": "1.0",
    "turn": "spring 1901",
    "phase": "movement",
    "expect": {"winner": None},
}
FILES = ("variant", "rules", "sketch", "scenario")


@pytest.mark.parametrize("block", BLOCKS)
def test_yaml_of_the_handbook(block):
    document, notices = read_yaml("block", block.encode())
    assert notices == []
    assert document is not None
    data = document.data
    if isinstance(data, list):  # steps of a workflow
        assert all(set(step) <= {"run", "uses", "with", "name"} for step in data)
        return
    name = next((name for name in FILES if set(data) <= set(schema(name)["properties"])), None)
    if isinstance(data.get("rules"), dict):
        name = "rules"
    assert name is not None, f"no file has all these keys: {', '.join(data)}"
    needed = {*schema(name)["required"], "name"} & set(schema(name)["properties"])
    whole = {key: value for key, value in WHOLE.items() if key in needed}
    assert problems(name, whole | data) == []


def test_there_are_such_blocks():
    assert len(BLOCKS) > 10


def test_explain_cites_a_check_that_exists():
    text = main.get_command(None, "explain").help
    code, name = re.search(r"a code \((\w+)\) or a name \(([\w-]+)\)", text).groups()
    assert find_check(code).name == name
