"""Day 15: Chiton.

The way into a cell costs its own risk and the least of its four neighbours' totals, so a table of
totals that fits this rule everywhere is the answer: risks are positive, and only the true totals
fit. Totals that are too high come down to them when every cell is worked out from its neighbours
again and again, in any order.

The order that numpy likes: a cell's neighbours all lie on the anti-diagonals just before and after
its own. With the even diagonals and the odd ones in two arrays, a diagonal to a row and a column
of the cave to a column, one half is worked out from the other at a stroke. The four neighbours of
a place are two pairs of equal distance in memory, one pair just before the other, so their minimum
takes two calls, and adding the risks is the third.

Not all rows need work. A pass over both halves reaches one row further down, and can carry a
lower total one row back up. So work is done in blocks of a few passes: before each, the window is
extended by as many rows at the front, and behind it begins as many rows before the first that
changed in the last pass. Nothing outside can change meanwhile, so when a pass changes nothing,
all totals fit. The window finds its own size: where paths wind back it grows, at worst to the
whole cave.

Assumed of the input: a rectangle of risks from 1 to 9.
"""

from __future__ import annotations

import re
from heapq import heappop, heappush

import numpy as np
import numpy.typing as npt

Cave = tuple[str, ...]
"""The rows of the cave, a digit from 1 to 9 for each cell's risk."""

PASSES = 8
"""How many passes are made before the window moves on."""


def parse(text: str) -> Cave:
    """Read a rectangle of digits from 1 to 9."""
    lines = text.split("\n")
    width = len(lines[0])
    if text.encode().translate(None, b"123456789\n") or {*map(len, lines)} != {width} or not width:
        for number, line in enumerate(lines, 1):
            if not re.fullmatch(r"[1-9]+", line) or len(line) != width:
                expected = f"{width or 'some'} digits from 1 to 9"
                raise ValueError(f"line {number}: expected {expected}, got {line!r}")
    return tuple(lines)


def part1(cave: Cave) -> int:
    """Return the least total risk from the top left to the bottom right."""
    return lowest_total(enlarge(cave, 1))


def part1_dijkstra(cave: Cave) -> int:
    """Visit the cells from the least total on."""
    return dijkstra([[*map(int, row)] for row in cave])


def part2(cave: Cave, *, tiles: int = 5) -> int:
    """Return the least total risk in a cave that repeats, ever riskier, both ways."""
    return lowest_total(enlarge(cave, tiles))


def part2_dijkstra(cave: Cave, *, tiles: int = 5) -> int:
    """Visit the cells from the least total on."""
    return dijkstra(
        [
            [(int(risk) + down + right - 1) % 9 + 1 for right in range(tiles) for risk in row]
            for down in range(tiles)
            for row in cave
        ]
    )


def enlarge(cave: Cave, tiles: int) -> npt.NDArray[np.uint8]:
    """Lay out the whole cave, `tiles` times as high and as wide."""
    height, width = len(cave), len(cave[0])
    tile = np.frombuffer("".join(cave).encode(), np.uint8).reshape(1, height, 1, width) - ord("1")
    down, right = np.ogrid[:tiles, :tiles]
    levels = tile + ((down + right) % 9).astype(np.uint8).reshape(tiles, 1, tiles, 1)
    # What is too small to take 9 from wraps around to a large number.
    risks: npt.NDArray[np.uint8] = np.minimum(levels, levels - 9) + 1
    return risks.reshape(tiles * height, tiles * width)


def lowest_total(risks: npt.NDArray[np.uint8]) -> int:
    """Return the least total from the first cell to the last, not counting the first."""
    height, width = (size + 2 for size in risks.shape)
    rows = (height + width + 1) // 2
    far = 9 * (height + width)  # more than any total; a wall adds it once, and so at most twice
    dtype = np.int16 if far < 2**14 - 18 * PASSES else np.int32

    # Cell (row, column) of the walled cave comes to row + column, column.
    skewed = np.zeros((rows, 2, width), dtype)
    down, right = skewed.itemsize * width, skewed.itemsize * (width + 1)
    walled = np.ndarray((height, width), dtype, skewed, strides=(down, right))
    walled[:] = far
    walled[1:-1, 1:-1] = risks
    even_risks, odd_risks = skewed.transpose(1, 0, 2).reshape(2, -1)
    evens, odds = np.full((2, rows * width), far, dtype)
    minima = np.empty(rows * width, dtype)
    evens[width + 1] = 0

    # Rows `top` to `end` of the odd diagonals lie between rows `top` and `end` of the even ones.
    # The first even row, the start alone, stays as it is.
    top = end = 1
    while True:
        end = min(end + PASSES, rows - 2)
        odd, even = slice(top * width, end * width), slice((top + 1) * width, (end + 1) * width)
        before, after = slice(odd.start - 1, odd.stop), slice(even.start, even.stop + 1)
        minimum = minima[: before.stop - before.start]
        pair = minimum[:-1], minimum[1:]
        odd_update = (evens[before], evens[after], odds[odd], odd_risks[odd])
        even_update = (odds[before], odds[after], evens[even], even_risks[even])
        for to_come in reversed(range(PASSES)):
            if not to_come:
                last = evens[even].copy()
            for one, other, totals, risk in (odd_update, even_update):
                np.minimum(one, other, out=minimum)
                np.minimum(*pair, out=totals)
                np.add(totals, risk, out=totals)
        changed = np.flatnonzero(last != evens[even])
        if not changed.size:
            break
        top = max(1, top + int(changed[0]) // width - PASSES)

    diagonal = height + width - 4
    return int((evens, odds)[diagonal % 2][diagonal // 2 * width + width - 2])


def dijkstra(risks: list[list[int]]) -> int:
    """Return the least total from the first cell to the last, by a queue of the nearest cells."""
    height, width = len(risks), len(risks[0])
    seen = {(0, 0)}
    queue = [(0, 0, 0)]
    while True:
        total, row, column = heappop(queue)
        if (row, column) == (height - 1, width - 1):
            return total
        for y, x in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            # Entering costs the same from all sides, so who comes first comes cheapest.
            if 0 <= y < height and 0 <= x < width and (y, x) not in seen:
                seen.add((y, x))
                heappush(queue, (total + risks[y][x], y, x))
