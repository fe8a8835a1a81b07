"""`.map` files as lines: their text, which of them belong together, and which dialect they are in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from dipmap.diagnostics import Place
from dipmap.engines._reading import Files, unreadable, whole
from dipmap.source import Source

SUFFIX = ".map"
TERRAINS = frozenset(("WATER", "LAND", "COAST", "PORT", "SHUT"))
USES = frozenset(("USE", "USES", "MAP"))
JUDGE_LINES = frozenset(
    [
        "FROM",
        "IN",
        "TEXTONLY",
        "FLAGS",
        "FLAG",
        "FLOW",
        "NOTIFY",
        "ROTATE",
        "NEWHOMES",
        "RESERVES",
        "MILITIA",
        "CONTROL",
        "LEAGUE",
        "TEAM",
        "TEAMS",
    ]
)
"""First words that only DPjudge knows."""
STANZA = frozenset(("DIRECTIVE", "DIRECTIVES"))

_LONGEST_LINE = 10_000
_MOST_LINES = 20_000
_MOST_INCLUDED = 20
_LINE_END = re.compile(r"\r\n|\r|\n")
_HOME_LINES = frozenset(("HOME", "HOMES", "INHABITS"))
_COMMON_RULES = frozenset(
    [
        "POWER_CHOICE",
        "MULTIPLE_POWERS_PER_PLAYER",
        "NO_OBSERVATIONS",
        "SOLITAIRE",
        "START_MASTER",
        "NO_PRESS",
        "PUBLIC_PRESS",
        "DONT_SKIP_PHASES",
        "IGNORE_ERRORS",
        "BUILD_ANY",
        "CIVIL_DISORDER",
        "CD_DUMMIES",
        "NO_DEADLINE",
        "REAL_TIME",
        "ALWAYS_WAIT",
        "PROPOSE_DIAS",
        "NO_DIAS",
        "HOLD_WIN",
        "SHARED_VICTORY",
        "NO_CHECK",
        "DIFFERENT_ADJUDICATION",
    ]
)
"""Rules that PyPI diplomacy has a word for."""


@dataclass(frozen=True, eq=False)
class Line:
    """One line that is no comment: where it begins in the file (bytes of its UTF-8 form), its text and its words."""

    source: Source
    start: int
    text: str
    words: tuple[str, ...]

    @property
    def first(self) -> str:
        """The first word in upper case: most lines are what it says."""
        return self.words[0].upper()

    @cached_property
    def _spans(self) -> list[tuple[int, int]]:
        return [found.span() for found in re.finditer(r"\S+", self.text)]

    def at(self, index: int | None = None) -> Place:
        """The place of a word, or of the whole line."""
        begin, end = 0, len(self.text.rstrip())
        if index is not None:
            begin, end = self._spans[index]
        before, inside = self.text[:begin], self.text[begin:end]
        start = self.start + len(before.encode("utf-8", "surrogatepass"))
        return Place(self.source.span(start, start + len(inside.encode("utf-8", "surrogatepass"))))


@dataclass(frozen=True, eq=False)
class MapText:
    """One file: its path among the files given and its text; `latin` where the bytes are no UTF-8."""

    path: str
    text: str
    latin: bool

    @cached_property
    def source(self) -> Source:
        """The text as a source for places."""
        return Source(self.path, self.text.encode())

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines that say something. Raises `UnreadableError` where one is too long, or there are too many."""
        found: list[Line] = []
        start = 0
        texts = _LINE_END.split(self.text)
        ends = [*_LINE_END.findall(self.text), ""]
        if len(texts) > _MOST_LINES:
            unreadable(
                f"{self.path} has {len(texts)} lines; a map has a few hundred, and more than {_MOST_LINES} are not read",
                whole(self.path, self.source.data),
                "give a .map file",
            )
        for number, (text, end) in enumerate(zip(texts, ends, strict=True), 1):
            if len(text) > _LONGEST_LINE:
                unreadable(
                    f"line {number} of {self.path} is {len(text)} characters long; no line of a map has more than "
                    f"{_LONGEST_LINE}",
                    Place(self.source.span(start, start)),
                    "part the line into several, or give a .map file",
                )
            words = tuple(text.split())
            if words and not words[0].startswith("#"):
                found.append(Line(self.source, start, text, words))
            start += len((text + end).encode())
        return tuple(found)

    @cached_property
    def used(self) -> tuple[tuple[str, Line], ...]:
        """The files it includes, by the names it gives them, with the lines that do."""
        return tuple((_with_suffix(word), line) for line in self.lines if line.first in USES for word in line.words[1:])


def _with_suffix(name: str) -> str:
    return name if "." in name else f"{name}{SUFFIX}"


def decoded(path: str, data: bytes) -> MapText:
    """The text of a file in UTF-8 or Latin-1. Raises `UnreadableError` where it is no text."""
    if b"\0" in data:
        unreadable(f"{path} is no text: it holds a NUL", whole(path, data), "give a .map file in UTF-8 or Latin-1")
    try:
        return MapText(path, data.decode("utf-8-sig"), latin=False)
    except UnicodeDecodeError:
        return MapText(path, data.decode("latin-1"), latin=True)


