"""From a source folder to a package: read, resolve, check, emit. Each stage runs when it has its input."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from dipmap.checking import Facts, find_check, internal_error, run_checks
from dipmap.diagnostics import Diagnostic, Notice, Place, Severity, notice
from dipmap.source import Source
from dipmap.suppressions import suppress

if TYPE_CHECKING:
    from dipmap.package import Written
    from dipmap.resolve.rules_file import RulesFile

DECLARATION = "variant.yaml"
RULES = "rules.yaml"
# more than any reader takes, so that a reader's own message is the one shown
_READ_LIMIT = 64 * 1024 * 1024


@dataclass(frozen=True, eq=False)
class Report:
    """The facts about a source and what is to be said of it, sorted for showing."""

    facts: Facts
    diagnostics: tuple[Diagnostic, ...]

    @property
    def failed(self) -> bool:
        """Whether there is an error among the findings."""
        return any(diagnostic.severity is Severity.ERROR for diagnostic in self.diagnostics)


def read_file(path: Path, name: str) -> tuple[bytes | None, list[Notice]]:
    """The bytes of a file, or None and the notice why not."""
    try:
        with path.open("rb") as file:
            return file.read(_READ_LIMIT), []
    except FileNotFoundError:
        message, hint = f"{name} is missing", f"create {name}, or name the folder that holds it"
    except IsADirectoryError:
        message, hint = f"{name} is a folder, not a file", f"put a file {name} there"
    except OSError as error:
        message, hint = f"{name} cannot be read: {error.strerror}", "check its permissions"
    return None, [notice("unreadable-file", message, Place(Source(name, b"").span(0, 0)), hint=hint, key=name)]


def read(folder: Path, shown: str = "") -> Facts:
    """Everything that can be found out about the source in a folder; `shown` goes before the names of its files."""
    from dipmap.resolve.declaration import read_declaration
    from dipmap.resolve.yaml_file import read_yaml

    label = folder.name or "."
    notices: list[Notice] = []
    declaration = None
    map_name = "map.svg"
    data, problems = read_file(folder / DECLARATION, shown + DECLARATION)
    notices += problems
    if data is not None:
        document, problems = read_yaml(shown + DECLARATION, data)
        notices += problems
        if document is not None:
            declaration, problems = read_declaration(document)
            notices += problems
            if isinstance(document.data, dict) and isinstance(document.data.get("map"), str):
                map_name = Path(document.data["map"]).name
    facts = Facts(label, declaration=declaration, rules=_read_rules(folder, shown, notices))
    data, problems = read_file(folder / map_name, shown + map_name)
    notices += problems
    if data is not None:
        facts = _read_map(facts, shown + map_name, data, notices)
    if facts.draft is not None and declaration is not None:
        facts = _resolve(facts, notices)
    return replace(facts, notices=tuple(notices))


def _read_rules(folder: Path, shown: str, notices: list[Notice]) -> RulesFile | None:
    """The statements of the variant's document, where the source lists them."""
    from dipmap.resolve.rules_file import read_rules
    from dipmap.resolve.yaml_file import read_yaml

    if not (folder / RULES).exists():
        return None
    data, problems = read_file(folder / RULES, shown + RULES)
    notices += problems
    if data is None:
        return None
    document, problems = read_yaml(shown + RULES, data)
    notices += problems
    if document is None:
        return None
    rules, problems = read_rules(document)
    notices += problems
    return rules


def _read_map(facts: Facts, name: str, data: bytes, notices: list[Notice]) -> Facts:
    from dipmap import dialects
    from dipmap.draft import Known, draft_problems
    from dipmap.svg.drawing import read_drawing
    from dipmap.svg.xml import read_document

    document, problems = read_document(name, data)
    notices += problems
    if document is None:
        return facts
    drawing, problems = read_drawing(document)
    notices += problems
    known = facts.declaration.known if facts.declaration else Known()
    dialect = facts.declaration.dialect if facts.declaration else None
    draft = dialects.read(drawing, known, dialect)
    notices += draft.notices
    problems = draft_problems(draft)
    notices += problems
    return replace(facts, drawing=drawing, draft=None if problems else draft)


def _resolve(facts: Facts, notices: list[Notice]) -> Facts:
    from dipmap.resolve.assemble import resolve

    assert facts.draft is not None and facts.declaration is not None  # noqa: PT018  the caller looked
    resolved = resolve(facts.draft, facts.declaration)
    notices += resolved.notices
    rules = facts.rules.rules if facts.rules else ()
    return replace(
        facts,
        survey=resolved.ground.survey,
        variant=replace(resolved.variant, rules=rules),
        origins=resolved.origins,
        broken=resolved.broken,
    )


def check(folder: Path, shown: str = "") -> Report:
    """Read a source and run every check on it; `shown` goes before the names of its files."""
    facts = read(folder, shown)
    return Report(facts, tuple(suppress(facts, run_checks(facts))))


@dataclass(frozen=True, eq=False)
class Built:
    """What a build came to: the report, and the package it wrote; None where errors forbade one."""

    report: Report
    written: Written | None


def build(folder: Path, out: Path, shown: str = "") -> Built:
    """Check a source and, where nothing is wrong with it, write its package to `out`; an older one stays otherwise."""
    report = check(folder, shown)
    facts = report.facts
    if report.failed or facts.variant is None:
        return Built(report, None)
    from dipmap.package import PackageError, package_of, write_package

    try:
        package = package_of(facts)
    except PackageError as error:
        found = [diagnosed(each) for each in error.notices]
    except Exception as error:  # noqa: BLE001  a crash is a finding, and the other sources are still built
        found = [internal_error(f"the package of {facts.name}", error)]
    else:
        return Built(report, write_package(package, facts.variant, out))
    everything = sorted([*report.diagnostics, *found], key=Diagnostic.sort_key)
    return Built(replace(report, diagnostics=tuple(everything)), None)


def diagnosed(told: Notice) -> Diagnostic:
    """A notice as the check of its name reports it, for notices that arise outside a source."""
    owner = find_check(told.name)
    if owner is None:
        raise KeyError(f"no check is called {told.name}")
    return Diagnostic(owner.code, owner.name, owner.severity, told.finding)
