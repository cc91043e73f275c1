"""Day 11: Dumbo Octopus.

With bit lanes in one integer, one multiplication spreads all flashes.
The integer has a lane of 5 bits for each octopus, and an empty column between the rows, so that
nothing gets from one row into the next. The energy is stored with 6 added. So an octopus above 9
has bit 4 of its lane set, and even the largest sum, 9 + 1 and eight flashes around, fits into the
lane:

    energy        0      9     10     18
    lane      00110  01111  10000  11000

The octopuses that flash at the same time are found by one "and". A multiplication by a
constant, which has a 1 in the lanes of the eight neighbours, adds up what all octopuses gain from
them. The empty lanes never reach bit 4, and are cleared at the end of a step.

Part 2 assumes what the puzzle promises: all octopuses flash together at some step. If a state
occurs twice before that, they never do, and a ValueError is raised. The same happens after `STEPS`
steps, since a large grid can take very long to repeat itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from days.lines import rectangle

Grid = tuple[str, ...]
"""The rows of energy levels, a digit per octopus."""

SIDE = 20
"""The most rows and columns; the puzzle has ten of each."""

STEPS = 5000
"""The most steps until all octopuses flash together."""


def parse(text: str) -> Grid:
    """Read a grid of digits, with at most `SIDE` rows and columns."""
    return rectangle(text, "0123456789", "digits", width=SIDE, height=SIDE)


def part1(grid: Grid, *, steps: int = 100) -> int:
    """Return the number of flashes in the first 100 steps."""
    return sum(flashed.bit_count() for flashed, _ in islice(flashes(grid), steps))


def part2(grid: Grid) -> int:
    """Return the first step at which all octopuses flash."""
    everyone = lanes(grid, "1") << 4
    seen = set()
    for step, (flashed, energy) in enumerate(islice(flashes(grid), STEPS), 1):
        if flashed == everyone:
            return step
        if energy in seen:
            expected = "octopuses that flash together at some step"
            raise ValueError(f"expected {expected}, got some that never do")
        seen.add(energy)
    expected = f"octopuses that flash together within {STEPS} steps"
    raise ValueError(f"expected {expected}, got some that do not")


def flashes(grid: Grid) -> Iterator[tuple[int, int]]:
    """Yield for each step who flashes (bit 4 of the lane), and the energy of all after the step."""
    row = len(grid[0]) + 1
    ones = lanes(grid, "1")
    bit4, inside = ones << 4, ones * 31
    around = sum(
        1 << 5 * (row * down + right) for down, right in product(range(3), repeat=2)
    )
    around -= 1 << 5 * (row + 1)
    # From bit 4 to the lowest bit of a lane, and from the first neighbour to the middle.
    shift = 4 + 5 * (row + 1)
    energy = int("0".join(grid), 32) + ones * 6
    while True:
        energy += ones
        flashed = 0
        while (above := energy & bit4) != flashed:
            energy += (above ^ flashed) * around >> shift
            flashed = above
        if flashed:
            spent = flashed >> 4
            energy = (
                energy | spent * 31
            ) & inside ^ spent * 25  # 31 ^ 25 is 6, energy 0
        yield flashed, energy


def lanes(grid: Grid, digit: str) -> int:
    """Return an integer with this digit in the lane of every octopus."""
    return int("0".join([digit * len(grid[0])] * len(grid)), 32)
