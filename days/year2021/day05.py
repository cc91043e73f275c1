"""Day 5: Hydrothermal Venture.

Each line of vents is a slice with a stride in one flat array of bytes.
The array is the map, row after row. In it, the points of a line have a constant distance. On a map
that is 10 wide, the point x,y is at 10 * y + x, and lines of the example are these slices:

    line          points                slice
    0,9 -> 5,9    90 91 92 93 94 95     90:96:1      horizontal
    2,2 -> 2,1    12 22                 12:23:10     vertical, by the width
    0,0 -> 8,8    0 11 22 .. 88         0:89:11      diagonal, by the width and one
    8,0 -> 0,8    8 17 26 .. 80         8:81:9       diagonal, by the width less one

So a whole line is drawn with a few calls: its bytes are read as a slice, those that are 1 are
counted as new overlaps, and `bytes.translate` increases all of them, where 2 means "two or more".
The rest of the map is never read.

The map is small, since a coordinate has at most three digits, as in the puzzle.
"""

from __future__ import annotations

from collections.abc import Iterable

from days.lines import matched, refusal

Lines = tuple[slice, ...]
"""The points of each line in the map, from one end to the other."""

SIDE = 1000
"""The width and the height of the map."""

ONE_MORE = bytes([1, 2, 2]) + bytes(253)
"""The byte after one more line: 0 becomes 1, and 1 and 2 become 2; no others are in the map."""


def parse(text: str) -> Lines:
    """Read the lines of vents, each of them horizontal, vertical or at 45 degrees."""
    point = "[0-9]{1,3},[0-9]{1,3}"
    expected = "the ends of a line, like '0,9 -> 5,9', with at most three digits each"
    lines = []
    for number, row in enumerate(matched(text, f"{point} -> {point}", expected), 1):
        x1, y1, x2, y2 = map(int, row.replace(" -> ", ",").split(","))
        width = abs(x1 - x2)
        height = abs(y1 - y2)
        if width and height and width != height:
            raise refusal(number, "a horizontal, vertical or diagonal line", row)
        steps = max(width, height)
        lines.append(points_between(y1 * SIDE + x1, y2 * SIDE + x2, steps))
    return tuple(lines)


def part1(lines: Lines) -> int:
    """Count the points where horizontal and vertical lines overlap."""
    # The stride of a diagonal is SIDE + 1 or SIDE - 1.
    return overlaps(line for line in lines if line.step in (1, SIDE))


def part2(lines: Lines) -> int:
    """Count the points where lines of any direction overlap."""
    return overlaps(lines)


def points_between(one: int, other: int, steps: int) -> slice:
    """Return the points of a line in the map, from one end to the other in so many steps."""
    first = min(one, other)
    last = max(one, other)
    stride = 1
    if steps > 0:
        stride = (last - first) // steps
    return slice(first, last + 1, stride)


def overlaps(lines: Iterable[slice]) -> int:
    """Draw lines on an empty map, and count the points where two or more of them overlap."""
    vents = bytearray(SIDE * SIDE)
    count = 0
    for points in lines:
        before = vents[points]
        count += before.count(1)
        vents[points] = before.translate(ONE_MORE)
    return count
