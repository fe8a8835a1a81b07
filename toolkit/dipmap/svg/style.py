"""The few style properties a map compiler needs, resolved as a browser would: attribute, style sheet, `style`, inherited.

Style sheets are read as far as editors write them for shapes: `*`, tag, `.class`, `#id`, `tag.class` and lists of
these. Rules with other selectors are skipped and counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from dipmap.svg.xml import Element, elements, local

_PROPERTIES = ("fill", "fill-rule", "stroke", "display", "visibility")
_DECLARATION = re.compile(r"([a-z-]+)\s*:\s*([^;]+)")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_SIMPLE = re.compile(r"(\*|[A-Za-z][\w-]*)?(?:\.([\w-]+))?(?:#([\w-]+))?$")


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
    """The rules of a drawing's style sheets, by the class, id or tag they select."""

    rules: list[tuple[str, str, str, dict[str, str]]] = field(default_factory=list)
    skipped: int = 0

    def declarations(self, element: Element) -> dict[str, str]:
        """What the sheets say of an element, later rules over earlier ones."""
        if not self.rules:
            return {}
        found: dict[str, str] = {}
        classes = element.get("class", "").split()
        for tag, name, identity, values in self.rules:
            if tag not in ("", "*") and tag != local(element):
                continue
            if name and name not in classes:
                continue
            if identity and identity != element.get("id"):
                continue
            found |= values
        return found


def read_sheets(root: Element) -> Sheet:
    """The style sheets inside a drawing."""
    sheet = Sheet()
    for element in elements(root):
        if local(element) == "style":
            text = _COMMENT.sub("", "".join(element.itertext()).replace("<!--", "").replace("-->", ""))
            for selectors, body in _RULE.findall(text):
                values = _declarations(body)
                if values:
                    _add(sheet, selectors.split(","), values)
    return sheet


def _add(sheet: Sheet, selectors: Iterable[str], values: dict[str, str]) -> None:
    for selector in selectors:
        match = _SIMPLE.match(selector.strip())
        if match and match.group():
            sheet.rules.append((match.group(1) or "", match.group(2) or "", match.group(3) or "", values))
        elif not selector.strip().startswith("@"):
            sheet.skipped += 1


def _declarations(text: str) -> dict[str, str]:
    return {
        name: value.replace("!important", "").strip()
        for name, value in _DECLARATION.findall(text)
        if name in _PROPERTIES
    }


def resolve(element: Element, parent: Style, sheet: Sheet) -> Style:
    """The style of an element inside a parent's."""
    values = {name: value for name in _PROPERTIES if (value := element.get(name))}
    values |= sheet.declarations(element)
    inline = element.get("style")
    if inline:
        values |= _declarations(inline)
    if not values:
        return parent
    style = parent
    fill, rule, stroke = values.get("fill"), values.get("fill-rule"), values.get("stroke")
    if fill and fill != "inherit":
        style = replace(style, fill=fill)
    if rule and rule != "inherit":
        style = replace(style, fill_rule=rule)
    if stroke and stroke != "inherit":
        style = replace(style, stroke=stroke)
    if values.get("display") == "none":
        style = replace(style, hidden=True)
    visibility = values.get("visibility")
    if visibility and visibility != "inherit":
        style = replace(style, invisible=visibility != "visible")
    return style
