"""`kept/<engine>.json`: what an import found that only its own engine understands. It is data, and nothing reads it but that
engine's writer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dipmap.package.errors import PackageError
from dipmap.package.files import Package
from dipmap.package.read import document_of

FOLDER = "kept"


def kept_path(engine: str) -> str:
    """Where it stands in a source and in a package."""
    return f"{FOLDER}/{engine}.json"


def kept_of(name: str, data: bytes) -> Mapping[str, Any]:
    """The document of such a file; raises `PackageError` where it is no JSON object."""
    document = document_of(name, data)
    if not isinstance(document, dict):
        raise PackageError(
            f"{name} is no table of things an engine keeps", hint="remove it, or import the variant again"
        )
    return document


def kept_for(package: Package, engine: str) -> Mapping[str, Any]:
    """What a package holds for an engine, empty where it holds nothing. Raises `PackageError`."""
    path = kept_path(engine)
    return kept_of(path, package[path]) if path in package.files else {}
