"""Day 17: Trick Shot.

The steps are counted through, not the probes. After a given number of steps, those that are
within the target are those of a rectangle of velocities: from the slowest to the fastest that has
come far enough, and likewise downward. A probe enters the target once and leaves it once, hence
it is in the rectangles of some successive steps; counting all rectangles, less what each shares
with the one before, counts every probe exactly once.

The target lies below the start, which `parse` checks; it may lie to the left or the right, or
right beneath. A probe that hits the row y = -n does so within 2n steps: thrown up at n - 1, it
comes back to the height of the start at step 2n - 1, and the next step takes it n down. Later
rectangles are never lower, so the last one that is not empty holds the probe that flies highest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isqrt
from typing import NamedTuple


class Area(NamedTuple):
    """A rectangle of places, or of velocities; both ends belong to it."""

    left: int
    right: int
    bottom: int
    top: int


def parse(text: str) -> Area:
    """Read the target area, which must lie below the start at 0, 0."""
    number = "(-?[0-9]+)"
    match = re.fullmatch(rf"target area: x={number}\.\.{number}, y={number}\.\.{number}", text)
    if match:
        area = Area(*map(int, match.groups()))
        if area.left <= area.right and area.bottom <= area.top < 0:
            return area
    line, _, more = text.partition("\n")
    if match or not more:
        expected = "'target area: x=A..B, y=C..D' with A <= B, C <= D and D below 0"
        raise ValueError(f"line 1: expected {expected}, got {line!r}")
    raise ValueError(f"line 2: expected nothing after the target area, got {more!r}")


def part1(target: Area) -> int:
    """Return the greatest height of any probe that hits the target."""
    return triangle(max(0, next(area.top for area in velocities(target) if size(*area))))


def part1_simulate(target: Area) -> int:
    """Throw every probe that is not too fast."""
    return max(highest for highest in throws(target) if highest is not None)


def part2(target: Area) -> int:
    """Return how many velocities hit the target."""
    total = 0
    before = Area(1, 0, 1, 0)
    for now in velocities(target):
        total += size(*now)
        total -= size(
            max(now.left, before.left),
            min(now.right, before.right),
            max(now.bottom, before.bottom),
            min(now.top, before.top),
        )
        before = now
    return total


def part2_simulate(target: Area) -> int:
    """Throw every probe that is not too fast."""
    return sum(highest is not None for highest in throws(target))


def velocities(target: Area) -> Iterator[Area]:
    """Yield the velocities whose probes are within the target, from the last step to the first."""
    left, right, bottom, top = target
    for steps in range(-2 * bottom, 0, -1):
        # Without gravity, a probe would be higher by the triangle of the steps before.
        fallen = triangle(steps - 1)
        yield Area(
            fastest(left - 1, steps) + 1,
            fastest(right, steps),
            -((-bottom - fallen) // steps),
            (top + fallen) // steps,
        )


def fastest(place: int, steps: int) -> int:
    """Return the greatest forward velocity that comes no farther than this place in these steps."""
    if place < 0:
        # Not so far means farther to the left: the mirror image of one too slow to get there.
        return -fastest(-place - 1, steps) - 1
    stalled = (isqrt(8 * place + 1) - 1) // 2
    return stalled if stalled < steps else (place + triangle(steps - 1)) // steps


def throws(target: Area) -> Iterator[int | None]:
    """Yield for every probe that might hit the target how high it gets, or None if it misses."""
    left, right, bottom, top = target
    for forward in range(min(left, 0), max(right, 0) + 1):
        for upward in range(bottom, -bottom):
            x, y, right_by, up_by, highest = 0, 0, forward, upward, 0
            while y >= bottom:
                if y <= top and left <= x <= right:
                    yield highest
                    break
                x += right_by
                y += up_by
                highest = max(highest, y)
                right_by -= (right_by > 0) - (right_by < 0)
                up_by -= 1
            else:
                yield None


def triangle(steps: int) -> int:
    """Return 1 + 2 + ... + steps."""
    return steps * (steps + 1) // 2


def size(left: int, right: int, bottom: int, top: int) -> int:
    """Return how many places an area has, possibly none."""
    return (right - left + 1) * (top - bottom + 1) if left <= right and bottom <= top else 0
