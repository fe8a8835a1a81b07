"""Styles that may leave the house: what an element declares, by attribute, sheet or `style`, reduced to what is harmless.

Nothing that comes out can fetch, run or hide anything: properties are those listed here, functions those of colours,
and a `url()` leads to an id of the same drawing or is gone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from dipmap.svg.drawing import Item
from dipmap.svg.xml import Element, elements, local


def words(text: str) -> frozenset[str]:
    """The words of a text, for long lists of names."""
    return frozenset(text.split())


INHERITED = words(
    """
    clip-rule color color-interpolation color-interpolation-filters direction dominant-baseline fill fill-opacity
    fill-rule font-family font-size font-size-adjust font-stretch font-style font-variant font-weight image-rendering
    letter-spacing marker-end marker-mid marker-start paint-order shape-rendering stroke stroke-dasharray
    stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor
    text-rendering visibility word-spacing writing-mode
    """,
)
OWN = words(
    """
    alignment-baseline baseline-shift clip-path display filter flood-color flood-opacity isolation lighting-color mask
    mix-blend-mode opacity overflow stop-color stop-opacity text-decoration vector-effect
    """,
)
PROPERTIES = INHERITED | OWN
# these are no attributes of SVG: they stand in `style` or nowhere
_STYLE_ONLY = ("isolation", "mix-blend-mode")

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_SELECTOR = re.compile(r"(\*|[A-Za-z][\w-]*)?(?:\.([\w-]+))?(?:#([\w-]+))?")
_LOCAL = re.compile(r"""url\(\s*["']?#([^"'()\s]+)["']?\s*\)""")
_ICC = re.compile(r"\s*icc-color\([^()]*\)")
_HARMLESS = re.compile(r"""[\w\s.,#%()+\-'"/]*""")
_FUNCTION = re.compile(r"([\w-]+)\s*\(")
_COLOURS = {"rgb", "rgba", "hsl", "hsla"}
_LONGEST = 2000

Values = dict[str, str]


@dataclass
class Styles:
    """The styles of one drawing. `references` are ids that values which were asked for lead to."""

    root: Element
    references: list[str] = field(default_factory=list)

    @cached_property
    def rules(self) -> list[tuple[int, int, str, str, str, Values]]:
        """Rules of the style sheets: specificity, number, tag, class, id, declarations."""
        found: list[tuple[int, int, str, str, str, Values]] = []
        for element in elements(self.root):
            if local(element) != "style":
                continue
            text = _COMMENT.sub("", "".join(map(str, element.itertext())).replace("<!--", "").replace("-->", ""))
            for selectors, body in _RULE.findall(text):
                values = dict(_declarations(body))
                for selector in selectors.split(","):
                    match = _SELECTOR.fullmatch(selector.strip())
                    if match and match.group() and values:
                        tag, name, identity = (group or "" for group in match.groups())
                        weight = 100 * bool(identity) + 10 * bool(name) + bool(tag not in ("", "*"))
                        found.append((weight, len(found), tag, name, identity, values))
        return sorted(found, key=lambda rule: rule[:2])

    def declared(self, element: Element) -> Values:
        """What is said of an element itself, the harmless part of it."""
        values = {str(name): str(value) for name, value in element.items() if name in PROPERTIES}
        if self.rules:
            classes = element.get("class", "").split()
            for _, _, tag, name, identity, said in self.rules:
                if tag not in ("", "*", local(element)) or (name and name not in classes):
                    continue
                if not identity or identity == element.get("id"):
                    values |= said
        values |= dict(_declarations(str(element.get("style", ""))))
        return {name: safe for name, value in sorted(values.items()) if (safe := harmless(value))}

    def hides(self, element: Element) -> bool:
        """Whether an element says that it and all in it is not shown."""
        return self.declared(element).get("display") == "none"

    def computed(self, item: Item) -> Values:
        """The inherited properties of an item as it stands on the page, and its opacity with all around it."""
        values: Values = {}
        opacity = 1.0
        for each in reversed([item, *item.ancestors()]):
            said = self.declared(each.element)
            values |= {name: value for name, value in said.items() if name in INHERITED and value != "inherit"}
            opacity *= fraction(said.get("opacity", "1"))
        if opacity < 1:
            values["opacity"] = f"{opacity:.3g}"
        return values


def fraction(text: str) -> float:
    """An opacity as a number from 0 to 1; 1 for what is none."""
    try:
        value = float(text.rstrip("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        return 1.0
    return min(max(value, 0.0), 1.0)


def _declarations(text: str) -> Iterator[tuple[str, str]]:
    for part in text.split(";"):
        name, colon, value = part.partition(":")
        name = name.strip().lower()
        if colon and name in PROPERTIES:
            yield name, value.replace("!important", "").strip()


def harmless(value: str) -> str:
    """The value where nothing in it can do harm, else an empty text."""
    value = _ICC.sub("", " ".join(value.split()))
    rest = _LOCAL.sub("", value)
    if len(value) > _LONGEST or not _HARMLESS.fullmatch(rest):
        return ""
    if any(name.lower() not in _COLOURS for name in _FUNCTION.findall(rest)):
        return ""
    return value


def targets(value: str) -> list[str]:
    """The ids that the `url()`s of a value lead to."""
    return _LOCAL.findall(value)


def retargeted(value: str, names: Mapping[str, str]) -> str:
    """The value with its `url()`s led to new ids; empty where one of them has none."""
    if any(target not in names for target in targets(value)):
        return ""
    return _LOCAL.sub(lambda match: f"url(#{names[match.group(1)]})", value)


def put(element: Element, values: Iterable[tuple[str, str]]) -> None:
    """Write declarations on an element, each where SVG looks for it."""
    style = []
    for name, value in values:
        if name in _STYLE_ONLY:
            style.append(f"{name}:{value}")
        else:
            element.set(name, value)
    if style:
        element.set("style", ";".join(style))
