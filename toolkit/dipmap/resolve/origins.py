"""Where each thing of a variant stands in the files, and how each edge arose: what checks and `inspect` look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dipmap.diagnostics import NOWHERE, Place
from dipmap.model import Adjacency, Kind, Units
from dipmap.svg.drawing import Item

if TYPE_CHECKING:
    from dipmap.geometry.survey import Contact


@dataclass(frozen=True)
class Edge:
    """An edge of the graph and how it arose: `border` from a contact, or `passage` from a declaration."""

    adjacency: Adjacency
    how: str
    place: Place = field(repr=False)
    contact: Contact | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Passage:
    """A declared edge between known locations; `item` is its line in the drawing, if it is drawn."""

    a: str
    b: str
    units: Units
    kind: Kind
    keeper: str | None
    oneway: bool
    place: Place = field(repr=False)
    item: Item | None = field(default=None, repr=False)
    added: Units | None = None


@dataclass(frozen=True)
class BarrierFact:
    """A declared non-edge between known locations; `stops` says whether there was anything to stop or to doubt."""

    a: str
    b: str
    units: Units
    place: Place = field(repr=False)
    reason: str = ""
    stops: bool = True


@dataclass(frozen=True)
class Anchor:
    """A point of a location and where it is set; `drawn` False for one that dipmap chose."""

    location: str
    purpose: str
    point: tuple[float, float]
    place: Place = field(default=NOWHERE, repr=False)


@dataclass(frozen=True)
class Origins:
    """The places of a variant's facts.

    `provinces` and `coasts` map locations to where they are drawn (or declared); `asserted` the neighbours a province
    claims; `anchors` only those that are set by the designer.
    """

    provinces: Mapping[str, Place]
    coasts: Mapping[str, Place] = field(default_factory=dict)
    centres: Mapping[str, Place] = field(default_factory=dict)
    edges: tuple[Edge, ...] = ()
    passages: tuple[Passage, ...] = ()
    barriers: tuple[BarrierFact, ...] = ()
    asserted: Mapping[str, tuple[tuple[str, ...], Place]] = field(default_factory=dict)
    anchors: tuple[Anchor, ...] = ()
    powers: Mapping[str, Place] = field(default_factory=dict)
    units: tuple[tuple[str, Place], ...] = ()

    def place(self, location: str) -> Place:
        """Where a location stands; nowhere for one that stands nowhere."""
        return self.coasts.get(location) or self.provinces.get(location.partition("/")[0], NOWHERE)
