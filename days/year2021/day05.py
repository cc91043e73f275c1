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

Line = tuple[int, int, int, int]
"""x and y of one end, x and y of the other."""

Lines = tuple[Line, ...]

ONE_MORE = bytes([1, 2, 2]).ljust(256)


def parse(text: str) -> Lines:
    """Read the lines of vents, each of them horizontal, vertical or at 45 degrees."""
    place = "[0-9]{1,3},[0-9]{1,3}"
    expected = "the ends of a line, like '0,9 -> 5,9', with at most three digits each"
    rows = matched(text, f"{place} -> {place}", expected)
    numbers = map(int, text.replace(" -> ", ",").replace("\n", ",").split(","))
    lines = tuple(zip(numbers, numbers, numbers, numbers, strict=True))
    for number, (x1, y1, x2, y2) in enumerate(lines, 1):
        if x1 != x2 and y1 != y2 and abs(x1 - x2) != abs(y1 - y2):
            raise refusal(number, "a horizontal, vertical or diagonal line", rows[number - 1])
    return lines


def part1(lines: Lines) -> int:
    """Count the points where horizontal and vertical lines overlap."""
    return part2(tuple(line for line in lines if line[0] == line[2] or line[1] == line[3]))


def part2(lines: Lines) -> int:
    """Count the points where lines of any direction overlap, by drawing all lines."""
    if not lines:
        return 0
    x1s, y1s, x2s, y2s = zip(*lines, strict=True)
    width, height = max(*x1s, *x2s) + 1, max(*y1s, *y2s) + 1
    vents = bytearray(width * height)
    count = 0
    for x1, y1, x2, y2 in lines:
        first, last = y1 * width + x1, y2 * width + x2
        if first > last:
            first, last = last, first
        length = abs(x1 - x2) or abs(y1 - y2)
        points = slice(first, last + 1, (last - first) // length if length else 1)
        before = vents[points]
        count += before.count(1)
        vents[points] = before.translate(ONE_MORE)
    return count
