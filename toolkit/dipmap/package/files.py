"""A package as files: its bytes by path, its manifest, its zip. The same files make the same bytes, always and anywhere."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

# those who open a package open its games and orders in the same way

FORMAT = 1
VARIANT = "variant.json"
MAP = "map.svg"
RULES = "rules.md"
PREVIEW = "preview.png"
SCENARIOS = "scenarios.json"
MANIFEST = "manifest.json"
MAX_JSON = 2 * 1024 * 1024
"""Bytes of one JSON document in a package."""

PATH = re.compile(r"[a-z0-9][a-z0-9._-]*(?:/[a-z0-9][a-z0-9._-]*)*")
_DATE = (1980, 1, 1, 0, 0, 0)  # the earliest a zip can say
_MODE = 0o100644  # a plain file that all may read
_UNIX = 3
_LEVEL = 9


@dataclass(frozen=True, eq=False)
class Package:
    """The files of a package: bytes by relative path, in order of the paths."""

    files: Mapping[str, bytes] = field(repr=False)

    def __post_init__(self) -> None:
        for path in self.files:
            if not PATH.fullmatch(path):
                raise ValueError(f"{path!r} cannot be a path in a package")
        object.__setattr__(self, "files", {path: self.files[path] for path in sorted(self.files)})

    def __getitem__(self, path: str) -> bytes:
        return self.files[path]

    @property
    def variant(self) -> dict[str, Any]:
        """The document of `variant.json`."""
        document: dict[str, Any] = json.loads(self.files[VARIANT])
        return document

    @property
    def manifest(self) -> dict[str, Any]:
        """The document of `manifest.json`."""
        document: dict[str, Any] = json.loads(self.files[MANIFEST])
        return document


def json_bytes(document: Any) -> bytes:
    """A document as JSON for people and programs: UTF-8, one space an indent, a line end at the end."""
    return (json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode()


def hashed(data: bytes) -> str:
    """The SHA-256 of some bytes, in hexadecimal."""
    return sha256(data).hexdigest()


def with_manifest(files: Mapping[str, bytes], tool_version: str, variant_id: str, version: str) -> Package:
    """The package of some files, with the manifest that lists them."""
    manifest = {
        "format": FORMAT,
        "tool": {"name": "dipmap", "version": tool_version},
        "variant": {"id": variant_id, "version": version},
        "files": {path: {"sha256": hashed(files[path]), "size": len(files[path])} for path in sorted(files)},
    }
    return Package({**files, MANIFEST: json_bytes(manifest)})


def archive(package: Package) -> bytes:
    """The zip of a package; sorted names, one date, one mode, so that equal packages are equal byte by byte."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as bundle:
        for path, data in package.files.items():
            entry = zipfile.ZipInfo(path, _DATE)
            entry.create_system = _UNIX
            entry.external_attr = _MODE << 16
            bundle.writestr(entry, data, compress_type=zipfile.ZIP_DEFLATED, compresslevel=_LEVEL)
    return held.getvalue()
