"""Show where a game stands: units, centres, and whose orders it waits for.

With --power it is what that power sees: units that are hidden from it are left out, or shown by the places of which they
stand in one.
"""

from __future__ import annotations

import json
from pathlib import Path

import click

from dipmap.cli import CLEAN
from dipmap.cli._output import format_option
from dipmap.cli.judge._games import game_argument, opened, package_option, power_of, told_as_findings
from dipmap.visible import visible


@click.command()
@game_argument
@click.option("--power", metavar="POWER", help="What this power sees.")
@package_option
@format_option("text", "json")
@told_as_findings
def command(game: Path, power: str | None, named: Path | None, format: str) -> int:  # noqa: A002  the word of the option
    from dipmap.cli.judge._telling import position_lines, to_do
    from dipmap.judge import view
    from dipmap.judge.state_json import to_json

    found = opened(game, named)
    state, veiled = found.game.state, []
    if power is not None:
        seen = view(found.variant, state, power_of(found.variant, power))
        state, veiled = seen.state, list(seen.veiled)
    if format == "json":
        hidden = [{"power": each.power, "among": list(each.among)} for each in veiled]
        click.echo(json.dumps({**to_json(state), **({"veiled": hidden} if veiled else {})}, indent=1))
        return CLEAN
    for line in position_lines(found.variant, state):
        click.echo(line)
    for each in veiled:
        click.echo(visible(f"  a unit of {each.power} stands in {' or '.join(each.among)}"))
    for line in to_do(found.variant, state):
        click.echo(line)
    return CLEAN
