"""Games on disk: read strictly, written whole or not at all, and changed by one hand at a time."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from dipmap.diagnostics import Notice, Place, notice
from dipmap.judge import game as games
from dipmap.judge.game import Game
from dipmap.judge.state_json import StateError
from dipmap.model import Variant
from dipmap.package.errors import PackageError
from dipmap.package.files import MANIFEST, Package, hashed, json_bytes
from dipmap.package.read import document_of, open_package, variant_of
from dipmap.package.semantics import objections
from dipmap.package.write import write_whole
from dipmap.schema import pointer
from dipmap.unpacking import NoFileError, open_file
from dipmap.visible import shortened

UNFIT = "unfit-game"
MAX_GAME = 32 * 1024 * 1024
"""Bytes of a game: thousands of phases of a usual variant."""
MAX_PHASES = 10_000
_GO_BACK = "go back to the last copy of the game"


class GameError(Exception):
    """A game that cannot be gone on with; `notices` says all that is wrong with it."""

    def __init__(self, message: str, notices: Iterable[Notice] = (), hint: str = "") -> None:
        super().__init__(message)
        self.notices: tuple[Notice, ...] = tuple(notices) or (notice(UNFIT, message, hint=hint, key=message[:80]),)


def manifest_hash(package: Package) -> str:
    """What a game knows a package by: the SHA-256 of its manifest, which holds those of all its files."""
    return hashed(package[MANIFEST])


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
        raise GameError(str(error), hint=_GO_BACK) from None
    history = document.get("history") if isinstance(document, dict) else None
    if isinstance(history, list) and len(history) > MAX_PHASES:  # before each of them is looked at
        raise GameError(f"{shown} tells of {len(history):,} phases, more than {MAX_PHASES:,}", hint=_GO_BACK)
    found = objections("game", document)
    if found:
        raise _unfit(shown, ((each.pointer, each.message) for each in found))
    taken: dict[str, Any] = document
    return taken


def _unfit(shown: str, found: Iterable[tuple[str, str]]) -> GameError:
    """The error about a document; `found` are JSON pointers, each with a sentence."""
    notices = [
        notice(UNFIT, f"{shown}: {message}", Place(pointer=place), hint=_GO_BACK, key=place) for place, message in found
    ]
    return GameError(notices[0].finding.message, notices)


def package_of(path: Path, document: dict[str, Any], named: Path | None = None) -> tuple[Package, Variant]:
    """The package of a game: the one that is named, else the one the game began with, as seen from its folder.

    Raises `GameError` where there is none or it is another, `PackageError` where it is broken.
    """
    place = named or (path.parent / document["package"] if document.get("package") else None)
    if place is None:
        raise GameError(f"{path.as_posix()} does not say where its package is", hint="name it with --package")
    if named is None and not os.path.exists(place):  # noqa: PTH110  it never raises, whatever a game says
        message = f"the package of {path.as_posix()} is not at {shortened(place.as_posix(), 200)} any more"
        raise GameError(message, hint="name it with --package")
    package = open_package(place)
    said = package.manifest["variant"]
    named_alike = (said["id"], said["version"]) == (document["variant"], document["version"])
    if manifest_hash(package) != document["manifest"] or not named_alike:
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
        found = ((pointer(place), message) for place, message in error.problems)
        raise _unfit(path.as_posix(), found) from None


def write_game(path: Path, game: Game) -> None:
    """Write a game; the older one stays whole until the new one is, whatever happens.

    Whoever may read the older one may read the new one; where `path` is a link what it leads to is written. Raises
    `OSError`, and `GameError` for a game that `read_document` would refuse: nothing is written then.
    """
    document = games.to_json(game)
    data = json_bytes(document)
    # the phases before the last two were read, or written, as they are
    fresh = {**document, "history": document["history"][-2:]}
    trouble = f"it would have {len(data):,} bytes, more than {MAX_GAME:,}" if len(data) > MAX_GAME else ""
    if len(game.history) > MAX_PHASES:
        trouble = f"it has {MAX_PHASES:,} phases already"
    elif not trouble:
        trouble = next((each.message for each in objections("game", fresh)), "")
    if trouble:
        raise GameError(f"{path.as_posix()} could not be read again, and is left as it is: {trouble}")
    target = path.resolve()
    try:
        mode = stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        mode = None
    write_whole(target, data, mode)


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
    with ExitStack() as stack:
        with suppress(OSError):  # what cannot be opened is told by whoever reads it
            file = stack.enter_context(open_file(path))
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                changed = not os.path.samestat(os.fstat(file.fileno()), path.stat())
            except BlockingIOError:
                changed = True
            if changed:  # by who holds the lock, or by who held it until now
                message = f"{path.as_posix()} is being changed by somebody else"
                raise GameError(message, hint="wait until that is done")
        yield
