"""From one imported variant to the files of a source: the drawing annotated, or sketched where there is none."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from dipmap.diagnostics import Notice, notice
from dipmap.engines import KEPT, STRAY, UNREADABLE, Drawn, Engine, Imported, UnreadableError
from dipmap.importing.annotating import annotated
from dipmap.importing.comparing import DIFFERS, differences, exceptions
from dipmap.importing.compiling import Compiled, compiled
from dipmap.importing.declaring import Bindings, Exceptions, variant_yaml
from dipmap.importing.report import readme
from dipmap.model import Variant, province_of
from dipmap.package.files import MAP
from dipmap.package.kept import TOLD, kept_path
from dipmap.pipeline import DECLARATION
from dipmap.visible import visible

README = "README.md"
_ROUNDS = 3
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
    """The source of an imported variant; `shown` goes before the names of its files, `came_from` names the engine's files.

    Raises `UnreadableError` where its drawing cannot be read, or no source can hold it.
    """
    variant, out_of_reach = _within_reach(imported.variant)
    imported = replace(imported, variant=variant, notices=(*imported.notices, *out_of_reach))
    if imported.drawing is not None:
        files, notices, how = _drawn(imported.drawing, variant, came_from, shown)
    else:
        files, notices, how = _sketched(imported, came_from)
    told = (*imported.notices, *notices)
    kept = dict(imported.kept)
    if kept and (said := [each.finding.message for each in told if each.name == KEPT]):
        kept[TOLD] = said
    if kept:
        files[kept_path(engine.name)] = (
            json.dumps(kept, ensure_ascii=False, indent=1, sort_keys=True, allow_nan=False) + "\n"
        ).encode()
    files[README] = readme(engine, imported, came_from, how, told)
    return Made(variant, files, told, how)


def _within_reach(variant: Variant) -> tuple[Variant, list[Notice]]:
    """The variant with a victory that can be won: engines put it out of reach where no number of centres is to win."""
    centres, victory = len(variant.centres), variant.victory
    if victory.by != "centres" or not centres or victory.at_least <= centres:
        return variant, []
    message = f"victory needs {victory.at_least} centres, and there are {centres}; the source says {centres}"
    hint = "say in variant.yaml how the game is won"
    told = notice(STRAY, message, hint=hint, key="victory")
    return replace(variant, victory=replace(victory, at_least=centres)), [told]


def _drawn(drawn: Drawn, variant: Variant, came_from: str, shown: str) -> tuple[dict[str, bytes], list[Notice], str]:
    """The drawing as it is, with attributes on its shapes where these say the same as the engine's own names."""
    names = (shown + DECLARATION, shown + MAP)
    bindings = Bindings(drawn.dialect, drawn.shapes)
    first = compiled(variant_yaml(variant, came_from, Exceptions(), bindings), drawn.data, names)
    if first.resolved is None or first.drawing is None or first.draft is None:
        # nothing will be written, so that its places are those of the file as it was given
        text = variant_yaml(variant, came_from, Exceptions(), bindings)
        raise UnreadableError(map(_unheld, compiled(text, drawn.data, (DECLARATION, drawn.name)).notices))
    variant, gone = _without_undrawn_walls(variant, first)
    told = gone + [each for each in first.notices if each.name in _TOLD] + _missing(variant, first, shown)
    found = exceptions(variant, first.resolved.variant)
    data = annotated(first.drawing, first.draft, variant, drawn.data)
    known = found.among({location for province in variant.provinces for location in province.locations})
    forced = _forced(_Way(variant, came_from, None, data, names), known) if data is not None else None
    if data is not None and forced is not None and not _complaints(first, forced[2]):
        how = "the drawing is kept, its shapes are annotated"
    else:
        data = drawn.data
        forced = _forced(_Way(variant, came_from, bindings, data, names), found)
        how = f"the drawing is kept as it is, in the dialect {drawn.dialect}"
    if forced is None:
        text = variant_yaml(variant, came_from, found, bindings)
        told.append(_unforced(first))
    else:
        text, found, _ = forced
    told += differences(variant, first, found)
    return {DECLARATION: text, MAP: data}, told, how


def _unheld(told: Notice) -> Notice:
    """What keeps a variant from being declared or its drawing from being read, as a finding of the import."""
    finding = told.finding
    if finding.place.span is None or finding.place.span.source.name != DECLARATION:
        return told
    message = f"the variant cannot be declared: {finding.message}"
    hint = "correct the file it comes from"
    return notice(UNREADABLE, message, hint=hint, key=finding.key or finding.message[:80])


@dataclass(frozen=True, eq=False)
class _Way:
    """One way of declaring a variant: annotated without bindings, or the drawing as it was with them."""

    variant: Variant
    came_from: str
    bindings: Bindings | None
    drawing: bytes = field(repr=False)
    names: tuple[str, str]


