"""Places in a variant by name, and what stands there: how a rule says which facts carry it.

| path | what stands there |
|---|---|
| `id`, `edition`, `retreats`, `victory.at_least`, `builds.sites`, `end.last_year`, `schedule.hours` … | the field |
| `victory.points.own_home_of.iran` | the entry of a table |
| `calendar.turns` | the ids of the turns in order |
| `calendar.turns.may.ownership` | a field of a turn |
| `powers.mob.homes`, `provinces.r3.capacity` | a field of a power or province; `coasts` by their ids |
| `units.england` | its units at the start, `A lon` |
| `units.nobody` | standing units |
| `opening.builds.usa`, `opening.secret` … | a field of the opening adjustment |
| `builds.extra`, `builds.limits` | `germany rom`; `usa nyo,cal 1` |
| `adjacent.gre-tur` | `army`, `fleet`, `both`, or `none` |
| `edges.kla-str.kind` | a field of an adjacency (`units`, `kind`, `keeper`, `oneway`) |
| `count.centres` | how many: the words of `expect` |
| `all.sea.capacity`, `all.direct.units` | what a field is in all provinces of a terrain, or all edges of a kind |
| `options.stack_combat` | a rule choice that the variant sets; `true` and `false` are yes and no |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, is_dataclass
from difflib import get_close_matches
from typing import Any

from dipmap.model.board import Adjacency, Kind, Province, Terrain, Units
from dipmap.model.counts import PASSAGES, counts
from dipmap.model.rules import Fact, Unit
from dipmap.model.variant import Variant


class NoSuchFactError(LookupError):
    """A path that leads nowhere in a variant; the text says where it stops, `near` which path may have been meant."""

    def __init__(self, message: str, near: str = "") -> None:
        super().__init__(message)
        self.near = near


@dataclass(frozen=True)
class Answer:
    """What a variant says to a fact of a rule: the `value` that stands there, or why nothing does."""

    fact: Fact
    value: Any = None
    missing: NoSuchFactError | None = None

    @property
    def right(self) -> bool:
        """Whether the variant says the same."""
        return self.missing is None and agrees(self.value, self.fact.value)


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


def words(value: Any) -> str:
    """A plain value as a person writes it: `true`, `a, b`, `nothing`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(f"[{words(item)}]" if isinstance(item, list) else words(item) for item in value) or "nothing"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {words(item)}" for key, item in value.items()) or "nothing"
    return "nothing" if value is None or value == "" else str(value)


