"""What is wrong with a package, said in one sentence and as notices for reporters."""

from __future__ import annotations

from collections.abc import Iterable

from dipmap.diagnostics import Notice, Place, notice
from dipmap.schema import Problem

BROKEN = "broken-package"
UNKNOWN = "unknown-format"


class PackageError(Exception):
    """A package that cannot be loaded, or a variant that makes none; `notices` says all that is wrong with it."""

    def __init__(self, message: str, notices: Iterable[Notice] = (), hint: str = "") -> None:
        super().__init__(message)
        self.notices: tuple[Notice, ...] = tuple(notices) or (notice(BROKEN, message, hint=hint, key=message[:80]),)


def refused(what: str, problems: Iterable[Problem], hint: str) -> PackageError:
    """The error about a document of a package; `what` names it. The hints of the problems would have it edited."""
    notices = [
        notice(
            BROKEN,
            f"{what}: {problem.message}",
            Place(pointer=problem.pointer),
            hint=hint,
            key=problem.pointer,
        )
        for problem in problems
    ]
    rest = f" (and {len(notices) - 1} more)" if len(notices) > 1 else ""
    return PackageError(notices[0].finding.message + rest, notices)
