"""Day 4: Giant Squid.

Each board's winning turn is a minimum of maxima, so no game is played.
A cell is marked at the turn when its number is drawn. A line is full at the latest turn of its five
cells (a maximum), and a board wins at the earliest turn of its ten lines (a minimum). In the
example, the turns count from 0, and 24 is drawn at turn 11:

    the first row of      numbers           marked at turn    full at turn
    board 1          22 13 17 11  0         19 14  5  4  8              19
    board 2           3 15  0  2 22         24 16  8  7 19              24
    board 3          14 21 17 24  4          9 10  5 11  1              11

No other line is full at turn 11 or before, so board 3 is the first to win.

A number that is never drawn has a turn after the last one. So has a board that never wins, which is
ignored in both parts. If no board wins, or two boards win at the turn that is asked for, the puzzle
has no answer, and a `ValueError` is raised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, cycle
from math import ceil
from typing import NamedTuple

from days.lines import checked

Numbers = tuple[int, ...]

SIDE = 5
CELLS = SIDE * SIDE


class Bingo(NamedTuple):
    """The numbers in the order in which they are drawn, the boards, and the turn of each win.

    A board has its 25 numbers row by row. One that never wins has the number of turns.
    """

    draws: Numbers
    boards: tuple[Numbers, ...]
    wins: Numbers


def parse(text: str) -> Bingo:
    """Read the numbers to draw, and the boards of five by five, each after a blank line."""
    check_form(text)
    head, body = text.split("\n", 1)
    draws = tuple(map(int, head.split(",")))
    cells = tuple(map(int, body.split()))
    boards = [cells[start : start + CELLS] for start in range(0, len(cells), CELLS)]
    return Bingo(draws, tuple(boards), winning_turns(draws, boards))


def part1(bingo: Bingo) -> int:
    """Return the score of the board that wins first."""
    return score(bingo, min)


def part2(bingo: Bingo) -> int:
    """Return the score of the board that wins last."""
    return score(bingo, max)


def score(bingo: Bingo, choose: Callable[[Iterable[int]], int]) -> int:
    """Return the score of the board whose winning turn `choose` picks from all winning turns."""
    never = len(bingo.draws)
    wins = [turn for turn in bingo.wins if turn < never]
    if not wins:
        raise ValueError("expected a board that wins, got none")
    turn = choose(wins)
    if wins.count(turn) > 1:
        raise ValueError(f"expected one board to win at once, got {wins.count(turn)}")
    board = bingo.boards[bingo.wins.index(turn)]
    marked = set(bingo.draws[: turn + 1])
    unmarked = [number for number in board if number not in marked]
    return bingo.draws[turn] * sum(unmarked)


def winning_turns(draws: Numbers, boards: Iterable[Numbers]) -> Numbers:
    """Return the turn at which each board wins, or the number of turns if it never does."""
    never = len(draws)
    # Backward, so that the first turn counts if a number is drawn twice.
    turns = {draws[turn]: turn for turn in reversed(range(never))}
    wins = []
    for board in boards:
        marked = [turns.get(number, never) for number in board]
        rows = [marked[start : start + SIDE] for start in range(0, CELLS, SIDE)]
        columns = [marked[start::SIDE] for start in range(SIDE)]
        wins.append(min(map(max, rows + columns)))
    return tuple(wins)


def check_form(text: str) -> None:
    """Raise `ValueError` at the first line that is not of the form that `parse` reads."""
    draws = (
        "[0-9]{1,9}(,[0-9]{1,9})*",
        "the numbers to draw with commas between, of at most nine digits",
    )
    blank = ("", "a blank line before a board")
    row = (" *[0-9]{1,9}( +[0-9]{1,9}){4}", "a row of five numbers of at most nine digits")
    board = [blank] + [row] * SIDE
    # At least one board is expected, and a last one that breaks off is expected to be whole.
    lines_after_draws = text.count("\n")
    boards = max(1, ceil(lines_after_draws / len(board)))
    checked(text, chain([draws], cycle(board)), least=1 + boards * len(board))
