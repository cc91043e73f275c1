"""Day 15: Chiton."""

from __future__ import annotations

import random

from aoc import Example

TEXT = """\
1163751742
1381373672
2136511328
3694931569
7463417111
1319128137
1359912421
3125421639
1293138521
2311944581
"""

EXAMPLES = [Example(TEXT, part1=40, part2=315)]

MANY_NINES = (1459, 1007, 711, 571, 589, 763, 1094, 1581, 2225)
FALLING = (2659, 2004, 1511, 1139, 859, 648, 488, 368, 324)
"""How often each risk occurs in the caves of two accounts; only some of these are known."""


def sample(rng: random.Random) -> str:
    """Return a cave of 100 by 100 risks, most of which are low, or else low and high."""
    return cave(rng, 100, 100, "123456789", rng.choice((MANY_NINES, FALLING)))


def small(rng: random.Random) -> str:
    """Return a cave of any shape, often one with winding best paths."""
    risks = rng.choice(["123456789", "1", "19", "1119", "1999"])
    return cave(rng, rng.randint(1, 16), rng.randint(1, 16), risks)


def cave(
    rng: random.Random, height: int, width: int, risks: str, weights: tuple[int, ...] | None = None
) -> str:
    return "".join("".join(rng.choices(risks, weights, k=width)) + "\n" for _ in range(height))
