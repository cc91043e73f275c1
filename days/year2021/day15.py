"""Day 15: Chiton.

Dijkstra's queue is replaced by sweeps over the anti-diagonals.
The total of a cell is its own risk plus the smallest total of its four neighbours. Risks are
positive, so only the true totals satisfy this equation in every cell. Totals that are too
high come down to the true ones if every cell is computed again and again from its neighbours, in
any order. `all_totals` does just this, with the whole cave at once, until nothing changes. The rest
computes the same in a better order, which takes less than a hundredth of the time.

First, the order suits numpy. The neighbours of a cell are on the diagonals just before and after
its own. So the cave is stored with a row for each diagonal, even diagonals in one array and odd
ones in another, and all of one array is computed at once from the other:

    cave      diagonals    even ones    odd ones
                a . .        a . .
    a b c       d b .                     d b .
    d e f       g e c        g e c
    g h i       . h f                     . h f
                . . i        . . i

Each cell stays in its column. So the neighbours of e are in its own column, and in the one on the
left in the row before, or on the right in the row after:

    column                 0   1   2
    the diagonal before    d   b          left of e, and above it
    the diagonal of e      g   e   c
    the diagonal after         h   f      below e, and right of it

    total of e  =  risk of e + min(min(d, h), min(b, f))

Both inner minima are of a cell in the diagonal before, and of the cell in the next column of the
diagonal after. So one `np.minimum` yields those of all cells. Another one yields the outer minima,
since the two inner ones of a cell are beside each other.

Second, only a window of rows is computed at a time. In a pass over both arrays, a smaller total
gets one row further, up or down. The window is computed in blocks of five passes. Before each
block, its end moves down by only four rows, so that smaller totals which turn up late catch up with
it. Its top follows after the block:

    row        1   5   9   13
    block 1    xxxx
    block 2    ==xxxxxx               x    changed in the last pass of the block
    block 3    =======xxxxx           =    computed, but did not change in the last pass
    block 4      ==========xxxx

After block 3, row 8 is the first one that has changed. In the next five passes, this change can get
up to row 3, and no farther. Rows 1 and 2 agree with all their neighbours and cannot change, so they
leave the window. If another change gets far up in this way, the top moves up again, in the worst
case to the whole cave. All totals are right when the window has reached the last row, and the last
pass changes nothing.

Assumed of the input: a rectangle of risks from 1 to 9.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from days.lines import rectangle

Ints = npt.NDArray[np.integer[Any]]
Bools = npt.NDArray[np.bool_]

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
    """Compute the whole cave in each pass, without diagonals and windows."""
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
    evens = every_second(diagonals[::2])
    odds = every_second(diagonals[1::2])
    width = evens.width
    start = width + 1
    evens.totals[start] = 0

    # Row 0 is wall, and even row 1 has only the start, which never changes.
    top = end = 1
    last = len(diagonals) // 2 - 2
    while True:
        end = min(end + ADVANCE, last)
        changed = block(window(evens, odds, top, end))
        if changed.any():
            first_changed = top + int(changed.argmax()) // width
            top = max(1, first_changed - PASSES)
        elif end == last:
            break

    height, width = risks.shape
    diagonal = height + width
    half = odds if diagonal % 2 else evens
    return int(half.totals.reshape(-1, half.width)[diagonal // 2, width])


class Half(NamedTuple):
    """The even diagonals, or the odd ones, one after the other in one long array."""

    risks: Ints
    totals: Ints
    width: int


class Update(NamedTuple):
    """The cells of some diagonals, and the totals of the diagonals before and after them."""

    risks: Ints
    totals: Ints
    before: Ints
    after: Ints


def by_diagonals(risks: npt.NDArray[np.uint8]) -> Ints:
    """Return the risks by diagonal and column, with a wall around the cave, and 0 outside of it.

    The risk of the wall is above any total. There is an even number of diagonals.
    """
    wall = 9 * sum(risks.shape)
    # The totals of walls are little above twice this risk. Small numbers are computed faster.
    dtype = np.int16 if 3 * wall < 2**15 else np.int32
    height, width = (size + 2 for size in risks.shape)
    columns = np.full((width, height), wall, dtype)
    columns[1:-1, 1:-1] = risks.T
    count = height + width
    diagonals = np.zeros((count + count % 2, width), dtype)
    for number, column in enumerate(columns):
        # Each column begins one diagonal further down than the one on its left.
        diagonals[number : number + height, number] = column
    return diagonals


def every_second(diagonals: Ints) -> Half:
    """Return some diagonals as one long array, with totals that are too high."""
    risks = diagonals.ravel()
    totals = np.full_like(risks, risks.max())
    return Half(risks, totals, diagonals.shape[1])


def window(evens: Half, odds: Half, top: int, end: int) -> tuple[Update, Update]:
    """Return the cells of a window: odd rows from `top` to before `end`, even ones one below.

    An odd row is between the even row of the same number and the next one.
    """
    width = evens.width
    odd = slice(top * width, end * width)
    even = slice(odd.start + width, odd.stop + width)
    # One place more than there are cells, since a cell has two neighbours in each of them.
    before = slice(odd.start - 1, odd.stop)
    after = slice(even.start, even.stop + 1)
    odd_cells = Update(
        risks=odds.risks[odd],
        totals=odds.totals[odd],
        before=evens.totals[before],
        after=evens.totals[after],
    )
    even_cells = Update(
        risks=evens.risks[even],
        totals=evens.totals[even],
        before=odds.totals[before],
        after=odds.totals[after],
    )
    return odd_cells, even_cells


def block(window: tuple[Update, Update]) -> Bools:
    """Compute a window in `PASSES` passes; return which of its even cells the last one changed."""
    sweep(window, PASSES - 1)
    _, evens = window
    earlier = evens.totals.copy()
    sweep(window, 1)
    changed: Bools = evens.totals != earlier
    return changed


def sweep(window: tuple[Update, Update], passes: int) -> None:
    """Compute the totals of a window from those of the neighbours, in so many passes."""
    odd_cells, _ = window
    minima = np.empty_like(odd_cells.before)
    # A cell has its first inner minimum in its own place, and the second one beside it.
    left_or_below = minima[:-1]
    above_or_right = minima[1:]
    for _ in range(passes):
        for risks, totals, before, after in window:
            np.minimum(before, after, out=minima)
            np.minimum(left_or_below, above_or_right, out=totals)
            totals += risks
