"""Zips as hostile or careless people make them, for tests of the import."""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Iterable, Mapping

Entry = tuple[str | zipfile.ZipInfo, bytes]


class _OneWay(io.RawIOBase):
    """A stream that cannot go back: zips written to it have their sizes after the data."""

    def __init__(self, held: io.BytesIO) -> None:
        self.held = held

    def writable(self) -> bool:
        return True

    def write(self, data) -> int:
        return self.held.write(data)


def zip_of(files: Mapping[str, bytes] | Iterable[Entry], *, stored: bool = False, streamed: bool = False) -> bytes:
    """A zip of names (or whole entries) and bytes, as careless as can be; with data descriptors where `streamed`."""
    pairs = files.items() if isinstance(files, Mapping) else files
    held = io.BytesIO()
    with zipfile.ZipFile(_OneWay(held) if streamed else held, "w") as bundle:
        for name, data in pairs:
            entry = name if isinstance(name, zipfile.ZipInfo) else named(name)
            bundle.writestr(entry, data, zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED)
    return held.getvalue()


def named(name: str, mode: int = 0) -> zipfile.ZipInfo:
    """An entry of exactly this name, which the library would mend."""
    entry = zipfile.ZipInfo("placeholder")
    entry.filename = entry.orig_filename = name
    entry.external_attr = mode << 16
    return entry


def patched(data: bytes, name: str, at: int, value: bytes, *, header: int | None = None) -> bytes:
    """A zip with some bytes in the list's record of a file replaced; `header` is where they stand before the file too.

    In the list: 8 flags, 10 compression, 16 CRC, 20 packed size, 24 size, 42 place of the file.
    """
    changed = bytearray(data)
    word = name.encode()
    for mark, length, spot in ((b"PK\1\2", 46, at), (b"PK\3\4", 30, header)):
        start = changed.find(mark)
        while changed[start + length : start + length + len(word)] != word:
            start = changed.index(mark, start + 1)
        if spot is not None:
            changed[start + spot : start + spot + len(value)] = value
    return bytes(changed)


def bomb(size: int = 30_000_000) -> bytes:
    """A small zip whose one file is very long."""
    return zip_of({"map.svg": b" " * size})


def many_bombs(count: int = 3, size: int = 30_000_000) -> bytes:
    """A zip of files none of which is too long or packed too well, and that are too long together."""
    piece = b"".join(number.to_bytes(4, "big") * 60 for number in range(2000))
    return zip_of({f"{number}.svg": (piece * (size // len(piece) + 1))[:size] for number in range(count)})


def overlapping() -> bytes:
    """A zip whose two records of the list share one file's bytes."""
    data = zip_of({"a.svg": b"<svg/>" * 40, "b.svg": b"<svg/>" * 40})
    return patched(data, "b.svg", 42, b"\0\0\0\0")


def traversal(name: str = "../evil.svg") -> bytes:
    """A zip with a path that leads elsewhere, beside an ordinary file."""
    return zip_of([("map.svg", b"<svg/>"), (named(name), b"<svg/>")])


def links(kind: int = stat.S_IFLNK) -> bytes:
    """A zip with a symbolic link (or what else `kind` says) to a file of the system."""
    return zip_of([("variants.xml", b"<VARIANTS/>"), (named("map.svg", kind | 0o777), b"/etc/passwd")])


def encrypted() -> bytes:
    """A zip that says one of its files needs a password."""
    return patched(zip_of({"map.svg": b"<svg/>"}), "map.svg", 8, b"\1\0", header=6)


def long_list(count: int = 30_000) -> bytes:
    """A zip of very many empty files."""
    return zip_of({f"{number}.svg": b"" for number in range(count)})


def lying_list(claimed: int = 30_000) -> bytes:
    """A zip of very many files whose last record says it has a list of a few bytes, and whose zip64 record the truth."""
    data = long_list(claimed)
    end = data.rindex(b"PK\5\6")
    record = data[end:]
    size, start = record[12:16], record[16:20]
    count = claimed.to_bytes(8, "little")
    wide = b"PK\6\6" + (44).to_bytes(8, "little") + b"\x2d\0\x2d\0" + b"\0" * 8 + count * 2
    wide += int.from_bytes(size, "little").to_bytes(8, "little") + int.from_bytes(start, "little").to_bytes(8, "little")
    locator = b"PK\6\7" + b"\0" * 4 + end.to_bytes(8, "little") + (1).to_bytes(4, "little")
    return data[:end] + wide + locator + record[:12] + (100).to_bytes(4, "little") + record[16:]


XML_BOMB = (
    b'<?xml version="1.0"?><!DOCTYPE VARIANTS [<!ENTITY a "aaaaaaaaaa">'
    + b"".join(b'<!ENTITY %c "%s">' % (98 + number, b"&%c;" % (97 + number) * 10) for number in range(9))
    + b"]><VARIANTS><VARIANT name='&j;'/></VARIANTS>"
)
"""An XML document that would be a thousand million letters long."""
