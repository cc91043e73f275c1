"""Day 9: Smoke Basin.

A basin is a chain of runs between nines that lie upon each other. So part 2 goes through the rows
by runs instead of locations, joins each with those of the row above that it touches,
and adds their lengths up.

The puzzle promises that every location below nine belongs to exactly one basin. Then basins are
separated by nines, and there are as many as low points, which is checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import prod

Rows = tuple[str, ...]
"""The heights, a digit each; all rows have the same length."""


def parse(text: str) -> Rows:
    """Read a rectangle of digits."""
    rows = text.split("\n")
    width = len(rows[0])
    if not re.fullmatch(rf"(?:[0-9]{{{width}}}\n)+", text + "\n") or not width:
        for number, row in enumerate(rows, 1):
            if not re.fullmatch("[0-9]+", row) or len(row) != width:
                size = f"{width} digits" if width else "digits"
                raise ValueError(f"line {number}: expected {size}, got {row!r}")
    return tuple(rows)


def part1(rows: Rows) -> int:
    """Return the sum of the risk levels, a low point's height and 1."""
    return sum(int(height) + 1 for height in low_points(rows))


def part1_look(rows: Rows) -> int:
    """Look around at every location."""
    heights = grid(rows)
    return sum(
        height + 1
        for place, height in heights.items()
        if all(heights.get(near, 9) > height for near in around(place))
    )


def part2(rows: Rows) -> int:
    """Return the product of the sizes of the three largest basins."""
    sizes: list[int] = []
    part_of: list[int] = []  # the basin that each has been joined to, itself for most
    above: list[tuple[int, int, int]] = []
    for row in rows:
        runs = []
        at = 0
        for run in re.finditer("[0-8]+", row):
            start, stop = run.span()
            basin = len(sizes)
            sizes.append(stop - start)
            part_of.append(basin)
            while at < len(above) and above[at][0] < stop:
                _, end, other = above[at]
                if end > start:
                    while part_of[other] != other:
                        other = part_of[other]
                    if other != basin:
                        part_of[basin] = other
                        sizes[other] += sizes[basin]
                        sizes[basin], basin = 0, other
                if end > stop:
                    break  # the next run may touch this one as well
                at += 1
            runs.append((start, stop, basin))
        above = runs
    found = sorted(filter(None, sizes))
    lows = len(low_points(rows))
    if len(found) != lows:
        raise ValueError(f"expected a basin for each of {lows} low points, got {len(found)}")
    return prod(found[-3:])


def part2_flood(rows: Rows) -> int:
    """Walk through every basin, from location to location."""
    dry = {place for place, height in grid(rows).items() if height < 9}
    sizes = []
    while dry:
        edge = [dry.pop()]
        size = 0
        while edge:
            size += 1
            reached = dry.intersection(around(edge.pop()))
            dry -= reached
            edge += reached
        sizes.append(size)
    return prod(sorted(sizes)[-3:])


def low_points(rows: Rows) -> list[str]:
    """Return the heights that are lower than all around them."""
    nines = "9" * len(rows[0])
    return [
        here
        for up_row, row, down_row in zip((nines, *rows[:-1]), rows, (*rows[1:], nines), strict=True)
        for up, left, here, right, down in zip(
            up_row, "9" + row[:-1], row, row[1:] + "9", down_row, strict=True
        )
        if here < left and here < right and here < up and here < down
    ]


def grid(rows: Rows) -> dict[complex, int]:
    """Return the height of each location."""
    return {
        complex(x, y): int(height) for y, row in enumerate(rows) for x, height in enumerate(row)
    }


def around(place: complex) -> Iterator[complex]:
    """Give the four neighbours of a location."""
    return (place + step for step in (1, -1, 1j, -1j))
