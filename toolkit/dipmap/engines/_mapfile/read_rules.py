"""Calendar, opening and victory of a `.map`: FLOW, BEGIN, VICTORY and the rules that a variant says by itself.

Centres change hands and victory is checked whenever adjustments begin, so the movement before them has both.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from dipmap.engines._mapfile.read_lines import Line
from dipmap.engines._mapfile.read_state import Loaded
from dipmap.engines._reading import KEPT, derived
from dipmap.model import Calendar, Opening, Turn, Victory
from dipmap.model.rules import STANDARD_TURNS

PHASES = {"MOVEMENT": "movement", "RETREATS": "retreat", "ADJUSTMENTS": "adjustment"}
_MOST_TURNS = 60
_NUMBER = re.compile(r"-?\d{1,5}")


@dataclass
class Seasons:
    """The turns of a FLOW with the engine's word for each, the years of a round, and the words where it is no plain round."""

    turns: tuple[Turn, ...] = STANDARD_TURNS
    words: dict[str, str] = field(default_factory=lambda: {turn.id: turn.id.upper() for turn in STANDARD_TURNS})
    years: int = 1
    odd: tuple[str, ...] = ()


@dataclass
class Beginning:
    """Where the game begins: the calendar, the opening, and the phase as DPjudge writes it for short (`W1939A`)."""

    calendar: Calendar
    opening: Opening | None
    short: str


def number(text: str, least: int, most: int) -> int | None:
    """A whole number within bounds; None where the text is none."""
    if not _NUMBER.fullmatch(text) or not text.isascii():
        return None
    return int(text) if least <= int(text) <= most else None


def retreats(found: Loaded) -> bool:
    """Whether dislodged units retreat."""
    flow = not found.flow or any("RETREATS" in word.partition(":")[2].split(",") for word, _ in found.flow)
    return flow and "NO_RETREAT" not in found.rules


def seasons(found: Loaded) -> Seasons:
    """The turns of the year."""
    told: list[tuple[str, list[str]]] = []
    years: list[tuple[int, int]] = []
    odd = False
    for word, line in found.flow:
        season, _, rest = word.partition(":")
        if season == "NEWYEAR":
            step = number(rest or "1", -1000, 1000)
            if not step:
                found.wrong(f"{word} is no number of years", line, "write NEWYEAR or NEWYEAR:5")
            else:
                years.append((len(told), step))
        elif season == "IFYEARDIV":
            odd = True
        else:
            phases = [phase for phase in rest.split(",") if phase]
            for phase in phases:
                if phase not in PHASES:
                    found.wrong(
                        f"{phase} in FLOW is no phase", line, "write MOVEMENT, RETREATS or ADJUSTMENTS after the season"
                    )
            known = [PHASES[phase] for phase in dict.fromkeys(phases) if phase in PHASES]
            if not re.search(r"\w", season) or not known:
                found.wrong(f"{word} in FLOW is no turn", line, "write the season, a colon and its phases")
            elif told and told[-1][0] == season:
                told[-1][1].extend(phase for phase in known if phase not in told[-1][1])
            elif len(told) < _MOST_TURNS:
                told.append((season, known))
            else:
                found.wrong(
                    f"FLOW has more than {_MOST_TURNS} turns; the rest is left out", line, "write a round of turns"
                )
                break
    if not told:
        return Seasons() if retreats(found) else _without_retreats(Seasons())
    start = years[0][0] if years else 0
    odd = odd or len(years) > 1 or any(step < 0 for _, step in years)
    told = told[start:] + told[:start]
    labels = [f"{season} {index}" for index, (season, _) in enumerate(told)]
    ids = derived(season for season, _ in told)
    unique = derived(labels) if len(ids) < len(told) else {label: ids[season] for label, (season, _) in
                                                             zip(labels, told, strict=True)}  # fmt: skip
    turns = _owned([Turn(unique[label], season.capitalize(), tuple(phases)) for label, (season, phases) in
                    zip(labels, told, strict=True)])  # fmt: skip
    made = Seasons(
        turns,
        {turn.id: season for turn, (season, _) in zip(turns, told, strict=True)},
        max(1, abs(sum(step for _, step in years))) if years else 1,
        tuple(word for word, _ in found.flow) if odd else (),
    )
    return made if retreats(found) else _without_retreats(made)


def _without_retreats(made: Seasons) -> Seasons:
    turns = tuple(replace(turn, phases=tuple(p for p in turn.phases if p != "retreat")) for turn in made.turns)
    return replace(made, turns=tuple(turn for turn in turns if turn.phases) or made.turns)


