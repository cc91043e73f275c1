"""The show of day 11: octopuses glow, flash and fade, until all flash together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import ceil

import numpy as np
import numpy.typing as npt

from days.year2021.day11 import LANE, NO_ENERGY, Grid, flashes, part2

Floats = npt.NDArray[np.float64]
Pixels = npt.NDArray[np.uint8]

COLORS = (6, 12, 34), (34, 92, 150), (255, 244, 170)
"""The colors of no energy, of as much as there is without a flash, and of a flash."""

LIGHTS = (0, 0.3, 1)
"""The light that has each of these colors."""

LIGHT_OF_ONE = 0.3 / 9
"""The light of an energy of 1; 9 is the most without a flash."""


def show1(grid: Grid, *, steps: int = 100) -> Iterator[tuple[Pixels, str]]:
    """Show the energy of the octopuses step by step; who flashes is bright, and fades out."""
    yield from glowing(grid, steps)


def show2(grid: Grid) -> Iterator[tuple[Pixels, str]]:
    """Show how groups of octopuses begin to flash together, and grow until they are one."""
    yield from glowing(grid, part2(grid))


def glowing(grid: Grid, steps: int) -> Iterator[tuple[Pixels, str]]:
    """Yield pictures of the start, of the last step, and of at most 300 steps between."""
    light = np.array([list(row) for row in grid], float) * LIGHT_OF_ONE
    yield picture(light), "before the first step"
    every = ceil(steps / 300)
    total = 0
    for step, (flashed, energy) in enumerate(islice(flashes(grid), steps), 1):
        count = flashed.bit_count()
        total += count
        # A flash takes four steps to fade below the light of an energy of 9.
        light = np.maximum((unpacked(energy, grid) - NO_ENERGY) * LIGHT_OF_ONE, light * 0.7)
        light[unpacked(flashed, grid) > 0] = 1
        if step % every == 0 or step == steps:
            flashing = f"{count} of {light.size} flash, in yellow"
            yield picture(light), f"step {step}: {flashing}; {total} so far"


def unpacked(lanes: int, grid: Grid) -> Floats:
    """Return the numbers in the lanes of the octopuses, as an array with the shape of the grid."""
    height, width = len(grid), len(grid[0])
    # There is an empty lane after each row, here also after the last.
    lanes <<= LANE
    first = LANE * (height * (width + 1) - 1)
    numbers = [lanes >> shift & 0b11111 for shift in range(first, -1, -LANE)]
    return np.array(numbers, float).reshape(height, width + 1)[:, :-1]


def picture(light: Floats) -> Pixels:
    """Return the color of each octopus."""
    channels = [np.interp(light, LIGHTS, channel) for channel in zip(*COLORS, strict=True)]
    return np.dstack(channels).astype(np.uint8)
