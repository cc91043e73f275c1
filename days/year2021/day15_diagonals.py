"""The fast passes of day 15, over the diagonals of the cave and only where totals change.

The rule is that of `day15`: the total of each cell but the start is its risk plus the smallest
total of its neighbours. Here a pass does not keep the lower one of the old and the new total, but
always the new one. So a total that is too high may even grow a little, until a smaller one arrives
from the start. But when nothing changes any more, all cells follow the rule, and only the true
totals do. None can be too high, because by the rule, the totals along the best way are the true
ones, or lower. None can be too low, because its lowest neighbour would be too low as well, and
lower, and so on for ever; but the only way to end is at the start, which is right.

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
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.integer[Any]]
Bools = npt.NDArray[np.bool_]

PASSES, ADVANCE = 5, 4
"""The number of passes before the window moves, and of rows by which its end moves."""


class Half(NamedTuple):
    """The even diagonals or the odd ones, a row for each, one after the other in a long array."""

    risks: Ints
    totals: Ints
    row_length: int
    """The number of columns of the cave, with a wall on the left and on the right."""


class Strip(NamedTuple):
    """The cells of a window in one half, and their neighbours in the other half.

    Cell i has the neighbours i (on its left) and i + 1 (above) of `before`, and i (below) and
    i + 1 (on its right) of `after`. So there is one neighbour more than there are cells.
    """

    risks: Ints
    totals: Ints
    before: Ints
    """The totals of the diagonals before."""
    after: Ints
    """The totals of the diagonals after."""


class Window(NamedTuple):
    """Some rows of both halves, in the order in which they are computed."""

    odd_strip: Strip
    even_strip: Strip


def lowest_total(risks: npt.NDArray[np.uint8]) -> int:
    """Return the least total from the first cell to the last, not counting the first."""
    diagonals = by_diagonals(risks)
    evens = too_high(diagonals[::2])
    odds = too_high(diagonals[1::2])
    start, _ = place_of(0, 0, evens.row_length)
    evens.totals[start] = 0
    settle(evens, odds)
    height, width = risks.shape
    end, is_odd = place_of(height - 1, width - 1, evens.row_length)
    half = odds if is_odd else evens
    return int(half.totals[end])


def place_of(row: int, column: int, row_length: int) -> tuple[int, bool]:
    """Return where a cell of the cave is stored, and whether in the half of odd diagonals.

    Above and on the left of the cave there is a wall, whose corner is on diagonal 0.
    """
    diagonal = (row + 1) + (column + 1)
    return diagonal // 2 * row_length + (column + 1), diagonal % 2 == 1


def by_diagonals(risks: npt.NDArray[np.uint8]) -> Ints:
    """Return the risks by diagonal and column, with a wall around the cave, and 0 outside of it.

    The risk of the wall is above the least total of any cell. There is an even number of diagonals.
    """
    height, width = (size + 2 for size in risks.shape)
    wall = 9 * sum(risks.shape)
    # All totals begin at this risk. Outside it stays, as the risk there is 0, and in the cave it
    # grows little before smaller totals arrive. The wall has neighbours in both, and adds its risk,
    # so its totals are about twice this risk. Numbers of 16 bits are computed faster.
    dtype = np.int16 if 3 * wall < 2**15 else np.int32
    columns = np.full((width, height), wall, dtype)
    columns[1:-1, 1:-1] = risks.T
    count = height + width
    diagonals = np.zeros((count + count % 2, width), dtype)
    for number, column in enumerate(columns):
        # Each column begins one diagonal further down than the one on its left.
        diagonals[number : number + height, number] = column
    return diagonals


def too_high(diagonals: Ints) -> Half:
    """Return every second diagonal as a half of the cave, with totals that are too high."""
    risks = diagonals.ravel()
    totals = np.full_like(risks, risks.max())
    return Half(risks, totals, diagonals.shape[1])


def settle(evens: Half, odds: Half) -> None:
    """Compute the totals of all cells, in a window that moves down through the cave."""
    row_length = evens.row_length
    # Row 0 is wall, and row 1 of the even diagonals has only the start, which is never computed.
    top = end = 1
    last = len(evens.totals) // row_length - 2
    while True:
        end = min(end + ADVANCE, last)
        changed = compute_block(window_of(evens, odds, top, end))
        if changed.any():
            first_changed = top + int(changed.argmax()) // row_length
            top = max(1, first_changed - PASSES)
        elif end == last:
            return


def window_of(evens: Half, odds: Half, top: int, end: int) -> Window:
    """Return the window that computes odd rows from `top` to before `end`, and even ones one below.

    An odd row is between the even row of the same number and the next one:

        even row top        only read
        odd row top         computed
        even row top + 1    computed
        ...
        odd row end - 1     computed
        even row end        computed
        odd row end         only read
    """
    row_length = evens.row_length
    odd = slice(top * row_length, end * row_length)
    even = slice(odd.start + row_length, odd.stop + row_length)
    # The first neighbour of an odd cell is the even one on its left, in the row of the same number.
    # That of an even cell is in the odd row one above, so both are one place before the odd cell.
    # Beyond a row's ends there is the end of another row, which is no cell of the cave either.
    before = slice(odd.start - 1, odd.stop)
    after = slice(even.start, even.stop + 1)
    return Window(
        Strip(
            odds.risks[odd], odds.totals[odd], evens.totals[before], evens.totals[after]
        ),
        Strip(
            evens.risks[even],
            evens.totals[even],
            odds.totals[before],
            odds.totals[after],
        ),
    )


def compute_block(window: Window) -> Bools:
    """Compute a window in `PASSES` passes; return which of its even cells the last one changed."""
    sweep(window, PASSES - 1)
    totals = window.even_strip.totals
    earlier = totals.copy()
    sweep(window, 1)
    changed: Bools = totals != earlier
    return changed


def sweep(window: Window, passes: int) -> None:
    """Compute the totals of a window from those of the neighbours, in so many passes."""
    minima = np.empty_like(window.odd_strip.before)
    # A cell has its first inner minimum in its own place, and the second one beside it.
    left_or_below = minima[:-1]
    above_or_right = minima[1:]
    for _ in range(passes):
        for risks, totals, before, after in window:
            np.minimum(before, after, out=minima)
            np.minimum(left_or_below, above_or_right, out=totals)
            totals += risks
