"""What a map has to show: which provinces touch, which never do, and where fleets pass between two coasts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dipmap.model import Adjacency, Kind, Province, Terrain, Variant, province_of

Pair = tuple[str, str]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Wanted:
    """The board as a drawing has to show it, by numbers: province i is `ids[i]`, and number `len(ids)` is background.

    Impassable spaces have numbers too; they may touch anything, for no edge ever leads into them.
    """

    variant: Variant
    ids: tuple[str, ...]
    number: dict[str, int] = field(repr=False)
    touching: frozenset[Pair]
    steps: frozenset[Pair] = field(repr=False)

    @cached_property
    def provinces(self) -> tuple[Province, ...]:
        """The provinces by number."""
        return tuple(self.variant.by_id[key] for key in self.ids)

    @cached_property
    def sea(self) -> Bools:
        """Which numbers are seas."""
        return np.array([province.terrain is Terrain.SEA for province in self.provinces] + [False])

    @cached_property
    def free(self) -> Bools:
        """Which numbers may touch anything: impassable spaces and the background."""
        return np.array([province.impassable for province in self.provinces] + [True])

    @cached_property
    def shores(self) -> Bools:
        """Which numbers are provinces that fleets sail along."""
        return np.array(
            [each.terrain is Terrain.COAST and each.fleets and not each.impassable for each in self.provinces]
            + [False],
        )

    @cached_property
    def allowed(self) -> Bools:
        """Which two numbers may touch, (n + 1, n + 1)."""
        count = len(self.ids) + 1
        table = np.zeros((count, count), dtype=bool)
        for a, b in self.touching:
            one, two = self.number[a], self.number[b]
            table[one, two] = table[two, one] = True
        np.fill_diagonal(table, val=True)
        table[self.free] = True
        table[:, self.free] = True
        return table

    @cached_property
    def forbidden(self) -> Bools:
        """Which three numbers may not meet at a point, (n + 1, n + 1, n + 1): fleets would pass that may not."""
        count = len(self.ids) + 1
        table = np.zeros((count, count, count), dtype=bool)
        seas = [index for index in np.flatnonzero(self.sea).tolist() if not self.free[index]]
        for a, b in sorted(self.touching):
            one, two = self.number[a], self.number[b]
            if not (self.shores[one] and self.shores[two]):
                continue
            wrong = [s for s in seas if self.allowed[s, one] and self.allowed[s, two] and not self.ways(a, b, s)]
            for s in wrong:
                for x, y, z in (
                    (one, two, s),
                    (one, s, two),
                    (s, one, two),
                    (two, one, s),
                    (two, s, one),
                    (s, two, one),
                ):
                    table[x, y, z] = True
        return table

    def ways(self, a: str, b: str, sea: int) -> list[Pair]:
        """The steps of fleets between two coasts that a sea at the end of their border stands for."""
        name = self.ids[sea]
        return [
            (one, two)
            for one in self.variant.by_id[a].locations
            for two in self.variant.by_id[b].locations
            if (one, two) in self.steps and (one, name) in self.steps and (two, name) in self.steps
        ]

    @cached_property
    def meetings(self) -> tuple[tuple[Pair, Pair, tuple[int, ...]], ...]:
        """For each step of fleets between two coasts: the provinces, the locations, the seas that may stand for it."""
        seas = [index for index in np.flatnonzero(self.sea).tolist() if not self.free[index]]
        found = []
        for a, b in sorted(self.touching):
            if self.shores[self.number[a]] and self.shores[self.number[b]]:
                by_step: dict[Pair, list[int]] = {}
                for s in seas:
                    for step in self.ways(a, b, s):
                        by_step.setdefault(step, []).append(s)
                found += [((a, b), step, tuple(each)) for step, each in sorted(by_step.items())]
        return tuple(found)


def wanted(variant: Variant) -> Wanted:
    """The board of a variant as a drawing has to show it."""
    ids = tuple(sorted(variant.by_id))
    borders = [edge for edge in variant.adjacency if drawn_as_border(edge)]
    # a barrier lies between shapes that touch
    parted = [(province_of(each.a), province_of(each.b)) for each in variant.barriers]
    pairs = {edge.pair for edge in borders} | {(min(pair), max(pair)) for pair in parted}
    solid = {province.id for province in variant.provinces if not province.impassable}
    touching = frozenset((a, b) for a, b in pairs if a != b and a in solid and b in solid)
    steps = {(edge.a, edge.b) for edge in borders if edge.units.fleet}
    return Wanted(
        variant,
        ids,
        {key: number for number, key in enumerate(ids)},
        touching,
        frozenset(steps | {(b, a) for a, b in steps}),
    )


def drawn_as_border(edge: Adjacency) -> bool:
    """Whether touching shapes are to make an edge; a one-way edge cannot come from shapes."""
    return edge.kind is Kind.BORDER and not edge.oneway


def passages_of(variant: Variant) -> Iterator[Adjacency]:
    """The edges that have to be drawn as lines."""
    return (edge for edge in variant.adjacency if not drawn_as_border(edge))


def pairs_of(edges: Sequence[Adjacency]) -> list[Pair]:
    """The provinces that some edges join, each pair once, in order."""
    return sorted({edge.pair for edge in edges if province_of(edge.a) != province_of(edge.b)})
