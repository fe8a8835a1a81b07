"""A whole variant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from dipmap.model.board import Adjacency, Barrier, Province, UnitType, province_of
from dipmap.model.rules import STANDARD_TURNS, Builds, Calendar, End, Rule, Schedule, Start, Unit, Victory


@dataclass(frozen=True)
class Power:
    """A side of the game; `colour` is `#rrggbb`, `homes` the ids of its home centres."""

    id: str
    name: str
    adjective: str
    short: str
    colour: str
    homes: tuple[str, ...] = ()
    playable: bool = True
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True)
class Variant:
    """Everything a package holds about a variant, apart from its pictures.

    `anchors` maps a location to its points by purpose (`unit`, `dislodged`, `centre`, `label`), in root user units of
    the map. Provinces, adjacencies and barriers are in order of their ids.
    """

    id: str
    name: str
    version: str
    provinces: tuple[Province, ...]
    adjacency: tuple[Adjacency, ...]
    powers: tuple[Power, ...] = ()
    barriers: tuple[Barrier, ...] = ()
    designers: tuple[str, ...] = ()
    licence: str = ""
    base: str = "standard"
    edition: str = ""
    description: str = ""
    standing_units: tuple[Unit, ...] = ()
    calendar: Calendar = field(default_factory=lambda: Calendar(STANDARD_TURNS, 1901, "spring"))
    start: Start = field(default_factory=Start)
    builds: Builds = field(default_factory=Builds)
    retreats: str = "normal"
    victory: Victory = field(default_factory=Victory)
    end: End = field(default_factory=End)
    schedule: Schedule = field(default_factory=Schedule)
    options: Mapping[str, str] = field(default_factory=dict)
    rules: tuple[Rule, ...] = ()
    anchors: Mapping[str, Mapping[str, tuple[float, float]]] = field(default_factory=dict)

    @cached_property
    def by_id(self) -> dict[str, Province]:
        """Provinces by id."""
        return {province.id: province for province in self.provinces}

    @cached_property
    def powers_by_id(self) -> dict[str, Power]:
        """Powers by id."""
        return {power.id: power for power in self.powers}

    @cached_property
    def centres(self) -> tuple[Province, ...]:
        """The supply centres."""
        return tuple(province for province in self.provinces if province.centre)

    def steps(self, unit: UnitType) -> Iterator[tuple[str, str]]:
        """Every directed step a unit type can make along an adjacency, from location to location."""
        for edge in self.adjacency:
            if edge.units.army if unit is UnitType.ARMY else edge.units.fleet:
                yield edge.a, edge.b
                if not edge.oneway:
                    yield edge.b, edge.a

    def neighbours(self, province: str) -> frozenset[str]:
        """Ids of the provinces an adjacency joins to this one, whatever the unit."""
        found = set()
        for edge in self.adjacency:
            a, b = province_of(edge.a), province_of(edge.b)
            if province == a:
                found.add(b)
            elif province == b:
                found.add(a)
        return frozenset(found)
