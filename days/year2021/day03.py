"""Day 3: Binary Diagnostic.

Binary search in the sorted numbers replaces the filtering bit by bit.
This is part 2. In sorted order, the numbers that begin with the same bits are neighbours, and of
these, the ones that continue with a 0 come first. So the numbers that remain are always a range,
and one binary search for each bit finds where the ones begin in it.

Part 1: written one after another, the numbers have a column at every n-th character, where n is the
length of a number. Epsilon is gamma with every bit inverted, since the least common bit is the
other one.

Two cases are open in the puzzle. In part 1, a bit that is 1 as often as 0 counts as 1, which is
the rule of part 2. If all remaining numbers have the same bit, none of them is removed, although
none has the less common value.
"""

from __future__ import annotations

import sys
from bisect import bisect_left
from operator import gt, le

from days.lines import rectangle

Report = tuple[str, ...]
"""Binary numbers of the same length."""


def parse(text: str) -> Report:
    """Read the report: binary numbers of the same length, at most 64 digits."""
    return rectangle(text, "01", "binary digits", width=64, height=sys.maxsize)


def part1(report: Report) -> int:
    """Return the power consumption: gamma times epsilon rate."""
    width, half = len(report[0]), len(report) / 2
    digits = "".join(report)
    gamma = sum(
        1 << bit
        for bit in range(width)
        if digits[width - 1 - bit :: width].count("1") >= half
    )
    return gamma * ((1 << width) - 1 - gamma)


def part2(report: Report) -> int:
    """Return the life support rating: oxygen generator times CO2 scrubber rating."""
    ordered = sorted(report)
    rating = 1
    for keeps_ones in (le, gt):
        start, stop = 0, len(ordered)
        for column in range(len(report[0])):
            # All that remain begin with the same bits; the ones begin where a 1 follows these.
            ones = bisect_left(ordered, ordered[start][:column] + "1", start, stop)
            if start < ones < stop:
                if keeps_ones(ones - start, stop - ones):
                    start = ones
                else:
                    stop = ones
        rating *= int(ordered[start], 2)
    return rating
