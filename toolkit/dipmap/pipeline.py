"""From a source folder to a package: read, resolve, check, emit. Each stage runs when it has its input."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dipmap.checking import Facts, find_check, internal_error, run_checks
from dipmap.diagnostics import Diagnostic, Label, Notice, Place, Severity, notice
from dipmap.source import Source
from dipmap.suppressions import suppress

if TYPE_CHECKING:
    from dipmap.package import Written
    from dipmap.proofs import Tried
    from dipmap.resolve.rules_file import RulesFile
    from dipmap.resolve.scenario_files import Scenario
    from dipmap.resolve.yaml_file import YamlFile

DECLARATION = "variant.yaml"
RULES = "rules.yaml"
SCENARIOS = "scenarios"
_OTHER = {DECLARATION: "variant.yml", RULES: "rules.yml"}
# more than any reader takes, so that a reader's own message is the one shown
_READ_LIMIT = 64 * 1024 * 1024


@dataclass(frozen=True, eq=False)
class Report:
    """The facts about a source, what is to be said of it, sorted for showing, and its scenarios as they were played.

    Scenarios are there when they were played: nothing else was wrong with the source.
    """

    facts: Facts
    diagnostics: tuple[Diagnostic, ...]
    tried: tuple[Tried, ...] = ()

    @property
    def failed(self) -> bool:
        """Whether there is an error among the findings."""
        return any(diagnostic.severity is Severity.ERROR for diagnostic in self.diagnostics)


def read_file(path: Path, name: str, place: Place | None = None) -> tuple[bytes | None, list[Notice]]:
    """The bytes of a file, or None and the notice why not; it stands at `place`, where one names the file."""
    from dipmap.unpacking import NoFileError, open_file

    try:
        with open_file(path) as file:
            return file.read(_READ_LIMIT), []
    except FileNotFoundError:
        message, hint = f"{name} is missing", f"create {name}, or name the folder that holds it"
        near = _near(path)
        if near:
            other = "" if path.name == DECLARATION else f", or write map: {near} in {DECLARATION}"
            hint = f"did you mean {near}? Rename it{other}"
    except IsADirectoryError:
        message, hint = f"{name} is a folder, not a file", f"put a file {name} there"
    except NoFileError:
        message, hint = f"{name} is a pipe or a device, not a file", f"put a file {name} there"
    except OSError as error:
        message, hint = f"{name} cannot be read: {error.strerror}", "check its permissions"
    except UnicodeEncodeError:
        message, hint = f"{name} cannot be read: the locale has no such letters", "set LC_ALL=C.UTF-8"
    place = place or Place(Source(name, b"").span(0, 0))
    return None, [notice("unreadable-file", message, place, hint=hint, key=name)]


def _near(path: Path) -> str:
    """The file beside a missing one that is probably meant: its name in other letters, or the only other drawing."""
    try:
        names = sorted(child.name for child in path.parent.iterdir())
    except OSError:
        return ""
    alike = [name for name in names if name.casefold() in {path.name.casefold(), _OTHER.get(path.name)}]
    drawings = [name for name in names if name.casefold().endswith(".svg")] if path.suffix == ".svg" else []
    found = alike or (drawings if len(drawings) == 1 else [])
    return found[0] if found else ""


def read(folder: Path, shown: str = "") -> Facts:
    """Everything that can be found out about the source in a folder; `shown` goes before the names of its files."""
    from dipmap.resolve.declaration import read_declaration

    label = folder.name or "."
    if folder.is_dir() and not os.access(folder, os.R_OK | os.X_OK):
        place = Place(Source(shown + DECLARATION, b"").span(0, 0))
        message = f"the folder {shown.rstrip('/') or label} cannot be read"
        return Facts(
            label, notices=(notice("unreadable-file", message, place, hint="check its permissions", key=label),)
        )
    notices: list[Notice] = []
    declaration = None
    map_name: str | None = "map.svg"
    map_place = None
    document = _document(folder / DECLARATION, shown + DECLARATION, notices)
    if document is not None:
        declaration, problems = read_declaration(document)
        notices += problems
        map_name, map_place = _named_map(document, problems)
    rules = _read_rules(folder, shown, notices)
    scenarios, kept = _read_scenarios(folder, shown, notices), _read_kept(folder, shown, notices)
    facts = Facts(label, declaration=declaration, rules=rules, scenarios=scenarios, kept=kept)
    if map_name is not None:
        data, problems = read_file(folder / map_name, shown + map_name, map_place)
        notices += problems
        if data is not None:
            facts = _read_map(facts, shown + map_name, data, notices)
    if facts.draft is not None and declaration is not None:
        facts = _resolve(facts, notices)
    return replace(facts, notices=tuple(notices))


def _document(path: Path, name: str, notices: list[Notice]) -> YamlFile | None:
    """The document of a YAML file, or None; what is to be said of it goes to the notices."""
    from dipmap.resolve.yaml_file import read_yaml

    data, problems = read_file(path, name)
    notices += problems
    if data is None:
        return None
    document, problems = read_yaml(name, data)
    notices += problems
    return document


def _named_map(document: YamlFile, objections: list[Notice]) -> tuple[str | None, Place | None]:
    """The name of the drawing and where it is written; no name where the schema objects to the one that is."""
    if not isinstance(document.data, dict) or "map" not in document.data:
        return "map.svg", None
    name = document.data["map"]
    if not isinstance(name, str) or any(each.finding.place.pointer == "map" for each in objections):
        return None, None
    return name, document.place(("map",))


def _read_rules(folder: Path, shown: str, notices: list[Notice]) -> RulesFile | None:
    """The statements of the variant's document, where the source lists them."""
    from dipmap.resolve.rules_file import read_rules

    if not os.path.lexists(folder / RULES):
        return None
    document = _document(folder / RULES, shown + RULES, notices)
    if document is None:
        return None
    rules, problems = read_rules(document)
    notices += problems
    return rules


