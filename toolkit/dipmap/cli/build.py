"""Build the package of each source, unless something is wrong with it.

SOURCE is a folder with a variant.yaml, or a folder of such folders; this folder where none is named. A package lands in
DIR/VARIANT/VARIANT-VERSION.zip. Where there are errors nothing is written, and an older package stays as it is.
"""

from __future__ import annotations

from pathlib import Path

import click

from dipmap.checking import all_checks
from dipmap.cli import CLEAN, FAILED, FINDINGS, complain
from dipmap.cli._output import Reporting, reporting_options
from dipmap.cli._sources import NamedPath, here, shown, sources
from dipmap.diagnostics import Diagnostic
from dipmap.pipeline import Taken, build
from dipmap.visible import visible


@click.command()
@click.argument("source", nargs=-1, type=NamedPath(path_type=Path))
@click.option(
    "-o",
    "--out",
    type=NamedPath(file_okay=False, path_type=Path),
    default=Path("build"),
    show_default=True,
    metavar="DIR",
    help="The folder for packages.",
)
@reporting_options
def command(source: tuple[Path, ...], out: Path, reporting: Reporting) -> int:
    diagnostics: list[Diagnostic] = []
    missing = []
    troubles: list[OSError] = []
    taken = Taken()
    for folder in sources(source or (Path(),)):
        built = build(folder, out, shown(folder), taken)
        diagnostics += built.report.diagnostics
        if built.written is None:
            missing.append(built.report.facts.name)
            troubles += [built.trouble] if built.trouble else []
        elif reporting.format == "text":
            click.echo(visible(f"{here(built.written.path)}  sha256 {built.written.sha256}"))
    if diagnostics or reporting.format != "text":
        code = reporting.finish(diagnostics, checks_run=len(all_checks()))
    else:
        code = CLEAN
    for trouble in troubles:
        complain(trouble)
    for name in missing:
        click.echo(visible(f"{name}: no package was written"), err=True)
    return max(code, FAILED if troubles else FINDINGS) if missing else code
