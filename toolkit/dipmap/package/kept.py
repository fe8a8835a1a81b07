"""`kept/<engine>.json`: what an import found that only its own engine understands. It is data, and nothing reads it but that
engine's writer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from dipmap.package.errors import PackageError
from dipmap.package.files import Package
from dipmap.package.read import document_of

if TYPE_CHECKING:
    from dipmap.engines import Verdict

FOLDER = "kept"
TOLD = "told"
"""The key of what an import said of the things it kept: sentences."""


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


def all_kept(package: Package) -> dict[str, Mapping[str, Any]]:
    """What a package holds for engines, by their names. Raises `PackageError`."""
    names = [
        path.removeprefix(f"{FOLDER}/").removesuffix(".json") for path in package.files if path.startswith(f"{FOLDER}/")
    ]
    return {name: kept_for(package, name) for name in names}


def kept_verdicts(kept: Mapping[str, Mapping[str, Any]], target: str) -> list[Verdict]:
    """What becomes in an engine of the things kept for others: it plays without them.

    Only the engine they come from knows whether they change play, so that an export elsewhere needs consent.
    """
    from dipmap.engines import Handling, Verdict

    found = []
    for keeper, document in sorted(kept.items()):
        said = document.get(TOLD)
        told = [text for text in said if isinstance(text, str)] if isinstance(said, list) else []
        if told and keeper != target:
            more = f" (and {len(told) - 3} more)" if len(told) > 3 else ""
            why = f"it is kept for {engine_title(keeper)} alone: {'; '.join(told[:3])}{more}"
            found.append(Verdict(f"kept-{keeper}", Handling.DROPPED, why, changes_play=True))
    return found


def engine_title(name: str) -> str:
    """The title of an engine, or its name where none is called so."""
    from dipmap.engines import engine

    try:
        return engine(name).title
    except KeyError:
        return name
