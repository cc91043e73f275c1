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
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import compress
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from days.lines import quoted, usual_width

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

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


class Survey(NamedTuple):
    """A floor in lanes of `size` bytes; in `nines` and `lows`, the lanes of these are filled."""

    lanes: int
    size: int
    digits: int
    nines: int
    lows: int
    slopes: tuple[Slope, ...]


def parse(text: str) -> Floor:
    """Read the rows of heights, which have the same length."""
    rows = tuple(text.split("\n"))
    width = max(len(rows[0]), 1)
    if not re.fullmatch(rf"(?:[0-9]{{{width}}}\n)++", f"{text}\n"):
        width = usual_width(rows)
        for number, row in enumerate(rows, 1):
            if len(row) != width or not re.fullmatch("[0-9]+", row):
                expected = f"a row of {width} digits" if row else "a row of digits"
                raise ValueError(f"line {number}: expected {expected}, got {quoted(row)}")
    return rows


def part1(floor: Floor) -> int:
    """Add up the risk levels, height plus one, of all low points."""
    found = survey(floor)
    digits = (found.digits & found.lows).to_bytes(found.lanes * found.size, "little")
    lows = digits.translate(None, b"\0")
    return sum(lows) - (ord("0") - 1) * len(lows)


def part2(floor: Floor) -> int:
    """Multiply the sizes of the three largest basins."""
    lanes, size, _, nines, lows, slopes = survey(floor)
    length = lanes * size
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
        raise refusal(floor)
    return prod(sorted(basins.values())[-3:])


def part1_neighbours(floor: Floor) -> int:
    """Compare every location with its neighbours, one by one."""
    heights = located(floor)
    return sum(heights[low] + 1 for low in low_points(heights))


def part2_climb(floor: Floor) -> int:
    """Search upward from each low point, one location at a time."""
    basins = climb(located(floor))
    if homeless(floor, basins):
        raise refusal(floor)
    return prod(sorted(map(len, basins))[-3:])


def show1(floor: Floor) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Show how the floor is searched row by row, and lights up where a low point is."""
    import numpy as np

    heights = located(floor)
    lows = low_points(heights)
    digits = np.array([[*map(int, row)] for row in floor])[..., None]
    before = 25 + digits * (4, 4, 5)
    after = 30 + digits * (8, 13, 20)
    every = -(-len(floor) // 200)
    for end in sorted({*range(0, len(floor), every), len(floor)}):
        pixels = np.where(np.arange(len(floor))[:, None, None] < end, after, before)
        found = [(x, y) for x, y in lows if y < end]
        for x, y in found:
            pixels[y, x] = (255, 200, 90)
        risk = sum(heights[low] + 1 for low in found)
        yield pixels.astype(np.uint8), f"{len(found)} low points, with a risk of {risk}"


def show2(floor: Floor) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Show how the basins fill from their low points, and then which of them are the largest.

    Each basin has a colour of its own. From the smallest one on, they turn grey, until the largest
    three are left.
    """
    import numpy as np

    heights = located(floor)
    basins = sorted(climb(heights), key=len)
    if homeless(floor, basins):
        raise refusal(floor)
    digits = np.array([[*map(int, row)] for row in floor])
    owners = np.zeros_like(digits)
    for number, basin in enumerate(basins):
        for x, y in basin:
            owners[y, x] = number
    # The golden ratio keeps the colours of basins of nearly the same size far apart.
    hues = np.arange(len(basins))[:, None] * 0.618 + (0, 1 / 3, 2 / 3)
    colours = 150 + 90 * np.cos(2 * np.pi * hues)

    def picture(level: int) -> npt.NDArray[np.uint8]:
        filled = (digits <= level)[..., None]
        return np.where(filled, colours[owners], 22 + 2 * digits[..., None]).astype(np.uint8)

    for level in range(9):
        full = sum(height <= level for height in heights.values())
        for _ in range(4):
            yield picture(level), f"filled up to height {level}: {full} locations"
    few = max(0, len(basins) - 3)
    every = -(-few // 100)
    for dropped in range(every, few, every or 1):
        colours[:dropped] = 60
        yield picture(8), f"{len(basins) - dropped} basins of {len(basins[dropped])} or more"
    colours[:few] = 60
    sizes = [len(basin) for basin in basins[few:]]
    yield picture(8), f"the largest: {' x '.join(map(str, sizes))} = {prod(sizes)}"


def survey(floor: Floor) -> Survey:
    """Put the floor into lanes, and compare all locations with their neighbours."""
    width = len(floor[0]) + 1
    walled = "9".join(("9" * (width - 1), *floor, "9" * width))
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
    return Survey(len(walled), size, digits, nines, lows, tuple(slopes))


def located(floor: Floor) -> dict[Location, int]:
    """Return the height of every location."""
    return {(x, y): int(digit) for y, row in enumerate(floor) for x, digit in enumerate(row)}


def climb(heights: dict[Location, int]) -> list[set[Location]]:
    """Return for each low point the locations that can be reached upward, below nine."""
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
    return basins


def refusal(floor: Floor) -> ValueError:
    """Return the error for a floor that has a location in no basin or in several."""
    (_, row), count = homeless(floor, climb(located(floor)))[0]
    expected = "every location below nine in exactly one basin"
    got = f"one in {'several' if count else 'none'}"
    return ValueError(f"line {row + 1}: expected {expected}, got {got}")


def homeless(floor: Floor, basins: Sequence[set[Location]]) -> list[tuple[Location, int]]:
    """Return each location below nine that is not in one basin, with the number of its basins."""
    counts = Counter(location for basin in basins for location in basin)
    heights = located(floor)
    return [(at, counts[at]) for at, height in heights.items() if height < 9 and counts[at] != 1]


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
