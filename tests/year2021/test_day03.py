"""Day 3: Binary Diagnostic."""

from __future__ import annotations

import random
from collections.abc import Callable
from operator import ge, lt

from aoc import Example

TEXT = """\
00100
11110
10110
10111
10101
01111
00111
11100
10000
11001
00010
01010
"""

EXAMPLES = [Example(TEXT, part1=198, part2=230)]


def sample(rng: random.Random) -> str:
    """Return 1000 different numbers of twelve bits; each filter ends with one of them."""
    return report(rng, 12, 1000)


def small(rng: random.Random) -> str:
    """Return a few different numbers of any length; each filter ends with one of them."""
    width = rng.randint(1, 7)
    return report(rng, width, rng.randrange(1, min(16, 1 << width), 2))


def report(rng: random.Random, width: int, count: int) -> str:
    """Return different numbers to which the puzzle has an answer.

    It leaves open which bit is more common in a column with as many zeros as ones, and what is left
    of numbers that all have the same bit.
    """
    while True:
        numbers = rng.sample(range(1 << width), count)
        rows = [f"{number:0{width}b}" for number in numbers]
        ties = [2 * column.count("1") == count for column in zip(*rows, strict=True)]
        if not any(ties) and all(ends_with_one(rows, keeps) for keeps in (ge, lt)):
            return "".join(f"{row}\n" for row in rows)


def ends_with_one(rows: list[str], keeps_ones: Callable[[int, int], bool]) -> bool:
    """Return whether a filter ends with one number, as the puzzle describes it."""
    for column in range(len(rows[0])):
        if len(rows) > 1:
            ones = [row for row in rows if row[column] == "1"]
            zeros = [row for row in rows if row[column] == "0"]
            rows = ones if keeps_ones(len(ones), len(zeros)) else zeros
            if not rows:
                return False
    return True
