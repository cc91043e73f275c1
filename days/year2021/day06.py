"""Day 6: Lanternfish.

A ring buffer of nine numbers counts the fish by their timer.
All fish with the same timer have the same future, so they are counted together. No timer has to
count down: the fish that are due on day d are counted at index d modulo 9. On that day, their
number stays at this index, for the newborn fish that are due nine days later. It is also added to
the number seven places further on, for the parents that are due again after seven days. So a day is
one addition. With the fish 3,4,3,1,2 of the example, each day after its addition, and [n] for those
that are due:

    index     0   1   2   3   4   5   6   7   8
    at first  0   1   1   2   1   0   0   0   0
    day 0    [0]  1   1   2   1   0   0   0   0     0 --> 7
    day 1     0  [1]  1   2   1   0   0   0   1     1 --> 8
    day 2     1   1  [1]  2   1   0   0   0   1     2 --> 9, which is 0
    day 3     1   3   1  [2]  1   0   0   0   1     3 --> 10, which is 1
"""

from __future__ import annotations

from days.lines import listed

School = tuple[int, ...]
"""The numbers of fish with the timers 0, 1, ... 8."""


def parse(text: str) -> School:
    """Read the timers of all fish, and count the fish of each timer."""
    timers = listed(text, "[0-8]", "timers from 0 to 8")
    return tuple(map(timers.count, range(9)))


def part1(school: School, *, days: int = 80) -> int:
    """Count the fish after some days."""
    return fish_after(days, school)


def part2(school: School, *, days: int = 256) -> int:
    """Count the fish after many days."""
    return fish_after(days, school)


def fish_after(days: int, school: School) -> int:
    """Count the fish after so many days."""
    ring = list(school)
    for day in range(days):
        due = ring[day % 9]
        ring[(day + 7) % 9] += due
    return sum(ring)
