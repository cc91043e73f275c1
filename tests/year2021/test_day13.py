"""Day 13: Transparent Origami."""

from __future__ import annotations

import random
from collections.abc import Sequence

from aoc import Example

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
    """Return about 900 dots, and twelve folds after which they are eight letters."""
    lit = []
    for index, letter in enumerate(rng.choices([*LETTERS], k=8)):
        for y, row in enumerate(LETTERS[letter].split()):
            lit += [(5 * index + x, y) for x in range(4) if row[x] == "#"]
    return sheet(rng, lit * 8, (40, 6), "xyxyxyxyxyxx")


def small(rng: random.Random) -> str:
    """Return a few dots, and up to six folds, not always in the middle."""
    size = rng.randint(1, 6), rng.randint(1, 5)
    lit = [(rng.randrange(size[0]), rng.randrange(size[1])) for _ in range(rng.randint(1, 12))]
    return sheet(rng, lit, size, rng.choices("xy", k=rng.randint(1, 6)))


def sheet(
    rng: random.Random, lit: list[tuple[int, int]], size: tuple[int, int], axes: Sequence[str]
) -> str:
    """Return dots and folds that carry them to lit places; the last fold is the first in `axes`."""
    extent = dict(zip("xy", size, strict=True))
    dots = [dict(zip("xy", place, strict=True)) for place in lit]
    folds = ""
    for axis in axes:
        crease = extent[axis]
        for dot in dots:
            if rng.random() < 0.5:
                dot[axis] = 2 * crease - dot[axis]
        extent[axis] = 2 * crease + 1
        folds = f"fold along {axis}={crease}\n{folds}"
    lines = {f"{dot['x']},{dot['y']}\n" for dot in dots}
    return "".join(sorted(lines)) + "\n" + folds
