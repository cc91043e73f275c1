"""Day 7: The Treachery of Whales."""

from __future__ import annotations

import random

from aoc import Example
from days.year2021 import day07

EXAMPLES = [Example("16,1,2,0,4,2,7,1,2,14\n", part1=37, part2=168)]


def sample(rng: random.Random) -> str:
    """Return 1000 crabs below 1800, half above 321 to 361 and a quarter above 740 to 795.

    The answer to part 2 is near those of two real inputs, 98.9 and 99.6 million.
    """
    while True:
        crabs = [int(rng.weibullvariate(600, 0.85)) for _ in range(1150)]
        near = tuple([crab for crab in crabs if crab < 1800][:1000])
        ordered = sorted(near)
        if not (321 <= ordered[500] <= 361 and 740 <= ordered[750] <= 795):
            continue
        if 95_000_000 <= day07.part2(near) <= 104_000_000:
            return ",".join(map(str, near)) + "\n"


def small(rng: random.Random) -> str:
    """Return a few crabs, close together or far apart, on both sides of the mean."""
    spread = rng.choice((1, 3, 20))
    crabs = [rng.randint(0, spread) for _ in range(rng.randint(1, 12))]
    return ",".join(map(str, crabs + [spread * 3] * rng.randint(0, 2))) + "\n"
