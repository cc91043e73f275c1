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
    """Return 100 by 100 locations in about 230 basins."""
    return cave(rng, 100, 100, basins=230)


def small(rng: random.Random) -> str:
    """Return a few locations in any shape, in at least three basins."""
    while True:
        width, height = rng.randint(1, 12), rng.randint(1, 12)
        text = cave(rng, width, height, basins=3 + width * height // 8)
        if len(day09.parse(text.rstrip("\n")).lows) >= 3:
            return text


def cave(rng: random.Random, width: int, height: int, basins: int) -> str:
    """Return basins that grow upward from one low point each, with nines between them.

    There are fewer if so many low points find no place.
    """
    places = [(x, y) for x in range(width) for y in range(height)]
    heights: dict[Location, int] = {}
    owner: dict[Location, Location] = {}
    for low in rng.sample(places, min(basins, len(places))):
        if owner.keys().isdisjoint(neighbours(low)):
            heights[low], owner[low] = rng.randint(0, 3), low
    edge = [*heights]
    while edge:
        # Mostly the last one, which is high: as on real floors, there are many eights.
        at = edge.pop(rng.randrange(len(edge)) if rng.random() < 0.4 else -1)
        for to in neighbours(at):
            owners = {owner[near] for near in neighbours(to) if near in owner}
            is_inside = 0 <= to[0] < width and 0 <= to[1] < height
            if is_inside and to not in heights and len(owners) == 1:
                heights[to], owner[to] = (heights[at] + rng.choice((1, 1, 1, 2)), owner[at])
                if heights[to] < 8:
                    edge.append(to)
    text = ""
    for y in range(height):
        text += "".join(str(min(9, heights.get((x, y), 9))) for x in range(width)) + "\n"
    return text


def neighbours(at: Location) -> tuple[Location, ...]:
    """Return the four locations next to one, which may be outside of the floor."""
    x, y = at
    return (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)
