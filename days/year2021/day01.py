"""Day 1: Sonar Sweep.

Two sliding windows are compared by the two depths in which they differ.
A window and the next one share all depths but two: the first one of the earlier window and the
last one of the later window. So the second sum is larger exactly if the depth that enters is larger
than the depth that leaves. No sum is computed, and part 2 is part 1 with depths compared three
places apart instead of one.
"""

from __future__ import annotations

import re
from operator import lt

from days.lines import quoted

Depths = tuple[int, ...]


def parse(text: str) -> Depths:
    """Read the depths, a whole number of at most nine digits per line."""
    lines = text.split("\n")
    if not re.fullmatch(r"(?:[0-9]{1,9}\n)*+[0-9]{1,9}", text):
        wrong = (pair for pair in enumerate(lines, 1) if not re.fullmatch("[0-9]{1,9}", pair[1]))
        number, line = next(wrong)
        expected = "a depth of at most nine digits" if len(line) > 9 else "a depth, a whole number"
        raise ValueError(f"line {number}: expected {expected}, got {quoted(line)}")
    return tuple(map(int, lines))


def part1(depths: Depths) -> int:
    """Count the depths that are larger than the one before."""
    return increases(depths, window=1)


def part2(depths: Depths, *, window: int = 3) -> int:
    """Count the windows whose sum is larger than that of the one before."""
    return increases(depths, window=window)


def part1_loop(depths: Depths) -> int:
    """Compare each depth with the one before, in a loop."""
    larger = 0
    for place in range(1, len(depths)):
        if depths[place] > depths[place - 1]:
            larger += 1
    return larger


def part2_sums(depths: Depths, *, window: int = 3) -> int:
    """Compute the sum of every window, and compare the sums."""
    sums = [sum(depths[start : start + window]) for start in range(len(depths) - window + 1)]
    return part1_loop(tuple(sums))


def increases(depths: Depths, *, window: int) -> int:
    """Count the windows whose sum is larger than that of the window one place earlier."""
    return sum(map(lt, depths, depths[window:]))
