"""The fast way of day 15: passes over the diagonals of the cave, in a window that moves down.

Numpy is fast where thousands of cells are computed at once. The Bellman-Ford algorithm does so: in
each pass, the total of every cell but the start becomes its own risk plus the smallest total of its
neighbours. At first, all these totals are too high, here a dot:

    risks      begin      pass 1     pass 2     pass 3     pass 4
    1 9 9      0 . .      0 9  .     0 9 18     0 9 18     0 9 12
    1 1 1      . . .      1 .  .     1 2  .     1 2  3     1 2  3

In pass 2, the 18 comes straight from the left. In pass 4 it becomes 12, since the way through the
second row is longer, but has a lower risk. Pass 5 would change nothing, and then all totals are
right. None is too low: its lowest neighbour is lower, the lowest neighbour of that one again, and
so on back to the start, so there is a way with this total. And none is too high, because along the
best way, each total is at most the one before plus the risk.

The first trick is the order of the cells. The neighbours of a cell are on the diagonals just before
and after its own. So the cave is stored with a row for each diagonal, even diagonals in one half
and odd ones in the other, and a whole half is computed at once from the other one. A pass over both
halves, first the odd one and then the even one, does the work of two passes above:

    cave      diagonals    even half    odd half
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
diagonal after. So one `np.minimum` yields those of all cells, and those of one cell are beside each
other. Another `np.minimum` yields the outer minima.

The second trick is a window of rows, outside of which nothing is computed. In a pass over both
halves, a smaller total gets one row further, up or down. The window is computed in blocks of five
passes, in which a smaller total gets five rows further. Before each block, the end of the window
moves down by only four, so that those which turn up late catch up with it. Its top follows after
the block:

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

from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.integer[Any]]

Strip = tuple[Ints, Ints, Ints, Ints]
"""The cells of a half in the window: their totals and their risks, then the totals of the other
half in which their neighbours are, before and after them.

All totals are parts of the same two halves: what is computed in one strip is read in the other.
"""

PASSES, ADVANCE = 5, 4
"""The number of passes before the window moves, and of rows by which its end moves."""


def lowest_total(risks: npt.NDArray[np.uint8]) -> int:
    """Return the least total from the first cell to the last, not counting the first.

    A row of the window is an odd diagonal and the even one below it, from row `top` to before
    `end`. In the halves, an odd row is between the even row of the same number and the next one:

        even row top        only read
        odd row top         computed
        even row top + 1    computed
        ...
        odd row end - 1     computed
        even row end        computed
        odd row end         only read
    """
    halves = by_diagonals(risks)
    totals = np.full_like(halves, halves.max())
    # There is a wall around the cave, with its corner on diagonal 0. So the start is on diagonal 2.
    totals[0, 1, 1] = 0
    # The rows of a half, one after the other. Before and after a row there is the end of another
    # one, which is no cell of the cave.
    even_totals, odd_totals = totals.reshape(2, -1)
    even_risks, odd_risks = halves.reshape(2, -1)
    _, rows, length = totals.shape
    last = rows - 2
    # Row 0 is wall, and row 1 of the even half has only the start, which is never computed.
    top = end = 1
    while True:
        end = min(end + ADVANCE, last)
        odd_window = slice(top * length, end * length)
        even_window = slice(odd_window.start + length, odd_window.stop + length)
        # The left neighbour of an odd cell is in the even row of the same number, and that of an
        # even cell in the odd row one above: for both, one place before the odd cell.
        before = slice(odd_window.start - 1, odd_window.stop)
        # The neighbour below an odd cell is in the even row one below, and that of an even cell in
        # the odd row of the same number: for both, at the place of the even cell.
        after = slice(even_window.start, even_window.stop + 1)
        odd_cells = odd_totals[odd_window], odd_risks[odd_window]
        even_cells = even_totals[even_window], even_risks[even_window]
        changed = make_passes(
            (*odd_cells, even_totals[before], even_totals[after]),
            (*even_cells, odd_totals[before], odd_totals[after]),
        )
        if changed.any():
            first_changed = top + int(changed.argmax()) // length
            top = max(1, first_changed - PASSES)
        elif end == last:
            break
    height, width = risks.shape
    diagonal = height + width
    return int(totals[diagonal % 2, diagonal // 2, width])


def make_passes(odd_strip: Strip, even_strip: Strip) -> npt.NDArray[np.bool_]:
    """Make the passes of one block, and return which even cells the last of them has changed.

    A pass computes the odd cells of the window from the even ones, then the even ones from the odd.
    """
    even_cells, _, odd_before, _ = even_strip
    # Cell i has the neighbours i (on its left) and i + 1 (above) before it, and i (below) and
    # i + 1 (on its right) after it. So there is one minimum more than there are cells.
    minima = np.empty_like(odd_before)
    left_or_below = minima[:-1]
    above_or_right = minima[1:]
    for _ in range(PASSES):
        earlier = even_cells.copy()
        for cells, cell_risks, before, after in (odd_strip, even_strip):
            np.minimum(before, after, out=minima)
            np.minimum(left_or_below, above_or_right, out=cells)
            cells += cell_risks
    changed: npt.NDArray[np.bool_] = earlier != even_cells
    return changed


def by_diagonals(risks: npt.NDArray[np.uint8]) -> Ints:
    """Return the risks by half, row and column, with a wall around the cave, and 0 outside of it.

    The risk of the wall is above the least total of any cell.
    """
    height, width = (size + 2 for size in risks.shape)
    wall = 9 * sum(risks.shape)
    # `lowest_total` begins all totals at `wall`. Outside, the risk is 0, so they stay at `wall`. A
    # cell of the wall adds `wall` to its lowest neighbour, so it is never below `wall`, nor far
    # above twice as much. The smallest type with room for it is chosen, as small numbers are
    # faster.
    dtype = np.min_scalar_type(3 * wall)
    columns = np.full((width, height), wall, dtype)
    columns[1:-1, 1:-1] = risks.T
    diagonals = np.zeros(((height + width + 1) // 2 * 2, width), dtype)
    for number, column in enumerate(columns):
        # Each column begins one diagonal further down than the one on its left.
        diagonals[number : number + height, number] = column
    return np.stack([diagonals[::2], diagonals[1::2]])
