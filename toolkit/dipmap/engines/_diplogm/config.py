"""The configs of DiploGM folders: `config.json` or `config.toml`, the config of a version over that of its parent folder."""

from __future__ import annotations

import datetime as dt
import math
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from dipmap.diagnostics import Notice, Place, notice
from dipmap.engines._json import Node, read_json
from dipmap.engines._reading import UNREADABLE, Files, unreadable, whole
from dipmap.source import Source

NAMES = ("config.json", "config.toml")
_MOST_TOML = 400_000
_DEPTH = 32


@dataclass(frozen=True)
class Config:
    """The settings of a folder; `layers` are the files they come from, the strongest first."""

    folder: str
    data: Mapping[str, Any]
    layers: tuple[tuple[Source, Node | None], ...]
    notices: list[Notice] = field(default_factory=list)

    @property
    def path(self) -> str:
        return self.layers[0][0].name

    def place(self, *keys: str) -> Place:
        """Where a setting stands: as near to it as one of the files goes."""
        best, source, node = 0, self.layers[0][0], None
        for each, root in self.layers:
            found, depth = _found(root, keys)
            if depth > best:
                best, source, node = depth, each, found
        if node:
            return Place(source.span(node.start, node.end))
        starts = (source.data.find(key.encode("utf-8", "replace")) for key in reversed(keys))
        start = next((each for each in starts if each >= 0), 0)
        return Place(source.span(start, start + 1))

    def say(self, message: str, *keys: str, hint: str = "correct it in the config, or take it out") -> None:
        """A notice about a setting that cannot be used."""
        self.notices.append(notice(UNREADABLE, message, self.place(*keys), hint=hint, key=message[:80]))

    def table(self, *keys: str) -> dict[str, Any]:
        """A table at a path of keys; empty where there is none, and a notice where there is something else."""
        value: Any = self.data
        for depth, key in enumerate(keys, 1):
            value = value.get(key)
            if value is None:
                return {}
            if not isinstance(value, dict):
                self.say(f"{' / '.join(keys[:depth])} has to be a table of names", *keys[:depth])
                return {}
        return dict(value)

    def text(self, default: str, *keys: str) -> str:
        """A text at a path of keys."""
        value = self._value(keys)
        if value is None or isinstance(value, str):
            return value or default
        self.say(f"{keys[-1]} has to be a text", *keys)
        return default

    def number(self, default: float, *keys: str, least: float, most: float) -> float:
        """A number at a path of keys, within bounds; the bot takes one in quotes as well."""
        value = self._value(keys)
        if isinstance(value, str) and value.strip().lstrip("-").isdecimal() and len(value) < 20:
            value = int(value)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
            self.say(f"{keys[-1]} has to be a number from {least:g} to {most:g}", *keys)
            return default
        return value

    def _value(self, keys: tuple[str, ...]) -> Any:
        value: Any = self.data
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        return value


def _found(root: Node | None, keys: tuple[str, ...]) -> tuple[Node | None, int]:
    node, depth = root, 0
    for key in keys:
        if node is None or not isinstance(node.value, dict) or key not in node.value:
            break
        node, depth = node.value[key], depth + 1
    return node, depth


def configs(files: Files) -> list[Config]:
    """A config for each folder that the bot would play, sorted: the versions of a folder stand for it where it has some.

    Raises `UnreadableError` where there is none, or one cannot be read.
    """
    found = {path.rpartition("/")[0]: path for name in reversed(NAMES) for path in _named(files, name)}
    if not found:
        path = next(iter(files), NAMES[0])
        hint = f"give the folder of a variant whole, with its {NAMES[0]}"
        unreadable("no config of DiploGM is among the files", whole(path, files.get(path, b"")), hint)
    versions = {folder: parent for folder in found if (parent := _parent(folder)) is not None}
    read = {folder: _read(path, files[path]) for folder, path in sorted(found.items())}
    made = []
    for folder in sorted(found):
        if folder in versions.values():
            continue
        layers = [folder, versions[folder]] if folder in versions and versions[folder] in read else [folder]
        merged: dict[str, Any] = {}
        for layer in reversed(layers):
            merged = _merged(merged, read[layer][2])
        made.append(Config(folder, merged, tuple(read[layer][:2] for layer in layers)))
    return made


def _named(files: Files, name: str) -> Iterator[str]:
    return (path for path in sorted(files) if path.rpartition("/")[2] == name)


def _parent(folder: str) -> str | None:
    """The folder of which this is a version (`classic/classic.1.0` of `classic`); None where it is none."""
    above, slash, name = folder.rpartition("/")
    return above if slash and name.startswith(f"{above.rpartition('/')[2]}.") else None


def _read(path: str, data: bytes) -> tuple[Source, Node | None, dict[str, Any]]:
    if path.endswith(".json"):
        source, node = read_json(path, data)
        settings, root = node.plain(), node
    else:
        source, settings, root = Source(path, data), _toml(path, data), None
    if not isinstance(settings, dict):
        unreadable(f"{path} is no table of settings", whole(path, data), "give the config of a DiploGM variant")
    return source, root, settings


def _toml(path: str, data: bytes) -> dict[str, Any]:
    hint = "correct the file; a TOML validator shows the same"
    if len(data) > _MOST_TOML:
        unreadable(f"{path} has {len(data)} bytes; a config has {_MOST_TOML} at most", whole(path, data[:1]), hint)
    try:
        return {key: _plain(value, 1) for key, value in tomllib.loads(data.decode()).items()}
    except (ValueError, RecursionError) as error:
        unreadable(f"{path} is no TOML that can be read: {str(error)[:120]}", whole(path, data), hint)


def _plain(value: Any, depth: int) -> Any:
    """A value as JSON has them; a date becomes a text. Raises `ValueError` for what is nested too deeply."""
    if depth > _DEPTH:
        raise ValueError(f"its values are nested more than {_DEPTH} deep")
    if isinstance(value, dict):
        return {key: _plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item, depth + 1) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value.isoformat() if isinstance(value, dt.date | dt.time) else value


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Tables are merged key by key; anything else above takes the place of what is below."""
    found = dict(below)
    for key, value in above.items():
        old = found.get(key)
        found[key] = _merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return found
