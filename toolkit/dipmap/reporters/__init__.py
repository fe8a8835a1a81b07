"""Reporters: one file = one output format. Each turns findings into one text; none prints."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Protocol, cast

from dipmap.diagnostics import Diagnostic
from dipmap.registry import modules


class Reporter(Protocol):
    """What a module in this folder is: `NAME`, the word after `--format`, and `render`.

    `render` gives the whole text, each line ended, or an empty text. `limit` is how many findings of one code and file
    are shown to a person (None: all); formats for programs ignore it, and `colour` too. `checks_run` is how many checks
    looked at the files.
    """

    NAME: str

    def render(
        self,
        diagnostics: Sequence[Diagnostic],
        *,
        colour: bool = False,
        limit: int | None = 20,
        checks_run: int = 0,
    ) -> str: ...


@cache
def reporters() -> dict[str, Reporter]:
    """Every reporter by its name; a module without `NAME` or `render`, or two of one name, raise `ValueError`."""
    found: dict[str, Reporter] = {}
    for module in modules("dipmap.reporters"):
        name = getattr(module, "NAME", None)
        if not isinstance(name, str) or not callable(getattr(module, "render", None)):
            raise ValueError(f"{module.__name__} has no NAME or no render")  # noqa: TRY004  nothing of a wrong type was passed
        if name in found:
            raise ValueError(f"two reporters are {name}")
        found[name] = cast("Reporter", module)
    return found


def reporter(name: str) -> Reporter:
    """The reporter of a name; `KeyError` where there is none."""
    return reporters()[name]
