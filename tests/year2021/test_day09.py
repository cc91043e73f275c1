"""Day 9: Smoke Basin."""

from __future__ import annotations

import random

from aoc import Example
from days.year2021 import day09

Location = tuple[int, int]

TEXT = """\
2199943210
3987894921
9856789892
8767896789
9899965678
"""

EXAMPLES = [Example(TEXT, part1=15, part2=1134)]


def sample(rng: random.Random) -> str:
    """Return 100 by 100 locations in about 230 basins, of which the largest have about 100."""
    return cave(rng, 100, 100, basins=rng.randint(224, 237), apart=6)


def small(rng: random.Random) -> str:
    """Return a few locations in any shape, in at least three basins."""
    while True:
        width, height = rng.randint(1, 12), rng.randint(1, 12)
        basins = rng.randint(3, max(3, width * height // 4))
        text = cave(rng, width, height, basins=basins, apart=2)
        if len(day09.low_points(day09.parse(text.rstrip("\n")))) >= 3:
            return text


def cave(
    rng: random.Random, width: int, height: int, *, basins: int, apart: int
) -> str:
    """Return basins that grow upward from one low point each, with nines between them.

    There are fewer if not so many low points find a place with this distance between them.
    """
    places = [(x, y) for x in range(width) for y in range(height)]
    heights: dict[Location, int] = {}
    owner: dict[Location, Location] = {}
    edge: list[Location] = []
    for x, y in rng.sample(places, len(places)):
        if len(edge) == basins:
            break
        if all(abs(x - i) + abs(y - j) >= apart for i, j in edge):
            heights[x, y], owner[x, y] = rng.choice((0, 0, 1, 1, 2, 2, 3)), (x, y)
            edge.append((x, y))
    step = 1
    while edge:
        # Mostly the last one, which is high: as on real floors, there are many eights.
        at = edge.pop(rng.randrange(len(edge)) if rng.random() < 0.38 else -1)
        for to in neighbours(at):
            if to in heights or not (0 <= to[0] < width and 0 <= to[1] < height):
                continue
            # A step is often like the last one, so that few neighbours are equal.
            if rng.random() < 0.5:
                step = 2 if rng.random() < 0.18 else 1
            touched = {owner[near] for near in neighbours(to) if near in owner}
            if heights[at] < 8 and len(touched) == 1:
                heights[to], owner[to] = min(8, heights[at] + step), owner[at]
                edge.append(to)
    rows = (
        "".join(str(heights.get((x, y), 9)) for x in range(width))
        for y in range(height)
    )
    return "".join(f"{row}\n" for row in rows)


def neighbours(at: Location) -> tuple[Location, ...]:
    """Return the four locations next to one, which may be outside of the floor."""
    x, y = at
    return (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)
