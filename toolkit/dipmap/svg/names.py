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
_SUFFIXES = (
    re.compile(r"(?:_\d+_)+$"),  # Illustrator: lon_1_
    re.compile(r"_\d+$"),  # Figma: lon_2
    re.compile(r"-\d+(?:-\d+)*$"),  # Inkscape: lon-2
    re.compile(r"\s+copy(?:\s*\d+)?$", re.IGNORECASE),  # lon copy 2
    re.compile(r"(?<=\D)\s+\d+$"),  # Figma, Affinity: lon 2
)


def decoded(name: str) -> str:
    """Illustrator's `_x2F_` as the character it stands for."""
    return _ESCAPE.sub(lambda match: chr(int(match.group(1), 16)), name)


def undone(name: str) -> Iterator[str]:
    """The name as it stands, then with what editors add taken off, one thing after the other."""
    name = name.strip()
    seen = {name}
    yield name
    queue = [name]
    while queue:
        current = queue.pop(0)
        for shorter in (decoded(current), *(suffix.sub("", current) for suffix in _SUFFIXES)):
            shorter = shorter.strip()
            if shorter and shorter not in seen:
                seen.add(shorter)
                queue.append(shorter)
                yield shorter


def is_editors_own(name: str) -> bool:
    """Whether a name is one that an editor gives by itself (`path1234`, `layer3`), so that it says nothing."""
    return bool(_DEFAULT.match(name))


def given_names(element: Element) -> tuple[tuple[str, str], ...]:
    """The names of an element with the attribute each stands in, the designer's own first.

    Affinity writes the name as `serif:id`, Inkscape as `inkscape:label`, newer Illustrators as `data-name`; others keep
    it as the id. A `<title>` is the last to ask.
    """
    found = []
    for attribute, value in (
        ("serif:id", element.get(f"{{{SERIF}}}id")),
        ("inkscape:label", element.get(f"{{{INKSCAPE}}}label")),
        ("data-name", None if element.get("data-province") is not None else element.get("data-name")),
        ("id", element.get("id")),
    ):
        if value and value.strip() and value not in (name for name, _ in found):
            found.append((value, attribute))
    for child in element:
        if isinstance(child.tag, str) and local(child) == "title" and child.text and child.text.strip():
            found.append((child.text.strip(), ""))
            break
    return tuple(found)
