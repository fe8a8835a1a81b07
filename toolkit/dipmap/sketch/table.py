"""`sketch.yaml`, read: a variant, positions in the plane, and where the outline of land is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from dipmap.diagnostics import Notice, Place, notice
from dipmap.model import Adjacency, Barrier, Coast, Kind, Province, Start, Terrain, Unit, Units, UnitType, Variant
from dipmap.model.board import province_of
from dipmap.resolve import powers as rules
from dipmap.resolve.declaration import Declaration
from dipmap.resolve.yaml_file import YamlFile
from dipmap.schema import problems
from dipmap.sketch.projection import Projection

_EDGE = re.compile(r"([a-z0-9/]+)\s*([->])\s*([a-z0-9/]+)((?: [a-z-]+)*?)(?: via ([a-z0-9]+))?")
_COASTS = {"nc": "north coast", "sc": "south coast", "ec": "east coast", "wc": "west coast"}
_UNITS = {each.value for each in Units}


@dataclass(frozen=True, eq=False)
class Table:
    """What a `sketch.yaml` says; `positions` are in the plane of the projection, y downwards."""

    variant: Variant
    positions: Mapping[str, tuple[float, float]] = field(repr=False)
    projection: Projection
    outline: str | None
    width: float


@dataclass
class _Reader:
    file: YamlFile
    notices: list[Notice] = field(default_factory=list)

    def say(self, name: str, message: str, hint: str, *pointer: str | int, key: bool = False, about: str = "") -> None:
        place = self.file.place(pointer, key=key)
        self.notices.append(notice(name, message, place, hint=hint, key=about or place.pointer))


def read_table(file: YamlFile) -> tuple[Table | None, list[Notice]]:
    """The table of a YAML document, or None where it cannot be drawn; every objection with its place."""
    found = []
    for problem in problems("sketch", file.data):
        place: Place = file.place(problem.path, key=problem.about_key)
        found.append(notice("schema-violation", problem.message, place, hint=problem.hint, key=problem.pointer))
    if found:
        return None, found
    reader = _Reader(file)
    data: Mapping[str, Any] = file.data
    projection = _projection(reader, data)
    positions = _positions(reader, data, projection)
    variant = _variant(reader, data)
    if reader.notices:
        return None, reader.notices
    return Table(variant, positions, projection, data.get("outline"), float(data.get("width", 1600))), []


def _projection(reader: _Reader, data: Mapping[str, Any]) -> Projection:
    said = data.get("projection", "none")
    said = {"name": said} if isinstance(said, str) else said
    points = [entry["at"] for entry in data["provinces"].values() if "at" in entry]
    usual = _middle(points) if said["name"] != "none" else (0.0, 0.0)
    centre = said.get("centre", usual)
    parallels = said.get("parallels") or _parallels(points)
    projection = Projection(
        said["name"], (float(centre[0]), float(centre[1])), (float(parallels[0]), float(parallels[1]))
    )
    problem = projection.problem()
    if problem:
        reader.say("schema-violation", problem, "choose other parallels, or another projection", "projection")
    return projection


def _middle(points: list[list[float]]) -> tuple[float, float]:
    """The middle of the positions, whole degrees."""
    if not points:
        return 0.0, 0.0
    low, high = np.min(points, axis=0), np.max(points, axis=0)
    return round(float(low[0] + high[0]) / 2), max(-85.0, min(85.0, round(float(low[1] + high[1]) / 2)))


def _parallels(points: list[list[float]]) -> tuple[float, float]:
    """Latitudes a sixth from the top and the bottom of the positions."""
    if not points:
        return 30.0, 60.0
    low, high = min(point[1] for point in points), max(point[1] for point in points)
    step = (high - low) / 6
    one, two = max(-85.0, low + step), min(85.0, high - step)
    return (one, two) if abs(one + two) > 1 else (one + 5.0, two + 5.0)


def _positions(reader: _Reader, data: Mapping[str, Any], projection: Projection) -> dict[str, tuple[float, float]]:
    found = {}
    for identity, entry in data["provinces"].items():
        if "at" not in entry:
            continue
        x, y = entry["at"]
        if projection.name != "none" and not (abs(x) <= 360 and abs(y) <= 90):
            message = f"the position of {identity} is no longitude and latitude"
            reader.say("schema-violation", message, "give degrees, or no projection", "provinces", identity, "at")
            continue
        if projection.name not in ("none", "azimuthal"):
            x = projection.centre[0] + (x - projection.centre[0] + 180.0) % 360.0 - 180.0
        ((flat_x, flat_y),) = projection(np.array([[x, y]], dtype=float)).tolist()
        found[identity] = (flat_x, flat_y)
    return found


def _variant(reader: _Reader, data: Mapping[str, Any]) -> Variant:
    declaration = Declaration(reader.file, {**data, "version": data.get("version", "0.1.0")})
    sides = rules.read_powers(declaration)
    provinces = {identity: _province(identity, entry) for identity, entry in data["provinces"].items()}
    for identity, entry in data["provinces"].items():
        for key in ("home", "owner"):
            if entry.get(key, "neutral") not in (*sides, "neutral"):
                message = f"{identity} names {entry[key]}, which is no power"
                reader.say(
                    "unknown-power", message, "add it to powers, or correct the name", "provinces", identity, key
                )
    for power in sides.values():
        for index, home in enumerate(power.homes):
            if home not in provinces:
                message = f"the home {home} of {power.name} is not in the table"
                reader.say("unknown-location", message, "correct the id", "powers", power.id, "homes", index)
            elif provinces[home].home is None:
                province = provinces[home]
                provinces[home] = _at_home(province, power.id, data["provinces"][home])
    calendar, noticed = rules.read_calendar(declaration)
    reader.notices += noticed
    units, standing = _units(reader, data, provinces, set(sides))
    centres = sum(province.centre for province in provinces.values())
    edges = _edges(reader, data, provinces)
    return Variant(
        id=data["id"],
        name=data["name"],
        version=data.get("version", "0.1.0"),
        provinces=tuple(provinces[identity] for identity in sorted(provinces)),
        adjacency=tuple(edges),
        powers=tuple(sides.values()),
        barriers=tuple(_barriers(reader, declaration, provinces)),
        designers=tuple(data.get("designers") or ()),
        licence=data.get("licence", ""),
        base=data.get("base", "standard"),
        edition=data.get("edition", ""),
        description=data.get("description", ""),
        standing_units=tuple(standing),
        calendar=calendar,
        start=Start(tuple(units), rules.read_opening(declaration)),
        builds=rules.read_builds(declaration),
        retreats=data.get("retreats", "normal"),
        victory=rules.read_victory(declaration, centres),
        end=rules.read_end(declaration),
        schedule=rules.read_schedule(declaration),
        options=rules.read_options(declaration),
    )


def _province(identity: str, entry: Mapping[str, Any]) -> Province:
    impassable = entry["terrain"] == "impassable"
    terrain = Terrain.LAND if impassable else Terrain(entry["terrain"])
    sea = terrain is Terrain.SEA
    coasts = entry.get("coasts") or {}
    named = coasts if isinstance(coasts, Mapping) else {coast: _COASTS.get(coast, coast) for coast in coasts}
    home = None if entry.get("home") == "neutral" else entry.get("home")
    owner = entry.get("owner", home)
    return Province(
        identity,
        entry.get("name") or identity,
        terrain,
        tuple(entry.get("aliases") or ()),
        armies=entry.get("armies", not sea) and not impassable,
        fleets=entry.get("fleets", terrain is not Terrain.LAND) and not impassable,
        convoys=entry.get("convoys", sea) and not impassable,
        capacity=entry.get("capacity", 1),
        centre=entry.get("centre", home is not None),
        home=home,
        owner=None if owner == "neutral" else owner,
        coasts=tuple(Coast(coast, name) for coast, name in sorted(named.items())),
        impassable=impassable,
    )


def _at_home(province: Province, power: str, entry: Mapping[str, Any]) -> Province:
    owner = province.owner if "owner" in entry else power
    return replace(province, home=power, owner=owner, centre=entry.get("centre", True))


def _units(
    reader: _Reader, data: Mapping[str, Any], provinces: Mapping[str, Province], sides: set[str]
) -> tuple[list[Unit], list[Unit]]:
    units: list[Unit] = []
    standing: list[Unit] = []
    tables = (
        (("start", "units"), (data.get("start") or {}).get("units"), units),
        (("standing_units",), data.get("standing_units"), standing),
    )
    for pointer, table, goal in tables:
        for index, text in enumerate(table or ()):
            *power, kind, location = text.split()
            if power and power[0] not in sides:
                message = f"the unit {text!r} belongs to {power[0]}, which is no power"
                reader.say("unknown-power", message, "correct the name", *pointer, index)
            if _known(reader, provinces, location, f"the unit {text!r}", *pointer, index):
                goal.append(
                    Unit(power[0] if power else None, UnitType({"a": "army", "f": "fleet"}[kind[0].lower()]), location)
                )
    return units, standing


def _known(reader: _Reader, provinces: Mapping[str, Province], location: str, what: str, *pointer: str | int) -> bool:
    """Whether a location can be stood in; told where not."""
    province = provinces.get(province_of(location))
    if province is None or location not in province.locations:
        reader.say(
            "unknown-location", f"{what} names {location}, which is not in the table", "correct the id", *pointer
        )
        return False
    if province.impassable:
        reader.say("unknown-location", f"{what} names {location}, which is impassable", "remove it", *pointer)
        return False
    return True


def _barriers(reader: _Reader, declaration: Declaration, provinces: Mapping[str, Province]) -> Iterator[Barrier]:
    for index, pair in enumerate(declaration.barriers):
        ends = sorted((pair.a, pair.b))
        known = [_known(reader, provinces, end, "a barrier", "barriers", index) for end in ends]
        if all(known) and _apart(reader, pair.a, pair.b, "barrier", "barriers", index):
            yield Barrier(ends[0], ends[1], Units(pair.units or "both"))


def _apart(reader: _Reader, a: str, b: str, what: str, *pointer: str | int) -> bool:
    if province_of(a) != province_of(b):
        return True
    reader.say("passage-to-itself", f"the {what} {a}-{b} joins a province with itself", "name two provinces", *pointer)
    return False


@dataclass(frozen=True)
class _Edge:
    index: int
    a: str
    b: str
    units: str | None
    kind: str | None
    via: str | None
    oneway: bool


def _split(index: int, entry: Any) -> _Edge:
    if isinstance(entry, str):
        match = _EDGE.fullmatch(entry)
        assert match is not None  # the schema looked
        words = match[4].split()
        units = next((word for word in words if word in _UNITS), None)
        kind = next((word for word in words if word not in _UNITS), None)
        return _Edge(index, match[1], match[3], units, kind, match[5], match[2] == ">")
    between = entry["between"]
    oneway = bool(entry.get("oneway", False))
    if isinstance(between, str):
        oneway = oneway or ">" in between
        between = [part.strip() for part in between.replace(">", "-").split("-")]
    return _Edge(index, between[0], between[1], entry.get("units"), entry.get("kind"), entry.get("via"), oneway)


def _edges(reader: _Reader, data: Mapping[str, Any], provinces: Mapping[str, Province]) -> list[Adjacency]:
    said = [_split(index, entry) for index, entry in enumerate(data["edges"])]
    good = []
    for edge in said:
        what = f"the edge {edge.a}-{edge.b}"
        known = [_known(reader, provinces, end, what, "edges", edge.index) for end in (edge.a, edge.b)]
        if edge.via is not None and edge.via not in provinces:
            known.append(_known(reader, provinces, edge.via, what, "edges", edge.index))
        if (edge.kind == "permission") != (edge.via is not None) and (
            edge.kind == "permission" or edge.kind is not None
        ):
            message = f"{what} needs both, the kind permission and via with the keeper's province"
            reader.say("permission-without-keeper", message, "add what is missing", "edges", edge.index)
        if all(known) and _apart(reader, edge.a, edge.b, "edge", "edges", edge.index):
            good.append(edge)
    seas: dict[str, set[str]] = {}
    for edge in good:
        for one, other in ((edge.a, edge.b), (edge.b, edge.a)):
            if provinces[province_of(other)].terrain is Terrain.SEA and edge.kind in (None, "border"):
                seas.setdefault(province_of(one), set()).add(province_of(other))
    found: dict[tuple[str, str, str], Adjacency] = {}
    for edge in good:
        for adjacency in _made(reader, edge, provinces, seas):
            for unit in ("army", "fleet"):
                if getattr(adjacency.units, unit):
                    key = (min(adjacency.a, adjacency.b), max(adjacency.a, adjacency.b), unit)
                    if key in found and not (adjacency.oneway and found[key].oneway and adjacency.a != found[key].a):
                        message = f"the edge {adjacency.a}-{adjacency.b} stands twice for the same unit"
                        about = f"{key[0]}-{key[1]}"
                        reader.say("duplicate-tag", message, "remove one of them", "edges", edge.index, about=about)
                    found[key] = adjacency
    made = {id(adjacency): adjacency for adjacency in found.values()}
    return _joined(list(made.values()))


def _joined(edges: list[Adjacency]) -> list[Adjacency]:
    """Edges alike but for their units as one, in order."""
    found: dict[tuple[str, str, str, str, bool], Adjacency] = {}
    for edge in edges:
        key = (edge.a, edge.b, edge.kind.value, edge.keeper or "", edge.oneway)
        units = found[key].units.plus(edge.units) if key in found else edge.units
        found[key] = Adjacency(edge.a, edge.b, units, edge.kind, edge.keeper, edge.oneway)
    return [found[key] for key in sorted(found)]


def _made(
    reader: _Reader, edge: _Edge, provinces: Mapping[str, Province], seas: Mapping[str, set[str]]
) -> Iterator[Adjacency]:
    """The adjacencies of an entry; without units, those that terrain allows, fleets between coasts along a common sea."""
    a, b = provinces[province_of(edge.a)], provinces[province_of(edge.b)]
    army = a.armies and b.armies and "/" not in edge.a + edge.b
    fleet = a.fleets and b.fleets
    kind = Kind(edge.kind) if edge.kind else Kind.PERMISSION if edge.via else Kind.BORDER
    if edge.units is None:
        coastal = a.terrain is b.terrain is Terrain.COAST
        bare = (a.coasts and edge.a == a.id) or (b.coasts and edge.b == b.id)
        if kind is Kind.BORDER and coastal:
            fleet = fleet and not bare and bool(seas.get(a.id, set()) & seas.get(b.id, set()))
        fleet = fleet and not (army and bare)
        units = Units.of(army=army, fleet=fleet)
    else:
        units = Units(edge.units)
    if units is None or (units.army and not (a.armies and b.armies)) or (units.fleet and not (a.fleets and b.fleets)):
        message = (
            f"nothing that may be in {edge.a} may go to {edge.b}"
            if units is None
            else (f"the edge {edge.a}-{edge.b} is for {units.value}, which may not stand in both")
        )
        reader.say("passage-against-terrain", message, "correct its units, or a terrain", "edges", edge.index)
        return
    if units.fleet:
        for end, province in ((edge.a, a), (edge.b, b)):
            if province.coasts and end == province.id:
                message = f"the edge {edge.a}-{edge.b} is for fleets, but {end} has several coasts"
                hint = f"name the coast: {', '.join(province.locations[1:])}"
                reader.say("passage-needs-coast", message, hint, "edges", edge.index)
                return
    if units.army and "/" in edge.a + edge.b:
        message = f"the edge {edge.a}-{edge.b} is for armies, which stand on no coast"
        reader.say("passage-needs-coast", message, "name the province for armies", "edges", edge.index)
        return
    one, other = (edge.a, edge.b) if edge.oneway else sorted((edge.a, edge.b))
    yield Adjacency(one, other, units, kind, edge.via, edge.oneway)
