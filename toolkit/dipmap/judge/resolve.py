"""Which moves succeed and which supports are given, for legal orders. Always ends, and never depends on an order of things.

There is one decision for each move (does it succeed?) and each support (is it given?). Each is evaluated in three values
from what is already decided; what bounds alone settle is settled, again and again, until nothing changes. What is left
hangs together in cycles. Of these one is taken that leans on no other (a sink component of the graph of what asks for
what), and its consistent assignments are counted: the only one is adopted. Where there are none or several, the backup
rule decides: convoys and passages that would decide about themselves are closed (Szykman), else the assignment with most
moves counts (units that follow each other in a ring), else everything in it fails. Every round settles a decision or
closes a path, so that it ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from dipmap.judge.board import Board
from dipmap.judge.equations import Equations, Truth
from dipmap.judge.legal import Order
from dipmap.judge.state import Piece

GUESSES = 2_000
"""Guesses spent on one component before the backup rule decides."""

Decision = tuple[str, int]
"""`("move", unit)` or `("support", unit)`."""


class _Watched(list[Truth]):
    """Decisions that note who was asked for while still open."""

    def __init__(self, values: Iterable[Truth], kind: str, asked: set[Decision]) -> None:
        super().__init__(values)
        self.kind = kind
        self.asked = asked

    def __getitem__(self, index: Any) -> Any:
        value = list.__getitem__(self, index)
        if value is None:
            self.asked.add((self.kind, index))
        return value


class Resolver(Equations):
    """The equations of a phase, and what decides them. `trace` tells each decision where it is wanted."""

    def __init__(self, board: Board, units: Sequence[Piece], orders: Sequence[Order], *, trace: bool = False) -> None:
        super().__init__(board, units, orders)
        self.trace: list[str] | None = [] if trace else None
        self.warnings: list[str] = []

    def resolve(self) -> None:
        """Decide every move and every support."""
        pending: list[Decision] = [("support", index) for index in self.supports]
        pending += [("move", index) for index in self.moves]
        pending = self._settle(pending)
        while pending:
            self._break(self._sink(pending))
            pending = self._settle(pending)

    def _settle(self, pending: list[Decision]) -> list[Decision]:
        """Decide what bounds alone decide; what is left over."""
        trace, moved, given = self.trace, self.moved, self.given
        while True:
            left = []
            for decision in pending:
                kind, index = decision
                if (moved if kind == "move" else given)[index] is not None:
                    continue
                value = self.move(index) if kind == "move" else self.support(index)
                if value is None:
                    left.append(decision)
                    continue
                if kind == "move":
                    moved[index] = value
                else:
                    given[index] = value
                if trace is not None:
                    trace.append(self._told(decision, value))
            if not left or len(left) == len(pending):
                return left
            pending = left

    def _evaluate(self, decision: Decision) -> Truth:
        kind, index = decision
        return self.move(index) if kind == "move" else self.support(index)

    def _value(self, decision: Decision) -> Truth:
        kind, index = decision
        return self.moved[index] if kind == "move" else self.given[index]

    def _set(self, decision: Decision, value: Truth) -> None:
        kind, index = decision
        if kind == "move":
            self.moved[index] = value
        else:
            self.given[index] = value

    def _asked(self, decision: Decision) -> set[Decision]:
        """The open decisions that one asks for."""
        asked: set[Decision] = set()
        moved, given = self.moved, self.given
        self.moved, self.given = _Watched(moved, "move", asked), _Watched(given, "support", asked)
        self._evaluate(decision)
        self.moved, self.given = moved, given
        return asked

    def _sink(self, pending: Sequence[Decision]) -> list[Decision]:
        """A component of the open decisions that asks for nothing outside itself; of the smallest the first.

        What a decision asks for, and what that asks for in turn, is fewest where all of it asks for all of it.
        """
        waiting = set(pending)
        asked = {decision: self._asked(decision) & waiting for decision in pending}
        best: list[Decision] = []
        for decision in pending:
            seen, queue = {decision}, [decision]
            while queue and not (best and len(seen) > len(best)):
                fresh = asked[queue.pop()] - seen
                seen |= fresh
                queue += fresh
            if not queue and (not best or (len(seen), min(seen)) < (len(best), best[0])):
                best = sorted(seen)
        return best

    def _break(self, component: list[Decision]) -> None:
        """Decide a component, or close the paths in it."""
        self.undecided_paths.clear()
        for decision in component:
            self._evaluate(decision)
        paths = sorted(self.undecided_paths)
        solutions = self._solutions(component)
        names = ", ".join(sorted({self._name(index) for _, index in component}))
        if solutions is not None and len(solutions) == 1:
            self._adopt(component, solutions[0], f"only one way: {names}")
        elif paths:
            self.closed.update(paths)
            self._note(f"would decide about themselves, closed: {', '.join(map(self._name, paths))}")
        elif solutions:
            best = max(solutions, key=lambda values: self._worth(component, values))
            many = [each for each in solutions if self._worth(component, each)[0] == self._worth(component, best)[0]]
            if len(many) > 1:
                self.warnings.append(f"several outcomes are as good: {names}")
            self._adopt(component, best, f"most moves: {names}")
        else:
            self.warnings.append(f"no outcome is consistent, all of it fails: {names}")
            self._adopt(component, tuple(False for _ in component), f"no consistent way, all fail: {names}")

    @staticmethod
    def _worth(component: Sequence[Decision], values: Sequence[bool]) -> tuple[int, tuple[bool, ...]]:
        """More moves are better; of as many those of the first units."""
        moves = tuple(value for (kind, _), value in zip(component, values, strict=True) if kind == "move")
        return sum(moves), moves

    def _adopt(self, component: Sequence[Decision], values: Sequence[bool], why: str) -> None:
        self._note(why)
        for decision, value in zip(component, values, strict=True):
            self._set(decision, value)
            self._note(self._told(decision, value))

    def _solutions(self, component: Sequence[Decision]) -> list[tuple[bool, ...]] | None:
        """The consistent assignments of a component; None where looking for them took too long."""
        found: list[tuple[bool, ...]] = []
        budget = GUESSES
        # each entry: the decisions guessed so far
        stack: list[tuple[tuple[Decision, bool], ...]] = [()]
        while stack:
            budget -= 1
            if budget < 0:
                return None
            guesses = stack.pop()
            for decision, value in guesses:
                self._set(decision, value)
            self._local(component)
            open_ones = [decision for decision in component if self._value(decision) is None]
            held = all(self._evaluate(decision) in (None, value) for decision, value in guesses)
            if held and open_ones:
                stack.extend((*guesses, (open_ones[0], value)) for value in (False, True))
            elif held and all(self._evaluate(decision) == self._value(decision) for decision in component):
                found.append(tuple(self._value(decision) is True for decision in component))
            for decision in component:
                self._set(decision, None)
        return found

    def _local(self, component: Sequence[Decision]) -> None:
        changed = True
        while changed:
            changed = False
            for decision in component:
                if self._value(decision) is None:
                    value = self._evaluate(decision)
                    if value is not None:
                        self._set(decision, value)
                        changed = True

    # ---- telling

    def _name(self, index: int) -> str:
        unit = self.units[index]
        number = f"#{unit.n}" if unit.n > 1 else ""
        return f"{unit.type} {unit.location}{number}"

    def _note(self, line: str) -> None:
        if self.trace is not None:
            self.trace.append(line)

    def _told(self, decision: Decision, value: bool) -> str:
        kind, index = decision
        if kind == "support":
            return f"{self._name(index)} support is {'given' if value else 'not given'}"
        met = self.head_to_head(index)
        least, most = self.attack(index, met)
        strength = str(least) if least == most else f"{least} to {most}"
        return f"{self._name(index)} - {self.orders[index].to} {'succeeds' if value else 'fails'}, strength {strength}"
