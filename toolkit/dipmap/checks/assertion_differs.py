"""D501: an asserted list of neighbours against the graph."""

from collections.abc import Iterator
from dataclasses import replace

from dipmap.checking import Facts, check
from dipmap.checks._board import listed, number, spot
from dipmap.diagnostics import Finding, Label
from dipmap.geometry.contacts import COVERED
from dipmap.geometry.survey import Nearness
from dipmap.model import Terrain, province_of

FAR = "declare a passage if they are joined"


@check("D501", "assertion-differs", needs=("variant", "survey", "origins"))
def assertion_differs(facts: Facts) -> Iterator[Finding]:
    """A province's list of neighbours and the graph of the map differ.

    ## Why
    `adjacent` is your own word for what must come out: the complete list of a province's neighbours. It never changes the
    graph, which comes from the drawing, the passages and the barriers alone; so where the two differ, one of them is wrong,
    and only you know which.

    ## Fix
    Look at the two shapes. Where the list is right, draw the shapes together or apart, or declare a passage or a barrier.
    Where the drawing is right, correct the list.

    ## Example
    ```yaml
    provinces:
      wal: {adjacent: [yor, lon, lvp, iri, eng]}
    ```
    """
    assert facts.variant is not None
    assert facts.origins is not None
    asserted = facts.origins.asserted
    graph = _Graph(facts)
    told: set[tuple[str, str, bool]] = set()
    for identity in sorted(asserted):
        if identity not in facts.variant.by_id or identity in facts.broken:
            continue
        names, place = asserted[identity]
        for other in sorted({*names, *graph.out[identity]}):
            if other not in facts.variant.by_id or other in facts.broken:
                continue
            extra = other in names and other not in graph.out[identity] | graph.into[identity]
            lacking = other not in names and other in graph.out[identity]
            key = (min(identity, other), max(identity, other), extra)
            if (extra or lacking) and key not in told:
                told.add(key)
                labels = [Label(spot(facts, end), f"{end} is drawn here") for end in dict.fromkeys((identity, other))]
                says = other in asserted and (identity in asserted[other][0]) == extra
                if says and other != identity:
                    labels.append(Label(asserted[other][1], f"the list of {other} says the same"))
                message, hint, more, at = graph.unknown(identity, other) if extra else graph.left_out(identity, other)
                yield Finding(
                    message,
                    replace(place, at=spot(facts, identity, at).at),
                    hint,
                    f"{identity}-{other}",
                    (*labels, *more),
                    provinces=(identity, other),
                )


Words = tuple[str, str, tuple[Label, ...], tuple[float, float] | None]


class _Graph:
    """The graph by provinces, and why two of them are or are not adjacent."""

    def __init__(self, facts: Facts) -> None:
        assert facts.variant is not None
        self.facts = facts
        self.out: dict[str, set[str]] = {identity: set() for identity in facts.variant.by_id}
        self.into: dict[str, set[str]] = {identity: set() for identity in facts.variant.by_id}
        for edge in facts.variant.adjacency:
            for a, b in ((edge.a, edge.b),) if edge.oneway else ((edge.a, edge.b), (edge.b, edge.a)):
                self.out[province_of(a)].add(province_of(b))
                self.into[province_of(b)].add(province_of(a))

    def left_out(self, a: str, b: str) -> Words:
        """An edge that the list of `a` leaves out."""
        assert self.facts.origins is not None
        for edge in self.facts.origins.edges:
            if edge.adjacency.pair == (min(a, b), max(a, b)):
                if edge.contact is not None:
                    message = f"{a} touches {b}, but its list of neighbours leaves it out"
                    hint = f"add {b} to the list, or declare a barrier {a}-{b}"
                    return message, hint, (), edge.contact.at
                message = f"a passage joins {a} and {b}, but the list of {a} leaves {b} out"
                return message, f"add {b} to the list, or remove the passage", (Label(edge.place, "the passage"),), None
        return f"{a} is adjacent to {b}, but its list leaves it out", f"add {b} to the list", (), None

    def unknown(self, a: str, b: str) -> Words:
        """A neighbour in the list of `a` that the graph does not know."""
        assert self.facts.survey is not None
        assert self.facts.variant is not None
        assert self.facts.origins is not None
        if a == b:
            return f"{a} lists itself as its neighbour", "remove it from the list", (), None
        start = f"{a} says it borders {b}, but "
        contact = self.facts.survey.contact(a, b)
        at = contact.at if contact else None
        for barrier in self.facts.origins.barriers:
            if {province_of(barrier.a), province_of(barrier.b)} == {a, b}:
                hint = f"remove {b} from the list, or remove the barrier"
                return f"{start}a barrier parts them", hint, (Label(barrier.place, "the barrier"),), at
        provinces = [self.facts.variant.by_id[identity] for identity in (a, b)]
        for province in provinces:
            if province.impassable:
                return f"{start}{province.id} is impassable", "correct the list, or give it a terrain", (), at
        apart = f"remove {b} from the list, draw the shapes together, or {FAR}"
        if contact is None:
            areas = self.facts.survey.areas
            if a not in areas or b not in areas:
                return f"{start}they are not drawn", "draw both", (), None
            distance = number(float(areas[a].polygon.distance(areas[b].polygon)))
            return f"{start}their shapes do not touch ({distance} units apart)", f"correct the list, or {FAR}", (), None
        if contact.overlap >= COVERED:
            return f"{start}one shape lies on top of the other", f"draw them side by side, or {FAR}", (), at
        if contact.nearness is Nearness.CORNER and contact.between:
            between = listed(sorted(contact.between))
            return f"{start}they only meet at a corner, between {between}", apart, (), at
        if not contact.joins:
            return f"{start}their shapes do not touch ({number(contact.distance)} units apart)", apart, (), at
        grounds = " and ".join(f"{province.id} is {_ground(province.terrain)}" for province in provinces)
        message = f"{start}no unit can pass although their shapes touch: {grounds}"
        return message, "correct the list, or the terrain of one of them", (), at


def _ground(terrain: Terrain) -> str:
    return {Terrain.COAST: "coast", Terrain.LAND: "land", Terrain.SEA: "sea"}[terrain]
