"""Build the package of each source, unless something is wrong with it.

SOURCE is a folder with a variant.yaml, or a folder of such folders; this folder where none is named. A package lands in
DIR/VARIANT/VARIANT-VERSION.zip. Where there are errors nothing is written, and an older package stays as it is.
"""

from __future__ import annotations

from pathlib import Path

import click

from dipmap.checking import all_checks
from dipmap.cli import FINDINGS
from dipmap.cli._output import Reporting, reporting_options
from dipmap.cli._sources import shown, sources
from dipmap.diagnostics import Diagnostic
from dipmap.pipeline import build
from dipmap.reporters._visible import visible


@click.command()
@click.argument("source", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("build"),
    show_default=True,
    metavar="DIR",
    help="The folder for packages.",
)
@reporting_options
def command(source: tuple[Path, ...], out: Path, reporting: Reporting) -> int:
    diagnostics: list[Diagnostic] = []
    missing = []
    for folder in sources(source or (Path(),)):
        built = build(folder, out, shown(folder))
        diagnostics += built.report.diagnostics
        if built.written is None:
            missing.append(built.report.facts.name)
        elif reporting.format == "text":
            click.echo(visible(f"{built.written.path.as_posix()}  sha256 {built.written.sha256}"))
    if diagnostics or reporting.format != "text":
        code = reporting.finish(diagnostics, checks_run=len(all_checks()))
    else:
        code = 0
    for name in missing:
        click.echo(visible(f"{name}: no package was written"), err=True)
    return max(code, FINDINGS) if missing else code
