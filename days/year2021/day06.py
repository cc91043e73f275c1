"""Day 6: Lanternfish.

A ring buffer of nine numbers counts the fish by their timer.
All fish with the same timer have the same future, so they are counted together. No timer has to
count down: the fish that are due on day d are counted at index d modulo 9. On that day, their
number stays at this index, for the newborn fish that are due nine days later. It is also added to
the number seven places further on, for the parents that are due again after seven days. So a day is
one addition.
"""

from __future__ import annotations

import re
from functools import cache

from days.lines import quoted

School = tuple[int, ...]
"""The numbers of fish with the timers 0, 1, ... 8."""

TIMERS = "012345678"
AGAIN = 7


def parse(text: str) -> School:
    """Read the timers of all fish, and count the fish of each timer."""
    if not re.fullmatch(r"[0-8](?:,[0-8])*+", text):
        line, *rest = text.split("\n")
        for timer in line.split(","):
            if not re.fullmatch("[0-8]", timer):
                expected = "timers from 0 to 8 with commas between"
                raise ValueError(f"line 1: expected {expected}, got {quoted(timer)}")
        raise ValueError(f"line 2: expected no more than one line, got {quoted(rest[0])}")
    return tuple(map(text.count, TIMERS))


def part1(school: School, *, days: int = 80) -> int:
    """Count the fish after some days."""
    return grown(school, days)


def part2(school: School, *, days: int = 256) -> int:
    """Count the fish after many days."""
    return grown(school, days)


def part1_simulate(school: School, *, days: int = 80) -> int:
    """Keep a timer for one fish of each age and for all its descendants, and count them down."""
    total = 0
    for first, fish in enumerate(school):
        timers = [first]
        for _ in range(days if fish else 0):
            newborn = timers.count(0)
            timers = [timer - 1 if timer else AGAIN - 1 for timer in timers]
            timers += [len(school) - 1] * newborn
        total += fish * len(timers)
    return total


def part1_families(school: School, *, days: int = 80) -> int:
    """Add up the descendants of each fish, counted by memoised recursion."""
    return part2_families(school, days=days)


def part2_families(school: School, *, days: int = 256) -> int:
    """Add up the descendants of each fish, counted by memoised recursion."""

    @cache
    def family(left: int) -> int:
        """Count a fish that is due now, and its descendants in the days that are left."""
        return family(left - AGAIN) + family(left - len(school)) if left > 0 else 1

    return sum(fish * family(days - timer) for timer, fish in enumerate(school))


def grown(school: School, days: int) -> int:
    """Count the fish after some days."""
    due = [*school]
    for day in range(days):
        due[(day + AGAIN) % len(due)] += due[day % len(due)]
    return sum(due)
