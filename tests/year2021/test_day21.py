"""Day 21: Dirac Dice."""

from __future__ import annotations

import logging
import random
from itertools import cycle

from aoc import Example
from days.year2021 import day21

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
    ("Player 1 starting position: 4\nPlayer 3 starting position: 8", "line 2: "),
    ("Player 1 starting position: 0\nPlayer 2 starting position: 8", "line 1: .* got .*: 0'"),
    ("Player 1 starting position: 4\nPlayer 2 starting position: 11", "line 2: .* got .*: 11'"),
    ("Player 1 starting position: four\nPlayer 2 starting position: 8", "line 1: .*four"),
    (
        "Player 1 starting position: 4\nPlayer 2 starting position: 8\n"
        "Player 3 starting position: 1",
        "line 3: expected no more than two players",
    ),
]


def sample(rng: random.Random) -> str:
    """Two random starting spaces."""
    return "".join(
        f"Player {player} starting position: {rng.randint(1, 10)}\n" for player in (1, 2)
    )
