"""The show of day 15: Dijkstra's search spreads through the cave, and the path back is drawn."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from days.year2021.day15 import Cave, all_totals, enlarge


def show1(cave: Cave) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Show how Dijkstra's search spreads, in contour lines of the totals, and then the path back.

    The edge of the search is white. Beyond it, a cell is the brighter the higher its risk.
    """
    yield from explore(enlarge(cave, 1))


def show2(cave: Cave, *, tiles: int = 5) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Show Dijkstra's search and the path back as in part 1, in the whole cave."""
    yield from explore(enlarge(cave, tiles))


def explore(risks: npt.NDArray[np.uint8]) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Yield the pictures of a search from the first cell to the last, and of the path back."""
    totals = np.array(all_totals(risks.tolist()), np.int32)
    end = int(totals[-1, -1])
    # Gray, which is the same number for red, green and blue.
    grays = 20 + 8 * risks
    ground = np.stack([grays, grays, grays], axis=-1)
    # The color of each total: twenty bands of blue that get brighter.
    of_total = np.arange(end + 1)
    share = of_total / (end + 1)
    # 1 in every second of the twenty bands, else 0.
    band = of_total * 20 // (end + 1) % 2
    lighter = 18 * band
    reds = 30 + 50 * share + lighter
    greens = 60 + 90 * share + lighter
    blues = 140 + 60 * share + lighter
    bands = np.stack([reds, greens, blues], axis=-1)
    for total in sorted({end * frame // 80 for frame in range(81)}):
        # White at the edge of the search, and darker the further a total is below it.
        below = total - of_total[: total + 1]
        glow = 255 * np.exp(-below / (0.03 * end + 1))
        shades = np.maximum(bands[: total + 1], glow[:, None]).astype(np.uint8)
        explored = totals <= total
        pixels = ground.copy()
        pixels[explored] = shades[totals[explored]]
        yield (pixels, f"blue is explored, up to a total of {total}; the rest is brighter if risky")

    explored = totals <= end
    ground[explored] = bands[totals[explored]].astype(np.uint8)
    path = way_back(totals)
    thick = len(risks) // 250
    for frame in range(1, 31):
        for row, column in path[len(path) * (frame - 1) // 30 : len(path) * frame // 30]:
            around = slice(max(0, row - thick), row + thick + 1)
            ground[around, max(0, column - thick) : column + thick + 1] = (255, 190, 80)
        yield ground.copy(), f"in yellow the path back, with a total of {end}"


def way_back(totals: npt.NDArray[np.int32]) -> list[tuple[int, int]]:
    """Return the cells of a best path, from the last one to the first."""
    height, width = totals.shape
    row, column = height - 1, width - 1
    path = [(row, column)]
    while row or column:
        around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        inside = [(y, x) for y, x in around if 0 <= y < height and 0 <= x < width]
        row, column = min(inside, key=lambda cell: int(totals[cell]))
        path.append((row, column))
    return path
