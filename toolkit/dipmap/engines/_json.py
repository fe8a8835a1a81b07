"""JSON as strangers send it: strict, within limits, and every value with its place in the file."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from dipmap.diagnostics import Place
from dipmap.engines._reading import unreadable, whole
from dipmap.source import Source

MOST_BYTES = 4_000_000
MOST_VALUES = 200_000
DEPTH = 32
DIGITS = 20

_SPACE = re.compile(rb"[ \t\r\n]*")
_STRING = re.compile(rb'"[^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)*"')
_NUMBER = re.compile(rb"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_WORD = re.compile(rb"[A-Za-z]+")
_WORDS = {b"true": True, b"false": False, b"null": None}
_BOM = b"\xef\xbb\xbf"
_MEND = "correct the file here; a JSON validator shows the same"


@dataclass(frozen=True, slots=True)
class Node:
    """A value of a document: a scalar, a dict of nodes or a list of nodes. It stands from byte `start` up to `end`."""

    value: Any
    start: int
    end: int

    def plain(self) -> Any:
        """The value as `json` would give it."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value


def read_json(path: str, data: bytes) -> tuple[Source, Node]:
    """A document with its source. Raises `UnreadableError` at the first thing that is no JSON or beyond the limits."""
    if len(data) > MOST_BYTES:
        unreadable(
            f"{path} has {len(data)} bytes; a document has {MOST_BYTES} at most",
            whole(path, data[:1]),
            "take everything out of it that is not the variant",
        )
    return _Reader(Source(path, data)).read()


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source, self.data = source, source.data
        self.at = 0
        self.count = 0

    def fail(self, what: str, start: int, hint: str = _MEND) -> NoReturn:
        place = Place(self.source.span(start, min(start + 1, len(self.data))))
        unreadable(f"{self.source.name} is no JSON that can be read: {what}", place, hint)

    def read(self) -> tuple[Source, Node]:
        try:
            self.data.decode()
        except UnicodeDecodeError as error:
            self.fail("it is not in UTF-8", error.start, "save the file in UTF-8")
        self.at = len(_BOM) if self.data.startswith(_BOM) else 0
        self.skip()
        node = self.node(0)
        self.skip()
        if self.at < len(self.data):
            self.fail("something follows the end of the document", self.at)
        return self.source, node

    def skip(self) -> None:
        found = _SPACE.match(self.data, self.at)
        self.at = found.end() if found else self.at

    def peek(self) -> bytes:
        return self.data[self.at : self.at + 1]

    def node(self, depth: int) -> Node:
        self.count += 1
        if self.count > MOST_VALUES:
            self.fail(f"it has more than {MOST_VALUES} values", self.at, "take out what is not the variant")
        if depth > DEPTH:
            self.fail(f"its values are nested more than {DEPTH} deep", self.at, "take out what is not the variant")
        start, sign = self.at, self.peek()
        if sign == b"{":
            return Node(self.members(depth), start, self.at)
        if sign == b"[":
            return Node(self.items(depth), start, self.at)
        return Node(self.text() if sign == b'"' else self.scalar(), start, self.at)

    def members(self, depth: int) -> dict[str, Node]:
        found: dict[str, Node] = {}
        for _ in self.parts(b"}"):
            start = self.at
            if self.peek() != b'"':
                self.fail("a key in double quotes is missing", start)
            key = self.text()
            if key in found:
                self.fail(f"the key {key[:40]!r} stands twice", start, "remove one of the two")
            self.skip()
            if self.peek() != b":":
                self.fail("a colon is missing", self.at)
            self.at += 1
            self.skip()
            found[key] = self.node(depth + 1)
        return found

    def items(self, depth: int) -> list[Node]:
        return [self.node(depth + 1) for _ in self.parts(b"]")]

    def parts(self, end: bytes) -> Iterator[None]:
        """Stands before each part of a list or an object in turn, and at last behind its `end`."""
        self.at += 1
        self.skip()
        if self.peek() == end:
            self.at += 1
            return
        while True:
            yield
            self.skip()
            sign = self.peek()
            if sign not in (b",", end):
                what = "the file ends too early" if not sign else f"a comma or {end.decode()} is missing"
                self.fail(what, self.at)
            self.at += 1
            if sign == end:
                return
            self.skip()

    def text(self) -> str:
        start = self.at
        found = _STRING.match(self.data, start)
        if not found:
            self.fail("a text does not end on its line", start)
        try:
            text: str = json.loads(found.group())
            text.encode()
        except ValueError:
            self.fail("a text has an escape that stands for no character", start)
        self.at = found.end()
        return text

    def scalar(self) -> Any:
        start = self.at
        word = _WORD.match(self.data, start)
        if word and word.group() in _WORDS:
            self.at = word.end()
            return _WORDS[word.group()]
        number = _NUMBER.match(self.data, start)
        if not number:
            self.fail("a value is missing" if self.peek() else "the file ends too early", start)
        if number.end() - start > DIGITS:
            self.fail(f"a number has more than {DIGITS} signs", start, "round it")
        value = json.loads(number.group())
        if isinstance(value, float) and not math.isfinite(value):
            self.fail("a number is too large", start, "write a smaller one")
        self.at = number.end()
        return value
