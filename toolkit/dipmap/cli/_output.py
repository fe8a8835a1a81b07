"""What commands that show findings share: their options, the report, the exit code.

```
@click.command()
@click.argument("source", type=click.Path(path_type=Path))
@reporting_options
def command(source: Path, reporting: Reporting) -> int:
    diagnostics = ...
    return reporting.finish(diagnostics, checks_run=len(all_checks()))
```
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import click

from dipmap.checking import INTERNAL
from dipmap.cli import CLEAN, FAILED, FINDINGS
from dipmap.diagnostics import Diagnostic, Severity
from dipmap.reporters import reporter, reporters

LIMIT = 20
"""How many findings of one code and file a person is shown unless `--show-all`."""

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


@dataclass(frozen=True)
class Reporting:
    """How the findings of one call are to be shown, and from which severity on they make it fail."""

    format: str = "text"
    fail_on: Severity = Severity.ERROR
    show_all: bool = False

    def show(self, diagnostics: Sequence[Diagnostic], checks_run: int = 0) -> None:
        """Print them."""
        report(diagnostics, self.format, limit=None if self.show_all else LIMIT, checks_run=checks_run)

    def finish(self, diagnostics: Sequence[Diagnostic], checks_run: int = 0) -> int:
        """Print them; the exit code, for the command to return."""
        self.show(diagnostics, checks_run)
        return exit_code(diagnostics, self.fail_on)


def report(
    diagnostics: Sequence[Diagnostic],
    format: str = "text",  # noqa: A002  the word of the option
    *,
    limit: int | None = LIMIT,
    checks_run: int = 0,
) -> None:
    """Print findings in one of the formats, in colour where the terminal has some."""
    colour = wants_colour()
    text = reporter(format).render(diagnostics, colour=colour, limit=limit, checks_run=checks_run)
    click.echo(text, nl=False, color=colour)


def exit_code(diagnostics: Iterable[Diagnostic], fail_on: Severity = Severity.ERROR) -> int:
    """2 where dipmap itself failed, 1 where a finding is as bad as `fail_on` or worse, else 0."""
    code = CLEAN
    for diagnostic in diagnostics:
        if diagnostic.code == INTERNAL[0]:
            return FAILED
        if diagnostic.severity.rank <= fail_on.rank:
            code = FINDINGS
    return code


def wants_colour() -> bool:
    """Whether standard output is a terminal that should get colours (no-color.org, force-color.org)."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def format_option(*formats: str) -> Decorator:
    """`--format`, given to the command as `format`: one of the formats, by default the first; none means every reporter."""
    choices = list(formats) or sorted(reporters(), key=lambda name: (name != "text", name))
    return click.option(
        "-f",
        "--format",
        "format",
        type=click.Choice(choices, case_sensitive=False),
        default=choices[0],
        show_default=True,
        help="How to write the answer.",
    )


def reporting_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--format`, `--fail-on` and `--show-all`, given to the command together as `reporting`, a `Reporting`."""

    @format_option()
    @click.option(
        "--fail-on",
        type=click.Choice([severity.value for severity in Severity], case_sensitive=False),
        default=Severity.ERROR.value,
        show_default=True,
        help="The mildest finding that makes the exit code 1.",
    )
    @click.option("--show-all", is_flag=True, help=f"Show more than {LIMIT} findings of one kind in a file.")
    @functools.wraps(function)
    def command(
        *args: Any,
        format: str,  # noqa: A002  the word of the option
        fail_on: str,
        show_all: bool,
        **rest: Any,
    ) -> Any:
        return function(*args, reporting=Reporting(format, Severity(fail_on), show_all), **rest)

    return command
