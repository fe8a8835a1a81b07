"""D211: provinces that nearly touch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import shapely

from dipmap.checking import Facts, check
from dipmap.checks._board import number
from dipmap.checks._pairs import doubtful, other_side, pair_place, point
from dipmap.diagnostics import Finding, Severity
from dipmap.geometry.survey import Contact, Nearness, Survey

# x D: a gap wider than the tolerance by more than this is seen as one by everybody
VISIBLE = 0.0015
# x the gap's width: with a third province nearer to its middle it is a joint between provinces, not an empty strip
CLEAR = 0.5
# x the gap's width: as far as this from the other province an outline still faces it
CLOSE = 1.1


@check("D211", "near-miss", Severity.WARNING, needs=("survey", "variant", "origins"))
def near_miss(facts: Facts) -> Iterator[Finding]:
    """Two provinces nearly touch, with nothing but background between them, and are not joined.

    ## Why
    Shapes count as touching up to a distance that is taken from the gaps of the map itself. Two that miss it by little may
    be meant as neighbours and drawn carelessly, or may be a strait that has to be declared to be passed. Gaps that another
    province fills, and gaps that everybody sees, are not told.

    ## Fix
    If they are neighbours, move the shapes together or declare a passage. If they are not, move them apart or declare a
    barrier, which says so for good.

    ## Example
    ```
    passages:
      - {between: den-swe, units: both, kind: direct}
    ```
    """
    assert facts.survey is not None
    survey = facts.survey
    limit = survey.tolerance + VISIBLE * survey.diagonal
    for contact in doubtful(facts):
        if contact.nearness is not Nearness.NEAR or contact.distance > limit:
            continue
        middle = _middle(survey, contact)
        if not _clear(survey, contact, middle):
            continue
        a, b = contact.a, contact.b
        message = f"{a} and {b} are {number(contact.distance)} apart near {point(middle)} and so not joined"
        hint = f"move the shapes together, or declare a passage or a barrier {a}-{b}"
        note = f"up to {number(survey.tolerance)} counts as touching on this map"
        labels = other_side(facts, contact)
        yield Finding(
            message, replace(pair_place(facts, contact), at=middle), hint, f"{a}-{b}", labels, (note,), (a, b)
        )


def _middle(survey: Survey, contact: Contact) -> tuple[float, float]:
    """The middle of the gap, where it is longest; the point of the contact may be at the end of it."""
    one, other = survey.areas[contact.a].polygon, survey.areas[contact.b].polygon
    facing = shapely.line_merge(shapely.intersection(one.boundary, shapely.buffer(other, CLOSE * contact.distance)))
    longest = max(
        shapely.get_parts(facing), key=lambda line: (line.length, line.bounds), default=shapely.Point(contact.at)
    )
    here = longest.interpolate(0.5, normalized=True) if longest.length else shapely.Point(contact.at)
    way = shapely.shortest_line(here, other)
    x, y = shapely.get_coordinates(way).mean(axis=0)
    return float(x), float(y)


def _clear(survey: Survey, contact: Contact, at: tuple[float, float]) -> bool:
    """Whether nothing but background lies between the two."""
    middle = shapely.Point(at)
    return all(
        identity in (contact.a, contact.b) or not shapely.dwithin(area.polygon, middle, CLEAR * contact.distance)
        for identity, area in survey.areas.items()
    )
