"""YAML with the place of every key and value, read without constructing anything but dicts, lists and scalars.

Only the composer of ruamel.yaml is used (YAML 1.2: `no` is a word, not a falsehood). Tags, merge keys and more than a
few aliases are refused: a variant needs none, and a million of them is an attack.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from dipmap.diagnostics import Notice, Place, notice
from dipmap.source import Source, Span

MAX_BYTES = 2 * 1024 * 1024
MAX_DEPTH = 24
MAX_NODES = 200_000

Pointer = tuple[str | int, ...]
_CORE = "tag:yaml.org,2002:"


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


def read_yaml(name: str, data: bytes) -> tuple[YamlFile | None, list[Notice]]:
    """The document of a YAML file's bytes, or None and the notice that says why."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    if len(data) > MAX_BYTES:
        message = f"{name} is {len(data) / 2**20:.1f} MB, more than the {MAX_BYTES // 2**20} MB a variant can need"
        return None, [notice("oversized-input", message, Place(Source(name, b"").span(0, 0)), hint="split or shorten it")]
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        source = Source(name, data.decode("latin-1").encode())
        place = Place(source.span(len(data[: error.start].decode("latin-1").encode()), 0))
        message = f"{name} is not UTF-8 (byte {error.start})"
        return None, [notice("unreadable-encoding", message, place, hint="save the file as UTF-8")]
    source = Source(name, text.encode())
    builder = _Builder(source)
    try:
        node = YAML(typ="safe", pure=True).compose(text)
        if node is None:
            message, hint = f"{name} is empty", "write at least id, name and version"
            return None, [notice("malformed-yaml", message, Place(source.span(0, 0)), hint=hint)]
        plain = builder.build(node, (), 0)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        spot = source.offset(mark.line + 1, mark.column + 1) if mark else 0
        problem = " ".join(str(part) for part in (error.context, error.problem) if part)
        hint = "indent with spaces, and put names with : or # into quotes"
        return None, [notice("malformed-yaml", f"{name} is not YAML: {problem}", Place(source.span(spot, spot + 1)), hint=hint)]
    except (YAMLError, ValueError) as error:
        problem = str(error).splitlines()[0] if str(error) else type(error).__name__
        return None, [notice("malformed-yaml", f"{name} is not YAML: {problem}", Place(source.span(0, 0)), hint="save it as UTF-8 text")]
    except RecursionError:
        return None, [notice("oversized-input", f"{name} is nested too deeply", Place(source.span(0, 0)), hint="flatten it")]
    except _Refused as refused:
        return None, [*builder.notices, refused.notice]
    return YamlFile(source, plain, builder.keys, builder.values), builder.notices


class _Refused(Exception):  # noqa: N818  carries the notice that says why
    def __init__(self, refusal: Notice) -> None:
        super().__init__(refusal.finding.message)
        self.notice = refusal


class _Builder:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.keys: dict[Pointer, Span] = {}
        self.values: dict[Pointer, Span] = {}
        self.notices: list[Notice] = []
        self.count = 0
        self.open: set[int] = set()

    def span(self, node: Any) -> Span:
        start, end = node.start_mark, node.end_mark
        first = self.source.offset(start.line + 1, start.column + 1)
        last = self.source.offset(end.line + 1, end.column + 1)
        text = self.source.data[first:last].rstrip()
        return self.source.span(first, first + len(text))

    def refuse(self, name: str, message: str, node: Any, hint: str) -> _Refused:
        return _Refused(notice(name, message, Place(self.span(node)), hint=hint))

    def build(self, node: Any, pointer: Pointer, depth: int) -> Any:
        from ruamel.yaml.nodes import MappingNode, SequenceNode

        self.count += 1
        if self.count > MAX_NODES:
            raise self.refuse("oversized-input", "the file's aliases multiply beyond measure", node, "write it out")
        if depth > MAX_DEPTH:
            raise self.refuse("oversized-input", "the file is nested too deeply", node, "flatten it")
        if id(node) in self.open:
            raise self.refuse("malformed-yaml", "an alias contains itself", node, "write it out")
        self.values.setdefault(pointer, self.span(node))
        if not isinstance(node, (MappingNode, SequenceNode)):
            return self.scalar(node)
        self.open.add(id(node))
        built: Any
        if isinstance(node, MappingNode):
            built = self.mapping(node, pointer, depth)
        else:
            built = [self.build(item, (*pointer, index), depth + 1) for index, item in enumerate(node.value)]
        self.open.discard(id(node))
        if str(node.tag) not in (_CORE + "map", _CORE + "seq"):
            raise self.refuse("malformed-yaml", f"the tag {node.tag} is not allowed here", node, "remove it")
        return built

    def mapping(self, node: Any, pointer: Pointer, depth: int) -> dict[str, Any]:
        built: dict[str, Any] = {}
        for key, value in node.value:
            name = key.value if isinstance(key.value, str) else None
            if name is None:
                raise self.refuse("malformed-yaml", "a key is no plain word", key, "use words as keys")
            if name == "<<":
                raise self.refuse("malformed-yaml", "merge keys (<<) are not read", key, "write the values out")
            inner = (*pointer, name)
            if name in built:
                line = self.keys[inner].begin[0]
                message = f"the key {name!r} stands twice (first in line {line})"
                self.notices.append(notice("duplicate-key", message, Place(self.span(key)), hint="keep one of them", key=name))
                continue
            self.keys[inner] = self.span(key)
            built[name] = self.build(value, inner, depth + 1)
        return built

    def scalar(self, node: Any) -> Any:
        tag, text = str(node.tag), node.value
        if not tag.startswith(_CORE):
            raise self.refuse("malformed-yaml", f"the tag {tag} is not allowed here", node, "remove it")
        kind = tag.removeprefix(_CORE)
        if kind == "null":
            return None
        if kind == "bool":
            return text.lower() == "true"
        if kind == "int":
            return _integer(text)
        if kind == "float":
            return _real(text)
        return text


def _integer(text: str) -> Any:
    digits = text.replace("_", "")
    try:
        return int(digits, 0) if digits.lstrip("+-")[:2] in ("0x", "0o", "0b") else int(digits)
    except ValueError:
        return text


def _real(text: str) -> Any:
    try:
        value = float(text.replace("_", "").replace(".inf", "inf").replace(".nan", "nan"))
    except ValueError:
        return text
    # JSON knows neither infinity nor nan, and no number of a variant is either
    return value if value - value == 0 else text
