"""Schedules on a calendar."""

from __future__ import annotations

from datetime import datetime

import pytest

from dipmap.judge.errors import JudgeError
from dipmap.judge.timetable import may_talk, moment, reopens, spoken, window
from dipmap.model.rules import Schedule

YUBANI = Schedule(52, 28, "movement", (), "20:00", "24:00")
FRIDAY = moment("2023-04-28 20:00")


def test_moments_are_read_and_told():
    assert moment("2023-04-30 24:00") == datetime(2023, 5, 1)  # noqa: DTZ001  no zone: a schedule has none
    for text in ("2023-04-30 24:00", "2023-04-30 19:59", "2024-02-28 24:00"):
        assert spoken(moment(text)) == text
    assert spoken(moment("2023-05-01 00:00")) == "2023-04-30 24:00"


@pytest.mark.parametrize(
    "text", ["2023-02-29 20:00", "2023-04-30 24:01", "2023-04-30 23:60", "tomorrow", "", "9999-12-31 24:00"]
)
def test_what_is_no_moment(text: str):
    with pytest.raises(JudgeError, match="there is no moment"):
        moment(text)


def test_six_phases():
    opens, told = FRIDAY, []
    for number in range(6):
        phase = window(YUBANI, opens, first=number == 0)
        told.append(f"{spoken(phase.opens)} {spoken(phase.closes)}")
        opens = reopens(YUBANI, phase.closes)
    assert told[0] == "2023-04-28 20:00 2023-04-30 24:00"
    assert told[-1] == "2023-05-09 20:00 2023-05-10 24:00"


def test_a_schedule_without_times_of_day_goes_on_at_once():
    plain = Schedule(None, 24)
    phase = window(plain, FRIDAY, first=True)
    assert spoken(phase.closes) == "2023-04-29 20:00"
    assert reopens(plain, phase.closes) == phase.closes


def test_talk():
    phase = window(YUBANI, FRIDAY, first=True)
    for text, allowed in (("2023-04-28 20:00", True), ("2023-04-30 24:00", True), ("2023-05-01 00:01", False)):
        assert may_talk(YUBANI, phase, moment(text)) is allowed
        assert may_talk(Schedule(), phase, moment(text))
    assert may_talk(Schedule(), None, FRIDAY)
    assert not may_talk(YUBANI, None, FRIDAY)


@pytest.mark.parametrize(
    ("schedule", "message"),
    [
        (Schedule(), "the schedule does not say how long a movement phase lasts"),
        (Schedule(52, None), "the schedule does not say how long a movement phase lasts"),
        (Schedule(52, 28, opens="19:00"), "movement phases open at 19:00, not at 2023-04-28 20:00"),
        (Schedule(52, 28, closes="23:00"), "28 hours after 2023-04-28 20:00 it is not 23:00, when orders are due"),
        (Schedule(52, 28, opens="27:00"), "no clock shows 27:00"),
        (Schedule(52, 28, closes="noon"), "no clock shows noon"),
        (Schedule(52, 1e9), "the phase would end after all calendars"),
        (Schedule(52, 1e300), "the phase would end after all calendars"),
    ],
)
def test_schedules_that_make_no_sense(schedule: Schedule, message: str):
    with pytest.raises(JudgeError) as caught:
        window(schedule, FRIDAY, first=False)
    assert str(caught.value) == message
