"""Elements of jDip's two data files with the places of their start tags."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dipmap.diagnostics import Notice, Place, notice
from dipmap.engines._reading import KEPT, ONEWAY, RENAMED, STRAY, UNREADABLE, unreadable, whole
from dipmap.source import Span
from dipmap.svg.xml import Document, Element, attributes, local, read_document

MAX_ELEMENTS = 20_000
MAX_DEPTH = 32
SHOWN = 60
"""Letters of a file's own words in a sentence."""
_HINT = "open it in a text editor and mend it: the place is where reading stopped"


@dataclass(frozen=True, eq=False)
class Node:
    """An element: its tag, its own attributes, what stands in it."""

    tag: str
    values: Mapping[str, str]
    span: Span = field(repr=False)
    children: list[Node] = field(default_factory=list, repr=False)
    text: str = field(default="", repr=False)

    def get(self, name: str, default: str = "") -> str:
        """An attribute, or what jDip's document type says of one that is not there."""
        return self.values.get(name, default).strip()

    def flag(self, name: str, *, default: bool) -> bool:
        """An attribute that is yes or no."""
        return self.get(name, str(default)).lower() == "true"

    def all(self, tag: str) -> list[Node]:
        """The children of a tag."""
        return [child for child in self.children if child.tag == tag]

    def one(self, tag: str) -> Node | None:
        """The first child of a tag."""
        return next(iter(self.all(tag)), None)

    @property
    def place(self) -> Place:
        """Its start tag."""
        return Place(self.span)


def shown(text: str) -> str:
    """A word of the file for a sentence, on one line and cut where it is long."""
    text = " ".join(text[: 4 * SHOWN].split())
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


@dataclass(frozen=True)
class Log:
    """What is to be said about the files while they are read."""

    notices: list[Notice] = field(default_factory=list)

    def bad(self, message: str, node: Node, hint: str, key: str, *about: str) -> None:
        """A part that cannot be taken as it stands."""
        self._say(UNREADABLE, message, node, hint, key, about)

    def stray(self, message: str, node: Node, hint: str, key: str, *about: str) -> None:
        """A name of what is not there."""
        self._say(STRAY, message, node, hint, key, about)

    def oneway(self, message: str, node: Node, hint: str, key: str, *about: str) -> None:
        """A step without a way back."""
        self._say(ONEWAY, message, node, hint, key, about)

    def keep(self, message: str, node: Node, hint: str, key: str, *about: str) -> None:
        """Something kept for an export to jDip."""
        self._say(KEPT, message, node, hint, key, about)

    def renamed(self, message: str, node: Node, hint: str, key: str) -> None:
        """Names that became other ids."""
        self._say(RENAMED, message, node, hint, key, ())

    def _say(self, name: str, message: str, node: Node, hint: str, key: str, about: tuple[str, ...]) -> None:
        self.notices.append(notice(name, message, node.place, hint=hint, key=key[:200], provinces=about))


def read_nodes(name: str, data: bytes, root: str) -> Node:
    """The outermost element of a file, which has to have the tag `root`. Raises `UnreadableError`."""
    document, problems = read_document(name, data, root)
    if document is None:
        finding = problems[-1].finding
        place = finding.place if finding.place.span else whole(name, b"")
        unreadable(finding.message, place, _HINT)
    if len(document.starts) > MAX_ELEMENTS:
        message = f"{name} has more than {MAX_ELEMENTS:,} elements"
        unreadable(message, whole(name, document.source.data), "look whether it is the right file")
    return _node(document.root, document, MAX_DEPTH)


def _node(element: Element, document: Document, room: int) -> Node:
    values = dict(attributes(element))
    found = Node(local(element), values, document.tag_span(element), text=element.text or "")
    if len(element) and not room:
        message = f"{document.source.name} has elements within elements more than {MAX_DEPTH} deep"
        unreadable(message, found.place, "look whether it is the right file")
    found.children.extend(_node(child, document, room - 1) for child in element)
    return found
