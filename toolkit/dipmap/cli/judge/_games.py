"""What the commands on games share: opening one, and telling what is wrong with it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dipmap.cli._output import Reporting
from dipmap.cli._sources import NamedPath
from dipmap.diagnostics import Notice, notice

if TYPE_CHECKING:
    from dipmap.judge.game import Game
    from dipmap.model import Variant
    from dipmap.package import Package

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


@dataclass(frozen=True)
class Opened:
    """A game, its file, and the package it is played by."""

    path: Path
    game: Game
    package: Package
    variant: Variant


package_option = click.option(
    "--package",
    "named",
    type=NamedPath(path_type=Path),
    metavar="PACKAGE",
    help="The package of the game, where it is not where it was when the game began.",
)
game_argument = click.argument("game", type=NamedPath(path_type=Path))


def opened(path: Path, named: Path | None) -> Opened:
    """The game in a file. Raises `GameError` and `PackageError`."""
    from dipmap.package.game_file import game_of, package_of, read_document

    document = read_document(path)
    package, variant = package_of(path, document, named)
    return Opened(path, game_of(path, document, variant), package, variant)


def told_as_findings(function: Callable[..., int]) -> Callable[..., int]:
    """A command whose troubles with games, packages and orders are shown as findings, with the exit code of those."""

    @functools.wraps(function)
    def command(*args: Any, **rest: Any) -> int:
        from dipmap.judge.errors import JudgeError
        from dipmap.package import PackageError
        from dipmap.package.game_file import GameError

        try:
            return function(*args, **rest)
        except (GameError, PackageError) as error:
            return _findings(error.notices, rest.get("format", "text"))
        except JudgeError as error:
            return _findings([refused(str(error))], rest.get("format", "text"))

    return command


def refused(message: str, hint: str = "") -> Notice:
    """What is said of orders or a power that the judge does not take."""
    return notice("unfit-game", message, hint=hint, key=message[:80])


def _findings(notices: Any, format: str) -> int:  # noqa: A002  the word of the option
    from dipmap.pipeline import diagnosed

    return Reporting("json" if format == "json" else "text").finish([diagnosed(each) for each in notices])


def power_of(variant: Variant, word: str) -> str:
    """The id of a power by any of its names. Raises `JudgeError`."""
    from dipmap.judge.errors import JudgeError
    from dipmap.judge.order_set import names
    from dipmap.schema import nearest
    from dipmap.visible import shortened

    known = names(variant)
    found = known.get(word.casefold())
    if found is None:
        near = nearest(word.casefold()[:60], list(known))
        hint = f"; did you mean {near}?" if near else f"; there are {', '.join(variant.powers_by_id)}"
        raise JudgeError(f"there is no power called {shortened(word)}{hint}")
    return found
