"""Findings as workflow commands of GitHub Actions, which shows them beside the lines of a pull request.

Escapes are those of the runner (actions/toolkit, packages/core/src/command.ts). GitHub shows only the first ten of a
kind in each step, so the errors come first.
"""

from __future__ import annotations

from collections.abc import Sequence

from dipmap.diagnostics import Diagnostic, Place, Severity
from dipmap.visible import surroundings, visible

NAME = "github"

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render(
    diagnostics: Sequence[Diagnostic],
    *,
    colour: bool = False,  # noqa: ARG001  the log of a workflow is coloured by the runner
    limit: int | None = 20,  # noqa: ARG001  GitHub has its own limit
    checks_run: int = 0,  # noqa: ARG001  no place for it
) -> str:
    """One command a line; nothing where there are no findings."""
    ordered = sorted(diagnostics, key=lambda diagnostic: (diagnostic.severity.rank, diagnostic.sort_key()))
    return "".join(_command(diagnostic) + "\n" for diagnostic in ordered)


def _command(diagnostic: Diagnostic) -> str:
    finding = diagnostic.finding
    properties: dict[str, str] = {}
    span = finding.place.span
    if span:
        line, column = span.begin
        last, after = span.finish
        if after == 1 and last > line:  # the line end belongs to its line
            last -= 1
            after = len(span.source.line(last)) + 1
        properties = {"file": visible(span.source.name), "line": str(line), "endLine": str(last)}
        if line == last:  # columns over several lines are refused
            properties |= {"col": str(column), "endColumn": str(after)}
    properties["title"] = f"{diagnostic.code} {diagnostic.name}"
    told = [finding.message]
    told += [f"hint: {finding.hint}"] if finding.hint else []
    told += [f"note: {note}" for note in finding.notes]
    told += [f"note: {label.text}: {_address(label.place)}" for label in finding.labels]
    told += [text] if (text := surroundings(finding.place)) else []
    listed = ",".join(f"{key}={escape_property(value)}" for key, value in properties.items())
    data = "\n".join(visible(line) for text in told for line in text.splitlines() or [""])
    return f"::{_LEVELS[diagnostic.severity]} {listed}::{escape_data(data)}"


def _address(place: Place) -> str:
    span = place.span
    return f"{span.source.name}:{span.begin[0]}:{span.begin[1]}" if span else surroundings(place)


def escape_data(text: str) -> str:
    """The text behind `::`."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """The value of a property."""
    return escape_data(text).replace(":", "%3A").replace(",", "%2C")
