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
    """Return 100 boards and all numbers below 100; only one board wins first, and only one last."""
    while True:
        draws = rng.sample(range(100), 100)
        boards = [rng.sample(range(100), 25) for _ in range(100)]
        text = game(draws, boards)
        # In real games, the number 0 is not the first to win: the score is never 0.
        if wins_are_decided(draws, boards) and day04.part1(
            day04.parse(text.rstrip("\n"))
        ):
            return text


def small(rng: random.Random) -> str:
    """Return a few boards that all win, only one of them first and only one last."""
    while True:
        highest = rng.randint(25, 60)
        boards = [rng.sample(range(highest), 25) for _ in range(rng.randint(1, 6))]
        draws = rng.sample(range(highest), rng.randint(5, highest))
        if wins_are_decided(draws, boards):
            return game(draws, boards)


def wins_are_decided(draws: list[int], boards: list[list[int]]) -> bool:
    """Return whether all boards win, and no two of them are the first or the last at once."""
    turns = {number: turn for turn, number in enumerate(draws)}
    wins = sorted(winning_turn(turns, board) for board in boards)
    return wins[-1] < len(draws) and wins[:1] != wins[1:2] and wins[-1:] != wins[-2:-1]


def winning_turn(turns: dict[int, int], board: list[int]) -> int:
    """Return the turn at which the first line of a board is full, or the number of turns."""
    lines = [board[start : start + 5] for start in range(0, 25, 5)]
    lines += [board[start::5] for start in range(5)]
    return min(max(turns.get(number, len(turns)) for number in line) for line in lines)


def game(draws: list[int], boards: list[list[int]]) -> str:
    """Return the text of a puzzle input."""
    text = ",".join(map(str, draws)) + "\n"
    for board in boards:
        rows = [board[start : start + 5] for start in range(0, 25, 5)]
        text += "\n" + "".join(
            " ".join(f"{number:2}" for number in row) + "\n" for row in rows
        )
    return text
