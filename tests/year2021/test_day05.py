"""Day 5: Hydrothermal Venture."""

from __future__ import annotations

import random

from aoc import Example

TEXT = """\
0,9 -> 5,9
8,0 -> 0,8
9,4 -> 3,4
2,2 -> 2,1
7,0 -> 7,4
6,4 -> 2,0
0,9 -> 2,9
3,4 -> 1,4
0,0 -> 8,8
5,5 -> 8,2
"""

EXAMPLES = [Example(TEXT, part1=5, part2=12)]


def sample(rng: random.Random) -> str:
    """Return 500 lines between 10 and 989, a third of them diagonal."""
    return vents(rng, 500, 10, 989)


def small(rng: random.Random) -> str:
    """Return a few lines in a small sea, close together, some of them single points."""
    return vents(rng, rng.randint(1, 20), rng.randint(0, 2), rng.randint(2, 12))


def vents(rng: random.Random, count: int, low: int, high: int) -> str:
    """Return lines with all coordinates from `low` to `high`."""
    text = ""
    for _ in range(count):
        dx, dy = rng.choice([(1, 0), (0, 1), rng.choice([(1, 1), (1, -1)])])
        length = rng.randint(0, high - low)
        x = rng.randint(low, high - length * dx)
        y = rng.randint(low + length * (dy < 0), high - length * (dy > 0))
        ends = [f"{x},{y}", f"{x + dx * length},{y + dy * length}"]
        text += " -> ".join(rng.sample(ends, 2)) + "\n"
    return text
