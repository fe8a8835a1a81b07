"""The adjacency file of a jDip variant, read: provinces by every name they have, steps, conditional borders.

jDip derives what a province is from its movers (`mv` armies, `xc` fleets, `nc sc ec wc` fleets on a coast of that name),
lets a province name itself where it has no neighbours, and takes any step that one end lists.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from dipmap.diagnostics import Notice
from dipmap.engines._jdip.graph import BORDER_FIELDS, BORDER_ID, OWN_BORDERS
from dipmap.engines._jdip.names import plain
from dipmap.engines._jdip.xml import Log, Node, shown
from dipmap.engines._mapfile.names import COASTS
from dipmap.engines._reading import derived, unreadable
from dipmap.model import Adjacency, Coast, Province, Terrain, Units, UnitType, province_of

MAX_REFS = 50_000
LONGEST = 200
"""Letters of a name."""
_KINDS = ("mv", "xc", *COASTS)
_COAST_NAMES = {"nc": "north coast", "sc": "south coast", "ec": "east coast", "wc": "west coast"}
_SEPARATORS = re.compile(r"[ ,;:\t\n\r]+")
_BORDER_SEPARATORS = re.compile(r"[ ,;\t\n\r]+")

Step = tuple[str, str]


def name_of(text: str) -> str:
    """A name on one line, no longer than dipmap takes."""
    return plain(text[: 4 * LONGEST])[:LONGEST].strip()


def split(reference: str) -> Step:
    """A reference such as `stp-sc` as the name of a province and a coast, which may be empty."""
    if len(reference) > 3 and reference[-3] in "-/\\":
        coast = reference[-2:]
        return reference[:-3], "" if coast in ("mv", "xc") else coast
    return reference, ""


@dataclass(frozen=True)
class Graph:
    """What the file says.

    `names` leads from every name in lower case to an id, `codes` from an id to the file's short name. `borders` are
    borders in use by id, places in `from` written as ours (`stp-sc`), `limits` the borders of each province in order.
    """

    names: Mapping[str, str]
    codes: Mapping[str, str]
    nodes: Mapping[str, Node] = field(repr=False)
    provinces: Mapping[str, Province]
    edges: tuple[Adjacency, ...]
    borders: Mapping[str, Mapping[str, str]]
    limits: Mapping[str, tuple[str, ...]]
    notices: tuple[Notice, ...]

    def location(self, reference: str) -> str | None:
        """The place of a reference (`STP-sc` is `stp/sc`); None where the file has no such place."""
        name, coast = split(reference.strip().lower())
        province = self.names.get(name)
        if province is None:
            return None
        place = f"{province}/{coast}" if coast else province
        return place if place in self.provinces[province].locations else None

    def kept_out(self, province: str, unit: UnitType) -> list[str]:
        """Borders that never let a type of unit into a province."""
        return [border for border in self.limits.get(province, ()) if _closes(self.borders[border], unit)]


def _closes(border: Mapping[str, str], unit: UnitType) -> bool:
    conditions = {key for key in border if key not in ("description", "unitTypes")}
    return border.get("unitTypes", "").lower() == unit.value and not conditions


def read_graph(root: Node) -> Graph:
    """The graph of a file. Raises `UnreadableError` where no province is left."""
    return _Reader(root).graph()


class _Reader:
    """The graph in the making; every step keeps the element that it stands in."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self.log = Log()
        self.nodes: dict[str, Node] = {}
        self.codes: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.full: dict[str, str] = {}
        self.aliases: dict[str, tuple[str, ...]] = {}
        self.movers: dict[str, dict[str, Node]] = {}
        self.army: dict[Step, Node] = {}
        self.fleet: dict[Step, Node] = {}
        self.room = MAX_REFS

    def graph(self) -> Graph:
        self._name_provinces()
        for province, node in self.nodes.items():
            self.movers[province] = self._movers(province, node)
        self._steps()
        edges = tuple(self._edges())
        borders, limits = self._borders()
        return Graph(
            self.names,
            self.codes,
            self.nodes,
            {province: self._province(province) for province in sorted(self.nodes)},
            edges,
            borders,
            limits,
            tuple(self.log.notices),
        )

    # ---- names

    def _name_provinces(self) -> None:
        held: dict[str, Node] = {}
        for node in self.root.all("PROVINCE"):
            code = node.get("shortname").lower()
            if not code:
                self.log.bad("a province has no short name; it is left out", node, "give it a shortname", "shortname")
            elif code in held:
                message = f"two provinces have the short name {shown(code)}; the second is left out"
                self.log.bad(message, node, "give it a short name of its own", code)
            else:
                held[code] = node
        if not held:
            unreadable(
                f"{self.root.span.source.name} has no provinces", self.root.place, "look whether it is the right file"
            )
        ids = derived(held, length=60)
        self.nodes = {ids[code]: node for code, node in held.items()}
        self.codes = {ids[code]: code for code in held}
        self.names = dict(ids)
        for province, node in self.nodes.items():
            name = name_of(node.get("fullname")) or self.codes[province].upper()[:LONGEST]
            self.full[province] = name
            self._take(name, province, node)
        for province, node in self.nodes.items():
            found = [name_of(each.get("name")) for each in node.all("UNIQUENAME")]
            own = {"", self.full[province].lower(), province}
            kept = [name for name in dict.fromkeys(found) if name.lower() not in own]
            self.aliases[province] = tuple(name for name in kept if self._take(name, province, node))

    def _take(self, name: str, province: str, node: Node) -> bool:
        other = self.names.setdefault(name.lower(), province)
        if other != province:
            one, two = self.full.get(other, other), self.full[province]
            message = f"{shown(name)} is a name of {shown(one)} and of {shown(two)}; it means {shown(one)}"
            self.log.bad(
                message, node, "give one of them another name: jDip loads no map with such names", name, province
            )
        return other == province

    # ---- who moves

    def _movers(self, province: str, node: Node) -> dict[str, Node]:
        name = shown(self.full[province])
        found: dict[str, Node] = {}
        for each in node.all("ADJACENCY"):
            kind = each.get("type", "mv").lower()
            if kind not in _KINDS:
                message = f"the neighbours of type {shown(kind)} of {name} are left out; types are {', '.join(_KINDS)}"
                self.log.bad(message, each, "correct the type", f"{province} {kind}", province)
                continue
            if kind in found:
                message = f"{name} has neighbours of type {kind} twice; jDip takes the last"
                self.log.bad(message, each, "join the two lists", f"{province} {kind} twice", province)
            found[kind] = each
        coasts = [kind for kind in sorted(COASTS) if kind in found]
        if not found:
            message = f"{name} says of nobody that it may stand there; it is taken as impassable"
            self.log.bad(message, node, "give it an ADJACENCY for each who may", f"{province} none", province)
        if coasts and "xc" in found:
            message = (
                f"{name} has one coast (xc) and several ({', '.join(coasts)}); the neighbours of the one are left out"
            )
            self.log.bad(message, found.pop("xc"), "share them out among the coasts", f"{province} xc", province)
        if coasts and "mv" not in found:
            message = f"{name} has coasts and no neighbours of armies (mv), which jDip refuses"
            self.log.bad(
                message,
                node,
                'add an ADJACENCY of type mv, with refs="" where there are none',
                f"{province} mv",
                province,
            )
        return found

    def _coasts(self, province: str) -> list[str]:
        return [kind for kind in sorted(COASTS) if kind in self.movers[province]]

    def _afloat(self, province: str) -> bool:
        return "xc" in self.movers[province] or bool(self._coasts(province))

    # ---- steps

    def _steps(self) -> None:
        listed = {
            (f"{province}/{kind}" if kind in COASTS else province): self._targets(province, node)
            for province, found in self.movers.items()
            for kind, node in found.items()
            if kind != "mv"
        }
        reached = {place: {target for target, _ in targets} for place, targets in listed.items()}
        for province, found in self.movers.items():
            for kind, node in found.items():
                if kind == "mv":
                    self._army_steps(province, node)
                else:
                    place = f"{province}/{kind}" if kind in COASTS else province
                    for target, coast in listed[place]:
                        for end in self._fleet_ends(province, target, coast, reached, node):
                            self.fleet.setdefault((place, end), node)

    def _targets(self, province: str, node: Node) -> list[Step]:
        """Provinces and coasts that a list names, itself left out."""
        found = []
        tokens = [token for token in _SEPARATORS.split(node.get("refs").lower()) if token]
        self.room -= len(tokens)
        if self.room < 0:
            message = f"{self.root.span.source.name} has more than {MAX_REFS:,} neighbours"
            unreadable(message, node.place, "look whether it is the right file")
        for token in tokens:
            name, coast = split(token)
            target = self.names.get(name)
            if target is None:
                message = f"a neighbour of {shown(self.full[province])} is {shown(token)}, which is no province; it is left out"
                self.log.stray(message, node, "correct the name or remove it", f"{province} {token}", province)
            elif target != province:
                found.append((target, coast))
        return found

    def _army_steps(self, province: str, node: Node) -> None:
        for target, _ in self._targets(province, node):
            if "mv" in self.movers[target]:
                self.army.setdefault((province, target), node)
            else:
                self._nowhere("armies", province, target, "no army", node)

    def _fleet_ends(
        self, province: str, target: str, coast: str, reached: Mapping[str, set[str]], node: Node
    ) -> list[str]:
        """The places a reference of fleets means; a coast that is wrong or missing is the one that leads back."""
        coasts = self._coasts(target)
        if not self._afloat(target):
            self._nowhere("fleets", province, target, "no fleet", node)
            return []
        if coast in coasts:
            return [f"{target}/{coast}"]
        if not coasts and not coast:
            return [target]
        ends = [f"{target}/{one}" for one in coasts if province in reached[f"{target}/{one}"]] if coasts else [target]
        name = shown(self.full[target])
        said = f"{target}-{shown(coast)}, a coast that {name} does not have" if coast else f"{name} without a coast"
        done = f"it is taken as {', '.join(ends).replace('/', '-')}" if ends else "it is left out"
        message = f"a neighbour of fleets in {shown(self.full[province])} is {said}; {done}"
        hint = f"write one of {', '.join(f'{target}-{one}' for one in coasts)}" if coasts else f"write {target} alone"
        self.log.stray(message, node, hint, f"{province} {target} {coast}", province, target)
        return ends

    def _nowhere(self, who: str, one: str, other: str, none: str, node: Node) -> None:
        a, b = shown(self.full[one]), shown(self.full[other])
        message = f"{who} are led from {a} to {b}, where {none} may stand; the step is left out"
        hint = f"remove {self.codes[other]} from the list, or let {who} stand there"
        self.log.oneway(message, node, hint, f"{one} {other} {who}", one, other)

    def _edges(self) -> Iterator[Adjacency]:
        units: dict[tuple[str, str, bool], Units] = {}
        for kind, steps in ((Units.ARMY, self.army), (Units.FLEET, self.fleet)):
            for (a, b), node in steps.items():
                oneway = (b, a) not in steps
                if oneway:
                    self._oneway("armies" if kind is Units.ARMY else "fleets", a, b, steps, node)
                key = (a, b, True) if oneway else (min(a, b), max(a, b), False)
                units[key] = units[key].plus(kind) if key in units else kind
        for (a, b, oneway), held in sorted(units.items(), key=lambda item: (item[0], item[1].value)):
            yield Adjacency(a, b, held, oneway=oneway)

    def _oneway(self, who: str, a: str, b: str, steps: Mapping[Step, Node], node: Node) -> None:
        one, other = province_of(a), province_of(b)
        ways = self._army_ways if steps is self.army else self._fleet_ways
        back = [f"{start} to {end}" for start, end in ways.get((other, one), ())]
        other_way = f"; the way back is from {', '.join(back).replace('/', '-')}" if back else " and not back"
        message = f"{who} go from {self._called(a)} to {self._called(b)}{other_way}"
        hint = f"add {self._code(a)} to the list of {self._code(b)} if they may go both ways"
        self.log.oneway(message, node, hint, f"{a} {b} {who}", one, other)

    @cached_property
    def _army_ways(self) -> dict[Step, list[Step]]:
        return _by_provinces(self.army)

    @cached_property
    def _fleet_ways(self) -> dict[Step, list[Step]]:
        return _by_provinces(self.fleet)

    def _called(self, place: str) -> str:
        province, _, coast = place.partition("/")
        return f"{shown(self.full[province])} ({_COAST_NAMES[coast]})" if coast else shown(self.full[province])

    def _code(self, place: str) -> str:
        province, _, coast = place.partition("/")
        return f"{shown(self.codes[province])}{coast and '-' + coast}"

    # ---- provinces and borders

    def _province(self, province: str) -> Province:
        armies, fleets = "mv" in self.movers[province], self._afloat(province)
        convoyable = self.nodes[province].flag("isConvoyableCoast", default=False)
        if not fleets:
            terrain = Terrain.LAND
        elif not armies or (convoyable and province not in self._joined):
            terrain = Terrain.SEA
        else:
            terrain = Terrain.COAST
        return Province(
            province,
            self.full[province],
            terrain,
            self.aliases[province],
            armies=armies,
            fleets=fleets,
            convoys=fleets and (convoyable or not armies),
            coasts=tuple(Coast(coast, _COAST_NAMES[coast]) for coast in self._coasts(province)),
        )

    @cached_property
    def _joined(self) -> set[str]:
        return {end for step in self.army for end in step}

    def _borders(self) -> tuple[dict[str, dict[str, str]], dict[str, tuple[str, ...]]]:
        defined: dict[str, tuple[str, dict[str, str]]] = {}
        held = self.root.one("BORDER_DEFINITIONS")
        for index, node in enumerate(held.all("BORDER") if held else (), 1):
            said = node.get("id")
            fields = self._border(node)
            if fields is not None and said not in defined:
                odd = not BORDER_ID.fullmatch(said) or (said in OWN_BORDERS and fields != OWN_BORDERS[said])
                defined[said] = f"border{index}" if odd else said, fields
        limits: dict[str, tuple[str, ...]] = {}
        for province, node in self.nodes.items():
            used = [name for name in _BORDER_SEPARATORS.split(node.get("borders")) if name]
            for name in [name for name in used if name not in defined]:
                message = (
                    f"{shown(self.full[province])} has the border {shown(name)}, which is not there; it is left out"
                )
                self.log.stray(
                    message, node, "define it in BORDER_DEFINITIONS or remove it", f"{province} {name}", province
                )
            found = tuple(dict.fromkeys(defined[name][0] for name in used if name in defined))
            if found:
                limits[province] = found
        used_ids = {name for names in limits.values() for name in names}
        return dict(value for value in defined.values() if value[0] in used_ids), limits

    def _border(self, node: Node) -> dict[str, str] | None:
        """The fields of a border; None where it cannot be kept."""
        fields = {key: plain(node.get(key)[:1000]) for key in BORDER_FIELDS if node.get(key)}
        places = []
        for token in [token for token in _BORDER_SEPARATORS.split(fields.get("from", "").lower()) if token]:
            name, coast = split(token)
            if name in self.names:
                places.append(f"{self.names[name]}{coast and '-' + coast}")
                continue
            message = f"the border {shown(node.get('id'))} is for units from {shown(token)}, which is no province"
            self.log.stray(message, node, "correct the name or remove it", f"{node.get('id')} {token}")
        if fields.pop("from", "") and not places:
            return None  # without a place it would hold for units from everywhere
        return {"from": " ".join(places), **fields} if places else fields


def _by_provinces(steps: Iterable[Step]) -> dict[Step, list[Step]]:
    found: dict[Step, list[Step]] = defaultdict(list)
    for a, b in steps:
        found[province_of(a), province_of(b)].append((a, b))
    return found