def _forced(way: _Way, found: Exceptions) -> tuple[bytes, Exceptions, Compiled] | None:
    """The declaration that makes the drawing's graph the file's, its exceptions and what it comes to; None if none does.

    A passage may make a coast of a place that was none, and so change what the shapes around it say; hence the rounds.
    """
    for _ in range(_ROUNDS):
        text = variant_yaml(way.variant, way.came_from, found, way.bindings)
        again = compiled(text, way.drawing, way.names)
        if again.resolved is None:
            return None
        left = exceptions(way.variant, again.resolved.variant)
        if not left:
            needless = {(each.a, each.b) for each in again.resolved.origins.barriers if not each.stops}
            if not needless:
                return text, found, again
            fewer = Exceptions(found.passages, tuple(e for e in found.barriers if (e[0].a, e[0].b) not in needless))
            shorter = variant_yaml(way.variant, way.came_from, fewer, way.bindings)
            leaner = compiled(shorter, way.drawing, way.names)
            if leaner.resolved is None or exceptions(way.variant, leaner.resolved.variant):
                return text, found, again
            return shorter, fewer, leaner
        found = found.plus(left)
    return None


def _unforced(found: Compiled) -> Notice:
    assert found.drawing is not None
    place = found.drawing.document.place(found.drawing.root.element)
    message = "passages and barriers do not make the drawing's graph that of the file"
    return notice(DIFFERS, message, place, hint="compare the two with dipmap inspect --graph", key="graph")


def _without_undrawn_walls(variant: Variant, found: Compiled) -> tuple[Variant, list[Notice]]:
    """The variant without impassable provinces that have no shape: nothing is lost with them but a name."""
    assert found.draft is not None
    there = {tag.id for tag in found.draft.provinces}
    gone = [province for province in variant.provinces if province.impassable and province.id not in there]
    told = [
        notice(
            DIFFERS,
            f"{province.name} is impassable and not in the drawing; it is left out",
            hint=f"draw it and name it {province.id}/impassable if players should see it",
            key=province.id,
            provinces=(province.id,),
        )
        for province in gone
    ]
    names = {province.id for province in gone}
    return replace(
        variant,
        provinces=tuple(province for province in variant.provinces if province.id not in names),
        anchors={
            location: points for location, points in variant.anchors.items() if province_of(location) not in names
        },
    ), told


def _complaints(first: Compiled, found: Compiled) -> bool:
    """Whether the names of another dialect are taken for tags of ours (`Center City` for a centre): new kinds of notices."""
    return not {each.name for each in found.notices} <= {each.name for each in first.notices} - set(_TOLD)


def _missing(variant: Variant, found: Compiled, shown: str) -> list[Notice]:
    """Provinces and coasts that the drawing does not have, and coasts that only the drawing has."""
    assert found.draft is not None
    there = {tag.id for tag in found.draft.provinces} | {tag.location for tag in found.draft.coasts}
    assert found.drawing is not None
    place = found.drawing.document.place(found.drawing.root.element)
    told = []
    for province in variant.provinces:
        for location in province.locations:
            if location not in there:
                what = f"the coast {location} of {province.name}" if "/" in location else province.name
                message = f"{what} is in the file, but not in the drawing"
                hint = f"name its shape {location} in {shown}{MAP}"
                if "/" in location:
                    hint = f"draw a line along it and name it {location}, instead of the passages that are its ways now"
                about = (province_of(location),)
                told.append(notice(DIFFERS, message, place, hint=hint, key=location, provinces=about))
    places = {location for province in variant.provinces for location in province.locations}
    for coast in found.draft.coasts:
        identity = province_of(coast.location)
        if coast.location not in places and identity in variant.by_id:
            message = f"the drawing has a coast {coast.location} that {variant.by_id[identity].name} does not have in the file"
            hint = "rename it in the drawing if it is another coast of the province"
            told.append(notice(STRAY, message, coast.place, hint=hint, key=coast.location, provinces=(identity,)))
    return told


def _sketched(imported: Imported, came_from: str) -> tuple[dict[str, bytes], list[Notice], str]:
    """A first map made from the graph alone."""
    from dipmap.sketch import sketch
    from dipmap.sketch.declare import HEADING as SKETCHED

    try:
        found = sketch(imported.variant, imported.positions or None)
    except ValueError as error:
        raise UnreadableError([notice(UNREADABLE, str(error), hint="correct the file", key="sketch")]) from error
    linked = len(found.unmet)
    how = f"there was no drawing: a first map is sketched, in which {found.satisfied} of {len(found.pairs)} pairs touch"
    how += f" and {linked} way{'s are drawn as lines' if linked > 1 else ' is drawn as a line'}" if linked else ""
    heading = f"# Imported by dipmap from {visible(came_from)}: README.md says what was found. The map is a sketch to be edited."
    text = found.files[DECLARATION].replace(SKETCHED.encode(), heading.encode(), 1)
    return {**found.files, DECLARATION: text}, [], how
