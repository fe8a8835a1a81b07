"""Which convoys the fleets on the board could form, whatever they are ordered to do (DATC 4.E.1: a convoy that could have been)."""

from __future__ import annotations

from dipmap.judge.board import Board

SEARCH_LIMIT = 5_000
"""Steps of a search for a chain without short cuts; a board on which it ends takes the order as possible."""


class Waters:
    """The convoying provinces in which fleets stand."""

    def __init__(self, board: Board, afloat: frozenset[str]) -> None:
        self.board = board
        self.afloat = afloat
        self._shores: dict[str, frozenset[str]] = {}
        self._carries: dict[tuple[str, str, str], bool] = {}

    def next(self, sea: str) -> list[str]:
        """The waters with fleets to which a chain goes on from one, those through a gate with its keeper's leave included."""
        found = self.board.lanes[sea] & self.afloat
        gated = self.board.gated_lanes.get(sea)
        return sorted(found | (gated.keys() & self.afloat) if gated else found)

    def shores(self, start: str) -> frozenset[str]:
        """The provinces in which an army of a province could be landed."""
        found = self._shores.get(start)
        if found is None:
            seen = set(self.board.waters[start] & self.afloat)
            queue = list(seen)
            while queue:
                for sea in self.next(queue.pop()):
                    if sea not in seen:
                        seen.add(sea)
                        queue.append(sea)
            found = frozenset().union(*(self.board.landings[sea] for sea in seen)) - {start}
            self._shores[start] = found
        return found

    def carries(self, start: str, end: str, sea: str) -> bool:
        """Whether a fleet in `sea` can be of use to an army from `start` to `end`: it is part of a chain without short cuts.

        A chain has a short cut where two of its waters (or a shore and a water) that do not follow each other are adjacent
        (DATC 6.G.7, 6.G.19).
        """
        key = (start, end, sea)
        found = self._carries.get(key)
        if found is None:
            found = self._carries[key] = self._in_a_chain(start, end, sea)
        return found

    def _in_a_chain(self, start: str, end: str, sea: str) -> bool:
        board = self.board
        first = board.waters[start] & self.afloat
        if sea not in self.afloat or end not in self.shores(start):
            return False
        if sea in first and end in board.landings[sea]:
            return True
        useful = self._between(first, end)
        if sea not in useful:
            return False
        steps = 0
        # each entry is a chain without short cuts that has not yet come ashore
        stack: list[tuple[str, ...]] = [(each,) for each in sorted(first & useful, reverse=True)]
        while stack:
            steps += 1
            if steps > SEARCH_LIMIT:
                return True
            chain = stack.pop()
            last = chain[-1]
            if end in board.landings[last]:
                if sea in chain:
                    return True
                continue  # going on from here would be a detour
            for each in reversed(self.next(last)):
                if each in chain or each in first or each not in useful:
                    continue
                if any(self._touch(each, earlier) for earlier in chain[:-1]):
                    continue
                stack.append((*chain, each))
        return False

    def _between(self, first: frozenset[str], end: str) -> set[str]:
        """The waters on any chain that leads from the first ones to the end."""
        forward = set(first)
        queue = list(first)
        back: dict[str, set[str]] = {}
        while queue:
            sea = queue.pop()
            for each in self.next(sea):
                back.setdefault(each, set()).add(sea)
                if each not in forward:
                    forward.add(each)
                    queue.append(each)
        useful = {sea for sea in forward if end in self.board.landings[sea]}
        queue = list(useful)
        while queue:
            for each in back.get(queue.pop(), ()):
                if each not in useful:
                    useful.add(each)
                    queue.append(each)
        return useful

    def _touch(self, a: str, b: str) -> bool:
        lanes = self.board.lanes
        return b in lanes[a] or a in lanes[b]
