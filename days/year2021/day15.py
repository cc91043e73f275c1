"""Day 15: Chiton.

Dijkstra's algorithm reaches the cells in the order of their totals.
The total of a cell is the least risk on a way from the start to it; the start itself has 0. All
cells that are reached wait in a queue, from which the one with the lowest total is taken next. Each
neighbour that is not reached yet gets this total plus its own risk, and waits as well:

    risks      take 0     take 1     take 2     take 3
    1 9 9      0 9 .      0 9 .      0 9 .      0 9 12
    1 1 1      1 . .      1 2 .      1 2 3      1 2  3

No total has to be lowered later. A cell taken later has no lower total, and from there the same
risk would be added: the 12 is 3 + 9, and from the 9 on its left it would be 9 + 9.

This is `part2_dijkstra`, which takes one cell after another. The two parts compute thousands of
cells at once, in `day15_diagonals`, which is some forty times as fast.

Assumed of the input: a rectangle of risks from 1 to 9.
"""

from __future__ import annotations

from heapq import heappop, heappush

import numpy as np
import numpy.typing as npt

from days.lines import rectangle
from days.year2021.day15_diagonals import lowest_total

Cave = tuple[str, ...]
"""The rows of the cave, a digit from 1 to 9 for each cell's risk."""

UNREACHED = -1
"""The total of a cell that Dijkstra's algorithm has not reached."""


def parse(text: str) -> Cave:
    """Read a rectangle of digits from 1 to 9."""
    return rectangle(text, "123456789", "digits from 1 to 9")


def part2_dijkstra(cave: Cave, *, tiles: int = 5) -> int:
    """Return the same as part 2, by Dijkstra's algorithm."""
    totals = all_totals(enlarge(cave, tiles).tolist())
    return totals[-1][-1]


def all_totals(risks: list[list[int]]) -> list[list[int]]:
    """Return the least total from the first cell to every cell, by Dijkstra's algorithm."""
    height, width = len(risks), len(risks[0])
    totals = [[UNREACHED] * width for _ in range(height)]
    totals[0][0] = 0
    queue = [(0, 0, 0)]
    while queue:
        total, row, column = heappop(queue)
        for y, x in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            if 0 <= y < height and 0 <= x < width and totals[y][x] == UNREACHED:
                totals[y][x] = total + risks[y][x]
                heappush(queue, (totals[y][x], y, x))
    return totals


def part1(cave: Cave) -> int:
    """Return the least total risk from the top left to the bottom right."""
    return lowest_total(enlarge(cave, 1))


def part2(cave: Cave, *, tiles: int = 5) -> int:
    """Return the least total risk in a cave of `tiles` by `tiles` copies with increasing risks."""
    return lowest_total(enlarge(cave, tiles))


def enlarge(cave: Cave, tiles: int) -> npt.NDArray[np.uint8]:
    """Return the risks of the whole cave, `tiles` times as high and as wide."""
    digits = np.frombuffer("".join(cave).encode(), np.uint8)
    tile = digits.reshape(len(cave), -1) - ord("1")
    # A 9 becomes a 1 again, so there are nine different levels of risk.
    increased = [(tile + level % 9) % 9 + 1 for level in range(2 * tiles - 1)]
    # Each row of tiles begins one level higher than the one above.
    return np.block([increased[down : down + tiles] for down in range(tiles)])
