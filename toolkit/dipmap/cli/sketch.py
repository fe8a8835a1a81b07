"""Draw a first map from a table of provinces and their adjacency: a start to be edited.

SOURCE is a sketch.yaml or the folder it is in. The drawing and its variant.yaml go to DIR; what is there already is kept
unless --force is given. Neighbours whose shapes could not be made to say what is declared are listed, and the exit code
is then 1.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dipmap.cli import CLEAN, FINDINGS
from dipmap.cli._output import report
from dipmap.cli._sources import NamedPath, here, shown
from dipmap.diagnostics import Notice, Place, notice
from dipmap.visible import visible

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon

    from dipmap.sketch.table import Table

TABLE = "sketch.yaml"


@click.command()
@click.argument("source", type=NamedPath(path_type=Path))
@click.option(
    "-o",
    "--out",
    type=NamedPath(file_okay=False, path_type=Path),
    required=True,
    metavar="DIR",
    help="The folder for the drawing and its variant.yaml.",
)
@click.option("--force", is_flag=True, help="Write over files that are there already.")
@click.option(
    "--seed", type=click.IntRange(0, 2**31 - 1), default=1, show_default=True, help="Another one, another map."
)
def command(source: Path, out: Path, force: bool, seed: int) -> int:
    from dipmap.package import write_whole
    from dipmap.pipeline import diagnosed

    path = source / TABLE if source.is_dir() else source
    if not source.exists():
        raise click.UsageError(f"{source} does not exist")
    there = [name for name in ("map.svg", "variant.yaml") if (out / name).exists()]
    if there and not force:
        raise click.UsageError(f"{' and '.join(there)} in {out} would be written over; --force does it")
    table, land, notices = _read(path)
    if table is None or notices:
        report([diagnosed(each) for each in notices])
        return FINDINGS
    from dipmap.sketch import sketch

    found = sketch(table.variant, table.positions, land, width=table.width, seed=seed)
    for name in sorted(found.files):
        write_whole(out / name, found.files[name])
        click.echo(visible(f"wrote {here(out / name)}"))
    passages = sum(1 for each in found.variant.adjacency if each.kind.value != "border")
    click.echo(f"{found.satisfied} of {len(found.pairs)} pairs touch as declared, {passages} passages are drawn")
    for each in found.unmet:
        click.echo(visible(f"not satisfied  {each}"))
    click.echo("This is a start: edit map.svg, and let dipmap check tell you what the edits change.")
    return FINDINGS if found.unmet else CLEAN


def _read(path: Path) -> tuple[Table | None, Polygon | MultiPolygon | None, list[Notice]]:
    from dipmap.pipeline import read_file
    from dipmap.resolve.yaml_file import read_yaml
    from dipmap.sketch.outline import OutlineError, read_outline
    from dipmap.sketch.table import read_table
    from dipmap.source import Source

    label = shown(path.parent)
    data, notices = read_file(path, label + path.name)
    if data is None:
        return None, None, notices
    document, notices = read_yaml(label + path.name, data)
    if document is None or notices:
        return None, None, notices
    table, notices = read_table(document)
    if table is None or table.outline is None:
        return table, None, notices
    data, notices = read_file(path.parent / table.outline, label + table.outline)
    if data is None:
        return None, None, notices
    try:
        return table, read_outline(data, table.projection), []
    except OutlineError as error:
        place = Place(Source(label + table.outline, b"").span(0, 0))
        hint = "save the land as GeoJSON or TopoJSON, simplified"
        return None, None, [notice("unreadable-file", str(error), place, hint=hint)]
