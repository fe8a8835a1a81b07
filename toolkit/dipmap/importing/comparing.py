"""The graph of the engine's file against the graph of the drawing: what differs, and what has to be declared for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dipmap.diagnostics import Notice, Place, notice
from dipmap.importing.compiling import Compiled
from dipmap.importing.declaring import Exceptions
from dipmap.model import Adjacency, Barrier, Kind, Units, Variant, province_of

DIFFERS = "import-differs"
Pair = tuple[str, str]
_WHO = {Units.ARMY: "armies", Units.FLEET: "fleets", Units.BOTH: "units"}


def exceptions(wanted: Variant, drawn: Variant) -> Exceptions:
    """Passages and barriers that make the graph of a drawing the one wanted, way by way and unit by unit."""
    passages: dict[tuple[Pair, bool], Units] = {}
    barriers: dict[Pair, Units] = {}
    have, want = _ways(drawn), _ways(wanted)
    kinds = {(edge.a, edge.b): edge for edge in wanted.adjacency}
    for pair in sorted(have.keys() | want.keys()):
        for units in (Units.ARMY, Units.FLEET):
            there, asked = have.get(pair, {}).get(units, frozenset()), want.get(pair, {}).get(units, frozenset())
            if there == asked:
                continue
            if there:
                barriers[pair] = barriers.get(pair, units).plus(units)
            if len(asked) == 2:
                passages[pair, False] = passages.get((pair, False), units).plus(units)
            elif asked:
                passages[next(iter(asked)), True] = passages.get((next(iter(asked)), True), units).plus(units)
    edges = []
    for ((a, b), oneway), units in sorted(passages.items(), key=lambda each: (each[0][0], each[0][1])):
        edge = kinds.get((a, b), Adjacency(a, b, units))
        kind = Kind.LINK if edge.kind is Kind.BORDER else edge.kind
        edges.append(replace(edge, units=units, kind=kind, oneway=oneway))
    return Exceptions(
        tuple(edges),
        tuple((Barrier(a, b, units), _reason(a, b, units, edges)) for (a, b), units in sorted(barriers.items())),
    )


def _reason(a: str, b: str, units: Units, passages: list[Adjacency]) -> str:
    if any(edge.oneway and {edge.a, edge.b} == {a, b} for edge in passages):
        return "the imported file has one direction only"
    return f"the imported file has no way for {_WHO[units]}"


def _ways(variant: Variant) -> dict[Pair, dict[Units, frozenset[Pair]]]:
    """By locations in order: the directions that armies have, and fleets."""
    found: dict[Pair, dict[Units, frozenset[Pair]]] = {}
    for edge in variant.adjacency:
        pair = (edge.a, edge.b) if edge.a < edge.b else (edge.b, edge.a)
        ways = {(edge.a, edge.b)} if edge.oneway else {(edge.a, edge.b), (edge.b, edge.a)}
        for units, passes in ((Units.ARMY, edge.units.army), (Units.FLEET, edge.units.fleet)):
            if passes:
                entry = found.setdefault(pair, {})
                entry[units] = entry.get(units, frozenset()) | ways
    return found


def differences(wanted: Variant, found: Compiled, declared: Exceptions) -> Iterator[Notice]:
    """What is to be told of the exceptions, on the two shapes.

    What the file has in one direction only is told elsewhere, and so is a coast that is not drawn, with which its ways go.
    """
    parted: dict[tuple[Pair, Units], Barrier] = {}
    joined: dict[tuple[Pair, Units], Adjacency] = {}
    oneway = {frozenset((edge.a, edge.b)) for edge in declared.passages if edge.oneway}
    for barrier, _ in declared.barriers:
        if frozenset((barrier.a, barrier.b)) not in oneway:
            parted.setdefault((_pair(barrier), barrier.units), barrier)
    for edge in declared.passages:
        if not edge.oneway:
            joined.setdefault((edge.pair, edge.units), edge)
    for key in sorted(parted.keys() | joined.keys(), key=lambda key: (key[0], key[1].value)):
        if key in joined and _by_undrawn_coast(found, joined[key]):
            continue
        if key in parted and key in joined:
            yield _elsewhere(wanted, found, parted[key], joined[key])
        elif key in parted:
            yield _touching(wanted, found, parted[key])
        else:
            yield _apart(wanted, found, joined[key])
    yield from _undrawn(wanted, found)


def _by_undrawn_coast(found: Compiled, edge: Adjacency) -> bool:
    """Whether a passage stands for shapes that touch, because the coast it leads to is not drawn."""
    if found.draft is None or found.resolved is None:
        return False
    drawn = {tag.location for tag in found.draft.coasts}
    contact = found.resolved.ground.survey.contact(*edge.pair)
    return contact is not None and contact.joins and any("/" in end and end not in drawn for end in (edge.a, edge.b))


def _pair(barrier: Barrier) -> Pair:
    first, second = sorted((province_of(barrier.a), province_of(barrier.b)))
    return first, second


def _elsewhere(variant: Variant, found: Compiled, barrier: Barrier, edge: Adjacency) -> Notice:
    """Two provinces that are joined in both, by other coasts."""
    place = _place(found, edge.a, edge.b)
    file = f"{_name(variant, edge.a)} with {_name(variant, edge.b)}"
    drawing = f"{_name(variant, barrier.a)} with {_name(variant, barrier.b)}"
    message = f"for {_WHO[edge.units]} the file joins {file}, the drawing {drawing}; the file counts"
    hint = "correct the coasts in the drawing, or the barrier and the passage in variant.yaml"
    return _notice(message, place, hint, edge.a, edge.b)


def _touching(variant: Variant, found: Compiled, barrier: Barrier) -> Notice:
    place = _place(found, barrier.a, barrier.b)
    names = f"{_name(variant, barrier.a)} and {_name(variant, barrier.b)}"
    message = f"{names} touch in the drawing, but the file has no way for {_WHO[barrier.units]}; a barrier parts them"
    hint = "remove the barrier from variant.yaml if the drawing is right"
    return _notice(message, place, hint, barrier.a, barrier.b)


def _apart(variant: Variant, found: Compiled, edge: Adjacency) -> Notice:
    place = _place(found, edge.a, edge.b)
    names = f"{_name(variant, edge.a)} and {_name(variant, edge.b)}"
    message = (
        f"the file has a way for {_WHO[edge.units]} between {names}, which the drawing does not show; it is a passage"
    )
    hint = "give the passage its kind (strait, direct, sea-lane …), or remove it if the drawing is right"
    return _notice(message, place, hint, edge.a, edge.b)


def _undrawn(variant: Variant, found: Compiled) -> Iterator[Notice]:
    """Centres that the drawing places and the file does not have, and the other way round."""
    draft = found.draft
    placed = {tag.province: tag for tag in draft.centres if tag.province} if draft else {}
    if not placed:
        return
    for province in variant.provinces:
        tag = placed.get(province.id)
        if (tag is None) == (not province.centre):
            continue
        place = tag.place if tag else _place(found, province.id)
        told = (
            "has a centre in the drawing, but none in the file"
            if tag
            else "is a centre in the file, but not in the drawing"
        )
        hint = "correct variant.yaml if the drawing is right"
        yield _notice(f"{_name(variant, province.id)} {told}", place, hint, province.id)


def _notice(message: str, place: Place, hint: str, *locations: str) -> Notice:
    provinces = tuple(dict.fromkeys(map(province_of, locations)))
    return notice(DIFFERS, message, place, hint=hint, key="-".join(locations), provinces=provinces)


def _place(found: Compiled, *locations: str) -> Place:
    """The shape of the first location that has one, at the point where two provinces meet if they do."""
    places = {tag.id: tag.place for tag in found.draft.provinces} if found.draft else {}
    provinces = [province_of(location) for location in locations]
    place = next((places[identity] for identity in provinces if identity in places), Place())
    contact = found.resolved.ground.survey.contact(provinces[0], provinces[-1]) if found.resolved else None
    return replace(place, at=contact.at) if contact else place


def _name(variant: Variant, location: str) -> str:
    province = variant.by_id.get(province_of(location))
    if province is None:
        return location
    coast = next((coast.name for coast in province.coasts if f"{province.id}/{coast.id}" == location), "")
    return f"{province.name} ({coast})" if coast else province.name