@dataclass(frozen=True)
class Shelf:
    """The files that were given, and what each uses of the others."""

    texts: dict[str, MapText]

    def find(self, name: str, user: MapText) -> MapText | None:
        """The file that another means by a name: beside it, else the only one called so."""
        folder = user.path.rpartition("/")[0]
        beside = self.texts.get(f"{folder}/{name}" if folder else name)
        if beside:
            return beside
        called = [text for path, text in self.texts.items() if path.rpartition("/")[2].lower() == name.lower()]
        return called[0] if len(called) == 1 else None

    def roots(self) -> list[MapText]:
        """The maps that are not merely included by another; all of them where they include each other."""
        maps = [text for path, text in self.texts.items() if path.lower().endswith(SUFFIX)]
        inner = {
            found.path for text in self.texts.values() for name, _ in text.used if (found := self.find(name, text))
        }
        return [text for text in maps if text.path not in inner] or maps

    def all_lines(self, root: MapText) -> Iterator[Line]:
        """The lines of a map, each line that includes a file followed by that file's own.

        Raises `UnreadableError` where a file is missing, includes itself, or too many are included.
        """
        yield from self._lines(root, [root.path])

    def _lines(self, text: MapText, files: list[str]) -> Iterator[Line]:
        for line in text.lines:
            yield line
            if line.first not in USES:
                continue
            for index, word in enumerate(line.words[1:], 1):
                name = _with_suffix(word)
                found = self.find(name, text)
                if found is None:
                    unreadable(
                        f"{text.path} includes {name}, which is not among the files given",
                        line.at(index),
                        f"give {name} too: it stands where {text.path} comes from",
                    )
                if found.path in files or len(files) > _MOST_INCLUDED:
                    unreadable(
                        f"{text.path} includes {name} once more, or more than {_MOST_INCLUDED} files are included",
                        line.at(index),
                        "include each file once",
                    )
                files.append(found.path)
                yield from self._lines(found, files)


def opened(files: Files) -> Shelf:
    """The texts of all files, in order of their paths. Raises `UnreadableError` where one is no text."""
    return Shelf({path: decoded(path, files[path]) for path in sorted(files)})


def dialect(files: Files) -> str:
    """`dpjudge` or `diplomacy` where files are `.map` files and what these include; empty where they are something else.

    Files in the common part of both dialects are `diplomacy`.
    """
    if not any(path.lower().endswith(SUFFIX) for path in files):
        return ""
    shown = [(path, *_decoded_lines(data)) for path, data in sorted(files.items())]
    included = {
        _with_suffix(word).lower() for _, _, rows in shown for row in rows if row[0].upper() in USES for word in row[1:]
    }
    judge = False
    for path, latin, rows in shown:
        name = path.rpartition("/")[2].lower()
        if name.startswith("psinfo"):
            judge = True
            continue
        if not name.endswith(SUFFIX) and name not in included:
            return ""
        if ["-1"] in rows or (name.endswith(SUFFIX) and not any(_of_a_map(row) for row in rows)):
            return ""
        judge = judge or latin or any(_of_the_judge(row) for row in rows)
    return "dpjudge" if judge else "diplomacy"


def _decoded_lines(data: bytes) -> tuple[bool, list[list[str]]]:
    """Whether the bytes are no UTF-8, and the words of the first lines, cut where a line is too long to be of a map."""
    shown = data[: _LONGEST_LINE * 100]
    latin = False
    try:
        text = shown.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        cut_apart = len(shown) < len(data) and error.start >= len(shown) - 3
        latin = not cut_apart
        text = shown.decode("latin-1")
    rows = [line[:_LONGEST_LINE].split() for line in _LINE_END.split(text)[:_MOST_LINES]]
    return latin, [row for row in rows if row and not row[0].startswith("#")]


def _of_a_map(row: list[str]) -> bool:
    first = row[0].upper()
    return (len(row) > 1 and first in USES) or (len(row) > 1 and first in TERRAINS)


def _of_the_judge(row: list[str]) -> bool:
    first, named = row[0].upper(), any("=" in word for word in row)
    if first in JUDGE_LINES and not (named and "=" in row):
        return True
    if row[-1].upper() in STANZA or "->" in row:
        return True
    if first in USES or named:
        return False
    if first in ("RULE", "RULES"):
        return not {word.upper().lstrip("!-") for word in row[1:]} <= _COMMON_RULES
    if first in TERRAINS or first == "AMEND":
        return any(set(word) & set("~*:(") for word in row[3:])
    if first == "OWNS":
        return any(word.upper() in ("SC!", "SC?") for word in row[1:])
    homes = row[1:] if first in _HOME_LINES else [word for word in row[1:] if not word.startswith("(")]
    return any(word[0] in "*+~@&" for word in homes)
