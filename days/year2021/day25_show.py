"""The show of day 25: two herds move over the sea floor, until every sea cucumber is stuck."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

import numpy as np
import numpy.typing as npt

from days.year2021.day25 import Floor, part1

ORANGE = (255, 170, 70)
BLUE = (90, 170, 255)


def show1(floor: Floor) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Show both herds: to the east in orange and to the south in blue, dark where one is stuck."""
    steps = part1(floor)
    # At most 300 steps are shown.
    every = ceil(steps / 300)
    places = np.array([list(row) for row in floor])
    herds = [places == ">", places == "v"]
    for step in range(1, steps + 1):
        pixels = np.full((*places.shape, 3), 20, np.uint8)
        moving = 0
        for which, axis, color in ((0, 1, ORANGE), (1, 0, BLUE)):
            free = herds[which] & ~np.roll(herds[0] | herds[1], -1, axis)
            stuck = herds[which] ^ free
            pixels[free] = color
            pixels[stuck] = [value // 2 for value in color]
            herds[which] = stuck | np.roll(free, 1, axis)
            moving += int(np.count_nonzero(free))
        if (step - 1) % every == 0 or step == steps:
            yield pixels, f"step {step}: {moving} move, orange east and blue south, dark: stuck"
