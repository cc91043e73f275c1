"""Day 17: Trick Shot.

The velocities that hit after a given number of steps form a rectangle.
In x, it reaches from the slowest velocity that is far enough after these steps to the fastest one
that is not too far, and in y likewise. A probe enters the target once and leaves it once. So it
is in the rectangles of some consecutive numbers of steps. The sizes of all rectangles, less the
overlap of each with the one before, count every probe exactly once.

Rectangles are only needed while probes move forward. Later, the steps of a probe in the target
depend only on its upward velocity, and a probe thrown upward falls like one thrown downward from
the step on at which it is back at the height of the start.

The target is below the start, which `parse` checks. It may be to the left, to the right or
straight below. It is less than 1000 away, as the work grows with the distance. A probe that hits
the row y = -n does so after 2n steps at most: thrown up at n - 1, it is back at the height of the
start after step 2n - 1, and falls by n in the next step. The rectangle of a larger number of steps
is never lower. So the last rectangle that is not empty has the probe that gets highest.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import NamedTuple

from days.lines import only_line, refusal


class Area(NamedTuple):
    """A rectangle of places or of velocities; all four sides belong to it."""

    left: int
    right: int
    bottom: int
    top: int


def parse(text: str) -> Area:
    """Read the target area, which must lie below the start at 0, 0."""
    number = "(-?[0-9]{1,3})"
    pattern = rf"target area: x={number}\.\.{number}, y={number}\.\.{number}"
    expected = "'target area: x=A..B, y=C..D' with at most three digits, A <= B, C <= D, D below 0"
    area = Area(*map(int, only_line(text, pattern, expected).groups()))
    if not (area.left <= area.right and area.bottom <= area.top < 0):
        raise refusal(1, expected, text)
    return area


def part1(target: Area) -> int:
    """Return the greatest height of any probe that hits the target."""
    return triangle(
        max(0, next(area.top for area in velocities(target) if size(*area)))
    )


def part2(target: Area) -> int:
    """Return the number of velocities that hit the target."""
    # From this step on, no probe that can hit moves forward.
    still = isqrt(2 * max(-target.left, target.right)) + 1
    early = [hits(target, steps) for steps in range(still, 0, -1)]
    first: dict[int, int] = {}
    for steps in range(isqrt(-2 * target.bottom), 0, -1):
        _, _, low, high = hits(target, steps)
        first |= dict.fromkeys(range(low, min(high, -1) + 1), steps)
    # A probe thrown upward is back at the start after 2 * upward + 1 steps, and falls one faster.
    late = sum(
        (fall > still) + (fall - 2 * down - 1 > still) for down, fall in first.items()
    )
    total = late * size(early[0].left, early[0].right, 1, 1)
    before = Area(1, 0, 1, 0)
    for now in early:
        total += size(*now)
        total -= size(
            max(now.left, before.left),
            min(now.right, before.right),
            max(now.bottom, before.bottom),
            min(now.top, before.top),
        )
        before = now
    return total


def velocities(target: Area) -> Iterator[Area]:
    """Yield for each number of steps, the largest first, the velocities that are in the target."""
    for steps in range(-2 * target.bottom, 0, -1):
        yield hits(target, steps)


def hits(target: Area, steps: int) -> Area:
    """Return the velocities that are in the target after so many steps."""
    left, right, bottom, top = target
    # Gravity has pulled a probe down by this much.
    fallen = triangle(steps - 1)
    low, high = -((-bottom - fallen) // steps), (top + fallen) // steps
    return Area(fastest(left - 1, steps) + 1, fastest(right, steps), low, high)


def fastest(place: int, steps: int) -> int:
    """Return the fastest forward velocity that gets no farther than this place in these steps."""
    if place < 0:
        # Mirrored, it is the slowest one that gets to -place: one above the fastest that fails.
        return -fastest(-place - 1, steps) - 1
    stalled = (isqrt(8 * place + 1) - 1) // 2
    return stalled if stalled < steps else (place + triangle(steps - 1)) // steps


def triangle(steps: int) -> int:
    """Return 1 + 2 + ... + steps."""
    return steps * (steps + 1) // 2


def size(left: int, right: int, bottom: int, top: int) -> int:
    """Return the number of places in an area, which may be empty."""
    return (
        (right - left + 1) * (top - bottom + 1)
        if left <= right and bottom <= top
        else 0
    )