def _read_scenarios(folder: Path, shown: str, notices: list[Notice]) -> tuple[Scenario, ...]:
    """The scenarios of the source in order of their files, where it has a folder of them."""
    place = folder / SCENARIOS
    if not os.path.lexists(place):
        return ()
    from dipmap.resolve.scenario_files import MAX_FILES, read_scenario, too_many

    shown += SCENARIOS
    try:
        found = sorted(
            each.name for each in place.iterdir() if each.suffix in (".yaml", ".yml") and each.name[0] != "."
        )
    except OSError as error:
        message, hint = f"{shown} cannot be read: {error.strerror}", "make it a folder that may be read, or remove it"
        spot = Place(Source(shown, b"").span(0, 0))
        notices.append(notice("unreadable-file", message, spot, hint=hint, key=SCENARIOS))
        return ()
    if len(found) > MAX_FILES:
        notices.append(too_many(shown, len(found)))
    scenarios = []
    for name in found[:MAX_FILES]:
        document = _document(place / name, f"{shown}/{name}", notices)
        if document is not None:
            scenario, problems = read_scenario(document)
            notices += problems
            scenarios += [scenario] if scenario is not None else []
    return tuple(scenarios)


def _read_kept(folder: Path, shown: str, notices: list[Notice]) -> dict[str, Mapping[str, Any]]:
    """What an import kept for single engines (`kept/jdip.json`), by the engine's name."""
    from dipmap.package.kept import FOLDER, kept_of, kept_path

    if not os.path.lexists(folder / FOLDER):
        return {}
    from dipmap.engines import engines
    from dipmap.package import PackageError

    found: dict[str, Mapping[str, Any]] = {}
    for engine in engines():
        name = kept_path(engine.name)
        if not os.path.lexists(folder / name):
            continue
        data, problems = read_file(folder / name, shown + name)
        notices += problems
        if data is not None:
            try:
                found[engine.name] = kept_of(shown + name, data)
            except PackageError as error:
                place = Place(Source(shown + name, data).span(0, 0))
                notices += [replace(each, finding=replace(each.finding, place=place)) for each in error.notices]
    return found


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


