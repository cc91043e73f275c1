"""Checks the table of when the stars came: each time as it is read, and nothing false."""

from __future__ import annotations

import io

import pytest

from aoc.render.star_calendar import DayStatus, YearStatus, calendars
from aoc.render.star_times_text import after_text, star_times_table
from aoc.render.terminal import write

HOUR = 3600.0
DAY = 24 * HOUR


def shown(*days: DayStatus) -> list[str]:
    out = io.StringIO()
    write(out, *star_times_table(YearStatus(2021, days)))
    return out.getvalue().splitlines()


def test_a_day_has_both_times_the_time_between_and_the_attempts() -> None:
    day = DayStatus(21, None, 2, True, after=(600, 4210), attempts=(1, 13))
    assert shown(day) == [
        "",
        "                    after the unlock         attempts",
        "day     part 1     part 2    between   part 1  part 2",
        " 21   00:10:00   01:10:10   01:00:10        1      13",
    ]


def test_a_late_star_has_no_time_of_its_own() -> None:
    day = DayStatus(1, None, 2, True, after=(600, None), late=(False, True))
    assert shown(day)[-1] == "  1   00:10:00       >24h"


def test_places_on_a_board_have_columns_of_their_own() -> None:
    day = DayStatus(21, None, 2, True, after=(600, 4210), attempts=(1, 13), places=(2, 11))
    assert shown(day)[1:] == [
        "                    after the unlock         attempts           places",
        "day     part 1     part 2    between   part 1  part 2   part 1  part 2",
        " 21   00:10:00   01:10:10   01:00:10        1      13        2      11",
    ]
    assert shown(day._replace(attempts=(0, 0)))[-1] == (
        " 21   00:10:00   01:10:10   01:00:10        2      11"
    )


def test_attempts_have_no_columns_without_a_record() -> None:
    assert shown(DayStatus(1, None, 2, True, after=(600, 700)))[1:3] == [
        "                    after the unlock",
        "day     part 1     part 2    between",
    ]


def test_a_star_without_a_time_is_unknown_and_no_star_is_a_dash() -> None:
    assert shown(DayStatus(1, None, 1, True))[-1] == "  1    unknown          -"


def test_a_day_without_stars_shows_its_attempts() -> None:
    assert shown(DayStatus(1, None, 0, True, attempts=(3, 0)))[-1] == (
        "  1          -          -                   3"
    )


def test_other_days_are_left_out() -> None:
    days = [DayStatus(1, None, 0, True), DayStatus(2, None, 1, True), DayStatus(3, None, 0, False)]
    assert [line[:4].strip() for line in shown(*days)[3:]] == ["2"]


def test_without_a_star_it_says_so() -> None:
    assert shown(DayStatus(1, None, 0, True)) == ["", "no star yet, so there is no time to show"]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "00:00:00"),
        (59.9, "00:00:59"),
        (DAY - 1, "23:59:59"),
        (DAY, "1d 00:00"),
        (99 * DAY + 5 * HOUR + 61, "99d 05:01"),
        (100 * DAY, "100d"),
        (3650 * DAY, "3650d"),
    ],
)
def test_a_time_is_written_with_what_matters_of_it(seconds: float, text: str) -> None:
    assert after_text(seconds) == text


def test_the_calendar_has_below_it_what_is_asked_for() -> None:
    days = [DayStatus(day, None, 2, True, after=(600, 700)) for day in range(1, 26)]
    plain, with_times = io.StringIO(), io.StringIO()
    write(plain, *calendars([YearStatus(2021, days)], "me"))
    write(with_times, *calendars([YearStatus(2021, days)], "me", below=star_times_table))
    assert with_times.getvalue().startswith(plain.getvalue())
    assert with_times.getvalue().count("00:01:40") == 25
