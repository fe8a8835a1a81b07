"""The phases of a DVAR as a calendar: what follows what becomes turns, years, and an opening.

Centres change hands, and a winner is looked for, on the way into an adjustment; so the turn before it has both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from dipmap.engines._dvar.names import KNOWN, OPENING, Phase, plain
from dipmap.engines._dvar.told import LENGTH, Told
from dipmap.engines._json import Node
from dipmap.engines._reading import plain as letters
from dipmap.model import Calendar, Opening, Turn
from dipmap.model.rules import STANDARD_TURNS

YEAR = 99_999
"""The furthest year, before our era or after."""
USUAL_YEAR = 1901
MOST_PHASES = 400

_ORDER = {"Movement": 0, "Retreat": 1, "Adjustment": 2}
_STEPS = "say for each phase which one follows it, and in how many years"

Follows = Mapping[Phase, tuple[Phase, int]]
"""The phase that follows another, and how many years later it is."""


@dataclass(frozen=True)
class Flow:
    """The calendar of a document; `kept` is what of its phases a calendar does not hold."""

    calendar: Calendar
    opening: Opening | None = None
    retreats: str = "normal"
    kept: Mapping[str, Any] = field(default_factory=dict)


def read_flow(told: Told, top: Node, state: Node | None) -> Flow:
    """The calendar; the usual one, with a notice, where the document has no phases to play."""
    first = told.part(state, "phase", "initialState") if state else None
    year = told.whole(first, "year", "the first phase", -YEAR, YEAR) if first else None
    usual = Flow(Calendar(STANDARD_TURNS, USUAL_YEAR if year is None else year, "spring"))
    progress = told.part(top, "phaseProgression", "the document")
    if progress is None or first is None:
        return usual
    told.others(first, KNOWN["phase"], "phase", "phase")
    start = _phase(told, first, "the first phase")
    found = _Steps(told)
    found.read(progress)
    why = "the first phase is not told" if start is None else ""
    walk: dict[Phase, None] = {}
    at = start
    while at is not None and at not in walk:
        walk[at] = None
        step = found.follows.get(at)
        if step is None:
            why = f"nothing follows {at[0]}, {at[1]}"
        at = step[0] if step else None
    phases = list(walk)
    circle = phases[phases.index(at) :] if at is not None else []
    if len(phases) > MOST_PHASES:
        why = f"there are more than {MOST_PHASES} of them"
    if circle and not any(kind == "Movement" for _, kind in circle):
        why = "no movement comes again and again"
    if why:
        told.wrong(f"the phases make no calendar, so it is the usual one: {why}", progress, _STEPS)
        return usual
    return _flow(told, progress, found, phases, circle, usual.calendar.first_year)


@dataclass
class _Steps:
    """The transitions; `odd` says whether some hang on the year or have keys of their own."""

    told: Told
    follows: dict[Phase, tuple[Phase, int]] = field(default_factory=dict)
    odd: bool = False

    def read(self, progress: Node) -> None:
        self.told.get(progress, "seasons", list, "phaseProgression")
        self.odd = bool(progress.value.keys() - {"seasons", "transitions"})
        sure: set[Phase] = set()
        for node in self.told.parts(progress, "transitions", "phaseProgression"):
            step = self._step(node)
            if step is None:
                continue
            one, other, years = step
            condition = node.value.get("condition")
            plain_one = condition is None or condition.value is None
            self.odd |= not plain_one or bool(node.value.keys() - {"from", "to", "condition"})
            if plain_one and one in sure:
                self.told.wrong(
                    f"two phases follow {one[0]}, {one[1]}; the first counts", node, "remove one of the two"
                )
            elif plain_one or one not in self.follows:
                self.follows[one] = (other, years)
            if plain_one:
                sure.add(one)

    def _step(self, node: Node) -> tuple[Phase, Phase, int] | None:
        what = "a transition"
        before, after = (self.told.part(node, key, what) for key in ("from", "to"))
        if before is None or after is None:
            return None
        one, other = (_phase(self.told, end, what) for end in (before, after))
        years = self.told.whole(after, "yearDelta", what, 0, YEAR)
        self.odd |= bool(
            before.value.keys() - {"season", "type"} or after.value.keys() - {"season", "type", "yearDelta"}
        )
        return None if one is None or other is None or years is None else (one, other, years)


def _phase(told: Told, node: Node, what: str) -> Phase | None:
    season, kind = (told.text(node, key, what) for key in ("season", "type"))
    if kind and kind not in _ORDER:
        told.wrong(f"{what} is of the type {kind[:40]!r}", node.value["type"], f"write one of {', '.join(_ORDER)}")
        return None
    name = plain(season)[:LENGTH]
    return (name, kind) if name and kind else None


def _flow(told: Told, progress: Node, steps: _Steps, walk: Sequence[Phase], circle: Sequence[Phase], year: int) -> Flow:
    follows = steps.follows
    ends = [place for place, phase in enumerate(circle) if follows[phase][1]]
    turn_over = ends[0] + 1 if ends else 0
    groups = _groups([*circle[turn_over:], *circle[:turn_over]])
    turns = _turns(groups)
    begins = {group[0]: turn.id for group, turn in zip(groups, turns, strict=True)}
    odd = steps.odd or len(ends) != 1

    first, now = walk[0], year
    opening: Opening | None = None
    if first[1] == "Adjustment":
        home = next((turn.id for group, turn in zip(groups, turns, strict=True) if first in group), "")
        opening = Opening(turn=home, year=now)
        first, now = _next(follows, first, now)
    while first not in begins:
        odd = True
        first, now = _next(follows, first, now)

    kept: dict[str, Any] = {}
    season = walk[0][0]
    if odd:
        kept["flow"] = {
            "phaseProgression": progress.plain(),
            "phase": {"season": season, "type": walk[0][1]},
            "before": now - year,
        }
        told.kept("a calendar holds one round of phases with the years at its end; these go on otherwise", progress)
    elif opening and not opening.turn and season != OPENING:
        kept["opening"] = season
    calendar = Calendar(
        turns, max(-YEAR, min(YEAR, now)), begins[first], max(1, sum(follows[each][1] for each in circle))
    )
    retreats = "normal" if any(kind == "Retreat" for _, kind in circle) else "none"
    return Flow(calendar, opening, retreats, kept)


def _next(follows: Follows, phase: Phase, year: int) -> tuple[Phase, int]:
    after, years = follows[phase]
    return after, year + years


def _groups(phases: Sequence[Phase]) -> list[list[Phase]]:
    """The phases of each turn: a season's in the order movement, retreat, adjustment."""
    found: list[list[Phase]] = []
    for phase in phases:
        last = found[-1][-1] if found else ("", "")
        if last[0] == phase[0] and _ORDER[last[1]] < _ORDER[phase[1]]:
            found[-1].append(phase)
        else:
            found.append([phase])
    return found


def _turns(groups: Sequence[Sequence[Phase]]) -> tuple[Turn, ...]:
    found: list[Turn] = []
    for group in groups:
        name = group[0][0]
        base = letters(name)[:40] or "turn"
        taken = {turn.id for turn in found}
        names = (base, *(f"{base}{number}" for number in range(2, len(groups) + 2)))
        identity = next(each for each in names if each not in taken)
        found.append(Turn(identity, name, tuple(kind.lower() for _, kind in group)))
    for place, turn in enumerate(found):
        if turn.adjustment:
            before = place if len(turn.phases) > 1 else place - 1
            if before == place or not found[before].adjustment:
                found[before] = replace(found[before], ownership=True, victory=True)
    return tuple(found)
