"""Every check with its cases: `cases/D204-overlapping-provinces.md` holds files and the findings they must get.

A case is a `## title` with fenced blocks: `svg` (map.svg), `yaml` (variant.yaml), any block with a file name after the
word (```` ```svg europe.svg ````, ```` ```yaml scenarios/first.yaml ````), and `findings`, one line for each finding of the check that the file is named after:

    map.svg:3:5 error the message, word by word
    - warning a message without a place

Blocks before the first `##` are the ones every case takes where it has none of its own; with a block `findings` among
them they are a case of their own. An empty `findings` block says that the check is silent. A line `others: D309 D506`
names other codes that may appear in the case; any further error or warning fails it: broken things are told once.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import dipmap
from dipmap.checking import FAMILIES, all_checks, find_check
from dipmap.diagnostics import Diagnostic, Severity
from dipmap.pipeline import check

CASES = Path(__file__).with_name("cases")
PACKAGE = Path(dipmap.__file__).parent
FILES = {"svg": "map.svg", "yaml": "variant.yaml"}
# checks of several sources, of packages, of games, of exports and imports, and of dipmap itself, which no source can make fire: see test_checks_of_stages.py
WITHOUT_CASES = {
    *("D702", "D703", "D704", "D705", "D706", "D707", "D801", "D802", "D901"),
    *("D811", "D812", "D813", "D814", "D815", "D816"),
}


@dataclass(frozen=True)
class Case:
    code: str
    title: str
    files: dict[str, str]
    findings: tuple[str, ...]
    others: frozenset[str]


def read_cases(path: Path) -> list[Case]:
    """The cases of one file."""
    code = path.name.partition("-")[0]
    sections = [_section(lines) for lines in _split(path.read_text(encoding="utf-8").splitlines())]
    common = sections[0]
    return [
        Case(code, title or "first", common[1] | files, tuple(findings), common[3] | others)
        for title, files, findings, others in sections
        if findings is not None
    ]


def _split(lines: list[str]) -> Iterator[list[str]]:
    part: list[str] = []
    fenced = False
    for line in lines:
        fenced ^= line.startswith("```")
        if line.startswith("## ") and not fenced:
            yield part
            part = []
        part.append(line)
    yield part


def _section(lines: list[str]) -> tuple[str, dict[str, str], list[str] | None, frozenset[str]]:
    title, others = "", frozenset()
    files: dict[str, str] = {}
    findings: list[str] | None = None
    rest = iter(lines)
    for line in rest:
        if line.startswith("## "):
            title = line[3:].strip()
        elif line.startswith("others:"):
            others = frozenset(line.partition(":")[2].split())
        elif line.startswith("```"):
            word, _, name = line[3:].strip().partition(" ")
            block = list(iter(lambda: next(rest), "```"))
            if word == "findings":
                findings = [entry for entry in block if entry.strip()]
            else:
                files[name or FILES[word]] = "".join(f"{entry}\n" for entry in block)
    return title, files, findings, others


def shown(diagnostic: Diagnostic) -> str:
    """A finding as a line of a `findings` block."""
    span = diagnostic.finding.place.span
    where = f"{span.source.name}:{span.begin[0]}:{span.begin[1]}" if span else "-"
    return f"{where} {diagnostic.severity} {diagnostic.finding.message}"


def cases() -> list[Case]:
    return [case for path in sorted(CASES.glob("*.md")) for case in read_cases(path)]


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case.code} {case.title}")
def test_case(case: Case, tmp_path: Path):
    for name, text in case.files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    diagnostics = check(tmp_path).diagnostics
    own = [diagnostic for diagnostic in diagnostics if diagnostic.code == case.code]
    assert [shown(diagnostic) for diagnostic in own] == list(case.findings)
    strange = [
        f"{diagnostic.code} {shown(diagnostic)}"
        for diagnostic in diagnostics
        if diagnostic.code not in {case.code, *case.others} and diagnostic.severity is not Severity.INFO
    ]
    assert strange == []
    fingerprints = [diagnostic.fingerprint for diagnostic in own]
    assert len(set(fingerprints)) == len(fingerprints), "two findings cannot be told apart: give them keys"
    for diagnostic in own:
        finding = diagnostic.finding
        assert not finding.message.endswith("."), finding.message
        assert "\n" not in finding.message
        assert finding.hint, f"no hint: {finding.message}"
        assert re.match(r"[a-z]", finding.hint), finding.hint
        assert not finding.hint.endswith("."), finding.hint


def test_every_check_has_a_case_that_fires_and_one_that_is_silent():
    wanted = {f"{item.code}-{item.name}.md" for item in all_checks() if item.code not in WITHOUT_CASES}
    assert {path.name for path in CASES.glob("*.md")} == wanted
    for path in sorted(CASES.glob("*.md")):
        found = read_cases(path)
        assert any(case.findings for case in found), f"{path.name}: no case fires"
        assert any(not case.findings for case in found), f"{path.name}: no case is silent"
        titles = [case.title for case in found]
        assert len(set(titles)) == len(titles), path.name


@pytest.mark.parametrize("item", all_checks(), ids=lambda item: f"{item.code} {item.name}")
def test_check_is_whole(item):
    lines = item.text.splitlines()
    assert re.fullmatch(r"[A-Zd].*[^.]\.", lines[0]), "the first line is one sentence with a full stop"
    headings = [line for line in lines if line.startswith("## ")]
    assert headings in (["## Why", "## Fix"], ["## Why", "## Fix", "## Example"])
    assert item.module == f"dipmap.checks.{item.name.replace('-', '_')}"
    assert item.code[:2] in FAMILIES
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", item.name)
    assert find_check(item.code) is item
    assert find_check(item.name) is item


def test_no_code_and_no_name_twice():
    checks = all_checks()
    assert len({item.code for item in checks}) == len(checks)
    assert len({item.name for item in checks}) == len(checks)


_KEBAB = re.compile(r"[a-z]+(?:-[a-z]+)+")
_TELLERS = {"notice", "Notice", "say", "refuse", "_finding"}


def noticed_names() -> dict[str, str]:
    """Names under which the stages leave notices, with the file of one of them."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        folder = path.relative_to(PACKAGE).parts[0]
        if folder in ("checks", "engines", "reporters", "cli", "judge", "analysis"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for text in _names(node):
                if _KEBAB.fullmatch(text):
                    found.setdefault(text, path.relative_to(PACKAGE).as_posix())
    return found


def _names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Call) and node.args:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in _TELLERS:
            yield from _texts(node.args[0])
    elif isinstance(node, ast.Assign) and isinstance(node.value, ast.IfExp):
        # what = "nameless-shape" if not name else "unreadable-name"
        if all(isinstance(target, ast.Name) and target.id == "what" for target in node.targets):
            yield from _texts(node.value)
    elif isinstance(node, ast.Tuple) and len(node.elts) == 3:
        # "bad-path-data", "the path is empty", "d"
        second = node.elts[1]
        if isinstance(second, ast.JoinedStr) or (isinstance(second, ast.Constant) and " " in str(second.value)):
            yield from _texts(node.elts[0])


def _texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def test_every_notice_of_a_stage_has_its_check():
    orphans = {name: path for name, path in noticed_names().items() if find_check(name) is None}
    assert orphans == {}


def test_a_check_shows_the_notices_of_its_own_name_only():
    for path in sorted((PACKAGE / "checks").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "noticed":
                assert [ast.literal_eval(argument) for argument in node.args] == [path.stem.replace("_", "-")]
