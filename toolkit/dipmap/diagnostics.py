"""What dipmap tells a designer: findings with a place, a reason and a way out.

A reading stage that cannot take something as it stands writes a `Notice` under the name of the check that knows about
it; the check gives it its code and severity. A check that looks at facts of its own yields `Finding`s. Either way a
reporter sees `Diagnostic`s.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

from dipmap.source import Span


class Severity(StrEnum):
    """How bad a finding is; kept apart from its code so that it can change without a new code."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 for errors, 1 for warnings, 2 for remarks."""
        return list(Severity).index(self)


@dataclass(frozen=True)
class ElementRef:
    """An element of a drawing as a person finds it: tag, id, the name the editor shows, its layer and its path."""

    tag: str
    id: str = ""
    name: str = ""
    layer: str = ""
    path: str = ""


@dataclass(frozen=True)
class Place:
    """Where something stands: in a file, in the drawing's tree, on the map (root user units), in a document's keys."""

    span: Span | None = None
    element: ElementRef | None = None
    at: tuple[float, float] | None = None
    pointer: str = ""


NOWHERE = Place()


@dataclass(frozen=True)
class Label:
    """A second place that helps to understand a finding, with a few words."""

    place: Place
    text: str


@dataclass(frozen=True)
class Finding:
    """One thing a designer should know.

    `message` is one sentence without a full stop that names the province; `hint` begins with a verb; `key` tells two
    findings of one check apart when lines move (it makes the fingerprint); `provinces` are the ids it is about.
    """

    message: str
    place: Place = NOWHERE
    hint: str = ""
    key: str = ""
    labels: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    provinces: tuple[str, ...] = ()


@dataclass(frozen=True)
class Notice:
    """A finding under the kebab-case name of the check that owns it."""

    name: str
    finding: Finding


def notice(name: str, message: str, place: Place = NOWHERE, **rest: object) -> Notice:
    """A `Notice` with its `Finding` in one call; `rest` are fields of `Finding`."""
    return Notice(name, Finding(message, place, **rest))  # type: ignore[arg-type]


@dataclass(frozen=True)
class Diagnostic:
    """A finding with its code, name and severity: what reporters show."""

    code: str
    name: str
    severity: Severity
    finding: Finding

    @property
    def fingerprint(self) -> str:
        """Stays the same when lines move: code, element id, key and provinces, never a line."""
        finding = self.finding
        element = finding.place.element
        parts = (
            self.code,
            element.id if element else "",
            finding.place.pointer,
            finding.key or "",
            *finding.provinces,
        )
        return f"{self.code.lower()}:{sha256('|'.join(parts).encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"

    def sort_key(self) -> tuple[str, int, int, str, str, str]:
        """Order of showing: file, place in it, severity, code, message."""
        span = self.finding.place.span
        return (
            span.source.name if span else "",
            span.start if span else -1,
            self.severity.rank,
            self.code,
            self.finding.message,
            self.finding.key,
        )
