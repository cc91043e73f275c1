"""The show of day 11: octopuses glow, flash and fade, until all flash together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
import numpy.typing as npt

from days.year2021.day11 import Grid, flashes, part2

COLORS = (6, 12, 34), (34, 92, 150), (255, 244, 170)
"""The colors of no energy, of as much as there is without a flash, and of a flash."""


def show1(grid: Grid, *, steps: int = 100) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Show the energy of the octopuses step by step; who flashes is bright, and fades out."""
    yield from glowing(grid, steps)


def show2(grid: Grid) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Show how groups of octopuses begin to flash together, and grow until they are one."""
    yield from glowing(grid, part2(grid))


def glowing(grid: Grid, steps: int) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Yield pictures of the start, of the last step, and of at most 300 steps between."""
    height, width = len(grid), len(grid[0])
    # A lane is two digits to the base 32 in one, with an empty one at the end of each row.
    shifts = [*range(5 * (height * (width + 1) - 1), -1, -5)]

    def unpack(lanes: int) -> npt.NDArray[np.float64]:
        values = [lanes << 5 >> shift & 31 for shift in shifts]
        return np.array(values, float).reshape(height, width + 1)[:, :-1]

    def picture(light: npt.NDArray[np.float64]) -> npt.NDArray[np.uint8]:
        channels = [np.interp(light, (0, 0.3, 1), channel) for channel in zip(*COLORS, strict=True)]
        return np.dstack(channels).astype(np.uint8)

    light = unpack(int("0".join(grid), 32)) / 30
    yield picture(light), "before the first step"
    total = 0
    for step, (flashed, energy) in enumerate(islice(flashes(grid), steps), 1):
        count = flashed.bit_count()
        total += count
        # The energy, up to 9, is below the glow of a flash, which takes three steps to fade.
        light = np.maximum((unpack(energy) - 6) / 30, light * 0.7)
        light[unpack(flashed) > 0] = 1
        if step % -(-steps // 300) == 0 or step == steps:
            yield (
                picture(light),
                f"step {step}: {count} of {height * width} flash, in yellow; {total} so far",
            )
