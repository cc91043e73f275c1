"""Day 7: The Treachery of Whales."""

from __future__ import annotations

import random

from aoc import Example

EXAMPLES = [Example("16,1,2,0,4,2,7,1,2,14\n", part1=37, part2=168)]


def sample(rng: random.Random) -> str:
    """Return 1000 crabs below 2000, half of them below 400 or so."""
    crabs = [min(1999, int(rng.expovariate(1 / 500))) for _ in range(1000)]
    return ",".join(map(str, crabs)) + "\n"


def small(rng: random.Random) -> str:
    """Return a few crabs, close together or far apart, on both sides of the mean."""
    spread = rng.choice((1, 3, 20))
    crabs = [rng.randint(0, spread) for _ in range(rng.randint(1, 12))]
    return ",".join(map(str, crabs + [spread * 3] * rng.randint(0, 2))) + "\n"
