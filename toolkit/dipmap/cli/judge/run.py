"""Adjudicate a phase of a game.

ORDERS is a file of orders, - for standard input: a heading for each power and an order a line, or JSON. It may hold the
orders of two phases where the variant lets them come together, such as builds in December with the moves of January. A
heading "phase: Spring 1901, movement" keeps orders from being taken for another phase. The game is written when all is
done; until then, and whatever happens, the file stays as it was.

The package is looked for where it was when the game began, as seen from the folder of the game, unless --package names it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dipmap.cli import CLEAN
from dipmap.cli._output import format_option
from dipmap.cli._sources import NamedPath, here
from dipmap.cli.judge._games import game_argument, opened, package_option, told_as_findings
from dipmap.visible import visible

if TYPE_CHECKING:
    from dipmap.judge import Result, State
    from dipmap.judge.game import Game
    from dipmap.model import Variant


@click.command()
@game_argument
@click.argument("orders", type=NamedPath(allow_dash=True, path_type=Path))
@package_option
@click.option("--dry-run", is_flag=True, help="Show what would come of the orders and leave the game as it is.")
@click.option("--trace", is_flag=True, help="Show how every decision fell.")
@format_option("text", "json")
@told_as_findings
def command(
    game: Path,
    orders: Path,
    named: Path | None,
    dry_run: bool,
    trace: bool,
    format: str,  # noqa: A002  the word of the option
) -> int:
    from dipmap.judge.game import run
    from dipmap.judge.order_set import read_orders
    from dipmap.package.game_file import alone, write_game

    text = _text(orders)
    with alone(game):
        found = opened(game, named)
        after, played = run(found.variant, found.game, read_orders(found.variant, text, found.game.state), trace=trace)
        if not dry_run:
            write_game(game, after)
    told = (
        json.dumps(_document(after, played), indent=1)
        if format == "json"
        else "\n".join(_lines(found.variant, after, played))
    )
    if format == "text":
        told += "\n" + visible(f"{here(game)} is as it was" if dry_run else f"wrote {here(game)}")
    try:
        click.echo(told)
    except OSError as error:
        if dry_run or isinstance(error, BrokenPipeError):
            raise
        why = error.strerror or error
        raise click.ClickException(
            f"the phase was played and {here(game)} was written, but the results cannot be shown: {why}; "
            "they stand in its history"
        ) from None
    return CLEAN


def _lines(variant: Variant, after: Game, played: list[tuple[State, Result]]) -> Iterator[str]:
    """What a person reads of the phases that were played."""
    from dipmap.cli.judge._telling import phase_lines, to_do

    for before, result in played:
        yield from phase_lines(variant, before, result)
        yield ""
    yield from to_do(variant, after.state)


def _text(path: Path) -> str:
    """The text of an order set. Raises `GameError`."""
    from dipmap.judge.order_set import MOST_TEXT
    from dipmap.package.game_file import GameError
    from dipmap.unpacking import NoFileError, open_file

    limit = 4 * MOST_TEXT + 1  # bytes: what is longer is said by its reader
    try:
        if str(path) == "-":
            data = sys.stdin.buffer.read(limit)
        else:
            with open_file(path) as file:
                data = file.read(limit)
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"the orders in {here(path)} are no text in UTF-8 (byte {error.start})"
        if len(data) == limit:
            message = f"the orders in {here(path)} are longer than the {MOST_TEXT:,} characters of one set"
        raise GameError(message, hint="save them as UTF-8") from None
    except FileNotFoundError:
        raise GameError(f"there is no file of orders {here(path)}", hint="write one, or - for standard input") from None
    except (OSError, NoFileError) as error:
        raise GameError(
            f"{here(path)} cannot be read: {error.strerror or error}", hint="name a file of orders"
        ) from None


def _document(game: Game, played: list[tuple[State, Result]]) -> dict[str, Any]:
    """The phases as the game keeps them, with the story of their decisions, and where it stands now."""
    from dipmap.judge.state_json import to_json

    phases = [
        {**told, **({"trace": list(result.trace)} if result.trace else {})}
        for told, (_, result) in zip(game.history[-len(played) :], played, strict=True)
    ]
    return {"variant": game.variant, "phases": phases, "state": to_json(game.state)}
