"""List all checks: code, name, severity and what each finds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby

import click

from dipmap.checking import FAMILIES, Check, all_checks
from dipmap.cli._output import format_option, wants_colour


@click.command()
@format_option("text", "json", "markdown")
def command(format: str) -> None:  # noqa: A002  the word of the option
    if format == "json":
        rows = [
            {
                "code": item.code,
                "name": item.name,
                "severity": item.severity.value,
                "family": item.family,
                "summary": item.summary,
            }
            for item in all_checks()
        ]
        click.echo(json.dumps(rows, indent=1))
        return
    lines = markdown(all_checks()) if format == "markdown" else text(all_checks())
    click.echo("\n".join(lines), color=wants_colour())


def _families(checks: tuple[Check, ...]) -> Iterator[tuple[str, list[Check]]]:
    for prefix, group in groupby(checks, lambda item: item.code[:2]):
        yield prefix, list(group)


def text(checks: tuple[Check, ...]) -> Iterator[str]:
    """The table for a terminal."""
    longest = max((len(item.name) for item in checks), default=0)
    for index, (prefix, group) in enumerate(_families(checks)):
        if index:
            yield ""
        yield click.style(f"{prefix}xx {FAMILIES[prefix]}", bold=True)
        for item in group:
            yield f"  {item.code}  {item.name:<{longest}}  {item.severity.value:<7}  {item.summary}"
    yield ""
    yield f"{len(checks)} check{'s' if len(checks) != 1 else ''}; `dipmap explain CODE` says more"


def markdown(checks: tuple[Check, ...]) -> Iterator[str]:
    """The table as it stands in `docs/checks.md`."""
    yield "# Checks"
    yield ""
    yield "Written by `dipmap checks --format markdown`; the words are those of the checks themselves."
    yield "`dipmap explain CODE` says why each one matters and what to do."
    for prefix, group in _families(checks):
        yield ""
        yield f"## {prefix}xx: {FAMILIES[prefix]}"
        yield ""
        yield "| code | name | severity | what it finds |"
        yield "|---|---|---|---|"
        for item in group:
            yield f"| {item.code} | `{item.name}` | {item.severity.value} | {_cell(item.summary)} |"


def _cell(words: str) -> str:
    return words.replace("|", "\\|")
