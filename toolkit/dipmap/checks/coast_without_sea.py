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
    for province in facts.variant.provinces:
        coast = province.terrain is Terrain.COAST and province.fleets and not province.coasts
        # one that has no neighbours at all is isolated, which is said elsewhere
        if coast and province.id in joined - reached - facts.broken:
            near = _nearest_sea(facts, province.id)
            if near and any(
                {near[0], province.id} == {strip.contact.a, strip.contact.b} for strip in near_misses(facts)
            ):
                continue  # the gap to its sea is told
            message = f"{province.id} is coast, but no fleet can enter or leave it"
            if near:
                sea, contact = near
                message += f"; the nearest sea, {sea}, is {number(contact.distance)} units away"
            place = spot(facts, province.id, near[1].at if near else None)
            hint = "draw its shore against the sea, or make its terrain land"
            yield Finding(message, place, hint, province.id, provinces=(province.id,))


def _nearest_sea(facts: Facts, identity: str) -> tuple[str, Contact] | None:
    assert facts.variant is not None
    assert facts.survey is not None
    found = []
    for contact in facts.survey.contacts.values():
        if contact.nearness is Nearness.NEAR and identity in (contact.a, contact.b):
            other = contact.b if contact.a == identity else contact.a
            if facts.variant.by_id[other].terrain is Terrain.SEA:
                found.append((other, contact))
    return min(found, key=lambda entry: (entry[1].distance, entry[0]), default=None)
