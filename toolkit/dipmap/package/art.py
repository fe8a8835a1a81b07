"""The art of a drawing copied into a new tree: shapes, text, pictures and what they refer to, and nothing else.

An element comes over when it is on a list, with the attributes that are on a list; scripts, event attributes, embedded
documents, animations, links and references out of the file are on none. Ids are given anew, and only to what is
referred to, so that no name of the art is ever taken for a tag.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from lxml import etree

from dipmap.package.styles import Styles, Values, put, retargeted, targets, words
from dipmap.svg.drawing import SHAPES, Drawing, Item
from dipmap.svg.xml import SVG, XLINK, Element, is_svg_element, local

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_PICTURES = 8 * 1024 * 1024
"""Characters of all embedded pictures together; what is beyond is left out."""

_GROUPS = frozenset({"g", "a", "svg", "switch"})
_LEAVES = SHAPES | {"text", "image", "use"}
_TEXTS = frozenset({"text", "tspan", "textPath", "a"})
_DEFINITIONS = words(
    """
    clipPath linearGradient marker mask pattern radialGradient stop symbol filter feBlend feColorMatrix
    feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
    feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
    feSpecularLighting feSpotLight feTile feTurbulence
    """,
)
_ATTRIBUTES = words(
    """
    amplitude azimuth baseFrequency bias clipPathUnits cx cy d diffuseConstant divisor dx dy edgeMode elevation exponent
    filterUnits fr fx fy gradientTransform gradientUnits height in in2 intercept k1 k2 k3 k4 kernelMatrix kernelUnitLength
    lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits method mode
    numOctaves offset operator order orient pathLength patternContentUnits patternTransform patternUnits points
    pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits r radius refX refY result rotate rx
    ry scale seed side slope spacing specularConstant specularExponent spreadMethod startOffset stdDeviation
    stitchTiles surfaceScale tableValues targetX targetY textLength transform type values viewBox width x x1 x2
    xChannelSelector y y1 y2 yChannelSelector z
    """,
)
_HREF = f"{{{XLINK}}}href"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_PICTURE = re.compile(r"data:image/(?:png|jpeg|jpg|gif|webp);base64,[A-Za-z0-9+/=\s]+")

Wanted = Callable[[Element], bool]


class Art:
    """Copies parts of one drawing; `finish` brings over what the copies refer to."""

    def __init__(self, drawing: Drawing, skipped: Collection[Element]) -> None:
        self.document = drawing.document
        self.styles = Styles(drawing.document.root)
        self.skipped = skipped
        self.names: dict[str, str] = {}
        self.drawn: dict[Element, Element] = {}
        self.pictures = 0

    def layer(self, parent: Element, wanted: Wanted) -> None:
        """Copy all visible art whose leaves are wanted, with the groups around it, into `parent`."""
        root = self.document.root
        holder = etree.SubElement(parent, f"{{{SVG}}}g")
        self._style(holder, self.styles.declared(root))
        target = _needed(holder)
        for child in root:
            self.copy(child, target, wanted)
        if target is holder and not len(holder):
            parent.remove(holder)

    def marker(self, parent: Element, item: Item) -> bool:
        """Copy one item as it stands on the page into `parent`; whether there is anything to see of it."""
        above = item.parent
        if item.hidden or above is None:
            return False
        holder = etree.SubElement(parent, f"{{{SVG}}}g")
        if not above.matrix.is_identity():
            values = (float(getattr(above.matrix, letter)) for letter in "abcdef")
            holder.set("transform", f"matrix({' '.join(f'{value:.9g}' for value in values)})")
        self._style(holder, self.styles.computed(above))
        target = _needed(holder)
        before = len(target)
        skipped, self.skipped = self.skipped, ()
        try:
            self.copy(item.element, target, lambda _: True)
        finally:
            self.skipped = skipped
        if len(target) > before:
            return True
        if target is holder:
            parent.remove(holder)
        return False

    def copy(self, element: Element, parent: Element, wanted: Wanted) -> None:
        """Copy an element that is drawn where it stands."""
        if not isinstance(element.tag, str) or not is_svg_element(element) or element in self.skipped:
            return
        tag = local(element)
        if tag in _GROUPS:
            if self.styles.hides(element):
                return
            new = self._new(element, parent, "svg" if tag == "svg" else "g")
            target = _needed(new)
            for child in _children(element):
                self.copy(child, target, wanted)
            if target is new and not len(new):
                parent.remove(new)
        elif tag in _LEAVES and wanted(element) and not self.styles.hides(element):
            leaf = self._leaf(element, parent)
            if leaf is not None and tag != "use":
                self.drawn.setdefault(element, leaf)

    def _leaf(self, element: Element, parent: Element) -> Element | None:
        tag = local(element)
        link = self._link(element) if tag in ("use", "image") else ""
        if tag in ("use", "image") and not link:
            return None
        new = self._new(element, parent, tag, link)
        if tag == "text":
            self._text(element, new)
        return new

    def _text(self, element: Element, new: Element) -> None:
        new.text = element.text
        for child in element:
            if not isinstance(child.tag, str) or local(child) not in _TEXTS:
                _append(new, child.tail)
                continue
            link = self._link(child) if local(child) == "textPath" else ""
            inner = self._new(child, new, "textPath" if link else "tspan", link)
            self._text(child, inner)
            inner.tail = child.tail

    def _new(self, element: Element, parent: Element, tag: str, link: str = "") -> Element:
        new = etree.SubElement(parent, f"{{{SVG}}}{tag}")
        for name, value in sorted(element.items()):
            if name in _ATTRIBUTES and not (tag == "g" and name != "transform"):
                new.set(name, value)
        if element.get(_SPACE) == "preserve":
            new.set(_SPACE, "preserve")
        if link:
            new.set(_HREF, link)
        self._style(new, self.styles.declared(element))
        return new

    def _link(self, element: Element) -> str:
        """Where an element may refer to in the new tree; empty for nowhere."""
        target = (element.get("href") or element.get(_HREF) or "").strip()
        if local(element) == "image":
            if not _PICTURE.fullmatch(target) or self.pictures + len(target) > MAX_PICTURES:
                return ""
            self.pictures += len(target)
            return "".join(target.split())
        if not target.startswith("#") or not self._named(target[1:]):
            return ""
        return "#" + self.names[target[1:]]

    def _named(self, identity: str) -> bool:
        """Give an id that is referred to its new name; whether there is such a thing."""
        if identity in self.names:
            return True
        target = self.document.by_id.get(identity)
        if target is None or local(target) not in _GROUPS | _LEAVES | _DEFINITIONS or not is_svg_element(target):
            return False
        self.names[identity] = f"art-{len(self.names) + 1}"
        return True

    def _style(self, element: Element, values: Values) -> None:
        kept = []
        for name, value in values.items():
            for target in targets(value):
                self._named(target)
            changed = retargeted(value, self.names)
            if changed:
                kept.append((name, changed))
        put(element, kept)

    def styled(self, element: Element, values: Iterable[tuple[str, str]]) -> None:
        """Write values on an element of the new tree, references led to their new ids."""
        self._style(element, dict(values))

    def finish(self, root: Element) -> None:
        """Bring over what is referred to: drawn leaves get their new id, the rest is copied into `defs`, first in `root`."""
        defs = etree.Element(f"{{{SVG}}}defs")
        done = 0
        while done < len(self.names):
            for identity in list(self.names)[done:]:
                done += 1
                target = self.document.by_id[identity]
                if target in self.drawn:
                    self.drawn[target].set("id", self.names[identity])
                else:
                    self._define(target, defs)
                    defs[-1].set("id", self.names[identity])
        if len(defs):
            root.insert(0, defs)

    def _define(self, element: Element, parent: Element) -> None:
        """Copy an element, and all in it, that is not drawn where it stands."""
        tag = local(element)
        if tag in _LEAVES:
            if self._leaf(element, parent) is None:
                etree.SubElement(parent, f"{{{SVG}}}g")
            return
        link = self._link(element) if tag in _DEFINITIONS else ""
        new = self._new(element, parent, "g" if tag in ("a", "switch") else tag, link)
        for child in _children(element):
            if (
                isinstance(child.tag, str)
                and is_svg_element(child)
                and local(child) in _GROUPS | _LEAVES | _DEFINITIONS
            ):
                self._define(child, new)


def _needed(group: Element) -> Element:
    """The group, or its parent where the group says nothing; it is taken away then."""
    parent = group.getparent()
    if parent is None or group.attrib or local(group) != "g":
        return group
    parent.remove(group)
    return parent


def _children(element: Element) -> list[Element]:
    children = list(element)
    if local(element) == "switch":
        return [child for child in children if isinstance(child.tag, str) and not child.get("requiredExtensions")][:1]
    return children


def _append(element: Element, text: str | None) -> None:
    if text and len(element):
        element[-1].tail = (element[-1].tail or "") + text
    elif text:
        element.text = (element.text or "") + text
