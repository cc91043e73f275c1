"""Day 20: Trench Map."""

from __future__ import annotations

import random

from aoc import Example
from days.year2021 import day20

TEXT = """\
..#.#..#####.#.#.#.###.##.....###.##.#..###.####..#####..#....#..#..##..##
#..######.###...####..#..#####..##..#.#####...##.#.#..#.##..#.#......#.###
.######.###.####...#.##.##..#..#..#####.....#.#....###..#.##......#.....#.
.#..#..##..#...##.######.####.####.#.#...#.......#..#.#.#...####.##.#.....
.#..#...##.#.##..#...##.#.##..###.#......#.#.......#.#.#.####.###.##...#..
...####.#..#..#.##.#....##..#.####....##...##..#...#......#.#.......#.....
..##..####..#...#.#.#...##..#.#..###..#####........#..####......#..#

#..#.
#....
##..#
..#..
..###
"""

EXAMPLES = [Example(TEXT, part1=35, part2=3351)]

DARK = "." * 512


def sample(rng: random.Random) -> str:
    """Return a random algorithm, which flickers as real ones do, and an image of 100 by 100."""
    return scan(rng, flicker=True, height=100, width=100)


def small(rng: random.Random) -> str:
    """Return an image of any shape, with an algorithm that flickers or not."""
    flicker = rng.random() < 0.5
    return scan(rng, flicker=flicker, height=rng.randint(1, 9), width=rng.randint(1, 9))


def scan(rng: random.Random, *, flicker: bool, height: int, width: int) -> str:
    """Return a random algorithm, which flickers or not, and a random image."""
    algorithm = "".join(rng.choices(".#", k=511))
    algorithm = f"#{algorithm[1:]}." if flicker else f".{algorithm}"
    image = "".join("".join(rng.choices(".#", k=width)) + "\n" for _ in range(height))
    return f"{algorithm}\n\n{image}"


def test_an_algorithm_that_lights_pixels_without_lit_neighbours_flickers() -> None:
    inverse = "".join(".#"[~index >> 4 & 1] for index in range(512))
    scan = day20.Scan(inverse, ("#.", "##"))
    assert day20.part1(scan) == day20.part2(scan) == 3
