"""What a check is, what it may look at, and how checks are found and run.

A check is one file in `checks/` with one function under `@check`; its docstring is its page in `dipmap explain`. It is
given `Facts` and yields `Finding`s; it reads no file, prints nothing and changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from inspect import cleandoc
from typing import TYPE_CHECKING, Any

from dipmap.diagnostics import Diagnostic, Finding, Notice, Place, Severity
from dipmap.registry import modules

if TYPE_CHECKING:
    from dipmap.draft import Draft
    from dipmap.geometry.survey import Survey
    from dipmap.model import Variant
    from dipmap.resolve.declaration import Declaration
    from dipmap.resolve.origins import Origins
    from dipmap.resolve.rules_file import RulesFile
    from dipmap.resolve.scenario_files import Scenario
    from dipmap.svg.drawing import Drawing

FAMILIES = {
    "D1": "file, XML and security",
    "D2": "drawing",
    "D3": "annotation and dialect",
    "D4": "provinces, names and coasts",
    "D5": "graph",
    "D6": "powers, homes and centres",
    "D7": "schema and package",
    "D8": "limits of target engines",
    "D9": "dipmap itself, configuration and suppressions",
}


@dataclass(frozen=True)
class Facts:
    """Everything the reading stages found out about one source; what a stage could not make is None.

    `notices` are what they could not take as it stands. `broken` are ids of provinces already reported as broken: later
    checks stay silent about them. `kept` is what an import kept for single engines, by their names.
    """

    name: str
    drawing: Drawing | None = None
    draft: Draft | None = None
    declaration: Declaration | None = None
    survey: Survey | None = None
    variant: Variant | None = None
    origins: Origins | None = None
    rules: RulesFile | None = None
    scenarios: tuple[Scenario, ...] = ()
    kept: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()
    broken: frozenset[str] = frozenset()

    def noticed(self, name: str) -> Iterator[Finding]:
        """The findings that reading stages left under the name of a check."""
        return (notice.finding for notice in self.notices if notice.name == name)


Function = Callable[..., Iterable[Finding]]


@dataclass(frozen=True)
class Check:
    """One check: its identity, what it needs, and what its docstring says."""

    code: str
    name: str
    severity: Severity
    needs: tuple[str, ...]
    function: Function = field(repr=False)
    module: str

    @property
    def family(self) -> str:
        return FAMILIES[self.code[:2]]

    @property
    def text(self) -> str:
        """The docstring, cleaned: a first line, then `## Why` and `## Fix`."""
        return cleandoc(self.function.__doc__ or "")

    @property
    def summary(self) -> str:
        """The first line of the docstring without its full stop."""
        return self.text.partition("\n")[0].rstrip(".")

    def run(self, facts: Facts) -> Iterator[Diagnostic]:
        """The findings of this check, if the facts it needs are there."""
        if any(getattr(facts, need) is None for need in self.needs):
            return
        for finding in self.function(facts):
            yield Diagnostic(self.code, self.name, self.severity, finding)


def check(
    code: str,
    name: str,
    severity: Severity = Severity.ERROR,
    needs: tuple[str, ...] = (),
) -> Callable[[Function], Function]:
    """Make a function a check: `code` as `D204`, `name` in kebab case, `needs` the facts that must be there."""
    if not re.fullmatch(r"D[1-9]\d\d", code) or not re.fullmatch(r"[a-z]+(-[a-z]+)*", name):
        raise ValueError(f"bad identity of a check: {code} {name}")

    def decorate(function: Function) -> Function:
        function.check = Check(code, name, severity, needs, function, function.__module__)  # type: ignore[attr-defined]
        return function

    return decorate


@cache
def all_checks() -> tuple[Check, ...]:
    """Every check in order of its code; two with one code or one name raise `ValueError`."""
    found: dict[str, Check] = {}
    for module in modules("dipmap.checks"):
        for value in vars(module).values():
            item: Any = getattr(value, "check", None)
            if not isinstance(item, Check):
                continue
            if item.module != module.__name__:
                continue
            clash = found.get(item.code) or next((other for other in found.values() if other.name == item.name), None)
            if clash is not None and clash is not item:
                raise ValueError(f"two checks are {item.code} or {item.name}")
            found[item.code] = item
    return tuple(found[code] for code in sorted(found))


def find_check(word: str) -> Check | None:
    """The check of a code or a name, without regard to case."""
    wanted = word.strip().lower()
    return next((item for item in all_checks() if wanted in (item.code.lower(), item.name)), None)


INTERNAL = ("D901", "internal-error")


def run_checks(facts: Facts) -> list[Diagnostic]:
    """Every check on the facts, sorted for showing. A check that crashes becomes a finding, and the rest still run."""
    found: list[Diagnostic] = []
    for item in all_checks():
        try:
            found.extend(item.run(facts))
        except Exception as error:  # noqa: BLE001  a crash in one check must not hide the findings of the others
            found.append(internal_error(f"the check {item.code} {item.name}", error))
    return sorted(found, key=Diagnostic.sort_key)


def internal_error(where: str, error: BaseException) -> Diagnostic:
    """A crash of ours as a finding: never a traceback for a designer."""
    return Diagnostic(
        *INTERNAL,
        Severity.ERROR,
        Finding(
            f"dipmap itself failed in {where}: {type(error).__name__}: {error}",
            Place(),
            "report this with the files that caused it; the other findings stand",
            key=where,
        ),
    )
