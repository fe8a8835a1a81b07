"""Say what a finding means, why it matters and how to get rid of it.

CHECK is a code (D513) or a name (oneway-passage).
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator
from shutil import get_terminal_size

import click

from dipmap.checking import Check, all_checks, find_check
from dipmap.cli._output import format_option, wants_colour
from dipmap.schema import nearest

WIDEST = 100


@click.command()
@click.argument("check", metavar="CHECK")
@format_option("text", "json")
def command(check: str, format: str) -> None:  # noqa: A002  the word of the option
    found = find_check(check)
    if found is None:
        words = [word for item in all_checks() for word in (item.code, item.name)]
        near = nearest(check, words)
        told = f"did you mean {_title(near)}?" if near else "`dipmap checks` lists all"
        raise click.UsageError(f"No such check {check!r}; {told}")
    if format == "json":
        click.echo(json.dumps(record(found), indent=1))
        return
    width = min(get_terminal_size((WIDEST, 24)).columns, WIDEST)
    colour = wants_colour()
    click.echo("\n".join(page(found, width)), color=colour)


def _title(word: str) -> str:
    item = find_check(word)
    return f"{item.code} {item.name}" if item else word


def record(item: Check) -> dict[str, str]:
    """A check for programs."""
    return {
        "code": item.code,
        "name": item.name,
        "severity": item.severity.value,
        "family": item.family,
        "summary": item.summary,
        "text": item.text,
    }


def page(item: Check, width: int) -> Iterator[str]:
    """A check for people, line by line, with colours."""
    yield click.style(f"{item.code} {item.name}", bold=True)
    yield f"{item.severity.value}; {item.family}"
    yield ""
    indent = ""
    fenced = False
    paragraph: list[str] = []
    for line in [*item.text.splitlines(), ""]:
        heading = re.match(r"#+ +(.+)", line)
        bullet = re.match(r"(?:[-*]|\d+\.) ", line)
        verbatim = fenced or line.startswith("```") or (line.startswith("    ") and not paragraph)
        if paragraph and (heading or bullet or verbatim or not line.strip()):
            yield from _wrapped(" ".join(paragraph), width, indent)
            paragraph = []
        if line.startswith("```"):
            fenced = not fenced
        elif fenced or verbatim:
            yield f"{indent}    {line}".rstrip() if fenced else (indent + line)
        elif heading:
            yield click.style(heading[1], bold=True)
            indent = "  "
        elif not line.strip():
            yield ""
        else:
            paragraph.append(line.strip())


def _wrapped(text: str, width: int, indent: str) -> list[str]:
    bullet = re.match(r"(?:[-*]|\d+\.) +", text)
    hanging = indent + " " * len(bullet[0] if bullet else "")
    return textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )
