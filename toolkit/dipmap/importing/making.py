"""From one imported variant to the files of a source: the drawing annotated, or sketched where there is none."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from dipmap.diagnostics import Notice, notice
from dipmap.engines import Drawn, Engine, Imported
from dipmap.importing.annotating import annotated
from dipmap.importing.comparing import differences, exceptions
from dipmap.importing.compiling import Compiled, compiled
from dipmap.importing.declaring import Bindings, Exceptions, variant_yaml
from dipmap.importing.report import readme
from dipmap.model import Variant, province_of

DECLARATION, MAP, README = "variant.yaml", "map.svg", "README.md"
_TOLD = ("undeclared-shape", "stray-coast", "unreadable-name", "nameless-shape", "duplicate-tag")
"""What the first reading of a drawing says and a later one no longer can: shapes that nothing annotates."""


@dataclass(frozen=True, eq=False)
class Made:
    """The files of a source folder, what is to be said of them, and how the drawing came about in a few words."""

    variant: Variant
    files: Mapping[str, bytes] = field(repr=False)
    notices: tuple[Notice, ...] = field(repr=False)
    drawing: str


def made(engine: Engine, imported: Imported, came_from: str, shown: str) -> Made:
    """The source of an imported variant; `shown` goes before the names of its files, `came_from` names the engine's files."""
    variant = imported.variant
    if imported.drawing is not None:
        files, notices, how = _drawn(imported.drawing, variant, came_from, shown)
    else:
        files, notices, how = _sketched(imported)
    told = (*imported.notices, *notices)
    if imported.kept:
        files[f"kept/{engine.name}.json"] = (
            json.dumps(imported.kept, ensure_ascii=False, indent=1, sort_keys=True, allow_nan=False) + "\n"
        ).encode()
    files[README] = readme(engine, imported, came_from, how, told)
    return Made(variant, files, told, how)


def _drawn(drawn: Drawn, variant: Variant, came_from: str, shown: str) -> tuple[dict[str, bytes], list[Notice], str]:
    """The drawing as it is, with attributes on its shapes where these say the same as the engine's own names."""
    names = (shown + DECLARATION, shown + MAP)
    bindings = Bindings(drawn.dialect, drawn.shapes)
    first = compiled(variant_yaml(variant, came_from, Exceptions(), bindings), drawn.data, names)
    if first.resolved is None or first.drawing is None or first.draft is None:
        text = variant_yaml(variant, came_from, Exceptions(), bindings)
        return {DECLARATION: text, MAP: drawn.data}, list(first.notices), "the drawing is kept, but cannot be read"
    found = exceptions(variant, first.resolved.variant)
    told = [each for each in first.notices if each.name in _TOLD]
    told += _missing(variant, first, shown)
    told += differences(variant, first, found)
    data = annotated(first.drawing, first.draft, variant, drawn.data)
    if data is not None:
        text = variant_yaml(variant, came_from, found, None)
        again = compiled(text, data, names)
        if again.resolved is not None and _same(variant, again) and not _complaints(again):
            return {DECLARATION: text, MAP: data}, told, "the drawing is kept, its shapes are annotated"
    text = variant_yaml(variant, came_from, found, bindings)
    return {DECLARATION: text, MAP: drawn.data}, told, f"the drawing is kept as it is, in the dialect {drawn.dialect}"


def _same(variant: Variant, found: Compiled) -> bool:
    again = found.resolved
    if again is None:
        return False
    left = exceptions(variant, again.variant)
    return not left.passages and not left.barriers


def _complaints(found: Compiled) -> bool:
    """Whether the names of another dialect are taken for mistakes in ours."""
    return any(each.name in _TOLD or each.name == "tags-disagree" for each in found.notices)


def _missing(variant: Variant, found: Compiled, shown: str) -> list[Notice]:
    """Provinces and coasts that the drawing does not have."""
    assert found.draft is not None
    there = {tag.id for tag in found.draft.provinces} | {tag.location for tag in found.draft.coasts}
    assert found.drawing is not None
    place = found.drawing.document.place(found.drawing.root.element)
    told = []
    for province in variant.provinces:
        for location in province.locations:
            if location not in there and not (province.impassable and location == province.id):
                what = f"the coast {location} of {province.name}" if "/" in location else province.name
                message = f"{what} is in the file, but not in the drawing"
                hint = f"name its shape {location} in {shown}{MAP}"
                about = (province_of(location),)
                told.append(notice("import-differs", message, place, hint=hint, key=location, provinces=about))
    return told


def _sketched(imported: Imported) -> tuple[dict[str, bytes], list[Notice], str]:
    """A first map made from the graph alone."""
    from dipmap.sketch import sketch

    found = sketch(imported.variant, imported.positions or None)
    linked = len(found.unmet)
    how = f"there was no drawing: a first map is sketched, in which {found.satisfied} of {len(found.pairs)} pairs touch"
    how += f" and {linked} ways are drawn as lines" if linked else ""
    return dict(found.files), [], how
