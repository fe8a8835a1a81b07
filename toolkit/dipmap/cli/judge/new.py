"""Begin a game of a package.

PACKAGE is a .zip or an unpacked folder. The game is one JSON file; it knows its package by the hash of the manifest, and
is played by no other.
"""

from __future__ import annotations

import os
from pathlib import Path

import click

from dipmap.cli import CLEAN
from dipmap.cli._sources import NamedPath, here, missing
from dipmap.cli.judge._games import told_as_findings
from dipmap.visible import visible


@click.command()
@click.argument("package", type=NamedPath(path_type=Path))
@click.option(
    "-o",
    "--out",
    type=NamedPath(dir_okay=False, path_type=Path),
    metavar="GAME",
    help="The file of the game; by default the variant's id with .game.json, in this folder.",
)
@told_as_findings
def command(package: Path, out: Path | None) -> int:
    from dipmap.cli.judge._telling import to_do
    from dipmap.judge.game import new_game
    from dipmap.package import open_package, variant_of
    from dipmap.package.game_file import manifest_hash, write_game

    if missing(package):
        raise click.UsageError(f"{package} does not exist")
    files = open_package(here(package))
    variant = variant_of(files)
    path = out or Path(f"{variant.id}.game.json")
    if not missing(path):
        raise click.UsageError(f"{here(path)} is there already; a game is never written over")
    try:
        way = Path(os.path.relpath(package.resolve(), path.parent.resolve())).as_posix()
    except ValueError:  # on another drive
        way = ""
    game = new_game(variant, manifest_hash(files), way)
    write_game(path, game)
    click.echo(visible(f"wrote {here(path)}"))
    for line in to_do(variant, game.state):
        click.echo(line)
    return CLEAN
