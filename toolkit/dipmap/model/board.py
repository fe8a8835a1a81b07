"""Provinces and the graph between them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class UnitType(StrEnum):
    """The two kinds of unit."""

    ARMY = "army"
    FLEET = "fleet"


class Units(StrEnum):
    """Which units an adjacency is for."""

    ARMY = "army"
    FLEET = "fleet"
    BOTH = "both"

    @property
    def army(self) -> bool:
        return self is not Units.FLEET

    @property
    def fleet(self) -> bool:
        return self is not Units.ARMY

    @classmethod
    def of(cls, *, army: bool, fleet: bool) -> Units | None:
        """The word for a pair of booleans; None when neither may pass."""
        if army and fleet:
            return cls.BOTH
        return cls.ARMY if army else cls.FLEET if fleet else None

    def minus(self, other: Units) -> Units | None:
        """What is left when `other` is taken away."""
        return Units.of(army=self.army and not other.army, fleet=self.fleet and not other.fleet)

    def plus(self, other: Units) -> Units:
        """Both together."""
        return self if self is other else Units.BOTH


class Terrain(StrEnum):
    """What a province is made of: land has no shore, coast has one, sea is water."""

    LAND = "land"
    COAST = "coast"
    SEA = "sea"


class Kind(StrEnum):
    """How an adjacency arises (the closed list of the design, section 6)."""

    BORDER = "border"
    DIRECT = "direct"
    STRAIT = "strait"
    NARROW_STRAIT = "narrow-strait"
    SEA_LANE = "sea-lane"
    PERMISSION = "permission"
    LINK = "link"


def province_of(location: str) -> str:
    """The province of a location: `stp/nc` lies in `stp`."""
    return location.partition("/")[0]


@dataclass(frozen=True)
class Coast:
    """A named part of a multi-coast province's shore; `id` is the short part, `nc` of `stp/nc`."""

    id: str
    name: str


@dataclass(frozen=True)
class Province:
    """One space of the board.

    `armies`, `fleets` and `convoys` say who may stand there and whether a fleet there convoys; they follow from the
    terrain unless declared. `capacity` is the number of units that may share it, `mixed` whether these may be of several
    powers. `home` is the power whose home centre it is, `owner` the power that holds it at the start. `canal` is derived:
    a one-coast province that joins two waters. `tags` are words of the variant's own (`big5`).
    """

    id: str
    name: str
    terrain: Terrain
    aliases: tuple[str, ...] = ()
    armies: bool = True
    fleets: bool = False
    convoys: bool = False
    capacity: int = 1
    centre: bool = False
    home: str | None = None
    owner: str | None = None
    coasts: tuple[Coast, ...] = ()
    impassable: bool = False
    canal: bool = False
    mixed: bool = True
    tags: tuple[str, ...] = ()

    @property
    def locations(self) -> tuple[str, ...]:
        """The province's id, then each of its coasts."""
        return (self.id, *(f"{self.id}/{coast.id}" for coast in self.coasts))


@dataclass(frozen=True)
class Adjacency:
    """An edge of the graph between two locations; undirected with a < b unless `oneway` (then only a -> b exists)."""

    a: str
    b: str
    units: Units
    kind: Kind = Kind.BORDER
    keeper: str | None = None
    oneway: bool = False

    @property
    def pair(self) -> tuple[str, str]:
        """The two provinces, in order of their ids."""
        first, second = sorted((province_of(self.a), province_of(self.b)))
        return first, second


@dataclass(frozen=True)
class Barrier:
    """A declared non-edge between provinces whose shapes touch."""

    a: str
    b: str
    units: Units
