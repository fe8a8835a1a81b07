"""What came of a phase against what a scenario expects of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from dipmap.judge import timetable, victory
from dipmap.judge.errors import JudgeError
from dipmap.judge.orders import MOVE, RETREAT
from dipmap.judge.results import REASONS, SUCCEEDS, OrderResult, Result
from dipmap.judge.scenario_text import (
    Mismatch,
    Pointer,
    Reader,
    Signature,
    UnfitError,
    instead,
    owners_words,
    plain,
    signature,
    unit_words,
)
from dipmap.judge.state import Piece
from dipmap.judge.timetable import Window
from dipmap.judge.view import view
from dipmap.model import province_of

Why = Callable[[Signature], str]


class Expectations:
    """What a step expects, at its pointer, compared with the results of the phases that were played for it."""

    def __init__(self, reader: Reader, pointer: Pointer, played: Sequence[Result], clock: Window | None) -> None:
        self.reader = reader
        self.pointer = (*pointer, "expect")
        self.after = played[-1].state
        self.clock = clock
        self.results = [result for each in played for result in each.results]
        self.dislodged = [pair for each in played for pair in each.dislodged]
        self.built = [piece for each in played for piece in each.built]
        self.removed = [piece for each in played for piece in each.removed]

    def compare(self, expect: Mapping[str, Any]) -> Iterator[Mismatch]:
        """Every expectation that is not met, in the order in which they are written."""
        for name, wanted in expect.items():
            compare: Callable[[Any, Pointer], Iterator[Mismatch]] = getattr(self, f"_{name}")
            yield from compare(wanted, (*self.pointer, name))

    # ---- units

    def _positions(self, wanted: Sequence[str], pointer: Pointer) -> Iterator[Mismatch]:
        rest = Counter(map(signature, self.after.units))
        missing = self._not_in(wanted, pointer, rest)
        for index, piece in missing:
            same = [each for each in +rest if each[:2] == (piece.power, piece.type)]
            if same:
                rest[same[0]] -= 1
                message = f"{unit_words(piece)} is not there, but in {same[0][2]}{self._why(same[0])}"
            else:
                message = f"{unit_words(piece)} is not there{self._why(signature(piece))}"
            yield Mismatch((*pointer, index), message)
        yield from self._beyond(rest, pointer, "is on the board as well", self._why)

    def _built(self, wanted: Sequence[str], pointer: Pointer) -> Iterator[Mismatch]:
        yield from self._set(wanted, pointer, self.built, "was not built", "was built as well", self._why)

    def _removed(self, wanted: Sequence[str], pointer: Pointer) -> Iterator[Mismatch]:
        yield from self._set(wanted, pointer, self.removed, "was not removed", "was removed as well", self._why)

    def _dislodged(self, wanted: Sequence[str], pointer: Pointer) -> Iterator[Mismatch]:
        pieces = [piece for piece, _ in self.dislodged]
        yield from self._set(wanted, pointer, pieces, "was not dislodged", "was dislodged as well", self._why)
        origins: dict[Signature, list[str]] = {}
        for piece, origin in self.dislodged:
            origins.setdefault(signature(piece), []).append(origin)
        for index, text in enumerate(wanted):
            piece, attacker = self.reader.unit(text, (*pointer, index))
            came = origins.get(signature(piece))
            if attacker is None or not came:
                continue
            if attacker in came:
                came.remove(attacker)
            else:
                message = f"{unit_words(piece)} was dislodged from {came[0] or 'nowhere'}, not from {attacker}"
                yield Mismatch((*pointer, index), message)

    def _set(
        self, wanted: Sequence[str], pointer: Pointer, came: Sequence[Piece], lacks: str, beyond: str, why: Why
    ) -> Iterator[Mismatch]:
        rest = Counter(map(signature, came))
        for index, piece in self._not_in(wanted, pointer, rest):
            yield Mismatch((*pointer, index), f"{unit_words(piece)} {lacks}{why(signature(piece))}")
        yield from self._beyond(rest, pointer, beyond, why)

    def _not_in(self, wanted: Sequence[str], pointer: Pointer, rest: Counter[Signature]) -> list[tuple[int, Piece]]:
        """The units that are wanted and did not come; those that came are taken out of `rest`."""
        missing = []
        for index, text in enumerate(wanted):
            piece, _ = self.reader.unit(text, (*pointer, index))
            if rest[signature(piece)] > 0:
                rest[signature(piece)] -= 1
            else:
                missing.append((index, piece))
        return missing

    def _beyond(self, rest: Counter[Signature], pointer: Pointer, beyond: str, why: Why) -> Iterator[Mismatch]:
        for each in sorted((+rest).elements(), key=str):
            yield Mismatch(pointer, f"{unit_words(Piece(*each))} {beyond}{why(each)}", key=True)

    def _why(self, which: Signature) -> str:
        """What the judge says to the order that brought a unit where it is, or left it out of where it is not."""
        power, kind, place = which
        by_place: list[OrderResult] = []
        for result in self.results:
            if result.power != power:
                continue
            written = self.reader.order(result.order)
            goal = written.to or (written.unit.location if written and written.unit else "") if written else ""
            unit = result.unit
            if (unit is None or unit.type == kind) and province_of(goal) == province_of(place):
                if unit is None or written is None or written.kind in (MOVE, RETREAT):
                    return f": {told(result)}"
                by_place.append(result)
            elif unit is not None and (unit.type, unit.location) == (kind, place):
                by_place.append(result)
        return f": {told(by_place[0])}" if by_place else ""

    # ---- orders

    def _failed(self, wanted: Sequence[str], pointer: Pointer) -> Iterator[Mismatch]:
        came = {}
        rest: Counter[str] = Counter()
        named = set(map(plain, wanted))
        for result in self.results:
            written = self.reader.order(result.order)
            # what cannot be read is a move where the scenario says so
            is_move = plain(result.order) in named if written is None else written.kind in (MOVE, RETREAT)
            if is_move and result.outcome != SUCCEEDS:
                rest[plain(result.order)] += 1
                came[plain(result.order)] = result
        for index, text in enumerate(wanted):
            if rest[plain(text)] > 0:
                rest[plain(text)] -= 1
                continue
            found = next((result for result in self.results if plain(result.order) == plain(text)), None)
            message = f"{told(found)}, and was to fail" if found else f"the move {text} was not ordered"
            yield Mismatch((*pointer, index), message)
        for each in sorted((+rest).elements()):
            yield Mismatch(pointer, f"{told(came[each])} as well", key=True)

    def _results(self, wanted: Mapping[str, str], pointer: Pointer) -> Iterator[Mismatch]:
        for text, words in wanted.items():
            here = (*pointer, text)
            outcome, _, reason = words.partition(": ")
            if reason and reason not in REASONS:
                yield Mismatch(here, f"the judge knows no reason {reason[:60]}", instead(reason, REASONS, "reason"))
                continue
            found = [result for result in self.results if plain(result.order) == plain(text)]
            if not found:
                yield Mismatch(here, f"{text} was not ordered", key=True)
            for result in found:
                if result.outcome != outcome or (reason and result.reason != reason):
                    yield Mismatch(here, f"{told(result)}; expected was {words}")

    # ---- the game

    def _owners(self, wanted: Mapping[str, Sequence[str]], pointer: Pointer) -> Iterator[Mismatch]:
        for name, centres in wanted.items():
            here = (*pointer, name)
            power = self.reader.power(name, here, key=True)
            named = {province_of(self.reader.place(text, (*here, index))): index for index, text in enumerate(centres)}
            owned = self.after.owned(power)
            for centre, index in named.items():
                if centre not in owned:
                    owner = self.after.owners.get(centre, "nobody")
                    yield Mismatch((*here, index), f"{centre} belongs to {owner}, not to {power}")
            more = [centre for centre in owned if centre not in named]
            if more:
                yield Mismatch(here, f"{power} owns {owners_words(more)} as well", key=True)

    def _winner(self, wanted: str | None, pointer: Pointer) -> Iterator[Mismatch]:
        power = None if wanted is None else self.reader.power(wanted, pointer)
        if power != self.after.winner:
            yield Mismatch(pointer, f"{self._end()}; {power or 'nobody'} was to win")

    def _draw(self, wanted: Sequence[str] | None, pointer: Pointer) -> Iterator[Mismatch]:
        powers = None
        if wanted is not None:
            powers = sorted(self.reader.power(text, (*pointer, index)) for index, text in enumerate(wanted))
        came = None if self.after.draw is None else sorted(self.after.draw)
        if powers != came:
            meant = "nobody was to draw" if powers is None else f"{owners_words(powers)} were to draw"
            yield Mismatch(pointer, f"{self._end()}; {meant}")

    def _end(self) -> str:
        """How the game stands, with what counts for victory."""
        scores = victory.scores(self.reader.variant, self.after.owners)
        most = sorted(((-score, power) for power, score in scores.items() if score), key=str)
        most.sort(key=lambda each: each[0])
        table = ", ".join(f"{power} {-score}" for score, power in most[:4]) or "nobody has anything"
        if self.after.winner is not None:
            state = f"{self.after.winner} wins"
        elif self.after.draw is not None:
            state = f"the game is drawn by {owners_words(self.after.draw)}"
        else:
            state = "the game goes on"
        return f"{state} ({self.reader.variant.victory.by}: {table})"

    def _view(self, wanted: Mapping[str, Sequence[str]], pointer: Pointer) -> Iterator[Mismatch]:
        for name, lines in wanted.items():
            here = (*pointer, name)
            power = self.reader.power(name, here, key=True)
            rest = Counter(_seen(line) for line in view(self.reader.variant, self.after, power).others())
            for index, line in enumerate(lines):
                if rest[_seen(line)] > 0:
                    rest[_seen(line)] -= 1
                else:
                    yield Mismatch((*here, index), f"{power} is not shown {line}")
            for seen in sorted((+rest).elements()):
                yield Mismatch(here, f"{power} is shown {' '.join(seen)} as well", key=True)

    def _clock(self, wanted: Mapping[str, Any], pointer: Pointer) -> Iterator[Mismatch]:
        clock, schedule = self.clock, self.reader.variant.schedule
        timed = schedule.hours is not None or schedule.first_hours is not None
        if clock is None and (timed or not wanted.keys().isdisjoint(("closes", "next"))):
            why = "the scenario does not say when it begins, or this is no movement phase" if timed else _NO_HOURS
            hint = "write begins: at its head, and ask in movement phases"
            raise UnfitError(pointer, f"nothing is known of the clock: {why}", hint, key=True)
        hint = "correct the moment, or the schedule"
        moments = {"closes": clock.closes, "next": timetable.reopens(schedule, clock.closes)} if clock else {}
        for name, came in moments.items():
            if name in wanted and self._moment(wanted[name], (*pointer, name)) != came:
                what = "orders are due" if name == "closes" else "the next movement phase opens"
                yield Mismatch((*pointer, name), f"{what} at {timetable.spoken(came)}, not at {wanted[name]}", hint)
        for name, word in (("talk", "nobody may"), ("silence", "players may")):
            for index, text in enumerate(wanted.get(name, ())):
                here = (*pointer, name, index)
                if timetable.may_talk(schedule, clock, self._moment(text, here)) is not (name == "talk"):
                    yield Mismatch(here, f"{word} talk at {text}", hint)

    def _moment(self, text: str, pointer: Pointer) -> datetime:
        try:
            return timetable.moment(text)
        except JudgeError as error:
            raise UnfitError(pointer, str(error), "correct the day or the time") from None


def told(result: OrderResult) -> str:
    """An order with what came of it: `F r4 - r3 is void: full (the province is full and …)`."""
    words = f"{result.order} {'is ' if result.outcome in _STATES else ''}{result.outcome}"
    if result.reason:
        by = f", by {' and '.join(result.by)}" if result.by else ""
        words += f": {result.reason} ({result.detail or REASONS.get(result.reason, '')}{by})"
    return words


_STATES = ("void", "cut", "dislodged", "disbanded", "built", "waived")


_NO_HOURS = "the schedule does not say how long a movement phase lasts"


def _seen(line: str) -> tuple[str, ...]:
    """A line of a view for comparing: whose, what, where; a unit in one of several places by those in order."""
    words = line.lower().split()
    return (*words[:-1], "|".join(sorted(words[-1].partition("#")[0].split("|"))))
