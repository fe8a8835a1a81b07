"""The graph that DiploGM plays: what touches, then the overrides of its config; and the overrides that make it ours.

Facts of the bot's loader (1.8). A way leads from one province to another and has a set of grounds: armies go by land,
fleets by coast and sea. Ways between land and water get theirs from the layers, those between two lands are `guessed` to
share a shore. Overrides work on the ways out of one province; the way back is another.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from dipmap.engines._diplogm.names import Names
from dipmap.engines._standing import stands
from dipmap.model import Kind, Province, Terrain, UnitType, Variant, province_of

_COAST = re.compile(r"(.*?)\s*(?: \(([neswc]+c)\)| ([neswc]+c))", re.IGNORECASE | re.DOTALL)
_LONGEST = 300  # of a label: the pattern tries each place in it
_STRENGTH = 2_000_000  # ways looked at for shores; a map of two hundred provinces takes some fifty thousand

Place = tuple[str, str]
"""A province's label and a coast; the coast is empty where there is one shore or none is named."""


class Ground(StrEnum):
    """The layer a province stands in."""

    LAND = "land"
    ISLAND = "island"
    SEA = "sea"


def split_label(label: str) -> Place:
    """A label and the coast at its end (`Spain (nc)` -> `Spain`, `nc`)."""
    found = _COAST.fullmatch(label) if len(label) < _LONGEST else None
    return (found[1].strip(), (found[2] or found[3]).lower()) if found else (label, "")


# ---- what is played


@dataclass
class Way:
    """A way from a province to another: its grounds, and which coast leads to which."""

    grounds: set[str] = field(default_factory=set)
    coasts: set[Place] = field(default_factory=set)


@dataclass(frozen=True)
class Played:
    """Steps of armies between labels, steps of fleets between places, and each province's coasts; `tired` where so much
    touches that not every shore could be guessed.
    """

    army: frozenset[tuple[str, str]]
    fleet: frozenset[tuple[Place, Place]]
    coasts: Mapping[str, tuple[str, ...]]
    tired: bool = False


def played(
    grounds: Mapping[str, Ground],
    touching: Iterable[tuple[str, str]],
    overrides: Mapping[str, Mapping[str, Any]],
    shut: Collection[str] = (),
) -> Played:
    """The graph by the bot's own rules. Names in `overrides` that are no province are passed over, as the bot does."""
    board = _Board(grounds)
    for a, b in touching:
        board.ways[a][b] = Way()
        board.ways[b][a] = Way()
    for label, given in overrides.items():
        if label in grounds:
            board.override(label, given)
    board.lay_ground()
    board.mirror()
    for label, given in overrides.items():
        if label in grounds:
            for other in names_in(given, "remove_adjacent_coasts"):
                board.close(label, other, "coast")
            for other in names_in(given, "remove_adjacent_land"):
                board.close(label, other, "land")
    return board.steps(shut)


def names_in(given: Mapping[str, Any], key: str) -> list[str]:
    """The list of names under a key of one override; empty where there is none."""
    value = given.get(key)
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []


