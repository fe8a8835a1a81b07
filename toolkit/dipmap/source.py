"""Texts that came from a file, and places in them.

Offsets are byte offsets into the UTF-8 form of the text. Lines and columns count from 1; columns count Unicode code
points; ends are exclusive.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True, eq=False)
class Source:
    """One text: the name it is shown under (never an absolute path) and its bytes in UTF-8."""

    name: str
    data: bytes = field(repr=False)

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        position = self.data.find(b"\n")
        while position >= 0:
            starts.append(position + 1)
            position = self.data.find(b"\n", position + 1)
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column of a byte offset."""
        line = bisect_right(self._line_starts, offset)
        start = self._line_starts[line - 1]
        return line, len(self.data[start:offset].decode("utf-8", "replace")) + 1

    def line(self, number: int) -> str:
        """The text of a line, without its end."""
        start = self._line_starts[number - 1]
        end = self._line_starts[number] if number < len(self._line_starts) else len(self.data)
        return self.data[start:end].decode("utf-8", "replace").rstrip("\r\n")

    def offset(self, line: int, column: int) -> int:
        """The byte offset of a line and column (both from 1), kept inside the text."""
        if line > len(self._line_starts):
            return len(self.data)
        start = self._line_starts[line - 1]
        return min(start + len(self.line(line)[: column - 1].encode()), len(self.data))

    def span(self, start: int, end: int) -> Span:
        """The stretch from one byte offset up to another."""
        return Span(self, start, max(start, end))


@dataclass(frozen=True, eq=False)
class Span:
    """A stretch of a source, in byte offsets."""

    source: Source
    start: int
    end: int

    @cached_property
    def begin(self) -> tuple[int, int]:
        """Line and column of the first character."""
        return self.source.position(self.start)

    @cached_property
    def finish(self) -> tuple[int, int]:
        """Line and column just after the last character."""
        return self.source.position(self.end)

    @property
    def text(self) -> str:
        return self.source.data[self.start : self.end].decode("utf-8", "replace")
