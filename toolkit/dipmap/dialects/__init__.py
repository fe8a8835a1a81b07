"""Annotation dialects: one file reads one way of saying in a drawing what the shapes are.

A dialect exposes `NAME`, `LAYERS` (names of layers, lower case and hyphens, with the role each plays),
`score(drawing) -> int` (evidence that the drawing speaks it, 0 for none) and `read(drawing, known) -> Draft`. None of
them reads adjacency: the graph comes from the drawing alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, cast

from dipmap.draft import Draft, Known
from dipmap.registry import modules
from dipmap.svg.drawing import Drawing


class Dialect(Protocol):
    """What a module in this folder offers."""

    NAME: str
    LAYERS: Mapping[str, str]

    def score(self, drawing: Drawing) -> int: ...

    def read(self, drawing: Drawing, known: Known) -> Draft: ...


def dialects() -> dict[str, Dialect]:
    """The dialects by name."""
    found = cast("list[Dialect]", list(modules("dipmap.dialects")))
    return {dialect.NAME: dialect for dialect in found}


def recognise(drawing: Drawing) -> str:
    """The name of the dialect with the best evidence; ours where there is none."""
    scores = {name: dialect.score(drawing) for name, dialect in dialects().items()}
    best = max(scores.values())
    return min((name for name, score in scores.items() if score == best), key=lambda name: (name != "dipmap", name))


def read(drawing: Drawing, known: Known, dialect: str | None = None) -> Draft:
    """The draft of a drawing, in the dialect named or recognised; `KeyError` for a dialect nobody knows."""
    return dialects()[dialect or recognise(drawing)].read(drawing, known)
