"""Which sources an argument names, and what their files are called in findings."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import click

from dipmap.pipeline import DECLARATION


def sources(paths: Iterable[Path]) -> list[Path]:
    """The source folders behind some paths: a source, its `variant.yaml`, or a folder of sources; each once."""
    found: dict[Path, Path] = {}
    for path in paths:
        for folder in _behind(path):
            found.setdefault(folder.resolve(), folder)
    return list(found.values())


def _behind(path: Path) -> list[Path]:
    if not path.exists():
        raise click.UsageError(f"{path} does not exist")
    if path.is_file():
        if path.name != DECLARATION and path.suffix.lower() != ".svg":
            raise click.UsageError(f"{path} is no source: name the folder of a {DECLARATION}")
        return [path.parent]
    if (path / DECLARATION).exists():
        return [path]
    inner = sorted(child for child in path.iterdir() if (child / DECLARATION).is_file())
    if not inner and not any(child.suffix.lower() == ".svg" for child in path.iterdir()):
        raise click.UsageError(f"there is no {DECLARATION} in {path}, nor in the folders in it")
    return inner or [path]


def shown(folder: Path) -> str:
    """What goes before the names of a source's files: the way to them from here, never an absolute path."""
    try:
        way = Path(os.path.relpath(folder))
    except ValueError:  # another drive
        return f"{folder.name}/"
    if way.parts[:3] == ("..", "..", ".."):
        return f"{folder.resolve().name}/"
    return "" if way == Path() else f"{way.as_posix()}/"
