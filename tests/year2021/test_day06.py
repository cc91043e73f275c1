"""Day 6: Lanternfish."""

from __future__ import annotations

import random

from aoc import Example

EXAMPLES = [
    Example("3,4,3,1,2\n", part1=26, name="18 days", params={"days": 18}),
    Example("3,4,3,1,2\n", part1=5934, part2=26984457539),
]


def sample(rng: random.Random) -> str:
    """Return 300 fish, a third of them due after one day, none at once and none newborn."""
    due = rng.randint(86, 115)
    timers = [1] * due + rng.choices((2, 3, 4, 5), k=300 - due)
    return ",".join(map(str, rng.sample(timers, 300))) + "\n"


def small(rng: random.Random) -> str:
    """Return a few fish of any age."""
    return ",".join(str(rng.randint(0, 8)) for _ in range(rng.randint(1, 12))) + "\n"
