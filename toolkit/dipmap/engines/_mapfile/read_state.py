"""What a `.map` file says once it is read, still in its own words: places, powers, units, settings."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from dipmap.diagnostics import Notice, notice
from dipmap.engines._mapfile.read_lines import Line
from dipmap.engines._reading import UNREADABLE

_CODE = re.compile(r"[^\W_]{1,12}(/[^\W_]{1,12})?")
MOST_NOTICES = 300
"""Where a file has more to be said about, it is no map, or one mistake repeated."""


@dataclass
class Title:
    """The names of a location: the full one, the others, those that may mean several places."""

    full: str
    line: Line
    aliases: list[str] = field(default_factory=list)
    unclear: list[str] = field(default_factory=list)


@dataclass
class Near:
    """A neighbour as it is written, where, and what stands before and after it (`R:`, `~`)."""

    word: str
    line: Line
    index: int
    before: str = ""
    after: str = ""


@dataclass
class Spot:
    """A place as terrain: its type, the line about it, its neighbours by upper case; None where ABUTS is missing."""

    kind: str
    line: Line
    near: dict[str, Near] | None = None


@dataclass
class Home:
    """A build site of a power: its marks (`*+~@`) and the homes it may stand for."""

    line: Line
    marks: str = ""
    limits: tuple[str, ...] = ()


@dataclass
class Side:
    """A power: its word as written, the word for its people, its letter, homes, and the centres it is said to own."""

    word: str
    line: Line
    adjective: str = ""
    letter: str = ""
    homes: dict[str, Home] = field(default_factory=dict)
    owns: dict[str, Line] | None = None
    inhabits: bool = False
    dummy: bool = False
    more: list[str] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)


@dataclass
class Loaded:
    """Everything the lines say; codes are in upper case, keys of `spots` in the case that stands in the file."""

    judge: bool
    titles: dict[str, Title] = field(default_factory=dict)
    spots: dict[str, Spot] = field(default_factory=dict)
    sides: dict[str, Side] = field(default_factory=dict)
    unowned: dict[str, Line] = field(default_factory=dict)
    units: dict[str, tuple[str, str, str, Line]] = field(default_factory=dict)
    victory: Line | None = None
    begin: Line | None = None
    flow: list[tuple[str, Line]] = field(default_factory=list)
    rules: dict[str, Line] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    blocks: list[list[Line]] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)

    def type_of(self, code: str) -> str:
        """The terrain of a code in either case; empty where there is none."""
        spot = self.spots.get(code.upper()) or self.spots.get(code.lower())
        return spot.kind if spot else ""

    def wrong(self, message: str, line: Line, hint: str, index: int | None = None, *, name: str = UNREADABLE) -> None:
        """Add a notice about a line, or a word of it, as long as anybody would read them."""
        if len(self.notices) >= MOST_NOTICES:
            return
        self.notices.append(notice(name, message, line.at(index), hint=hint, key=message[:80]))


def power_key(word: str) -> str:
    """A power's word as the engines compare it."""
    return re.sub(r"[-+,.:\s]", "", word.upper())


def province_code(code: str) -> str:
    """The province of a code: `STP` for `STP/NC`."""
    return code.partition("/")[0]


def is_code(text: str) -> bool:
    """Whether a word may be the code of a place, in capitals, small letters or both."""
    return bool(_CODE.fullmatch(text)) and text.upper().lower() == text.lower() and text.lower().upper() == text.upper()
