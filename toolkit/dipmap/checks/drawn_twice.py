"""D410: two shapes under one id, apart from each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dipmap.checking import Facts, check
from dipmap.checks._board import number
from dipmap.diagnostics import Finding, Label, Severity
from dipmap.draft import ProvinceTag
from dipmap.svg.shapes import centre_point

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon


@check("D410", "drawn-twice", Severity.WARNING, needs=("draft", "survey"))
def drawn_twice(facts: Facts) -> Iterator[Finding]:
    """Two shapes that lie apart have the same id, and count as one province.

    ## Why
    A province may have several parts, an island and a shore. But two elements with one id are more often a copy whose name was
    never changed: the province then has neighbours at both ends of the map, and the space that was meant has none.

    ## Fix
    Give one of the two shapes the id of the province that it is. If both are the same province, put them into one group with its
    id, or make one path of them.
    """
    assert facts.draft is not None
    assert facts.survey is not None
    tags: dict[str, list[ProvinceTag]] = {}
    for tag in facts.draft.provinces:
        if tag.item.element.get("id"):
            tags.setdefault(tag.id, []).append(tag)
    for identity, found in sorted(tags.items()):
        area = facts.survey.areas.get(identity)
        if area is None or len(found) < 2 or identity in facts.broken:
            continue
        first = found[0]
        for other in found[1:]:
            alike = other.item.element.get("id") == first.item.element.get("id")
            apart = (
                _apart(area.polygon, first, other) if alike and other.item.element is not first.item.element else 0.0
            )
            if apart > facts.survey.tolerance:
                message = (
                    f"two shapes have the id {identity} and lie {number(apart)} units apart; they count as one province"
                )
                hint = "give one of them its own id, or group them if the province has two parts"
                label = Label(other.place, "the second one")
                yield Finding(message, first.place, hint, identity, (label,), provinces=(identity,))
                break


def _apart(polygon: Polygon | MultiPolygon, one: ProvinceTag, other: ProvinceTag) -> float:
    """The distance (user units) between the parts of a province that two of its shapes are; 0 where they are one part."""
    from shapely import Point

    parts = list(getattr(polygon, "geoms", [polygon]))
    points = [point for tag in (one, other) if (point := centre_point(tag.item)) is not None]
    if len(parts) < 2 or len(points) < 2:
        return 0.0
    first, second = (min(parts, key=lambda part: part.distance(Point(point))) for point in points)
    return float(first.distance(second))
