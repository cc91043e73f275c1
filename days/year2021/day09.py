"""Day 9: Smoke Basin.

A flood fill of all basins at once works in bit lanes of one long integer.
Each operation on it takes in all locations at once. This is over five times as fast as a loop over
the locations, because Python then takes some dozens of steps and not many thousands. The floor gets
nines around it and between its rows, so that it can be one long row of bytes. Read as one integer,
it has a lane of eight bits for each location:

    floor     with nines     in one row              as an integer, the first lane last
                999
     21         219
     43    ->   439    ->    99 9 21 9 43 9 99  ->   ... 3 4 9 1 2 9 9 9
                99

A shift by one lane, or by a row of lanes, moves each location's neighbour into its lane.

Part 1: a low point is lower than its neighbours on all four sides, and one subtraction compares all
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

Part 2: each low point gets a label, a number in its lane. All labels spread at once, first to the
left and right and then up and down, to all lanes that are no nine:

    floor       low points    left, right    up, down
    2 1 9 9      . a . .       a a . .       a a . .
    3 9 8 7      . . . .       . . . .       a . b b
    9 9 7 6      . . . b       . . b b       . . b b

This is done until nothing changes. The size of a basin is how often its label occurs. The puzzle
promises that there are nines between any two basins.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from math import prod

from days.lines import rectangle

Floor = tuple[str, ...]
"""The heights, a digit each, in rows of the same length."""

LANE = 8
"""The bits of a lane."""
MOST_LABELS = 255
"""How many labels a lane has room for; 0 is no label."""
IS_OPEN = bytes(0 if byte == ord("9") else 255 for byte in range(256))
"""What becomes of a digit in a mask of the locations that are no nine, for `bytes.translate`."""


def parse(text: str) -> Floor:
    """Read the rows of heights, which have the same length."""
    return rectangle(
        text, "0123456789", "digits", width=sys.maxsize, height=sys.maxsize
    )


def part1(floor: Floor) -> int:
    """Add up the risk levels, height plus one, of all low points."""
    digits = with_nines(floor)
    return sum(int(digits[low]) + 1 for low in low_points(floor))


def part2(floor: Floor) -> int:
    """Multiply the sizes of the three largest basins."""
    lows = low_points(floor)
    sizes: list[int] = []
    for start in range(0, len(lows), MOST_LABELS):
        sizes += basin_sizes(floor, lows[start : start + MOST_LABELS])
    return prod(sorted(sizes)[-3:])


def with_nines(floor: Floor) -> str:
    """Return all rows as one, with a nine between two of them, and a row of nines at both ends."""
    row_of_nines = "9" * len(floor[0])
    return "9".join([row_of_nines, *floor, row_of_nines])


def low_points(floor: Floor) -> list[int]:
    """Return the lanes of the locations that are lower than their neighbours."""
    lanes = with_nines(floor).encode()
    row = LANE * (len(floor[0]) + 1)
    heights = int.from_bytes(lanes, "little")
    ones = int.from_bytes(b"\1" * len(lanes), "little")
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
    marks = lows.to_bytes(len(lanes), "little")
    return [low.start() for low in re.finditer(b"\1", marks)]


def less(one: int, other: int, ones: int) -> int:
    """Return a 1 in each lane of `ones` where `one` is less than `other`, and else a 0."""
    highest_bit = LANE - 1
    guards = ones << highest_bit
    # Less 1 as well, so that no guard is left over where both are equal.
    difference = (other | guards) - one - ones
    return (difference >> highest_bit) & ones


def basin_sizes(floor: Floor, lows: list[int]) -> list[int]:
    """Return the sizes of the basins of some low points, `MOST_LABELS` at most."""
    lanes = with_nines(floor).encode()
    row = LANE * (len(floor[0]) + 1)
    is_open = int.from_bytes(lanes.translate(IS_OPEN), "little")
    marks = bytearray(len(lanes))
    for label, low in enumerate(lows, 1):
        marks[low] = label
    labels = int.from_bytes(marks, "little")
    before = 0
    while labels != before:
        before = labels
        # A lane is reached by the label of its own basin alone, so "or" never mixes two.
        labels |= ((labels << LANE) | (labels >> LANE)) & is_open
        labels |= ((labels << row) | (labels >> row)) & is_open
    spread = labels.to_bytes(len(lanes), "little")
    sizes = Counter(spread)
    del sizes[0]
    return list(sizes.values())
