"""Day 5: Hydrothermal Venture.

Each line of vents is a slice with a stride in one flat array of bytes.
The array is the map, row after row. In it, the points of a line have a constant distance: 1 if the
line is horizontal, the width of the map if it is vertical, and the width plus or minus 1 if it is
diagonal. So a whole line is drawn with a few calls: its bytes are read as a slice, those that
are 1 are counted as new overlaps, and `bytes.translate` increases all of them, where 2 means "two
or more". The rest of the map is never read.

The map is small, since a coordinate has at most three digits, as in the puzzle.
"""

from __future__ import annotations

from days.lines import matched, refusal

Lines = tuple[slice, ...]
"""The points of each line in the map, from one end to the other."""

SIDE = 1000
"""The width and the height of the map."""

ONE_MORE = bytes([1, 2, 2]).ljust(256)


def parse(text: str) -> Lines:
    """Read the lines of vents, each of them horizontal, vertical or at 45 degrees."""
    place = "[0-9]{1,3},[0-9]{1,3}"
    expected = "the ends of a line, like '0,9 -> 5,9', with at most three digits each"
    rows = matched(text, f"{place} -> {place}", expected)
    numbers = map(int, text.replace(" -> ", ",").replace("\n", ",").split(","))
    lines = []
    for row, (x1, y1, x2, y2) in enumerate(
        zip(numbers, numbers, numbers, numbers, strict=True)
    ):
        length = abs(x1 - x2) or abs(y1 - y2)
        if x1 != x2 and y1 != y2 and length != abs(y1 - y2):
            raise refusal(row + 1, "a horizontal, vertical or diagonal line", rows[row])
        first, last = y1 * SIDE + x1, y2 * SIDE + x2
        if first > last:
            first, last = last, first
        lines.append(slice(first, last + 1, (last - first) // length if length else 1))
    return tuple(lines)


def part1(lines: Lines) -> int:
    """Count the points where horizontal and vertical lines overlap."""
    return part2(tuple([line for line in lines if line.step in (1, SIDE)]))


def part2(lines: Lines) -> int:
    """Count the points where lines of any direction overlap, by drawing all lines."""
    vents = bytearray(SIDE * SIDE)
    count = 0
    for points in lines:
        before = vents[points]
        count += before.count(1)
        vents[points] = before.translate(ONE_MORE)
    return count
