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

DIRECTIONS = {
    "horizontal": ((1, 0), (-1, 0)),
    "vertical": ((0, 1), (0, -1)),
    "diagonal": ((1, 1), (1, -1), (-1, 1), (-1, -1)),
}


def sample(rng: random.Random) -> str:
    """Return 500 lines between 10 and 989, a third of them diagonal."""
    diagonal = rng.randint(160, 175)
    kinds = ["diagonal"] * diagonal + rng.choices(
        ["horizontal", "vertical"], k=500 - diagonal
    )
    rng.shuffle(kinds)
    return "".join(vent(rng, kind, 10, 989, shortest=1) for kind in kinds)


def small(rng: random.Random) -> str:
    """Return a few lines in a small sea, close together, some of them single points."""
    low, high = rng.randint(0, 2), rng.randint(2, 12)
    kinds = rng.choices([*DIRECTIONS], k=rng.randint(1, 20))
    return "".join(vent(rng, kind, low, high, shortest=0) for kind in kinds)


def vent(rng: random.Random, kind: str, low: int, high: int, *, shortest: int) -> str:
    """Return a line from `low` to `high`; on the whole, diagonal ones are longer than others."""
    dx, dy = rng.choice(DIRECTIONS[kind])
    length = rng.randint(shortest, high - low)
    if kind != "diagonal":
        length = min(length, rng.randint(shortest, high - low))
    x1 = rng.randint(low + length * (dx < 0), high - length * (dx > 0))
    y1 = rng.randint(low + length * (dy < 0), high - length * (dy > 0))
    return f"{x1},{y1} -> {x1 + dx * length},{y1 + dy * length}\n"
