"""Day 9: Smoke Basin.

A flood fill of all basins at once works in bit lanes of one long integer.
`part2_flood` is the ordinary way: a flood fill from one low point after another, whose loop takes
many thousands of steps. An operation on a long integer takes in all locations at once, so `part2`
needs some dozens, and is some six times as fast.

The floor gets nines around it and between its rows, so that it can be one long row of bytes, and
every location has a neighbour on all four sides. Read as one integer, it has a lane of eight bits
for each location:

    floor     with nines     in one row              as an integer, the first lane last
                999
     21         219
     43    ->   439    ->    99 9 21 9 43 9 99  ->   ... 3 4 9 1 2 9 9 9
                99

A shift by one lane, or by a row of lanes, moves each location's neighbour into its lane.

A low point is lower than its neighbours on all four sides: in a list of heights with rows of length
n, `heights[i]` is below those at i - 1, i + 1, i - n and i + n. In lanes, one subtraction compares
all heights with those of the neighbours on one side. The highest bit of a lane is set before, as a
guard, so that no lane borrows from the next one. The guard is left over where the neighbour is
higher. Three lanes, in which the codes of the digits begin with 0011:

    height                    3             5             9
    neighbour                 5             5             5

    neighbour, guard      1011 0101     1011 0101     1011 0101
    less the height     - 0011 0011   - 0011 0101   - 0011 1001
    less 1              - 0000 0001   - 0000 0001   - 0000 0001
                        = 1000 0001   = 0111 1111   = 0111 1011
    lower?                   yes            no            no

To find the basins, each low point gets a label, a number in its lane. All labels spread at once,
first to the left and right and then up and down, to all lanes that are no nine:

    floor       low points    left, right    up, down
    2 1 9 9      . a . .       a a . .       a a . .
    3 9 8 7      . . . .       . . . .       a . b b
    9 9 7 6      . . . b       . . b b       . . b b

This is done until nothing changes. The size of a basin is how often its label occurs.

As the puzzle promises, there are nines between any two basins, and each basin has one low point. If
a basin has several, or none, part 2 raises a `ValueError`.
"""

from __future__ import annotations

import re
from collections import Counter
from math import prod
from typing import NamedTuple

from days.lines import rectangle

LANE = 8
"""The bits of a lane."""
MOST_LABELS = 255
"""How many labels a lane has room for; 0 is no label."""
ZERO = ord("0")
NINE = ord("9")
IS_OPEN = bytes(0 if byte == NINE else 255 for byte in range(256))
"""What becomes of a digit in a mask of the locations that are no nine, for `bytes.translate`."""
IS_UNLABELLED = bytes([255]) + bytes(255)
"""What becomes of a label in a mask of the lanes that have none."""


class Floor(NamedTuple):
    """All rows as one, with nines around them, the length of a row, and where the low points are.

    A row is as long as it is in the input, plus one nine.
    """

    heights: bytes
    row: int
    lows: list[int]


def parse(text: str) -> Floor:
    """Read the rows of heights, which have the same length, and find the low points."""
    rows = rectangle(text, "0123456789", "digits")
    heights = with_nines(rows)
    row = len(rows[0]) + 1
    return Floor(heights, row, low_points(heights, row))


def part1(floor: Floor) -> int:
    """Add up the risk levels, height plus one, of all low points."""
    # The code of a digit is the digit plus that of 0.
    codes = [floor.heights[low] for low in floor.lows]
    return sum(codes) + (1 - ZERO) * len(codes)


def part2_flood(floor: Floor) -> int:
    """Return the same as part 2, by a flood fill from each low point."""
    reached = set()
    sizes = []
    for low in floor.lows:
        size = 0
        waiting = [low]
        while waiting:
            here = waiting.pop()
            if floor.heights[here] != NINE and here not in reached:
                reached.add(here)
                size += 1
                waiting += [here - floor.row, here - 1, here + 1, here + floor.row]
        sizes.append(size)
    return product_of_largest(floor, sizes)


def part2(floor: Floor) -> int:
    """Multiply the sizes of the three largest basins."""
    return product_of_largest(floor, basin_sizes(floor))


def product_of_largest(floor: Floor, sizes: list[int]) -> int:
    """Multiply the three largest sizes; raise `ValueError` unless these are sizes of all basins.

    They are in the order of the low points. If several of these share a basin, some have size 0.
    """
    locations = len(floor.heights) - floor.heights.count(NINE)
    if 0 in sizes or sum(sizes) < locations:
        raise ValueError("expected one low point in each basin, got a basin with several or none")
    return prod(sorted(sizes)[-3:])


def with_nines(rows: tuple[str, ...]) -> bytes:
    """Return all rows as one, with a nine between two of them, and a row of nines at both ends."""
    row_of_nines = "9" * len(rows[0])
    return "9".join([row_of_nines, *rows, row_of_nines]).encode()


def as_lanes(row: bytes | bytearray) -> int:
    """Return one long row of bytes as an integer, the first one in the lowest lane."""
    return int.from_bytes(row, "little")


def low_points(floor: bytes, row: int) -> list[int]:
    """Return the lanes of the locations that are lower than their neighbours."""
    heights = as_lanes(floor)
    ones = as_lanes(b"\1" * len(floor))
    sides = (
        heights << LANE,  # the neighbours on the left
        heights >> LANE,  # on the right
        heights << (LANE * row),  # above
        heights >> (LANE * row),  # below
    )
    # What a shift moves beyond the last lane is dropped, because `ones` has no lane there.
    lows = ones
    for neighbours in sides:
        lows &= less(heights, neighbours, ones)
    marks = lows.to_bytes(len(floor), "little")
    return [low.start() for low in re.finditer(b"\1", marks)]


def less(one: int, other: int, ones: int) -> int:
    """Return a 1 in each lane of `ones` where `one` is less than `other`, and else a 0."""
    highest_bit = LANE - 1
    guards = ones << highest_bit
    # Less 1 as well, so that no guard is left over where both are equal.
    difference = (other | guards) - one - ones
    return (difference >> highest_bit) & ones


def basin_sizes(floor: Floor) -> list[int]:
    """Return the size of the basin of each low point, by labels that spread."""
    is_open = as_lanes(floor.heights.translate(IS_OPEN))
    sizes = []
    # There may be more low points than labels, so basins are measured 255 at a time.
    for start in range(0, len(floor.lows), MOST_LABELS):
        labelled = floor.lows[start : start + MOST_LABELS]
        marks = bytearray(len(floor.heights))
        for label, low in enumerate(labelled, 1):
            marks[low] = label
        labels = spread(as_lanes(marks) & is_open, is_open, floor.row)
        basins = labels.to_bytes(len(marks), "little")
        counts = Counter(basins)
        # Where labels meet, all become their "or". The lowest of them all is lost, and has size 0.
        sizes += [counts[marks[low]] for low in labelled]
        # These basins are closed now: if one of the next 255 is in them, it has size 0.
        is_open &= as_lanes(basins.translate(IS_UNLABELLED))
    return sizes


def spread(labels: int, is_open: int, row: int) -> int:
    """Return the labels after they have spread to all lanes that are open and can be reached."""
    before = 0
    while labels != before:
        before = labels
        labels |= ((labels << LANE) | (labels >> LANE)) & is_open
        labels |= ((labels << (LANE * row)) | (labels >> (LANE * row))) & is_open
    return labels
