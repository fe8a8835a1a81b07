"""The safe way in for files of strangers: zips, folders and loose files as groups of bytes, within limits.

Nothing is unpacked to disk, no link is followed, and what cannot be taken is refused with a sentence (`InputError`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from dipmap.diagnostics import Notice, Place, notice
from dipmap.engines import UNREADABLE, whole
from dipmap.source import Source
from dipmap.unpacking import (
    MAX_FILE,
    Manner,
    NoFileError,
    Trouble,
    UnpackingError,
    content,
    folder_files,
    measured,
    open_file,
    zip_files,
)

SUFFIXES = (".svg", ".xml", ".json", ".dvar", ".toml", ".map", ".png", ".gif", ".txt", ".md", ".yaml")
"""What a reader may want of a variant; files of other kinds are left out."""
BUNDLES = (".zip", ".jar")
MAX_FILES = 1000
"""Files of one group, those included that are left out."""
MAX_DIRECTORY = 1024 * 1024
"""Bytes of a zip's own list of its files."""
MAX_DEPTH = 4
"""How deep folders may be nested in a zip or a folder; what lies deeper is left out."""
MAX_NAME = 250
"""Characters of a path in a group."""
MAX_LINE = 64 * 1024
"""Bytes of one line of a .map file. A drawing or a JSON of one line is ordinary, and has no such limit."""
MAX_MAP = 2 * 1024 * 1024
"""Bytes of a .map file; real ones have a hundredth of it, and each of its lines costs memory."""

_LITTER = {"__macosx", "thumbs.db", "desktop.ini", "icon\r"}
_KINDS = ", ".join(SUFFIXES[:-1]) + " or " + SUFFIXES[-1]
_ASK = f"name a zip, a folder, or files that end in {_KINDS}"
_HINTS = {
    Trouble.DAMAGED: "fetch it again, or make the zip again",
    Trouble.TOO_MUCH: "name the files of one variant alone",
    Trouble.NAME: "rename the file, or name the files of the variant themselves",
    Trouble.TWICE: "rename one of the two, or leave it out",
    Trouble.SYMLINK: "put the file itself there",
    Trouble.KIND: "put the file itself there",
    Trouble.PACKED: "make the zip again without a password and with the ordinary compression",
}


class InputError(ValueError):
    """Files that are not taken; `notices` say which and why."""

    def __init__(self, notices: Iterable[Notice]) -> None:
        self.notices = tuple(notices)
        super().__init__(self.notices[0].finding.message)


@dataclass(frozen=True, eq=False)
class Group:
    """Files that belong together: `name` is that of the zip, the folder or the loose files, without where they lie.

    `files` are bytes by relative path, with forward slashes and in order of the paths.
    """

    name: str
    files: Mapping[str, bytes] = field(repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "files", {path: self.files[path] for path in sorted(self.files)})


def groups(paths: Sequence[Path]) -> tuple[Group, ...]:
    """The groups of some paths: one for each zip and each folder, and one for all loose files together.

    They stand in the order of the paths, the loose files where the first of them is. Raises `InputError` with all that is
    refused.
    """
    parcels: list[list[Path]] = []
    loose: list[Path] = []
    for path in paths:
        if _is_folder(path) or _suffix(path.name) in BUNDLES:
            parcels.append([path])
            continue
        if not loose:
            parcels.append(loose)
        loose.append(path)
    found: list[Group] = []
    notices: list[Notice] = []
    for parcel in parcels:
        try:
            group = _together(loose) if parcel is loose else _bundle(parcel[0])
        except InputError as error:
            notices += error.notices
            continue
        notices += _unreadable_maps(group)
        found.append(group)
    if notices:
        raise InputError(notices)
    return tuple(found)


def long_line(data: bytes, most: int = MAX_LINE) -> tuple[int, int] | None:
    """Where the first line of more than `most` bytes begins (byte offset) and ends, or None; in linear time."""
    text = data.replace(b"\r", b"\n")
    start = 0
    while len(text) - start > most:
        last = text.rfind(b"\n", start, start + most + 1)
        if last < 0:
            end = text.find(b"\n", start)
            return start, end if end >= 0 else len(text)
        start = last + 1
    return None


def _unreadable_maps(group: Group) -> Iterator[Notice]:
    for name, data in group.files.items():
        if _suffix(name) != ".map":
            continue
        if len(data) > MAX_MAP:
            message = f"{name} has {len(data):,} bytes, more than the {MAX_MAP:,} dipmap reads of a .map file"
            yield _refusal(message, "fetch the file again", whole(name, b""))
            continue
        found = long_line(data)
        if found is None:
            continue
        start, end = found
        span = Source(name, data).span(start, start)
        message = f"line {span.begin[0]} of {name} has {end - start:,} bytes, more than the {MAX_LINE:,} dipmap reads in a line"
        yield _refusal(message, "break the line, or fetch the file again", Place(span))


