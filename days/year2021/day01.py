"""Day 1: Sonar Sweep.

Two sliding windows are compared by the two depths in which they differ.
A window and the next one share all depths but two: the first one of the earlier window and the
last one of the later window. So the second sum is larger exactly if the depth that enters is larger
than the depth that leaves. No sum is computed, and part 1 is part 2 with a window of one depth.
"""

from __future__ import annotations

from operator import lt

from days.lines import matched

Depths = tuple[int, ...]


def parse(text: str) -> Depths:
    """Read the depths, one per line."""
    return tuple(
        map(int, matched(text, "[0-9]{1,9}", "a depth of at most nine digits"))
    )


def part1(depths: Depths) -> int:
    """Count the depths that are larger than the one before."""
    return part2(depths, window=1)


def part2(depths: Depths, *, window: int = 3) -> int:
    """Count the windows whose sum is larger than that of the window one place earlier."""
    return sum(map(lt, depths, depths[window:]))
