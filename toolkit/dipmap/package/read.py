"""Reading a package that somebody else may have made: nothing in it is executed, followed or believed.

A zip is bounded before and while it is unpacked, and never unpacked to disk; a folder is read through handles that do
not follow symbolic links. What comes out has the hashes its manifest names.
"""

from __future__ import annotations

import json
import os
import re
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

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
    NoFileError,
    Package,
    hashed,
    open_file,
)
from dipmap.package.semantics import objections

MAX_ZIP = 64 * 1024 * 1024
"""Bytes a zip may have."""
MAX_TOTAL = 64 * 1024 * 1024
"""Bytes of all files together, unpacked."""
MAX_FILE = 32 * 1024 * 1024
"""Bytes of one file, unpacked."""
MAX_FILES = 64
MAX_DIRECTORY = 64 * 1024
"""Bytes of a zip's own list of its files."""
MAX_DEPTH = 4
MAX_RATIO = 200
"""How many times as long as packed a file may be, once it is longer than `FREE_RATIO` bytes."""
FREE_RATIO = 64 * 1024
MAX_NESTING = 32
"""How deep lists and blocks of a JSON document may be nested."""

_LAST_RECORD = 22
_ZIP_TROUBLE = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError, IndexError)
FETCH = "build it again from its source, or fetch it again"


def load(path: str | PathLike[str]) -> Variant:
    """The variant of a package; raises `PackageError` where the package, its scenarios included, is broken."""
    from dipmap.package.scenarios import scenarios_of

    package = open_package(path)
    variant = variant_of(package)
    scenarios_of(package)
    return variant


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
        files = dict(_folder(place) if place.is_dir() else _zip(place))
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


def _checked(names: Iterator[str]) -> list[str]:
    """The paths of a package, each possible and none twice, also where upper and lower case are one."""
    found: list[str] = []
    seen: set[str] = set()
    for name in names:
        if len(found) >= MAX_FILES:
            raise PackageError(f"the package holds more than {MAX_FILES} files", hint=FETCH)
        folded = unicodedata.normalize("NFC", name).casefold()
        if folded in seen:
            raise PackageError(f"the package holds {name[:80]!r} twice", hint=FETCH)
        if not PATH.fullmatch(name) or name.count("/") >= MAX_DEPTH or len(name) > 200:
            raise PackageError(f"the package holds {name[:80]!r}, which cannot be a path in a package", hint=FETCH)
        seen.add(folded)
        found.append(name)
    return found


def _zip(path: Path) -> Iterator[tuple[str, bytes]]:
    shown = path.as_posix()
    with open_file(path) as file:
        if os.fstat(file.fileno()).st_size > MAX_ZIP:
            raise PackageError(f"{shown} is larger than the {MAX_ZIP // 2**20} MB dipmap reads", hint=FETCH)
        if _directory(file) > MAX_DIRECTORY:
            raise PackageError(f"the package holds more than {MAX_FILES} files", hint=FETCH)
        try:
            with zipfile.ZipFile(file) as bundle:
                yield from _unpacked(bundle)
        except _ZIP_TROUBLE as error:
            message = f"{shown} is no zip that can be read: {_trouble(error)}"
            raise PackageError(message, hint=FETCH) from None


def _trouble(error: Exception) -> str:
    """What is wrong with a zip, in words of ours where the library's speak of its own insides."""
    if isinstance(error, zipfile.BadZipFile) and "File is not a zip file" in str(error):
        return "it is none, or its end is missing"
    if isinstance(error, UnicodeError):
        return "a name in it is no text"
    return str(error) or "it is damaged"


def _directory(file: BinaryIO) -> int:
    """How long a zip's list of its files is (bytes), by its last record: asked before anything is made of the list."""
    tail = min(_LAST_RECORD + 0xFFFF, file.seek(0, os.SEEK_END))
    file.seek(-tail, os.SEEK_END)
    data = file.read(tail)
    start = data.rfind(b"PK\5\6")
    file.seek(0)
    return int.from_bytes(data[start + 12 : start + 16], "little") if start >= 0 else 0


def _unpacked(bundle: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    entries = bundle.infolist()
    names = _checked(entry.orig_filename for entry in entries)
    total = 0
    for entry, name in zip(entries, names, strict=True):
        kind = stat.S_IFMT(entry.external_attr >> 16)
        if kind not in (0, stat.S_IFREG) or entry.is_dir():
            raise PackageError(f"{name} in the package is a link or worse, not a file", hint=FETCH)
        if entry.flag_bits & 0x1 or entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise PackageError(f"{name} is packed in a way that packages are not", hint=FETCH)
        if entry.file_size > FREE_RATIO and entry.file_size > MAX_RATIO * entry.compress_size:
            raise PackageError(f"{name} would unpack to more than {MAX_RATIO} times its size", hint=FETCH)
        with bundle.open(entry) as file:
            data = file.read(min(MAX_FILE, entry.file_size) + 1)
        total = _measured(name, data, total)
        yield name, data


def _measured(name: str, data: bytes, total: int) -> int:
    if len(data) > MAX_FILE:
        raise PackageError(f"{name} is larger than the {MAX_FILE // 2**20} MB dipmap reads", hint=FETCH)
    if total + len(data) > MAX_TOTAL:
        raise PackageError(f"the package unpacks to more than {MAX_TOTAL // 2**20} MB", hint=FETCH)
    return total + len(data)


def _folder(root: Path) -> Iterator[tuple[str, bytes]]:
    total = 0
    for name in sorted(_checked(_walk(root, ""))):
        handle = os.open(root / name, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise PackageError(f"{name} in the package is no file", hint=FETCH)
            data = file.read(MAX_FILE + 1)
        total = _measured(name, data, total)
        yield name, data


def _walk(root: Path, below: str) -> Iterator[str]:
    """Paths of the files of a folder; links and depths are refused, what is neither file nor folder as well."""
    if below.count("/") > MAX_DEPTH:
        raise PackageError(f"the package nests folders more than {MAX_DEPTH} deep", hint=FETCH)
    with os.scandir(root / below) as entries:
        for entry in entries:
            name = below + entry.name
            if entry.is_symlink():
                raise PackageError(f"{name[:80]!r} in the package is a symbolic link", hint="put the file itself there")
            if entry.is_dir(follow_symlinks=False):
                yield from _walk(root, name + "/")
            else:
                yield name


def is_package(path: Path) -> bool:
    """Whether a path looks like a package rather than a source: a zip, or a folder with a manifest."""
    if path.is_dir():
        return (path / MANIFEST).exists() and (path / VARIANT).exists()
    return bool(re.search(r"\.zip$", path.name, re.IGNORECASE))
