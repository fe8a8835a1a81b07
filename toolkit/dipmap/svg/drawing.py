"""The drawing: what an SVG shows, as a tree of items with their place, names, style and matrix.

Nothing is drawn here and no shape is measured before somebody asks (`shapes.py`): most of a map file is art.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from svgelements import Matrix

from dipmap.diagnostics import Notice, Place, notice
from dipmap.svg.names import given_names
from dipmap.svg.style import Sheet, Style, read_sheets, resolve
from dipmap.svg.values import IDENTITY, length, transform, view_box, viewport
from dipmap.svg.xml import XLINK, Document, Element, elements, is_svg_element, local

SHAPES = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})
_GROUPS = frozenset({"g", "a", "svg", "switch", "use", "symbol"})
_MAX_USE_DEPTH = 16
_MAX_ITEMS = 400_000


@dataclass(frozen=True, eq=False)
class Item:
    """A group or a shape as it stands on the page: one element, or one appearance of it through `<use>`.

    `matrix` leads from the element's own units to root user units.
    """

    document: Document = field(repr=False)
    element: Element
    style: Style
    matrix: Matrix = field(repr=False)
    parent: Item | None = field(repr=False)
    children: list[Item] = field(default_factory=list, repr=False)

    @cached_property
    def tag(self) -> str:
        return local(self.element)

    @cached_property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Names with their attribute, the designer's own first."""
        return given_names(self.element)

    @property
    def name(self) -> str:
        """The name an editor shows, or the empty text."""
        return self.names[0][0] if self.names else ""

    @property
    def hidden(self) -> bool:
        return self.style.hidden or self.style.invisible

    @property
    def is_shape(self) -> bool:
        return self.tag in SHAPES

    def data(self, tag: str) -> str | None:
        """The item's own `data-` attribute, never an inherited one."""
        return self.element.get(f"data-{tag}")

    def place(self, attribute: str = "") -> Place:
        return self.document.place(self.element, attribute)

    def walk(self) -> Iterator[Item]:
        """This item and everything in it, in drawing order."""
        stack = [self]
        while stack:
            item = stack.pop()
            yield item
            stack.extend(reversed(item.children))

    def shapes(self) -> Iterator[Item]:
        """The shapes in this item, itself included."""
        return (item for item in self.walk() if item.is_shape)

    def ancestors(self) -> Iterator[Item]:
        """The groups around this item, the nearest first."""
        item = self.parent
        while item is not None:
            yield item
            item = item.parent


@dataclass(frozen=True, eq=False)
class Drawing:
    """A whole map file. `page` is the view box in root user units: x, y, width, height; None where it is not known."""

    document: Document
    root: Item
    page: tuple[float, float, float, float] | None

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """Every item in drawing order."""
        return tuple(self.root.walk())

    @cached_property
    def by_name(self) -> dict[str, list[Item]]:
        """Items by every name they have, as written."""
        found: dict[str, list[Item]] = {}
        for item in self.items:
            for name, _ in item.names:
                found.setdefault(name, []).append(item)
        return found


def read_drawing(document: Document) -> tuple[Drawing, list[Notice]]:
    """The drawing of a document, and what could not be taken as it stands."""
    builder = _Builder(document)
    return builder.build(), builder.notices


