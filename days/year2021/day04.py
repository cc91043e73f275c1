"""Day 4: Giant Squid.

Nothing has to be played: a cell is marked at the turn when its number is drawn, a line is full at
the latest turn of its five cells, and a board wins at the earliest turn of its ten lines.

This is asked of all boards at once. Cells with the same place on their boards form one stack, so
the `max` of five stacks, board by board, fills a line on every board, and the `min` of the ten
results says when each board wins.

Numbers that are never drawn get a turn after the last. A board that never wins is not counted in
either part; one that wins must be there. Of boards that win at the same turn, about which the
puzzle is silent, the first one counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

SIDE = 5
CELLS = SIDE * SIDE


class Bingo(NamedTuple):
    """The numbers in the order in which they are drawn, and the cells of all boards in a row."""

    draws: tuple[int, ...]
    cells: tuple[int, ...]


def parse(text: str) -> Bingo:
    """Read the numbers to draw and, after a blank line each, the boards of five by five."""
    draws = r"[0-9]+(?:,[0-9]+)*+"
    row = r" *+[0-9]+(?: ++[0-9]+){4}"
    if not re.fullmatch(rf"{draws}(?:\n(?:\n{row}){{5}})++", text):
        forms = [("", "a blank line before a board"), *[(row, "a row of five numbers")] * SIDE]
        for number, line in enumerate(text.split("\n"), 1):
            form, expected = forms[(number - 2) % len(forms)]
            if number == 1:
                form, expected = draws, "the numbers to draw with commas between"
            if not re.fullmatch(form, line):
                raise ValueError(f"line {number}: expected {expected}, got {line!r}")
        _, expected = forms[(number - 1) % len(forms)]
        raise ValueError(f"line {number + 1}: expected {expected}, got the end")
    first, boards = text.split("\n", 1)
    return Bingo(tuple(map(int, first.split(","))), tuple(map(int, boards.split())))


def part1(bingo: Bingo) -> int:
    """Return the score of the board that wins first."""
    return score(bingo, min)


def part2(bingo: Bingo) -> int:
    """Return the score of the board that wins last."""
    return score(bingo, max)


def part1_play(bingo: Bingo) -> int:
    """Draw number after number until a board wins."""
    return next(play(bingo))


def part2_play(bingo: Bingo) -> int:
    """Draw all numbers, and see which board wins last."""
    turns = [*play(bingo)]
    return turns[-1]


def score(bingo: Bingo, choose: Callable[[Iterable[int]], int]) -> int:
    """Return the score of the board that wins at the chosen one of all winning turns."""
    never = len(bingo.draws)
    # Backward, as a number counts from when it is drawn first.
    turns = {bingo.draws[turn]: turn for turn in reversed(range(never))}
    marked = [turns.get(cell, never) for cell in bingo.cells]
    stacks = [marked[place::CELLS] for place in range(CELLS)]
    lines = [stacks[start : start + SIDE] for start in range(0, CELLS, SIDE)]
    lines += [stacks[start::SIDE] for start in range(SIDE)]
    wins = [*map(min, *(map(max, *line) for line in lines))]
    if min(wins) == never:
        raise ValueError("expected a board that wins, got none")
    turn = choose(win for win in wins if win < never)
    start = wins.index(turn) * CELLS
    board = range(start, start + CELLS)
    return bingo.draws[turn] * sum(bingo.cells[at] for at in board if marked[at] > turn)


def play(bingo: Bingo) -> Iterator[int]:
    """Draw the numbers, and give the score of the first board to win at each winning turn."""
    boards = []
    for start in range(0, len(bingo.cells), CELLS):
        rows = [bingo.cells[row : row + SIDE] for row in range(start, start + CELLS, SIDE)]
        boards.append([set(line) for line in (*rows, *zip(*rows, strict=True))])
    drawn = set()
    for number in bingo.draws:
        drawn.add(number)
        winners = [board for board in boards if any(line <= drawn for line in board)]
        if winners:
            yield number * sum(sum(row - drawn) for row in winners[0][:SIDE])
        boards = [board for board in boards if board not in winners]
