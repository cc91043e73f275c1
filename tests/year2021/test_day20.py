"""Day 20: Trench Map."""

from __future__ import annotations

import random

from aoc import Example
from days.year2021 import day20

EXAMPLES = [
    Example(
        """\
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
""",
        part1=35,
        part2=3351,
    ),
]

DARK = "." * 512

MALFORMED = [
    ("", r"line 1: expected pixels, '\.' or '#', got ''"),
    (DARK, "line 3: expected some pixels, .*, got ''"),
    (DARK[1:] + "\n\n#.", "line 1: expected the last of 512 pixels and a blank line, got 511"),
    (DARK + "\n#.\n.#", "line 2: expected the last of 512 pixels and a blank line, got 514"),
    (DARK + "\n\n#.\n.x", r"line 4: expected 2 pixels, '\.' or '#', got '\.x'"),
    (DARK + "\n\n#.#\n.#", r"line 4: expected 3 pixels, '\.' or '#', got '\.#'"),
    (DARK + "\n\n#.#\n.#\n#.", "line 3: expected 2 pixels, .*, got '#.#'"),
    ("#" * 512 + "\n\n#.", r"line 1: expected an algorithm that begins or ends with '\.'"),
]


def sample(rng: random.Random) -> str:
    """Return a random algorithm, which flickers as real ones do, and an image of 100 by 100."""
    return scan(rng, flicker=True, height=100, width=100)


def small(rng: random.Random) -> str:
    """Return an image of any shape, with an algorithm that flickers or not."""
    flicker = rng.random() < 0.5
    return scan(rng, flicker=flicker, height=rng.randint(1, 9), width=rng.randint(1, 9))


def scan(rng: random.Random, *, flicker: bool, height: int, width: int) -> str:
    algorithm = "".join(rng.choices(".#", k=511))
    algorithm = f"#{algorithm[1:]}." if flicker else f".{algorithm}"
    image = "".join("".join(rng.choices(".#", k=width)) + "\n" for _ in range(height))
    return f"{algorithm}\n\n{image}"


def test_a_wrapped_algorithm_is_read_as_one() -> None:
    wrapped = day20.parse(EXAMPLES[0].text.rstrip("\n"))
    head, _, body = EXAMPLES[0].text.rstrip("\n").partition("\n\n")
    assert "\n" in head
    assert day20.parse(head.replace("\n", "") + "\n\n" + body) == wrapped


def test_an_algorithm_that_lights_pixels_without_lit_neighbours_flickers() -> None:
    flicker = day20.Scan("#" + "." * 511, ("...", "...", "..."))
    assert day20.part1(flicker) == 0
    inverse = day20.Scan("".join(".#"[~index >> 4 & 1] for index in range(512)), ("#.", "##"))
    assert day20.part1(inverse) == 3


def test_no_enhancement_leaves_the_image_as_it_is() -> None:
    assert day20.part1(day20.Scan(DARK, ("#.#", ".#.")), times=0) == 3