class Taken(dict[tuple[str, str], tuple[str, Place]]):
    """The packages of the sources that one call has seen: by id and version the name of the source, and its place."""

    def notices(self, facts: Facts, name: str) -> list[Notice]:
        """What is to be said where an earlier source makes the package of this one."""
        declaration = facts.declaration
        if declaration is None:
            return []
        identity, version = str(declaration.data["id"]), str(declaration.data["version"])
        place = declaration.place("id")
        # names of files may be one where only capitals tell them apart
        other, there = self.setdefault((identity.casefold(), version.casefold()), (name, place))
        if there is place:
            return []
        message = f"{name} and {other} make the same package, {identity} {version}"
        hint = "give one of them another id or another version"
        labels = (Label(there, f"the id of {other}"),)
        return [notice("same-package", message, place, hint=hint, key=f"{identity} {version}", labels=labels)]


def check(folder: Path, shown: str = "", taken: Taken | None = None) -> Report:
    """Read a source and run every check on it.

    `shown` goes before the names of its files, `taken` tells which packages earlier sources of the same call make.
    """
    facts = read(folder, shown)
    if taken is not None:
        facts = replace(facts, notices=(*facts.notices, *taken.notices(facts, shown.rstrip("/") or facts.name)))
    report = Report(facts, tuple(suppress(facts, run_checks(facts))))
    wrong = [each for each in report.diagnostics if each.severity is Severity.ERROR]
    folder_of_scenarios = f"{shown}{SCENARIOS}/"
    bad_scenarios = {name for each in wrong if (name := _file(each)).startswith(folder_of_scenarios)}
    if facts.variant is None or any(_file(each) not in bad_scenarios for each in wrong):
        return report
    found = [diagnosed(told) for told in _unfit(facts)]
    tried: tuple[Tried, ...] = ()
    if facts.scenarios and not found:
        from dipmap.proofs import try_source

        tried = try_source(facts, bad_scenarios)
        found = [each for scenario in tried for each in scenario.diagnostics]
    everything = sorted([*report.diagnostics, *found], key=Diagnostic.sort_key)
    return Report(facts, tuple(everything), tried)


def _file(diagnostic: Diagnostic) -> str:
    """The file a finding is about; empty where it has no place in one."""
    span = diagnostic.finding.place.span
    return span.source.name if span else ""


def _unfit(facts: Facts) -> list[Notice]:
    """What readers of packages would refuse in the variant, at its places in the source."""
    from dipmap.package.places import unfit

    return unfit(facts)


@dataclass(frozen=True, eq=False)
class Built:
    """What a build came to: the report, and the package it wrote; None where errors forbade one.

    `trouble` is why a package that was made could not be written; its `filename` is the path of the package.
    """

    report: Report
    written: Written | None
    trouble: OSError | None = None


def build(folder: Path, out: Path, shown: str = "", taken: Taken | None = None) -> Built:
    """Check a source and, where nothing is wrong with it, write its package to `out`; an older one stays otherwise."""
    report = check(folder, shown, taken)
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
        try:
            return Built(report, write_package(package, facts.variant, out))
        except OSError as error:
            return Built(report, None, error)
    everything = sorted([*report.diagnostics, *found], key=Diagnostic.sort_key)
    return Built(replace(report, diagnostics=tuple(everything)), None)


def diagnosed(told: Notice) -> Diagnostic:
    """A notice as the check of its name reports it, for notices that arise outside a source."""
    owner = find_check(told.name)
    if owner is None:
        raise KeyError(f"no check is called {told.name}")
    return Diagnostic(owner.code, owner.name, owner.severity, told.finding)
