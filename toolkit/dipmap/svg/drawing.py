"""The drawing: what an SVG shows, as a tree of items with their place, names, style and matrix.

Nothing is drawn here and no shape is measured before somebody asks (`shapes.py`): most of a map file is art.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import unquote

from svgelements import Matrix

from dipmap.diagnostics import Notice, Place, notice
from dipmap.svg.names import canonical, given_names, is_editors_own, undone
from dipmap.svg.style import Sheet, Style, read_sheets, resolve
from dipmap.svg.values import IDENTITY, length, transform, view_box, viewport
from dipmap.svg.xml import XLINK, Document, Element, attributes, is_svg_element, local

SHAPES = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})
_GROUPS = frozenset({"g", "a", "svg", "switch", "use", "symbol"})
_REFERENCES = frozenset({"href", f"{{{XLINK}}}href"})
_NOT_SHOWN = frozenset({"title", "desc", "metadata", "defs", "style", "script"})
_MAX_USE_DEPTH = 16
# groups within groups, through `<use>` too
_MAX_DEPTH = 280
# shapes that `<use>`s may add
_MAX_COPIES = 20_000


@dataclass(frozen=True, eq=False)
class Item:
    """A group or a shape as it stands on the page: one element, or one appearance of it through `<use>`.

    `matrix` leads from the element's own units to root user units. `broken` says that it has been told already why
    nobody knows where it stands or what it shows (it or a group around it).
    """

    document: Document = field(repr=False)
    element: Element
    style: Style
    matrix: Matrix = field(repr=False)
    parent: Item | None = field(repr=False)
    children: list[Item] = field(default_factory=list, repr=False)
    broken: bool = False

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

    @cached_property
    def layer_names(self) -> tuple[str, ...]:
        """Its names as those of a layer are compared, what editors add undone as well."""
        return tuple(dict.fromkeys(canonical(shorter) for name, _ in self.names for shorter in undone(name)))

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
        self.copies = 0
        self.told: set[tuple[str, Element, str]] = set()

    def build(self) -> Drawing:
        root = self.document.root
        self.whole()
        self.unread()
        page = self.page(root)
        style = resolve(root, Style(), self.sheet)
        item = Item(self.document, root, style, IDENTITY, None)
        self.fill(item, 0, ())
        return Drawing(self.document, item, page)

    def say(self, name: str, message: str, element: Element, attribute: str = "", hint: str = "") -> None:
        # once, however often clones show the element
        if (name, element, attribute) in self.told:
            return
        self.told.add((name, element, attribute))
        place = self.document.place(element, attribute)
        self.notices.append(notice(name, message, place, hint=hint, key=element.get("id", "") or message[:40]))

    def page(self, root: Element) -> tuple[float, float, float, float] | None:
        box = root.get("viewBox")
        if box is not None:
            try:
                return view_box(box)
            except ValueError as error:
                self.say(
                    "bad-value",
                    f"the viewBox {box!r} cannot be read: {error}",
                    root,
                    "viewBox",
                    hint="write four numbers",
                )
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

    def whole(self) -> None:
        """What is told of any element, shown or not: active content, references that leave the file, ids that stand twice.

        dSVG repeats ids by design across layers, so only a `<use>` target that is double matters.
        """
        used: set[str] = set()
        again: list[tuple[Element, Element]] = []
        by_id = self.document.by_id
        for element in self.document.starts:
            tag = local(element)
            if tag in ("script", "foreignObject", "handler"):
                message = f"the drawing holds a <{tag}>, which dipmap leaves out of what it writes"
                self.say("active-content", message, element, hint="remove it unless your editor needs it")
            elif tag == "style" and "@import" in (element.text or ""):
                message = "a style sheet imports another from outside the file, which is never fetched"
                self.say("external-reference", message, element, hint="put its rules into the drawing")
            for name, value in attributes(element):
                if name == "id":
                    first = by_id.get(value, element)
                    if first is not element:
                        again.append((first, element))
                elif name in _REFERENCES:
                    self.reference(tag, element, name, value.strip(), used)
                elif name.startswith("on"):
                    message = f"the attribute {name[:40]} is a script, which dipmap leaves out of what it writes"
                    self.say("active-content", message, element, name, hint="remove it")
        for first, element in again:
            identity = first.get("id", "")
            if identity in used:
                line = self.document.tag_span(first).begin[0]
                message = f"the id {identity[:60]!r} is used by a <use> but stands twice (first in line {line})"
                self.say("duplicate-id", message, element, "id", hint="give one of them another id")

    def reference(self, tag: str, element: Element, name: str, target: str, used: set[str]) -> None:
        if tag == "use":
            used.add(target.removeprefix("#"))
        elif tag != "a" and target and not target.startswith(("#", "data:")):
            message = f"<{tag[:40]}> refers to {target[:60]!r} outside the file, which is never fetched"
            attribute = "href" if name == "href" else "xlink:href"
            self.say("external-reference", message, element, attribute, hint="embed it or remove it")

    def unread(self) -> None:
        """Rules of style sheets that may hide shapes or change how they are filled, and are not read."""
        for element, selectors in self.sheet.unread.items():
            shown = ", ".join(selector[:40] for selector in selectors[:3]) + (" …" if len(selectors) > 3 else "")
            message = f"the style sheet's rules for {shown} are not read, so shapes may be shown or filled otherwise"
            self.say("unread-style", message, element, hint="select by class or id, or set the style on the elements")

    def fill(self, item: Item, depth: int, uses: tuple[Element, ...]) -> None:
        """Read the children of a group; recursion is as deep as the document (limited there) and its `<use>`s."""
        if depth > _MAX_DEPTH:
            if not item.broken:
                self.say(
                    "oversized-input",
                    f"groups are nested more than {_MAX_DEPTH} deep",
                    item.element,
                    hint="ungroup nested groups",
                )
            return
        children = [child for child in item.element if is_svg_element(child)]
        if item.tag == "switch":
            children = _chosen(children)
        for child in children:
            self.add(child, item, depth, uses)

    def add(self, element: Element, parent: Item, depth: int, uses: tuple[Element, ...], *, used: bool = False) -> None:
        tag = local(element)
        if tag not in _GROUPS and tag not in SHAPES and tag not in ("text", "image"):
            return
        if tag == "symbol" and not used:
            return
        if uses:
            self.copies += 1
            if self.copies > _MAX_COPIES:
                if self.copies == _MAX_COPIES + 1:
                    self.say(
                        "oversized-input",
                        "the drawing's <use>s multiply into too many shapes",
                        uses[0],
                        hint="use fewer",
                    )
                return
        matrix = self.matrix(element, parent.matrix)
        target = self.target(element, uses) if tag == "use" else None
        broken = parent.broken or matrix is None or (tag == "use" and target is None)
        matrix = parent.matrix if matrix is None else matrix
        style = resolve(element, parent.style, self.sheet)
        if tag in ("svg", "symbol"):
            matrix = self.nested(element, matrix, parent)
        item = Item(self.document, element, style, matrix, parent, broken=broken)
        parent.children.append(item)
        if target is not None:
            self.follow(item, target, depth, uses)
        elif tag in _GROUPS:
            self.fill(item, depth + 1, uses)

    def matrix(self, element: Element, parent: Matrix) -> Matrix | None:
        text = element.get("transform")
        if not text:
            return parent
        try:
            own = transform(text)
            return own if parent is IDENTITY else own * parent
        except ValueError as error:
            hint = "undo the transform in your editor, or remove the attribute"
            message = f"the transform of {_called(element)} cannot be read, so nobody knows where it stands: {error}"
            self.say("bad-transform", message, element, "transform", hint)
            return None

    def number(self, element: Element, attribute: str, default: float = 0.0) -> float:
        try:
            return length(element.get(attribute), default)
        except ValueError as error:
            self.say("bad-value", f"{attribute} cannot be read: {error}", element, attribute, hint="write a number")
            return default

    def nested(self, element: Element, matrix: Matrix, parent: Item) -> Matrix:
        """The units inside a nested `<svg>` or a `<symbol>`, which a `<use>` may give another size."""
        around = _viewport_of(parent)
        inner = matrix
        if local(element) == "svg":
            inner = (
                Matrix.translate(self.size(element, "x", around, 0.0), self.size(element, "y", around, 0.0)) * matrix
            )
        box = element.get("viewBox")
        if not box:
            return inner
        try:
            values = view_box(box)
        except ValueError as error:
            self.say("bad-value", f"the viewBox cannot be read: {error}", element, "viewBox", hint="write four numbers")
            return inner
        use = parent.element if parent.tag == "use" else element
        sizes = []
        for attribute, own in (("width", values[2]), ("height", values[3])):
            sized = use if use.get(attribute) else element
            # an omitted size is that of the page around, where it is known
            sizes.append(self.size(sized, attribute, around, around.get(attribute) or own))
        return viewport(values, sizes[0], sizes[1], element.get("preserveAspectRatio", "")) * inner

    def size(self, element: Element, attribute: str, around: dict[str, float], default: float) -> float:
        """A length that may be a share of the page around."""
        text = (element.get(attribute) or "").strip()
        if text.endswith("%"):
            whole = around.get("width" if attribute in ("x", "width") else "height", 0.0)
            with suppress(ValueError):
                return float(text[:-1]) / 100 * whole if whole else default
        found = self.number(element, attribute, default)
        return default if found <= 0 and attribute in ("width", "height") else found

    def target(self, element: Element, uses: tuple[Element, ...]) -> Element | None:
        """The element that a `<use>` shows, or None after a notice."""
        target = (element.get("href") or element.get(f"{{{XLINK}}}href") or "").strip()
        attribute = "href" if element.get("href") else "xlink:href"
        if not target.startswith("#"):
            message = f"{_called(element)} refers to nothing"
            if target:
                message = f"{_called(element)} refers to {target[:60]!r} outside the file, which is never fetched"
            self.say(
                "broken-use", message, element, attribute if target else "", hint="unlink the clone in your editor"
            )
            return None
        by_id = self.document.by_id
        found = by_id.get(target[1:])
        if found is None:
            found = by_id.get(unquote(target[1:]))
        if found is None:
            message = f"{_called(element)} refers to {target[:60]}, which does not exist"
            self.say("broken-use", message, element, attribute, hint="unlink the clone in your editor")
            return None
        if found is element or found in (*uses, *element.iterancestors()) or len(uses) >= _MAX_USE_DEPTH:
            message = f"{_called(element)}, a clone of {target[:60]}, contains itself"
            if len(uses) >= _MAX_USE_DEPTH:
                message = f"{_called(element)}, a clone of {target[:60]}, lies more than {_MAX_USE_DEPTH} <use>s deep"
            self.say("broken-use", message, element, attribute, hint="unlink the clone in your editor")
            return None
        return found

    def follow(self, item: Item, target: Element, depth: int, uses: tuple[Element, ...]) -> None:
        """Put what a `<use>` shows into its item."""
        element = item.element
        moved = Matrix.translate(self.number(element, "x"), self.number(element, "y")) * item.matrix
        holder = Item(item.document, element, item.style, moved, item.parent, broken=item.broken)
        self.add(target, holder, depth + 1, (*uses, target), used=True)
        for child in holder.children:
            item.children.append(child)


def _chosen(children: list[Element]) -> list[Element]:
    """What a `<switch>` shows: its first child without a condition (Illustrator keeps its own data in front of it)."""
    shown = [child for child in children if local(child) not in _NOT_SHOWN and not child.get("requiredExtensions")]
    return ([child for child in shown if not child.get("systemLanguage")] or shown)[:1]


def _viewport_of(item: Item) -> dict[str, float]:
    """Width and height of the nearest page around, in its own units; empty where it has none."""
    for holder in (item, *item.ancestors()):
        if holder.tag == "svg":
            element = holder.element
            with suppress(ValueError):
                box = element.get("viewBox")
                _, _, width, height = (
                    view_box(box) if box else (0, 0, length(element.get("width")), length(element.get("height")))
                )
                return {"width": width, "height": height} if width > 0 and height > 0 else {}
            return {}
    return {}


def _called(element: Element) -> str:
    """An element as a sentence names it: by the designer's name, or by its tag."""
    name = next((name for name, _ in given_names(element) if not is_editors_own(name)), "")
    return name[:60] or f"a <{local(element)}>"
