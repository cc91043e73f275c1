"""Puzzles, their events, and the time on the site.

All times are in seconds since the epoch.
"""

from __future__ import annotations

import os
import time
from typing import NamedTuple

FIRST_YEAR = 2015


EASTERN = -5 * 3600
"""The time zone of the site in December, in seconds from UTC."""


PROGRAM_START = time.monotonic()
"""In seconds; this is one of the first modules that the program imports."""


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
    if year < 2025:
        return 25
    return 12


def now() -> float:
    """Return the time: the real one, or `AOC_NOW` plus the time since the program started."""
    start = os.environ.get("AOC_NOW")
    if not start:
        return time.time()
    # Tests and the emulator of the site set it, so that both have the same time.
    return float(start) + seconds_since_start()


def seconds_since_start() -> float:
    """Return the seconds since the program started."""
    return time.monotonic() - PROGRAM_START


def unlock_time(puzzle: Puzzle) -> int:
    """Return when a puzzle unlocks: midnight US Eastern, in seconds since the epoch."""
    # The start of the program has no use for it.
    import calendar

    return calendar.timegm((puzzle.year, 12, puzzle.day, 0, 0, 0)) - EASTERN


def local_time(moment: float) -> str:
    """Format a time, in seconds since the epoch, for people in the time zone of this computer."""
    there = time.localtime(moment)
    # Not every system has a code for the day of the month without a zero or a blank before it.
    return time.strftime(f"%a {there.tm_mday} %b %Y at %H:%M %Z", there)


def site_date(ahead: float = 0) -> tuple[int, ...]:
    """Return the year, the month and the day on the site, some seconds `ahead`."""
    return time.gmtime(now() + EASTERN + ahead)[:3]


def current_year(ahead: float = 0) -> int:
    """Return the year of the newest event that has started, or will within seconds `ahead`."""
    year, month, _ = site_date(ahead)
    if month == 12:
        return year
    return year - 1


def running_event() -> int | None:
    """Return the year of the event that is running: from 1 December until the end of the month."""
    year, month, _ = site_date()
    if month == 12:
        return year
    return None


def todays_puzzle() -> Puzzle | None:
    """Return the puzzle that unlocked last during the event; `None` outside the event."""
    year, month, day = site_date()
    if month == 12 and day <= days_in(year):
        return Puzzle(year, day)
    return None


def next_puzzle() -> Puzzle:
    """Return the puzzle that unlocks next, of this event or the next one."""
    year, month, day = site_date()
    if month < 12:
        return Puzzle(year, 1)
    if day < days_in(year):
        return Puzzle(year, day + 1)
    return Puzzle(year + 1, 1)
