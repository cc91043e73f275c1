"""A puzzle, and the facts of the events: how many days a year has, when its puzzles unlock."""

from __future__ import annotations

import calendar
import time
from typing import NamedTuple

from aoc import clock

__all__ = [
    "FIRST_YEAR",
    "Puzzle",
    "current_year",
    "days_in",
    "local_time",
    "next_puzzle",
    "todays_puzzle",
    "unlock_time",
]

FIRST_YEAR = 2015
EASTERN = -5 * 3600
"""The time zone of the site in December, in seconds from UTC."""


class Puzzle(NamedTuple):
    """One day of one event."""

    year: int
    day: int

    def __str__(self) -> str:
        return f"{self.year}/{self.day:02d}"

    @property
    def url(self) -> str:
        """The address of the puzzle page."""
        return f"https://adventofcode.com/{self.year}/day/{self.day}"


def days_in(year: int) -> int:
    """Return the number of puzzles of an event: 25, and from 2025 on 12."""
    return 25 if year < 2025 else 12


def unlock_time(puzzle: Puzzle) -> int:
    """Return when a puzzle unlocks: midnight US Eastern, in seconds since the epoch."""
    return calendar.timegm((puzzle.year, 12, puzzle.day, 0, 0, 0)) - EASTERN


def local_time(moment: float) -> str:
    """Format a time, in seconds since the epoch, for people in the time zone of this computer."""
    there = time.localtime(moment)
    return time.strftime(f"%a {there.tm_mday} %b %Y at %H:%M %Z", there)


def current_year(now: float | None = None) -> int:
    """Return the year of the newest event that has begun."""
    there = time.gmtime((clock.now() if now is None else now) + EASTERN)
    return there.tm_year if there.tm_mon == 12 else there.tm_year - 1


def todays_puzzle(now: float | None = None) -> Puzzle | None:
    """Return the puzzle that unlocked last during the event; `None` outside the event."""
    there = time.gmtime((clock.now() if now is None else now) + EASTERN)
    puzzle = Puzzle(there.tm_year, there.tm_mday)
    return puzzle if there.tm_mon == 12 and puzzle.day <= days_in(puzzle.year) else None


def next_puzzle(now: float | None = None) -> Puzzle:
    """Return the puzzle that unlocks next, of this event or the next one."""
    there = time.gmtime((clock.now() if now is None else now) + EASTERN)
    year = there.tm_year
    if there.tm_mon < 12:
        return Puzzle(year, 1)
    return Puzzle(year, there.tm_mday + 1) if there.tm_mday < days_in(year) else Puzzle(year + 1, 1)
