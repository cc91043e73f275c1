"""Day 1: Sonar Sweep.

Two sliding windows are compared by the two depths in which they differ.
A window of three depths and the next one share two of them:

    a b c         a + b + c < b + c + d    exactly if    a < d
      b c d

So the second sum is larger if the depth that enters, d, is larger than the one that leaves, a. No
sum is computed: each depth is compared with the one that is three places further on. In part 1, a
window has a single depth.
"""

from __future__ import annotations

from operator import lt

from days.lines import matched

Depths = tuple[int, ...]


def parse(text: str) -> Depths:
    """Read the depths, one per line."""
    lines = matched(text, "[0-9]{1,9}", "a depth of at most nine digits")
    return tuple(map(int, lines))


def part1(depths: Depths) -> int:
    """Count the depths that are larger than the one before."""
    return increases(depths, window=1)


def part2(depths: Depths, *, window: int = 3) -> int:
    """Count the windows whose sum is larger than that of the window before."""
    return increases(depths, window)


def increases(depths: Depths, window: int) -> int:
    """Count the windows of so many depths whose sum is larger than that of the window before."""
    leaving = depths
    entering = depths[window:]
    # `map` ends with the shorter of the two.
    return sum(map(lt, leaving, entering))
