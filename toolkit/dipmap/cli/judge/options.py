"""List every order that a power may give in the phase to be played."""

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
@click.argument("power")
@package_option
@format_option("text", "json")
@told_as_findings
def command(game: Path, power: str, named: Path | None, format: str) -> int:  # noqa: A002  the word of the option
    from dipmap.cli.judge._telling import title
    from dipmap.judge import board_of, legal_orders

    found = opened(game, named)
    orders = legal_orders(board_of(found.variant), found.game.state, power_of(found.variant, power))
    if format == "json":
        click.echo(json.dumps(orders, indent=1))
        return CLEAN
    click.echo(title(found.variant, found.game.state))
    if not orders:
        click.echo("  nothing to order")
    for unit, texts in orders.items():
        click.echo(visible(f"  {unit}"))
        for text in texts:
            click.echo(visible(f"    {text}"))
    return CLEAN
