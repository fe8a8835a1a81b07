"""Reading zips and folders that somebody else made: bounded before and while they are read, never unpacked to disk.

A zip is held in memory and checked before anything in it is opened; a folder is read through handles that do not follow
symbolic links. A `Manner` says what the reader of such files takes and how it calls them.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from itertools import islice
from pathlib import Path
from typing import BinaryIO

MAX_ZIP = 64 * 1024 * 1024
"""Bytes a zip may have."""
MAX_TOTAL = 64 * 1024 * 1024
"""Bytes of all files together, unpacked."""
MAX_FILE = 32 * 1024 * 1024
"""Bytes of one file, unpacked."""
MAX_RATIO = 200
"""How many times as long as packed a file may be, once it is longer than `FREE_RATIO` bytes."""
FREE_RATIO = 64 * 1024

_SHORTEST_HEADER = 30
"""Bytes that stand before each file in a zip, at least."""
_END_SEARCH = (1 << 16) + 22
"""Bytes at the end of a zip among which its last record is looked for."""
_READING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_TROUBLE = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError, IndexError)


class Trouble(Enum):
    """What is wrong, for those who give a hint."""

    DAMAGED = auto()
    """The zip cannot be read, or lies about itself."""
    TOO_MUCH = auto()
    """Too many files, too long ones, or too deep folders."""
    NAME = auto()
    """A path that cannot stand there."""
    TWICE = auto()
    """Two files of one path, also where upper and lower case are one."""
    SYMLINK = auto()
    """A symbolic link in a folder."""
    KIND = auto()
    """A link, a pipe or a device in place of a file."""
    PACKED = auto()
    """A file that is encrypted or packed in an unusual way."""


class UnpackingError(Exception):
    """Files that are refused: a sentence without a full stop, and what kind of trouble it is."""

    def __init__(self, trouble: Trouble, message: str) -> None:
        super().__init__(message)
        self.trouble = trouble


class NoFileError(OSError):
    """A pipe, a device or a socket stands where a file should."""


@dataclass(frozen=True)
class Manner:
    """What a reader of zips and folders takes, and its words.

    `what` is how sentences call the zip or folder; `files` how many files it may hold, folders included where they are
    listed; `directory` the bytes of a zip's own list of its files (64 KiB and a little are always let through);
    `depth` how deep folders may be nested. `unfit` says why a path cannot stand there ("" where it can): the end of a
    sentence, as are `locked` and `strange`, about a file that is encrypted and about one of an unusual compression.

    `spelt` gives a path its spelling; `hidden` names (as they are in the zip or the folder) are as good as absent; a path
    that is not `wanted` counts to the limits but is not read. Where `lenient`, a zip may list its folders, and what is
    nested deeper than `depth` is passed over in place of refused.
    """

    what: str
    files: int
    directory: int
    depth: int
    unfit: Callable[[str], str]
    locked: str
    strange: str
    spelt: Callable[[str], str] = str
    hidden: Callable[[str], bool] = lambda _: False
    wanted: Callable[[str], bool] = lambda _: True
    lenient: bool = False


def open_file(path: Path) -> BinaryIO:
    """A regular file (or a link to one), opened for reading; nothing is ever waited for.

    Raises `NoFileError` for a pipe, a device or a socket, and `OSError` as `open` does.
    """
    _regular(path.stat().st_mode, path)  # before it is opened: devices may mind that
    handle = os.open(path, _READING)
    try:
        _regular(os.fstat(handle).st_mode, path)
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def content(file: BinaryIO, most: int) -> bytes:
    """The bytes of an opened file, one more than `most` where it is longer; no more memory is taken than it needs."""
    return file.read(min(os.fstat(file.fileno()).st_size, most) + 1)


def _regular(mode: int, path: Path) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise NoFileError(errno.EINVAL, "it is a pipe or a device, not a file", str(path))


def zip_files(path: Path, manner: Manner) -> dict[str, bytes]:
    """The wanted files of a zip by path, in its own order. Raises `UnpackingError`, and `OSError` as `open_file` does."""
    shown = path.as_posix()
    with open_file(path) as file:
        data = content(file, MAX_ZIP)
    if len(data) > MAX_ZIP:
        raise UnpackingError(Trouble.TOO_MUCH, f"{shown} is larger than the {MAX_ZIP // 2**20} MB dipmap reads")
    held = _Held(data, manner)
    try:
        with zipfile.ZipFile(held) as bundle:
            held.most = len(data)
            entries = [entry for entry in bundle.infolist() if not manner.hidden(entry.orig_filename)]
            names = [spelt for _, spelt in _sifted((entry.orig_filename for entry in entries), manner)]
            _apart(bundle.infolist(), len(data))
            return dict(_unpacked(bundle, list(zip(entries, names, strict=True)), manner))
    except _TROUBLE as error:
        raise UnpackingError(Trouble.DAMAGED, f"{shown} is no zip that can be read: {_why(error)}") from None


class _Held(io.BytesIO):
    """The bytes of a zip. Whoever reads more than `most` of them at once believes a lie about how long its list is."""

    def __init__(self, data: bytes, manner: Manner) -> None:
        super().__init__(data)
        self.manner = manner
        self.most = max(manner.directory, _END_SEARCH)

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        if len(data) > self.most:
            raise _too_many(self.manner)
        return data


def _too_many(manner: Manner) -> UnpackingError:
    return UnpackingError(Trouble.TOO_MUCH, f"{manner.what} holds more than {manner.files} files")


def _why(error: Exception) -> str:
    """What is wrong with a zip, in words of ours where the library's speak of its own insides."""
    if isinstance(error, zipfile.BadZipFile) and "File is not a zip file" in str(error):
        return "it is none, or its end is missing"
    if isinstance(error, UnicodeError):
        return "a name in it is no text"
    return str(error) or "it is damaged"


