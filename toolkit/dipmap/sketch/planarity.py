"""Whether a graph can be drawn without crossings, and which of its edges can when not all do.

The test is the left-right one (de Fraysseix and Rosenstiehl 1982, as told by Brandes 2009), without an embedding: that is
asked hundreds of times for a board that no plane holds, and a test that builds nothing answers several times sooner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

Pair = tuple[int, int]
ORDERS = 8  # in which edges are put in
WORK = 2_000_000  # edges looked at by all tests together; a graph that needs more loses edges that might fit
NONE = -1
Interval = list[int]  # of the returning edges on one side: the lowest and the highest, or NONE twice
Conflict = tuple[Interval, Interval]  # those on the left and those on the right that bind each other


def is_planar(count: int, pairs: Sequence[Pair]) -> bool:
    """Whether a graph on `count` vertices is planar; every pair stands once and joins two different vertices."""
    if len(pairs) <= 8:
        return True
    if len(pairs) > 3 * count - 6:
        return False
    beside: list[list[int]] = [[] for _ in range(count)]
    for a, b in pairs:
        beside[a].append(b)
        beside[b].append(a)
    return _Test(beside).passes()


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


class _Test:
    """One run of the test. Edges are numbered as the search from the roots first walks them: tree edges away from their
    root, returning edges towards it. `low` and `low_edge` are what a returning edge of the subtree reaches lowest.
    """

    def __init__(self, beside: list[list[int]]) -> None:
        count = len(beside)
        self.beside = beside
        self.height = [NONE] * count
        self.parent_edge = [NONE] * count
        self.out: list[list[int]] = [[] for _ in range(count)]
        self.tail: list[int] = []
        self.head: list[int] = []
        self.low: list[int] = []
        self.depth: list[int] = []
        self.low_edge: list[int] = []
        self.reference: list[int] = []
        self.bottom: list[int] = []
        self.stack: list[Conflict] = []

    def passes(self) -> bool:
        roots = []
        for vertex in range(len(self.beside)):
            if self.height[vertex] == NONE:
                roots.append(vertex)
                self._orient(vertex)
        edges = len(self.tail)
        self.low_edge, self.reference, self.bottom = [NONE] * edges, [NONE] * edges, [0] * edges
        depth = self.depth
        for out in self.out:
            out.sort(key=depth.__getitem__)
        return all(self._constrain(root) for root in roots)

    def _orient(self, root: int) -> None:
        """Walk a part in depth; the order of edges out of a vertex (`depth`) follows from how low they return."""
        beside, height, parent_edge = self.beside, self.height, self.parent_edge
        tail, head, low, depth = self.tail, self.head, self.low, self.depth
        second: dict[int, int] = {}
        height[root] = 0
        at = [0] * len(beside)
        walk = [root]
        while walk:
            v = walk[-1]
            if at[v] < len(beside[v]):
                w = beside[v][at[v]]
                at[v] += 1
                if height[w] == NONE:
                    height[w] = height[v] + 1
                    parent_edge[w] = edge = len(tail)
                    walk.append(w)
                elif height[w] < height[v] and (parent_edge[v] == NONE or tail[parent_edge[v]] != w):
                    edge = len(tail)
                else:  # it is walked from the other end
                    continue
                tail.append(v)
                head.append(w)
                low.append(height[v])
                depth.append(0)
                second[edge] = height[v]
                self.out[v].append(edge)
                if walk[-1] == w:
                    continue
                low[edge] = height[w]
            else:
                walk.pop()
                edge = parent_edge[v]
                if edge == NONE:
                    continue
                v = tail[edge]
            depth[edge] = 2 * low[edge] + (second[edge] < height[v])
            above = parent_edge[v]
            if above != NONE:
                if low[edge] < low[above]:
                    second[above] = min(low[above], second[edge])
                    low[above] = low[edge]
                elif low[edge] > low[above]:
                    second[above] = min(second[above], low[edge])
                else:
                    second[above] = min(second[above], second[edge])

    def _constrain(self, root: int) -> bool:
        """Walk again and keep the sides of returning edges; False where two must lie on both sides."""
        out, height, parent_edge, head, tail = self.out, self.height, self.parent_edge, self.head, self.tail
        low, stack = self.low, self.stack
        at = [0] * len(out)
        walk = [root]
        while walk:
            v = walk[-1]
            if at[v] < len(out[v]):
                edge = out[v][at[v]]
                w = head[edge]
                self.bottom[edge] = len(stack)
                if parent_edge[w] == edge:
                    walk.append(w)
                    continue
                self.low_edge[edge] = edge
                stack.append(([NONE, NONE], [edge, edge]))
            else:
                walk.pop()
                edge = parent_edge[v]
                if edge == NONE:
                    continue
                v = tail[edge]
                self._trim(edge, v)
            # the edge is done: what returns from it is bound to what returned from those before
            if low[edge] < height[v]:
                above = parent_edge[v]
                if edge == out[v][0]:
                    self.low_edge[above] = self.low_edge[edge]
                elif not self._bind(edge, above):
                    return False
            at[v] += 1
        return True

    def _bind(self, edge: int, above: int) -> bool:
        low, stack, reference, bottom = self.low, self.stack, self.reference, self.bottom[edge]
        left: Interval = [NONE, NONE]
        right: Interval = [NONE, NONE]
        while True:  # all that returns from the edge itself goes to one side
            one, other = stack.pop()
            if one[0] != NONE:
                one, other = other, one
            if one[0] != NONE:
                return False
            if low[other[0]] > low[above]:
                if right[1] == NONE:
                    right[1] = other[1]
                else:
                    reference[right[0]] = other[1]
                right[0] = other[0]
            else:
                reference[other[0]] = self.low_edge[above]
            if len(stack) == bottom:
                break
        while stack:  # what conflicts with it goes to the other
            one, other = stack[-1]
            crossed = self._conflicts(other, edge)
            if not crossed and not self._conflicts(one, edge):
                break
            stack.pop()
            if crossed:
                one, other = other, one
                if self._conflicts(other, edge):
                    return False
            if right[0] != NONE:
                reference[right[0]] = other[1]
            if other[0] != NONE:
                right[0] = other[0]
            if left[1] == NONE:
                left[1] = one[1]
            else:
                reference[left[0]] = one[1]
            left[0] = one[0]
        if left[1] != NONE or right[1] != NONE:
            stack.append((left, right))
        return True

    def _conflicts(self, interval: Interval, edge: int) -> bool:
        return interval[1] != NONE and self.low[interval[1]] > self.low[edge]

    def _lowest(self, conflict: Conflict) -> int:
        one, other = conflict
        low = self.low
        if one[0] == NONE:
            return low[other[0]]
        if other[0] == NONE:
            return low[one[0]]
        return min(low[one[0]], low[other[0]])

    def _trim(self, edge: int, v: int) -> None:
        """Forget what returns to `v`, at which the edge begins."""
        stack, head, reference, height = self.stack, self.head, self.reference, self.height
        while stack and self._lowest(stack[-1]) == height[v]:
            stack.pop()
        if stack:
            one, other = stack.pop()
            for mine, theirs in ((one, other), (other, one)):
                while mine[1] != NONE and head[mine[1]] == v:
                    mine[1] = reference[mine[1]]
                if mine[1] == NONE and mine[0] != NONE:
                    reference[mine[0]] = theirs[0]
                    mine[0] = NONE
            stack.append((one, other))
        if self.low[edge] < height[v]:
            one, other = stack[-1]
            if one[1] != NONE and (other[1] == NONE or self.low[one[1]] > self.low[other[1]]):
                reference[edge] = one[1]
            else:
                reference[edge] = other[1]
