"""Day 4: Giant Squid."""

from __future__ import annotations

import random

from aoc import Example
from days.year2021 import day04

TEXT = """\
7,4,9,5,11,17,23,2,0,14,21,24,10,16,13,6,15,25,12,22,18,20,8,19,3,26,1

22 13 17 11  0
 8  2 23  4 24
21  9 14 16  7
 6 10  3 18  5
 1 12 20 15 19

 3 15  0  2 22
 9 18 13 17  5
19  8  7 25 23
20 11 10 24  4
14 21 16 12  6

14 21 17 24  4
10 16 15  9 19
18  8 23 26 20
22 11 13  6  5
 2  0 12  3  7
"""

EXAMPLES = [Example(TEXT, part1=4512, part2=1924)]

BOARD = """\
 1  2  3  4  5
 6  7  8  9 10
11 12 13 14 15
16 17 18 19 20
21 22 23 24 25"""


def sample(rng: random.Random) -> str:
    """Return 100 boards and all numbers below 100."""
    return game(rng, boards=100, numbers=100, draws=100)


def small(rng: random.Random) -> str:
    """Return a few boards, some of which may never win."""
    numbers = rng.randint(25, 60)
    return game(rng, rng.randint(1, 6), numbers, draws=rng.randint(numbers // 2, numbers))


def game(rng: random.Random, boards: int, numbers: int, draws: int) -> str:
    """Return a game in which one board alone wins first, not with a score of 0, and one last."""
    while True:
        text = ",".join(map(str, rng.sample(range(numbers), draws)))
        for _ in range(boards):
            cells = [f"{number:2}" for number in rng.sample(range(numbers), 25)]
            rows = [" ".join(cells[start : start + 5]) for start in range(0, 25, 5)]
            text += "\n\n" + "\n".join(rows)
        bingo = day04.parse(text)
        try:
            if day04.part1(bingo) > 0 and day04.part2(bingo) > 0:
                return f"{text}\n"
        except ValueError:
            continue