class _Board:
    def __init__(self, grounds: Mapping[str, Ground]) -> None:
        self.grounds = grounds
        self.ways: dict[str, dict[str, Way]] = {label: {} for label in grounds}
        self.coasts: dict[str, dict[str, set[str]]] = {label: {} for label in grounds}
        self.strength = _STRENGTH

    def override(self, label: str, given: Mapping[str, Any]) -> None:
        ways = self.ways[label]
        for other in names_in(given, "adjacencies"):
            if other in self.grounds:
                ways.setdefault(other, Way())
        for other in names_in(given, "coastal_adjacencies"):
            if other in self.grounds:
                ways.setdefault(other, Way()).grounds.add("coast")
        for other in names_in(given, "remove_adjacencies"):
            ways.pop(other, None)
        said = given.get("coasts")
        coasts: Mapping[str, Any] = said if isinstance(said, dict) else {}
        for coast in coasts:
            for name in names_in(coasts, coast):
                other, theirs = split_label(name)
                if other in self.grounds:
                    self.join(label, coast, other, theirs)

    def join(self, label: str, coast: str, other: str, theirs: str) -> None:
        way = self.ways[label].setdefault(other, Way())
        way.grounds.add("coast")
        way.coasts.add((coast, theirs))
        if coast:
            self.coasts[label].setdefault(coast, set()).add(other)

    def lay_ground(self) -> None:
        for label, ways in self.ways.items():
            for other, way in ways.items():
                pair = {self.grounds[label], self.grounds[other]}
                if Ground.LAND not in pair:
                    way.grounds.add("sea")
                if pair not in ({Ground.LAND}, {Ground.SEA}):
                    way.grounds.add("coast")
                if Ground.SEA not in pair:
                    way.grounds.add("land")
        for label, ways in self.ways.items():
            for other, way in ways.items():
                lands = self.grounds[label] is self.grounds[other] is Ground.LAND
                if lands and "coast" not in way.grounds and self.share_a_shore(label, other):
                    way.grounds.add("coast")

    def share_a_shore(self, a: str, b: str) -> bool:
        """Whether the bot takes two lands for neighbours along a shore: around them and a water is one ring of others."""
        for water in sorted(self.ways[a].keys() & self.ways[b].keys()):
            if self.grounds[water] is Ground.LAND:
                continue
            three = {a, b, water}
            if min(len(self.ways[each]) for each in three) == 2 or len(self.ways[a].keys() & self.ways[b].keys()) == 1:
                return True
            around = set().union(*(self.ways[each] for each in three)) - three
            self.strength -= sum(len(self.ways[each]) for each in around)
            if self.strength < 0:
                return False
            if sum(self.closes(part, three) for part in self.parts(around)) == 1:
                return True
        return False

    def parts(self, labels: set[str]) -> Iterator[set[str]]:
        """What hangs together among these, taking a way in either direction."""
        back: dict[str, set[str]] = {label: set() for label in labels}
        for label in labels:
            for other in self.ways[label].keys() & labels:
                back[label].add(other)
                back[other].add(label)
        left = set(labels)
        while left:
            stack = [left.pop()]
            part = set(stack)
            while stack:
                new = back[stack.pop()] - part
                part |= new
                stack.extend(new)
            left -= part
            yield part

    def closes(self, part: set[str], three: set[str]) -> bool:
        return all(any(each in self.ways[label] for label in part) for each in three)

    def mirror(self) -> None:
        """A way without coasts of its own gets those of the way back."""
        given = {(label, other): set(way.coasts) for label, ways in self.ways.items() for other, way in ways.items()}
        for (label, other), own in given.items():
            for coast, theirs in () if own else given.get((other, label), ()):
                self.join(label, theirs, other, coast)

    def close(self, label: str, other: str, ground: str) -> None:
        way = self.ways[label].get(other)
        if way is None:
            return
        way.grounds.discard(ground)
        if ground == "coast":
            for coast, _ in way.coasts:
                self.coasts[label].get(coast, set()).discard(other)

    def steps(self, shut: Collection[str]) -> Played:
        army: set[tuple[str, str]] = set()
        fleet: set[tuple[tuple[str, str], tuple[str, str]]] = set()
        coasts = {label: set(found) for label, found in self.coasts.items()}
        for ways in self.ways.values():
            for other, way in ways.items():
                coasts[other].update(theirs for _, theirs in way.coasts if theirs)
        for label, ways in self.ways.items():
            for other, way in ways.items() if label not in shut else ():
                if other in shut:
                    continue
                if "land" in way.grounds:
                    army.add((label, other))
                for coast in sorted(coasts[label]) or ("",):
                    fleet.update(((label, coast), (other, end)) for end in self.ends(label, coast, other, way))
        names = {label: tuple(sorted(found)) for label, found in coasts.items() if found}
        return Played(frozenset(army), frozenset(fleet), names, self.strength < 0)

    def ends(self, label: str, coast: str, other: str, way: Way) -> set[str]:
        """The coasts of another province that a fleet reaches; one without a name where it has none.

        A coast that lists nothing holds no fleet back: from there it goes along any shore of the province.
        """
        if "coast" not in way.grounds:
            return {""} if "sea" in way.grounds else set()
        if coast and other not in self.coasts[label].get(coast, (other,)):
            return set()
        found = {theirs for own, theirs in way.coasts if own == coast or not coast}
        return found - {""} or {""}


