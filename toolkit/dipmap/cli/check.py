"""Check what drawings and declarations say, and whether they agree.

SOURCE is a folder with a variant.yaml, or a folder of such folders; this folder where none is named.
"""

from __future__ import annotations

from pathlib import Path

import click

from dipmap.checking import Facts, all_checks
from dipmap.cli._output import Reporting, reporting_options
from dipmap.cli._sources import NamedPath, shown, sources
from dipmap.diagnostics import Diagnostic
from dipmap.pipeline import Taken, check
from dipmap.visible import visible


@click.command()
@click.argument("source", nargs=-1, type=NamedPath(path_type=Path))
@reporting_options
def command(source: tuple[Path, ...], reporting: Reporting) -> int:
    diagnostics: list[Diagnostic] = []
    taken = Taken()
    for folder in sources(source or (Path(),)):
        report = check(folder, shown(folder), taken)
        diagnostics += report.diagnostics
        if reporting.format == "text":
            click.echo(summary(folder, report.facts))
    if reporting.format == "text":
        click.echo()
    return reporting.finish(diagnostics, checks_run=len(all_checks()))


def summary(folder: Path, facts: Facts) -> str:
    """What was read of a source, in one line: `yubani: 15 provinces, 30 edges, tolerance 0.0010 D (2.1 units), …`."""
    variant, survey = facts.variant, facts.survey
    parts = []
    if variant is not None:
        parts += [_count(len(variant.provinces), "province"), _count(len(variant.adjacency), "edge")]
    if survey is not None and survey.diagonal:
        parts.append(f"tolerance {survey.tolerance / survey.diagonal:.4f} D ({survey.tolerance:.2g} units)")
    if facts.draft is not None:
        parts.append(f"dialect {facts.draft.dialect}")
    name = variant.id if variant is not None else folder.resolve().name
    return visible(f"{name}: {', '.join(parts) or 'nothing could be read'}")


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number != 1 else ''}"
