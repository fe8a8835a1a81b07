"""How two provinces lie to each other: classes of contacts, and working them out for a whole map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
import shapely

from dipmap.geometry.between import across, crossed
from dipmap.geometry.fill import Shape
from dipmap.geometry.pieces import Meetings, Pieces, Stretches
from dipmap.geometry.segments import Floats, Ints, segment_way

CORNER = 3.0  # x the contact's slack: up to this long it is a corner
SOLID = 6.0  # x the map's slack: from this long it is a border
TIE = 0.25  # x t: of two corners that cross, one nearer by less than this is no nearer
COVERED = 0.2  # of the smaller province: from here on one lies on top of the other rather than beside it


class Nearness(StrEnum):
    """How two provinces lie to each other.

    BORDER: outlines run together for at least 6 s. GAP: the same, with a visible gap of at most t. CORNER: at most 3 s.
    SHORT: between. NEAR: more than t and up to 0.012 D apart. OVERLAP: over 2 % of the smaller one lies in the other.
    The slack s is what the tolerance t leaves beyond the map's usual gap (for corners: beyond the gap of the two, if
    that is less): past the end of a border two outlines stay within t of each other for a few s.
    """

    BORDER = "border"
    SHORT = "short"
    CORNER = "corner"
    GAP = "gap"
    NEAR = "near-miss"
    OVERLAP = "overlap"


@dataclass(frozen=True)
class Contact:
    """Two provinces that touch or nearly do, a < b.

    `distance` of the outlines (units; 0 for an overlap), `length` the mean of the stretches of each outline within t of
    the other (units), `at` a point of the contact, `overlap` the overlapped share of the smaller province's area.
    `between` names what parts them: the province in which most of the shortest way across the gap lies, or the two
    provinces whose corner crosses this corner and is as near or nearer.
    """

    a: str
    b: str
    nearness: Nearness
    distance: float
    length: float
    at: tuple[float, float]
    overlap: float = 0.0
    between: tuple[str, ...] = ()

    @property
    def joins(self) -> bool:
        """Whether the two count as touching: not across a third province's corner, nor on top of each other."""
        if self.nearness is Nearness.NEAR:
            return False
        if self.nearness is Nearness.CORNER:
            return not self.between
        return self.overlap < COVERED

    @property
    def silent(self) -> bool:
        """Whether the two touch beyond doubt: a border, or a gap with nothing in it."""
        return self.nearness is Nearness.BORDER or (self.nearness is Nearness.GAP and not self.between)


Contacts = dict[tuple[str, str], Contact]


