"""Day 9: Smoke Basin.

A flood fill of all basins at once works in bit lanes of one long integer.
Each operation on it takes in all locations at once. So Python takes some dozens of steps, in place
of many thousands for a loop over the locations, which is over five times as fast. The floor gets
nines around it and between its rows, so that it can be one long row of bytes. Read as one integer,
it has a lane of eight bits for each location:

    floor     with nines     in one row              as an integer, the first lane last
                999
     21         219
     43    ->   439    ->    99 9 21 9 43 9 99  ->   ... 3 4 9 1 2 9 9 9
                99

A shift by one lane, or by a row of lanes, moves each location's neighbour into its lane.

A low point is lower than its neighbours on all four sides, and one subtraction compares all
heights with those of the neighbours on one side. The highest bit of a lane is set before, as a
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

As the puzzle promises, there are nines between any two basins, and each basin has one low point, so
the lane of a low point ends up with its own label alone. `parse` checks this.
"""

from __future__ import annotations

import re
from collections import Counter
from math import prod
from typing import NamedTuple

from days.lines import rectangle, refusal

LANE = 8
"""The bits of a lane."""
MOST_LABELS = 255
"""How many labels a lane has room for; 0 is no label."""
IS_OPEN = bytes(0 if byte == ord("9") else 255 for byte in range(256))
"""What becomes of a digit in a mask of the locations that are no nine, for `bytes.translate`."""


class Basin(NamedTuple):
    """A basin: the height of its low point, and the number of its locations."""

    height: int
    size: int


def parse(text: str) -> tuple[Basin, ...]:
    """Read the rows of heights, which have the same length, and find the basins."""
    rows = rectangle(text, "0123456789", "digits")
    floor = with_nines(rows)
    width = len(rows[0]) + 1
    lows = low_points(floor, width)
    basins = []
    for start in range(0, len(lows), MOST_LABELS):
        marks = bytearray(len(floor))
        for label, low in enumerate(lows[start : start + MOST_LABELS], 1):
            marks[low] = label
        labels = spread(marks, floor, width)
        sizes = Counter(labels)
        for low in lows:
            label = labels[low]
            if label != marks[low]:
                number = low // width
                raise refusal(number, "one low point in each basin", rows[number - 1])
            if label:
                basins.append(Basin(int(chr(floor[low])), sizes[label]))
    if sum(basin.size for basin in basins) < len(floor) - floor.count(b"9"):
        raise refusal(len(rows) + 1, "a low point in each basin", None)
    return tuple(basins)


def part1(basins: tuple[Basin, ...]) -> int:
    """Add up the risk levels, height plus one, of all low points."""
    return sum(basin.height + 1 for basin in basins)


def part2(basins: tuple[Basin, ...]) -> int:
    """Multiply the sizes of the three largest basins."""
    sizes = sorted(basin.size for basin in basins)
    return prod(sizes[-3:])


def with_nines(rows: tuple[str, ...]) -> bytes:
    """Return all rows as one, with a nine between two of them, and a row of nines at both ends."""
    row_of_nines = "9" * len(rows[0])
    return "9".join([row_of_nines, *rows, row_of_nines]).encode()


def as_lanes(row: bytes | bytearray) -> int:
    """Return one long row of bytes as an integer, the first one in the lowest lane."""
    return int.from_bytes(row, "little")


def low_points(floor: bytes, width: int) -> list[int]:
    """Return the lanes of the locations that are lower than their neighbours."""
    heights = as_lanes(floor)
    ones = as_lanes(b"\1" * len(floor))
    row = LANE * width
    sides = (
        heights << LANE,  # the neighbours on the left
        heights >> LANE,  # on the right
        heights << row,  # above
        heights >> row,  # below
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


def spread(marks: bytearray, floor: bytes, width: int) -> bytes:
    """Return the label of each lane after those in `marks` have spread to all that are no nine."""
    labels = as_lanes(marks)
    is_open = as_lanes(floor.translate(IS_OPEN))
    row = LANE * width
    before = 0
    while labels != before:
        before = labels
        labels |= ((labels << LANE) | (labels >> LANE)) & is_open
        labels |= ((labels << row) | (labels >> row)) & is_open
    return labels.to_bytes(len(marks), "little")
