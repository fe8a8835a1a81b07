"""Which sources an argument names, and what files are called in what is printed."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from dipmap.pipeline import DECLARATION
from dipmap.visible import spelt


class NamedPath(click.Path):
    """A path that has a name: an empty text, such as a variable that is not set, is a slip and not this folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; a wrong call where nothing is named."""
        if str(value) == "":
            self.fail("the name is empty; write . for this folder", param, ctx)
        return super().convert(value, param, ctx)


def sources(paths: Iterable[Path]) -> list[Path]:
    """The source folders behind some paths: a source, its `variant.yaml`, or a folder of sources; each once."""
    found: dict[Path, Path] = {}
    for path in paths:
        for folder in _behind(path):
            found.setdefault(folder.resolve(), folder)
    return list(found.values())


def _behind(path: Path) -> list[Path]:
    if missing(path):
        raise click.UsageError(f"{path} does not exist")
    if not os.path.isdir(path):  # noqa: PTH112  it never raises
        if path.name != DECLARATION and path.suffix.lower() != ".svg":
            raise click.UsageError(f"{path} is no source: name the folder of a {DECLARATION}")
        return [path.parent]
    try:
        children = sorted(path.iterdir())
    except OSError:  # said by whoever reads it
        return [path]
    if path / DECLARATION in children:
        return [path]
    inner = [child for child in children if _declares(child)]
    if not inner and not any(child.suffix.lower() == ".svg" for child in children):
        raise click.UsageError(f"there is no {DECLARATION} in {path}, nor in the folders in it")
    return inner or [path]


def missing(path: Path) -> bool:
    """Whether nothing has this name; what cannot be looked at may be there."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False


def _declares(folder: Path) -> bool:
    """Whether a folder holds a declaration, of whatever kind, or cannot be looked into: that is not to be passed over."""
    try:
        (folder / DECLARATION).lstat()
    except PermissionError:
        return folder.is_dir()
    except OSError:
        return False
    return True


def shown(folder: Path) -> str:
    """What goes before the names of a source's files, so that they can be opened from here."""
    way = spelt(here(folder))
    return "" if way == "." else way if way.endswith("/") else f"{way}/"


def here(path: Path) -> str:
    """A path as it is shown: the way from this folder to what is below it, anything else as it was typed."""
    if path.is_absolute() or ".." in path.parts:
        try:
            return path.resolve().relative_to(Path.cwd().resolve()).as_posix()
        except (ValueError, OSError):
            pass
    return path.as_posix()
