"""Day 17: Trick Shot.

The velocities that hit after a given number of steps form a rectangle.
In x, it reaches from the slowest velocity that is far enough after these steps to the fastest one
that is not too far, and in y likewise. For the target x=20..30, y=-10..-5 of the example:

    steps    forward    upward
        1     20..30   -10..-5
        2     11..15    -4..-2
        3      8..11    -2..-1
        4      7..9     -1..0
        5      6..8      0..1
      ...
       20      6..7      9..9

    upward  0    . . # # # .       the rectangle after 4 steps
           -1    . . # # # .
    forward      5 6 7 8 9 10

A probe may be in the target after several steps, and so in several rectangles: all velocities are
put into one set.

A probe that hits the row y = -n does so after 2n steps at most: thrown up at n - 1, it is back at
the height of the start after step 2n - 1, and falls by n in the next step. Thrown up faster, it
would fall by more than n in that step, past the row. The rectangle of more steps is never lower,
because a probe that comes down to the same place later must be thrown up faster. So the last
rectangle that is not empty has the probe that gets highest.

The target is below the start, which `parse` checks. It may be to the left, to the right or straight
below. It is less than 1000 away, as the work grows with the distance.
"""

from __future__ import annotations

from itertools import product
from math import ceil, floor, isqrt
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
    if is_empty(area) or area.top >= 0:
        raise refusal(1, expected, text)
    return area


def part1(target: Area) -> int:
    """Return the greatest height of any probe that hits the target.

    If a probe that is thrown up at n - 1 can stop in the target's columns, where -n is the bottom
    row, this is 1 + 2 + ... + (n - 1). The loop needs no such assumption.
    """
    for steps in range(most_steps(target), 0, -1):
        velocities = hits(target, steps)
        if is_empty(velocities):
            continue
        upward = max(0, velocities.top)
        return triangle(upward)
    raise AssertionError("a probe that is thrown straight at the target hits it")


def part2(target: Area) -> int:
    """Return the number of velocities that hit the target."""
    velocities: set[tuple[int, int]] = set()
    for steps in range(1, most_steps(target) + 1):
        left, right, bottom, top = hits(target, steps)
        velocities.update(product(range(left, right + 1), range(bottom, top + 1)))
    return len(velocities)


def most_steps(target: Area) -> int:
    """Return the number of steps after which no probe can hit any more."""
    return -2 * target.bottom


def is_empty(area: Area) -> bool:
    """Return whether there is nothing in a rectangle."""
    return area.left > area.right or area.bottom > area.top


def hits(target: Area, steps: int) -> Area:
    """Return the velocities that are in the target after so many steps."""
    left, right, bottom, top = target
    # Gravity has pulled a probe down by this much: its height is steps * upward - fallen.
    fallen = triangle(steps - 1)
    return Area(
        left=slowest(left, steps),
        right=fastest(right, steps),
        bottom=ceil((bottom + fallen) / steps),
        top=floor((top + fallen) / steps),
    )


def slowest(place: int, steps: int) -> int:
    """Return the slowest forward velocity that gets at least to this place in these steps."""
    # One faster than the fastest one that does not get there.
    return fastest(place - 1, steps) + 1


def fastest(place: int, steps: int) -> int:
    """Return the fastest forward velocity that gets no farther than this place in these steps."""
    if place < 0:
        # On the left, everything is mirrored: the fastest one, which goes left the least, is minus
        # the slowest one of the mirror image.
        return -slowest(-place, steps)
    # The fastest one that stops no farther than `place`: the largest v with v(v+1)/2 <= place.
    stalled = (isqrt(8 * place + 1) - 1) // 2
    if stalled < steps:
        return stalled
    # It has not stopped yet. Drag has slowed it down by 1 + 2 + ... + (steps - 1) in all.
    return (place + triangle(steps - 1)) // steps


def triangle(steps: int) -> int:
    """Return 1 + 2 + ... + steps."""
    return steps * (steps + 1) // 2
