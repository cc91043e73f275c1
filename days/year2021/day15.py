"""Day 15: Chiton.

Dijkstra's queue is replaced by sweeps over the anti-diagonals.
The total of a cell is its own risk plus the smallest total of its four neighbours. Risks are
positive, so only the true totals satisfy this equation in every cell. Totals that are too
high come down to the true ones if every cell is computed again and again from its neighbours, in
any order.

This order suits numpy: the neighbours of a cell are on the anti-diagonals just before and after its
own. So the cave is stored with a row for each diagonal, even diagonals in one array and odd ones in
another, and all of one array is computed at once from the other:

    cave      diagonals    even ones    odd ones
                a . .        a . .
    a b c       d b .                     d b .
    d e f       g e c        g e c
    g h i       . h f                     . h f
                . . i        . . i

The columns stay the same. So the neighbours of e are two in the row before it, which begin one
column to the left of e, and two in the row after it, which begin in the column of e:

    the diagonal before     d  b     left  up
    the diagonal after      h  f     down  right
    the minimum of both     L  U

One `np.minimum` of these two rows yields the L and U of all cells, since the U of a cell stands one
place after its L. A second one, of that row and the same row moved by one place, yields the
smallest total around each cell. Adding the risks is the third and last call.

Not all rows are computed each time. A pass over both arrays gets one row further down, and can
carry a smaller total one row up. So the work is done in blocks of a few passes, on a window of
rows:

    top      nothing above changes any more
     :       the window, computed in each pass
    end      nothing below has been computed yet

Before each block, `end` moves down by fewer rows than there are passes, so that smaller totals
catch up with it. After it, `top` moves to as many rows as there are passes before the first one
that changed in the last pass. All totals are right when `end` is the last row and a pass changes
nothing. Where paths wind back, the window grows, in the worst case to the whole cave.

Assumed of the input: a rectangle of risks from 1 to 9.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import as_strided

from days.lines import rectangle

Ints = npt.NDArray[np.integer[Any]]

Cave = tuple[str, ...]
"""The rows of the cave, a digit from 1 to 9 for each cell's risk."""

PASSES, ADVANCE = 5, 4
"""The number of passes before the window moves, and of rows by which its end moves."""


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
    """Compute the whole cave in each pass, instead of a window."""
    return int(all_totals(enlarge(cave, tiles))[-1, -1])


def all_totals(risks: npt.NDArray[np.uint8]) -> npt.NDArray[np.int32]:
    """Return the least total from the first cell to every cell, by passes over the whole cave."""
    walled = np.full([size + 2 for size in risks.shape], 10 * risks.size, np.int32)
    totals = walled[1:-1, 1:-1]
    totals[0, 0] = 0
    while True:
        before = totals.copy()
        for _ in range(PASSES):
            across = np.minimum(walled[1:-1, :-2], walled[1:-1, 2:])
            down = np.minimum(walled[:-2, 1:-1], walled[2:, 1:-1])
            np.minimum(totals, np.minimum(across, down) + risks, out=totals)
        if (totals == before).all():
            return before


def enlarge(cave: Cave, tiles: int) -> npt.NDArray[np.uint8]:
    """Return the whole cave, `tiles` times as high and as wide."""
    height, width = len(cave), len(cave[0])
    tile = np.frombuffer("".join(cave).encode(), np.uint8).reshape(
        1, height, 1, width
    ) - ord("1")
    down, right = np.ogrid[:tiles, :tiles]
    levels = tile + ((down + right) % 9).astype(np.uint8).reshape(tiles, 1, tiles, 1)
    # Where a level is below 9, the subtraction wraps around to a large number.
    risks: npt.NDArray[np.uint8] = np.minimum(levels, levels - 9) + 1
    return risks.reshape(tiles * height, tiles * width)


def lowest_total(risks: npt.NDArray[np.uint8]) -> int:
    """Return the least total from the first cell to the last, not counting the first."""
    diagonals = by_diagonals(risks)
    even_risks = diagonals[::2].ravel()
    odd_risks = diagonals[1::2].ravel()
    evens = np.full_like(even_risks, diagonals.max())
    odds = evens.copy()
    # In one long array, the cell below another one is so many places after it.
    width = diagonals.shape[1]
    start = width + 1
    evens[start] = 0

    # An odd row is between the even row of the same number and the next one. The first row is wall,
    # and the first even one after it has only the start, which never changes.
    top = end = 1
    last = len(diagonals) // 2 - 2
    while True:
        end = min(end + ADVANCE, last)
        odd = slice(top * width, end * width)
        even = slice(odd.start + width, odd.stop + width)
        # One place more than there are cells: each cell needs its own place and the one before.
        before = slice(odd.start - 1, odd.stop)
        after = slice(even.start, even.stop + 1)
        to_odds = (evens[before], evens[after], odd_risks[odd], odds[odd])
        to_evens = (odds[before], odds[after], even_risks[even], evens[even])
        for number in range(PASSES):
            if number == PASSES - 1:
                earlier = evens[even].copy()
            update(*to_odds)
            update(*to_evens)
        changed = np.flatnonzero(earlier != evens[even])
        if len(changed):
            first_row = top + int(changed[0]) // width
            top = max(1, first_row - PASSES)
        elif end == last:
            break

    height, width = risks.shape
    diagonal = height + width
    totals = (evens, odds)[diagonal % 2].reshape(-1, width + 2)
    return int(totals[diagonal // 2, width])


def by_diagonals(risks: npt.NDArray[np.uint8]) -> Ints:
    """Return the risks by diagonal and column, with a wall around the cave, and 0 outside of it.

    The risk of the wall is above any total. There is an even number of diagonals.
    """
    height, width = (size + 2 for size in risks.shape)
    wall = 9 * (height + width)
    # The totals of walls are below twice this risk, and others grow by 18 in a pass at most.
    dtype = np.int16 if wall < 2**14 - 18 * PASSES else np.int32
    count = height + width
    diagonals = np.zeros((count + count % 2, width), dtype)
    row, column = diagonals.strides
    # In memory, the cell to the right is on the next diagonal, and in the next column.
    walled = as_strided(diagonals, (height, width), (row, row + column))
    walled[:] = wall
    walled[1:-1, 1:-1] = risks
    return diagonals


def update(before: Ints, after: Ints, risks: Ints, totals: Ints) -> None:
    """Compute the totals of some rows from those of the diagonals before and after."""
    pairs = np.minimum(before, after)
    np.minimum(pairs[:-1], pairs[1:], out=totals)
    totals += risks
