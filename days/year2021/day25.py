"""Day 25: Sea Cucumber.

Each herd is one long integer, a bit for each place, the rows of the floor one after another. One
shift finds all those whose next place is taken, by either herd; another moves the rest.

The floor has no edges, but an integer has. So the floor gets a frame of rows and columns copied
from its opposite sides. What goes wrong at the frame's outer edge creeps inward by no more than
a place a step: a frame a few places wide is good for as many steps, and only then is copied anew,
and only then is it asked whether the last step moved anybody. If it did not, the first such step
is found by taking these few again one by one.

Assumed of the input: a rectangle, on which the cucumbers come to rest. Where they do not, the floor
must at some time be as it was before, which is noticed and refused.
"""

from __future__ import annotations

import re
from itertools import count

Floor = tuple[str, ...]
"""The rows of the sea floor, of '>', 'v' and '.'."""

FRAME = 8
"""How many rows and columns are copied at each side, where the floor has as many."""


def parse(text: str) -> Floor:
    """Read a rectangle of '>', 'v' and '.'."""
    lines = text.split("\n")
    width = len(lines[0])
    if text.encode().translate(None, b">v.\n") or {*map(len, lines)} != {width} or not width:
        for number, line in enumerate(lines, 1):
            if not re.fullmatch(r"[>v.]+", line) or len(line) != width:
                expected = f"{width or 'some'} places, each '>', 'v' or '.'"
                raise ValueError(f"line {number}: expected {expected}, got {line!r}")
    return tuple(lines)


def part1(floor: Floor) -> int:
    """Return the first step on which no cucumber moves."""
    height, width = len(floor), len(floor[0])
    frame = min(FRAME, height, width)
    row = width + 2 * frame
    spread = "".join(line + "." * 2 * frame for line in floor)[::-1]

    def pack(places: str) -> int:
        """Set a bit for each '#' of the places, which come last place first."""
        return int(places.replace("#", "1").replace(".", "0"), 2) << frame * row + frame

    def columns(start: int, stop: int) -> int:
        """Set the bits of these columns, counted with the frame, in all rows of the floor."""
        line = "." * start + "#" * (stop - start)
        return pack(line.ljust(row, ".")[::-1] * height) >> frame

    whole = columns(frame, frame + width)
    left, right = columns(frame, 2 * frame), columns(width, width + frame)
    top = (1 << 2 * frame * row) - 1

    def framed(herd: int) -> int:
        """Copy a herd's places at each side to the frame at the other."""
        herd &= whole
        herd |= (herd & left) << width | (herd & right) >> width
        return herd | herd >> height * row | (herd & top) << height * row

    def step(east: int, south: int) -> tuple[int, int]:
        stuck = east & (east | south) >> 1
        east = (east << 1) - stuck
        stuck = south & (east | south) >> row
        return east, stuck | (south ^ stuck) << row

    def still(herds: tuple[int, int], after: tuple[int, int]) -> bool:
        return not ((herds[0] ^ after[0]) & whole or (herds[1] ^ after[1]) & whole)

    after = (
        pack(spread.replace("v", ".").replace(">", "#")),
        pack(spread.replace(">", ".").replace("v", "#")),
    )
    seen = None
    for copied in count():
        start = herds = framed(after[0]), framed(after[1])
        if start == seen:
            raise ValueError("expected sea cucumbers that come to rest, got some that never do")
        if copied & copied - 1 == 0:
            seen = start
        after = herds
        for _ in range(frame):
            herds, after = after, step(*after)
        if still(herds, after):
            break

    for steps in count(copied * frame + 1):
        after = step(*start)
        if still(start, after):
            return steps
        start = after
    raise AssertionError("the last step moved nobody")


def part1_replace(floor: Floor) -> int:
    """Move each row of the floor, and then each column, by replacing text."""
    rows = [*floor]
    for steps in count(1):
        east = advance(rows, ">")
        south = transpose(advance(transpose(east), "v"))
        if south == rows:
            return steps
        rows = south
    raise AssertionError("the sea cucumbers come to rest")


def advance(lines: list[str], herd: str) -> list[str]:
    """Move a herd along the lines, from the end of each to its start."""
    moved = []
    for line in lines:
        after = line.replace(f"{herd}.", f".{herd}")
        if line[0] == "." and line[-1] == herd:
            after = f"{herd}{after[1:-1]}."
        moved.append(after)
    return moved


def transpose(lines: list[str]) -> list[str]:
    """Make rows of columns, and columns of rows."""
    return ["".join(line) for line in zip(*lines, strict=True)]
