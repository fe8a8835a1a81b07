"""Reading a package that somebody else may have made: nothing in it is executed, followed or believed.

Zips and folders are read by `dipmap.unpacking`, within limits; what comes out has the hashes its manifest names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any, NoReturn

from dipmap.diagnostics import notice
from dipmap.model import Variant
from dipmap.model.json import from_json
from dipmap.package.errors import BROKEN, UNKNOWN, PackageError, refused
from dipmap.package.files import (
    FORMAT,
    MANIFEST,
    MAP,
    MAX_JSON,
    PATH,
    VARIANT,
    Package,
    hashed,
)
from dipmap.package.semantics import objections
from dipmap.unpacking import Manner, NoFileError, Trouble, UnpackingError, folder_files, zip_files

MAX_FILES = 64
MAX_DIRECTORY = 64 * 1024
"""Bytes of a zip's own list of its files."""
MAX_DEPTH = 4
MAX_NAME = 200
"""Characters of a path."""
MAX_NESTING = 32
"""How deep lists and blocks of a JSON document may be nested."""

_DIGITS = 400
FETCH = "build it again from its source, or fetch it again"


def open_package(path: str | PathLike[str]) -> Package:
    """The files of a package, with the hashes that its manifest names; raises `PackageError`.

    `variant.json` itself is examined by `variant_of`.
    """
    place = Path(path)
    shown = place.as_posix()
    try:
        if place.is_dir() and not (place / MANIFEST).exists():
            hint = "build it with dipmap build, and name the package" if (place / "variant.yaml").exists() else FETCH
            raise PackageError(f"{shown} is no package: it holds no {MANIFEST}", hint=hint)
        files = folder_files(place, _MANNER) if place.is_dir() else zip_files(place, _MANNER)
    except UnpackingError as error:
        hint = "put the file itself there" if error.trouble is Trouble.SYMLINK else FETCH
        raise PackageError(str(error), hint=hint) from None
    except OSError as error:
        hint = "name the zip or the folder of a package" if isinstance(error, NoFileError) else "check its permissions"
        raise PackageError(f"{shown} cannot be read: {error.strerror or error}", hint=hint) from error
    for needed in (MANIFEST, VARIANT):
        if needed not in files:
            raise PackageError(f"{shown} is no package: it holds no {needed}", hint=FETCH)
    _verify(files)
    return Package(files)


def variant_of(package: Package) -> Variant:
    """The variant of an opened package; raises `PackageError` where `variant.json` is not in order."""
    document = document_of(VARIANT, package[VARIANT])
    inspect_document(document)
    variant = from_json(document)
    said = package.manifest["variant"]
    if (variant.id, variant.version) != (said["id"], said["version"]):
        message = f"{MANIFEST} names {said['id']} {said['version']}, but {VARIANT} holds {variant.id} {variant.version}"
        raise PackageError(message, hint=FETCH)
    return variant


def inspect_document(document: Any) -> None:
    """Schema first, then what no schema can say; raises `PackageError` with every objection."""
    check_format(VARIANT, document)
    found = objections("package", document)
    if found:
        raise refused(VARIANT, found, hint=FETCH)


def document_of(name: str, data: bytes, most: int = MAX_JSON) -> Any:
    """A JSON document, read strictly: no number that is none, no key twice, no text that is not Unicode.

    Raises `PackageError`; it may have `most` bytes.
    """
    if len(data) > most:
        raise PackageError(f"{name} has {len(data):,} bytes, more than the {most:,} dipmap reads", hint=FETCH)
    try:
        text = data.decode()
        if "\\u" in text or "\\U" in text:  # only escapes can hide half a character
            json.dumps(json.loads(text), ensure_ascii=False).encode()
        document = json.loads(
            text,
            parse_constant=_no_number,
            parse_float=_number,
            parse_int=_whole,
            object_pairs_hook=_pairs,
        )
    except UnicodeDecodeError as error:
        raise PackageError(f"{name} is no text in UTF-8 (byte {error.start})", hint=FETCH) from None
    except UnicodeError:
        raise PackageError(f"{name} holds half a character", hint=FETCH) from None
    except RecursionError:
        raise PackageError(f"{name} is nested too deeply", hint=FETCH) from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise PackageError(f"{name} is no proper JSON: it breaks off or goes wrong in {where}", hint=FETCH) from None
    except ValueError as error:
        raise PackageError(f"{name} is no proper JSON: {error}", hint=FETCH) from None
    if _nesting(document) > MAX_NESTING:
        raise PackageError(f"{name} is nested too deeply", hint=FETCH)
    return document


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def _whole(word: str) -> int:
    if len(word) > _DIGITS:
        raise ValueError(f"{word[:20]} is too large")
    return int(word)


def _number(word: str) -> float:
    value = float(word)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{word[:20]} is too large")
    return value


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise ValueError(f"the key {name[:60]!r} stands twice")
            seen.add(name)
    return found


def _nesting(document: Any) -> int:
    level, depth = [document], 0
    while level and depth <= MAX_NESTING:
        depth += 1
        level = [
            inner
            for value in level
            for inner in (value.values() if isinstance(value, dict) else value if isinstance(value, list) else ())
        ]
    return depth


def check_format(name: str, document: Any) -> None:
    """Raise `PackageError` for a document of another format; one that names none is left to its schema."""
    found = document.get("format") if isinstance(document, dict) else None
    if isinstance(found, int) and not isinstance(found, bool) and found != FORMAT:
        message = f"{name} has the format {found}, and this dipmap reads format {FORMAT}"
        hint = "use a newer dipmap" if found > FORMAT else "build the package again"
        raise PackageError(message, (notice(UNKNOWN, message, hint=hint, key=name),))


def _verify(files: Mapping[str, bytes]) -> None:
    manifest = document_of(MANIFEST, files[MANIFEST])
    check_format(MANIFEST, manifest)
    found = objections("manifest", manifest)
    if found:
        raise refused(MANIFEST, found, hint=FETCH)
    listed = manifest["files"]
    troubles = [f"{path} is listed in {MANIFEST}, but missing" for path in sorted(listed.keys() - files.keys())]
    troubles += [f"{path} is not listed in {MANIFEST}" for path in sorted(files.keys() - listed.keys() - {MANIFEST})]
    troubles += [
        f"{path} is not the file that {MANIFEST} names: its hash is another"
        for path in sorted(listed.keys() & files.keys())
        if (hashed(files[path]), len(files[path])) != (listed[path]["sha256"], listed[path]["size"])
    ]
    if MAP not in listed:
        troubles.append(f"there is no {MAP}")
    if troubles:
        rest = f" (and {len(troubles) - 1} more)" if len(troubles) > 1 else ""
        notices = [notice(BROKEN, trouble, hint=FETCH, key=trouble[:80]) for trouble in troubles]
        raise PackageError(troubles[0] + rest, notices)


def _unfit(name: str) -> str:
    possible = PATH.fullmatch(name) and name.count("/") < MAX_DEPTH and len(name) <= MAX_NAME
    return "" if possible else "cannot be a path in a package"


_MANNER = Manner(
    what="the package",
    files=MAX_FILES,
    directory=MAX_DIRECTORY,
    depth=MAX_DEPTH,
    unfit=_unfit,
    locked="is packed in a way that packages are not",
    strange="is packed in a way that packages are not",
)


def is_package(path: Path) -> bool:
    """Whether a path looks like a package rather than a source: a zip, or a folder with a manifest."""
    if path.is_dir():
        return (path / MANIFEST).exists() and (path / VARIANT).exists()
    return bool(re.search(r"\.zip$", path.name, re.IGNORECASE))
