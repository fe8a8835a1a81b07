"""JSON Schemas by name, and what they object to, said to a person.

The schemas stand in `dipmap/_schemas/` in a wheel and in `schemas/` at the top of a checkout, each in a file
`NAME.schema.json`; they refer to each other by their `$id`. jsonschema is imported only when something is validated.

A schema may carry `x-hint` beside a keyword: what a designer should do, beginning with a verb; without it a
`description` is used.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dipmap.schema_words import Problem, explain, headline, kind_of, nearest, odd_keys, pointer, where

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

__all__ = [
    "Problem",
    "explain",
    "folder",
    "headline",
    "kind_of",
    "names",
    "nearest",
    "pointer",
    "problems",
    "schema",
    "validator",
    "where",
]

SUFFIX = ".schema.json"


@cache
def folder() -> Path:
    """Where the schemas are."""
    here = Path(__file__).resolve().parent
    packed = here / "_schemas"
    return packed if packed.is_dir() else here.parents[1] / "schemas"


@cache
def names() -> tuple[str, ...]:
    """The names of all schemas, sorted."""
    return tuple(sorted(path.name.removesuffix(SUFFIX) for path in folder().glob("*" + SUFFIX)))


@cache
def schema(name: str) -> dict[str, Any]:
    """The schema of a name as a document; `KeyError` where there is none. Not to be changed by the caller."""
    if name not in names():
        raise KeyError(f"no schema {name!r} in {', '.join(names()) or 'an empty folder'}")
    document: dict[str, Any] = json.loads((folder() / (name + SUFFIX)).read_text(encoding="utf-8"))
    return document


@cache
def validator(name: str) -> Draft202012Validator:
    """A validator of a schema that can follow references to all the others; nothing is ever fetched."""
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource

    resources = [Resource.from_contents(schema(each)) for each in names()]
    registry: Any = Registry().with_resources((resource.id() or "", resource) for resource in resources)
    return Draft202012Validator(schema(name), registry=registry.crawl())


def problems(name: str, document: Any) -> list[Problem]:
    """All that a schema objects to in a document, each thing once, in the order of the document's paths."""
    odd = list(odd_keys(document, ()))
    if odd:  # patterns of keys cannot be matched against numbers: jsonschema would crash
        return odd
    found = [problem for error in validator(name).iter_errors(document) for problem in explain(error)]
    return sorted(dict.fromkeys(found), key=lambda problem: [(isinstance(step, str), step) for step in problem.path])
