"""Play the scenarios of sources and packages, and show which statements they prove.

THING is a package (a .zip or an unpacked folder), a source folder, or a folder of sources; this folder where none is
named. A scenario passes when everything comes of its orders that it expects; a statement is proved when all scenarios that
it names pass. The scenarios of a source are played when nothing else is wrong with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dipmap.checking import all_checks, find_check
from dipmap.cli._output import Reporting, exit_code, reporting_options, wants_colour
from dipmap.cli._sources import NamedPath, here, missing, shown, sources
from dipmap.cli._statements import proof_lines, proof_summary, proofs_document
from dipmap.cli._tables import table
from dipmap.diagnostics import Diagnostic, Finding, Place, Severity
from dipmap.visible import visible

if TYPE_CHECKING:
    from dipmap.model import Variant
    from dipmap.package import Package
    from dipmap.proofs import Standing, Tried


@dataclass(frozen=True)
class Tested:
    """What came of one source or package: `variant` is None where none could be read."""

    name: str
    variant: Variant | None
    tried: tuple[Tried, ...]
    standing: Standing | None
    diagnostics: tuple[Diagnostic, ...]


@click.command()
@click.argument("thing", nargs=-1, type=NamedPath(path_type=Path))
@reporting_options
def command(thing: tuple[Path, ...], reporting: Reporting) -> int:
    tested = list(_tested(thing or (Path(),)))
    diagnostics = [each for one in tested for each in one.diagnostics]
    if reporting.format == "json":
        click.echo(json.dumps(_document(tested, diagnostics), indent=1))
        return exit_code(diagnostics, reporting.fail_on)
    if reporting.format == "text":
        lines = [line for one in tested for line in (*_lines(one), "")]
        standings = [one.standing for one in tested if one.standing is not None and one.standing.rules]
        if len(standings) > 1:
            lines += [f"together {proof_summary(standings)}", ""]
        click.echo("\n".join(lines), color=wants_colour())
        return reporting.finish(diagnostics)
    return reporting.finish(diagnostics, checks_run=len(all_checks()))


def _tested(things: Sequence[Path]) -> Iterator[Tested]:
    from dipmap.package import is_package

    seen: set[Path] = set()
    for thing in things:
        if missing(thing):
            raise click.UsageError(f"{thing} does not exist")
        package = is_package(thing)
        for path in [thing] if package else sources([thing]):
            if path.resolve() not in seen:
                seen.add(path.resolve())
                yield _package(path) if package else _source(path)


# ---- a source


def _source(folder: Path) -> Tested:
    from dipmap.pipeline import SCENARIOS, check
    from dipmap.proofs import Standing

    before = shown(folder)
    report = check(folder, before)
    variant = report.facts.variant
    found = tuple(each for each in report.diagnostics if _matters(each, f"{before}{SCENARIOS}/"))
    standing = Standing(variant.rules, report.tried) if variant is not None else None
    return Tested(before.rstrip("/") or report.facts.name, variant, report.tried, standing, found)


_ABOUT_PROOFS = ("missing-scenario", "scenario-proves-nothing", "rule-without-proof", "one-sided-proof")


def _matters(diagnostic: Diagnostic, scenarios: str) -> bool:
    """Whether a finding is shown: errors are, and whatever is said of scenarios and of what they prove."""
    span = diagnostic.finding.place.span
    inside = span is not None and span.source.name.startswith(scenarios)
    return inside or diagnostic.severity is Severity.ERROR or diagnostic.name in _ABOUT_PROOFS


# ---- a package


def _package(path: Path) -> Tested:
    from dipmap.package import PackageError, open_package, scenarios_of, variant_of
    from dipmap.pipeline import diagnosed
    from dipmap.proofs import Standing, try_scenario

    name = here(path)
    try:
        package = open_package(name)
        variant, scenarios = variant_of(package), scenarios_of(package)
    except PackageError as error:
        return Tested(name, None, (), None, tuple(diagnosed(each) for each in error.notices))
    places = _Places(package, name)
    tried = tuple(
        try_scenario(
            variant,
            scenario,
            lambda pointer, key, index=index: places.place(("scenarios", index, *pointer), key=key),  # type: ignore[misc]
            str(scenario["name"]),
        )
        for index, scenario in enumerate(scenarios)
    )
    standing = Standing(variant.rules, tried)
    found = [each for scenario in tried for each in scenario.diagnostics]
    owner = find_check("rule-without-proof")
    assert owner is not None
    for rule in standing.rules if tried else ():
        if not rule.text and not [each for each in rule.proofs if any(each == one.name for one in tried)]:
            hint = "write a scenario that does, and build the package again"
            finding = Finding(f"{variant.id}: no scenario proves {rule.id}", Place(), hint, f"{variant.id} {rule.id}")
            found.append(Diagnostic(owner.code, owner.name, owner.severity, finding))
    return Tested(name, variant, tried, standing, tuple(sorted(found, key=Diagnostic.sort_key)))


class _Places:
    """Lines and columns in the `scenarios.json` of a package; it is read for them when the first is asked for."""

    def __init__(self, package: Package, name: str) -> None:
        self.package, self.name = package, name
        self.file: Any = None

    def place(self, pointer: tuple[str | int, ...], *, key: bool) -> Place:
        from dipmap.package.files import SCENARIOS
        from dipmap.resolve.yaml_file import read_yaml

        if self.file is None:
            # JSON is YAML; what is too long for that is shown without lines
            self.file = read_yaml(f"{self.name}/{SCENARIOS}", self.package[SCENARIOS])[0] or False
        if self.file:
            found: Place = self.file.place(pointer, key=key)
            return found
        return Place(pointer=".".join(map(str, pointer)))


# ---- what is shown


def _lines(one: Tested) -> Iterator[str]:
    variant = one.variant
    if variant is None:
        yield click.style(f"{visible(one.name)}: nothing could be read", bold=True)
        return
    count = (
        f"{len(one.tried)} scenario{'s' if len(one.tried) != 1 else ''}" if one.tried else "no scenarios were played"
    )
    yield click.style(f"{visible(variant.name)}  {visible(variant.id)} {visible(variant.version)}: {count}", bold=True)
    yield from table([(_word(each), each.name, " ".join(each.proves)) for each in one.tried])
    if one.standing is not None and one.standing.rules:
        yield ""
        yield from proof_lines(one.standing)
        yield ""
        yield proof_summary([one.standing])


def _word(tried: Tried) -> str:
    return "pass" if tried.passed else "FAIL" if tried.played else "not played"


def _document(tested: Sequence[Tested], diagnostics: Sequence[Diagnostic]) -> dict[str, Any]:
    from dipmap.reporters.json import document

    variants = []
    for one in tested:
        entry: dict[str, Any] = {"name": one.name, "variant": None, "version": None, "scenarios": []}
        if one.variant is not None and one.standing is not None:
            entry["variant"], entry["version"] = one.variant.id, one.variant.version
            entry["scenarios"] = [
                {"name": each.name, "proves": list(each.proves), "played": each.played, "passed": each.passed}
                for each in one.tried
            ]
            entry |= proofs_document(one.standing)
        variants.append(entry)
    return {**document(diagnostics), "variants": variants}
