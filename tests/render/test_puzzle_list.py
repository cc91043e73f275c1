"""Checks several puzzles in words."""

from __future__ import annotations

import pytest

from aoc.model import Puzzle
from aoc.render.format import puzzles_text


@pytest.mark.parametrize(
    ("days", "text"),
    [
        ([21], "day 21 of 2021"),
        ([1, 2], "days 1 and 2 of 2021"),
        ([3, 1, 2, 2], "days 1 to 3 of 2021"),
        ([1, 2, 3, 5, 7, 8, 10, 11, 12], "days 1 to 3, 5, 7, 8 and 10 to 12 of 2021"),
        (range(1, 26), "days 1 to 25 of 2021"),
    ],
)
def test_days_in_a_row_are_a_range(days: list[int], text: str) -> None:
    assert puzzles_text(Puzzle(2021, day) for day in days) == text


def test_years_come_one_after_the_other() -> None:
    puzzles = [Puzzle(2021, 1), Puzzle(2015, 25), Puzzle(2015, 24), Puzzle(2018, 3)]
    assert puzzles_text(puzzles) == "days 24 and 25 of 2015, day 3 of 2018 and day 1 of 2021"
