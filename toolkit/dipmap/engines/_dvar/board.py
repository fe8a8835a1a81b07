"""The board of a DVAR: provinces, named coasts and edges, each with the place it has in the file.

An edge stands at both its ends; what one end lacks is a way of one direction.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from dipmap.engines._dvar.names import KNOWN, plain
from dipmap.engines._dvar.told import LENGTH, Told
from dipmap.engines._json import Node
from dipmap.engines._reading import ONEWAY, derived
from dipmap.model import Adjacency, Coast, Province, Terrain, Units, UnitType, province_of

ID_LENGTH = 40

_TYPES = {
    "land": (Terrain.LAND, True, False),
    "coastal": (Terrain.COAST, True, True),
    "sea": (Terrain.SEA, False, True),
}
_PASSES = {"army": Units.ARMY, "fleet": Units.FLEET, "both": Units.BOTH}


@dataclass
class Board:
    """Provinces and edges. `ids` maps the file's locations to ours, `places` ours to provinces with their nodes."""

    told: Told
    top: Node
    ids: dict[str, str] = field(default_factory=dict)
    provinces: dict[str, Province] = field(default_factory=dict)
    nodes: dict[str, Node] = field(default_factory=dict)
    edges: list[Adjacency] = field(default_factory=list)

    def read(self) -> None:
        told, known = self.told, KNOWN["provinces"]
        nodes: dict[str, Node] = {}
        for node in told.parts(self.top, "provinces", "the document"):
            name = told.text(node, "id", "a province")
            if name in nodes:
                told.wrong(
                    f"two provinces are called {name[:LENGTH]}; the second is left out", node, "give it another id"
                )
            elif name:
                nodes[name] = node
        self.ids = derived(nodes, length=ID_LENGTH)
        for name, node in nodes.items():
            self._province(name, node)
        told.others(self.top, KNOWN["document"], "document", "document")
        for name, node in nodes.items():
            told.others(node, known, "provinces", self.ids[name])
        for node in told.parts(self.top, "namedCoasts", "the document", needed=False):
            self._coast(node)
        self.edges = list(self._edges())

    def _province(self, name: str, node: Node) -> None:
        told, what = self.told, f"the province {name[:LENGTH]}"
        kind = told.text(node, "type", what)
        if kind and kind not in _TYPES:
            told.wrong(
                f"{what} is of the type {kind[:40]!r}; it is read as land", node.value["type"], "write another type"
            )
        terrain, armies, fleets = _TYPES.get(kind, _TYPES["land"])
        centre = told.get(node, "supplyCenter", bool, what)
        identity = self.ids[name]
        self.provinces[identity] = Province(
            identity,
            line(told.text(node, "name", what)) or name[:LENGTH],
            terrain,
            armies=armies,
            fleets=fleets,
            convoys=terrain is Terrain.SEA,
            centre=bool(centre and centre.value),
        )
        self.nodes[identity] = node

    def _coast(self, node: Node) -> None:
        told = self.told
        name = told.text(node, "id", "a named coast")
        parent = told.text(node, "parentProvince", f"the coast {name[:LENGTH]}")
        if not name or not parent:
            return
        what = f"the coast {name[:LENGTH]}"
        province = self.provinces.get(self.ids.get(parent, "")) if "/" not in parent else None
        if name in self.ids:
            told.wrong(f"two places are called {name[:LENGTH]}; the second is left out", node, "give it another id")
        elif province is None:
            told.stray(f"{what} is of {parent[:LENGTH]}, which is no province", node, "name a province")
        elif province.terrain is Terrain.SEA:
            told.wrong(f"{what} is of {province.name}, which is a sea; it is left out", node, "make the province land")
        else:
            taken = {coast.id for coast in province.coasts}
            identity = derived([name.rpartition("/")[2]], taken, length=ID_LENGTH).popitem()[1]
            called = line(told.text(node, "name", what)) or name[:LENGTH]
            coasts = (*province.coasts, Coast(identity, _own_name(called, province.name)))
            self.provinces[province.id] = replace(province, terrain=Terrain.COAST, fleets=True, coasts=coasts)
            self.ids[name] = f"{province.id}/{identity}"
            self.nodes[self.ids[name]] = node
            told.others(node, KNOWN["namedCoasts"], "namedCoasts", self.ids[name])

    # ---- edges

    def _edges(self) -> Iterator[Adjacency]:
        ways: dict[tuple[str, str], tuple[Units, Node]] = {}
        for place, node in self.nodes.items():
            for edge in self.told.parts(node, "adjacencies", self.name(place)):
                self._way(place, edge, ways)
        for (a, b), (there, node) in ways.items():
            back = ways[b, a][0] if (b, a) in ways else None
            both = Units.of(army=there.army and _army(back), fleet=there.fleet and _fleet(back))
            if both and a < b:
                yield Adjacency(a, b, both)
            only = there.minus(back) if back else there
            if only:
                who = {Units.ARMY: "armies", Units.FLEET: "fleets"}.get(only, "units")
                message = f"{who} go from {self.name(a)} to {self.name(b)} and have no way back"
                self.told.say(ONEWAY, message, node, f"write the edge for {only.value} at both ends if it has one")
                yield Adjacency(a, b, only, oneway=True)

    def _way(self, place: str, node: Node, ways: dict[tuple[str, str], tuple[Units, Node]]) -> None:
        told, what = self.told, f"an edge of {self.name(place)}"
        name = told.text(node, "to", what)
        word = told.text(node, "pass", what)
        if not name or not word:
            return
        to = self.ids.get(name)
        units = _PASSES.get(word)
        if units is None:
            told.wrong(f"{what} is for {word[:40]!r}", node.value["pass"], f"write one of {', '.join(_PASSES)}")
        elif to is None:
            told.stray(f"{what} leads to {name[:LENGTH]}, which is no place of the document", node, "name a place")
        elif province_of(to) == province_of(place):
            told.wrong(f"{what} leads to itself", node, "remove it")
        else:
            self._keep_way((place, to), units, node, ways)

    def _keep_way(
        self, ends: tuple[str, str], units: Units, node: Node, ways: dict[tuple[str, str], tuple[Units, Node]]
    ) -> None:
        able = {unit: all(self.stands(end, unit) for end in ends) for unit in UnitType}
        left = Units.of(army=units.army and able[UnitType.ARMY], fleet=units.fleet and able[UnitType.FLEET])
        between = f"{self.name(ends[0])} to {self.name(ends[1])}"
        if left is not units:
            lost = [
                f"{unit.value}s"
                for unit in UnitType
                if unit.value in _both((units.minus(left) if left else None) or units)
            ]
            self.told.stray(
                f"the edge from {between} is for {' and '.join(lost).replace('armys', 'armies')}, which cannot stand at both ends",
                node,
                "change the edge, the types of the provinces, or the coast it leads to",
            )
        if ends in ways:
            self.told.wrong(f"the edge from {between} stands twice", node, "make one of the two")
            left = left.plus(ways[ends][0]) if left else ways[ends][0]
        if left:
            ways[ends] = left, node
            self.told.others(node, KNOWN["edges"], "edges", ">".join(ends))

    def stands(self, location: str, unit: UnitType) -> bool:
        """Whether a unit may be at a location: armies on no coast, fleets on one where there are some."""
        province = self.provinces[province_of(location)]
        if unit is UnitType.ARMY:
            return province.armies and "/" not in location
        return province.fleets and bool(province.coasts) == ("/" in location)

    def name(self, location: str) -> str:
        """The name of a place for a sentence."""
        province = self.provinces[province_of(location)]
        coast = next((each.name for each in province.coasts if location.endswith(f"/{each.id}")), "")
        return f"{province.name} ({coast})" if coast else province.name


def _both(units: Units) -> tuple[str, ...]:
    return ("army", "fleet") if units is Units.BOTH else (units.value,)


def _army(units: Units | None) -> bool:
    return units is not None and units.army


def _fleet(units: Units | None) -> bool:
    return units is not None and units.fleet


def line(text: str) -> str:
    """A text as a name: one line, letters that show, not too long."""
    return plain(text)[:LENGTH].strip()


def _own_name(name: str, province: str) -> str:
    """What a coast is called without its province's name: `Spain (south coast)`, `Spain South Coast`."""
    rest = name.removeprefix(province).strip() if name.startswith(province) else ""
    if rest.startswith("(") and rest.endswith(")"):
        rest = rest[1:-1].strip()
    return rest or name
