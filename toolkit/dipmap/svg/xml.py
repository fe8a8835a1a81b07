"""One expat pass over untrusted bytes that builds an lxml tree and remembers where every element stands.

lxml never parses the bytes itself: it cannot give exact places, and its guards differ by version. Expat is used without
its namespace mode, because an undeclared prefix is a thing to report, not a reason to refuse a map. External entities
and DTDs are never fetched (no handler is installed); entity declarations, depth, size and counts are limited here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, cast
from xml.parsers import expat

from lxml import etree

from dipmap.diagnostics import ElementRef, Notice, Place, notice
from dipmap.source import Source, Span
from dipmap.svg.encoding import MAX_BYTES as MAX_BYTES  # noqa: PLC0414  others look for it here
from dipmap.svg.encoding import decode

Element = etree._Element  # noqa: SLF001  lxml has no public name for its element type

MAX_ELEMENTS = 200_000
MAX_DEPTH = 256
# of one element; the tree looks through them one by one
MAX_ATTRIBUTES = 1000
MAX_ENTITIES = 64
MAX_ATTLISTS = 512
MAX_ENTITY_TEXT = 1024
# how much longer than the file its attributes and texts may become through entities and defaults
MAX_GROWTH = 4
_SHOWN = 80

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
SERIF = "http://www.serif.com/"
JDIP = "http://jdip.sourceforge.org/jdipNS"
WELL_KNOWN = {
    "xml": "http://www.w3.org/XML/1998/namespace",
    "svg": SVG,
    "xlink": XLINK,
    "inkscape": INKSCAPE,
    "sodipodi": "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd",
    "serif": SERIF,
    "jdipNS": JDIP,
}


class _Stop(Exception):  # noqa: N818  not an error: the notice has been written
    """Ends the parse after a notice that makes the rest pointless."""


@dataclass(eq=False)
class Document:
    """The tree of a file and the byte offsets of its elements."""

    source: Source
    root: Element
    starts: Mapping[Element, int] = field(repr=False)
    # where the end tag begins; for an element without one, anything
    ends: Mapping[Element, int] = field(repr=False)
    by_id: Mapping[str, Element] = field(repr=False)
    notices: list[Notice] = field(default_factory=list)

    def tag_span(self, element: Element) -> Span:
        """The start tag of an element."""
        start = self.starts[element]
        match = _START_TAG.match(self.source.data, start)
        return self.source.span(start, match.end() if match else start + 1)

    def element_span(self, element: Element) -> Span:
        """The whole element, from `<` to the end of its end tag."""
        tag = self.tag_span(element)
        if self.source.data[tag.end - 2 : tag.end] == b"/>":
            return tag
        stop = self.source.data.find(b">", self.ends[element]) + 1
        return self.source.span(tag.start, stop or len(self.source.data))

    def attribute_span(self, element: Element, name: str) -> Span:
        """The value of an attribute named as in the file (`inkscape:label`); the start tag where it is not written."""
        tag = self.tag_span(element)
        data = self.source.data[tag.start : tag.end]
        for match in _ATTRIBUTE.finditer(data):
            if match.group(1) == name.encode():
                value = 2 if match.group(2) is not None else 3
                return self.source.span(tag.start + match.start(value), tag.start + match.end(value))
        return tag

    def place(self, element: Element, attribute: str = "", at: tuple[float, float] | None = None) -> Place:
        """Where an element, or one attribute of it, stands."""
        span = self.attribute_span(element, attribute) if attribute else self.tag_span(element)
        return Place(span, self.ref(element), at)

    def ref(self, element: Element) -> ElementRef:
        """The element as a person finds it."""
        steps = []
        layer = ""
        for ancestor in (element, *element.iterancestors()):
            name = _cut(ancestor.get("id", ""))
            tag = _cut(local(ancestor))
            steps.append(f"{tag}[@id='{name}']" if name and ancestor is not self.root else tag)
            if not layer and ancestor is not element and local(ancestor) == "g":
                layer = _cut(ancestor.get(f"{{{INKSCAPE}}}label") or name)
        shown = _cut(element.get(f"{{{SERIF}}}id") or element.get(f"{{{INKSCAPE}}}label") or "")
        tag, identity = _cut(local(element)), _cut(element.get("id", ""))
        return ElementRef(tag, identity, shown, layer, "/" + "/".join(reversed(steps)))

    @cached_property
    def is_svg(self) -> bool:
        return local(self.root) == "svg"


_START_TAG = re.compile(rb"""<[^<>"']*+(?:"[^"]*"[^<>"']*+|'[^']*'[^<>"']*+)*+>""")
_ATTRIBUTE = re.compile(rb"""\s([^\s=<>"'/]++)\s*+=\s*+(?:"([^"]*)"|'([^']*)')""")
_PAGE = re.compile(rb"\s*+(?:<!--(?:(?!-->).)*+-->\s*+)*+<(?:!doctype\s++html|html)\b", re.IGNORECASE | re.DOTALL)
_REFERENCE = re.compile(r"&(?!#|(?:amp|lt|gt|quot|apos);)")


_UNFINISHED = {
    expat.errors.codes[expat.errors.XML_ERROR_UNCLOSED_TOKEN],
    expat.errors.codes[expat.errors.XML_ERROR_PARTIAL_CHAR],
}
_TEXTS = {"text", "style", "title", "desc"}


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def local(element: Element) -> str:
    """The tag without its namespace."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def attributes(element: Element) -> list[tuple[str, str]]:
    """The attributes of an element with their values (lxml's stubs do not know that both are texts)."""
    return cast("list[tuple[str, str]]", element.items())


def is_svg_element(element: Element) -> bool:
    """Whether an element is of SVG; a file that declares no namespace at all is taken as SVG."""
    tag = element.tag
    return isinstance(tag, str) and (tag.startswith(f"{{{SVG}}}") or not tag.startswith("{"))


def read_document(name: str, data: bytes, root: str = "svg") -> tuple[Document | None, list[Notice]]:
    """The document of a file's bytes, or None; and what is to be said about it.

    `root` is the tag of the outermost element: a drawing's, unless an engine's data are read.
    """
    source, notices = decode(name, data)
    if source is None:
        return None, notices
    if root == "svg" and _PAGE.match(source.data):
        message = f"{name} is an HTML page, not an SVG drawing"
        hint = "save the drawing itself: a link to a map often gives the page around it"
        return None, [*notices, notice("malformed-xml", message, Place(source.span(0, 1)), hint=hint)]
    reader = _Reader(source, notices, root)
    document = reader.read()
    return document, notices


class _Reader:
    """The handlers of one parse."""

    def __init__(self, source: Source, notices: list[Notice], wanted: str) -> None:
        self.source = source
        self.wanted = wanted
        self.notices = notices
        self.starts: dict[Element, int] = {}
        self.ends: dict[Element, int] = {}
        self.by_id: dict[str, Element] = {}
        self.stack: list[Element] = []
        self.scopes: list[dict[str, str]] = [dict(WELL_KNOWN)]
        self.known: dict[str, str] = {}
        self.declared: set[str] = {"xml"}
        self.root: Element | None = None
        self.entities = 0
        self.attlists = 0
        self.text_depth = 0
        self.pending: list[str] = []
        # the element that the next text follows; None where it is the first thing in its element
        self.before: Element | None = None
        self.room = MAX_GROWTH * len(source.data) + 2**20
        self.unbound: set[str] = set()
        self.parser: Any = expat.ParserCreate("utf-8")

    def read(self) -> Document | None:
        parser = self.parser
        parser.buffer_text = True
        parser.ordered_attributes = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.text
        parser.EntityDeclHandler = self.entity
        parser.AttlistDeclHandler = self.attlist
        parser.ProcessingInstructionHandler = self.instruction
        try:
            parser.Parse(self.source.data, True)  # one call: chunks re-scan large tokens in old expats
        except _Stop:
            return None
        except expat.ExpatError as error:
            self.malformed(error)
            return None
        except RecursionError:
            self.say("oversized-input", "the file is nested too deeply", hint="ungroup nested groups")
            return None
        if self.root is None:
            self.say("malformed-xml", f"{self.source.name} holds no element", hint="save the drawing again as SVG")
            return None
        document = Document(self.source, self.root, self.starts, self.ends, self.by_id, self.notices)
        if local(self.root) != self.wanted:
            message = f"the outermost element is <{local(self.root)}>, not <{self.wanted}>"
            hint = "save it as SVG" if self.wanted == "svg" else "look whether it is the right file"
            self.notices.append(notice("malformed-xml", message, document.place(self.root), hint=hint))
            return None
        return document

    def here(self) -> Place:
        offset = max(self.parser.CurrentByteIndex, 0)
        return Place(self.source.span(offset, offset + 1))

    def say(self, name: str, message: str, hint: str) -> None:
        self.notices.append(notice(name, message, self.here(), hint=hint))

    def malformed(self, error: expat.ExpatError) -> None:
        text = expat.errors.messages.get(error.code, str(error))
        offset = min(max(self.parser.ErrorByteIndex, 0), len(self.source.data))
        place = Place(self.source.span(offset, offset + 1))
        if "amplification" in text:
            message = "the file's entities blow up when they are expanded"
            self.notices.append(notice("hostile-entity", message, place, hint="remove the entity declarations"))
            return
        inside = f" inside <{_cut(local(self.stack[-1]))}>" if self.stack else ""
        message = f"{self.source.name} is not well-formed XML{inside}: {text}"
        hint = "open it in the editor that wrote it and save it again"
        unfinished = error.code in _UNFINISHED or offset >= len(self.source.data.rstrip())
        if self.stack and unfinished:
            hint = "the file seems cut off: fetch or save it again"
        self.notices.append(notice("malformed-xml", message, place, hint=hint))

    def entity(
        self, name: str, parameter: bool, value: str | None, _base: str, system: str, public: str, _n: str
    ) -> None:
        self.entities += 1
        if system or public:
            message = f"the file declares the entity {_cut(name)} outside itself ({_cut(system or public)})"
            self.say("hostile-entity", message, hint="remove the declaration: dipmap never fetches anything")
            raise _Stop
        if self.entities > MAX_ENTITIES or (value is not None and len(value) > MAX_ENTITY_TEXT):
            self.say("hostile-entity", "the file declares too many or too long entities", hint="remove them")
            raise _Stop
        if value is not None and not parameter and _REFERENCE.search(value):
            self.say("hostile-entity", f"the entity {_cut(name)} is made of other entities", hint="write its text out")
            raise _Stop

    def attlist(self, element: str, name: str, _type: str, default: str | None, _required: bool) -> None:
        self.attlists += 1
        if self.attlists > MAX_ATTLISTS or (default is not None and len(default) > MAX_ENTITY_TEXT):
            message = f"the file declares too many or too long default attributes ({_cut(name)} of <{_cut(element)}>)"
            self.say("hostile-entity", message, hint="remove the declarations")
            raise _Stop

    def grow(self, size: int) -> None:
        """Count what attributes and texts have come to; entities and defaults make more of them than the file holds."""
        self.room -= size
        if self.room < 0:
            self.say(
                "hostile-entity",
                "the file's entities blow up when they are expanded",
                hint="remove the entity declarations",
            )
            raise _Stop

    def instruction(self, target: str, _data: str) -> None:
        if target == "xml-stylesheet":
            message = "the file asks for a style sheet outside itself, which is not read"
            self.say("external-reference", message, hint="put the styles into the drawing")

    def start(self, raw: str, attributes: list[str]) -> None:
        if len(self.starts) >= MAX_ELEMENTS:
            self.say("oversized-input", f"the drawing has more than {MAX_ELEMENTS:,} elements", hint="simplify the art")
            raise _Stop
        if len(self.stack) >= MAX_DEPTH:
            self.say("oversized-input", f"groups are nested more than {MAX_DEPTH} deep", hint="ungroup nested groups")
            raise _Stop
        if self.pending:
            self.flush()
        names, given = attributes[::2], attributes[1::2]
        if len(names) > MAX_ATTRIBUTES:
            message = f"<{_cut(raw)}> has more than {MAX_ATTRIBUTES:,} attributes"
            self.say("oversized-input", message, hint="remove those that no editor needs")
            raise _Stop
        self.grow(sum(map(len, given)))
        new = {}
        if any(name.startswith("xmlns") for name in names):
            pairs = zip(names, given, strict=True)
            new = {
                name.partition(":")[2]: value for name, value in pairs if name == "xmlns" or name.startswith("xmlns:")
            }
        scope = self.scopes[-1]
        if new:
            scope = {**scope, **new}
            self.declared |= new.keys()
            self.known = {}
        self.scopes.append(scope)
        known = self.known
        values = {}
        for name, value in zip(names, given, strict=True):
            if not new or (name != "xmlns" and not name.startswith("xmlns:")):
                values[known.get(name) or self.qualified(name, scope)] = value
        tag = known.get("<" + raw) or self.qualified("<" + raw, scope)
        try:
            element = self.build(tag, values, new)
        except ValueError as error:
            self.say(
                "malformed-xml",
                f"<{_cut(raw)}> cannot be read: {_cut(str(error))}",
                hint="give it a name that XML allows",
            )
            raise _Stop from None
        self.starts[element] = self.parser.CurrentByteIndex
        identity = values.get("id")
        if identity and identity not in self.by_id:
            self.by_id[identity] = element
        self.stack.append(element)
        self.before = None
        if raw.rpartition(":")[2] in _TEXTS:
            self.text_depth += 1

    def build(self, tag: str, values: dict[str, str], new: dict[str, str]) -> Element:
        nsmap: Any = {prefix or None: uri for prefix, uri in new.items() if uri and prefix != "xml"} or None
        if not self.stack:
            if self.root is not None:
                raise ValueError("there is more than one outermost element")
            self.root = etree.Element(tag, values, nsmap)
            return self.root
        return etree.SubElement(self.stack[-1], tag, values, nsmap)

    def qualified(self, raw: str, scope: dict[str, str]) -> str:
        """The name of an attribute, or of an element (marked by `<`), as lxml writes it; kept for this scope."""
        prefix, colon, name = raw.removeprefix("<").partition(":")
        if colon:
            uri = scope.get(prefix)
            if prefix not in self.declared and prefix not in self.unbound:
                self.unbound.add(prefix)
                message = f"the prefix {_cut(prefix)}: is used but never declared"
                hint = f'add xmlns:{_cut(prefix)}="…" to the <svg> element, or save the file again'
                self.say("unbound-prefix", message, hint=hint)
            uri = uri or "urn:dipmap:unbound:" + prefix
        else:
            name, uri = prefix, scope.get("", "") if raw.startswith("<") else ""
        self.known[raw] = found = f"{{{uri}}}{name}" if uri else name
        return found

    def end(self, raw: str) -> None:
        if self.pending:
            self.flush()
        self.before = element = self.stack.pop()
        if self.scopes.pop() is not self.scopes[-1]:
            self.known = {}
        self.ends[element] = self.parser.CurrentByteIndex
        if raw.rpartition(":")[2] in _TEXTS:
            self.text_depth -= 1

    def text(self, data: str) -> None:
        # white space between shapes is most of a map's text nodes and means nothing
        if not self.stack or (not self.text_depth and data.isspace()):
            return
        self.grow(len(data))
        self.pending.append(data)

    def flush(self) -> None:
        """Put the text gathered so far into the tree: it comes in pieces, and adding each would take the square of time."""
        data = "".join(self.pending)
        self.pending.clear()
        try:
            if self.before is not None:
                self.before.tail = data
            else:
                self.stack[-1].text = data
        except ValueError:
            self.say("malformed-xml", "a text holds characters that XML forbids", hint="remove them")
            raise _Stop from None


def elements(root: Element) -> Iterator[Element]:
    """Every element below and with `root`, in document order."""
    return (element for element in root.iter() if isinstance(element.tag, str))
