"""Tables for a terminal: aligned by the columns that text takes, wide letters counted as two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dipmap.visible import columns, visible


def table(rows: Sequence[Sequence[str]], indent: str = "  ", gap: str = "  ") -> Iterator[str]:
    """The lines of a table; empty columns take no room, and nothing in a cell can move the cursor."""
    cells = [[visible(cell) for cell in row] for row in rows]
    count = max((len(row) for row in cells), default=0)
    widths = [max((columns(row[place]) for row in cells if place < len(row)), default=0) for place in range(count)]
    for row in cells:
        shown = [cell + " " * (width - columns(cell)) for cell, width in zip(row, widths, strict=False) if width]
        yield (indent + gap.join(shown)).rstrip()