class _Builder:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.notices: list[Notice] = []
        self.sheet: Sheet = read_sheets(document.root)
        self.count = 0

    def build(self) -> Drawing:
        root = self.document.root
        self.safety()
        self.duplicates()
        page = self.page(root)
        style = resolve(root, Style(), self.sheet)
        item = Item(self.document, root, style, IDENTITY, None)
        self.fill(item, 0, ())
        return Drawing(self.document, item, page)

    def say(self, name: str, message: str, element: Element, attribute: str = "", hint: str = "") -> None:
        place = self.document.place(element, attribute)
        self.notices.append(notice(name, message, place, hint=hint, key=element.get("id", "") or message[:40]))

    def page(self, root: Element) -> tuple[float, float, float, float] | None:
        box = root.get("viewBox")
        if box is not None:
            try:
                return view_box(box)
            except ValueError as error:
                self.say("bad-value", f"the viewBox {box!r} cannot be read: {error}", root, "viewBox", hint="write four numbers")
                return None
        try:
            width, height = length(root.get("width")), length(root.get("height"))
        except ValueError:
            width = height = 0.0
        if width > 0 and height > 0:
            return 0.0, 0.0, width, height
        message = "the drawing has neither a viewBox nor a size, so nobody knows where its page ends"
        self.say("missing-page", message, root, hint="set the page size in your editor (document properties)")
        return None

    def safety(self) -> None:
        """Active content and references that leave the file are told once a kind; what dipmap writes never holds them."""
        for element in elements(self.document.root):
            tag = local(element)
            if tag in ("script", "foreignObject", "handler"):
                message = f"the drawing holds a <{tag}>, which dipmap leaves out of what it writes"
                self.say("active-content", message, element, hint="remove it unless your editor needs it")
            for name, value in element.items():
                if name.startswith("on") and not name.startswith("{"):
                    message = f"the attribute {name} is a script, which dipmap leaves out of what it writes"
                    self.say("active-content", message, element, name, hint="remove it")
                elif name in ("href", f"{{{XLINK}}}href") and tag not in ("a",):
                    target = value.strip()
                    if target and not target.startswith(("#", "data:")):
                        message = f"<{tag}> refers to {target[:60]!r} outside the file, which is never fetched"
                        attribute = "href" if name == "href" else "xlink:href"
                        self.say("external-reference", message, element, attribute, hint="embed it or remove it")

    def duplicates(self) -> None:
        """Ids that occur twice; dSVG does so by design across layers, so only a `<use>` target that is double matters."""
        used = {
            (element.get("href") or element.get(f"{{{XLINK}}}href") or "").removeprefix("#")
            for element in elements(self.document.root)
            if local(element) == "use"
        }
        seen: dict[str, Element] = {}
        for element in elements(self.document.root):
            identity = element.get("id")
            if not identity:
                continue
            first = seen.setdefault(identity, element)
            if first is not element and identity in used:
                line = self.document.tag_span(first).begin[0]
                message = f"the id {identity!r} is used by a <use> but stands twice (first in line {line})"
                self.say("duplicate-id", message, element, "id", hint="give one of them another id")

    def fill(self, item: Item, depth: int, uses: tuple[Element, ...]) -> None:
        """Read the children of a group; recursion is as deep as the document (limited there) and its `<use>`s."""
        children = list(item.element)
        if item.tag == "switch":
            children = [child for child in children if is_svg_element(child) and not child.get("requiredExtensions")][:1]
        for child in children:
            if isinstance(child.tag, str) and is_svg_element(child):
                self.add(child, item, depth, uses)

    def add(self, element: Element, parent: Item, depth: int, uses: tuple[Element, ...], *, used: bool = False) -> None:
        tag = local(element)
        if tag not in _GROUPS and tag not in SHAPES and tag not in ("text", "image"):
            return
        if tag == "symbol" and not used:
            return
        if self.count >= _MAX_ITEMS:
            if self.count == _MAX_ITEMS:
                self.say("oversized-input", "the drawing's <use>s multiply into too many shapes", element, hint="use fewer")
                self.count += 1
            return
        self.count += 1
        matrix = self.matrix(element, parent.matrix)
        if matrix is None:
            return
        style = resolve(element, parent.style, self.sheet)
        if tag in ("svg", "symbol"):
            matrix = self.nested(element, matrix, parent)
        item = Item(self.document, element, style, matrix, parent)
        parent.children.append(item)
        if tag == "use":
            self.follow(item, depth, uses)
        elif tag in _GROUPS:
            self.fill(item, depth + 1, uses)

    def matrix(self, element: Element, parent: Matrix) -> Matrix | None:
        text = element.get("transform")
        if not text:
            return parent
        try:
            return transform(text) * parent
        except ValueError as error:
            hint = "undo the transform in your editor, or remove the attribute"
            self.say("bad-transform", f"the transform cannot be read, so the element is left out: {error}", element, "transform", hint)
            return None

    def number(self, element: Element, attribute: str, default: float = 0.0) -> float:
        try:
            return length(element.get(attribute), default)
        except ValueError as error:
            self.say("bad-value", f"{attribute} cannot be read: {error}", element, attribute, hint="write a number")
            return default

    def nested(self, element: Element, matrix: Matrix, parent: Item) -> Matrix:
        """The units inside a nested `<svg>` or a `<symbol>`; a `<use>` gives a symbol its size."""
        use = parent.element if parent.tag == "use" else None
        x, y = (self.number(element, "x"), self.number(element, "y")) if local(element) == "svg" else (0.0, 0.0)
        inner = Matrix.translate(x, y) * matrix
        box = element.get("viewBox")
        if not box:
            return inner
        try:
            values = view_box(box)
        except ValueError as error:
            self.say("bad-value", f"the viewBox cannot be read: {error}", element, "viewBox", hint="write four numbers")
            return inner
        sized = use if use is not None and use.get("width") else element
        width = self.number(sized, "width", values[2]) or values[2]
        height = self.number(sized, "height", values[3]) or values[3]
        return viewport(values, width, height, element.get("preserveAspectRatio", "")) * inner

    def follow(self, item: Item, depth: int, uses: tuple[Element, ...]) -> None:
        element = item.element
        target = (element.get("href") or element.get(f"{{{XLINK}}}href") or "").strip()
        attribute = "href" if element.get("href") else "xlink:href"
        if not target.startswith("#"):
            if not target:
                self.say("broken-use", "a <use> refers to nothing", element, hint="unlink the clone in your editor")
            return
        found = self.document.by_id.get(target[1:])
        if found is None:
            message = f"a <use> refers to {target}, which does not exist"
            self.say("broken-use", message, element, attribute, hint="unlink the clone in your editor")
            return
        if found in uses or found in element.iterancestors() or len(uses) >= _MAX_USE_DEPTH:
            message = f"a <use> of {target} contains itself"
            self.say("broken-use", message, element, attribute, hint="unlink the clone in your editor")
            return
        moved = Matrix.translate(self.number(element, "x"), self.number(element, "y")) * item.matrix
        holder = Item(item.document, element, item.style, moved, item.parent)
        self.add(found, holder, depth + 1, (*uses, found), used=True)
        for child in holder.children:
            item.children.append(child)
