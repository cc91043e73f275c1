"""Day 6: Lanternfish."""

from __future__ import annotations

import random

from aoc import Example

EXAMPLES = [
    Example("3,4,3,1,2\n", part1=26, name="18 days", params={"days": 18}),
    Example("3,4,3,1,2\n", part1=5934, part2=26984457539),
]


def sample(rng: random.Random) -> str:
    """Return 300 fish, many of them due after one day, none at once and none newborn."""
    return ",".join(rng.choices("1112345", k=300)) + "\n"


def small(rng: random.Random) -> str:
    """Return a few fish of any age."""
    return ",".join(rng.choices("012345678", k=rng.randint(1, 12))) + "\n"
