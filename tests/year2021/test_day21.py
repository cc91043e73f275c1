"""Day 21: Dirac Dice."""

from __future__ import annotations

import logging
import random
from typing import TYPE_CHECKING

from aoc import Example
from days.year2021 import day21

if TYPE_CHECKING:
    import pytest

EXAMPLES = [
    Example(
        """\
Player 1 starting position: 4
Player 2 starting position: 8
""",
        part1=739785,
        part2=444356092776315,
    ),
]

MALFORMED = [
    ("", "line 1: expected 'Player 1 starting position: '"),
    ("Player 1 starting position: 4", "line 2: expected 'Player 2 starting position: '"),
    ("Player 1 starting position: 0\nPlayer 2 starting position: 8", "line 1: .* got .*: 0'"),
    ("Player 1 starting position: 4\nPlayer 2 starting position: 11", "line 2: .* got .*: 11'"),
    (
        "Player 1 starting position: 4\nPlayer 2 starting position: 8\n"
        "Player 3 starting position: 1",
        "line 3: expected no more than two players",
    ),
]


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


def test_the_logged_turns_are_those_that_the_puzzle_prints(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO, day21.logger.name):
        day21.part1((4, 8))
    turns = caplog.messages
    assert turns[:8] == [
        "Player 1 rolls 1+2+3 and moves to space 10 for a total score of 10.",
        "Player 2 rolls 4+5+6 and moves to space 3 for a total score of 3.",
        "Player 1 rolls 7+8+9 and moves to space 4 for a total score of 14.",
        "Player 2 rolls 10+11+12 and moves to space 6 for a total score of 9.",
        "Player 1 rolls 13+14+15 and moves to space 6 for a total score of 20.",
        "Player 2 rolls 16+17+18 and moves to space 7 for a total score of 16.",
        "Player 1 rolls 19+20+21 and moves to space 6 for a total score of 26.",
        "Player 2 rolls 22+23+24 and moves to space 6 for a total score of 22.",
    ]
    assert turns[-4:] == [
        "Player 2 rolls 82+83+84 and moves to space 6 for a total score of 742.",
        "Player 1 rolls 85+86+87 and moves to space 4 for a total score of 990.",
        "Player 2 rolls 88+89+90 and moves to space 3 for a total score of 745.",
        "Player 1 rolls 91+92+93 and moves to space 10 for a final score, 1000.",
    ]


def test_a_game_may_have_more_turns_than_python_can_recurse() -> None:
    # On a board of one space every turn scores 1, so player 1 always wins, in its last turn.
    rules = {"target": 900, "board": 1, "sides": 2, "rolls": 1}
    assert day21.part2((1, 1), **rules) == 2 ** (2 * 900 - 1)


def test_known_games_have_the_known_answers() -> None:
    known = {
        (4, 8): (739785, (444356092776315, 341960390180808)),
        (6, 7): (921585, (911090395997650, None)),
        (5, 10): (711480, (265845890886828, None)),
        (10, 8): (752247, (221109915584112, None)),
        (7, 1): (684495, (138289532619163, 152587196649184)),
    }
    for players, (answer, (most, other)) in known.items():
        universes = day21.universes(players)
        assert day21.part1(players) == answer
        assert most in universes
        assert other is None or {most, other} == set(universes)
