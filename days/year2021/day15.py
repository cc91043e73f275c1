"""Day 15: Chiton.

The Bellman-Ford algorithm lowers all totals at once until none changes.
The total of a cell is the least risk on the way from the start to it: its own risk plus the
smallest total of its four neighbours. The start is the exception: its total is 0, whatever its
risk. At first, all other totals are too high, here a dot. Each pass computes every cell anew from
the totals that its neighbours had, and keeps the result if it is lower:

    risks      begin      pass 1     pass 2     pass 3     pass 4
    1 9 9      0 . .      0 9  .     0 9 18     0 9 18     0 9 12
    1 1 1      . . .      1 .  .     1 2  .     1 2  3     1 2  3

In pass 2, the 18 comes straight from the left. In pass 4, it becomes 12, since the way through the
second row is longer, but has a lower risk. Pass 5 would change nothing, so these totals are right.

That is all of `all_totals`, which the show and `part2_passes` use. The two parts compute the same
in a better order, in `day15_diagonals`, which takes less than a hundredth of the time.

Assumed of the input: a rectangle of risks from 1 to 9.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from days.lines import rectangle
from days.year2021.day15_diagonals import lowest_total

Cave = tuple[str, ...]
"""The rows of the cave, a digit from 1 to 9 for each cell's risk."""


def parse(text: str) -> Cave:
    """Read a rectangle of digits from 1 to 9."""
    return rectangle(text, "123456789", "digits from 1 to 9")


def part1(cave: Cave) -> int:
    """Return the least total risk from the top left to the bottom right."""
    return lowest_total(enlarge(cave, 1))


def part2(cave: Cave, *, tiles: int = 5) -> int:
    """Return the least total risk in a cave of `tiles` by `tiles` copies with increasing risks."""
    return lowest_total(enlarge(cave, tiles))


def part2_passes(cave: Cave, *, tiles: int = 5) -> int:
    """Return the same as part 2, by passes over the whole cave."""
    return int(all_totals(enlarge(cave, tiles))[-1, -1])


def all_totals(risks: npt.NDArray[np.uint8]) -> npt.NDArray[np.int32]:
    """Return the least total from the first cell to every cell, by passes over the whole cave."""
    too_high = 10 * risks.size
    # A wall around the cave, so that each cell has four neighbours. It is never changed.
    height, width = risks.shape
    walled = np.full((height + 2, width + 2), too_high, np.int32)
    totals = walled[1:-1, 1:-1]
    totals[0, 0] = 0
    while True:
        earlier = totals.copy()
        left_or_right = np.minimum(walled[1:-1, :-2], walled[1:-1, 2:])
        above_or_below = np.minimum(walled[:-2, 1:-1], walled[2:, 1:-1])
        smallest = np.minimum(left_or_right, above_or_below)
        np.minimum(totals, smallest + risks, out=totals)
        if (totals == earlier).all():
            return totals


def enlarge(cave: Cave, tiles: int) -> npt.NDArray[np.uint8]:
    """Return the risks of the whole cave, `tiles` times as high and as wide."""
    height, width = len(cave), len(cave[0])
    tile = np.frombuffer("".join(cave).encode(), np.uint8).reshape(
        1, height, 1, width
    ) - ord("1")
    down, right = np.ogrid[:tiles, :tiles]
    levels = tile + ((down + right) % 9).astype(np.uint8).reshape(tiles, 1, tiles, 1)
    # Where a level is below 9, the subtraction wraps around to a large number.
    risks: npt.NDArray[np.uint8] = np.minimum(levels, levels - 9) + 1
    return risks.reshape(tiles * height, tiles * width)
