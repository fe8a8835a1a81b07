"""D406: a named coast that no fleet reaches."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import fleet_locations, fleets_play, spot
from dipmap.diagnostics import Finding, Severity


@check("D406", "coast-faces-nothing", Severity.WARNING, needs=("variant",))
def coast_faces_nothing(facts: Facts) -> Iterator[Finding]:
    """A named coast faces no sea.

    ## Why
    Every point of a province's shore belongs to the coast drawn nearest to it. A coast that gets no part of the shore is
    drawn in the wrong place, or another coast is drawn nearer to its water: no fleet can ever be there.

    ## Fix
    Draw the coast as a line along the shore it stands for, inside or beside the province, and see that the lines of the
    other coasts end where their shores end.
    """
    assert facts.variant is not None
    if not fleets_play(facts.variant):
        return
    reached = fleet_locations(facts.variant)
    for province in facts.variant.provinces:
        for location in province.locations[1:]:
            if location not in reached and province.id not in facts.broken and province.fleets:
                message = f"the coast {location} faces no sea"
                hint = "draw its line along the shore of the sea it faces, or remove it"
                yield Finding(message, spot(facts, location), hint, location, provinces=(location,))
