"""What a reader makes of an engine's files: variants with their drawings, and what only that engine understands."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from dipmap.diagnostics import Notice, Place, notice
from dipmap.model import Variant
from dipmap.source import Source

UNREADABLE = "import-unreadable"
"""A file, or a part of it, that is not what its format says."""
STRAY = "import-stray"
"""Something about a thing that the files do not have; it is left out."""
ONEWAY = "import-oneway"
"""A way that the file gives in one direction only; it is kept so."""
KEPT = "import-kept"
"""Something that dipmap cannot hold; it is kept for an export to the same engine."""
RENAMED = "import-renamed"
"""Names that could be no id here, and the ids they got."""

Files = Mapping[str, bytes]
"""Files by relative path with forward slashes, as they were given."""

_COLOURS = (
    *("#b0252c", "#1f4e9c", "#3a8f4d", "#d9a520", "#6b3f8f", "#2f9ca6", "#d9692b", "#4b4b57"),
    *("#8c5a2b", "#c75c93", "#7a9a2e", "#5a7fb8", "#94343f", "#2e6e62", "#b9925a", "#7d74b5"),
)


class UnreadableError(ValueError):
    """Nothing can be made of the files; `notices` say why, each with its place."""

    def __init__(self, notices: Iterable[Notice]) -> None:
        self.notices = tuple(notices)
        super().__init__(self.notices[0].finding.message)


def unreadable(message: str, place: Place, hint: str, key: str = "") -> NoReturn:
    """Raise `UnreadableError` with one notice."""
    raise UnreadableError([notice(UNREADABLE, message, place, hint=hint, key=key or message[:80])])


@dataclass(frozen=True, eq=False)
class Drawn:
    """The drawing of a variant, as it was given.

    `name` is its path among the files, `dialect` what reads it (`dipmap.dialects`). `shapes` maps locations (`stp/nc`) to
    the names of their elements, where these are not the ids themselves or the full names of the variant.
    """

    name: str
    data: bytes = field(repr=False)
    dialect: str
    shapes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Imported:
    """One variant out of an engine's files.

    The edges of `variant` are those of the file, all of kind `border`; whether the drawing says the same is for the import
    to find out. `variant.anchors` are in root user units of the drawing. `kept` is JSON: what dipmap cannot hold, by names
    of the reader's own; the engine's writer finds it in `Material.kept`. `renamed` are the file's names of provinces and
    powers where the id is not the same word in lower case, `positions` points of provinces in any plane, y downwards.
    """

    variant: Variant
    drawing: Drawn | None = None
    kept: Mapping[str, Any] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()
    renamed: Mapping[str, str] = field(default_factory=dict)
    positions: Mapping[str, tuple[float, float]] = field(default_factory=dict)


def whole(path: str, data: bytes) -> Place:
    """The place that is a whole file."""
    return Place(Source(path, data).span(0, 0))


def plain(text: str) -> str:
    """The letters and digits of a name, lower case and without accents: what may be an id (`north-sea` -> `northsea`)."""
    folded = unicodedata.normalize("NFKD", text).casefold()
    return re.sub(r"[^a-z0-9]", "", folded)


def derived(names: Iterable[str], taken: Collection[str] = (), *, length: int | None = None) -> dict[str, str]:
    """An id for each name: its letters and digits, `length` of them at most; what another has gets a number (`gul2`).

    The same names in the same order get the same ids; no id is among `taken`.
    """
    used = set(taken)
    found: dict[str, str] = {}
    for name in dict.fromkeys(names):
        base = plain(name)[:length] or "x"
        identity, number = base, 1
        while identity in used:
            number += 1
            identity = f"{base}{number}"
        used.add(identity)
        found[name] = identity
    return found


def colours(count: int) -> list[str]:
    """That many colours for powers of a file that has none; after sixteen they come again, a little darker."""
    found = []
    for index in range(count):
        turn, place = divmod(index, len(_COLOURS))
        parts = [int(_COLOURS[place][start : start + 2], 16) for start in (1, 3, 5)]
        found.append("#" + "".join(f"{max(0, part - 24 * turn):02x}" for part in parts))
    return found
