"""Day 7: The Treachery of Whales."""

from __future__ import annotations

import random

from aoc import Example

EXAMPLES = [Example("16,1,2,0,4,2,7,1,2,14\n", part1=37, part2=168)]


def sample(rng: random.Random) -> str:
    """Return 1000 crabs below 2000, half above 321 to 361 and a quarter above 740 to 795."""
    while True:
        crabs = [int(rng.weibullvariate(600, 0.85)) for _ in range(1100)]
        near = [crab for crab in crabs if crab < 2000][:1000]
        if 321 <= sorted(near)[500] <= 361 and 740 <= sorted(near)[750] <= 795:
            return ",".join(map(str, near)) + "\n"


def small(rng: random.Random) -> str:
    """Return a few crabs, close together or far apart, on both sides of the mean."""
    spread = rng.choice((1, 3, 20))
    crabs = [rng.randint(0, spread) for _ in range(rng.randint(1, 12))]
    return ",".join(map(str, crabs + [spread * 3] * rng.randint(0, 2))) + "\n"
