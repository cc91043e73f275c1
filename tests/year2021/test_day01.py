"""Day 1: Sonar Sweep."""

from __future__ import annotations

import random

from aoc import Example

TEXT = """\
199
200
208
210
200
207
240
269
260
263
"""

EXAMPLES = [Example(TEXT, part1=7, part2=5)]


def sample(rng: random.Random) -> str:
    """Return 2000 depths, four of five larger than the one before, down to about 10,000."""
    rises = rng.randint(1610, 1800)
    steepest = rng.randint(31, 45)
    while True:
        steps = [min(int(rng.expovariate(1 / 6.5)) + 1, steepest) for _ in range(1999)]
        turns = rng.sample([1] * rises + [-1] * (1999 - rises), 1999)
        depths = [rng.randint(100, 200)]
        for step, turn in zip(steps, turns, strict=True):
            depths.append(depths[-1] + step * turn)
        if min(depths) > 0 and 8900 <= depths[-1] <= 10900:
            return "".join(f"{depth}\n" for depth in depths)


def small(rng: random.Random) -> str:
    """Return a few depths, sometimes too few for a window, many of them equal."""
    return "".join(f"{rng.randint(0, 4)}\n" for _ in range(rng.randint(1, 12)))
