"""Puzzles, their events, and the time on the site.

All times are in seconds since the epoch.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

FIRST_YEAR = 2015


EASTERN = -5 * 3600
"""The time zone of the site in December, in seconds from UTC."""


BEHIND = 2 * 3600
"""Seconds by which this computer's clock may be behind the site's."""


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


class SiteClock:
    """The clock of the site, as far as its responses have shown it.

    `lead` is by how many seconds it is ahead of this computer's clock, at least, since the dates of
    responses are whole; `None` if none is known. `ask` makes the site show its time, if it has not
    been asked before; it is `None` in commands that make no requests.
    """

    def __init__(self) -> None:
        self.lead: float | None = None
        self.ask: Callable[[], None] | None = None


site_clock = cache(SiteClock)
"""Return the clock of the site: one for the whole process."""


def site_now() -> float:
    """Return the time on the site, or this computer's while no response has shown it."""
    return now() + (site_clock().lead or 0.0)


def unlock_time(puzzle: Puzzle) -> int:
    """Return when a puzzle unlocks: midnight US Eastern, in seconds since the epoch."""
    year, day = puzzle
    # The module `calendar` knows this, too, but every run would import it. There were 477 leap days
    # before 1970, and 334 other days are before December.
    leap_days = year // 4 - year // 100 + year // 400 - 477
    days_since_1970 = 365 * (year - 1970) + leap_days + 334 + day - 1
    return days_since_1970 * 24 * 3600 - EASTERN


def is_open(puzzle: Puzzle) -> bool:
    """Return whether a puzzle has unlocked on the site.

    If only this computer's clock says that it has not, the site may be asked for its time.
    """
    unlock = unlock_time(puzzle)
    ask = site_clock().ask
    if ask and 0 < unlock - site_now() < BEHIND:
        ask()
    return unlock <= site_now()


def local_time(moment: float) -> str:
    """Format a time, in seconds since the epoch, for people in the time zone of this computer."""
    there = time.localtime(moment)
    # Not every system has a code for the day of the month without a zero or a blank before it.
    return time.strftime(f"%a {there.tm_mday} %b %Y at %H:%M %Z", there)


def site_date() -> tuple[int, ...]:
    """Return the year, the month and the day on the site."""
    return time.gmtime(site_now() + EASTERN)[:3]


def current_year() -> int:
    """Return the year of the newest event that has started."""
    return running_event() or site_date()[0] - 1


def running_event() -> int | None:
    """Return the year of the event that is running: from 1 December until the end of the month."""
    year, _, _ = site_date()
    return year if is_open(Puzzle(year, 1)) else None


def coming_event() -> int | None:
    """Return the year of the event that begins soon: from 25 November until its first unlock."""
    year, month, day = site_date()
    return year if month == 11 and day >= 25 else None


def todays_puzzle() -> Puzzle | None:
    """Return the puzzle that unlocked last during the event; `None` outside the event."""
    following = next_puzzle()
    # This computer's clock may be behind.
    if is_open(following):
        return following
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