def _owned(turns: list[Turn]) -> tuple[Turn, ...]:
    """Turns with ownership and victory in the last movement before each adjustment."""
    count = len(turns)
    for index in range(count):
        if not turns[index].adjustment:
            continue
        before = next(
            (i % count for i in range(index, index - count, -1) if "movement" in turns[i % count].phases), None
        )
        if before is not None:
            turns[before] = replace(turns[before], ownership=True, victory=True)
    return tuple(turns)


def beginning(found: Loaded, year: Seasons) -> Beginning:
    """Where the game begins; with builds where no unit stands on the board, or where a rule says so."""
    first = next((turn for turn in year.turns if "movement" in turn.phases), year.turns[0])
    when, phase = 1901, "MOVEMENT"
    told = _begin(found, found.begin, year) if found.begin else None
    if told:
        first, when, phase = told
    if phase == "ADJUSTMENTS":
        return _opened(year, first, when)
    start = year.turns.index(first)
    if "BLANK_BOARD" in found.rules:
        # The judge goes back to the adjustments before.
        round_ = [(turn, 0) for turn in year.turns[:start][::-1]] + [(turn, -1) for turn in year.turns[start:][::-1]]
    elif _nobody_stands(found):
        # Without units nothing moves until the first adjustments, which are the real beginning.
        round_ = [(turn, 0) for turn in year.turns[start:]] + [(turn, 1) for turn in year.turns[:start]]
    else:
        round_ = []
    due = next(((turn, rounds) for turn, rounds in round_ if turn.adjustment), None)
    if due:
        return _opened(year, due[0], when + due[1] * year.years)
    return Beginning(
        Calendar(year.turns, when, first.id, year.years), None, f"{year.words[first.id][0]}{when}{phase[0]}"
    )


def _nobody_stands(found: Loaded) -> bool:
    players = {key for key, side in found.sides.items() if not side.dummy}
    return bool(players) and not any(power in players for power, *_ in found.units.values())


def _begin(found: Loaded, line: Line, year: Seasons) -> tuple[Turn, int, str] | None:
    words = [word.upper() for word in line.words[1:]]
    when = number(words[1], 0, 9999) if len(words) == 3 else None
    turn = next((turn for turn in year.turns if year.words[turn.id] == words[0]), None) if words else None
    if when is None or turn is None or words[2] not in PHASES:
        found.wrong(
            f"BEGIN {' '.join(words)} is no phase of the game; it begins with the first movement",
            line,
            "write a season of the game, a year and a phase, such as SPRING 1901 MOVEMENT",
        )
        return None
    if words[2] == "ADJUSTMENTS" and not turn.adjustment:
        found.wrong(f"{words[0]} has no adjustments to begin with", line, "begin in a turn that has them")
        return None
    return turn, when, words[2]


def _opened(year: Seasons, turn: Turn, when: int) -> Beginning:
    """A game that begins with the adjustments of a turn: its first movement comes after them."""
    start = year.turns.index(turn)
    later = [(item, 0) for item in year.turns[start + 1 :]] + [(item, 1) for item in year.turns[: start + 1]]
    first, rounds = next(((item, rounds) for item, rounds in later if "movement" in item.phases), (turn, 0))
    calendar = Calendar(year.turns, when + rounds * year.years, first.id, year.years)
    return Beginning(calendar, Opening(turn=turn.id, year=when), f"{year.words[turn.id][0]}{when}A")


def victory(found: Loaded, centres: int) -> tuple[Victory, tuple[int, ...]]:
    """How many centres win, and the list of numbers by years where there are several."""
    shared = "SHARED_VICTORY" in found.rules
    line = found.victory
    numbers = [number(word, 1, 9999) for word in line.words[1:]] if line else []
    good = [item for item in numbers if item is not None]
    if line and (not good or len(good) < len(numbers)):
        found.wrong("VICTORY has no numbers of centres; more than half of them win", line, "write VICTORY and a number")
        good = []
    if line and len(good) > 1:
        message = f"the centres that win change by the year: {', '.join(map(str, good[:10]))}; dipmap holds the last"
        found.wrong(message, line, "expect the engine alone to play by the list", name=KEPT)
    least = good[-1] if good else centres // 2 + 1
    kept = tuple(good) if len(good) > 1 else ()
    return Victory(at_least=least, most=not shared, sole=not shared), kept
