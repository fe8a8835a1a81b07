"""Whose files these are, and the variants in them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace

from dipmap.engines import Engine, Files, Imported, engines, unreadable, whole


@dataclass(frozen=True, eq=False)
class Read:
    """The engine that read some files, and the variants it found in them."""

    engine: Engine
    variants: tuple[Imported, ...] = field(repr=False)


def read_files(name: str, files: Files, engine: str | None = None) -> Read:
    """The variants in some files; `name` is what the files are called together.

    Raises `UnreadableError` where no engine's reader knows them, or the one that does (or that is named) can make nothing
    of them; `KeyError` for an engine without a reader.
    """
    able = [item for item in engines() if type(item).read is not Engine.read]
    if engine is not None:
        chosen = [item for item in able if item.name == engine]
        if not chosen:
            raise KeyError(f"{engine} has no reader; there are {', '.join(item.name for item in able)}")
        return Read(chosen[0], chosen[0].read(files))
    chosen = [item for item in able if item.recognises(files)]
    if chosen:
        return Read(chosen[0], chosen[0].read(files))
    told = ", ".join(item.title for item in able)
    return unreadable(
        f"{name} holds no variant of an engine that dipmap reads ({told})",
        whole(name, b""),
        "name the files of one variant: a jDip zip, a .map file, a DVAR with its dSVG, or a DiploGM folder",
        "no engine",
    )


def numbered(variants: Iterable[Imported], taken: Collection[str]) -> Iterator[Imported]:
    """The variants with an id of its own each: one that is taken gets a number (`standard2`)."""
    used = set(taken)
    for imported in variants:
        base, number = imported.variant.id, 1
        identity = base
        while identity in used:
            number += 1
            identity = f"{base}{number}"
        used.add(identity)
        yield imported if identity == base else replace(imported, variant=replace(imported.variant, id=identity))
