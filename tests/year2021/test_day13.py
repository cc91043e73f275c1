"""Day 13: Transparent Origami."""

from __future__ import annotations

import random

from aoc import Example
from days.year2021 import day13

TEXT = """\
6,10
0,14
9,10
0,3
10,4
4,11
6,0
6,12
4,1
0,13
10,12
3,4
3,0
8,4
1,10
2,14
8,10
9,0

fold along y=7
fold along x=5
"""

EXAMPLES = [Example(TEXT, part1=17, part2="#####\n#...#\n#...#\n#...#\n#####")]

LETTERS = {
    "A": ".##. #..# #..# #### #..# #..#",
    "B": "###. #..# ###. #..# #..# ###.",
    "C": ".##. #..# #... #... #..# .##.",
    "E": "#### #... ###. #... #... ####",
    "F": "#### #... ###. #... #... #...",
    "G": ".##. #..# #... #.## #..# .###",
    "H": "#..# #..# #### #..# #..# #..#",
    "J": "..## ...# ...# ...# #..# .##.",
    "K": "#..# #.#. ##.. #.#. #.#. #..#",
    "L": "#... #... #... #... #... ####",
    "P": "###. #..# #..# ###. #... #...",
    "R": "###. #..# #..# ###. #.#. #..#",
    "U": "#..# #..# #..# #..# #..# .##.",
    "Z": "#### ...# ..#. .#.. #... ####",
}


def sample(rng: random.Random) -> str:
    """Return 850 to 1,000 dots, and twelve folds after which they are eight letters."""
    letters = drawing(rng.choices([*LETTERS], k=8))
    return sheet(
        rng, letters, [5, 7], rng.randint(720, 847), merged=rng.randint(138, 154)
    )


def small(rng: random.Random) -> str:
    """Return a few dots, and up to three folds in each direction, not always in the middle."""
    width, height = rng.randint(1, 6), rng.randint(1, 5)
    lit = [(x, y) for y in range(height) for x in range(width) if rng.random() < 0.5]
    lit = lit or [(0, 0)]
    across, down = rng.randint(0, 3), rng.randint(0, 3)
    across += across + down == 0
    return sheet(rng, lit, [across, down], rng.randint(1, 12), size=(width, height))


def sheet(
    rng: random.Random,
    lit: list[tuple[int, int]],
    folds: list[int],
    dots: int,
    *,
    size: tuple[int, int] = (40, 6),
    merged: int = 0,
) -> str:
    """Return dots and folds that make the lit places; `folds` are the numbers of folds by axis.

    After that, `merged` more dots each merge with another one in the first fold.
    """
    chosen = set()
    for index in range(max(dots, len(lit))):
        place = list(lit[index] if index < len(lit) else rng.choice(lit))
        for axis in (0, 1):
            extent = size[axis]
            for _ in range(folds[axis]):
                if rng.random() < 0.5:
                    place[axis] = 2 * extent - place[axis]
                extent = 2 * extent + 1
        chosen.add((place[0], place[1]))
    creases: list[tuple[int, str]] = []
    for axis, extent in enumerate(size):
        for _ in range(folds[axis]):
            creases.append((extent, "xy"[axis]))
            extent = 2 * extent + 1
    creases.sort(reverse=True)
    first, axis_of_first = creases[0]
    for x, y in rng.sample(sorted(chosen), merged):
        chosen.add((2 * first - x, y) if axis_of_first == "x" else (x, 2 * first - y))
    lines = [f"{x},{y}\n" for x, y in rng.sample(sorted(chosen), len(chosen))]
    return (
        "".join(lines)
        + "\n"
        + "".join(f"fold along {axis}={at}\n" for at, axis in creases)
    )


def drawing(letters: list[str]) -> list[tuple[int, int]]:
    """Return the places that are lit in these letters, which have five columns each."""
    return [
        (5 * index + x, y)
        for index, letter in enumerate(letters)
        for y, row in enumerate(LETTERS[letter].split())
        for x, pixel in enumerate(row)
        if pixel == "#"
    ]


def test_samples_differ_in_the_number_of_dots() -> None:
    samples = (sample(random.Random(seed)).rstrip("\n") for seed in range(10))
    counts = sorted(day13.part1(day13.parse(text)) for text in samples)
    assert 710 <= counts[0] < 750 < 800 < counts[-1] <= 847
