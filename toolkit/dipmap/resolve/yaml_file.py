"""YAML with the place of every key and value, read without constructing anything but dicts, lists and scalars.

Only the events of ruamel.yaml's parser are used: what plain scalars mean is said here (the core schema of YAML 1.2: `no`
is a word, not a falsehood). Tags, merge keys and more than a few aliases are refused: a variant needs none, and a
million of them is an attack.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from dipmap.diagnostics import Notice, Place, notice
from dipmap.schema import problems
from dipmap.source import Source, Span

MAX_BYTES = 512 * 1024
MAX_DEPTH = 24
MAX_NODES = 200_000

Pointer = tuple[str | int, ...]
_CORE = "tag:yaml.org,2002:"
_INTEGER = re.compile(r"[-+]?(?:0o[0-7_]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*)")
_REAL = re.compile(r"[-+]?(?:[0-9][0-9_]*\.?[0-9_]*|\.[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?")
_NULLS = {"", "~", "null", "Null", "NULL"}
_TRUTHS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_UNFIT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


@dataclass(frozen=True, eq=False)
class YamlFile:
    """A document as plain data, and where each pointer's key and value stand."""

    source: Source
    data: Any
    keys: dict[Pointer, Span] = field(repr=False)
    values: dict[Pointer, Span] = field(repr=False)

    def place(self, pointer: Pointer, *, key: bool = False) -> Place:
        """Where a value (or its key) stands; the nearest thing around it where it is not written."""
        text = ".".join(str(step) for step in pointer)
        while pointer:
            span = (self.keys.get(pointer) if key else None) or self.values.get(pointer)
            if span is not None:
                return Place(span, pointer=text)
            pointer, key = pointer[:-1], True
        return Place(self.values.get((), self.source.span(0, 0)), pointer=text)


def objections(file: YamlFile, schema: str, prefix: str = "") -> list[Notice]:
    """What a schema objects to in a document, each objection with its place; `prefix` tells documents of one schema apart."""
    found = []
    for problem in problems(schema, file.data):
        place = file.place(problem.path, key=problem.about_key)
        key = prefix + problem.pointer
        found.append(notice("schema-violation", problem.message, place, hint=problem.hint, key=key))
    return found


def read_yaml(name: str, data: bytes) -> tuple[YamlFile | None, list[Notice]]:
    """The document of a YAML file's bytes, or None and the notice that says why."""
    if len(data) > MAX_BYTES:
        message = f"{name} is {len(data) / 2**20:.1f} MB, more than the {MAX_BYTES / 2**20:.1f} MB a variant can need"
        return None, [
            notice("oversized-input", message, Place(Source(name, b"").span(0, 0)), hint="split or shorten it")
        ]
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        source = Source(name, data.decode("latin-1").encode())
        spot = len(data[: error.start].decode("latin-1").encode())
        message = f"{name} is not UTF-8 (byte {error.start})"
        place = Place(source.span(spot, spot + 1))
        return None, [notice("unreadable-encoding", message, place, hint="save the file as UTF-8")]
    builder = _Builder(Source(name, text.encode()), text)
    try:
        plain = builder.build(builder.compose(), (), 0)
    except _Refused as refused:
        return None, [*builder.notices, refused.notice]
    return YamlFile(builder.source, plain, builder.keys, builder.values), builder.notices


class _Refused(Exception):  # noqa: N818  carries the notice that says why
    def __init__(self, refusal: Notice) -> None:
        super().__init__(refusal.finding.message)
        self.notice = refusal


@dataclass(slots=True, eq=False)
class _Node:
    """A scalar (its text), a list of nodes or a block of pairs, from one character of the text up to another."""

    value: str | list[_Node] | list[tuple[_Node, _Node]]
    start: int
    end: int
    tag: str | None = None
    plain: bool = False
    block: bool = False
    key: _Node | None = None

    def add(self, node: _Node) -> None:
        """Take the next event of this collection: an entry, a key, or the value of the key that waits."""
        value: list[Any] = self.value  # type: ignore[assignment]
        if not self.block:
            value.append(node)
        elif self.key is None:
            self.key = node
        else:
            value.append((self.key, node))
            self.key = None


