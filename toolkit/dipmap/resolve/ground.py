"""The ground: the cleaned area of every province and the outlines of its named coasts, from the draft's shapes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import hypot

from dipmap.diagnostics import Finding, Notice
from dipmap.draft import Draft
from dipmap.geometry.outline import Outline
from dipmap.geometry.points import distance_outside
from dipmap.geometry.shapes import Area, clean
from dipmap.geometry.survey import Survey, survey
from dipmap.svg.drawing import Item
from dipmap.svg.shapes import CHORD_ERROR, Stroke, extent, read_shape

# x what is usual: no shape of a map lies as far from its middle
FAR = 50.0


@dataclass(frozen=True, eq=False)
class Ground:
    """`survey` of all areas (user units), `coasts` by province and short id; `broken` provinces have no usable shape."""

    survey: Survey
    coasts: Mapping[str, Mapping[str, tuple[Outline, ...]]]
    broken: frozenset[str]
    notices: tuple[Notice, ...] = field(repr=False)

    @cached_property
    def slack(self) -> float:
        """How far (user units) a marker may lie outside a province and still count as in it."""
        return 2 * self.survey.tolerance

    def province_at(self, point: tuple[float, float]) -> str | None:
        """The province a point lies in, or next to within the slack; None in no man's land."""
        nearest = min(
            ((distance_outside(area, point), identity) for identity, area in self.survey.areas.items()),
            default=None,
        )
        return nearest[1] if nearest and nearest[0] <= self.slack else None


def read_ground(draft: Draft, ids: Iterable[str], tolerance: float | None) -> Ground:
    """Measure the shapes of provinces and coasts; `tolerance` is a share of the diagonal, None for automatic."""
    wanted = set(ids)
    notices: list[Notice] = []
    broken: set[str] = set()
    shapes: dict[str, list[Stroke]] = {}
    read: dict[Item, Stroke] = {}
    flat: dict[Item, list[str]] = {}
    drawn = [(tag.id, tag.item) for tag in draft.provinces if tag.id in wanted]
    drawn += [(tag.location, tag.item) for tag in draft.coasts if tag.location.partition("/")[0] in wanted]
    for location, holder in drawn:
        if any(item.broken for item in holder.walk()):
            broken.add(location)
        for item in holder.shapes():
            if item.broken:
                continue
            flattened = _flattened(item)
            if flattened is not None:
                broken.add(location)
                flat.setdefault(flattened, []).append(location)
                continue
            if item not in read:
                read[item], found = read_shape(item)
                for problem in found:
                    broken.add(location)
                    notices.append(_about(problem, location))
            shapes.setdefault(location, []).append(read[item])
    notices += [_flat(item, locations) for item, locations in flat.items()]
    for location in _far(shapes):
        broken.add(location)
        place = next(holder.place() for name, holder in drawn if name == location)
        message = f"{location}: the shape reaches far beyond the rest of the map"
        hint = "move the nodes that lie far out back onto the page, or draw the shape again"
        notices.append(Notice("bad-value", Finding(message, place, hint, location, provinces=(location,))))
        del shapes[location]
    box = extent(stroke for strokes in shapes.values() for stroke in strokes)
    chord = CHORD_ERROR * (hypot(box[2] - box[0], box[3] - box[1]) if box else 1.0) or 1.0
    outlines = {
        location: [_outline(stroke, chord, closed="/" not in location) for stroke in strokes]
        for location, strokes in shapes.items()
    }
    grounds = {location: found for location, found in outlines.items() if "/" not in location}
    areas: dict[str, Area] = {}
    # a province of groups without shapes has no outline at all
    empty: dict[str, Area | None] = {tag.id: None for tag in draft.provinces if tag.id in wanted}
    for identity, area in {**empty, **clean(grounds)}.items():
        if area is None:
            tag_place = next(tag.place for tag in draft.provinces if tag.id == identity)
            if identity not in broken:
                finding = Finding(
                    f"the shape of {identity} encloses nothing",
                    tag_place,
                    "close the path, or name a shape that has an area",
                    provinces=(identity,),
                )
                notices.append(Notice("province-without-area", finding))
            broken.add(identity)
        else:
            areas[identity] = area
    measured = survey(areas, share=tolerance)
    named: dict[str, dict[str, tuple[Outline, ...]]] = {}
    for location, found_outlines in outlines.items():
        parent, _, coast = location.partition("/")
        if coast:
            named.setdefault(parent, {})[coast] = tuple(found_outlines)
    return Ground(measured, named, frozenset(broken), tuple(notices))


def _flattened(item: Item) -> Item | None:
    """The outermost item, of this one and the groups around it, whose matrix leaves no area; None where there is area."""
    if _area(item):
        return None
    return next((holder for holder in (*reversed([*item.ancestors()]), item) if not _area(holder)), item)


def _area(item: Item) -> bool:
    matrix = item.matrix
    return bool(matrix.a * matrix.d != matrix.b * matrix.c)


def _flat(item: Item, locations: list[str]) -> Notice:
    """The notice of a transform such as `scale(0)`, once for all provinces under it."""
    name = item.name or f"a <{item.tag}>"
    message = f"the transform of {name[:60]} scales everything to nothing"
    hint = "undo the transform in your editor, or remove the attribute"
    about = tuple(dict.fromkeys(locations))
    return Notice("bad-transform", Finding(message, item.place("transform"), hint, name[:60], provinces=about))


def _far(shapes: Mapping[str, list[Stroke]]) -> list[str]:
    """Locations that reach so far out that the rest of the map would be a dot beside them.

    Measured from the middle of the map, where most shapes are: one that reaches `FAR` times as far as the shapes usually
    do cannot be part of it.
    """
    boxes = {location: box for location, strokes in shapes.items() if (box := extent(strokes)) is not None}
    if len(boxes) < 2:
        return []
    middles = (
        sorted((box[0] + box[2]) / 2 for box in boxes.values()),
        sorted((box[1] + box[3]) / 2 for box in boxes.values()),
    )
    x, y = (values[(len(values) - 1) // 2] for values in middles)
    reach = {
        location: hypot(max(abs(box[0] - x), abs(box[2] - x)), max(abs(box[1] - y), abs(box[3] - y)))
        for location, box in boxes.items()
    }
    usual = sorted(reach.values())[(len(reach) - 1) // 2]
    return sorted(location for location, distance in reach.items() if distance > FAR * usual > 0)


def _outline(stroke: Stroke, chord: float, *, closed: bool) -> Outline:
    whole = closed or all(run.closed or (run.ends[0] == run.ends[1]).all() for run in stroke.runs)
    return Outline(stroke.lines(chord), stroke.evenodd, whole)


def _about(problem: Notice, location: str) -> Notice:
    """The notice of a shape, with the province named."""
    finding = problem.finding
    message = f"{location}: {finding.message}"
    changed = Finding(message, finding.place, finding.hint, finding.key or location, provinces=(location,))
    return Notice(problem.name, changed)
