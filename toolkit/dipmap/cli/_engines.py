"""What becomes of a variant's rules in each engine (`inspect --engines`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dipmap.engines import Engine, Handling, Verdict, engines, refused, verdicts
from dipmap.model import Variant
from dipmap.package.kept import kept_verdicts
from dipmap.visible import visible

Kept = Mapping[str, Mapping[str, Any]]
"""What an import kept for single engines, by their names."""
_WORDS = {Handling.NATIVE: "native", Handling.EMULATED: "emulated", Handling.DROPPED: "lost"}
_QUIET = "(lost)"
"""A loss that does not change play."""


def engine_lines(variant: Variant, kept: Kept) -> Iterator[str]:
    """The table of rules and engines, then engine by engine how an export goes and why a rule is lost."""
    from dipmap.cli._tables import table

    found = verdicts(variant)
    names = [item.name for item in engines()]
    rows = [
        (rule, *(_QUIET if _quiet(row[name]) else _WORDS[row[name].handling] for name in names))
        for rule, row in found.items()
    ]
    rows += [
        (each.rule, *("native" if each.rule == f"kept-{name}" else "lost" for name in names))
        for each in kept_verdicts(kept, "")
    ]
    exports = {item.name: _export(item, variant, kept) for item in engines()}
    yield from table([("rule", *names), *rows, ("export", *(exports[name][0] for name in names))])
    for item in engines():
        told = [
            f"{verdict.rule}: {verdict.why}"
            for verdict in (*item.verdicts(variant), *kept_verdicts(kept, item.name))
            if _lost(verdict) and (verdict.rule in found or verdict.changes_play)
        ]
        yield ""
        yield visible(f"{item.title} ({item.name}): {exports[item.name][1]}")
        yield from (visible(f"  {line}") for line in [*told, *exports[item.name][2]])


def engines_document(variant: Variant, kept: Kept) -> dict[str, Any]:
    """The same as JSON: the variant's id, and for each engine its verdicts, what keeps files from loading, and the export."""
    return {
        "id": variant.id,
        "version": variant.version,
        "engines": [
            {
                "engine": item.name,
                "title": item.title,
                "export": _export(item, variant, kept)[0],
                "problems": [problem.message for problem in item.problems(variant)],
                "verdicts": [
                    {
                        "rule": each.rule,
                        "handling": each.handling.value,
                        "why": each.why,
                        "changes_play": each.changes_play,
                    }
                    for each in (*item.verdicts(variant), *kept_verdicts(kept, item.name))
                ],
            }
            for item in engines()
        ],
    }


def _lost(verdict: Verdict) -> bool:
    return verdict.handling is Handling.DROPPED


def _quiet(verdict: Verdict) -> bool:
    return _lost(verdict) and not verdict.changes_play


def _export(item: Engine, variant: Variant, kept: Kept) -> tuple[str, str, list[str]]:
    """A word for the table, a sentence, and what keeps files from loading."""
    problems = [f"{problem.message}; {problem.hint}" for problem in item.problems(variant)]
    if problems:
        return "no", "no file of this variant would load", problems
    losses = refused([*item.verdicts(variant), *kept_verdicts(kept, item.name)])
    if not losses:
        return "whole", "the whole variant", []
    rules = ", ".join(verdict.rule for verdict in losses)
    return f"{len(losses)} lost", f"with --accept-loss for {rules}", []
