"""Day 15: Chiton.

Dijkstra's queue is replaced by sweeps over the anti-diagonals.
The total of a cell is its own risk plus the smallest total of its four neighbours. Risks are
positive, so only the true totals satisfy this equation in every cell. Totals that are too
high come down to the true ones if every cell is computed again and again from its neighbours, in
any order.

This order suits numpy: the neighbours of a cell are on the anti-diagonals just before and after its
own. The even diagonals are in one array and the odd ones in another, with an anti-diagonal in each
row, and a column of the cave in each column. So all of one array is computed from the other with
three calls. In memory, the four neighbours are two pairs with equal distance, one pair just before
the other. So their minimum takes two calls, and adding the risks is the third.

Not all rows are computed each time. A pass over both arrays gets one row further down, and can
carry a smaller total one row up. So the work is done in blocks of a few passes, on a window of
rows. Before each block, the end of the window moves down by fewer rows than there are passes, so
that smaller totals catch up with it. Its start moves to as many rows as there are passes before the
first one that changed in the last pass. Nothing outside of the window can change meanwhile, so all
totals are right when the window is at the end and a pass changes nothing. Where paths wind back,
the window grows, in the worst case to the whole cave.

Assumed of the input: a rectangle of risks from 1 to 9.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from days.lines import rectangle

Cave = tuple[str, ...]
"""The rows of the cave, a digit from 1 to 9 for each cell's risk."""

PASSES, ADVANCE = 7, 6
"""The number of passes before the window moves, and of rows by which it moves."""


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
    height, width = (size + 2 for size in risks.shape)
    rows = (height + width + 1) // 2
    far = 9 * (
        height + width
    )  # above any total; a wall adds it once, so it is at most doubled
    dtype = np.int16 if far < 2**14 - 18 * PASSES else np.int32

    # Cell (row, column) of the cave with walls moves to (row + column, column).
    skewed = np.zeros((rows, 2, width), dtype)
    down, right = skewed.itemsize * width, skewed.itemsize * (width + 1)
    walled = np.ndarray((height, width), dtype, skewed, strides=(down, right))
    walled[[0, -1]] = walled[:, [0, -1]] = far
    walled[1:-1, 1:-1] = risks
    even_risks, odd_risks = skewed.transpose(1, 0, 2).reshape(2, -1)
    # The risks are copied, so their first memory can be used again.
    evens, odds = totals = skewed.reshape(2, -1)
    totals[:] = far
    minima = np.empty(rows * width, dtype)
    evens[width + 1] = 0

    # Rows `top` to `end` of the odd diagonals are between rows `top` and `end` of the even ones.
    # The first even row has only the start, and never changes.
    top = end = 1
    while True:
        end = min(end + ADVANCE, rows - 2)
        odd, even = (
            slice(top * width, end * width),
            slice((top + 1) * width, (end + 1) * width),
        )
        before, after = slice(odd.start - 1, odd.stop), slice(even.start, even.stop + 1)
        minimum = minima[: before.stop - before.start]
        pair = minimum[:-1], minimum[1:]
        odd_update = (evens[before], evens[after], odds[odd], odd_risks[odd])
        even_update = (odds[before], odds[after], evens[even], even_risks[even])
        for remaining in reversed(range(PASSES)):
            if not remaining:
                last = evens[even].copy()
            for one, other, total, risk in (odd_update, even_update):
                np.minimum(one, other, out=minimum)
                np.minimum(*pair, out=total)
                np.add(total, risk, out=total)
        changed = last != evens[even]
        if changed.any():
            top = max(1, top + int(changed.argmax()) // width - PASSES)
        elif end == rows - 2:
            break

    diagonal = height + width - 4
    return int((evens, odds)[diagonal % 2][diagonal // 2 * width + width - 2])
