"""A puzzle: one day of one event; and how many days an event has."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["FIRST_YEAR", "Puzzle", "days_in"]

FIRST_YEAR = 2015


class Puzzle(NamedTuple):
    """One day of one event."""

    year: int
    day: int

    def __str__(self) -> str:
        return f"{self.year}/{self.day:02d}"

    @property
    def is_last(self) -> bool:
        """Whether this is the last day of its event, which has no part 2."""
        return self.day == days_in(self.year)

    @property
    def url(self) -> str:
        """The address of the puzzle page."""
        return f"https://adventofcode.com/{self.year}/day/{self.day}"


def days_in(year: int) -> int:
    """Return the number of puzzles of an event: 25, and from 2025 on 12."""
    return 25 if year < 2025 else 12
