"""Day 25: Sea Cucumber.

Each herd is a bitboard in one long integer, and shifts move all cucumbers.
The integer has a bit for each place, row after row. One shift finds all cucumbers whose next place
is taken, by either herd; another one moves the rest.

The floor is a torus, but an integer has ends. So the floor gets a frame of rows and columns, copied
from the opposite sides. With a frame of one place:

                 i g h i g
    a b c        c a b c a
    d e f   ->   f d e f d
    g h i        i g h i g
                 c a b c a

Errors start at the outer edge of the frame and move inward by one place in
each step at most. So a frame that is a few places wide is good for as many steps, and only then it
is copied again. Only then it is also checked whether the last step has moved anybody. If not, the
first step that moved nobody is found by repeating these few steps one by one.

Assumed of the input: a rectangle on which the cucumbers stop within 10,000 steps. If they do not, a
`ValueError` is raised.
"""

from __future__ import annotations

from days.lines import rectangle

Floor = tuple[str, ...]
"""The rows of the sea floor, with '>', 'v' and '.'."""

FRAME = 8
"""How many rows and columns are copied at each side, if the floor is as large."""

STEPS = 10_000
"""The most steps until the cucumbers rest; those of a real input take several hundred."""


def parse(text: str) -> Floor:
    """Read a rectangle of '>', 'v' and '.'."""
    return rectangle(text, ">v.", "places, each '>', 'v' or '.'")


def part1(floor: Floor) -> int:
    """Return the first step on which no cucumber moves."""
    height, width = len(floor), len(floor[0])
    frame = min(FRAME, height, width)
    row = width + 2 * frame
    spread = "".join(line + "." * 2 * frame for line in floor)[::-1]

    def pack(places: str) -> int:
        """Return a bit for each '#' in the places, of which the last one comes first."""
        return int(places.replace("#", "1").replace(".", "0"), 2) << frame * row + frame

    def columns(start: int, stop: int) -> int:
        """Return the bits of these columns, counted with the frame, in all rows of the floor."""
        line = "." * start + "#" * (stop - start)
        return pack(line.ljust(row, ".")[::-1] * height) >> frame

    whole = columns(frame, frame + width)
    left, right = columns(frame, 2 * frame), columns(width, width + frame)
    top = (1 << 2 * frame * row) - 1

    def framed(herd: int) -> int:
        """Copy the places of a herd at each side to the frame at the opposite side."""
        herd &= whole
        herd |= (herd & left) << width | (herd & right) >> width
        return herd | herd >> height * row | (herd & top) << height * row

    def step(east: int, south: int) -> tuple[int, int]:
        stuck = east & (east | south) >> 1
        east = stuck | (east ^ stuck) << 1
        stuck = south & (east | south) >> row
        return east, stuck | (south ^ stuck) << row

    def still(herds: tuple[int, int], after: tuple[int, int]) -> bool:
        return not ((herds[0] ^ after[0]) & whole or (herds[1] ^ after[1]) & whole)

    after = (
        pack(spread.replace("v", ".").replace(">", "#")),
        pack(spread.replace(">", ".").replace("v", "#")),
    )
    for steps in range(0, STEPS, frame):
        start = after = herds = framed(after[0]), framed(after[1])
        for _ in range(frame):
            herds, after = after, step(*after)
        if still(herds, after):
            for last in range(steps + 1, STEPS + 1):
                after = step(*start)
                if still(start, after):
                    return last
                start = after
    expected = f"sea cucumbers that come to rest within {STEPS} steps"
    raise ValueError(f"expected {expected}, got some that do not")
