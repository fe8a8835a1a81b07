"""One expat pass over untrusted bytes that builds an lxml tree and remembers where every element stands.

lxml never parses the bytes itself: it cannot give exact places, and its guards differ by version. Expat is used without
its namespace mode, because an undeclared prefix is a thing to report, not a reason to refuse a map. External entities
and DTDs are never fetched (no handler is installed); entity declarations, depth, size and counts are limited here.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape
from typing import Any
from xml.parsers import expat

from lxml import etree

from dipmap.diagnostics import ElementRef, Notice, Place, notice
from dipmap.source import Source, Span

Element = etree._Element  # noqa: SLF001  lxml has no public name for its element type

MAX_BYTES = 32 * 1024 * 1024
MAX_ELEMENTS = 200_000
MAX_DEPTH = 256
MAX_ENTITIES = 64
MAX_ENTITY_TEXT = 1024

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
    starts: Mapping[Element, int]
    ends: Mapping[Element, int]
    by_id: Mapping[str, Element]
    notices: list[Notice] = field(default_factory=list)

    def tag_span(self, element: Element) -> Span:
        """The start tag of an element."""
        start = self.starts[element]
        match = _START_TAG.match(self.source.data, start)
        return self.source.span(start, match.end() if match else start + 1)

    def element_span(self, element: Element) -> Span:
        """The whole element, from `<` to the end of its end tag."""
        return self.source.span(self.starts[element], self.ends[element])

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
            name = ancestor.get("id", "")
            steps.append(f"{local(ancestor)}[@id='{name}']" if name and ancestor is not self.root else local(ancestor))
            if not layer and ancestor is not element and local(ancestor) == "g":
                layer = ancestor.get(f"{{{INKSCAPE}}}label") or name
        shown = element.get(f"{{{SERIF}}}id") or element.get(f"{{{INKSCAPE}}}label") or ""
        return ElementRef(local(element), element.get("id", ""), shown, layer, "/" + "/".join(reversed(steps)))

    @cached_property
    def is_svg(self) -> bool:
        return local(self.root) == "svg"


_START_TAG = re.compile(rb"""<[^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*>""")
_ATTRIBUTE = re.compile(rb"""([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")


def local(element: Element) -> str:
    """The tag without its namespace."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def is_svg_element(element: Element) -> bool:
    """Whether an element is of SVG; a file that declares no namespace at all is taken as SVG."""
    tag = element.tag
    return isinstance(tag, str) and (tag.startswith(f"{{{SVG}}}") or not tag.startswith("{"))


def read_document(name: str, data: bytes) -> tuple[Document | None, list[Notice]]:
    """The document of a file's bytes, or None; and what is to be said about it."""
    source, notices = decode(name, data)
    if source is None:
        return None, notices
    reader = _Reader(source, notices)
    document = reader.read()
    return document, notices


def decode(name: str, data: bytes) -> tuple[Source | None, list[Notice]]:
    """The text of a file in UTF-8, whatever it was written in."""
    if len(data) > MAX_BYTES:
        message = f"{name} is {len(data) / 2**20:.0f} MB, more than the {MAX_BYTES // 2**20} MB dipmap reads"
        hint = "remove embedded pictures, or simplify the paths in your editor"
        return None, [notice("oversized-input", message, Place(Source(name, b"").span(0, 0)), hint=hint)]
    if data[:2] == b"\x1f\x8b":
        message = f"{name} is compressed (svgz)"
        hint = "save it as plain SVG"
        return None, [notice("unreadable-encoding", message, Place(Source(name, b"").span(0, 0)), hint=hint)]
    encoding = _encoding(data)
    try:
        codecs.lookup(encoding)
        text = data.decode(encoding)
    except LookupError:
        text, problem = "", f"{name} says it is written in {encoding!r}, which nobody knows"
        spot = 0
    except UnicodeError as error:
        spot = getattr(error, "start", 0)
        text, problem = "", f"{name} says it is {encoding}, but byte {spot} is not"
    else:
        problem = ""
    if problem:
        source = Source(name, data.decode("latin-1").encode())
        place = Place(source.span(len(data[:spot].decode("latin-1").encode()), 0))
        return None, [notice("unreadable-encoding", problem, place, hint="save the file as UTF-8")]
    return Source(name, text.removeprefix("\ufeff").encode("utf-8", "surrogatepass")), []


def _encoding(data: bytes) -> str:
    for mark, encoding in ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")):
        if data.startswith(mark):
            return encoding
    if data[:4] in (b"<\0?\0", b"\0<\0?"):
        return "utf-16-le" if data[0] else "utf-16-be"
    declared = re.match(rb"""\s*<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._:-]+)""", data[:400])
    return declared.group(1).decode() if declared else "utf-8"


class _Reader:
    """The handlers of one parse."""

    def __init__(self, source: Source, notices: list[Notice]) -> None:
        self.source = source
        self.notices = notices
        self.starts: dict[Element, int] = {}
        self.ends: dict[Element, int] = {}
        self.by_id: dict[str, Element] = {}
        self.stack: list[Element] = []
        self.scopes: list[dict[str, str]] = [dict(WELL_KNOWN)]
        self.declared: set[str] = {"xml"}
        self.root: Element | None = None
        self.entities = 0
        self.text_depth = 0
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
        parser.ProcessingInstructionHandler = self.instruction
        try:
            parser.Parse(self.source.data, True)  # noqa: FBT003  one call: chunks re-scan large tokens in old expats
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
        if not document.is_svg:
            message = f"the outermost element is <{local(self.root)}>, not <svg>"
            self.notices.append(notice("malformed-xml", message, document.place(self.root), hint="save it as SVG"))
            return None
        return document

    def here(self) -> Place:
        offset = max(self.parser.CurrentByteIndex, 0)
        return Place(self.source.span(offset, offset + 1))

    def say(self, name: str, message: str, hint: str) -> None:
        self.notices.append(notice(name, message, self.here(), hint=hint))

    def malformed(self, error: expat.ExpatError) -> None:
        text = expat.errors.messages.get(error.code, str(error))
        offset = self.source.offset(error.lineno, error.offset + 1)
        place = Place(self.source.span(offset, offset + 1))
        if "amplification" in text:
            message = "the file's entities blow up when they are expanded"
            self.notices.append(notice("hostile-entity", message, place, hint="remove the entity declarations"))
            return
        inside = f" inside <{local(self.stack[-1])}>" if self.stack else ""
        message = f"{self.source.name} is not well-formed XML{inside}: {text}"
        hint = "open it in the editor that wrote it and save it again"
        if self.stack and offset >= len(self.source.data.rstrip()):
            hint = "the file seems cut off: fetch or save it again"
        self.notices.append(notice("malformed-xml", message, place, hint=hint))

    def entity(self, name: str, parameter: bool, value: str | None, _base: str, system: str, public: str, _n: str) -> None:
        self.entities += 1
        if system or public:
            message = f"the file declares the entity {name} outside itself ({system or public})"
            self.say("hostile-entity", message, hint="remove the declaration: dipmap never fetches anything")
            raise _Stop
        if self.entities > MAX_ENTITIES or (value is not None and len(value) > MAX_ENTITY_TEXT):
            self.say("hostile-entity", "the file declares too many or too long entities", hint="remove them")
            raise _Stop
        if value is not None and not parameter and "&" in unescape(value).replace("&amp;", ""):
            self.say("hostile-entity", f"the entity {name} is made of other entities", hint="write its text out")
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
        scope = self.scopes[-1]
        pairs = list(zip(attributes[::2], attributes[1::2], strict=True))
        new = {name.partition(":")[2]: value for name, value in pairs if name == "xmlns" or name.startswith("xmlns:")}
        if new:
            scope = {**scope, **new}
            self.declared |= new.keys()
        self.scopes.append(scope)
        values = {}
        for name, value in pairs:
            if name != "xmlns" and not name.startswith("xmlns:"):
                values[self.qualified(name, scope, "")] = value
        tag = self.qualified(raw, scope, scope.get("", ""))
        try:
            element = self.build(tag, values, new)
        except ValueError as error:
            self.say("malformed-xml", f"<{raw}> cannot be read: {error}", hint="give it a name that XML allows")
            raise _Stop from None
        self.starts[element] = self.parser.CurrentByteIndex
        identity = values.get("id")
        if identity and identity not in self.by_id:
            self.by_id[identity] = element
        self.stack.append(element)
        if raw.rpartition(":")[2] in ("text", "style", "title", "desc"):
            self.text_depth += 1

    def build(self, tag: str, values: dict[str, str], new: dict[str, str]) -> Element:
        nsmap: Any = {prefix or None: uri for prefix, uri in new.items() if uri and prefix != "xml"} or None
        if not self.stack:
            if self.root is not None:
                raise ValueError("there is more than one outermost element")
            self.root = etree.Element(tag, values, nsmap)
            return self.root
        return etree.SubElement(self.stack[-1], tag, values, nsmap)

    def qualified(self, raw: str, scope: dict[str, str], default: str) -> str:
        prefix, colon, name = raw.partition(":")
        if not colon:
            return f"{{{default}}}{raw}" if default else raw
        uri = scope.get(prefix)
        if prefix not in self.declared and prefix not in self.unbound:
            self.unbound.add(prefix)
            message = f"the prefix {prefix}: is used but never declared"
            self.say("unbound-prefix", message, hint=f'add xmlns:{prefix}="…" to the <svg> element, or save the file again')
        return f"{{{uri or 'urn:dipmap:unbound:' + prefix}}}{name}"

    def end(self, raw: str) -> None:
        element = self.stack.pop()
        self.scopes.pop()
        data = self.source.data
        stop = data.find(b">", self.parser.CurrentByteIndex) + 1
        self.ends[element] = stop or len(data)
        if raw.rpartition(":")[2] in ("text", "style", "title", "desc"):
            self.text_depth -= 1

    def text(self, data: str) -> None:
        # white space between shapes is most of a map's text nodes and means nothing
        if not self.stack or (not self.text_depth and data.isspace()):
            return
        element = self.stack[-1]
        try:
            if len(element):
                last = element[-1]
                last.tail = (last.tail or "") + data
            else:
                element.text = (element.text or "") + data
        except ValueError:
            self.say("malformed-xml", "a text holds characters that XML forbids", hint="remove them")
            raise _Stop from None


def elements(root: Element) -> Iterator[Element]:
    """Every element below and with `root`, in document order."""
    return (element for element in root.iter() if isinstance(element.tag, str))
