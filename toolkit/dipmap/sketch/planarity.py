"""Whether a graph can be drawn without crossings, and which of its edges can when not all do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

Pair = tuple[int, int]
ORDERS = 3  # in which edges are put in
WORK = 800_000  # edges looked at by all tests together; a graph that needs more loses edges that might fit


def is_planar(count: int, pairs: Sequence[Pair]) -> bool:
    """Whether a graph on `count` vertices is planar; every pair stands once and joins two different vertices."""
    if len(pairs) <= 8:
        return True
    if len(pairs) > 3 * count - 6:
        return False
    import networkx as nx

    graph: Any = nx.Graph(pairs)
    return bool(nx.check_planarity(graph)[0])


def planar_part(count: int, pairs: Sequence[Pair], length: Mapping[Pair, float]) -> tuple[list[Pair], list[Pair]]:
    """Edges that can be drawn together without crossings, and the few that have to go, both in order.

    Edges are put in as long as they fit, in several orders, of which the one that loses least counts. Those with a small
    `length` tend to go first.
    """
    kept, lost = sorted(pairs), list[Pair]()
    if is_planar(count, kept):
        return kept, lost
    dice = np.random.default_rng(len(kept))
    reach = np.array([length.get(pair, 1.0) for pair in kept])
    purse = [WORK]
    best: tuple[int, float, list[Pair], list[Pair]] | None = None
    for _ in range(ORDERS):
        order = [kept[at] for at in np.argsort(dice.random(len(kept)) * reach, kind="stable").tolist()]
        fit: list[Pair] = []
        lost = _fitted(count, fit, order, purse)
        found = len(lost), sum(length.get(pair, 0.0) for pair in lost), sorted(fit), sorted(lost)
        best = min(best, found) if best else found
        if best[0] == 1 or purse[0] <= 0:
            break
    assert best is not None
    return best[2], best[3]


def _fitted(count: int, fit: list[Pair], pairs: list[Pair], purse: list[int]) -> list[Pair]:
    """Put what fits into a planar graph, in order, many at a time where that goes; what does not fit is returned."""
    if not pairs or purse[0] <= 0:
        return pairs
    trial = fit + pairs
    purse[0] -= len(trial)
    if is_planar(count, trial):
        fit += pairs
        return []
    if len(pairs) == 1:
        return pairs
    half = len(pairs) // 2
    return [*_fitted(count, fit, pairs[:half], purse), *_fitted(count, fit, pairs[half:], purse)]