def _sifted(names: Iterable[str], manner: Manner) -> list[tuple[str, str]]:
    """Paths as they are and as they are spelt: each possible, and no wanted one twice, also by case."""
    found: list[tuple[str, str]] = []
    seen: set[str] = set()
    for raw in names:
        if len(found) >= manner.files:
            raise _too_many(manner)
        name = manner.spelt(raw)
        folded = unicodedata.normalize("NFC", name).casefold()
        if folded in seen:
            raise UnpackingError(Trouble.TWICE, f"{manner.what} holds {name[:80]!r} twice")
        unfit = manner.unfit(name)
        if unfit:
            raise UnpackingError(Trouble.NAME, f"{manner.what} holds {name[:80]!r}, which {unfit}")
        if manner.wanted(name):
            seen.add(folded)
        found.append((raw, name))
    return found


def _apart(entries: Iterable[zipfile.ZipInfo], size: int) -> None:
    """Raise `BadZipFile` where files of a zip share bytes: that is how a small zip holds very much."""
    end = 0
    for entry in sorted(entries, key=lambda entry: entry.header_offset):
        if entry.header_offset < end:
            raise zipfile.BadZipFile("files in it overlap")
        end = entry.header_offset + _SHORTEST_HEADER + entry.compress_size
    if end > size:
        raise zipfile.BadZipFile("a file in it reaches beyond its end")


def _unpacked(
    bundle: zipfile.ZipFile, entries: Iterable[tuple[zipfile.ZipInfo, str]], manner: Manner
) -> Iterator[tuple[str, bytes]]:
    total = 0
    for entry, name in entries:
        kind = stat.S_IFMT(entry.external_attr >> 16)
        if manner.lenient and name.endswith("/") and kind in (0, stat.S_IFDIR):
            continue
        if kind not in (0, stat.S_IFREG) or entry.is_dir():
            raise UnpackingError(Trouble.KIND, f"{name} in {manner.what} is a link or worse, not a file")
        if not manner.wanted(name):
            total = measured(name, entry.file_size, total, f"{manner.what} unpacks to")
            continue
        if entry.flag_bits & 0x1:
            raise UnpackingError(Trouble.PACKED, f"{name} {manner.locked}")
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise UnpackingError(Trouble.PACKED, f"{name} {manner.strange}")
        if entry.file_size > FREE_RATIO and entry.file_size > MAX_RATIO * entry.compress_size:
            raise UnpackingError(Trouble.TOO_MUCH, f"{name} would unpack to more than {MAX_RATIO} times its size")
        with bundle.open(entry) as file:
            data = file.read(min(MAX_FILE, entry.file_size) + 1)
        total = measured(name, len(data), total, f"{manner.what} unpacks to")
        yield name, data


def measured(name: str, size: int, total: int, all_have: str) -> int:
    """The bytes of all files with this one; raises `UnpackingError` where it is too long, or they are together.

    `all_have` is the start of a sentence: `the package unpacks to`.
    """
    if size > MAX_FILE:
        raise UnpackingError(Trouble.TOO_MUCH, f"{name} is larger than the {MAX_FILE // 2**20} MB dipmap reads")
    if total + size > MAX_TOTAL:
        raise UnpackingError(Trouble.TOO_MUCH, f"{all_have} more than {MAX_TOTAL // 2**20} MB")
    return total + size


def folder_files(root: Path, manner: Manner) -> dict[str, bytes]:
    """The wanted files of a folder by path, in order of the paths. Raises `UnpackingError` and `OSError`."""
    found: dict[str, bytes] = {}
    total = 0
    for raw, name in sorted(_sifted(_walk(root, "", manner), manner)):
        if name.endswith("/"):
            continue
        if not manner.wanted(name):
            found_there = (root / raw).lstat()
            _is_file(found_there.st_mode, name, manner)
            total = measured(name, found_there.st_size, total, f"{manner.what} unpacks to")
            continue
        handle = os.open(root / raw, _READING | getattr(os, "O_NOFOLLOW", 0))
        with os.fdopen(handle, "rb") as file:
            _is_file(os.fstat(file.fileno()).st_mode, name, manner)
            found[name] = content(file, MAX_FILE)
        total = measured(name, len(found[name]), total, f"{manner.what} unpacks to")
    return found


def _is_file(mode: int, name: str, manner: Manner) -> None:
    if not stat.S_ISREG(mode):
        raise UnpackingError(Trouble.KIND, f"{name} in {manner.what} is no file")


def _walk(root: Path, below: str, manner: Manner) -> Iterator[str]:
    """Paths of the files of a folder, and of the folders in it where they count; links and depths are refused."""
    if below.count("/") > manner.depth:
        if manner.lenient:
            return
        raise UnpackingError(Trouble.TOO_MUCH, f"{manner.what} nests folders more than {manner.depth} deep")
    with os.scandir(root / below) as entries:
        shown = (entry for entry in entries if not manner.hidden(entry.name))
        found = sorted(islice(shown, manner.files + 1), key=lambda entry: entry.name)
    if len(found) > manner.files:
        raise _too_many(manner)
    for entry in found:
        name = below + entry.name
        if entry.is_symlink():
            raise UnpackingError(Trouble.SYMLINK, f"{name[:80]!r} in {manner.what} is a symbolic link")
        if entry.is_dir(follow_symlinks=False):
            if manner.lenient:
                yield name + "/"
            yield from _walk(root, name + "/", manner)
        else:
            yield name
