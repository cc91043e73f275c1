"""Day 9: Smoke Basin.

A flood fill of all basins at once works in bit lanes of one long integer.
The floor gets nines around it and between its rows, so that it can be one long row of bytes. Read
as one integer, it has a lane of eight bits for each location:

    floor     with nines     in one row              as an integer, the first lane last
                999
     21         219
     43    ->   439    ->    99 9 21 9 43 9 99  ->   ... 3 4 9 1 2 9 9 9
                99

A shift by one lane, or by a row of lanes, moves every location onto its neighbour. So one
subtraction compares them all: a guard bit on top of each lane stays where the one location is
higher. A low point is lower than its neighbours on all four sides.

Part 2 gives each low point a label in its lane. All labels spread at once, again and again, to all
lanes beside theirs that are no nine, until nothing changes. The size of a basin is how often its
label occurs. The puzzle promises that there are nines between any two basins.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from math import prod

from days.lines import rectangle

Floor = tuple[str, ...]
"""The heights, a digit each, in rows of the same length."""

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
    lanes = with_nines(floor)
    return sum(int(lanes[low : low + 1]) + 1 for low in low_points(floor))


def part2(floor: Floor) -> int:
    """Multiply the sizes of the three largest basins."""
    lows = low_points(floor)
    sizes: list[int] = []
    for start in range(0, len(lows), MOST_LABELS):
        sizes += basin_sizes(floor, lows[start : start + MOST_LABELS])
    return prod(sorted(sizes)[-3:])


def with_nines(floor: Floor) -> bytes:
    """Return the digits of all rows, with nines between them, and a row of nines at both ends."""
    row_of_nines = "9" * len(floor[0])
    return "9".join([row_of_nines, *floor, row_of_nines]).encode()


def low_points(floor: Floor) -> list[int]:
    """Return the lanes of the locations that are lower than their neighbours."""
    lanes = with_nines(floor)
    digits = int.from_bytes(lanes, "little")
    ones = int.from_bytes(b"\1" * len(lanes), "little")
    guards = ones << 7
    lows = ones
    for distance in (8, 8 * (len(floor[0]) + 1)):
        # Each location beside the next one of its row, or of its column.
        following = digits >> distance
        is_lower = ((following | guards) - digits - ones) >> 7 & ones
        is_higher = ((digits | guards) - following - ones) >> 7 & ones
        lows &= is_lower & (is_higher << distance)
    return [
        low.start() for low in re.finditer(b"\1", lows.to_bytes(len(lanes), "little"))
    ]


def basin_sizes(floor: Floor, lows: list[int]) -> list[int]:
    """Return the sizes of the basins of some low points, `MOST_LABELS` at most."""
    lanes = with_nines(floor)
    row = 8 * (len(floor[0]) + 1)
    is_open = int.from_bytes(lanes.translate(IS_OPEN), "little")
    marks = bytearray(len(lanes))
    for label, low in enumerate(lows, 1):
        marks[low] = label
    labels = int.from_bytes(marks, "little")
    before = 0
    while labels != before:
        before = labels
        labels |= (labels << 8 | labels >> 8) & is_open
        labels |= (labels << row | labels >> row) & is_open
    spread = labels.to_bytes(len(lanes), "little").translate(None, b"\0")
    return list(Counter(spread).values())
