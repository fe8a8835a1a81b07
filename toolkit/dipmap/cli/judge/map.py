"""Draw where a game stands on the variant's own map, with the orders of the last phase as arrows.

The picture is SVG, which every browser shows. --after, which is usual, shows the units where that phase left them;
--before where they stood when the orders were given. With --power it is what that power sees: of what is hidden from it
nothing is drawn, or a ? at each of the places.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dipmap.cli import CLEAN
from dipmap.cli._sources import NamedPath, here
from dipmap.cli.judge._games import game_argument, opened, package_option, power_of, told_as_findings
from dipmap.visible import visible

if TYPE_CHECKING:
    from dipmap.cli.judge._games import Opened
    from dipmap.judge import State
    from dipmap.judge.results import OrderResult


@click.command("map")
@game_argument
@click.option(
    "-o",
    "--out",
    type=NamedPath(dir_okay=False, allow_dash=True, path_type=Path),
    metavar="FILE.svg",
    help="The picture, - for standard output; by default the name of the game with .svg, in this folder.",
)
@click.option("--power", metavar="POWER", help="What this power sees.")
@click.option("--after/--before", "after", default=True, help="The position after the last phase, or before it.")
@package_option
@told_as_findings
def command(game: Path, out: Path | None, power: str | None, after: bool, named: Path | None) -> int:
    from dipmap.judge.view import view
    from dipmap.package.files import MAP
    from dipmap.package.position import render_position
    from dipmap.package.write import write_whole

    path = out or Path(f"{game.name.removesuffix('.json').removesuffix('.game')}.svg")
    if str(path) != "-" and path.suffix.lower() != ".svg":
        svg = visible(str(here(path.with_suffix(".svg"))))
        raise click.UsageError(f"positions are drawn as SVG: write {svg}, and save it as another kind from a browser")
    found = opened(game, named)
    state, results, played = _shown(found, after=after)
    seen = view(found.variant, state, power_of(found.variant, power)) if power is not None else None
    if seen is not None:
        now = view(found.variant, found.game.state, seen.power).state
        if seen.state is not state or now is not found.game.state:
            # others have something to hide: what they ordered would tell
            results = [result for result in results if result.power == seen.power]
        state = seen.state
    data = render_position(
        found.variant, found.package[MAP], state, results, seen.veiled if seen else (), played if after else None
    )
    if str(path) == "-":
        sys.stdout.buffer.write(data)
        return CLEAN
    write_whole(path, data)
    click.echo(visible(f"wrote {here(path)}"))
    return CLEAN


def _shown(found: Opened, *, after: bool) -> tuple[State, list[OrderResult], State | None]:
    """The position to be drawn, what came of the last orders, and the position these were given in."""
    from dipmap.judge.game import result_of
    from dipmap.judge.state_json import from_json

    state = found.game.state
    if not found.game.history:
        return state, [], None
    last = len(found.game.history) - 1
    entry = found.game.history[last]
    played = from_json(found.variant, entry["state"], ("history", last, "state"))
    return state if after else played, [result_of(each) for each in entry["results"]], played
