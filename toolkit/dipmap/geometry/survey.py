"""Which provinces of a map touch, and how: the contacts of all outlines under the map's own tolerance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import shapely

from dipmap.geometry.contacts import Contact, Nearness, near_contacts, part, touching_contacts
from dipmap.geometry.junctions import Junctions, junctions
from dipmap.geometry.overlaps import overlaps
from dipmap.geometry.pieces import Pieces, Stretches, cut, meetings, stretches
from dipmap.geometry.segments import Ints, point_distance
from dipmap.geometry.shapes import Area

__all__ = ["Contact", "Nearness", "Survey", "survey"]

LONGEST = 0.01  # x D: pieces of outlines are no longer
NEAR = 0.012  # x D: farther apart is no neighbourhood at all
JUNCTION = 0.002  # x D: three outlines this near one point meet there
MULTIPLE = 2.2  # of the 75th percentile gap
CLAMP = (0.001, 0.006)  # x D: least and greatest automatic tolerance
FLOOR = 0.0001  # x D: no tolerance is finer, it is what simplifying may move two outlines
SAMPLES = 4096  # points at which the gap is measured
OVERLAP = 0.02  # of the smaller province: less is not worth a word


@dataclass(frozen=True, eq=False)
class Survey:
    """What the shapes of a map say about each other.

    `diagonal` D of the provinces' extent, `gap` the 75th percentile of the gap between neighbouring outlines and
    `tolerance` t are in user units. `contacts` has a pair (a, b) with a < b for all provinces within 0.012 D, in order.
    The other fields serve the questions about coasts and waters: tables by the number of a province in `ids`.
    """

    areas: Mapping[str, Area]
    diagonal: float
    gap: float
    tolerance: float
    contacts: Mapping[tuple[str, str], Contact]
    ids: tuple[str, ...] = ()
    pieces: Pieces | None = field(default=None, repr=False)
    touching: Stretches | None = field(default=None, repr=False)
    meeting: Junctions | None = field(default=None, repr=False)

    @cached_property
    def number(self) -> Mapping[str, int]:
        """The number of each province in the tables."""
        return {key: number for number, key in enumerate(self.ids)}

    @cached_property
    def begins(self) -> Ints:
        """Where the rows of `touching` of each province begin, and the number of rows."""
        if self.pieces is None or self.touching is None:
            return np.zeros(len(self.ids) + 1, dtype=np.int64)
        return np.searchsorted(self.pieces.owner[self.touching.piece], np.arange(len(self.ids) + 1))

    def contact(self, a: str, b: str) -> Contact | None:
        """The contact of two provinces in either order; None for provinces farther apart than 0.012 D."""
        return self.contacts.get((a, b) if a < b else (b, a))

    def joined(self) -> list[Contact]:
        """The contacts that count as touching, silently (`Contact.silent`) or with a warning."""
        return [contact for contact in self.contacts.values() if contact.joins]


def survey(areas: Mapping[str, Area], tolerance: float | None = None, *, share: float | None = None) -> Survey:
    """Survey the areas under a tolerance (units, or as a `share` of the diagonal).

    Without either it is 2.2 times the map's 75th percentile gap, clamped.
    """
    ids = tuple(sorted(areas))
    if not ids:
        return Survey({}, 0.0, 0.0, tolerance or 0.0, {})
    shapes = [areas[key].polygon for key in ids]
    bounds = shapely.bounds(shapes)
    diagonal = float(np.hypot(*(bounds[:, 2:].max(axis=0) - bounds[:, :2].min(axis=0))))
    exact = FLOOR * diagonal
    pieces = cut(shapes, LONGEST * diagonal)
    gap = _gap(pieces, NEAR * diagonal)
    if share is not None:
        tolerance = share * diagonal
    if tolerance is None:
        tolerance = min(max(MULTIPLE * gap, CLAMP[0] * diagonal), CLAMP[1] * diagonal)
    tolerance = max(tolerance, exact)
    reach = max(JUNCTION * diagonal, tolerance)
    found = meetings(pieces, reach)
    touching = stretches(pieces, found, tolerance)
    levels = [(tolerance, touching)]
    if reach > tolerance:
        levels.append((reach, stretches(pieces, found, reach, crowded=True)))
    meeting = junctions(pieces, levels)
    shapely.prepare(shapes)
    contacts = touching_contacts(ids, pieces, found, touching, tolerance, gap, exact)
    contacts = part(contacts, ids, shapes, pieces, found, tolerance, exact)
    for (one, two), (covered, at) in overlaps(shapes, pieces, tolerance).items():
        if covered > OVERLAP:
            pair = ids[one], ids[two]
            beside = contacts.get(pair, Contact(*pair, Nearness.OVERLAP, 0.0, 0.0, at))
            contacts[pair] = replace(
                beside, nearness=Nearness.OVERLAP, distance=0.0, at=at, overlap=covered, between=()
            )
    contacts.update(near_contacts(ids, shapes, contacts, max(NEAR * diagonal, tolerance)))
    ordered = dict(sorted(contacts.items()))
    return Survey({key: areas[key] for key in ids}, diagonal, gap, tolerance, ordered, ids, pieces, touching, meeting)


def _gap(pieces: Pieces, reach: float) -> float:
    """The 75th percentile of the distance to the nearest other outline, over points spread evenly on all outlines."""
    ends = np.cumsum(pieces.length)
    places = (np.arange(SAMPLES) + 0.5) * (ends[-1] / SAMPLES)
    number = np.minimum(np.searchsorted(ends, places), len(ends) - 1)
    share = 1.0 - (ends[number] - places) / pieces.length[number]
    points = pieces.start[number] + share[:, None] * (pieces.end - pieces.start)[number]
    sample, piece = pieces.boxed(points - reach, points + reach)
    foreign = pieces.owner[number[sample]] != pieces.owner[piece]
    sample, piece = sample[foreign], piece[foreign]
    nearest = np.full(SAMPLES, np.inf)
    np.minimum.at(nearest, sample, point_distance(points[sample], pieces.start[piece], pieces.end[piece]))
    near = nearest[nearest <= reach]
    return float(np.percentile(near, 75)) if len(near) else 0.0
