"""Places in a variant by name, and what stands there: how a rule says which facts carry it.

| path | what stands there |
|---|---|
| `id`, `edition`, `retreats`, `victory.at_least`, `builds.sites`, `end.last_year`, `schedule.hours` … | the field |
| `victory.points.own_home_of.iran` | the entry of a table |
| `calendar.turns` | the ids of the turns in order |
| `calendar.turns.may.ownership` | a field of a turn |
| `powers.mob.homes`, `provinces.r3.capacity` | a field of a power or province |
| `units.england` | its units at the start, `A lon` |
| `units.nobody` | standing units |
| `opening.builds.usa`, `opening.secret` … | a field of the opening adjustment |
| `builds.extra`, `builds.limits` | `germany rom`; `usa nyo,cal 1` |
| `adjacent.gre-tur` | `army`, `fleet`, `both`, or `none` |
| `edges.kla-str.kind` | a field of an adjacency (`units`, `kind`, `keeper`, `oneway`) |
| `count.centres` | how many: the words of `expect` |
| `all.sea.capacity`, `all.direct.units` | what a field is in all provinces of a terrain, or all edges of a kind |
| `options.stack_combat` | a rule choice |
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from dipmap.model.board import Adjacency, Kind, Terrain, Units, province_of
from dipmap.model.counts import counts
from dipmap.model.rules import Unit
from dipmap.model.variant import Variant


class NoSuchFactError(LookupError):
    """A path that leads nowhere in a variant; the text says where it stops."""


def value_at(variant: Variant, path: str) -> Any:
    """What stands at a path: a plain value (text, number, yes or no, list, table). Raises `NoSuchFactError`."""
    return Facts(variant).value(path)


def agrees(found: Any, wanted: Any) -> bool:
    """Whether two plain values say the same; the order of a list does not matter."""
    if isinstance(found, list) and isinstance(wanted, list):
        return sorted(map(str, found)) == sorted(map(str, wanted))
    if isinstance(found, bool) or isinstance(wanted, bool):
        return found is wanted
    return bool(found == wanted)


class Facts:
    """The facts of one variant, to be asked by path."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.tree = _tree(variant)

    def value(self, path: str) -> Any:
        """What stands at a path. Raises `NoSuchFactError`."""
        head, _, rest = path.partition(".")
        if head == "adjacent":
            return self._adjacent(rest)
        if head == "all":
            return self._all(rest)
        found: Any = self.tree
        walked = ""
        for step in path.split("."):
            if not isinstance(found, Mapping) or step not in found:
                raise NoSuchFactError(f"{walked or 'the variant'} has no {step}")
            found = found[step]
            walked = f"{walked}.{step}" if walked else step
        if isinstance(found, Mapping) and path in ("calendar.turns", "powers", "provinces", "edges"):
            return list(found)
        return found

    def _adjacent(self, pair: str) -> str:
        ends = pair.split("-")
        for end in ends:
            province = self.variant.by_id.get(province_of(end))
            if len(ends) != 2 or province is None or end not in province.locations:
                raise NoSuchFactError(f"adjacent.{pair} names {end}, which is not on the map")
        found: Units | None = None
        for edge in self.variant.adjacency:
            if {edge.a, edge.b} == set(ends) or set(edge.pair) == set(ends):
                found = edge.units if found is None else found.plus(edge.units)
        return found.value if found else "none"

    def _all(self, rest: str) -> Any:
        group, _, key = rest.partition(".")
        things: list[Any]
        if group in list(Terrain):
            things = [p for p in self.variant.provinces if p.terrain == group and not p.impassable]
        elif group in list(Kind):
            things = [edge for edge in self.variant.adjacency if edge.kind == group]
        else:
            raise NoSuchFactError(f"all.{group} is neither a terrain nor a kind of passage")
        if not things or not hasattr(things[0], key):
            raise NoSuchFactError(f"nothing is {group}" if not things else f"all.{group} has no {key}")
        values = sorted({str(_plain(getattr(thing, key))) for thing in things})
        return _plain(getattr(things[0], key)) if len(values) == 1 else values


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return getattr(value, "value", value)


def _unit(unit: Unit) -> str:
    return f"{unit.type.value[0].upper()} {unit.location}"


def _edge(edge: Adjacency) -> dict[str, Any]:
    return {"units": edge.units.value, "kind": edge.kind.value, "keeper": edge.keeper, "oneway": edge.oneway}


