"""Findings for a person at a terminal, in the layout of rustc and ruff.

Lines of a drawing can be 100 kB long, so of each only the surroundings of the span are shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from dipmap.diagnostics import Diagnostic, Severity
from dipmap.source import Span
from dipmap.visible import columns, glyph, surroundings, visible

NAME = "text"

_Paint = Callable[[str, str], str]

BEFORE = 40
SPAN = 60
AFTER = 40
WHOLE = 100
"""Columns shown in front of a span, of the span, behind it, and of all three together."""

_STYLES = {"error": "1;31", "warning": "1;33", "info": "1;36", "gutter": "1;34", "bold": "1", "help": "1;32"}
_WORDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "remark"}


def render(
    diagnostics: Sequence[Diagnostic],
    *,
    colour: bool = False,
    limit: int | None = 20,
    checks_run: int = 0,
) -> str:
    """One block a finding with an empty line between, then a line that counts them."""
    paint = _paint if colour else _plain
    blocks: list[str] = []
    for name, group in groupby(sorted(diagnostics, key=Diagnostic.sort_key), _file):
        seen: Counter[str] = Counter()
        for diagnostic in group:
            seen[diagnostic.code] += 1
            if limit is None or seen[diagnostic.code] <= limit:
                blocks.append("\n".join(_block(diagnostic, paint)))
        where = f" in {visible(name)}" if name else ""
        blocks += [
            f"... {count - limit} more {visible(code)}{where} (--show-all)"
            for code, count in sorted(seen.items())
            if limit is not None and count > limit
        ]
    blocks.append(_summary(diagnostics, checks_run, paint))
    return "\n\n".join(blocks) + "\n"


def _file(diagnostic: Diagnostic) -> str:
    span = diagnostic.finding.place.span
    return span.source.name if span else ""


def _plain(text: str, style: str) -> str:  # noqa: ARG001  the shape of `_paint`
    return text


def _paint(text: str, style: str) -> str:
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m"


def _summary(diagnostics: Sequence[Diagnostic], checks_run: int, paint: _Paint) -> str:
    counts = Counter(diagnostic.severity for diagnostic in diagnostics)
    told = ", ".join(
        f"{counts[severity]} {_WORDS[severity]}{'s' if counts[severity] != 1 else ''}"
        for severity in Severity
        if counts[severity]
    )
    ran = f" ({checks_run} check{'s' if checks_run != 1 else ''})" if checks_run else ""
    if not told:
        return f"no findings{ran}"
    worst = min(diagnostics, key=lambda diagnostic: (diagnostic.severity.rank, diagnostic.sort_key()))
    return f"{paint(told, 'bold')}{ran}; `dipmap explain {visible(worst.code)}` says more"


def _block(diagnostic: Diagnostic, paint: _Paint) -> Iterator[str]:
    finding = diagnostic.finding
    severity = diagnostic.severity.value
    head = paint(f"{severity}[{visible(diagnostic.code)}]", severity)
    yield f"{head}: {paint(visible(finding.message), 'bold')} ({visible(diagnostic.name)})"

    spans = [place.span for place in (finding.place, *(label.place for label in finding.labels)) if place.span]
    width = max((len(str(span.begin[0])) for span in spans), default=1)
    bar = " " * (width + 1) + paint("|", "gutter")

    span = finding.place.span
    around = surroundings(finding.place)
    if span or around:
        told = "  ".join(part for part in (_position(span), around) if part)
        yield f"{' ' * width}{paint('-->', 'gutter')} {told}"
    shown = False
    if span:
        snippet = list(_snippet(span, width, "^", "", severity, paint))
        shown = bool(snippet)
        if shown:
            yield bar
        yield from snippet

    notes = list(finding.notes)
    current = span.source.name if span else None
    for label in finding.labels:
        place = label.place
        if not place.span:
            around = surroundings(place)
            notes.append(f"{label.text}: {around}" if around else label.text)
            continue
        if place.span.source.name != current:
            yield f"{' ' * width}{paint(':::', 'gutter')} {_position(place.span)}"
            current = place.span.source.name
        snippet = list(_snippet(place.span, width, "-", label.text, "gutter", paint))
        if snippet:
            yield bar
            yield from snippet
            shown = True
        else:
            notes.append(f"{label.text}: {_position(place.span)}")

    rest = [("hint", finding.hint)] if finding.hint else []
    rest += [("note", note) for note in notes]
    if shown and rest:
        yield bar
    for word, text in rest:
        yield from _remark(word, text, width, paint)


def _position(span: Span | None) -> str:
    if not span:
        return ""
    line, column = span.begin
    return f"{visible(span.source.name)}:{line}:{column}"


def _remark(word: str, text: str, width: int, paint: _Paint) -> Iterator[str]:
    lines = text.splitlines() or [""]
    yield f"{' ' * (width + 1)}{paint('=', 'gutter')} {paint(word, 'help')}: {visible(lines[0])}"
    for line in lines[1:]:
        yield f"{' ' * (width + 5 + len(word))}{visible(line)}"


def _snippet(span: Span, width: int, mark: str, text: str, style: str, paint: _Paint) -> Iterator[str]:
    """The source line around the span, and the marks under it; nothing for an empty line."""
    number, column = span.begin
    line = span.source.line(number)
    if not line.strip():
        return
    start = min(column - 1, len(line))
    last, after = span.finish
    several = last > number
    end = len(line) if several else min(max(after - 1, start), len(line))

    inside = _take(line, range(start, end), SPAN)
    before = _take(line, range(start - 1, -1, -1), BEFORE)
    shown = start + len(inside)
    used = sum(map(columns, inside)) + sum(map(columns, before))
    behind = _take(line, range(shown, len(line)), min(AFTER, max(WHOLE - used, 0))) if shown == end else []

    lead = "…" if len(before) < start else ""
    tail = "…" if shown + len(behind) < len(line) else ""
    left = lead + "".join(reversed(before))
    yield f"{paint(f'{number:>{width}} |', 'gutter')} {left}{''.join(inside)}{''.join(behind)}{tail}".rstrip()

    marks = mark * max(sum(map(columns, inside)), 1)
    under = " " * columns(left) + paint(marks + (f" {visible(text)}" if text else ""), style)
    yield f"{' ' * (width + 1)}{paint('|', 'gutter')} {under}"


def _take(line: str, indexes: Iterable[int], most: int) -> list[str]:
    """The characters at the indexes as they are shown, as many as go into some columns."""
    taken: list[str] = []
    used = 0
    for index in indexes:
        shown = glyph(line[index], line[index - 1] if index else "", "    ")
        used += max(columns(shown), 1)  # combining marks take no column, but a line may hold a million of them
        if used > most:
            break
        taken.append(shown)
    return taken