class Facts:
    """The facts of one variant, to be asked by path."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.tree = _tree(variant)

    def answer(self, fact: Fact) -> Answer:
        """What stands where a fact of a rule points."""
        try:
            return Answer(fact, self.value(fact.path))
        except NoSuchFactError as error:
            return Answer(fact, missing=error)

    def value(self, path: str) -> Any:
        """What stands at a path. Raises `NoSuchFactError`."""
        head, _, rest = path.partition(".")
        if head == "adjacent":
            return self._adjacent(rest)
        if head == "all":
            return self._all(rest)
        found: Any = self.tree
        walked: list[str] = []
        steps = path.split(".")
        for place, step in enumerate(steps):
            if not isinstance(found, Mapping) or step not in found:
                message = f"{'.'.join(walked) or 'the variant'} has no {step or 'empty name'}"
                raise NoSuchFactError(message, self._near(steps, place, found))
            found = found[step]
            walked.append(step)
        if isinstance(found, Mapping) and path in ("calendar.turns", "powers", "provinces", "edges"):
            return list(found)
        return found

    def _near(self, steps: list[str], place: int, here: Any) -> str:
        """A path that exists and is written much like one that does not; empty where none is."""
        choices = {str(key): key for key in here} if isinstance(here, Mapping) else {}
        if place == 0:
            choices |= {"adjacent": "adjacent", "all": "all"}
        tries = [[*steps[:place], close, *steps[place + 1 :]] for close in _close(steps[place], choices)]
        for found in tries:
            for end in (len(found), place + 1):
                path = ".".join(found[:end])
                if path not in ("adjacent", "all") and self._exists(path):
                    return path
        found_elsewhere = [path for path in _leaves(self.tree) if path.rpartition(".")[2] == steps[-1]]
        return (_close(".".join(steps), found_elsewhere, 0.65) or [""])[0]

    def _exists(self, path: str) -> bool:
        try:
            self.value(path)
        except NoSuchFactError:
            return False
        return True

    def _adjacent(self, pair: str) -> str:
        ends = pair.split("-")
        places = [place for province in self.variant.provinces for place in province.locations]
        if len(ends) != 2:
            raise NoSuchFactError(f"adjacent.{pair} does not name two places", "")
        for index, end in enumerate(ends):
            if end not in places:
                close = _close(end, places)
                near = [close[0] if close else "", ends[1 - index]]
                path = "adjacent." + "-".join(near if index == 0 else reversed(near))
                valid = close and ends[1 - index] in places
                raise NoSuchFactError(f"adjacent.{pair} names {end}, which is not on the map", path if valid else "")
        found: Units | None = None
        for edge in self.variant.adjacency:
            if {edge.a, edge.b} == set(ends) or set(edge.pair) == set(ends):
                found = edge.units if found is None else found.plus(edge.units)
        return found.value if found else "none"

    def _all(self, rest: str) -> Any:
        group, _, key = rest.partition(".")
        things: list[Any]
        fields: tuple[str, ...]
        if group in list(Terrain):
            things = [p for p in self.variant.provinces if p.terrain == group and not p.impassable]
            fields = tuple(Province.__dataclass_fields__)
        elif group in list(Kind):
            things = [edge for edge in self.variant.adjacency if edge.kind == group]
            fields = tuple(Adjacency.__dataclass_fields__)
        else:
            close = _close(group, [*Terrain, *Kind])
            near = f"all.{close[0]}.{key}" if close else ""
            raise NoSuchFactError(f"all.{group} is neither a terrain nor a kind of passage", near)
        if key not in fields:
            close = _close(key, fields)
            raise NoSuchFactError(f"all.{group} has no {key or 'field'}", f"all.{group}.{close[0]}" if close else "")
        if not things:
            raise NoSuchFactError(f"nothing on the map is {group}")
        values = sorted({str(_plain(getattr(thing, key))) for thing in things})
        return _plain(getattr(things[0], key)) if len(values) == 1 else values


def _close(
    word: str, words_: Iterator[str] | Mapping[str, Any] | list[str] | tuple[str, ...], least: float = 0.6
) -> list[str]:
    return get_close_matches(word[:80], list(words_), 2, least)


def _leaves(tree: Mapping[str, Any], way: str = "") -> Iterator[str]:
    """The paths of a tree, those inside provinces, edges and powers left out: there are too many of them."""
    for key, value in tree.items():
        path = f"{way}.{key}" if way else str(key)
        yield path
        if isinstance(value, Mapping) and path not in ("provinces", "edges", "powers", "units"):
            yield from _leaves(value, path)


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (bool, int)) or type(value) is str:
        return value
    if is_dataclass(value):
        return {key: _plain(getattr(value, key)) for key in value.__dataclass_fields__}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return getattr(value, "value", value)


def _unit(unit: Unit) -> str:
    return f"{unit.type.value[0].upper()} {unit.location}"


def _province(province: Province) -> dict[str, Any]:
    return {**_plain(province), "coasts": [coast.id for coast in province.coasts]}


def _edge(edge: Adjacency) -> dict[str, Any]:
    return {"units": edge.units.value, "kind": edge.kind.value, "keeper": edge.keeper, "oneway": edge.oneway}


def _tree(variant: Variant) -> dict[str, Any]:
    units: dict[str, list[str]] = {power.id: [] for power in variant.powers}
    for unit in variant.start.units:
        units.setdefault(unit.power or "nobody", []).append(_unit(unit))
    if variant.standing_units:
        units["nobody"] = [_unit(unit) for unit in variant.standing_units]
    builds = _plain(variant.builds)
    builds["extra"] = [f"{entry.power} {entry.site}" for entry in variant.builds.extra]
    builds["limits"] = [f"{entry.power} {','.join(entry.sites)} {entry.at_most}" for entry in variant.builds.limits]
    calendar = variant.calendar
    opening = variant.start.opening
    return {
        **{key: _plain(getattr(variant, key)) for key in _SIMPLE},
        "powers": {power.id: _plain(power) for power in variant.powers},
        "provinces": {province.id: _province(province) for province in variant.provinces},
        "edges": {f"{edge.a}-{edge.b}": _edge(edge) for edge in variant.adjacency},
        "units": units,
        "calendar": {
            "first_year": calendar.first_year,
            "first_turn": calendar.first_turn,
            "years": calendar.years,
            "turns": {turn.id: {**_plain(turn), "adjustment": turn.adjustment} for turn in calendar.turns},
        },
        "opening": _plain(opening) if opening else {},
        "builds": builds,
        "victory": _plain(variant.victory),
        "end": _plain(variant.end),
        "schedule": _plain(variant.schedule),
        "options": {name: _TRUTHS.get(value, value) for name, value in variant.options.items()},
        "count": {name: len(things) for name, things in counts(variant).items()},
    }


_TRUTHS: dict[str, Any] = {"true": True, "false": False}
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
        if not province.mixed:
            found[f"provinces.{province.id}.mixed"] = f"units of one power only may share {province.id}"
        if province.owner is not None and province.owner != province.home:
            found[f"provinces.{province.id}.owner"] = f"who holds {province.id} at the start"
    for edge in variant.adjacency:
        if edge.kind is not Kind.BORDER:
            found[f"edges.{edge.a}-{edge.b}"] = f"the {edge.kind.value} {edge.a}-{edge.b}"
    for unit in variant.standing_units:
        found["units.nobody"] = f"the standing unit in {unit.location}"
    return {**found, **_notable_rules(variant)}


def _notable_rules(variant: Variant) -> dict[str, str]:
    from dipmap.model.rules import STANDARD_TURNS, Builds, End, Opening, Schedule, Victory

    found = {}
    if variant.calendar.turns != STANDARD_TURNS or variant.calendar.years != 1:
        found["calendar.turns"] = "a calendar of its own"
    if variant.calendar.first_year != 1901:
        found["calendar.first_year"] = f"the first year {variant.calendar.first_year}"
    opening = variant.start.opening
    if opening is not None:
        for key, value in asdict(opening).items():
            if value != asdict(Opening())[key]:
                found[f"opening.{key}"] = f"the adjustment before the first turn: {key}"
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
        kind = PASSAGES.get(group) if head == "count" else group if head == "all" else None
        return kind == edge.kind
    if room == "provinces" and head == "all":
        identity, _, field = inner.partition(".")
        province = variant.by_id.get(identity)
        return province is not None and province.terrain == group and field == key
    return False
