"""What a designer called an element, behind what editors made of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dipmap.svg.xml import INKSCAPE, SERIF, Element, local

_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{2,4})_")
_DEFAULT = re.compile(
    r"(?:path|g|rect|polygon|polyline|line|circle|ellipse|use|text|tspan|image|layer|svg|group|vector|union|subtract"
    r"|shape|symbol|clip|mask|object|ellipse|star|curve)[ _-]?\d*(?:[-_]\d+)*_?$",
    re.IGNORECASE,
)
# what marks a name that an editor may have changed: nothing else is worth a second look
_CHANGED = re.compile(r"[_\d]|copy", re.IGNORECASE)
# nothing a designer types is as long or as often copied
_LONGEST = 300
_MOST_STEPS = 24
_LONGEST_NAME = 1000
_SUFFIXES = (
    re.compile(r"(?:_\d+_)+$"),  # Illustrator: lon_1_
    re.compile(r"_\d+$"),  # Figma: lon_2
    re.compile(r"-\d+(?:-\d+)*$"),  # Inkscape: lon-2
    re.compile(r"\s+copy(?:\s*\d+)?$", re.IGNORECASE),  # lon copy 2
    re.compile(r"(?<=\D)\s+\d+$"),  # Figma, Affinity: lon 2
)


def decoded(name: str) -> str:
    """Illustrator's `_x2F_` as the character it stands for."""
    return _ESCAPE.sub(_character, name)


def _character(match: re.Match[str]) -> str:
    found = chr(int(match.group(1), 16))
    return found if found.isprintable() else match.group()


def spaced(name: str) -> str:
    """Illustrator's underscores as the spaces they stand for, then `_x2F_` as its character."""
    parts = _ESCAPE.split(name)
    words = [part.replace("_", " ") if index % 2 == 0 else decoded(f"_x{part}_") for index, part in enumerate(parts)]
    return "".join(words)


def undone(name: str) -> Iterator[str]:
    """The name as it stands, then with what editors add taken off, one thing after the other."""
    name = name.strip()
    yield name
    if len(name) > _LONGEST or not _CHANGED.search(name):
        return
    seen = {name}
    queue = [name]
    while queue and len(seen) < _MOST_STEPS:
        current = queue.pop(0)
        found = (decoded(current), *(suffix.sub("", current) for suffix in _SUFFIXES), spaced(current))
        for shorter in map(str.strip, found):
            if shorter and shorter not in seen:
                seen.add(shorter)
                queue.append(shorter)
                yield shorter


def canonical(name: str) -> str:
    """A layer's name for comparing: lower case, words joined by hyphens."""
    return "-".join(name.lower().replace("_", " ").split())


def is_editors_own(name: str) -> bool:
    """Whether a name is one that an editor gives by itself (`path1234`, `layer3`), so that it says nothing."""
    return bool(_DEFAULT.match(name))


def given_names(element: Element) -> tuple[tuple[str, str], ...]:
    """The names of an element with the attribute each stands in, the designer's own first.

    Affinity writes the name as `serif:id`, Inkscape as `inkscape:label`, newer Illustrators as `data-name` (which beside
    `data-province` is the province's full name); others keep it as the id. A `<title>` is the last to ask. A text of thousands of characters is no name.
    """
    found: dict[str, str] = {}
    for attribute, key in _ATTRIBUTES:
        value = element.get(key)
        if (
            value
            and len(value) <= _LONGEST_NAME
            and not value.isspace()
            and (attribute != "data-name" or not _is_ours(element))
        ):
            found.setdefault(value, attribute)
    for child in element:
        if isinstance(child.tag, str) and local(child) == "title":
            if child.text and len(child.text) <= _LONGEST_NAME and not child.text.isspace():
                found.setdefault(child.text.strip(), "")
            break
    return tuple(found.items())


def _is_ours(element: Element) -> bool:
    return any(element.get(key) is not None for key in ("data-province", "data-terrain", "data-coast"))


_ATTRIBUTES = (
    ("serif:id", f"{{{SERIF}}}id"),
    ("inkscape:label", f"{{{INKSCAPE}}}label"),
    ("data-name", "data-name"),
    ("id", "id"),
)
