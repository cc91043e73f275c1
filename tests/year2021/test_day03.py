"""Day 3: Binary Diagnostic."""

from __future__ import annotations

import operator
import random

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
    while True:
        numbers = [f"{number:012b}" for number in rng.sample(range(1 << 12), 1000)]
        if is_decided(numbers):
            return "".join(f"{number}\n" for number in numbers)


def small(rng: random.Random) -> str:
    """Return a few different numbers of any length; each filter ends with one of them."""
    while True:
        width = rng.randint(1, 7)
        count = min(rng.randint(1, 15), 1 << width)
        numbers = [
            f"{number:0{width}b}" for number in rng.sample(range(1 << width), count)
        ]
        if is_decided(numbers):
            return "".join(f"{number}\n" for number in numbers)


def is_decided(numbers: list[str]) -> bool:
    """Return whether the puzzle says what the answers are.

    It leaves open which bit is more common in a column with as many zeros as ones, and a filter has
    to end with one number.
    """
    if any(
        2 * column.count("1") == len(numbers) for column in zip(*numbers, strict=True)
    ):
        return False
    for keeps_ones in (operator.ge, operator.lt):
        left = numbers
        for column in range(len(numbers[0])):
            if len(left) > 1:
                ones = [number for number in left if number[column] == "1"]
                zeros = [number for number in left if number[column] == "0"]
                left = ones if keeps_ones(len(ones), len(zeros)) else zeros
        if len(left) != 1:
            return False
    return True
