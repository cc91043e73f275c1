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


def test_a_target_that_no_probe_falls_straight_down_into_is_hit_in_flight() -> None:
    # 7 and 8 are between the triangular numbers 6 and 10, where no probe stops moving forward.
    target = day17.Area(7, 8, -100, -90)
    assert day17.part1(target) < day17.triangle(99)


def test_every_velocity_that_hits_is_counted_once() -> None:
    for seed in range(50):
        target = day17.parse(small(random.Random(seed)).rstrip("\n"))
        left, right, bottom, _ = target
        tried = product(range(min(left, 0), max(right, 0) + 1), range(bottom, -bottom))
        assert day17.part2(target) == sum(
            does_hit(target, *velocity) for velocity in tried
        )


def does_hit(target: day17.Area, forward: int, upward: int) -> bool:
    """Return whether a probe is in the target after some step."""
    x = y = 0
    while y >= target.bottom:
        x, y = x + forward, y + upward
        forward -= (forward > 0) - (forward < 0)
        upward -= 1
        if target.left <= x <= target.right and target.bottom <= y <= target.top:
            return True
    return False
