"""Games on disk: read strictly, written whole or not at all, and changed by one hand at a time."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from dipmap.diagnostics import Notice, Place, notice
from dipmap.judge import game as games
from dipmap.judge.game import Game
from dipmap.judge.state_json import StateError
from dipmap.model import Variant
from dipmap.package.errors import PackageError
from dipmap.package.files import MANIFEST, NoFileError, Package, open_file
from dipmap.package.read import document_of, open_package, variant_of
from dipmap.package.write import write_whole
from dipmap.schema import problems

UNFIT = "unfit-game"
MAX_GAME = 64 * 1024 * 1024
"""Bytes of a game: thousands of phases of a large variant."""


class GameError(Exception):
    """A game that cannot be gone on with; `notices` says all that is wrong with it."""

    def __init__(self, message: str, notices: Iterable[Notice] = (), hint: str = "") -> None:
        super().__init__(message)
        self.notices: tuple[Notice, ...] = tuple(notices) or (notice(UNFIT, message, hint=hint, key=message[:80]),)


def manifest_hash(package: Package) -> str:
    """What a game knows a package by: the SHA-256 of its manifest, which holds those of all its files."""
    return sha256(package[MANIFEST]).hexdigest()


def read_document(path: Path) -> dict[str, Any]:
    """The document of a game, held against its schema. Raises `GameError`."""
    shown = path.as_posix()
    try:
        with open_file(path) as file:
            data = file.read(MAX_GAME + 1)
    except FileNotFoundError:
        raise GameError(f"there is no game {shown}", hint="begin one with dipmap judge new") from None
    except OSError as error:
        why = error.strerror or str(error)
        hint = (
            "name the file of a game"
            if isinstance(error, (NoFileError, IsADirectoryError))
            else "check its permissions"
        )
        raise GameError(f"{shown} cannot be read: {why}", hint=hint) from None
    try:
        document = document_of(shown, data, MAX_GAME)
    except PackageError as error:
        raise GameError(str(error), hint="go back to the last copy of the game") from None
    found = problems("game", document)
    if found:
        raise GameError(
            f"{shown}: {found[0].message}",
            [
                notice(
                    UNFIT,
                    f"{shown}: {each.message}",
                    Place(pointer=each.pointer),
                    hint="go back to the last copy of the game",
                    key=each.pointer,
                )
                for each in found[:100]
            ],
        )
    taken: dict[str, Any] = document
    return taken


def package_of(path: Path, document: dict[str, Any], named: Path | None = None) -> tuple[Package, Variant]:
    """The package of a game: the one that is named, else the one the game began with, as seen from its folder.

    Raises `GameError` where there is none or it is another, `PackageError` where it is broken.
    """
    place = named or (path.parent / document["package"] if document.get("package") else None)
    if place is None:
        raise GameError(f"{path.as_posix()} does not say where its package is", hint="name it with --package")
    if named is None and not place.exists():
        message = f"the package of {path.as_posix()} is not at {place.as_posix()} any more"
        raise GameError(message, hint="name it with --package")
    package = open_package(place)
    if manifest_hash(package) != document["manifest"]:
        said = package.manifest["variant"]
        message = (
            f"{path.as_posix()} is a game of {document['variant']} {document['version']} by another package than "
            f"{place.as_posix()}, which holds {said['id']} {said['version']}"
        )
        raise GameError(message, hint="name the package the game began with")
    return package, variant_of(package)


def game_of(path: Path, document: dict[str, Any], variant: Variant) -> Game:
    """The game of a document. Raises `GameError` with all that the variant objects to."""
    try:
        return games.from_json(variant, document)
    except StateError as error:
        raise GameError(
            str(error),
            [
                notice(
                    UNFIT,
                    f"{path.as_posix()}: {message}",
                    Place(pointer=".".join(map(str, pointer))),
                    hint="go back to the last copy of the game",
                    key=".".join(map(str, pointer)),
                )
                for pointer, message in error.problems[:100]
            ],
        ) from None


def write_game(path: Path, game: Game) -> None:
    """Write a game; the older one stays whole until the new one is, whatever happens. Raises `OSError`."""
    text = json.dumps(games.to_json(game), ensure_ascii=False, indent=1) + "\n"
    write_whole(path, text.encode())


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep others from changing a game meanwhile; the lock goes with the process that holds it, however that ends.

    Raises `GameError` where another holds it. Where a system has no such locks nothing is kept.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:  # told by whoever reads it
        yield
        return
    busy = GameError(f"{path.as_posix()} is being changed by somebody else", hint="wait until that is done")
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise busy from None
        if not os.path.samestat(os.fstat(handle), path.stat()):
            raise busy  # it was changed between the opening and the locking
        yield
    finally:
        os.close(handle)