def _tree(variant: Variant) -> dict[str, Any]:
    units: dict[str, list[str]] = {power.id: [] for power in variant.powers}
    for unit in variant.start.units:
        units.setdefault(unit.power or "nobody", []).append(_unit(unit))
    if variant.standing_units:
        units["nobody"] = [_unit(unit) for unit in variant.standing_units]
    builds = _plain(asdict(variant.builds))
    builds["extra"] = [f"{entry.power} {entry.site}" for entry in variant.builds.extra]
    builds["limits"] = [f"{entry.power} {','.join(entry.sites)} {entry.at_most}" for entry in variant.builds.limits]
    calendar = variant.calendar
    opening = variant.start.opening
    return {
        **{key: _plain(getattr(variant, key)) for key in _SIMPLE},
        "powers": {power.id: _plain(asdict(power)) for power in variant.powers},
        "provinces": {province.id: _plain(asdict(province)) for province in variant.provinces},
        "edges": {f"{edge.a}-{edge.b}": _edge(edge) for edge in variant.adjacency},
        "units": units,
        "calendar": {
            "first_year": calendar.first_year,
            "first_turn": calendar.first_turn,
            "years": calendar.years,
            "turns": {turn.id: {**_plain(asdict(turn)), "adjustment": turn.adjustment} for turn in calendar.turns},
        },
        "opening": _plain(asdict(opening)) if opening else {},
        "builds": builds,
        "victory": _plain(asdict(variant.victory)),
        "end": _plain(asdict(variant.end)),
        "schedule": _plain(asdict(variant.schedule)),
        "options": dict(variant.options),
        "count": {name: len(things) for name, things in counts(variant).items()},
    }


_SIMPLE = ("id", "name", "version", "designers", "licence", "base", "edition", "description", "retreats")


def notable(variant: Variant) -> dict[str, str]:
    """The facts in which a variant departs from the base rules, each as a path with a few words: rules should explain them."""
    found: dict[str, str] = {}
    for power in variant.powers:
        if power.homes:
            found[f"powers.{power.id}.homes"] = f"the homes of {power.name}"
    for province in variant.provinces:
        if province.capacity != 1:
            found[f"provinces.{province.id}.capacity"] = f"{province.id} holds {province.capacity} units"
        if province.terrain is Terrain.SEA and province.armies:
            found[f"provinces.{province.id}.armies"] = f"armies may stand in {province.id}"
        if province.terrain is not Terrain.SEA and province.convoys:
            found[f"provinces.{province.id}.convoys"] = f"fleets in {province.id} convoy"
    for edge in variant.adjacency:
        if edge.kind is not Kind.BORDER:
            found[f"edges.{edge.a}-{edge.b}"] = f"the {edge.kind.value} {edge.a}-{edge.b}"
    for unit in variant.standing_units:
        found["units.nobody"] = f"the standing unit in {unit.location}"
    return {**found, **_notable_rules(variant)}


def _notable_rules(variant: Variant) -> dict[str, str]:
    from dipmap.model.rules import STANDARD_TURNS, Builds, End, Schedule, Victory

    found = {}
    if variant.calendar.turns != STANDARD_TURNS or variant.calendar.years != 1:
        found["calendar.turns"] = "a calendar of its own"
    if variant.calendar.first_year != 1901:
        found["calendar.first_year"] = f"the first year {variant.calendar.first_year}"
    if variant.start.opening:
        found["opening"] = "an adjustment before the first turn"
    if variant.retreats != "normal":
        found["retreats"] = "no retreats"
    for name, now, plain in (
        ("builds", variant.builds, Builds()),
        ("end", variant.end, End()),
        ("schedule", variant.schedule, Schedule()),
    ):
        for key, value in asdict(now).items():
            if value != asdict(plain)[key] and key != "notes":
                found[f"{name}.{key}"] = f"{name}: {key}"
    centres = len(variant.centres)
    usual = Victory(at_least=centres // 2 + 1 if centres else 0)
    for key, value in asdict(variant.victory).items():
        if value != asdict(usual)[key]:
            found[f"victory.{key}"] = f"victory: {key}"
    for option in variant.options:
        found[f"options.{option}"] = f"the rule choice {option}"
    return found


_COUNTS = {
    "direct": Kind.DIRECT,
    "straits": Kind.STRAIT,
    "narrow-straits": Kind.NARROW_STRAIT,
    "sea-lanes": Kind.SEA_LANE,
    "permissions": Kind.PERMISSION,
    "links": Kind.LINK,
}


def covers(variant: Variant, path: str, fact: str) -> bool:
    """Whether a rule's path explains a notable fact: the same, a part of it, the whole it is part of, or all of its kind.

    A number of passages of a kind, and a field of all of them, explain each of them.
    """
    if path == fact or path.startswith(fact + ".") or fact.startswith(path + "."):
        return True
    head, _, rest = path.partition(".")
    group, _, key = rest.partition(".")
    room, _, inner = fact.partition(".")
    if room == "edges":
        edge = next(edge for edge in variant.adjacency if f"{edge.a}-{edge.b}" == inner)
        ends = {inner, "-".join(reversed(inner.split("-")))}
        if head in ("adjacent", "edges"):
            return group in ends or "-".join(sorted(group.split("-"))) == "-".join(edge.pair)
        kind = _COUNTS.get(group) if head == "count" else group if head == "all" else None
        return kind == edge.kind
    if room == "provinces" and head == "all":
        identity, _, field = inner.partition(".")
        province = variant.by_id.get(identity)
        return province is not None and province.terrain == group and field == key
    return False
