"""Findings for programs: one JSON document, described by `schemas/diagnostics.schema.json`.

All keys are always there, whatever was asked for: a reader never has to guess.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from math import isfinite
from typing import Any

from dipmap import __version__
from dipmap.diagnostics import Diagnostic, Place, Severity

NAME = "json"

FORMAT = 1


def render(
    diagnostics: Sequence[Diagnostic],
    *,
    colour: bool = False,  # noqa: ARG001  for people only
    limit: int | None = 20,  # noqa: ARG001  for people only
    checks_run: int = 0,
) -> str:
    """The document in ASCII, so that no terminal and no encoding can harm it."""
    return json.dumps(document(diagnostics, checks_run), indent=1, allow_nan=False) + "\n"


def document(diagnostics: Sequence[Diagnostic], checks_run: int = 0) -> dict[str, Any]:
    """The document as plain dicts, lists and scalars."""
    counts = Counter(diagnostic.severity for diagnostic in diagnostics)
    return {
        "format": FORMAT,
        "tool": "dipmap",
        "version": __version__,
        "summary": {**{severity.value: counts[severity] for severity in Severity}, "checks_run": checks_run},
        "diagnostics": [record(diagnostic) for diagnostic in sorted(diagnostics, key=Diagnostic.sort_key)],
    }


def record(diagnostic: Diagnostic) -> dict[str, Any]:
    """One finding."""
    finding = diagnostic.finding
    return {
        "code": diagnostic.code,
        "name": diagnostic.name,
        "severity": diagnostic.severity.value,
        "key": finding.key,
        "message": finding.message,
        "hint": finding.hint,
        **_place(finding.place),
        "labels": [{"text": label.text, **_place(label.place)} for label in finding.labels],
        "notes": list(finding.notes),
        "provinces": list(finding.provinces),
        "fingerprint": diagnostic.fingerprint,
    }


def _place(place: Place) -> dict[str, Any]:
    span, element, at = place.span, place.element, place.at
    return {
        "file": span.source.name if span else None,
        "span": {
            "start": span.start,
            "end": span.end,
            "line": span.begin[0],
            "column": span.begin[1],
            "endLine": span.finish[0],
            "endColumn": span.finish[1],
        }
        if span
        else None,
        "element": {
            "tag": element.tag,
            "id": element.id,
            "name": element.name,
            "layer": element.layer,
            "path": element.path,
        }
        if element
        else None,
        # A point that overflowed is no point; JSON has no word for it either.
        "at": {"x": round(at[0], 3) + 0.0, "y": round(at[1], 3) + 0.0} if at and all(map(isfinite, at)) else None,
        "pointer": place.pointer,
    }
