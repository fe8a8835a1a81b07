"""Art of a package's map copied for jDip and godip: SVG 1.0 in plain attributes.

jDip's viewer refuses a whole map for one colour it cannot read, and it draws the stroke of a text over its fill whatever
`paint-order` says, so colours are spelt anew and such a text comes twice: its halo, then its letters.
"""

from __future__ import annotations

import colorsys
import re
from collections.abc import Iterable, Iterator
from copy import deepcopy

from lxml import etree
from svgelements import Color

from dipmap.svg.values import numbers
from dipmap.svg.xml import SVG, XLINK, Element, attributes, is_svg_element, local

_TAG_NAMES = """
circle clipPath defs ellipse feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix
feDiffuseLighting feDisplacementMap feDistantLight feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge
feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence filter g image
line linearGradient marker mask path pattern polygon polyline radialGradient rect stop svg symbol text textPath
tspan use
"""
_TAGS = frozenset(_TAG_NAMES.split())
_HREF = f"{{{XLINK}}}href"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_PAINTS = {"fill": "fill-opacity", "stroke": "stroke-opacity", "stop-color": "stop-opacity",
           "flood-color": "flood-opacity", "lighting-color": ""}  # fmt: skip
# what jDip's viewer does not know, and names that are tags of ours
_LEFT_OUT = frozenset(("class", "id", "style", "paint-order", "vector-effect", "isolation", "mix-blend-mode"))
_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")
_LONG_HEX = re.compile(r"#[0-9a-fA-F]{4}(?:[0-9a-fA-F]{4})?")
_URL = re.compile(r"(url\(#[\w.:-]+\))(?:\s.*)?")
_WORD = re.compile("[A-Za-z]+")
_FUNCTION = re.compile(r"(rgb|hsl)a?\(([^()]*)\)", re.IGNORECASE)
_NEW_WORDS = {"none": "none", "inherit": "inherit", "currentcolor": "currentColor", "rebeccapurple": "#663399"}
_BLACK = Color("black").value


def paint(value: str) -> tuple[str, float]:
    """A colour or a reference in the words of SVG 1.0, and how opaque it is; what cannot be said is `none`."""
    value = value.strip()
    if _HEX.fullmatch(value):
        return value, 1.0
    if url := _URL.fullmatch(value):
        return url[1], 1.0
    if _WORD.fullmatch(value):
        word = value.lower()
        known = word in ("black", "transparent") or Color(word).value != _BLACK  # black stands for what is no colour
        return _NEW_WORDS.get(word, "none" if word == "transparent" or not known else word), 1.0
    if _LONG_HEX.fullmatch(value):
        size = (len(value) - 1) // 4
        parts = [int((value[1 + k * size : 1 + (k + 1) * size] * 2)[:2], 16) for k in range(4)]
        return _hex(part / 255 for part in parts[:3]), round(parts[3] / 255, 3)
    match = _FUNCTION.fullmatch(value)
    try:
        return _function(match[1].lower(), match[2]) if match else ("none", 1.0)
    except (ValueError, IndexError):
        return "none", 1.0


def _function(name: str, inside: str) -> tuple[str, float]:
    words = inside.replace(",", " ").replace("/", " ").replace("deg", " ").split()
    values = [numbers(word.rstrip("%"))[0] / (100 if word.endswith("%") else 1) for word in words]
    if len(values) not in (3, 4):
        raise ValueError(inside)
    opacity = min(max(values[3], 0.0), 1.0) if len(values) == 4 else 1.0
    if name == "rgb":
        shares = [value if word.endswith("%") else value / 255 for value, word in zip(values[:3], words, strict=False)]
        return _hex(shares), opacity
    hue, saturation, light = values[:3]
    return _hex(colorsys.hls_to_rgb(hue / 360 % 1, min(light, 1.0), min(saturation, 1.0))), opacity


def _hex(shares: Iterable[float]) -> str:
    return "#" + "".join(f"{round(255 * min(max(share, 0.0), 1.0)):02x}" for share in shares)


def referred(roots: Iterable[Element]) -> frozenset[str]:
    """The ids that anything in these trees leads to."""
    found = set()
    for root in roots:
        for element in root.iter():
            for name, value in element.items() if isinstance(element.tag, str) else ():
                if name == _HREF and str(value).startswith("#"):
                    found.add(str(value)[1:])
                elif "url(" in value:
                    found.update(re.findall(r"url\(#([^()\s]+)\)", str(value)))
    return frozenset(found)


def copied(element: Element, kept: frozenset[str], *, twice: bool = True) -> Iterator[Element]:
    """An element and all in it, once or twice; ids only where they are among `kept`."""
    if not isinstance(element.tag, str) or not is_svg_element(element) or local(element) not in _TAGS:
        return
    new = etree.Element(f"{{{SVG}}}{local(element)}")
    opaque: dict[str, float] = {}
    for name, value in attributes(element):
        if name in _PAINTS:
            colour, share = paint(value)
            new.set(name, colour)
            if share < 1 and _PAINTS[name]:
                opaque[_PAINTS[name]] = share
        elif name == _HREF and not value.startswith(("#", "data:image/")):
            continue
        elif _stays(name) or (name == "id" and value in kept):
            new.set(name, value)
    for name, share in opaque.items():
        new.set(name, f"{share * _share(new.get(name, '1')):.3g}")
    new.text = element.text if element.text and element.text.strip() else None
    haloed = twice and dict(attributes(element)).get("paint-order", "").split()[:1] == ["stroke"]
    for child in element:
        for inner in copied(child, kept, twice=twice and not haloed):
            new.append(inner)
            inner.tail = None
        if local(element) in ("text", "tspan", "textPath") and child.tail:
            _append(new, str(child.tail))
    yield new
    if haloed:
        letters = deepcopy(new)
        for each in letters.iter():
            if each.get("id"):
                del each.attrib["id"]
            if each is letters or each.get("stroke"):
                each.set("stroke", "none")
        yield letters


def _stays(name: str) -> bool:
    return name in (_HREF, _SPACE) or not (name in _LEFT_OUT or name.startswith(("data-", "on", "{")))


def _share(text: str) -> float:
    try:
        return float(text.rstrip("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        return 1.0


def _append(element: Element, text: str) -> None:
    if len(element):
        element[-1].tail = (element[-1].tail or "") + text
    else:
        element.text = (element.text or "") + text
