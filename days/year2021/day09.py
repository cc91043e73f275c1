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

import sys
from collections import Counter
from itertools import chain, compress
from math import prod
from typing import NamedTuple

from days.lines import rectangle

Floor = tuple[str, ...]
"""The heights, a digit each, in rows of the same length."""

Location = tuple[int, int]


class Slope(NamedTuple):
    """The comparison of all locations with their neighbour on one side, `distance` bits away.

    In `rises`, the lanes are filled where the neighbour is higher, in `falls` where it is lower.
    """

    distance: int
    rises: int
    falls: int


def parse(text: str) -> Floor:
    """Read the rows of heights, which have the same length."""
    return rectangle(text, "0123456789", "digits", width=sys.maxsize, height=sys.maxsize)


def part1(floor: Floor) -> int:
    """Add up the risk levels, height plus one, of all low points."""
    size, digits, _, lows, _ = survey(floor)
    found = (digits & lows).to_bytes(size * lanes(floor), "little").translate(None, b"\0")
    return sum(found) - (ord("0") - 1) * len(found)


def part2(floor: Floor) -> int:
    """Multiply the sizes of the three largest basins."""
    size, _, nines, lows, slopes = survey(floor)
    length = size * lanes(floor)
    marks = bytearray(length)
    places = compress(range(0, length, size), lows.to_bytes(length, "little")[::size])
    for label, place in enumerate(places, 1):
        marks[place : place + size] = label.to_bytes(size, "little")
    labels, before = int.from_bytes(marks, "little"), 0
    climbs = [
        Slope(distance, rises & ~(nines >> distance), falls & ~nines)
        for distance, rises, falls in slopes
    ]
    while labels != before:
        before = labels
        for distance, rises, falls in climbs:
            labels |= (labels & rises) << distance
            labels |= labels >> distance & falls

    basins = Counter(memoryview(labels.to_bytes(length, "little")).cast("H" if size == 2 else "I"))
    del basins[0]
    torn = any((labels ^ labels >> distance) & (rises | falls) for distance, rises, falls in climbs)
    if torn or basins.total() != sum(len(row) - row.count("9") for row in floor):
        climb(floor)  # raises the error
    return prod(sorted(basins.values())[-3:])


def lanes(floor: Floor) -> int:
    """Return the number of lanes: the locations, and the nines around the floor and its rows."""
    return (len(floor[0]) + 1) * (len(floor) + 2) - 1


def survey(floor: Floor) -> tuple[int, int, int, int, list[Slope]]:
    """Put the floor into lanes, and compare all locations with their neighbours.

    Returns the number of bytes in a lane, the digits (as characters) in their lanes, integers in
    which the lanes of nines and of low points are filled, and the slopes to the right and downward.
    """
    width = len(floor[0]) + 1
    walled = "9".join(("9" * (width - 1), *floor, "9" * (width - 1)))
    # Wide enough for a label of each low point.
    size = 2 if len(walled) < 1 << 16 else 4
    bits = 8 * size
    digits = int.from_bytes(walled.encode(f"utf-{bits}-le"), "little")
    ones = int.from_bytes((1).to_bytes(size, "little") * len(walled), "little")

    def fill(bottoms: int) -> int:
        return (bottoms << bits) - bottoms

    def less(some: int, other: int) -> int:
        guards = ones << bits - 1
        return fill(((other | guards) - some - ones & guards) >> bits - 1)

    slopes = []
    lows = fill(ones)
    for distance in (bits, bits * width):
        shifted = digits >> distance
        slope = Slope(distance, less(digits, shifted), less(shifted, digits))
        lows &= slope.rises & slope.falls << distance
        slopes.append(slope)
    # Only the digits 8 and 9 have bit 3, and only 9 has bit 0 too.
    nines = fill(digits >> 3 & digits & ones)
    return size, digits, nines, lows, slopes


def located(floor: Floor) -> dict[Location, int]:
    """Return the height of every location."""
    return {(x, y): int(digit) for y, row in enumerate(floor) for x, digit in enumerate(row)}


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
