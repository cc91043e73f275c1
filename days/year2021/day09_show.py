"""The show of day 9: low points light up, and the basins fill until the largest three are left."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

import numpy as np
import numpy.typing as npt

from days.year2021.day09 import Floor, low_points

Location = tuple[int, int]
"""The column and the row of a location."""


def show1(floor: Floor) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Show how the floor is searched row by row, and lights up where a low point is."""
    lows = low_locations(floor)
    digits = np.array([[*map(int, row)] for row in floor])[..., None]
    every = -(-len(floor) // 200)
    for end in (*range(0, len(floor), every), len(floor)):
        pixels = (25 + digits * (4, 4, 5)).astype(np.uint8)
        pixels[:end] = 30 + digits[:end] * (8, 13, 20)
        found = [(x, y) for x, y in lows if y < end]
        for x, y in found:
            pixels[y, x] = (255, 200, 90)
        risk = sum(int(floor[y][x]) + 1 for x, y in found)
        yield (
            pixels,
            f"brighter is higher; in yellow {len(found)} low points with a risk of {risk}",
        )


def show2(floor: Floor) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Show how the basins fill from their low points, and then which of them are the largest.

    Each basin has a color of its own. From the smallest one on, they turn grey, until the largest
    three are left.
    """
    basins = [basin_of(floor, low) for low in low_locations(floor)]
    basins.sort(key=len)
    digits = np.array([[*map(int, row)] for row in floor])
    owners = np.zeros_like(digits)
    for number, basin in enumerate(basins):
        for x, y in basin:
            owners[y, x] = number
    # The golden ratio keeps the colors of basins of nearly the same size far apart.
    hues = np.arange(len(basins))[:, None] * 0.618 + (0, 1 / 3, 2 / 3)
    colors = 150 + 90 * np.cos(2 * np.pi * hues)

    def picture(level: int) -> npt.NDArray[np.uint8]:
        filled = (digits <= level)[..., None]
        return np.where(filled, colors[owners], 22 + 2 * digits[..., None]).astype(
            np.uint8
        )

    for level in range(9):
        full = np.count_nonzero(digits <= level)
        for _ in range(4):
            yield (
                picture(level),
                f"a color for each basin, filled up to {level}: {full} locations",
            )
    few = max(0, len(basins) - 3)
    every = -(-few // 100)
    for dropped in range(every, few, every or 1):
        colors[:dropped] = 60
        size = len(basins[dropped])
        yield (
            picture(8),
            f"in color, the {len(basins) - dropped} basins of {size} or more",
        )
    colors[:few] = 60
    sizes = [len(basin) for basin in basins[few:]]
    yield (
        picture(8),
        f"in color, the largest: {' x '.join(map(str, sizes))} = {prod(sizes)}",
    )


def low_locations(floor: Floor) -> list[Location]:
    """Return the locations of the low points, row by row."""
    locations = []
    for lane in low_points(floor):
        # A row of nines comes first, and a nine after each row.
        y, x = divmod(lane, len(floor[0]) + 1)
        locations.append((x, y - 1))
    return locations


def basin_of(floor: Floor, low: Location) -> set[Location]:
    """Return the locations around a low point, up to the nines."""
    basin: set[Location] = set()
    edge = [low]
    while edge:
        x, y = edge.pop()
        is_inside = 0 <= x < len(floor[0]) and 0 <= y < len(floor)
        if not is_inside or floor[y][x] == "9" or (x, y) in basin:
            continue
        basin.add((x, y))
        edge += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return basin
