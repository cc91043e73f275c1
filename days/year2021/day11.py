"""Day 11: Dumbo Octopus.

With bit lanes in one integer, one multiplication spreads all flashes.
`part1_stack` is the ordinary way: it takes one octopus after another from a stack of those that
gain energy. Here, none is visited by itself, which is some 20 times as fast.

The integer has a lane of 5 bits for each octopus, and an empty column between the rows, so that
nothing gets from one row into the next. The energy is stored with 6 added. So an octopus above 9
has bit 4 of its lane set, and even the largest sum, 9 + 1 and eight flashes around, fits into the
lane:

    energy        0      9     10     18
    lane      00110  01111  10000  11000

One shift and one "and" find all octopuses that flash, as a 1 in their lanes. A multiplication
by a constant with a 1 in the lanes of the eight neighbours adds up what all octopuses gain:

    flashes         neighbours       energy gained
    . . . .           1 1 1             1 2 2 1
    . 1 1 .     *     1 0 1      =      1 1 1 1
    . . . .           1 1 1             1 2 2 1

This is repeated for the octopuses that get above 9 by it, until there are no more. The empty lanes
never reach bit 4. Only the lanes of octopuses that did not flash are kept after a step:

    who                   quiet      flashed        empty
    energy                01011        10010        00011
    quiet * 11111       & 11111      & 00000      & 00000
    kept                = 01011      = 00000      = 00000
    flashed * 00110     | 00000      | 00110      | 00000
    energy after        = 01011      = 00110      = 00000

Part 1: the flashes of a step are the bits in the integer of those that flashed.

Part 2: they flash together when this integer has a 1 in each octopus's lane. The puzzle promises
that there is such a step; if it does not come within `STEPS` steps, a ValueError is raised.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from days.lines import rectangle

Grid = tuple[str, ...]
"""The rows of energy levels, a digit per octopus."""

LANE = 5
"""The bits of a lane, a digit to the base 32."""

NO_ENERGY = 6
"""What is stored for no energy, so that an energy of 10 is stored as 16, bit 4."""

SIDE = 20
"""The most rows and columns; the puzzle has ten of each."""

STEPS = 5000
"""The most steps until all octopuses flash together."""


def parse(text: str) -> Grid:
    """Read a grid of digits, with at most `SIDE` rows and columns."""
    return rectangle(text, "0123456789", "digits", width=SIDE, height=SIDE)


def part1_stack(grid: Grid, *, steps: int = 100) -> int:
    """Return the same as part 1, octopus by octopus."""
    # One long row, with a blank place between two rows of the grid.
    places = enumerate(" ".join(grid))
    energy = {place: int(level) for place, level in places if level != " "}
    row = len(grid[0]) + 1
    around = (-row - 1, -row, 1 - row, -1, 1, row - 1, row, row + 1)
    total = 0
    for _ in range(steps):
        gaining = list(energy)
        while gaining:
            place = gaining.pop()
            energy[place] += 1
            if energy[place] == 10:
                gaining += [place + offset for offset in around if place + offset in energy]
        flashed = [place for place in energy if energy[place] > 9]
        energy.update(dict.fromkeys(flashed, 0))
        total += len(flashed)
    return total


def part1(grid: Grid, *, steps: int = 100) -> int:
    """Return the number of flashes in the first 100 steps."""
    return sum(flashed.bit_count() for flashed, _ in islice(flashes(grid), steps))


def part2(grid: Grid) -> int:
    """Return the first step at which all octopuses flash."""
    everyone = one_in_each_lane(grid)
    for step, (flashed, _) in enumerate(islice(flashes(grid), STEPS), 1):
        if flashed == everyone:
            return step
    expected = f"octopuses that flash together within {STEPS} steps"
    raise ValueError(f"expected {expected}, got some that do not")


def flashes(grid: Grid) -> Iterator[tuple[int, int]]:
    """Yield for each step who flashes, a 1 in the lane, and the energy of all after the step."""
    row = len(grid[0]) + 1
    ones = one_in_each_lane(grid)
    neighbours = eight_neighbours(row)
    middle = LANE * (row + 1)
    # A digit to the base 32 is a lane, and the 0 between two rows is the empty column.
    energy = int("0".join(grid), 32) + NO_ENERGY * ones
    while True:
        energy += ones
        flashed = 0
        above_nine = (energy >> 4) & ones
        while above_nine != flashed:
            new_flashes = above_nine ^ flashed
            # The middle of the neighbours is moved onto the octopus that flashes.
            energy += (new_flashes * neighbours) >> middle
            flashed = above_nine
            above_nine = (energy >> 4) & ones
        quiet = ones ^ flashed
        kept = energy & (quiet * 0b11111)
        energy = kept | (flashed * NO_ENERGY)
        yield flashed, energy


def one_in_each_lane(grid: Grid) -> int:
    """Return an integer with a 1 in the lane of every octopus."""
    return int("0".join(["1" * len(grid[0])] * len(grid)), 32)


def eight_neighbours(row: int) -> int:
    """Return a 1 in eight lanes around an empty one, in rows of so many lanes."""
    neighbours = 0
    for line in ("111", "101", "111"):
        neighbours = (neighbours << (LANE * row)) + int(line, 32)
    return neighbours
