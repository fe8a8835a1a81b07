"""A jDip variant package, read: each variant of `variants.xml` with its graph, its map and what only jDip understands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from dipmap.diagnostics import Notice
from dipmap.engines._jdip.graph import BORDER_FIELDS
from dipmap.engines._jdip.names import NOBODY
from dipmap.engines._jdip.read_files import Package, index_of
from dipmap.engines._jdip.read_graph import name_of
from dipmap.engines._jdip.read_map import MapFacts
from dipmap.engines._jdip.read_rules import RULES_HINT, Rules
from dipmap.engines._jdip.read_words import Told, name, told, version
from dipmap.engines._jdip.text import UNIT_STYLE
from dipmap.engines._jdip.xml import Log, Node, read_nodes, shown
from dipmap.engines._reading import Drawn, Files, Imported, UnreadableError, colours, derived, unreadable, whole
from dipmap.engines._rules import listed
from dipmap.model import Builds, Power, Province, Start, Terrain, Unit, UnitType, Variant, province_of

MAX_VARIANTS = 40
_NOBODY = re.compile(f"{NOBODY}[A-Z]{{0,3}}")
_UNITS = {"army": UnitType.ARMY, "a": UnitType.ARMY, "fleet": UnitType.FLEET, "f": UnitType.FLEET}


def read_package(files: Files) -> tuple[Imported, ...]:
    """The variants of a package. Raises `UnreadableError` where there is none that could be used."""
    index = index_of(files)
    if index is None:
        unreadable("there is no variants.xml", whole("variants.xml", b""), "give the whole zip of the variant")
    package = Package(files, index, read_nodes(index, files[index], "VARIANTS"))
    nodes = package.root.all("VARIANT")
    if not nodes:
        unreadable(f"{index} has no variant", package.root.place, "look whether it is the right file")
    if len(nodes) > MAX_VARIANTS:
        unreadable(f"{index} has more than {MAX_VARIANTS} variants", package.root.place, "take the package apart")
    found: list[Imported] = []
    failed: list[Notice] = []
    for node, identity in zip(nodes, _ids(nodes), strict=True):
        try:
            found.append(_VariantReader(package, node, identity).imported())
        except UnreadableError as error:
            failed += error.notices
    if not found:
        raise UnreadableError(failed)
    return (replace(found[0], notices=(*failed, *found[0].notices)), *found[1:])


def _ids(nodes: Iterable[Node]) -> list[str]:
    """An id for each variant: its name's letters and digits, a letter first; another of one name gets a number."""
    found: list[str] = []
    for node in nodes:
        wanted = next(iter(derived([name(node.get("name"))], length=50).values()))
        found += derived([wanted if wanted[0].isalpha() else f"v{wanted}"], found).values()
    return found