def _bundle(path: Path) -> Group:
    """The group of a zip or a folder. Raises `InputError`."""
    shown = path.as_posix()
    manner = Manner(
        what=shown,
        files=MAX_FILES,
        directory=MAX_DIRECTORY,
        depth=MAX_DEPTH,
        unfit=_unfit,
        locked="is encrypted",
        strange="is packed in a way that dipmap does not unpack",
        spelt=_spelt,
        hidden=_hidden,
        wanted=_wanted,
        lenient=True,
    )
    try:
        files = folder_files(path, manner) if _is_folder(path) else zip_files(path, manner)
    except (UnpackingError, OSError, ValueError) as error:
        raise InputError([_told(error, path)]) from None
    if not files:
        message = f"{shown} holds no file that dipmap imports"
        hint = f"name what holds {_KINDS} files, at most {MAX_DEPTH} folders deep; zips in it are not opened"
        raise InputError([_refusal(message, hint, whole(shown, b""))])
    return Group(_name(path), files)


def _together(paths: Sequence[Path]) -> Group:
    """The group of all loose files, by their names alone. Raises `InputError` with a notice for each that is refused."""
    files: dict[str, bytes] = {}
    notices: list[Notice] = []
    seen: set[str] = set()
    total = 0
    for path in paths[:MAX_FILES]:
        try:
            name, data = _loose(path)
            if name.casefold() in seen:
                raise UnpackingError(Trouble.TWICE, f"two files are called {name!r}")  # noqa: TRY301 - told as the others are
            seen.add(name.casefold())
            total = measured(path.as_posix(), len(data), total, "all loose files together have")
        except (UnpackingError, OSError, ValueError) as error:
            notices.append(_told(error, path))
            continue
        files[name] = data
    if len(paths) > MAX_FILES:
        message = f"{len(paths):,} loose files are more than the {MAX_FILES} that dipmap imports together"
        notices.append(_refusal(message, _HINTS[Trouble.TOO_MUCH], whole(paths[MAX_FILES].as_posix(), b"")))
    if notices:
        raise InputError(notices)
    return Group(_names(paths), files)


def _loose(path: Path) -> tuple[str, bytes]:
    """The name and the bytes of one file. Raises `UnpackingError`, `OSError`, and `ValueError` for an impossible path."""
    shown = path.as_posix()
    with open_file(path) as file:
        name = _spelt(path.name)
        unfit = _unfit(name)
        if unfit:
            raise UnpackingError(Trouble.NAME, f"the name of {shown!r} {unfit}")
        if not _wanted(name):
            raise InputError([_refusal(f"{shown} is no kind of file that dipmap imports", _ASK, whole(shown, b""))])
        return name, content(file, MAX_FILE)


def _told(error: Exception, path: Path) -> Notice:
    """What went wrong with a path, or with a file in it, for the designer."""
    shown = path.as_posix()
    if isinstance(error, InputError):
        return error.notices[0]
    if isinstance(error, UnpackingError):
        return _refusal(str(error), _HINTS[error.trouble], whole(shown, b""))
    if isinstance(error, FileNotFoundError):
        return _refusal(f"{shown} is missing", _ASK, whole(shown, b""))
    if isinstance(error, NoFileError):
        return _refusal(f"{shown} is a pipe or a device, not a file", _ASK, whole(shown, b""))
    if isinstance(error, OSError):
        inner = Path(str(error.filename)).as_posix() if error.filename else shown
        return _refusal(
            f"{inner} cannot be read: {error.strerror or error}", "check its permissions", whole(inner, b"")
        )
    # Python raises ValueError for a path with a NUL, and for letters that the locale lacks
    return _refusal(f"{shown!r} cannot be the name of a file here", "rename the file", whole(shown, b""))


def _refusal(message: str, hint: str, place: Place) -> Notice:
    return notice(UNREADABLE, message, place, hint=hint, key=message[:80])


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False  # whoever opens it is told why


def _name(path: Path) -> str:
    return path.name or path.absolute().name or path.as_posix()


def _names(paths: Sequence[Path]) -> str:
    """What loose files are called together: `x.json`, `x.json and x.svg`, `a.map and 13 more files`."""
    first, *rest = (path.name for path in paths)
    if len(rest) > 1:
        return f"{first} and {len(rest)} more files"
    return " and ".join([first, *rest])


def _suffix(name: str) -> str:
    """The end of a name from its last full stop, in lower case."""
    return Path(name).suffix.lower()


def _spelt(name: str) -> str:
    """A name as people write it: zips made on a Mac keep UTF-8 without saying so, and take accents from their letters."""
    with suppress(UnicodeError):  # most names are what they say
        name = name.encode("cp437").decode()
    return unicodedata.normalize("NFC", name)


def _unfit(name: str) -> str:
    """Why a path cannot be in a group: the end of a sentence, or "" where it can."""
    parts = name.removesuffix("/").split("/")
    if "\\" in name:
        return "has a backslash in it"
    if name.startswith("/") or re.match(r"[A-Za-z]:", name) or ".." in parts:
        return "leads elsewhere"
    if "" in parts or "." in parts:
        return "is no path"
    if any(unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} for character in name):
        return "has a control character in it"
    if len(name) > MAX_NAME:
        return f"has more than {MAX_NAME} characters"
    return ""


def _hidden(name: str) -> bool:
    """Whether a path is what systems leave lying about: `.git/config`, `__MACOSX/._x.svg`; never one that leads elsewhere."""
    parts = re.split(r"[/\\]", name)
    if ".." in parts:
        return False
    return any(part.casefold() in _LITTER or (part.startswith(".") and part != ".") for part in parts)


def _wanted(name: str) -> bool:
    return _suffix(name) in SUFFIXES and not name.endswith("/") and name.count("/") <= MAX_DEPTH
