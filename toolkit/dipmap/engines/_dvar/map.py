"""The dSVG that came with a DVAR: the drawing, its shapes by location, and where units stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dipmap import dialects
from dipmap.diagnostics import Notice, notice
from dipmap.draft import Known
from dipmap.engines._reading import STRAY, Drawn, UnreadableError
from dipmap.engines._rules import listed
from dipmap.model import Variant
from dipmap.svg.drawing import read_drawing
from dipmap.svg.xml import read_document


@dataclass(frozen=True)
class Placed:
    """The drawing, and the points of units by location in root user units."""

    drawn: Drawn | None = None
    points: Mapping[str, tuple[float, float]] = field(default_factory=dict)


def read_map(name: str, data: bytes, ids: Mapping[str, str], variant: Variant) -> tuple[Placed, list[Notice]]:
    """The map of a document whose locations are called `ids` here. Raises `UnreadableError` where it cannot be read."""
    document, notices = read_document(name, data)
    if document is None:
        raise UnreadableError(notices)
    drawing, _ = read_drawing(document)
    dialect = dialects.recognise(drawing)
    shapes = {theirs: ours for theirs, ours in ids.items() if theirs != ours}
    coasts = frozenset(place for item in variant.provinces for place in item.locations[1:])
    draft = dialects.read(drawing, Known(frozenset(variant.by_id), shapes, coasts=coasts), dialect)
    places = {place for item in variant.provinces for place in item.locations}
    points = {tag.location: tag.point for tag in draft.anchors if tag.purpose == "unit"}
    stray = sorted(points.keys() - places)
    if stray:
        message = f"the map has places for units in {listed(stray)}, which are no places of the document"
        place = document.place(document.root)
        notices.append(notice(STRAY, message, place, hint="look whether their provinces are missing", key=message[:80]))
    drawn = Drawn(name, data, dialect, {ours: (theirs,) for theirs, ours in shapes.items()})
    return Placed(drawn, {place: point for place, point in points.items() if place in places}), notices