class _VariantReader:
    """One variant in the making."""

    def __init__(self, package: Package, node: Node, identity: str) -> None:
        self.package = package
        self.node = node
        self.id = identity
        self.name = name_of(name(node.get("name"))) or identity
        self.log = Log()
        self.kept: dict[str, Any] = {}
        graph_path = self._graph_path()
        self.graph = package.graph(graph_path)
        self.drawing, self.facts = self._drawing(graph_path)
        self.log.notices.extend((*self.graph.notices, *self.facts.notices))
        self.powers, self.power_names = self._named_powers()

    def imported(self) -> Imported:
        """The variant."""
        provinces = self._centres()
        units = self._units(provinces)
        rules = Rules(self.node, self.log, self.kept)
        builds = Builds(rules.sites(), units=self._built(provinces, units))
        provinces = {place: self._ground(province, units, builds) for place, province in provinces.items()}
        self._borders(provinces, builds)
        calendar, opening = rules.start()
        victory, end = rules.victory(sum(each.centre for each in provinces.values()), calendar, opening)
        words = self._description()
        variant = Variant(
            self.id,
            self.name,
            self._version(),
            tuple(provinces.values()),
            self.graph.edges,
            self._powers(provinces),
            designers=words.designers,
            licence=words.licence,
            description=words.text,
            standing_units=tuple(replace(unit, power=None) for unit in units if unit.power in self.nobody),
            calendar=calendar,
            start=Start(tuple(unit for unit in units if unit.power not in self.nobody), opening),
            builds=builds,
            victory=victory,
            end=end,
            anchors=self.facts.anchors,
        )
        renamed = self._renamed()
        return Imported(variant, self.drawing, self.kept, tuple(self.log.notices), renamed)

    @cached_property
    def nobody(self) -> frozenset[str]:
        """Powers of ours for units of nobody."""
        return frozenset(
            identity
            for identity, node in self.powers.items()
            if not node.flag("active", default=True) and _NOBODY.fullmatch(name_of(node.get("name")))
        )

    @cached_property
    def by_land(self) -> frozenset[str]:
        """Provinces that armies enter or leave on foot."""
        return frozenset(place for edge in self.graph.edges if edge.units.army for place in edge.pair)

    # ---- files

    def _graph_path(self) -> str:
        node = self.node.one("MAP") or self.node
        uri = node.get("adjacencyURI")
        path = self.package.path(uri) if uri else None
        if path is None:
            message = f"the neighbours of {shown(self.name)} are in {shown(uri)}, which is not in the package"
            if not uri:
                message = f"{shown(self.name)} names no file with its neighbours"
            unreadable(message, node.place, "add the file, or correct adjacencyURI", f"{self.id} adjacency")
        return path

    def _drawing(self, graph_path: str) -> tuple[Drawn | None, MapFacts]:
        """The map that jDip shows first; without one the import has to sketch."""
        held = self.node.one("MAP")
        graphics = held.all("MAP_GRAPHIC") if held else []
        graphic = next((each for each in graphics if each.flag("default", default=False)), next(iter(graphics), None))
        definition = self.package.maps.get(graphic.get("ref")) if graphic else None
        if graphic is None or definition is None:
            hint = "define the map and name it in MAP_GRAPHIC"
            self.log.bad(f"{shown(self.name)} has no map", graphic or self.node, hint, "map")
            return None, MapFacts()
        style = graphic.get("preferredUnitStyle") or definition.get("preferredUnitStyle")
        self._keep_text("unit_style", style if style != UNIT_STYLE else "")
        if len(graphics) > 1:
            more = listed(shown(each.get("ref")) for each in graphics if each is not graphic)
            message = f"{shown(self.name)} has further maps that are not read: {more}"
            self.log.keep(message, graphic, "keep the package where they are needed", "maps")
        uri = definition.get("URI")
        path = self.package.path(uri)
        if path is None:
            message = f"the map {shown(uri)} is not in the package"
            self.log.bad(message, definition, "add the file, or correct URI", "map")
            return None, MapFacts()
        facts = self.package.drawing(path, graph_path)
        return Drawn(path, self.package.files[path], "jdip", facts.shapes), facts

    def _keep_text(self, key: str, text: str) -> None:
        if text := name_of(text):
            self.kept[key] = text

    # ---- powers

    def _named_powers(self) -> tuple[dict[str, Node], dict[str, str]]:
        """The powers by id, and ids by every name in lower case."""
        held: dict[str, Node] = {}
        taken = {"none"}
        for node in self.node.all("POWER"):
            called = name_of(node.get("name"))
            if not called or called.lower() in taken:
                message = f"a power cannot be called {shown(called)!r}; it is left out"
                self.log.bad(message, node, "give it a name of its own", f"power {called[:60]}")
                continue
            taken.add(called.lower())
            held[called] = node
        if not held:
            message = f"{shown(self.name)} has no powers"
            unreadable(message, self.node.place, "add a POWER for each", f"{self.id} powers")
        ids = derived(held, length=60)
        names = {called.lower(): ids[called] for called in held}
        for called, node in held.items():
            for other in self._others(node):
                names.setdefault(other.lower(), ids[called])
        return {ids[called]: node for called, node in held.items()}, names

    def _others(self, node: Node) -> tuple[str, ...]:
        names = (name_of(other) for other in node.get("altnames")[:1000].split(","))
        return tuple(dict.fromkeys(other for other in names if other and other != name_of(node.get("name"))))

    def _power(self, text: str, node: Node, what: str) -> str | None:
        """The power of a name, None for none; a name nobody has is told."""
        found = self.power_names.get(name_of(text).lower())
        if found is None and text.lower() != "none":
            message = f"{what} is {shown(text)}, which is no power of {shown(self.name)}; it is left out"
            self.log.stray(message, node, "correct the name or add the power", f"{what} {text[:60]}")
        return found

    def _powers(self, provinces: Mapping[str, Province]) -> tuple[Power, ...]:
        found = []
        homes: dict[str | None, list[str]] = {}
        for place, province in provinces.items():
            homes.setdefault(province.home, []).append(place)
        for (identity, node), spare in zip(self.powers.items(), colours(len(self.powers)), strict=True):
            called = name_of(node.get("name"))
            if identity not in self.nobody:
                found.append(
                    Power(
                        identity,
                        called,
                        name_of(node.get("adjective")) or called,
                        called,
                        self.facts.colours.get(called.lower(), spare),
                        tuple(homes.get(identity, ())),
                        node.flag("active", default=True),
                        self._others(node),
                    )
                )
        return tuple(found)

    # ---- the board at the start

    def _centres(self) -> dict[str, Province]:
        """The provinces, with centres, homes and owners."""
        provinces = dict(self.graph.provinces)
        for node in self.node.all("SUPPLYCENTER"):
            place = self._place(node, "a supply centre")
            if place is None:
                continue
            called = provinces[place].name
            home = self._power(node.get("homepower", "none") or "none", node, f"the power at home in {called}")
            owner = self._power(node.get("owner", "none") or "none", node, f"the owner of {called}")
            provinces[place] = replace(
                provinces[place],
                centre=True,
                home=None if home in self.nobody else home,
                owner=None if owner in self.nobody else owner,
            )
        return provinces

    def _place(self, node: Node, what: str) -> str | None:
        said = node.get("province")
        place = self.graph.names.get(name_of(said).lower())
        if place is None:
            message = f"{what} is in {shown(said)}, which is no province; it is left out"
            self.log.stray(message, node, "correct the name or remove it", f"{node.tag} {said[:60]}")
        return place

    def _units(self, provinces: Mapping[str, Province]) -> list[Unit]:
        found: dict[str, Unit] = {}
        for node in self.node.all("INITIALSTATE"):
            place = self._place(node, "a unit")
            power = self._power(node.get("power"), node, "the power of a unit")
            if place is None or power is None:
                continue
            province, said = provinces[place], node.get("unit").lower()
            unit = _UNITS.get(said)
            coast = node.get("unitcoast").lower()
            location = f"{place}/{coast}" if province.coasts and unit is UnitType.FLEET else place
            if unit is None or not _stands(province, unit) or location not in province.locations:
                where = f"{province.name}{f' ({coast})' if coast else ''}"
                message = f"a unit at the start, {shown(said) or 'of no type'} in {shown(where)}, cannot stand there"
                hint = "write army or fleet where one may stand, with unitcoast where there are several coasts"
                self.log.bad(f"{message}; it is left out", node, hint, f"unit {place}", place)
                continue
            if place in found:
                message = f"two units start in {shown(province.name)}; jDip takes the last"
                self.log.bad(message, node, "remove one of them", f"units {place}", place)
            found[place] = Unit(power, unit, location)
        return list(found.values())

    def _built(self, provinces: Mapping[str, Province], units: list[Unit]) -> tuple[UnitType, ...]:
        """Types of unit that are built: not one that borders keep out of every centre where it could be."""
        found = []
        for unit in UnitType:
            able = [place for place, each in provinces.items() if each.centre and _stands(each, unit)]
            used = any(each.type is unit for each in units)
            if used or not able or not all(self.graph.kept_out(place, unit) for place in able):
                found.append(unit)
        return tuple(found or UnitType)

    def _ground(self, province: Province, units: list[Unit], builds: Builds) -> Province:
        """A province of fleets where a border keeps armies out for good, or one of armies that nobody enters or needs."""
        if province.id in self.by_land:
            return province
        told_by_builds = province.centre and UnitType.ARMY not in builds.units
        shut = self.graph.kept_out(province.id, UnitType.ARMY)
        if province.fleets:
            closed = province.armies and shut and not told_by_builds
            return replace(province, armies=False, terrain=Terrain.SEA) if closed else province
        needed = province.centre or any(province_of(unit.location) == province.id for unit in units)
        return province if needed else replace(province, armies=False, impassable=True)

    def _borders(self, provinces: Mapping[str, Province], builds: Builds) -> None:
        """Keep the borders that the variant itself does not say; one remark for each kind."""
        kept: dict[str, dict[str, list[str]]] = {}
        kinds: dict[str, dict[tuple[str, str], None]] = {}
        for place, borders in self.graph.limits.items():
            said = self._said(provinces[place], builds)
            for border in [border for border in borders if border not in said]:
                fields = self.graph.borders[border]
                kind = ", ".join(f"{key} {fields[key]}" for key in BORDER_FIELDS[2:] if key in fields)
                kinds.setdefault(kind, {})[place, border] = None
                kept.setdefault(place, {"borders": []})["borders"].append(border)
        if not kept:
            return
        used = {border for entry in kept.values() for border in entry["borders"]}
        self.kept["borders"] = {each: dict(fields) for each, fields in self.graph.borders.items() if each in used}
        self.kept["provinces"] = kept
        for kind, found in kinds.items():
            ways = listed((self._way(place, border) for place, border in found), 4)
            message = f"jDip has a condition on moves {ways}: {shown(kind) or 'none'}"
            node = self.graph.nodes[next(iter(found))[0]]
            places = dict.fromkeys(place for place, _ in found)
            self.log.keep(message, node, RULES_HINT, f"borders {kind}", *places)

    def _way(self, place: str, border: str) -> str:
        """The moves that a border of a province is about."""
        starts = self.graph.borders[border].get("from", "").split()
        names = [shown(self.graph.provinces[start.partition("-")[0]].name) for start in starts]
        return f"{f'from {listed(names, 3)} ' if names else ''}to {shown(self.graph.provinces[place].name)}"

    def _said(self, province: Province, builds: Builds) -> set[str]:
        """Borders of a province that our own writer makes anew from the variant."""
        never = [unit for unit in UnitType if province.centre and unit not in builds.units]
        if province.fleets and not province.armies:
            never.append(UnitType.ARMY)
        return {border for unit in never for border in self.graph.kept_out(province.id, unit)}

    # ---- words

    def _version(self) -> str:
        said = self.node.get("version")
        found = version(said)
        if found is None:
            message = f"the version {shown(said)!r} is no number; it is taken as 1.0"
            self.log.bad(message, self.node, "write a number such as 1.0", "version")
        return found or "1.0.0"

    def _description(self) -> Told:
        node = self.node.one("DESCRIPTION")
        found = told(node.text if node else "")
        if found.html:
            self.kept["description"] = found.html
        self._keep_text("aliases", self.node.get("aliases"))
        return found

    def _renamed(self) -> dict[str, str]:
        named = {
            **{code: place for place, code in self.graph.codes.items()},
            **{name_of(node.get("name")): power for power, node in self.powers.items() if power not in self.nobody},
        }
        found = {said: identity for said, identity in named.items() if said.lower() != identity}
        if found:
            what = listed(f"{shown(said)} is {identity}" for said, identity in found.items())
            message = f"ids are of small letters and digits alone: {what}"
            self.log.renamed(message, self.node, "use these ids in orders and in variant.yaml", "ids")
        return found


def _stands(province: Province, unit: UnitType) -> bool:
    return province.armies if unit is UnitType.ARMY else province.fleets
