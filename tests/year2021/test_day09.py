"""Day 9: Smoke Basin."""

from __future__ import annotations

import random

from aoc import Example
from days.year2021 import day09

EXAMPLES = [
    Example(
        """\
2199943210
3987894921
9856789892
8767896789
9899965678
""",
        part1=15,
        part2=1134,
    ),
]

MALFORMED = [
    ("", "line 1: expected digits, got ''"),
    ("123\n12", "line 2: expected 3 digits, got '12'"),
    ("123\n1a3", "line 2: expected 3 digits, got '1a3'"),
    ("123\n\n456", "line 2: expected 3 digits, got ''"),
    ("12\u0663", "line 1: expected 3 digits"),
]


def sample(rng: random.Random) -> str:
    """A floor of 100 by 100 with about 230 basins."""
    return floor(rng, 100, 100, 230)


def small(rng: random.Random) -> str:
    """A small floor, with basins at the edges and in the corners."""
    width, height = rng.randint(2, 9), rng.randint(2, 9)
    return floor(rng, width, height, rng.randint(3, 6))


def floor(rng: random.Random, width: int, height: int, basins: int) -> str:
    """Let basins grow from their low points, ever upward, until they meet."""
    heights: dict[tuple[int, int], int] = {}
    basin_of: dict[tuple[int, int], int] = {}
    edge = [
        (rng.randrange(width), rng.randrange(height), rng.randint(0, 3), basin)
        for basin in range(basins)
    ]
    seeds = len(edge)
    while edge:
        # The low points first, then whatever has been reached, in any order.
        at = 0 if seeds else rng.randrange(len(edge))
        seeds = max(0, seeds - 1)
        x, y, level, basin = edge.pop(at)
        if (x, y) in heights:
            continue
        near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        met = any(basin_of.get(place, basin) != basin for place in near)
        if level > 8 or met:
            heights[x, y] = 9
            continue
        heights[x, y], basin_of[x, y] = level, basin
        for a, b in near:
            if 0 <= a < width and 0 <= b < height:
                edge.append((a, b, level + rng.choice((1, 1, 1, 2)), basin))
    rows = ("".join(str(heights.get((x, y), 9)) for x in range(width)) for y in range(height))
    return "".join(f"{row}\n" for row in rows)


def test_the_low_points_are_those_that_the_puzzle_marks() -> None:
    rows = day09.parse(EXAMPLES[0].text.strip())
    assert day09.low_points(rows) == ["1", "0", "5", "5"]


def test_a_basin_that_comes_together_late_is_one() -> None:
    rows = day09.parse("19191\n29292\n34543")
    assert day09.part2_flood(rows) == 11
