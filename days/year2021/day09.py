"""Day 9: Smoke Basin.

A flood fill of all basins at once works in bit lanes of one long integer.
The integer has a lane of bits for each location, row after row, with nines around the floor and
between the rows. A shift by a lane, or by a row of lanes, moves every location onto its neighbour.
Then one subtraction compares them all: a guard bit on top of each lane says which of the two is
higher. A low point is a location whose neighbours are higher on all four sides.

Part 2: each low point gets a label of its own in its lane. All labels spread at once, from every
location to its higher neighbours below nine. Heights increase on the way, so after eight steps at
most, every label has reached its whole basin. The size of a basin is how often its label occurs.

The puzzle promises that every location below nine belongs to exactly one basin. This is checked: in
the end, every such location must have a label, and the same one as all its lower neighbours. So two
basins may also meet at locations below nine, as long as these have the same height.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from itertools import chain
from math import prod
from typing import NamedTuple

from days.lines import rectangle

Floor = tuple[str, ...]
"""The heights, a digit each, in rows of the same length."""

Location = tuple[int, int]


class Slope(NamedTuple):
    """The comparison of all locations with their neighbour on one side, `distance` bits away.

    In `rises`, the lanes are filled where the neighbour is higher, in `falls` where it is lower,
    as long as the higher one of the two is below nine.
    """

    distance: int
    rises: int
    falls: int


def parse(text: str) -> Floor:
    """Read the rows of heights, which have the same length."""
    return rectangle(
        text, "0123456789", "digits", width=sys.maxsize, height=sys.maxsize
    )


def part1(floor: Floor) -> int:
    """Add up the risk levels, height plus one, of all low points."""
    digits, lows, _ = survey(floor)
    found = (digits & lows).to_bytes(lanes(floor), "little").translate(None, b"\0")
    return sum(found) - (ord("0") - 1) * len(found)


def part2(floor: Floor) -> int:
    """Multiply the sizes of the three largest basins."""
    _, lows, slopes = survey(floor)
    length = lanes(floor)
    places = [
        low.start() for low in re.finditer(b"\xff", lows.to_bytes(length, "little"))
    ]
    sizes: list[int] = []
    torn = 0
    # A lane has room for 255 different labels.
    for start in range(0, len(places), 255):
        marks = bytearray(length)
        for label, place in enumerate(places[start : start + 255], 1):
            marks[place] = label
        labels, before = int.from_bytes(marks, "little"), 0
        while labels != before:
            before = labels
            for distance, rises, falls in slopes:
                labels |= (labels & rises) << distance
                labels |= labels >> distance & falls
        for distance, rises, falls in slopes:
            torn |= (labels ^ labels >> distance) & (rises | falls)
        sizes += Counter(
            labels.to_bytes(length, "little").translate(None, b"\0")
        ).values()
    if torn or sum(sizes) != sum(len(row) - row.count("9") for row in floor):
        climb(floor)  # raises the error
    return prod(sorted(sizes)[-3:])


def lanes(floor: Floor) -> int:
    """Return the number of lanes: the locations, and the nines around the floor and its rows."""
    return (len(floor[0]) + 1) * (len(floor) + 2) - 1


def survey(floor: Floor) -> tuple[int, int, list[Slope]]:
    """Put the floor into lanes of a byte, and compare all locations with their neighbours.

    Returns the digits (as characters) in their lanes, an integer in which the lanes of low points
    are filled, and the slopes to the right and downward, without those to nines.
    """
    width = len(floor[0]) + 1
    walled = "9".join(("9" * (width - 1), *floor, "9" * (width - 1)))
    digits = int.from_bytes(walled.encode(), "little")
    ones = int.from_bytes(b"\1" * len(walled), "little")

    def fill(bottoms: int) -> int:
        return (bottoms << 8) - bottoms

    def less(some: int, other: int) -> int:
        guards = ones << 7
        return fill(((other | guards) - some - ones & guards) >> 7)

    # Only the digits 8 and 9 have bit 3, and only 9 has bit 0 too.
    nines = fill(digits >> 3 & digits & ones)
    slopes = []
    lows = fill(ones)
    for distance in (8, 8 * width):
        shifted = digits >> distance
        rises, falls = less(digits, shifted), less(shifted, digits)
        lows &= rises & falls << distance
        slopes.append(
            Slope(distance, rises ^ rises & nines >> distance, falls ^ falls & nines)
        )
    return digits, lows, slopes


def located(floor: Floor) -> dict[Location, int]:
    """Return the height of every location."""
    return {
        (x, y): int(digit) for y, row in enumerate(floor) for x, digit in enumerate(row)
    }


def climb(floor: Floor) -> list[set[Location]]:
    """Return for each low point the locations that can be reached upward, below nine.

    Raises `ValueError` if some location below nine is in no basin or in several.
    """
    heights = located(floor)
    basins = []
    for low in low_points(heights):
        basin = {low}
        edge = [low]
        while edge:
            at = edge.pop()
            beyond = [to for to in neighbours(at) if to not in basin]
            higher = [to for to in beyond if heights[at] < heights.get(to, 9) < 9]
            basin.update(higher)
            edge.extend(higher)
        basins.append(basin)
    counts = Counter(chain.from_iterable(basins))
    for (x, y), height in heights.items():
        if height < 9 and counts[x, y] != 1:
            expected = "every location below nine in exactly one basin"
            got = f"one in {'several' if counts[x, y] else 'none'}"
            raise ValueError(f"line {y + 1}: expected {expected}, got {got}")
    return basins


def low_points(heights: dict[Location, int]) -> list[Location]:
    """Return the locations that are lower than all their neighbours."""
    return [
        at
        for at, height in heights.items()
        if all(height < heights.get(to, 9) for to in neighbours(at))
    ]


def neighbours(at: Location) -> tuple[Location, ...]:
    """Return the four locations next to one, which may be outside of the floor."""
    x, y = at
    return (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)
