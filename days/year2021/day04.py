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
from collections.abc import Callable, Iterable
from itertools import chain, cycle
from typing import NamedTuple

from days.lines import checked

SIDE = 5
CELLS = SIDE * SIDE


class Bingo(NamedTuple):
    """The numbers in the order in which they are drawn, all cells, and the turn of each win.

    The cells are board after board. A board that never wins has the number of turns.
    """

    draws: tuple[int, ...]
    cells: tuple[int, ...]
    wins: tuple[int, ...]


def parse(text: str) -> Bingo:
    """Read the numbers to draw, and the boards of five by five, each after a blank line."""
    draws = r"[0-9]{1,9}(?:,[0-9]{1,9})*"
    row = r" *[0-9]{1,9}(?: +[0-9]{1,9}){4}"
    if not re.fullmatch(rf"{draws}(?:\n(?:\n{row}){{5}})+", text):
        rows = [(row, "a row of five numbers of at most nine digits")] * SIDE
        first = (
            draws,
            "the numbers to draw with commas between, of at most nine digits",
        )
        forms = chain([first], cycle([("", "a blank line before a board"), *rows]))
        rest = max(1, text.count("\n"))
        checked(text, forms, least=1 + rest + -rest % (SIDE + 1))
    head, boards = text.split("\n", 1)
    drawn, cells = tuple(map(int, head.split(","))), tuple(map(int, boards.split()))
    return Bingo(drawn, cells, winning_turns(drawn, cells))


def part1(bingo: Bingo) -> int:
    """Return the score of the board that wins first."""
    return score(bingo, min)


def part2(bingo: Bingo) -> int:
    """Return the score of the board that wins last."""
    return score(bingo, max)


def score(bingo: Bingo, choose: Callable[[Iterable[int]], int]) -> int:
    """Return the score of the board whose winning turn `choose` picks from all winning turns."""
    draws, cells, wins = bingo
    if min(wins) == len(draws):
        raise ValueError("expected a board that wins, got none")
    turn = choose(win for win in wins if win < len(draws))
    start = wins.index(turn) * CELLS
    marked = {*draws[: turn + 1]}
    return draws[turn] * sum(
        cell for cell in cells[start : start + CELLS] if cell not in marked
    )


def winning_turns(draws: tuple[int, ...], cells: tuple[int, ...]) -> tuple[int, ...]:
    """Return the turn at which each board wins, or the number of turns if it never does."""
    never = len(draws)
    # Backward, so that the first turn counts if a number is drawn twice.
    turns = {draws[turn]: turn for turn in reversed(range(never))}
    marked = [turns.get(cell, never) for cell in cells]
    stacks = [marked[place::CELLS] for place in range(CELLS)]
    lines = [stacks[start : start + SIDE] for start in range(0, CELLS, SIDE)]
    lines += [stacks[start::SIDE] for start in range(SIDE)]
    return tuple(map(min, *(map(max, *line) for line in lines)))
