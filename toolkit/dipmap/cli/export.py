"""Write the files that a game engine loads, and say what becomes of each rule there.

PACKAGE is a .zip or an unpacked folder. A rule that the engine cannot hold and that changes play stops the export until
its loss is accepted by name. `--to all` writes for every engine that takes the variant, a folder each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dipmap.cli import CLEAN, FINDINGS
from dipmap.cli._output import Reporting, reporting_options
from dipmap.cli._sources import NamedPath, here, missing
from dipmap.cli._tables import table
from dipmap.diagnostics import Diagnostic, Finding, Notice, notice
from dipmap.visible import visible

if TYPE_CHECKING:
    from dipmap.engines import Engine, Material, Verdict
    from dipmap.model import Variant

ALL = "all"
REFUSES = "target-refuses"


@click.command()
@click.argument("package", type=NamedPath(path_type=Path))
@click.option("--to", "target", required=True, metavar="ENGINE", help="The engine to write for, or `all` of them.")
@click.option(
    "-o",
    "--out",
    type=NamedPath(file_okay=False, path_type=Path),
    metavar="DIR",
    help="The folder for its files, with `all` the one for a folder each; by default named after the engine, beside the package.",
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
    from dipmap.engines import Material, PackageMap, UnfitDrawingError
    from dipmap.package import PackageError, open_package, variant_of
    from dipmap.package.files import MAP
    from dipmap.package.kept import all_kept, kept_verdicts
    from dipmap.pipeline import diagnosed

    chosen = _chosen(target)
    if missing(package):
        raise click.UsageError(f"{package} does not exist")
    try:
        files = open_package(here(package))
        variant, kept = variant_of(files), all_kept(files)
    except PackageError as error:
        return reporting.finish([diagnosed(each) for each in error.notices])
    _known(chosen, variant, kept, accepted)
    beside = package / ".." if package.name in ("", "..") else package.parent
    drawing = PackageMap(files[MAP])
    every = target.strip().lower() == ALL
    diagnostics: list[Diagnostic] = []
    refused = False
    for engine in chosen:
        verdicts = [*engine.verdicts(variant), *kept_verdicts(kept, engine.name)]
        notices = _notices(engine, variant, verdicts, accepted)
        stopped = any(each.name == REFUSES for each in notices)
        if reporting.format == "text":
            for line in _told(engine, variant, verdicts, short=every):
                click.echo(line)
        if not stopped:
            folder = (out / engine.name if every else out) if out else beside / engine.name
            try:
                written = _write(engine, variant, Material(drawing, kept.get(engine.name, {})), folder, verdicts)
            except (PackageError, UnfitDrawingError) as error:
                return reporting.finish(_unfit(error))
            if reporting.format == "text":
                for path in written:
                    click.echo(visible(f"wrote {here(path)}"))
        refused = refused or stopped
        diagnostics += [diagnosed(each) for each in notices]
    diagnostics.sort(key=Diagnostic.sort_key)
    code = CLEAN
    if diagnostics or reporting.format != "text":
        code = reporting.finish(diagnostics)
    return max(code, FINDINGS) if refused else code


def _chosen(target: str) -> tuple[Engine, ...]:
    from dipmap.engines import engine, engines

    try:
        return engines() if target.strip().lower() == ALL else (engine(target),)
    except KeyError as error:
        raise click.UsageError(str(error.args[0])) from None


def _known(
    chosen: Sequence[Engine], variant: Variant, kept: Mapping[str, Mapping[str, Any]], accepted: Sequence[str]
) -> None:
    """Refuse the name of a loss that no engine has: a slip of the pen, or a loss that is gone."""
    from dipmap.engines import unknown_losses
    from dipmap.package.kept import kept_verdicts

    unknown = [
        unknown_losses([*engine.verdicts(variant), *kept_verdicts(kept, engine.name)], accepted) for engine in chosen
    ]
    nowhere = [name for name in dict.fromkeys(accepted) if all(name in names for names in unknown)]
    if nowhere:
        where = chosen[0].name if len(chosen) == 1 else "any engine"
        raise click.UsageError(f"{', '.join(nowhere)} is no rule of this variant that an export to {where} loses")


def _unfit(error: Exception) -> list[Diagnostic]:
    from dipmap.package import PackageError
    from dipmap.pipeline import diagnosed

    if isinstance(error, PackageError):
        return [diagnosed(each) for each in error.notices]
    return [diagnosed(notice("broken-package", f"map.svg: {error}", hint="build the package again", key="map.svg"))]


def _notices(chosen: Engine, variant: Variant, verdicts: list[Verdict], accepted: tuple[str, ...]) -> list[Notice]:
    from dipmap.engines import refused

    found = [Notice(REFUSES, finding) for finding in chosen.problems(variant)]
    stopping = refused(verdicts, accepted)
    for verdict in verdicts:
        if not verdict.refuses:
            continue
        message = f"{chosen.title} loses the rule {verdict.rule}: {verdict.why}"
        if verdict in stopping:
            hint = f"add --accept-loss {verdict.rule} if the game may do without it"
            found.append(notice(REFUSES, message, hint=hint, key=verdict.rule))
        else:
            found.append(notice("rule-dropped", message, hint="tell the players", key=verdict.rule))
    return [Notice(each.name, _keyed(each.finding)) for each in found]


def _keyed(finding: Finding) -> Finding:
    from dataclasses import replace

    return finding if finding.key else replace(finding, key=finding.message[:80])


def _told(chosen: Engine, variant: Variant, verdicts: list[Verdict], *, short: bool) -> list[str]:
    """The verdicts and the engine's limits; of several engines, how the export goes in one line."""
    if short:
        if chosen.problems(variant):
            return [f"{chosen.name}: no file of this variant would load"]
        lost = [verdict.rule for verdict in verdicts if verdict.refuses]
        return [visible(f"{chosen.name}: {'loses ' + ', '.join(lost) if lost else 'the whole variant'}")]
    lines = [visible(f"{variant.name} in {chosen.title}")]
    lines += table([(verdict.rule, verdict.handling.value, verdict.why) for verdict in verdicts])
    if not verdicts:
        lines.append("  no rule of the variant is beyond the ordinary")
    lines += [visible(f"  note: {limit}") for limit in chosen.limits]
    return [*lines, ""]


def _write(chosen: Engine, variant: Variant, material: Material, out: Path, verdicts: Sequence[Verdict]) -> list[Path]:
    """Write the files; each takes the place of an older one when it is whole."""
    from dipmap.package import write_all

    files = dict(chosen.write(variant, material))
    # a writer knows what the variant loses, and nothing of what was kept for other engines
    kept = [f"{each.rule}: {each.why}" for each in verdicts if each.rule.startswith("kept-")]
    if kept:
        files["LOST.txt"] = ("\n".join(["Lost in this export, beside what its own files say:", *kept]) + "\n").encode()
    for path in files:
        parts = path.split("/")
        if path.startswith("/") or any(part in ("", ".", "..") or "\\" in part for part in parts):
            raise ValueError(f"the engine {chosen.name} would write to {path!r}")
    write_all(out, files)
    return [out.joinpath(*path.split("/")) for path in sorted(files)]
