"""Strips of background between two provinces that run side by side without touching."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import shapely

from dipmap.geometry.contacts import Contact
from dipmap.geometry.segments import Floats, Ints
from dipmap.geometry.survey import LONGEST, Survey

FACING = 1.6  # x the gap: as far as this from the other province an outline still faces it
CLEAR = 0.3  # x the gap: with a third province nearer to the middle there is something in the gap
STEP = 0.5  # x the gap: distance of the points of the outline that are looked at


@dataclass(frozen=True)
class Strip:
    """Two provinces side by side: `length` of the first one's outline that faces the other across nothing (units).

    `share` is that length as a share of the shorter outline of the two, `middle` lies in the gap where it is longest.
    """

    contact: Contact
    length: float
    share: float
    middle: tuple[float, float]


def strips(survey: Survey, contacts: Iterable[Contact], least: float) -> list[Strip]:
    """The gaps of contacts with nothing in them along which two outlines run together for `least` times the gap."""
    if survey.pieces is None:
        return []
    tree = shapely.STRtree([area.polygon for area in survey.areas.values()])
    found = []
    for contact in contacts:
        points, step = _facing(survey, contact)
        if len(points) * step < least * contact.distance:
            continue
        other = survey.areas[contact.b].polygon
        middles = shapely.line_interpolate_point(shapely.shortest_line(points, other), 0.5, normalized=True)
        ends = [survey.number[contact.a], survey.number[contact.b]]
        place, owner = tree.query(middles, predicate="dwithin", distance=CLEAR * contact.distance)
        free = np.setdiff1d(np.arange(len(points)), place[~np.isin(owner, ends)])
        length = len(free) * step
        if length >= least * contact.distance:
            x, y = shapely.get_coordinates(middles[_middle(free, shapely.get_coordinates(points), 2 * step)])[0]
            shorter = min(survey.areas[end].polygon.length for end in (contact.a, contact.b))
            found.append(Strip(contact, length, length / shorter, (float(x), float(y))))
    return found


def _facing(survey: Survey, contact: Contact) -> tuple[Floats, float]:
    """Points (geometries) spread evenly on the first outline where it faces the second one, and their spacing (units)."""
    pieces = survey.pieces
    assert pieces is not None
    reach, step = FACING * contact.distance, STEP * contact.distance
    other = survey.areas[contact.b].polygon
    shapely.prepare(other)
    first, last = np.searchsorted(pieces.owner, [survey.number[contact.a], survey.number[contact.a] + 1])
    start, end, size = pieces.start[first:last], pieces.end[first:last], pieces.length[first:last]
    low, high = np.array(other.bounds).reshape(2, 2)
    # no piece is longer than this, so one with a facing point has its middle this near
    margin = reach + LONGEST * survey.diagonal / 2
    middles = (start + end) / 2
    within = np.flatnonzero(((middles >= low - margin) & (middles <= high + margin)).all(axis=1))
    within = within[shapely.dwithin(other, shapely.points(middles[within]), margin)]
    # places at every step of the outline, counted through all pieces, so that short ones are not counted double
    ends = np.cumsum(size)
    begin, finish = np.ceil((ends - size)[within] / step), np.ceil(ends[within] / step)
    count = (finish - begin).astype(np.int64)
    piece = np.repeat(within, count)
    nth = np.arange(len(piece)) - np.repeat(np.cumsum(count) - count, count) + np.repeat(begin, count)
    share = (nth * step - (ends - size)[piece]) / size[piece]
    points = shapely.points(start[piece] + share[:, None] * (end - start)[piece])
    return points[shapely.dwithin(other, points, reach)], step


def _middle(free: Ints, points: Floats, apart: float) -> int:
    """The number of the point in the middle of the longest run of points that are not far apart (units)."""
    spots = points[free]
    breaks = np.flatnonzero(np.hypot(*np.diff(spots, axis=0).T) > apart) + 1
    longest = max(np.split(free, breaks), key=len)
    return int(longest[len(longest) // 2])
