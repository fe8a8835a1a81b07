"""Make sources of variants that other engines have.

FILE is a jDip variant zip, a .map file (PyPI diplomacy, DPjudge), a DVAR with its dSVG, a DiploGM folder, or a folder of
such files; loose files of one call belong together. Each variant becomes a folder DIR/<id> with variant.yaml, map.svg and a
README.md of what was found. A drawing is kept and annotated in place; where there is none, a first map is sketched. What
only the engine itself understands stands in kept/ and comes back in an export to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dipmap.cli import CLEAN
from dipmap.cli._output import Reporting, reporting_options
from dipmap.cli._sources import NamedPath, here, shown
from dipmap.diagnostics import Diagnostic, Notice, Severity
from dipmap.visible import visible

if TYPE_CHECKING:
    from dipmap.engines import Imported
    from dipmap.importing import Made


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=NamedPath(path_type=Path))
@click.option(
    "-o",
    "--out",
    type=NamedPath(file_okay=False, path_type=Path),
    default=Path("sources"),
    show_default=True,
    metavar="DIR",
    help="The folder for the sources.",
)
@click.option("--from", "engine", metavar="ENGINE", help="Whose files they are; found out where not given.")
@click.option(
    "--variant", "only", multiple=True, metavar="NAME", help="Of several variants in the files, take this one."
)
@click.option("--force", is_flag=True, help="Write over a source that is there already.")
@reporting_options
def command(
    files: tuple[Path, ...],
    out: Path,
    engine: str | None,
    only: tuple[str, ...],
    force: bool,
    reporting: Reporting,
) -> int:
    from dipmap.importing import InputError, UnreadableError, groups, made, numbered, read_files
    from dipmap.pipeline import diagnosed

    notices: list[Notice] = []
    sources: dict[Path, Made] = {}
    try:
        found = groups(files)
    except InputError as error:
        return reporting.finish([diagnosed(each) for each in error.notices])
    for group in found:
        try:
            read = read_files(group.name, group.files, engine.strip().lower() if engine else None)
            for imported in numbered(_chosen(read.variants, only), {folder.name for folder in sources}):
                folder = out / imported.variant.id
                _free(folder, force=force)
                sources[folder] = made(read.engine, imported, group.name, shown(folder))
        except UnreadableError as error:
            notices += error.notices
        except KeyError as error:
            raise click.UsageError(str(error.args[0])) from None
    diagnostics = [diagnosed(each) for each in notices]
    for folder, source in sources.items():
        diagnostics += _write(folder, source, quiet=reporting.format != "text")
    diagnostics.sort(key=Diagnostic.sort_key)
    return reporting.finish(diagnostics) if diagnostics or reporting.format != "text" else CLEAN


def _chosen(variants: Sequence[Imported], only: Sequence[str]) -> list[Imported]:
    """Those of the names or ids asked for; all where none are."""
    wanted = {name.strip().casefold() for name in only}
    found = [each for each in variants if not wanted or wanted & {each.variant.id, each.variant.name.casefold()}]
    if not found:
        there = ", ".join(each.variant.name for each in variants)
        raise click.UsageError(
            visible(f"{' and '.join(only)} is not among the variants of the files; there are {there}")
        )
    return found


def _free(folder: Path, *, force: bool) -> None:
    there = [name for name in ("map.svg", "variant.yaml") if (folder / name).exists()]
    if there and not force:
        raise click.UsageError(f"{' and '.join(there)} in {folder} would be written over; --force does it")


def _write(folder: Path, source: Made, *, quiet: bool) -> list[Diagnostic]:
    """Write a source, look at it as `check` does, and say how it went; the findings of both, mild ones of `check` counted."""
    from dipmap.engines import engines
    from dipmap.package import write_all
    from dipmap.package.kept import kept_path
    from dipmap.pipeline import check, diagnosed

    write_all(folder, source.files)
    for engine in engines():
        # what an earlier import kept is not of this variant
        if kept_path(engine.name) not in source.files:
            (folder / kept_path(engine.name)).unlink(missing_ok=True)
    report = check(folder, shown(folder))
    variant = source.variant
    errors = [each for each in report.diagnostics if each.severity is Severity.ERROR]
    milder = len(report.diagnostics) - len(errors)
    if not quiet:
        click.echo(
            visible(
                f"wrote {here(folder)}: {variant.name}, {len(variant.provinces)} provinces, {len(variant.centres)} centres, "
                f"{len(variant.powers)} powers, {len(variant.adjacency)} edges"
            )
        )
        click.echo(visible(f"  {source.drawing}"))
        if milder:
            click.echo(visible(f"  dipmap check {here(folder)} tells {milder} thing{'s' if milder > 1 else ''} more"))
    return [*(diagnosed(each) for each in source.notices), *errors]