def touching_contacts(
    ids: Sequence[str],
    pieces: Pieces,
    found: Meetings,
    touching: Stretches,
    tolerance: float,
    gap: float,
    exact: float,
) -> Contacts:
    """The contacts of outlines within the tolerance; `gap` is the map's usual one, up to `exact` is none (all units)."""
    count = len(ids)
    own = pieces.owner[touching.piece]
    pair = np.minimum(own, touching.other) * count + np.maximum(own, touching.other)
    size = (touching.high - touching.low) * pieces.length[touching.piece]
    pairs, place = np.unique(pair, return_inverse=True)
    total = np.bincount(place, size, minlength=len(pairs)) / 2
    distance = found.distance[_closest(found, pieces.owner, pairs, count)]
    places = _middle(pieces, touching, own, place, size)
    usual = min(gap, tolerance / 2)
    contacts: Contacts = {}
    for key, length, apart, at in zip(pairs.tolist(), total.tolist(), distance.tolist(), places.tolist(), strict=True):
        if length <= CORNER * (tolerance - min(apart, usual)):
            nearness = Nearness.CORNER
        elif length < SOLID * (tolerance - usual):
            nearness = Nearness.SHORT
        else:
            nearness = Nearness.BORDER if apart <= exact else Nearness.GAP
        a, b = ids[key // count], ids[key % count]
        contacts[a, b] = Contact(a, b, nearness, apart, length, (at[0], at[1]))
    return contacts


def _closest(found: Meetings, owner: Ints, pairs: Ints, count: int) -> Ints:
    """The row of the closest meeting for each of the pairs, all of which have met; pairs in order."""
    if not len(pairs):
        return np.empty(0, dtype=np.int64)
    key = owner[found.one] * count + owner[found.two]
    place = np.minimum(np.searchsorted(pairs, key), len(pairs) - 1)
    rows = np.flatnonzero(pairs[place] == key)
    least = np.full(len(pairs), np.inf)
    np.minimum.at(least, place[rows], found.distance[rows])
    rows = rows[found.distance[rows] == least[place[rows]]]
    rows = rows[np.lexsort((found.two[rows], found.one[rows], place[rows]))]
    return np.asarray(rows[np.unique(place[rows], return_index=True)[1]])


def _middle(pieces: Pieces, touching: Stretches, own: Ints, place: Ints, size: Floats) -> Floats:
    """For each pair the point in the middle of the first province's stretches, those of the second if it has none."""
    if not len(own):
        return np.empty((0, 2))
    order = np.lexsort((touching.low, touching.piece, own, place))
    groups, owners, sizes = place[order], own[order], size[order]
    begins = np.flatnonzero(np.diff(groups, prepend=-1))
    used = np.where(owners == owners[begins][groups], sizes, 0.0)
    ends = np.cumsum(used)
    before = ends[begins] - used[begins]
    total = np.append(before[1:], ends[-1]) - before
    spot = np.minimum(np.searchsorted(ends, before + total / 2), len(order) - 1)
    row = order[spot]
    share = 1.0 - np.clip((ends[spot] - before - total / 2) / size[row], 0.0, 1.0)
    piece = touching.piece[row]
    along = touching.low[row] + share * (touching.high - touching.low)[row]
    return np.asarray(pieces.start[piece] + along[:, None] * (pieces.end - pieces.start)[piece])


def part(
    contacts: Contacts,
    ids: Sequence[str],
    shapes: Sequence[Shape],
    pieces: Pieces,
    found: Meetings,
    tolerance: float,
    exact: float,
) -> Contacts:
    """The contacts with what comes between: another province in the gap, or a nearer corner that crosses theirs.

    `exact` (units) is the distance up to which there is no gap; shapes should be prepared.
    """
    number = {key: at for at, key in enumerate(ids)}
    pairs = [(number[a], number[b]) for a, b in contacts]
    rows = _closest(found, pieces.owner, np.array([a * len(ids) + b for a, b in pairs], dtype=np.int64), len(ids))
    one, two = found.one[rows], found.two[rows]
    ways = segment_way(pieces.start[one], pieces.end[one], pieces.start[two], pieces.end[two])
    gaps = [row for row, contact in enumerate(contacts.values()) if contact.distance > exact]
    names: dict[tuple[int, int], tuple[int, ...]] = {
        pair: (third,) for pair, third in across(shapes, [pairs[row] for row in gaps], ways[gaps]).items()
    }
    brief = {
        pair: (ways[row], contact.nearness is Nearness.CORNER)
        for row, (pair, contact) in enumerate(zip(pairs, contacts.values(), strict=True))
        if contact.nearness in (Nearness.CORNER, Nearness.SHORT) and pair not in names
    }
    names.update(crossed(brief, pairs, CORNER * tolerance, TIE * tolerance))
    return {
        key: replace(contact, between=tuple(ids[third] for third in names[pair])) if pair in names else contact
        for pair, (key, contact) in zip(pairs, contacts.items(), strict=True)
    }


def near_contacts(ids: Sequence[str], shapes: Sequence[Shape], known: Contacts, reach: float) -> Contacts:
    """The pairs that do not touch but come within `reach` (units)."""
    one, two = shapely.STRtree(shapes).query(shapes, predicate="dwithin", distance=reach)
    pairs = sorted((int(a), int(b)) for a, b in zip(one, two, strict=True) if a < b and (ids[a], ids[b]) not in known)
    if not pairs:
        return {}
    lines = shapely.shortest_line([shapes[a] for a, _ in pairs], [shapes[b] for _, b in pairs])
    middles = shapely.get_coordinates(shapely.line_interpolate_point(lines, 0.5, normalized=True))
    return {
        (ids[a], ids[b]): Contact(ids[a], ids[b], Nearness.NEAR, float(size), 0.0, (float(x), float(y)))
        for (a, b), size, (x, y) in zip(pairs, shapely.length(lines), middles, strict=True)
    }
