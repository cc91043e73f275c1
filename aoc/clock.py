"""The time, and when puzzles unlock; all times are in seconds since the epoch."""

from __future__ import annotations

import os
import time

from aoc.model import Puzzle, days_in

__all__ = [
    "current_year",
    "local_time",
    "next_puzzle",
    "now",
    "running_event",
    "seconds_since_start",
    "todays_puzzle",
    "unlock_time",
]

EASTERN = -5 * 3600
"""The time zone of the site in December, in seconds from UTC."""
PROGRAM_START = time.monotonic()


def now() -> float:
    """Return the time: the real one, or `AOC_NOW` plus the time since the program started."""
    start = os.environ.get("AOC_NOW")
    return float(start) + time.monotonic() - PROGRAM_START if start else time.time()


def seconds_since_start() -> float:
    """Return the seconds since the program started, or rather since this module was imported."""
    return time.monotonic() - PROGRAM_START


def unlock_time(puzzle: Puzzle) -> int:
    """Return when a puzzle unlocks: midnight US Eastern, in seconds since the epoch."""
    import calendar

    return calendar.timegm((puzzle.year, 12, puzzle.day, 0, 0, 0)) - EASTERN


def local_time(moment: float) -> str:
    """Format a time, in seconds since the epoch, for people in the time zone of this computer."""
    there = time.localtime(moment)
    return time.strftime(f"%a {there.tm_mday} %b %Y at %H:%M %Z", there)


def current_year() -> int:
    """Return the year of the newest event that has started."""
    return running_event() or time.gmtime(now() + EASTERN).tm_year - 1


def running_event() -> int | None:
    """Return the year of the event that is running: from 1 December until the end of the month."""
    there = time.gmtime(now() + EASTERN)
    return there.tm_year if there.tm_mon == 12 else None


def todays_puzzle() -> Puzzle | None:
    """Return the puzzle that unlocked last during the event; `None` outside the event."""
    there = time.gmtime(now() + EASTERN)
    puzzle = Puzzle(there.tm_year, there.tm_mday)
    return puzzle if there.tm_mon == 12 and puzzle.day <= days_in(puzzle.year) else None


def next_puzzle() -> Puzzle:
    """Return the puzzle that unlocks next, of this event or the next one."""
    there = time.gmtime(now() + EASTERN)
    year = there.tm_year
    if there.tm_mon < 12:
        return Puzzle(year, 1)
    return Puzzle(year, there.tm_mday + 1) if there.tm_mday < days_in(year) else Puzzle(year + 1, 1)
