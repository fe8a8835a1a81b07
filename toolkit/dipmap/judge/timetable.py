"""When movement phases open and close, and when players may talk: what `schedule` means on a calendar.

A phase opens at the time of day `opens` and lasts `hours` (the first of a game `first_hours`); the next opens at the first
such time of day after its close. Where no time of day is named it opens at once.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import NamedTuple

from dipmap.judge.errors import JudgeError
from dipmap.model.rules import Schedule

_MOMENT = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2}) ([0-9]{2}):([0-9]{2})", re.ASCII)
_TIME = re.compile(r"([0-9]{2}):([0-9]{2})", re.ASCII)


class Window(NamedTuple):
    """A movement phase on the clock."""

    opens: datetime
    closes: datetime


def moment(text: str) -> datetime:
    """A moment from text, `2023-04-30 24:00`; 24:00 is the midnight that ends a day. `JudgeError` where there is none such."""
    found = _MOMENT.fullmatch(text)
    try:
        if found is None:
            raise ValueError  # noqa: TRY301  told as all others are
        return datetime.fromisoformat(found[1]) + _time(f"{found[2]}:{found[3]}")
    except (ValueError, OverflowError):
        raise JudgeError(f"there is no moment {text[:30]}") from None


def spoken(when: datetime) -> str:
    """A moment as text; midnight belongs to the day that it ends."""
    if (when.hour, when.minute) == (0, 0):
        return f"{(when - timedelta(days=1)).date()} 24:00"
    return f"{when:%Y-%m-%d %H:%M}"


def window(schedule: Schedule, opens: datetime, *, first: bool) -> Window:
    """The phase that opens at a moment; `first` says that it is the first of a game.

    Raises `JudgeError` where the schedule names no hours, and where its hours and its times of day do not fit together.
    """
    hours = schedule.first_hours if first and schedule.first_hours is not None else schedule.hours
    if hours is None:
        raise JudgeError("the schedule does not say how long a movement phase lasts")
    if schedule.opens and _next(opens, schedule.opens) != opens:
        raise JudgeError(f"movement phases open at {schedule.opens}, not at {spoken(opens)}")
    try:
        closes = opens + timedelta(hours=hours)
    except OverflowError:
        raise JudgeError("the phase would end after all calendars") from None
    if schedule.closes and _next(closes, schedule.closes) != closes:
        raise JudgeError(f"{hours:g} hours after {spoken(opens)} it is not {schedule.closes}, when orders are due")
    return Window(opens, closes)


def reopens(schedule: Schedule, closes: datetime) -> datetime:
    """When the phase after one that closed opens."""
    return _next(closes, schedule.opens) if schedule.opens else closes


def may_talk(schedule: Schedule, phase: Window | None, when: datetime) -> bool:
    """Whether players may talk at a moment between the opening of a phase and that of the next (None: of unknown hours)."""
    return schedule.press != "movement" or (phase is not None and phase.opens <= when <= phase.closes)


def _time(text: str) -> timedelta:
    found = _TIME.fullmatch(text)
    time = timedelta(hours=int(found[1]), minutes=int(found[2])) if found else timedelta(days=2)
    if time > timedelta(days=1) or (found and int(found[2]) > 59):
        raise ValueError(text)
    return time


def _next(after: datetime, time_of_day: str) -> datetime:
    """The first moment from one on at which a clock shows a time of day."""
    try:
        time = _time(time_of_day)
    except ValueError:
        raise JudgeError(f"no clock shows {time_of_day[:30]}") from None
    midnight = after.replace(hour=0, minute=0, second=0, microsecond=0)
    found = midnight + time % timedelta(days=1)
    return found if found >= after else found + timedelta(days=1)
