"""Day 21: Dirac Dice."""

from __future__ import annotations

import logging
import random
from itertools import repeat
from typing import TYPE_CHECKING

from aoc import Example
from days.year2021 import day21

if TYPE_CHECKING:
    import pytest

TEXT = """\
Player 1 starting position: 4
Player 2 starting position: 8
"""

EXAMPLES = [Example(TEXT, part1=739785, part2=444356092776315)]


def sample(rng: random.Random) -> str:
    """Return two random starting spaces."""
    return starting(rng.randint(1, 10), rng.randint(1, 10))


def small(rng: random.Random) -> str:
    """Return starting spaces at the ends of the board, or the same one for both players."""
    space = rng.randint(1, 10)
    return starting(*rng.choice(((1, space), (10, space), (space, space), (space, 1))))


def starting(*spaces: int) -> str:
    return "".join(
        f"Player {player} starting position: {space}\n" for player, space in enumerate(spaces, 1)
    )


def test_it_logs_what_the_puzzle_prints(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, day21.logger.name):
        day21.part1((4, 8))
        day21.part2((4, 8))
    assert caplog.messages[:2] == [
        "Player 1 rolls 1+2+3 and moves to space 10 for a total score of 10.",
        "Player 2 rolls 4+5+6 and moves to space 3 for a total score of 3.",
    ]
    assert caplog.messages[-3:] == [
        "Player 1 rolls 91+92+93 and moves to space 10 for a final score, 1000.",
        "The die was rolled 993 times.",
        "Player 1 wins in 444356092776315 universes, player 2 in 341960390180808.",
    ]


def test_any_number_of_players_can_play() -> None:
    players = day21.parse(starting(1, 5, 10).rstrip("\n"))
    assert players == (1, 5, 10)
    # Player 1 moves by 6 to 7 and by 33 to 10, player 2 by 15 to 10, player 3 by 24 to 4.
    assert day21.part1(players, target=11) == 4 * 12
    assert day21.part2(players, target=8) == day21.part2_memo(players, target=8)


def test_any_die_can_be_rolled() -> None:
    # Both players stay on their spaces, and player 2 wins in its turn 125.
    assert day21.part1((4, 8), die=repeat(10)) == 4 * 125 * 3 * 250


def test_a_game_may_have_more_turns_than_python_can_recurse() -> None:
    # On a board of one space every turn scores 1, so player 1 always wins, in its last turn.
    rules = {"target": 900, "board": 1, "sides": 2, "rolls": 1}
    assert day21.part2((1, 1), **rules) == 2 ** (2 * 900 - 1)
