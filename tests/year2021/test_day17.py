"""Day 17: Trick Shot."""

from __future__ import annotations

import random
from itertools import product

from aoc import Example
from days.year2021 import day17

EXAMPLES = [Example("target area: x=20..30, y=-10..-5\n", part1=45, part2=112)]


def sample(rng: random.Random) -> str:
    """Return a target far below, so wide that a probe can always fall straight down into it."""
    left, top = rng.randint(15, 300), rng.randint(-225, -45)
    right, bottom = left + rng.randint(25, 55), top - rng.randint(25, 58)
    return f"target area: x={left}..{right}, y={bottom}..{top}\n"


def small(rng: random.Random) -> str:
    """Return a target near the start, on either side or below it, sometimes a single place."""
    left, top = rng.randint(-25, 20), rng.randint(-12, -1)
    right, bottom = left + rng.randint(0, 12), top - rng.randint(0, 8)
    return f"target area: x={left}..{right}, y={bottom}..{top}\n"


def test_every_velocity_that_hits_is_counted_once() -> None:
    for seed in range(50):
        target = day17.parse(small(random.Random(seed)).rstrip("\n"))
        left, right, bottom, _ = target
        tried = product(range(min(left, 0), max(right, 0) + 1), range(bottom, -bottom))
        heights = [height_of(target, *velocity) for velocity in tried]
        hits = [height for height in heights if height is not None]
        assert (day17.part1(target), day17.part2(target)) == (max(hits), len(hits))


def height_of(target: day17.Area, forward: int, upward: int) -> int | None:
    """Return the greatest height of a probe that is in the target after some step."""
    x = y = height = 0
    while y >= target.bottom:
        x, y = x + forward, y + upward
        height = max(height, y)
        forward -= (forward > 0) - (forward < 0)
        upward -= 1
        if target.left <= x <= target.right and target.bottom <= y <= target.top:
            return height
    return None
