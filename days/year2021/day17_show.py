"""The show of day 17: probes fly over the heights, step by step, and hit the target or miss it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import isqrt

import numpy as np
import numpy.typing as npt

from days.letters import write
from days.year2021.day17 import Area, hits, most_steps, triangle

MARGIN = 26
"""The columns in which the heights are written."""

GREEN, HIT, PROBE = (30, 80, 70), (130, 225, 160), (255, 180, 80)
TRAIL, LABEL = (80, 56, 32), (200, 206, 220)
"""The colors: the target, who has hit it, who has not yet and its trail, and numbers."""


def show1(target: Area) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Show how high the probes are after each step, for one upward velocity after the other.

    Heights are on a scale of square roots, so the paths upward and back are round. Every probe is
    back at the height of the start, and then falls into the green target, or misses it. Where a
    probe is in the target, it is bright; the paths of those that never hit are grey.
    """
    hitting: set[int] = set()
    for steps in range(1, most_steps(target) + 1):
        area = hits(target, steps)
        if area.left <= area.right:
            hitting.update(range(area.bottom, area.top + 1))
    fastest_hit = max(0, *hitting)
    highest = triangle(fastest_hit)
    every_step = np.arange(most_steps(target) + 1)
    band = target._replace(left=0, right=len(every_step) - 1)
    pixels = canvas(band, 0, band.right, highest)
    for upward in range(fastest_hit + 1):
        heights = upward * every_step - every_step * (every_step - 1) // 2
        reached = heights >= target.bottom
        places = rows(heights[reached], highest), every_step[reached] + MARGIN
        current = pixels.copy()
        current[places] = 255
        result = "hits" if upward in hitting else "misses"
        yield (
            current,
            f"height by step, {upward} upward: {result}, highest at {triangle(upward)}",
        )
        pixels[places] = (130, 85, 40) if upward in hitting else (70, 72, 82)
        if upward in hitting:
            inside = heights[reached] <= target.top
            pixels[places[0][inside], places[1][inside]] = (255, 180, 80)
    yield current, f"height by step: the highest probe that hits gets up to {highest}"


def show2(target: Area) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Show all probes that hit the target, from their start on: orange ones fly, white ones hit.

    Heights are on a scale of square roots. Where a probe has hit the green target, it stays.
    """
    first: dict[tuple[int, int], int] = {}
    for steps in range(1, most_steps(target) + 1):
        area = hits(target, steps)
        ranges = range(area.left, area.right + 1), range(area.bottom, area.top + 1)
        first |= dict.fromkeys({*product(*ranges)} - first.keys(), steps)
    (right, up), hit = np.array([*first]).T, np.array([*first.values()])
    left, highest = min(0, target.left), triangle(max(0, int(up.max())))
    empty = canvas(target, left, max(0, target.right), highest)
    last = int(hit.max())
    for step in sorted(
        {*range(min(last, 100)), *range(0, last, -(-last // 100)), last}
    ):
        step_of = np.minimum(step, hit)
        moved = np.minimum(step_of, np.abs(right))
        x = np.sign(right) * (moved * (2 * np.abs(right) - moved + 1) // 2)
        y = up * step_of - step_of * (step_of - 1) // 2
        pixels = empty.copy()
        for chosen, color in (
            (hit < step, HIT),
            (hit > step, PROBE),
            (hit == step, (255,) * 3),
        ):
            pixels[rows(y[chosen], highest), x[chosen] - left + MARGIN] = color
        count = int((hit <= step).sum())
        empty[rows(y[hit > step], highest), x[hit > step] - left + MARGIN] = TRAIL
        yield (
            pixels,
            f"step {step}: {len(hit) - count} probes fly, and {count} have hit the target",
        )


def rows(heights: npt.NDArray[np.int64], highest: int) -> npt.NDArray[np.int64]:
    """Return the rows of heights in a picture that is as high as the highest probe."""
    above = 2 * isqrt(highest) + 4
    whole: npt.NDArray[np.int64] = np.rint(
        above - 2 * np.sign(heights) * np.abs(heights) ** 0.5
    )
    return whole.astype(np.int64)


def canvas(target: Area, left: int, right: int, highest: int) -> npt.NDArray[np.uint8]:
    """Return a picture with the target, some heights, and the numbers of both ends below."""
    ticks = [height for height in (0, 100, 1000, 10_000, 100_000) if height <= highest]
    *at, top, bottom = map(
        int, rows(np.array([*ticks, target.top, target.bottom]), highest)
    )
    pixels = np.full((bottom + 10, MARGIN + right - left + 1, 3), 25, np.uint8)
    for row, height in zip(at, ticks, strict=True):
        pixels[row, MARGIN:] = 50
        write(pixels, MARGIN - 2 - 4 * len(str(height)), row - 2, height, LABEL)
    pixels[
        top : bottom + 1, MARGIN + target.left - left : MARGIN + target.right - left + 1
    ] = GREEN
    write(pixels, MARGIN - 2 - 4 * len(str(left)), bottom + 4, left, LABEL)
    write(
        pixels,
        MARGIN + right - left + 1 - 4 * len(str(right)),
        bottom + 4,
        right,
        LABEL,
    )
    return pixels
