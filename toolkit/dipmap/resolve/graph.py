"""The graph: borders from contacts, passages and barriers from declarations, and nothing else (design, section 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from dipmap.diagnostics import Finding, Label, Notice, Place
from dipmap.draft import BarrierTag, Draft, PassageTag
from dipmap.geometry.survey import Contact
from dipmap.geometry.waters import coast_contacts, coast_of_point, shared_waters
from dipmap.model import Adjacency, Barrier, Kind, Province, Terrain, Units, province_of
from dipmap.resolve.declaration import Declaration, DeclaredPair
from dipmap.resolve.ground import Ground
from dipmap.resolve.origins import BarrierFact, Edge, Passage
from dipmap.svg.shapes import read_shape


@dataclass
class Graph:
    """Edges with how they arose, and the declarations behind them."""

    edges: list[Edge] = field(default_factory=list)
    passages: list[Passage] = field(default_factory=list)
    barriers: list[BarrierFact] = field(default_factory=list)
    canals: set[str] = field(default_factory=set)
    notices: list[Notice] = field(default_factory=list)

    def say(self, name: str, message: str, place: Place, hint: str, *about: str, label: Label | None = None) -> None:
        labels = (label,) if label else ()
        self.notices.append(Notice(name, Finding(message, place, hint, labels=labels, provinces=about)))


_WHO = {Units.ARMY: "armies", Units.FLEET: "fleets", Units.BOTH: "armies and fleets"}


# units and kind of a passage that says nothing: what the terrain of its ends allows
def _default_units(a: Province, b: Province) -> Units:
    army = a.armies and b.armies
    fleet = a.fleets and b.fleets
    if army and not fleet:
        return Units.ARMY
    return Units.FLEET if fleet and not army else Units.BOTH


def _default_kind(a: Province, b: Province, units: Units, keeper: str | None) -> Kind:
    if keeper:
        return Kind.PERMISSION
    if Terrain.SEA in (a.terrain, b.terrain):
        return Kind.STRAIT if a.terrain is b.terrain else Kind.LINK
    return Kind.NARROW_STRAIT if units is Units.FLEET else Kind.DIRECT


def build_graph(
    draft: Draft,
    declaration: Declaration,
    ground: Ground,
    provinces: Mapping[str, Province],
    places: Mapping[str, Place],
) -> Graph:
    """The graph of a map."""
    graph = Graph()
    borders = _Borders(ground, provinces)
    raw = {}
    for contact in ground.survey.joined():
        for edge in borders.of(contact):
            raw[edge.a, edge.b] = (edge, contact)
    graph.barriers = list(_barriers(graph, draft, declaration, ground, provinces, raw))
    graph.passages = list(_passages(graph, draft, declaration, ground, provinces))
    for (a, b), (edge, contact) in sorted(raw.items()):
        units: Units | None = edge.units
        for barrier in graph.barriers:
            if units is not None and _covers(barrier, a, b):
                units = units.minus(barrier.units)
        if units is not None:
            place = places.get(province_of(a), Place())
            graph.edges.append(Edge(Adjacency(a, b, units), "border", place, contact))
    for passage in graph.passages:
        graph.edges.extend(_passage_edges(passage, graph))
    graph.edges.sort(key=lambda edge: (edge.adjacency.a, edge.adjacency.b, edge.adjacency.kind, edge.adjacency.oneway))
    graph.canals = borders.canals(graph.edges)
    return graph


def _covers(barrier: BarrierFact, a: str, b: str) -> bool:
    """Whether a barrier lies on an edge; a barrier between provinces covers their coasts too."""

    def meets(end: str, location: str) -> bool:
        return end in (location, province_of(location))

    return (meets(barrier.a, a) and meets(barrier.b, b)) or (meets(barrier.a, b) and meets(barrier.b, a))


class _Borders:
    """What a contact allows, by terrain and by the waters that meet both shores."""

    def __init__(self, ground: Ground, provinces: Mapping[str, Province]) -> None:
        self.ground = ground
        self.provinces = provinces
        self.seas: dict[str, set[str]] = {identity: set() for identity in provinces}
        for contact in ground.survey.joined():
            a, b = provinces.get(contact.a), provinces.get(contact.b)
            if a and b:
                for one, other in ((a, b), (b, a)):
                    if other.terrain is Terrain.SEA and not other.impassable:
                        self.seas[one.id].add(other.id)
        self.facing: dict[str, dict[str, frozenset[str]]] = {}

    def of(self, contact: Contact) -> Iterator[Adjacency]:
        """The edges of one contact, each with a < b."""
        a, b = self.provinces.get(contact.a), self.provinces.get(contact.b)
        if a is None or b is None or a.impassable or b.impassable:
            return
        # a sea that armies may stand in (an island sea) is ground to them like any other
        army = a.armies and b.armies
        fleets: set[tuple[str, str]] = set()
        if Terrain.SEA not in (a.terrain, b.terrain):
            fleets = self.along_shores(a, b)
        elif a.fleets and b.fleets:
            fleets = {(one, other) for one in self.facing_parts(a, b) for other in self.facing_parts(b, a)}
        if army and (a.id, b.id) in fleets:
            yield _edge(a.id, b.id, Units.BOTH)
            fleets.discard((a.id, b.id))
        elif army:
            yield _edge(a.id, b.id, Units.ARMY)
        for one, other in sorted(fleets):
            yield _edge(one, other, Units.FLEET)

    def facing_parts(self, province: Province, sea: Province) -> list[str]:
        """The locations of a province that a sea can be reached from: its coasts that face it, or itself."""
        if not province.coasts:
            return [province.id]
        if province.id not in self.facing:
            coasts = self.ground.coasts.get(province.id, {})
            seas = sorted(self.seas[province.id])
            self.facing[province.id] = coast_contacts(self.ground.survey, province.id, coasts, seas)
        facing = self.facing[province.id]
        return [f"{province.id}/{coast}" for coast in sorted(facing) if sea.id in facing[coast]]

    def along_shores(self, a: Province, b: Province) -> set[tuple[str, str]]:
        """The locations of two coasts that fleets pass between: where a common sea meets the end of their border."""
        found: set[tuple[str, str]] = set()
        if a.fleets and b.fleets and a.terrain is b.terrain is Terrain.COAST:
            common = self.seas[a.id] & self.seas[b.id]
            for sea, point in shared_waters(self.ground.survey, a.id, b.id, sorted(common)):
                one, other = self.part(a, sea, point), self.part(b, sea, point)
                if one and other:
                    found.add((one, other))
        return found

    def part(self, province: Province, sea: str, point: tuple[float, float]) -> str | None:
        """The location of a province at a point where it meets a sea."""
        if not province.coasts:
            return province.id
        coasts = self.ground.coasts.get(province.id, {})
        coast = coast_of_point(self.ground.survey, province.id, coasts, point)
        self.facing_parts(province, self.provinces[sea])
        return f"{province.id}/{coast}" if coast and sea in self.facing[province.id].get(coast, ()) else None

    def canals(self, edges: Iterable[Edge]) -> set[str]:
        """One-coast provinces that join waters which are not joined otherwise, neither by touching nor by a strait."""
        from dipmap.geometry.waters import sea_arcs

        waters: dict[str, set[str]] = {}
        for edge in edges:
            a, b = edge.adjacency.pair
            seas = self.provinces[a].terrain is self.provinces[b].terrain is Terrain.SEA
            # waters that a fleet may pass between only by somebody's leave are two
            if seas and edge.adjacency.units.fleet and edge.adjacency.kind is not Kind.PERMISSION:
                waters.setdefault(a, set()).add(b)
                waters.setdefault(b, set()).add(a)
        found = set()
        for province in self.provinces.values():
            shores = self.seas[province.id]
            if province.terrain is not Terrain.COAST or province.coasts or _parts(shores, waters) < 2:
                continue
            if sea_arcs(self.ground.survey, province.id, sorted(shores)) > 1:
                found.add(province.id)
        return found


def _parts(seas: set[str], waters: Mapping[str, set[str]]) -> int:
    """How many separate waters these seas make, joined only through each other."""
    left, parts = set(seas), 0
    while left:
        parts += 1
        stack = [left.pop()]
        while stack:
            touching = waters.get(stack.pop(), set()) & left
            left -= touching
            stack.extend(touching)
    return parts


def _edge(a: str, b: str, units: Units) -> Adjacency:
    return Adjacency(min(a, b), max(a, b), units)


def _barriers(
    graph: Graph,
    draft: Draft,
    declaration: Declaration,
    ground: Ground,
    provinces: Mapping[str, Province],
    raw: Mapping[tuple[str, str], tuple[Adjacency, Contact]],
) -> Iterator[BarrierFact]:
    entries: list[BarrierTag | DeclaredPair] = [*draft.barriers, *declaration.barriers]
    for entry in entries:
        if not _ends_exist(graph, entry, provinces, "barrier"):
            continue
        reason = entry.reason if isinstance(entry, DeclaredPair) else ""
        a, b = sorted((entry.a, entry.b))
        barrier = BarrierFact(a, b, Units(entry.units or "both"), entry.place, reason)
        touched = [edge.units for ends, (edge, _) in raw.items() if _covers(barrier, *ends)]
        stops = any(units.minus(barrier.units) is not units for units in touched)
        # a corner, a near miss or an overlap: here the barrier says what the shapes leave open
        contact = ground.survey.contact(province_of(a), province_of(b))
        stops = stops or (contact is not None and not contact.silent)
        yield replace(barrier, stops=stops)


def _ends_exist(
    graph: Graph,
    entry: BarrierTag | PassageTag | DeclaredPair,
    provinces: Mapping[str, Province],
    what: str,
) -> bool:
    for end in (entry.a, entry.b):
        province = provinces.get(province_of(end))
        if province is None or end not in province.locations:
            message = f"a {what} names {end}, which is not on the map"
            graph.say("unknown-location", message, entry.place, "correct the id, or draw the province", end)
            return False
        if province.impassable:
            message = f"a {what} names {end}, which is impassable"
            graph.say("unknown-location", message, entry.place, f"remove the {what}", end)
            return False
    if province_of(entry.a) == province_of(entry.b):
        message = f"a {what} leads from {entry.a} to itself"
        graph.say("passage-to-itself", message, entry.place, "name two provinces", entry.a)
        return False
    return True


def _passages(
    graph: Graph,
    draft: Draft,
    declaration: Declaration,
    ground: Ground,
    provinces: Mapping[str, Province],
) -> Iterator[Passage]:
    found: dict[tuple[str, str, bool], Passage] = {}
    for tag in draft.passages:
        named = _named(graph, tag, ground)
        if named is None or not _ends_exist(graph, named, provinces, "passage"):
            continue
        passage = _passage(graph, named, provinces, tag)
        if passage is None:
            continue
        key = (passage.a, passage.b, passage.oneway)
        if key in found and found[key].units.minus(passage.units) is not found[key].units:
            message = f"the passage {passage.a}-{passage.b} is drawn twice"
            first = Label(found[key].place, "the first one")
            graph.say("duplicate-tag", message, tag.place, "remove one of them", passage.a, passage.b, label=first)
            continue
        found[key] = passage
        yield passage
    for entry in declaration.passages:
        if not _ends_exist(graph, entry, provinces, "passage"):
            continue
        passage = _passage(graph, entry, provinces, None)
        if passage is None:
            continue
        drawn = found.get((passage.a, passage.b, passage.oneway))
        if drawn is None:
            found[passage.a, passage.b, passage.oneway] = passage
            yield passage
        else:
            _compare(graph, drawn, passage, entry)


def _compare(graph: Graph, drawn: Passage, declared: Passage, entry: DeclaredPair) -> None:
    """A passage that is drawn and declared: what the table says must not contradict the line."""
    pair = f"{declared.a}-{declared.b}"
    for key, said, there in (
        ("units", entry.units, drawn.units.value),
        ("kind", entry.kind, drawn.kind.value),
        ("keeper", entry.via, drawn.keeper),
    ):
        if said is not None and said != there:
            message = f"the passage {pair} is drawn with {key} {there} and declared with {said}"
            label = Label(drawn.place, "drawn here")
            graph.say(
                "tags-disagree", message, declared.place, "make them agree; the drawing counts", pair, label=label
            )


def _named(graph: Graph, tag: PassageTag, ground: Ground) -> PassageTag | None:
    """The passage with its ends: named, or the provinces its line begins and ends in."""
    if tag.a and tag.b:
        return tag
    ends = line_ends(tag)
    provinces = [ground.province_at(end) for end in ends] if ends else []
    if len(provinces) == 2 and provinces[0] and provinces[1]:
        return PassageTag(provinces[0], provinces[1], tag.item, tag.place, tag.units, tag.kind, tag.via, tag.oneway)
    message = "a passage names no provinces and its line does not run from one to another"
    graph.say("unknown-location", message, tag.place, "draw its ends into the two provinces, or name it passage a-b")
    return None


def line_ends(tag: PassageTag | Passage) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """First and last point of a passage's line in root user units; None where it is not drawn as a line."""
    if tag.item is None:
        return None
    runs = [run for shape in tag.item.shapes() for run in read_shape(shape)[0].runs]
    if not runs or any(run.closed for run in runs):
        return None
    first, last = runs[0].ends[0], runs[-1].ends[1]
    return (float(first[0]), float(first[1])), (float(last[0]), float(last[1]))


