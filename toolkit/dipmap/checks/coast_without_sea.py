"""D405: a coast that no fleet reaches."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import fleet_locations, fleets_play, number, spot
from dipmap.checks._pairs import near_misses
from dipmap.diagnostics import Finding, Severity
from dipmap.geometry.survey import Contact, Nearness
from dipmap.model import Terrain, province_of


@check("D405", "coast-without-sea", Severity.WARNING, needs=("variant", "survey", "origins"))
def coast_without_sea(facts: Facts) -> Iterator[Finding]:
    """A province is coast, but no fleet can enter or leave it.

    ## Why
    A coastal province without any way for fleets is either inland, or its shape stops short of the water. A fleet built
    there could never move.

    ## Fix
    Draw its shore against the sea, or declare a passage for fleets. If it has no shore, make its terrain `land`.
    """
    assert facts.variant is not None
    if not fleets_play(facts.variant):
        return
    reached = {province_of(location) for location in fleet_locations(facts.variant)}
    joined = {province for edge in facts.variant.adjacency for province in edge.pair}
    # one that has no neighbours at all is isolated, which is said elsewhere
    stranded = [
        province.id
        for province in facts.variant.provinces
        if province.terrain is Terrain.COAST
        and province.fleets
        and not province.coasts
        and province.id in joined - reached - facts.broken
    ]
    if not stranded:
        return
    seas = _nearest_seas(facts)
    told = {frozenset((strip.contact.a, strip.contact.b)) for strip in near_misses(facts)}
    for identity in stranded:
        near = seas.get(identity)
        if near and {near[0], identity} in told:
            continue  # the gap to its sea is told
        message = f"{identity} is coast, but no fleet can enter or leave it"
        if near:
            sea, contact = near
            message += f"; the nearest sea, {sea}, is {number(contact.distance)} units away"
        place = spot(facts, identity, near[1].at if near else None)
        hint = "draw its shore against the sea, or make its terrain land"
        yield Finding(message, place, hint, identity, provinces=(identity,))


def _nearest_seas(facts: Facts) -> dict[str, tuple[str, Contact]]:
    """For each province near a sea that it does not touch, the nearest such sea."""
    assert facts.variant is not None
    assert facts.survey is not None
    found: dict[str, tuple[str, Contact]] = {}
    for contact in facts.survey.contacts.values():
        if contact.nearness is not Nearness.NEAR:
            continue
        for identity, other in ((contact.a, contact.b), (contact.b, contact.a)):
            if facts.variant.by_id[other].terrain is Terrain.SEA:
                best = found.get(identity)
                if best is None or (contact.distance, other) < (best[1].distance, best[0]):
                    found[identity] = (other, contact)
    return found