class _Builder:
    def __init__(self, source: Source, text: str) -> None:
        self.source = source
        self.text = text
        self.keys: dict[Pointer, Span] = {}
        self.values: dict[Pointer, Span] = {}
        self.notices: list[Notice] = []
        self.count = 0
        self.open: set[int] = set()
        # where each line begins in characters and in bytes; None where the two are the same
        self.lines: tuple[list[int], list[int]] | None = None
        if not text.isascii():
            lines = text.split("\n")
            characters = list(accumulate((len(line) + 1 for line in lines), initial=0))
            self.lines = characters, list(accumulate((len(line.encode()) + 1 for line in lines), initial=0))

    def offset(self, index: int) -> int:
        """The byte at which a character of the text stands."""
        index = min(index, len(self.text))
        if self.lines is None:
            return index
        characters, bytes_ = self.lines
        line = bisect_right(characters, index) - 1
        return bytes_[line] + len(self.text[characters[line] : index].encode())

    def span(self, node: _Node) -> Span:
        end = len(self.text[node.start : node.end].rstrip()) + node.start
        return self.source.span(self.offset(node.start), self.offset(end))

    def refuse(self, name: str, message: str, node: _Node, hint: str) -> _Refused:
        return _Refused(notice(name, message, Place(self.span(node)), hint=hint))

    def compose(self) -> _Node:
        """The nodes of the text. Iterative: ruamel.yaml's own composer recurses, warns and does not stop at a limit."""
        from ruamel.yaml import YAML
        from ruamel.yaml.error import MarkedYAMLError
        from ruamel.yaml.reader import ReaderError

        spot, hint = 0, "indent with spaces, and put names with : or # into quotes"
        try:
            root = None
            events = YAML(typ="safe", pure=True).parse(self.text)
            anchors: dict[str, _Node] = {}
            stack: list[_Node] = []
            for event in events:
                spot = event.start_mark.index
                node = self.node(event, stack, anchors)
                if node is None:
                    continue
                if stack:
                    stack[-1].add(node)
                elif root is None:
                    root = node
                else:
                    raise self.refuse("malformed-yaml", "a second document begins here", node, "keep one document")  # noqa: TRY301
                if isinstance(node.value, list) and node.end < 0:
                    stack.append(node)
            if root is not None:
                return root
            problem, hint = f"{self.source.name} is empty", "write at least id, name and version"
        except _Refused:
            raise
        except MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            spot = mark.index if mark else spot
            problem = " ".join(str(part) for part in (error.context, error.problem) if part)
            problem = f"{self.source.name} is not YAML: {problem}"
        except ReaderError as error:
            spot, hint = error.position, "remove the character, or save the file as UTF-8 text"
            problem = (
                f"{self.source.name} is not YAML: it holds the character #x{ord(self.text[spot : spot + 1] or ' '):04x}"
            )
        except Exception as error:  # noqa: BLE001  the parser has its own ways of failing on what is not YAML
            problem = f"{self.source.name} is not YAML: {str(error)[:80] or type(error).__name__}"
        raise self.refuse("malformed-yaml", problem, _Node("", spot, spot + 1), hint)

    def node(self, event: Any, stack: list[_Node], anchors: dict[str, _Node]) -> _Node | None:
        """The node that an event begins, if it begins one."""
        kind = type(event).__name__
        start, end = event.start_mark.index, event.end_mark.index
        if kind == "ScalarEvent":
            node = _Node(event.value, start, end, event.tag, event.implicit[0])
        elif kind in ("MappingStartEvent", "SequenceStartEvent"):
            node = _Node([], start, -1, event.tag, block=kind == "MappingStartEvent")
            if len(stack) >= MAX_DEPTH:
                here = _Node("", start, start + 1)
                raise self.refuse("oversized-input", "the file is nested too deeply", here, "flatten it")
        elif kind == "AliasEvent":
            target = anchors.get(event.anchor)
            if target is None:
                here = _Node("", start, end)
                raise self.refuse(
                    "malformed-yaml", f"the alias *{event.anchor[:60]} has no anchor", here, "write it out"
                )
            return target if target.end >= 0 else _Node(target.value, start, end, block=target.block)
        else:
            if kind in ("MappingEndEvent", "SequenceEndEvent"):
                stack.pop().end = end
            return None
        if event.anchor is not None:
            anchors[event.anchor] = node
        return node

    def build(self, node: _Node, pointer: Pointer, depth: int) -> Any:
        """The plain data of a node, with the places noted."""
        self.count += 1
        if self.count > MAX_NODES:
            raise self.refuse("oversized-input", "the file's aliases multiply beyond measure", node, "write it out")
        if depth > MAX_DEPTH:
            raise self.refuse("oversized-input", "the file is nested too deeply", node, "flatten it")
        if id(node.value) in self.open:
            raise self.refuse("malformed-yaml", "an alias contains itself", node, "write it out")
        self.values[pointer] = self.span(node)
        if isinstance(node.value, str):
            return self.scalar(node)
        if node.tag is not None and node.tag not in (_CORE + "map", _CORE + "seq", "!"):
            raise self.refuse("malformed-yaml", f"the tag {node.tag[:60]} is not allowed here", node, "remove it")
        self.open.add(id(node.value))
        built: Any
        if node.block:
            built = self.mapping(node, pointer, depth)
        else:
            built = [self.build(item, (*pointer, index), depth + 1) for index, item in enumerate(node.value)]  # type: ignore[arg-type]
        self.open.discard(id(node.value))
        return built

    def mapping(self, node: _Node, pointer: Pointer, depth: int) -> dict[str, Any]:
        built: dict[str, Any] = {}
        pairs: list[tuple[_Node, _Node]] = node.value  # type: ignore[assignment]
        for key, value in pairs:
            if not isinstance(key.value, str):
                raise self.refuse("malformed-yaml", "a key is no plain word", key, "use words as keys")
            name = self.fit(key)
            if name == "<<":
                raise self.refuse("malformed-yaml", "merge keys (<<) are not read", key, "write the values out")
            inner = (*pointer, name)
            if name in built:
                line = self.keys[inner].begin[0]
                message = f"the key {name[:60]!r} stands twice (first in line {line})"
                self.notices.append(
                    notice("duplicate-key", message, Place(self.span(key)), hint="keep one of them", key=name)
                )
                continue
            self.keys[inner] = self.span(key)
            built[name] = self.build(value, inner, depth + 1)
        return built

    def scalar(self, node: _Node) -> Any:
        text = self.fit(node)
        kind = (node.tag or "").removeprefix(_CORE)
        if kind not in ("", "!", "str", "int", "float", "bool", "null"):
            raise self.refuse("malformed-yaml", f"the tag {kind[:60]} is not allowed here", node, "remove it")
        if kind in ("!", "str") or not (node.plain or kind):
            return text
        if text in _NULLS:
            return None
        if text in _TRUTHS:
            return _TRUTHS[text]
        if _INTEGER.fullmatch(text):
            return _integer(text)
        return _real(text) if _REAL.fullmatch(text) else text

    def fit(self, node: _Node) -> str:
        """The text of a scalar, refused where it holds what no name or number does."""
        text = str(node.value)
        if text.isprintable() or not _UNFIT.search(text):
            return text
        try:  # the two halves of a character, as JSON writes them
            text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
        except UnicodeError:
            raise self.refuse(
                "malformed-yaml", "a text holds half a character", node, "write the character itself"
            ) from None
        found = _UNFIT.search(text)
        if found:
            message = f"a text holds the control character #x{ord(found.group()):02x}"
            raise self.refuse("malformed-yaml", message, node, "remove it")
        return text


def _integer(text: str) -> Any:
    digits = text.replace("_", "")
    try:
        return int(digits, 0) if digits.lstrip("+-")[:2] in ("0x", "0o") else int(digits)
    except ValueError:
        return text


def _real(text: str) -> Any:
    try:
        value = float(text.replace("_", ""))
    except ValueError:
        return text
    # JSON knows neither infinity nor nan, and no number of a variant is either
    return value if value - value == 0 else text
