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
    """Return 2000 depths, most of them larger than the one before, down to about 10,000."""
    depths = [rng.randint(100, 200)]
    while len(depths) < 2000:
        step = rng.randint(1, 13) if rng.random() < 0.85 else -rng.randint(1, 10)
        depths.append(max(1, depths[-1] + step))
    return "".join(f"{depth}\n" for depth in depths)


def small(rng: random.Random) -> str:
    """Return a few depths, sometimes too few for a window, many of them equal."""
    return "".join(f"{rng.randint(0, 4)}\n" for _ in range(rng.randint(1, 12)))
