"""The draft: what a drawing says, tag by tag with its place, before anything is looked up or compared.

Every dialect ends here, so nothing later knows which one spoke. `draft_document` is its JSON form
(`schemas/draft.schema.json`), which `dipmap inspect SOURCE --draft` prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dipmap.diagnostics import NOWHERE, Notice, Place, notice
from dipmap.svg.drawing import Item


@dataclass(frozen=True, eq=False)
class ProvinceTag:
    """A shape, group or clone that is (part of) a province. Several tags may carry one id."""

    id: str
    item: Item = field(repr=False)
    place: Place = field(repr=False)
    terrain: str | None = None
    name: str | None = None


@dataclass(frozen=True, eq=False)
class CoastTag:
    """A line or strip along the shore of `location` (`stp/nc`)."""

    location: str
    item: Item = field(repr=False)
    place: Place = field(repr=False)
    name: str | None = None


@dataclass(frozen=True, eq=False)
class CentreTag:
    """A supply centre; `power` is whose home it is, None for neutral, "" where the drawing does not say.

    `province` is empty where the marker's position tells.
    """

    province: str
    power: str | None
    item: Item | None = field(repr=False)
    place: Place = field(repr=False)


@dataclass(frozen=True, eq=False)
class UnitTag:
    """A unit at the start; `location` is empty where the marker's position tells, `power` empty for nobody's."""

    type: str
    location: str
    power: str
    item: Item | None = field(repr=False)
    place: Place = field(repr=False)


@dataclass(frozen=True, eq=False)
class PassageTag:
    """A declared edge; `a` and `b` are empty where the ends of the line tell."""

    a: str
    b: str
    item: Item | None = field(repr=False)
    place: Place = field(repr=False)
    units: str | None = None
    kind: str | None = None
    via: str | None = None
    oneway: bool = False


@dataclass(frozen=True, eq=False)
class BarrierTag:
    """A declared non-edge."""

    a: str
    b: str
    item: Item | None = field(repr=False)
    place: Place = field(repr=False)
    units: str | None = None


@dataclass(frozen=True, eq=False)
class AdjacentTag:
    """An assertion: the complete list of a province's neighbours."""

    province: str
    neighbours: tuple[str, ...]
    place: Place = field(repr=False)


@dataclass(frozen=True, eq=False)
class AnchorTag:
    """A point of a location for `purpose` (`unit`, `dislodged`, `centre`, `label`), in root user units."""

    purpose: str
    location: str
    point: tuple[float, float]
    place: Place = field(repr=False)


@dataclass(frozen=True, eq=False)
class CapacityTag:
    """How many units may share a province, and who may stand there; None where the drawing does not say."""

    province: str
    place: Place = field(repr=False)
    capacity: int | None = None
    armies: bool | None = None
    fleets: bool | None = None
    convoys: bool | None = None


@dataclass(frozen=True, eq=False)
class Draft:
    """All tags of a drawing in drawing order, and the dialect that read them."""

    dialect: str
    provinces: tuple[ProvinceTag, ...] = ()
    coasts: tuple[CoastTag, ...] = ()
    centres: tuple[CentreTag, ...] = ()
    units: tuple[UnitTag, ...] = ()
    passages: tuple[PassageTag, ...] = ()
    barriers: tuple[BarrierTag, ...] = ()
    adjacents: tuple[AdjacentTag, ...] = ()
    anchors: tuple[AnchorTag, ...] = ()
    capacities: tuple[CapacityTag, ...] = ()
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True)
class Known:
    """What `variant.yaml` says about names: its province ids, elements bound to locations, full names (lower case) to
    ids, its powers, and its coasts (`stp/nc`).

    A reader uses it to tell a name from an editor's addition, never to learn anything else.
    """

    ids: frozenset[str] = frozenset()
    shapes: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    powers: frozenset[str] = frozenset()
    coasts: frozenset[str] = frozenset()


def draft_document(draft: Draft) -> dict[str, Any]:
    """The draft as JSON."""
    document: dict[str, Any] = {"format": 1, "dialect": draft.dialect}
    document["provinces"] = [_entry(tag, id=tag.id, terrain=tag.terrain, name=tag.name) for tag in draft.provinces]
    document["coasts"] = [_entry(tag, location=tag.location, name=tag.name) for tag in draft.coasts]
    document["centres"] = [
        _entry(tag, province=tag.province, power="neutral" if tag.power is None else tag.power or None)
        for tag in draft.centres
    ]
    document["units"] = [_entry(tag, type=tag.type, location=tag.location, power=tag.power) for tag in draft.units]
    document["passages"] = [
        _entry(tag, a=tag.a, b=tag.b, units=tag.units, kind=tag.kind, via=tag.via, oneway=tag.oneway or None)
        for tag in draft.passages
    ]
    document["barriers"] = [_entry(tag, a=tag.a, b=tag.b, units=tag.units) for tag in draft.barriers]
    document["adjacent"] = [
        _entry(tag, province=tag.province, neighbours=list(tag.neighbours)) for tag in draft.adjacents
    ]
    document["anchors"] = [
        _entry(tag, purpose=tag.purpose, location=tag.location, at=[round(value, 3) for value in tag.point])
        for tag in draft.anchors
    ]
    document["capacities"] = [
        _entry(
            tag,
            province=tag.province,
            capacity=tag.capacity,
            armies=tag.armies,
            fleets=tag.fleets,
            convoys=tag.convoys,
        )
        for tag in draft.capacities
    ]
    return document


def draft_problems(draft: Draft) -> list[Notice]:
    """What the draft's own schema objects to, each with the place of its tag; anything at all is a mistake of a reader's."""
    from dipmap.schema import problems

    tables: dict[str, Sequence[Any]] = {
        "provinces": draft.provinces,
        "coasts": draft.coasts,
        "centres": draft.centres,
        "units": draft.units,
        "passages": draft.passages,
        "barriers": draft.barriers,
        "adjacent": draft.adjacents,
        "anchors": draft.anchors,
        "capacities": draft.capacities,
    }
    found = []
    for problem in problems("draft", draft_document(draft)):
        place = NOWHERE
        if len(problem.path) > 1 and isinstance(problem.path[1], int):
            place = tables[str(problem.path[0])][problem.path[1]].place
        message = f"dipmap misread the drawing (dialect {draft.dialect}): {problem.message}"
        hint = "report this together with the drawing: the mistake is dipmap's"
        found.append(notice("draft-violation", message, place, hint=hint, key=problem.pointer))
    return found


def _entry(tag: Any, **values: Any) -> dict[str, Any]:
    entry = {name: value for name, value in values.items() if value is not None}
    place: Place = tag.place
    if place.element:
        entry["element"] = place.element.path
    if place.span:
        entry["line"] = place.span.begin[0]
    return entry


def ids(tags: Iterable[ProvinceTag]) -> list[str]:
    """The province ids of tags, each once, in drawing order."""
    return list(dict.fromkeys(tag.id for tag in tags))
