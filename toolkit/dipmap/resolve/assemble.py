"""The last step of resolving: everything together as one `Variant`, with its `Origins`."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, replace

from dipmap.diagnostics import Notice, Place, notice
from dipmap.draft import Draft
from dipmap.model import Start, Variant
from dipmap.resolve.declaration import Declaration
from dipmap.resolve.graph import barriers_of, build_graph
from dipmap.resolve.ground import Ground, read_ground
from dipmap.resolve.marks import all_anchors, read_marks
from dipmap.resolve.origins import Origins
from dipmap.resolve.powers import (
    read_builds,
    read_calendar,
    read_end,
    read_opening,
    read_options,
    read_powers,
    read_schedule,
    read_victory,
)
from dipmap.resolve.provinces import read_spaces
from dipmap.resolve.sites import site_notices


@dataclass(frozen=True, eq=False)
class Resolved:
    """What resolving found out."""

    variant: Variant
    origins: Origins
    ground: Ground
    broken: frozenset[str]
    notices: tuple[Notice, ...]


def resolve(draft: Draft, declaration: Declaration) -> Resolved:
    """The variant of a drawing and its declaration; whatever could not be resolved is told in the notices."""
    spaces = read_spaces(draft, declaration)
    ground = read_ground(draft, spaces.provinces, declaration.tolerance)
    powers = read_powers(declaration)
    marks = read_marks(draft, declaration, ground, spaces.provinces, powers)
    provinces = marks.provinces
    graph = build_graph(draft, declaration, ground, provinces, spaces.places)
    calendar, calendar_notices = read_calendar(declaration)
    centres = sum(province.centre for province in provinces.values())
    homes = {power: tuple(sorted(home.id for home in provinces.values() if home.home == power)) for power in powers}
    data = declaration.data
    variant = Variant(
        id=data["id"],
        name=data["name"],
        version=data["version"],
        provinces=tuple(replace(provinces[identity], canal=identity in graph.canals) for identity in sorted(provinces)),
        adjacency=tuple(edge.adjacency for edge in graph.edges),
        powers=tuple(replace(power, homes=homes[identity]) for identity, power in powers.items()),
        barriers=barriers_of(graph),
        designers=tuple(data.get("designers") or ()),
        licence=data.get("licence", ""),
        base=data.get("base", "standard"),
        edition=data.get("edition", ""),
        description=data.get("description", ""),
        standing_units=tuple(marks.standing),
        calendar=calendar,
        start=Start(tuple(marks.units), read_opening(declaration)),
        builds=read_builds(declaration),
        retreats=data.get("retreats", "normal"),
        victory=read_victory(declaration, centres),
        end=read_end(declaration),
        schedule=read_schedule(declaration),
        options=read_options(declaration),
        anchors=all_anchors(provinces, marks.anchors, ground),
    )
    asserted = _asserted(draft, declaration)
    origins = Origins(
        provinces=spaces.places,
        coasts=spaces.coast_places,
        centres=marks.centres,
        edges=tuple(graph.edges),
        passages=tuple(graph.passages),
        barriers=tuple(graph.barriers),
        asserted=asserted,
        anchors=tuple(marks.anchors[key] for key in sorted(marks.anchors)),
        powers={identity: declaration.place("powers", identity, key=True) for identity in powers},
        units=tuple(marks.unit_places),
    )
    notices = (
        *spaces.notices,
        *ground.notices,
        *marks.notices,
        *graph.notices,
        *calendar_notices,
        *_strangers(asserted, provinces),
        *site_notices(declaration, provinces, powers),
    )
    broken = frozenset(spaces.broken | {location.partition("/")[0] for location in ground.broken})
    return Resolved(variant, origins, ground, broken, notices)


def _strangers(asserted: Mapping[str, tuple[tuple[str, ...], Place]], known: Container[str]) -> Iterator[Notice]:
    """Names in lists of neighbours that no province has."""
    hint = "correct the id, or draw the province"
    for identity, (names, place) in asserted.items():
        if identity not in known:
            message = f"a list of neighbours is about {identity}, which is not on the map"
            yield notice("unknown-location", message, place, hint=hint, key=identity, provinces=(identity,))
        for name in dict.fromkeys(names):
            if name not in known:
                message = f"the list of neighbours of {identity} names {name}, which is not on the map"
                yield notice("unknown-location", message, place, hint=hint, key=f"{identity}-{name}", provinces=(name,))


def _asserted(draft: Draft, declaration: Declaration) -> dict[str, tuple[tuple[str, ...], Place]]:
    found = {tag.province: (tag.neighbours, tag.place) for tag in draft.adjacents}
    for identity, entry in declaration.provinces.items():
        if entry.adjacent is not None:
            found.setdefault(identity, (entry.adjacent, declaration.place("provinces", identity, "adjacent")))
    return found