def _passage(
    graph: Graph,
    entry: PassageTag | DeclaredPair,
    provinces: Mapping[str, Province],
    tag: PassageTag | None,
) -> Passage | None:
    a, b = provinces[province_of(entry.a)], provinces[province_of(entry.b)]
    keeper = entry.via
    if keeper is not None and keeper not in provinces:
        message = f"the passage {entry.a}-{entry.b} needs the consent of {keeper}, which is not on the map"
        graph.say("unknown-location", message, entry.place, "correct the id after via", keeper)
        return None
    if entry.kind == "permission" and keeper is None:
        message = f"the passage {entry.a}-{entry.b} needs consent, but nobody is named who gives it"
        graph.say(
            "permission-without-keeper", message, entry.place, "add via and the keeper's province", entry.a, entry.b
        )
        return None
    units = Units(entry.units) if entry.units else _default_units(a, b)
    for end, province in ((entry.a, a), (entry.b, b)):
        if units.fleet and province.coasts and end == province.id:
            names = ", ".join(province.locations[1:])
            message = f"the passage {entry.a}-{entry.b} is for fleets, but {end} has several coasts"
            graph.say("passage-needs-coast", message, entry.place, f"name the coast: {names}", end)
            return None
        if units.army and end != province.id:
            message = f"the passage {entry.a}-{entry.b} is for armies, which stand in {province.id} and on no coast"
            graph.say(
                "passage-needs-coast", message, entry.place, f"write {province.id} for armies and {end} for fleets", end
            )
            return None
        if (units.army and not province.armies) or (units.fleet and not province.fleets):
            wrong = "armies" if units.army and not province.armies else "fleets"
            message = f"the passage {entry.a}-{entry.b} is for {_WHO[units]}, but {wrong} cannot stand in {end}"
            hint = "correct its units, or the terrain of the province"
            graph.say("passage-against-terrain", message, entry.place, hint, end)
            return None
    kind = Kind(entry.kind) if entry.kind else _default_kind(a, b, units, keeper)
    one, other = (entry.a, entry.b) if entry.oneway else sorted((entry.a, entry.b))
    item = tag.item if tag else None
    return Passage(one, other, units, kind, keeper, entry.oneway, entry.place, item)


