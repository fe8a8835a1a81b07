"""What the reader of a DVAR has found wrong or kept so far, and its careful looks into the document."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from dipmap.diagnostics import Notice, Place, notice
from dipmap.engines._json import Node
from dipmap.engines._reading import KEPT, STRAY, UNREADABLE, unreadable
from dipmap.source import Source

MOST_NOTICES = 300
LENGTH = 200
"""Letters of a name at most."""
MOST_PARTS = 2000
MOST_NATIONS = 200

_WORDS: dict[type, str] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}


@dataclass
class Told:
    """Notices, and by section (`provinces`, `edges` …) and name the keys of the document that only Diplicity knows."""

    source: Source
    notices: list[Notice] = field(default_factory=list)
    extra: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    _seen: dict[tuple[str, str], tuple[Node, int]] = field(default_factory=dict)

    def place(self, node: Node) -> Place:
        """Where a value stands."""
        return Place(self.source.span(node.start, node.end))

    def say(self, name: str, message: str, node: Node, hint: str) -> None:
        """A notice; where there are hundreds already, one says so and the rest is silence."""
        if len(self.notices) == MOST_NOTICES:
            name, message = UNREADABLE, f"{self.source.name} has more findings than the {MOST_NOTICES} told here"
            hint = "mend these first"
        if len(self.notices) <= MOST_NOTICES:
            self.notices.append(notice(name, message, self.place(node), hint=hint, key=message[:120]))

    def wrong(self, message: str, node: Node, hint: str) -> None:
        """Something that is not what the format says."""
        self.say(UNREADABLE, message, node, hint)

    def stray(self, message: str, node: Node, hint: str) -> None:
        """Something about nothing."""
        self.say(STRAY, message, node, hint)

    def kept(self, message: str, node: Node) -> None:
        """Something only Diplicity understands."""
        self.say(KEPT, message, node, "leave it in kept/dvar.json, and an export to dvar gives it back")

    # ---- looks

    def get(self, holder: Node, key: str, kind: type, what: str, *, needed: bool = True) -> Node | None:
        """The value of a key, where it is of that kind; else a notice and None. `what` is whose key it is."""
        found: Node | None = holder.value.get(key)
        if found is None or found.value is None:
            if needed:
                self.wrong(f"{what} has no {key}", holder, f"write its {key}")
            return None
        if type(found.value) is not kind:
            self.wrong(f"the {key} of {what} is not {_WORDS[kind]}", found, f"write {_WORDS[kind]}")
            return None
        return found

    def text(self, holder: Node, key: str, what: str, *, needed: bool = True) -> str:
        """A text with something in it, as it stands; else empty."""
        found = self.get(holder, key, str, what, needed=needed)
        if found is None:
            return ""
        if needed and not found.value.strip():
            self.wrong(f"the {key} of {what} is empty", found, f"write its {key}")
        return str(found.value) if found.value.strip() else ""

    def whole(self, holder: Node, key: str, what: str, low: int, high: int) -> int | None:
        """A whole number within bounds."""
        found = self.get(holder, key, int, what)
        if found is not None and not low <= found.value <= high:
            self.wrong(f"the {key} of {what} is not between {low} and {high}", found, "write another number")
            return None
        return found.value if found else None

    def part(self, holder: Node, key: str, what: str) -> Node | None:
        """An object."""
        return self.get(holder, key, dict, what)

    def parts(
        self, holder: Node, key: str, what: str, *, needed: bool = True, most: int = MOST_PARTS
    ) -> Iterator[Node]:
        """The objects of a list; whatever else stands in it is told. Raises `UnreadableError` where they are too many."""
        found = self.get(holder, key, list, what, needed=needed)
        if found and len(found.value) > most:
            hint = "take out what is not the variant"
            unreadable(f"the {key} of {what} are more than {most}", self.place(found), hint)
        for node in found.value if found else ():
            if isinstance(node.value, dict):
                yield node
            else:
                self.wrong(f"the {key} of {what} has something that is no object", node, "write an object or remove it")

    # ---- what is kept

    def others(self, node: Node, known: Collection[str], section: str, name: str) -> None:
        """Keep the keys of an object that are none of the format's known ones."""
        for key, value in node.value.items():
            if key not in known:
                self.extra.setdefault(section, {}).setdefault(name, {})[key] = value.plain()
                first, count = self._seen.get((section, key), (value, 0))
                self._seen[section, key] = first, count + 1

    def tell_others(self) -> None:
        """One notice for each key that was kept, however often it stands."""
        for (section, key), (first, count) in self._seen.items():
            times = "" if count == 1 else f", which stands {count} times"
            what = "the document" if section == "document" else section
            self.kept(f"dipmap does not know the key {key[:40]!r} of {what}{times}", first)
