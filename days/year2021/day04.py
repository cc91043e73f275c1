"""Day 4: Giant Squid.

Each board's winning turn is a minimum of maxima, so no game is played.
A cell is marked at the turn when its number is drawn. A line is full at the latest turn of its five
cells (a maximum), and a board wins at the earliest turn of its ten lines (a minimum).

This is computed for all boards at once. For each of the 25 places, one list has the cells of all
boards at that place. So the `max` of five such lists, board by board, fills one line on every
board, and the `min` of the ten results is the turn at which each board wins.

A number that is never drawn has a turn after the last one. A board that never wins is ignored in
both parts; at least one board has to win. If several boards win at the same turn, which the puzzle
does not decide, the first of them counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from days.lines import quoted

SIDE = 5
CELLS = SIDE * SIDE
NO_WINNER = "expected a board that wins, got none"


class Bingo(NamedTuple):
    """The numbers in the order in which they are drawn, and all cells, board after board."""

    draws: tuple[int, ...]
    cells: tuple[int, ...]


def parse(text: str) -> Bingo:
    """Read the numbers to draw, and the boards of five by five, each after a blank line.

    A number has at most nine digits.
    """
    draws = r"[0-9]{1,9}(?:,[0-9]{1,9})*+"
    row = r" *+[0-9]{1,9}(?: ++[0-9]{1,9}){4}"
    if not re.fullmatch(rf"{draws}(?:\n(?:\n{row}){{5}})++", text):
        forms = [("", "a blank line before a board"), *[(row, "a row of five numbers")] * SIDE]
        for number, line in enumerate(text.split("\n"), 1):
            form, expected = forms[(number - 2) % len(forms)]
            if number == 1:
                form, expected = draws, "the numbers to draw with commas between"
            if not re.fullmatch(form, line):
                if re.search("[0-9]{10}", line):
                    expected += " and at most nine digits each"
                raise ValueError(f"line {number}: expected {expected}, got {quoted(line)}")
        _, expected = forms[(number - 1) % len(forms)]
        raise ValueError(f"line {number + 1}: expected {expected}, got the end of the input")
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
    """Draw all numbers, and find the board that wins last."""
    turns = [*play(bingo)]
    return turns[-1]


def score(bingo: Bingo, choose: Callable[[Iterable[int]], int]) -> int:
    """Return the score of the board whose winning turn `choose` picks from all winning turns."""
    never = len(bingo.draws)
    # Backward, so that the first turn counts if a number is drawn twice.
    turns = {bingo.draws[turn]: turn for turn in reversed(range(never))}
    marked = [turns.get(cell, never) for cell in bingo.cells]
    stacks = [marked[place::CELLS] for place in range(CELLS)]
    lines = [stacks[start : start + SIDE] for start in range(0, CELLS, SIDE)]
    lines += [stacks[start::SIDE] for start in range(SIDE)]
    wins = [*map(min, *(map(max, *line) for line in lines))]
    if min(wins) == never:
        raise ValueError(NO_WINNER)
    turn = choose(win for win in wins if win < never)
    start = wins.index(turn) * CELLS
    board = range(start, start + CELLS)
    return bingo.draws[turn] * sum(bingo.cells[at] for at in board if marked[at] > turn)


def play(bingo: Bingo) -> Iterator[int]:
    """Draw the numbers; when boards win, yield the score of the first of them."""
    boards = []
    for start in range(0, len(bingo.cells), CELLS):
        cells = bingo.cells[start : start + CELLS]
        lines = [cells[row : row + SIDE] for row in range(0, CELLS, SIDE)]
        lines += [cells[column::SIDE] for column in range(SIDE)]
        boards.append((cells, [*map(set, lines)]))
    drawn = set()
    won = False
    for number in bingo.draws:
        drawn.add(number)
        full = [any(line <= drawn for line in lines) for _, lines in boards]
        if any(full):
            won = True
            cells, _ = boards[full.index(True)]
            yield number * sum(cell for cell in cells if cell not in drawn)
            boards = [board for board, is_full in zip(boards, full, strict=True) if not is_full]
    if not won:
        raise ValueError(NO_WINNER)