def _passage_edges(passage: Passage, graph: Graph) -> Iterator[Edge]:
    """The edge a passage adds; nothing where touching shapes have made it already."""
    ends = {passage.a, passage.b}
    units: Units | None = passage.units
    doubtful = False
    for edge in graph.edges:
        if units is not None and edge.how == "border" and {edge.adjacency.a, edge.adjacency.b} == ends:
            units = units.minus(edge.adjacency.units)
            doubtful = doubtful or (edge.contact is not None and not edge.contact.silent)
    if units is None and doubtful:
        return  # the shapes meet in a corner or so, and the passage confirms the border
    if units is None:
        message = f"the passage {passage.a}-{passage.b} joins provinces that already share a border for its units"
        hint = "remove the passage, or draw the shapes apart"
        graph.say("needless-passage", message, passage.place, hint, passage.a, passage.b)
        return
    adjacency = Adjacency(passage.a, passage.b, units, passage.kind, passage.keeper, passage.oneway)
    yield Edge(adjacency, "passage", passage.place)


def barriers_of(graph: Graph) -> tuple[Barrier, ...]:
    """The barriers as the model holds them, in order."""
    found = {(barrier.a, barrier.b): barrier.units for barrier in graph.barriers}
    return tuple(Barrier(a, b, units) for (a, b), units in sorted(found.items()))
