"""The few style properties a map compiler needs, resolved as a browser would: attribute, style sheet, `style`, inherited.

Style sheets are read as far as editors write them for shapes: `*`, tag, `.class`, `#id`, `tag.class` and lists of
these. Rules with other selectors and those inside `@media` are skipped; the ones that would matter are kept in `unread`.
Everything here takes time in proportion to the text: no regular expression sees more than one selector.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from dipmap.svg.xml import Element, elements, local

_PROPERTIES = ("fill", "fill-rule", "stroke", "display", "visibility")
_READ = (*_PROPERTIES, "style", "class")
# what a skipped rule may say without harm for the shapes: paint; and states such as :hover, which no map is in
_HARMLESS = {"fill", "stroke"}
_SIMPLE = re.compile(r"(\*|[A-Za-z][\w-]*+)?(?:\.([\w-]++))?(?:#([\w-]++))?$")
_BRACE = re.compile(r"([{}])")
_MOST_CLASSES = 64

# what decides between two declarations: important, how exactly the selector fits, which came later
Weight = tuple[bool, int, int]
Declared = dict[str, tuple[Weight, str]]
_INLINE = 1000


@dataclass(frozen=True)
class Style:
    """Resolved values; `hidden` says that the element or an ancestor is not shown."""

    fill: str = "black"
    fill_rule: str = "nonzero"
    stroke: str = "none"
    hidden: bool = False
    invisible: bool = False


@dataclass
class Sheet:
    """The rules of a drawing's style sheets, by the tag, class and id they select (empty for any)."""

    rules: dict[tuple[str, str, str], Declared] = field(default_factory=dict)
    unread: dict[Element, list[str]] = field(default_factory=dict)
    count: int = 0
    resolved: dict[tuple[object, ...], Style] = field(default_factory=dict)

    def declarations(self, tag: str, classes: list[str], identity: str) -> Declared:
        """What the sheets say of an element: the declaration that counts for each property."""
        found: Declared = {}
        for name in ("", *classes[:_MOST_CLASSES]):
            for key in ((kind, name, mark) for kind in ("", tag) for mark in ("", identity)):
                _weigh(found, self.rules.get(key, {}))
        return found


def _weigh(found: Declared, more: Declared) -> None:
    for name, declared in more.items():
        if name not in found or declared[0] > found[name][0]:
            found[name] = declared


def read_sheets(root: Element) -> Sheet:
    """The style sheets inside a drawing."""
    sheet = Sheet()
    for element in elements(root):
        if local(element) == "style":
            text = _without_comments((element.text or "").replace("<!--", "").replace("-->", ""))
            for around, selectors, body in _rules(text):
                values = _declarations(body)
                if around:
                    if values.keys() - _HARMLESS and around not in sheet.unread.get(element, ()):
                        sheet.unread.setdefault(element, []).append(around)
                elif values:
                    _add(sheet, element, selectors, values)
    return sheet


def _without_comments(text: str) -> str:
    first, *rest = text.split("/*")
    return first + "".join(part.partition("*/")[2] for part in rest)


def _rules(text: str) -> Iterator[tuple[str, str, str]]:
    """The at-rule around (if any), the selectors and the body of each rule."""
    heads: list[str] = []
    last = ""
    for piece in _BRACE.split(text):
        if piece == "{":
            heads.append(last.rpartition(";")[2].strip())
            last = ""
        elif piece == "}":
            head = heads.pop() if heads else ""
            if head and not head.startswith("@"):
                yield heads[0] if heads else "", head, last
            last = ""
        else:
            last = piece


def _add(sheet: Sheet, element: Element, selectors: str, values: dict[str, tuple[str, bool]]) -> None:
    for selector in selectors.split(","):
        match = _SIMPLE.match(selector.strip())
        if match and match.group():
            tag, name, identity = (match.group(number) or "" for number in (1, 2, 3))
            tag = "" if tag == "*" else tag
            exact = 100 * bool(identity) + 10 * bool(name) + bool(tag)
            sheet.count += 1
            rule = sheet.rules.setdefault((tag, name, identity), {})
            _weigh(rule, {key: ((important, exact, sheet.count), value) for key, (value, important) in values.items()})
        elif ":" not in selector and values.keys() - _HARMLESS:
            sheet.unread.setdefault(element, []).append(" ".join(selector.split()))


@lru_cache(maxsize=1024)
def _declarations(text: str) -> dict[str, tuple[str, bool]]:
    """The properties of interest with their value and whether it is `!important`."""
    found: dict[str, tuple[str, bool]] = {}
    for part in text.split(";"):
        name, colon, value = part.partition(":")
        name = name.strip().lower()
        if colon and name in _PROPERTIES:
            value, important, _ = value.partition("!")
            if important or not found.get(name, ("", False))[1]:
                found[name] = (value.strip(), bool(important))
    return found


def resolve(element: Element, parent: Style, sheet: Sheet) -> Style:
    """The style of an element inside a parent's."""
    given = tuple(map(element.get, _READ))
    if not any(given) and not sheet.rules:
        return parent
    key = (parent, given, local(element), element.get("id")) if sheet.rules else (parent, given)
    style = sheet.resolved.get(key)
    if style is None:
        style = sheet.resolved[key] = _resolve(element, given, parent, sheet)
    return style


def _resolve(element: Element, given: tuple[str | None, ...], parent: Style, sheet: Sheet) -> Style:
    declared: Declared = {
        name: ((False, -1, 0), value) for name, value in zip(_PROPERTIES, given, strict=False) if value
    }
    if sheet.rules:
        classes = (given[-1] or "").split()
        _weigh(declared, sheet.declarations(local(element), classes, element.get("id", "")))
    inline = _declarations(given[-2] or "")
    _weigh(declared, {name: ((important, _INLINE, 0), value) for name, (value, important) in inline.items()})
    values = {name: value for name, (_, value) in declared.items() if value and value != "inherit"}
    visibility = values.get("visibility")
    return Style(
        values.get("fill", parent.fill),
        values.get("fill-rule", parent.fill_rule),
        values.get("stroke", parent.stroke),
        parent.hidden or values.get("display") == "none",
        visibility != "visible" if visibility else parent.invisible,
    )
