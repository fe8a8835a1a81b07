"""D509: touching shapes that no flat map can have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import dist
from typing import TYPE_CHECKING

from dipmap.checking import Facts, check
from dipmap.checks._board import listed, number, spot
from dipmap.diagnostics import Finding, Label, Severity
from dipmap.geometry.survey import Contact, Nearness, Survey

if TYPE_CHECKING:
    from shapely import Polygon

# x tolerance: short contacts whose ends are nearer to each other may cross
SLACK = 2.0
Pair = tuple[str, str]


@check("D509", "tangled-borders", Severity.WARNING, needs=("variant", "survey"))
def tangled_borders(facts: Facts) -> Iterator[Finding]:
    """The borders of the map cross each other, as they cannot on a flat map.

    ## Why
    Regions that lie side by side on a sheet always have a graph that can be drawn without crossing lines. Where it cannot,
    something in the drawing is odd: four shapes that meet in one corner, a sliver that reaches past a neighbour, a province
    drawn on top of others, or one whose islands lie far apart.

    ## Fix
    Look at the contacts named in the finding, the most doubtful first. Move a corner, remove the sliver, or declare a
    barrier and the edge goes. If the map is meant so (a province in two parts), put the check into `ignore` with your
    reason.
    """
    assert facts.survey is not None
    survey = facts.survey
    edges = {(contact.a, contact.b): contact for contact in survey.joined()}
    if _plainly_flat(survey, edges.values()):
        return
    import networkx as nx

    flat, knot = nx.check_planarity(nx.Graph(list(edges)), counterexample=True)
    if flat:
        return
    provinces = sorted(node for node, degree in knot.degree() if degree > 2)
    doubts = sorted((edges[min(pair), max(pair)] for pair in knot.edges), key=lambda contact: _doubt(survey, contact))
    first = doubts[0]
    message = f"the borders between {listed(provinces)} cross each other, as they cannot on a flat map"
    hint = f"look at {first.a}-{first.b} first, {_what(survey, first)}"
    labels = [Label(spot(facts, one.a, one.at), f"{one.a}-{one.b}, {_what(survey, one)}") for one in doubts[1:3]]
    place = spot(facts, first.a, first.at)
    yield Finding(message, place, hint, "-".join(provinces), tuple(labels), provinces=tuple(provinces))


def _parts(survey: Survey, identity: str) -> list[Polygon]:
    polygon = survey.areas[identity].polygon
    return list(getattr(polygon, "geoms", (polygon,)))


def _doubt(survey: Survey, contact: Contact) -> tuple[bool, bool, bool, float, Pair]:
    """What sorts the most doubtful contact of a knot first."""
    islands = any(len(_parts(survey, end)) > 1 for end in (contact.a, contact.b))
    return contact.silent, contact.overlap == 0, not islands, contact.length, (contact.a, contact.b)


def _what(survey: Survey, contact: Contact) -> str:
    if contact.overlap:
        return "which overlap"
    if not contact.silent:
        kind = {Nearness.SHORT: "a short border", Nearness.CORNER: "a corner"}.get(contact.nearness, "a gap")
        return f"{kind} of {number(contact.length)} units"
    for end in (contact.a, contact.b):
        parts = len(_parts(survey, end))
        if parts > 1:
            return f"where {end} has {parts} parts"
    return f"a border of {number(contact.length)} units"


def _plainly_flat(survey: Survey, contacts: Iterable[Contact]) -> bool:
    """Whether the contacts are flat beyond doubt, without networkx, which takes longer to load than most maps to check.

    Connected regions side by side have a flat graph. So it is beyond doubt where nothing overlaps, no two short contacts
    lie so near that they may cross, and every contact of a province in several parts is one of its largest part.
    """
    from shapely import dwithin

    if any(contact.overlap for contact in survey.contacts.values()):
        return False
    found = list(contacts)
    short = [contact for contact in found if not contact.silent]
    for index, one in enumerate(short):
        for other in short[index + 1 :]:
            reach = (one.length + other.length) / 2 + SLACK * survey.tolerance
            if dist(one.at, other.at) <= reach and not {one.a, one.b} & {other.a, other.b}:
                return False
    main = {identity: max(_parts(survey, identity), key=lambda part: part.area) for identity in survey.areas}
    split = {identity for identity in survey.areas if len(_parts(survey, identity)) > 1}
    pairs = [(contact.a, contact.b) for contact in found if {contact.a, contact.b} & split]
    near = dwithin([main[a] for a, _ in pairs], [main[b] for _, b in pairs], survey.tolerance) if pairs else ()
    return all(near)
