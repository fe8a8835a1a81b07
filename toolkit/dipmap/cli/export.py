"""Write the files that a game engine loads, and say what becomes of each rule there.

PACKAGE is a .zip or an unpacked folder. A rule that the engine cannot hold and that changes play stops the export until
its loss is accepted by name.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dipmap.cli import CLEAN, FINDINGS
from dipmap.cli._output import Reporting, reporting_options
from dipmap.cli._sources import NamedPath, here, missing
from dipmap.cli._tables import table
from dipmap.diagnostics import Diagnostic, Finding, Notice, notice
from dipmap.visible import visible

if TYPE_CHECKING:
    from dipmap.engines import Engine, Verdict
    from dipmap.model import Variant


@click.command()
@click.argument("package", type=NamedPath(path_type=Path))
@click.option("--to", "target", required=True, metavar="ENGINE", help="The engine to write for.")
@click.option(
    "-o",
    "--out",
    type=NamedPath(file_okay=False, path_type=Path),
    metavar="DIR",
    help="The folder for its files; by default one named after the engine, beside the package.",
)
@click.option(
    "--accept-loss",
    "accepted",
    multiple=True,
    metavar="RULE",
    help="Accept that a rule gets lost; `all` for every one.",
)
@reporting_options
def command(package: Path, target: str, out: Path | None, accepted: tuple[str, ...], reporting: Reporting) -> int:
    from dipmap.engines import engine, unknown_losses
    from dipmap.package import PackageError, open_package, variant_of
    from dipmap.package.files import MAP
    from dipmap.pipeline import diagnosed

    try:
        chosen = engine(target)
    except KeyError as error:
        raise click.UsageError(str(error.args[0])) from None
    if missing(package):
        raise click.UsageError(f"{package} does not exist")
    try:
        files = open_package(here(package))
        variant = variant_of(files)
    except PackageError as error:
        return reporting.finish([diagnosed(each) for each in error.notices])
    verdicts = chosen.verdicts(variant)
    unknown = unknown_losses(verdicts, accepted)
    if unknown:
        raise click.UsageError(f"{', '.join(unknown)} is no rule that an export to {chosen.name} loses")
    diagnostics = sorted(
        (diagnosed(each) for each in _notices(chosen, variant, verdicts, accepted)), key=Diagnostic.sort_key
    )
    stopped = any(diagnostic.name == "target-refuses" for diagnostic in diagnostics)
    if reporting.format == "text":
        for line in _told(chosen, variant, verdicts):
            click.echo(line)
    if not stopped:
        beside = package / ".." if package.name in ("", "..") else package.parent
        for path in _write(chosen, variant, files[MAP], out or beside / chosen.name):
            if reporting.format == "text":
                click.echo(visible(f"wrote {here(path)}"))
    code = CLEAN
    if diagnostics or reporting.format != "text":
        code = reporting.finish(diagnostics)
    return max(code, FINDINGS) if stopped else code


def _notices(chosen: Engine, variant: Variant, verdicts: list[Verdict], accepted: tuple[str, ...]) -> list[Notice]:
    from dipmap.engines import refused

    found = [Notice("target-refuses", finding) for finding in chosen.problems(variant)]
    stopping = refused(verdicts, accepted)
    for verdict in verdicts:
        if not verdict.refuses:
            continue
        message = f"{chosen.title} loses the rule {verdict.rule}: {verdict.why}"
        if verdict in stopping:
            hint = f"add --accept-loss {verdict.rule} if the game may do without it"
            found.append(notice("target-refuses", message, hint=hint, key=verdict.rule))
        else:
            found.append(notice("rule-dropped", message, hint="tell the players", key=verdict.rule))
    return [Notice(each.name, _keyed(each.finding)) for each in found]


def _keyed(finding: Finding) -> Finding:
    from dataclasses import replace

    return finding if finding.key else replace(finding, key=finding.message[:80])


def _told(chosen: Engine, variant: Variant, verdicts: list[Verdict]) -> list[str]:
    lines = [visible(f"{variant.name} in {chosen.title}")]
    lines += table([(verdict.rule, verdict.handling.value, verdict.why) for verdict in verdicts])
    if not verdicts:
        lines.append("  no rule of the variant is beyond the ordinary")
    lines += [visible(f"  note: {limit}") for limit in chosen.limits]
    return [*lines, ""]


def _write(chosen: Engine, variant: Variant, drawing: bytes, out: Path) -> list[Path]:
    """Write the files; each takes the place of an older one when it is whole."""
    from dipmap.engines import Material, PackageMap
    from dipmap.package import write_whole

    written = []
    files = chosen.write(variant, Material(PackageMap(drawing)))
    for path, data in sorted(files.items()):
        parts = path.split("/")
        if path.startswith("/") or any(part in ("", ".", "..") or "\\" in part for part in parts):
            raise ValueError(f"the engine {chosen.name} would write to {path!r}")
        write_whole(out.joinpath(*parts), data)
        written.append(out.joinpath(*parts))
    return written
