"""Checks the table of when the stars came: each time as it is read, and nothing false."""

from __future__ import annotations

import io
from typing import Any

from aoc.commands.status import star_times
from aoc.model import Puzzle
from aoc.render.terminal import write
from aoc.site.stars import LATE
from aoc.year.overview import Day, Year


def day_of(number: int, stars: int, **more: Any) -> Day:
    return Day(Puzzle(2021, number), stars=stars, **more)


def shown(*days: Day) -> list[str]:
    out = io.StringIO()
    write(out, *star_times(Year(2021, days)))
    return out.getvalue().splitlines()


def test_a_day_has_both_times_the_time_between_and_the_attempts() -> None:
    day = day_of(21, 2, after=(600, 4210), attempts=(1, 13))
    assert shown(day) == [
        "",
        "day    star 1    star 2   between  attempts 1  attempts 2",
        " 21  00:10:00  01:10:10  01:00:10           1          13",
    ]


def test_a_late_star_has_no_time_of_its_own() -> None:
    day = day_of(1, 2, after=(600, LATE))
    assert shown(day)[-1] == "  1  00:10:00    >24h"


def test_places_on_a_board_have_columns_of_their_own() -> None:
    day = day_of(21, 2, after=(600, 4210), places=(2, 11))
    assert shown(day)[1:] == [
        "day    star 1    star 2   between  place 1  place 2",
        " 21  00:10:00  01:10:10  01:00:10        2       11",
    ]
