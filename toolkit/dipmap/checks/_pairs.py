"""Shared by checks that look at two provinces: what is settled about a pair, and where the pair stands."""

from __future__ import annotations

from dataclasses import replace

from dipmap.checking import Facts
from dipmap.checks._board import spot
from dipmap.diagnostics import Label, Place
from dipmap.geometry.gaps import Strip, strips
from dipmap.geometry.survey import Contact, Nearness
from dipmap.model import Province, Terrain, province_of

Pair = tuple[str, str]

# x the gap: two outlines that run together for less than this only pass each other
LEAST = 4.0
# of the shorter outline of the two
SHARE = 0.02


def settled(facts: Facts) -> set[Pair]:
    """Pairs (a < b) of provinces about which the designer has spoken: by a passage, a barrier or a list of neighbours."""
    assert facts.origins is not None
    origins = facts.origins
    ends = [(one.a, one.b) for one in origins.passages] + [(one.a, one.b) for one in origins.barriers]
    found = {_pair(province_of(a), province_of(b)) for a, b in ends}
    ids = set(origins.provinces)
    for identity in origins.asserted:
        found |= {_pair(identity, other) for other in ids if other != identity}
    return found


def _pair(a: str, b: str) -> Pair:
    return (a, b) if a < b else (b, a)


def joined(facts: Facts) -> set[Pair]:
    """Pairs (a < b) of provinces between which a contact of their shapes has made an edge."""
    assert facts.origins is not None
    return {(edge.contact.a, edge.contact.b) for edge in facts.origins.edges if edge.contact is not None}


def could_join(a: Province, b: Province) -> bool:
    """Whether an edge between two provinces is possible by their terrain, if they touch."""
    if a.impassable or b.impassable:
        return False
    if Terrain.SEA in (a.terrain, b.terrain):
        return a.fleets and b.fleets
    return a.armies and b.armies


def doubtful(facts: Facts) -> list[Contact]:
    """The contacts between sound provinces that could join and about which the designer has not spoken."""
    assert facts.survey is not None
    assert facts.variant is not None
    provinces = {province.id: province for province in facts.variant.provinces}
    known = settled(facts)
    return [
        contact
        for pair, contact in facts.survey.contacts.items()
        if pair not in known
        and not facts.broken & set(pair)
        and all(end in provinces for end in pair)
        and could_join(provinces[contact.a], provinces[contact.b])
    ]


def covered(facts: Facts) -> list[Contact]:
    """The contacts of provinces that lie on top of each other and are not joined, about which nothing is said."""
    return [contact for contact in doubtful(facts) if contact.nearness is Nearness.OVERLAP and not contact.joins]


def near_misses(facts: Facts) -> list[Strip]:
    """The gaps with nothing in them along which two provinces run that are not joined and could be."""
    assert facts.survey is not None
    assert facts.variant is not None
    joined_at_all = {identity for edge in facts.variant.adjacency for identity in edge.pair}
    # a province without any neighbour is isolated, which is told with the nearest one
    near = [
        contact
        for contact in doubtful(facts)
        if contact.nearness is Nearness.NEAR and {contact.a, contact.b} <= joined_at_all
    ]
    return [strip for strip in strips(facts.survey, near, LEAST) if strip.share >= SHARE]


def pair_place(facts: Facts, contact: Contact) -> Place:
    """The first province of a contact, at the point where the two are nearest."""
    return spot(facts, contact.a, contact.at)


def other_side(facts: Facts, contact: Contact) -> tuple[Label, ...]:
    """The second province of a contact, for a finding that stands on the first."""
    place = replace(spot(facts, contact.b), at=None)
    return (Label(place, contact.b),) if place.span else ()


def point(at: tuple[float, float]) -> str:
    """A point of the map as a person says it."""
    return f"({at[0]:.0f}, {at[1]:.0f})"
