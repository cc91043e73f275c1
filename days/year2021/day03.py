"""Day 3: Binary Diagnostic.

Binary search in the sorted numbers replaces the filtering bit by bit.
Part 1 needs no sorting: written one after another, the numbers have a column at every n-th
character, where n is the length of a number. Epsilon is gamma with every bit inverted, since the
least common bit is the other one. If a column has as many zeros as ones, part 1 has no answer, and
a `ValueError` is raised.

Part 2: in sorted order, the numbers that begin with the same bits are neighbours, and of these, the
ones that continue with a 0 come first. So the numbers that remain are always a range. For each bit,
a binary search finds where the ones begin in it, and cuts the range in two. The oxygen generator
rating of the example:

    bit    zeros                 ones                  what remains
      1    00010 .. 01111 (5) | 10000 .. 11110 (7)    the ones
      2    10000 .. 10111 (4) | 11001 .. 11110 (3)    the zeros
      3    10000          (1) | 10101 .. 10111 (3)    the ones
      4    10101          (1) | 10110 .. 10111 (2)    the ones
      5    10110          (1) | 10111          (1)    the ones, as in every tie

The puzzle leaves one case open: if all remaining numbers have the same bit, none of them is
removed, although none has the less common value.
"""

from __future__ import annotations

import sys
from bisect import bisect_left

from days.lines import rectangle

Report = tuple[str, ...]
"""Binary numbers of the same length."""


def parse(text: str) -> Report:
    """Read the report: binary numbers of the same length, at most 64 digits."""
    return rectangle(text, "01", "binary digits", width=64, height=sys.maxsize)


def part1(report: Report) -> int:
    """Return the power consumption: gamma times epsilon rate."""
    width = len(report[0])
    digits = "".join(report)
    gamma = 0
    for column in range(width):
        ones = digits[column::width].count("1")
        zeros = len(report) - ones
        if ones == zeros:
            expected = f"a more common bit in column {column + 1}"
            raise ValueError(f"expected {expected}, got as many 0 as 1")
        gamma *= 2
        if ones > zeros:
            gamma += 1
    all_ones = (1 << width) - 1
    epsilon = all_ones - gamma
    return gamma * epsilon


def part2(report: Report) -> int:
    """Return the life support rating: oxygen generator times CO2 scrubber rating."""
    ordered = sorted(report)
    oxygen = rating(ordered, keeps_more_common=True)
    scrubber = rating(ordered, keeps_more_common=False)
    return oxygen * scrubber


def rating(ordered: list[str], *, keeps_more_common: bool) -> int:
    """Return the last of the sorted numbers, if each bit keeps its more or less common value."""
    start = 0
    stop = len(ordered)
    for column in range(len(ordered[0])):
        middle = first_one(ordered, column, start, stop)
        zeros = middle - start
        ones = stop - middle
        # If all have the same bit, none is removed.
        if zeros == 0 or ones == 0:
            continue
        keeps_ones = ones >= zeros
        if not keeps_more_common:
            keeps_ones = not keeps_ones
        if keeps_ones:
            start = middle
        else:
            stop = middle
    return int(ordered[start], 2)


def first_one(ordered: list[str], column: int, start: int, stop: int) -> int:
    """Return where the ones of a column begin, between `start` and `stop`.

    The numbers there begin with the same bits before this column.
    """
    same = ordered[start][:column]
    # This text comes after all numbers with a 0 here, and just before those with a 1.
    return bisect_left(ordered, same + "1", start, stop)
