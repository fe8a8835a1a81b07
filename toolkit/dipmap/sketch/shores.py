"""The shores of named coasts: which stretch of a province's outline is whose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from dipmap.sketch.borders import Arc
from dipmap.sketch.wanted import Wanted

Walk = list[tuple[Arc, bool]]
SHORT = 0.07  # of a shore: too little for a coast to be reached from its sea


@dataclass(frozen=True, eq=False)
class Stretch:
    """Part of an outline, along a border, and the coast it belongs to if it is shore."""

    arc: Arc
    backwards: bool
    coast: str | None = None

    @property
    def other(self) -> int:
        """What lies beyond."""
        return self.arc.right if self.backwards else self.arc.left

    def cut(self, shares: Sequence[float], coasts: Sequence[str | None]) -> list[Stretch]:
        """Pieces of these shares of its nodes, in order of the outline, with a coast each; those too short are left out."""
        last = len(self.arc.nodes) - 1
        ends = [round(last * sum(shares[:at])) for at in range(len(shares) + 1)]
        found = []
        for first, end, coast in zip(ends, ends[1:], coasts, strict=False):
            if first < end:
                part = self.arc.part(last - end, last - first) if self.backwards else self.arc.part(first, end)
                found.append(Stretch(part, self.backwards, coast))
        return found


def shores(want: Wanted, at: int, walks: Iterable[Walk]) -> dict[str, list[Walk]]:
    """The stretches of a province's shore by coast: each sea is faced by all coasts that it is reached from.

    Where a sea is reached from several coasts, each of its shores is given to one of them by what comes before and after on
    the outline; if there are too few, the longest is divided. A coast that no sea is reached from gets some other stretch.
    """
    places = want.provinces[at].locations[1:]
    lines = [_voted(want, places, walk) for walk in walks]
    for sea in sorted({each.other for line in lines for each in line if each.coast}):
        wanted = _facing(want, places, sea)
        given = {each.coast for line in lines for each in line if each.other == sea}
        if not given.issuperset(wanted):
            _divide(want, places, lines, sea, wanted)
    for place in places:
        if not any(each.coast == place for line in lines for each in line):
            _spare(want, place, lines)
    return _runs(places, lines)


def _voted(want: Wanted, places: Sequence[str], walk: Walk) -> list[Stretch]:
    """Each shore with the coast that goes best with what is beside it."""
    line = [Stretch(arc, backwards) for arc, backwards in walk]
    chances = [_facing(want, places, each.other) for each in line]
    for index, each in enumerate(line):
        if each.other >= len(want.ids) or not want.sea[each.other] or not chances[index]:
            continue
        votes = dict.fromkeys(chances[index], 0.0)
        for step in (-1, 1):
            beside = chances[(index + step) % len(walk)]
            for place in set(votes).intersection(beside):
                votes[place] += 1.0 / len(beside)
        used = {place: sum(other.coast == place for other in line) for place in votes}
        line[index] = replace(each, coast=min(votes, key=lambda place: (-votes[place], used[place], place)))
    return line


def _facing(want: Wanted, places: Sequence[str], other: int) -> list[str]:
    """The coasts from which fleets reach a neighbour, whatever its own coast."""
    if other >= len(want.ids):
        return []
    goals = want.provinces[other].locations
    return [place for place in places if any((place, goal) in want.steps for goal in goals)]


def _divide(want: Wanted, places: Sequence[str], lines: list[list[Stretch]], sea: int, wanted: Sequence[str]) -> None:
    """Give the longest shore of a sea to its own coast and to those that have none of the sea's shores."""
    given = {each.coast for line in lines for each in line if each.other == sea}
    _, row, index = max(
        (len(each.arc.nodes), -row, -index)
        for row, line in enumerate(lines)
        for index, each in enumerate(line)
        if each.other == sea
    )
    line, index = lines[-row], -index
    shore = line[index]
    before, after = (_ownership(want, places, line[(index + step) % len(line)]) for step in (-1, 1))
    heirs = [place for place in wanted if place == shore.coast or place not in given]
    heirs.sort(key=lambda place: (place in after) - (place in before))
    line[index : index + 1] = shore.cut([1 / len(heirs)] * len(heirs), heirs)


def _ownership(want: Wanted, places: Sequence[str], stretch: Stretch) -> set[str]:
    return {stretch.coast} if stretch.coast else set(_facing(want, places, stretch.other))


def _spare(want: Wanted, place: str, lines: list[list[Stretch]]) -> None:
    """Give a coast that faces no sea a stretch: of a border that is no shore, or a short one of the longest shore."""

    def fitness(stretch: Stretch) -> tuple[bool, bool, int]:
        return not stretch.coast, bool(_facing(want, [place], stretch.other)), len(stretch.arc.nodes)

    best = max((each for line in lines for each in line), key=fitness)
    for line in lines:
        if best in line:
            index = line.index(best)
            share = SHORT if best.coast else 0.4
            rest = (1 - share) / 2
            line[index : index + 1] = best.cut((rest, share, rest), (best.coast, place, best.coast)) or [best]


def _runs(places: Sequence[str], lines: Iterable[Sequence[Stretch]]) -> dict[str, list[Walk]]:
    """What belongs to a coast, stretches that follow each other together."""
    found: dict[str, list[Walk]] = {place: [] for place in places}
    for line in lines:
        before: str | None = None
        for each in line:
            if each.coast:
                if each.coast != before:
                    found[each.coast].append([])
                found[each.coast][-1].append((each.arc, each.backwards))
            before = each.coast
    return {place: runs for place, runs in found.items() if runs}
