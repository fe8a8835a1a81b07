"""Findings that a designer has declared to be as they should: `ignore` in `variant.yaml`, each with a reason."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from dipmap.checking import Facts, find_check
from dipmap.diagnostics import Diagnostic, Finding

_NEVER = re.compile(
    "D10[12368]|D11[01]"  # a file that was not read, or not as a whole
    "|D201|D206|D301|D304|D311|D314|D401|D511|D609"  # a part of the variant that is not there, or not whole
    "|D629"  # a proof that does not hold: packages carry their scenarios
    "|D7..|D9.."  # no variant, no package, no check
)
"""Codes of errors behind which there is less of a variant than its designer drew, declared and proves, whatever the reason."""


def suppress(facts: Facts, diagnostics: list[Diagnostic]) -> Iterator[Diagnostic]:
    """The findings that are left, and findings about suppressions that have no reason, no check or no effect."""
    if facts.declaration is None:
        yield from diagnostics
        return
    entries: list[Mapping[str, Any]] = list(facts.declaration.data.get("ignore") or ())
    used: set[int] = set()
    left = []
    for diagnostic in diagnostics:
        hit = [index for index, entry in enumerate(entries) if _matches(entry, diagnostic)]
        used.update(hit)
        if not hit:
            left.append(diagnostic)
    left.extend(_about(facts, entries, used))
    yield from sorted(left, key=Diagnostic.sort_key)


def _matches(entry: Mapping[str, Any], diagnostic: Diagnostic) -> bool:
    word = str(entry["check"]).lower()
    if word not in (diagnostic.code.lower(), diagnostic.name) or _NEVER.fullmatch(diagnostic.code):
        return False
    where = str(entry.get("where", "")).lower()
    if not where:
        return True
    finding = diagnostic.finding
    element = finding.place.element
    places = {*finding.provinces, finding.key, element.id if element else "", element.name if element else ""}
    pairs = {"-".join(finding.provinces), "-".join(reversed(finding.provinces))}
    return where in {place.lower() for place in places | pairs if place} or where in finding.message.lower()


def _about(facts: Facts, entries: list[Mapping[str, Any]], used: set[int]) -> Iterator[Diagnostic]:
    assert facts.declaration is not None
    for index, entry in enumerate(entries):
        place = facts.declaration.place("ignore", index, "check")
        word = str(entry["check"])
        check = find_check(word)
        if check is None:
            yield _finding(
                "unknown-check",
                Finding(f"ignore names the check {word!r}, which does not exist", place, "see dipmap checks", word),
            )
        elif _NEVER.fullmatch(check.code):
            message = f"ignore {word} suppresses nothing: {check.code} {check.name} cannot be ignored"
            hint = "remove the entry, and correct what the check finds"
            yield _finding("unused-suppression", Finding(message, place, hint, f"{word} {entry.get('where', '')}"))
        elif index not in used:
            where = f" at {entry['where']}" if entry.get("where") else ""
            message = f"ignore {word}{where} suppresses nothing"
            yield _finding(
                "unused-suppression", Finding(message, place, "remove the entry", f"{word} {entry.get('where', '')}")
            )
        if not str(entry.get("reason") or "").strip():
            message = f"ignore {word} gives no reason"
            yield _finding("suppression-without-reason", Finding(message, place, "add reason: and say why", word))


def _finding(name: str, finding: Finding) -> Diagnostic:
    check = find_check(name)
    assert check is not None, name
    return Diagnostic(check.code, check.name, check.severity, finding)