# ---- what overrides make of ours


@dataclass(frozen=True)
class Overrides:
    """The overrides that force a variant's graph, whatever touches on the map.

    `touches` are pairs of province ids, each with a < b, whose shapes are within the margin.
    """

    variant: Variant
    names: Names
    touches: frozenset[tuple[str, str]] = frozenset()

    @cached_property
    def army(self) -> frozenset[tuple[str, str]]:
        """Steps of armies from province to province that the variant has and the bot can play."""
        return frozenset(
            (province_of(a), province_of(b))
            for a, b, army, _ in _steps(self.variant)
            if army and self.stands(a, UnitType.ARMY) and self.stands(b, UnitType.ARMY)
        )

    @cached_property
    def fleet(self) -> frozenset[tuple[str, str]]:
        """Steps of fleets from location to location."""
        return frozenset(
            (a, b)
            for a, b, _, fleet in _steps(self.variant)
            if fleet and self.stands(a, UnitType.FLEET) and self.stands(b, UnitType.FLEET)
        )

    def stands(self, location: str, unit: UnitType) -> bool:
        return stands(self.variant.by_id[province_of(location)], unit)

    @cached_property
    def grounds(self) -> dict[str, Ground]:
        """The layer of each province, by id."""
        return {province.id: ground(province) for province in self.variant.provinces}

    @cached_property
    def near(self) -> dict[str, set[str]]:
        """Provinces that touch each one, or that it has a step to or from."""
        found: dict[str, set[str]] = {province.id: set() for province in self.variant.provinces}
        by_fleet = ((province_of(a), province_of(b)) for a, b in self.fleet)
        for a, b in (*self.touches, *self.army, *by_fleet):
            found[a].add(b)
            found[b].add(a)
        return found

    @cached_property
    def between(self) -> dict[tuple[str, str], set[Place]]:
        """The pairs of coasts by which fleets go from one province to another."""
        found: dict[tuple[str, str], set[Place]] = {}
        for a, b in self.fleet:
            pair = province_of(a), province_of(b)
            found.setdefault(pair, set()).add((a.partition("/")[2], b.partition("/")[2]))
        return found

    def written(self) -> dict[str, dict[str, Any]]:
        """The overrides by label, sorted; only provinces that need some."""
        found = {}
        for province in self.variant.provinces:
            entry = self.entry(province) if self.enters(province) else {}
            if entry:
                found[self.names.label[province.id]] = entry
        return dict(sorted(found.items()))

    def enters(self, province: Province) -> bool:
        return any(stands(province, unit) for unit in UnitType)

    def entry(self, province: Province) -> dict[str, Any]:
        lists: dict[str, list[str]] = {key: [] for key in _KEYS}
        for other in sorted(self.near[province.id]):
            if self.enters(self.variant.by_id[other]):
                for key in self.changes(province.id, other):
                    lists[key].append(self.names.label[other])
        entry: dict[str, Any] = {key: sorted(names) for key, names in lists.items() if names}
        coasts = self.listed_coasts(province)
        if coasts:
            entry["coasts"] = coasts
        return entry

    def changes(self, a: str, b: str) -> Iterator[str]:
        """The lists of `a` in which `b` has to stand."""
        army, fleets = (a, b) in self.army, self.between.get((a, b), set())
        pair = {self.grounds[a], self.grounds[b]}
        touch = (a, b) in self.touches or (b, a) in self.touches
        listed = self.lists(a, b)
        if not army and not fleets and not listed:
            if touch:
                yield "remove_adjacencies"
            return
        if not touch and not listed:
            yield "adjacencies"
        if Ground.SEA not in pair and not army:
            yield "remove_adjacent_land"
        if fleets and pair == {Ground.LAND} and not listed and not self.lists(b, a):
            yield "coastal_adjacencies"
        if not fleets and (pair not in ({Ground.LAND}, {Ground.SEA}) or listed or self.lists(b, a) or self.shore(a, b)):
            yield "remove_adjacent_coasts"

    def lists(self, a: str, b: str) -> bool:
        """Whether a coast of `a` has `b` in its list: for its own fleets, or as those of `b` land there: a coast that
        lists nothing is none to the bot.
        """
        return bool(self.variant.by_id[a].coasts) and ((a, b) in self.between or (b, a) in self.between)

    def shore(self, a: str, b: str) -> bool:
        """Whether the bot could guess that two lands share a shore: some water is near both."""
        return any(self.grounds[each] is not Ground.LAND for each in self.near[a] & self.near[b])

    def listed_coasts(self, province: Province) -> dict[str, list[str]]:
        found: dict[str, set[str]] = {}
        for coast in province.coasts:
            suffix = self.names.coast[f"{province.id}/{coast.id}"]
            for other in self.near[province.id]:
                if not self.lists(province.id, other):
                    continue
                there = self.between.get((province.id, other), set())
                back = {(theirs, own) for own, theirs in self.between.get((other, province.id), set())}
                for own, theirs in there | back:
                    if own == coast.id:
                        place = f"{other}/{theirs}" if theirs else other
                        found.setdefault(suffix, set()).add(self.names.place(place))
        return {suffix: sorted(names) for suffix, names in sorted(found.items())}

    # ---- whether it comes out

    def differences(self) -> tuple[list[str], list[str]]:
        """Steps that the bot would not play, and such as the variant does not have, as words (`A Paris - Brest`)."""
        label = self.names.label
        grounds = {label[identity]: kind for identity, kind in self.grounds.items()}
        shut = {label[province.id] for province in self.variant.provinces if not self.enters(province)}
        touching = [(label[a], label[b]) for a, b in self.touches]
        got = played(grounds, touching, self.written(), shut)
        have = {f"A {a} - {b}" for a, b in got.army}
        have |= {f"F {_said(a)} - {_said(b)}" for a, b in got.fleet}
        want = {f"A {label[a]} - {label[b]}" for a, b in self.army}
        want |= {f"F {self.names.place(a)} - {self.names.place(b)}" for a, b in self.fleet}
        return sorted(want - have), sorted(have - want)

    def bare_coasts(self) -> list[str]:
        """Coasts that no fleet leaves or reaches: the bot knows a coast by its list alone."""
        met = {end for step in self.fleet for end in step}
        return [place for place in self.names.coast if place not in met and self.stands(place, UnitType.FLEET)]


_KEYS = (
    "adjacencies",
    "coastal_adjacencies",
    "remove_adjacencies",
    "remove_adjacent_coasts",
    "remove_adjacent_land",
)


def ground(province: Province) -> Ground:
    """The layer a province belongs in: who may stand there decides, not what it looks like."""
    army, fleet = stands(province, UnitType.ARMY), stands(province, UnitType.FLEET)
    if not army and not fleet:
        return Ground.SEA if province.terrain is Terrain.SEA else Ground.LAND
    if fleet and not army:
        return Ground.SEA
    return Ground.ISLAND if fleet and province.convoys else Ground.LAND


def _said(place: Place) -> str:
    return " ".join(filter(None, place))


def _steps(variant: Variant) -> Iterator[tuple[str, str, bool, bool]]:
    """Every step with whether armies and fleets go it; a passage by consent is none."""
    for edge in variant.adjacency:
        if edge.kind is Kind.PERMISSION:
            continue
        yield edge.a, edge.b, edge.units.army, edge.units.fleet
        if not edge.oneway:
            yield edge.b, edge.a, edge.units.army, edge.units.fleet
