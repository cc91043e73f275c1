"""Day 11: Dumbo Octopus."""

from __future__ import annotations

import random

from aoc import Example
from days.year2021 import day11

CAVERN = """\
5483143223
2745854711
5264556173
6141336146
6357385478
4167524645
2176841721
6882881134
4846848554
5283751526
"""

EXAMPLES = [
    Example(CAVERN, part1=1656, part2=195),
    Example(CAVERN, part1=204, name="ten steps", params={"steps": 10}),
]


def sample(rng: random.Random) -> str:
    """Return ten by ten octopuses without a 9 that flash all together at step 220 or so."""
    return cavern(rng, 10, 10, "12345678", range(185, 256))


def small(rng: random.Random) -> str:
    """Return a cavern of any shape, with some energy of 0, that flashes all together."""
    return cavern(rng, rng.randint(1, 6), rng.randint(1, 6), "0123456789", range(day11.STEPS))


def cavern(rng: random.Random, width: int, height: int, digits: str, together: range) -> str:
    """Return random octopuses that flash all together at one of these steps."""
    while True:
        rows = ["".join(rng.choices(digits, k=width)) for _ in range(height)]
        try:
            step = day11.part2(tuple(rows))
        except ValueError:
            continue
        if step in together:
            return "".join(row + "\n" for row in rows)
