"""Day 17: Trick Shot.

The velocities that hit after a given number of steps form a rectangle.
In x, it reaches from the slowest velocity that is far enough after these steps to the fastest one
that is not too far, and in y likewise. A probe enters the target once and leaves it once. So it
is in the rectangles of some consecutive numbers of steps. The sizes of all rectangles, less the
overlap of each with the one before, count every probe exactly once.

The target is below the start, which `parse` checks. It may be to the left, to the right or
straight below. It is less than 1000 away, as the work grows with the distance. A probe that hits
the row y = -n does so after 2n steps at most: thrown up at n - 1, it is back at the height of the
start after step 2n - 1, and falls by n in the next step. The rectangle of a larger number of steps
is never lower. So the last rectangle that is not empty has the probe that gets highest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

from days.lines import quoted

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Area(NamedTuple):
    """A rectangle of places or of velocities; all four sides belong to it."""

    left: int
    right: int
    bottom: int
    top: int


def parse(text: str) -> Area:
    """Read the target area, which must lie below the start at 0, 0."""
    line, *more = text.split("\n")
    number = "(-?[0-9]{1,3})"
    match = re.fullmatch(rf"target area: x={number}\.\.{number}, y={number}\.\.{number}", line)
    if match and not more:
        area = Area(*map(int, match.groups()))
        if area.left <= area.right and area.bottom <= area.top < 0:
            return area
    if match and more:
        raise ValueError(f"line 2: expected nothing after the target area, got {quoted(more[0])}")
    expected = "'target area: x=A..B, y=C..D' with at most three digits, A <= B, C <= D, D below 0"
    raise ValueError(f"line 1: expected {expected}, got {quoted(line)}")


def part1(target: Area) -> int:
    """Return the greatest height of any probe that hits the target."""
    return triangle(max(0, next(area.top for area in velocities(target) if size(*area))))


def part1_simulate(target: Area) -> int:
    """Simulate every probe that is not too fast."""
    return max(throws(target))


def part2(target: Area) -> int:
    """Return the number of velocities that hit the target."""
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
    """Simulate every probe that is not too fast."""
    return sum(1 for _ in throws(target))


def show1(target: Area) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Show how high the probes are after each step, for one upward velocity after the other.

    Heights are on a scale of square roots, so the paths upward and back are round. Every probe is
    back at the height of the start, and then falls into the green target, or misses it. Where a
    probe is in the target, it is bright; the paths of those that never hit are grey.
    """
    import numpy as np

    hits = {
        upward
        for area in velocities(target)
        if size(*area)
        for upward in range(area.bottom, area.top + 1)
    }
    fastest_hit = max(0, *hits)
    steps = np.arange(-2 * target.bottom + 1)

    def rows_of(heights: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return how many rows these heights are below the top of the picture."""
        rows = above - 2 * np.sign(heights) * np.sqrt(np.abs(heights))
        whole: npt.NDArray[np.int64] = np.rint(rows).astype(np.int64)
        return whole

    above = 2 * isqrt(triangle(fastest_hit)) + 4
    pixels = np.full((above + 2 * isqrt(-target.bottom) + 4, len(steps), 3), 25, np.uint8)
    top, bottom = rows_of(np.array([target.top, target.bottom]))
    pixels[top : bottom + 1] = (45, 95, 85)
    for upward in range(fastest_hit + 1):
        heights = upward * steps - steps * (steps - 1) // 2
        reached = heights >= target.bottom
        rows, columns = rows_of(heights[reached]), steps[reached]
        current = pixels.copy()
        current[rows, columns] = 255
        result = "hits" if upward in hits else "always misses"
        yield current, f"{upward} upward {result}, with a height of {triangle(upward)}"
        pixels[rows, columns] = (130, 85, 40) if upward in hits else (70, 72, 82)
        if upward in hits:
            inside = rows >= top
            pixels[rows[inside], columns[inside]] = (255, 180, 80)
    yield current, f"the highest probe that hits gets up to {triangle(fastest_hit)}"


def show2(target: Area) -> Iterator[tuple[npt.NDArray[np.float64], str]]:
    """Show the rectangles of velocities, from the one that hits after one step on.

    Velocities are faster to the right in x, and upward in y. The brightest ones hit after the step
    of the caption; the others are the brighter the later they hit for the first time.
    """
    import numpy as np

    left, right = min(0, target.left), max(0, target.right)
    top = -target.bottom - 1
    pixels = np.zeros((top - target.bottom + 1, right - left + 1))
    for steps, area in enumerate(reversed([*velocities(target)]), 1):
        if not size(*area):
            continue
        rows = slice(top - area.top, top - area.bottom + 1)
        columns = slice(area.left - left, area.right - left + 1)
        current = pixels.copy()
        current[rows, columns] = 14
        found = pixels[rows, columns]
        found[found == 0] = 4 + np.log2(steps)
        total = np.count_nonzero(pixels)
        yield current, f"step {steps}: {size(*area)} velocities hit, {total} so far"


def velocities(target: Area) -> Iterator[Area]:
    """Yield for each number of steps, the largest first, the velocities that are in the target."""
    left, right, bottom, top = target
    for steps in range(-2 * bottom, 0, -1):
        # Gravity has pulled a probe down by this much.
        fallen = triangle(steps - 1)
        yield Area(
            fastest(left - 1, steps) + 1,
            fastest(right, steps),
            -((-bottom - fallen) // steps),
            (top + fallen) // steps,
        )


def fastest(place: int, steps: int) -> int:
    """Return the fastest forward velocity that gets no farther than this place in these steps."""
    if place < 0:
        # Mirrored, it is the slowest one that gets to -place: one above the fastest that fails.
        return -fastest(-place - 1, steps) - 1
    stalled = (isqrt(8 * place + 1) - 1) // 2
    return stalled if stalled < steps else (place + triangle(steps - 1)) // steps


def throws(target: Area) -> Iterator[int]:
    """Yield for every probe that hits the target how high it gets."""
    left, right, bottom, top = target
    steps = range(-2 * bottom)
    across = []
    for forward in range(min(left, 0), max(right, 0) + 1):
        sign = 1 if forward > 0 else -1
        across.append([*accumulate(sign * max(0, abs(forward) - step) for step in steps)])
    for upward in range(bottom, -bottom):
        heights = [*accumulate(upward - step for step in steps)]
        inside = [step for step, y in enumerate(heights) if bottom <= y <= top]
        for places in across:
            if any(left <= places[step] <= right for step in inside):
                yield max(0, *heights)


def triangle(steps: int) -> int:
    """Return 1 + 2 + ... + steps."""
    return steps * (steps + 1) // 2


def size(left: int, right: int, bottom: int, top: int) -> int:
    """Return the number of places in an area, which may be empty."""
    return (right - left + 1) * (top - bottom + 1) if left <= right and bottom <= top else 0
