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


class Turns(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.turns: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.turns.append(record.getMessage())


def test_the_logged_turns_are_those_that_the_puzzle_prints() -> None:
    handler = Turns()
    day21.logger.addHandler(handler)
    level = day21.logger.level
    day21.logger.setLevel(logging.INFO)
    try:
        day21.part1_simulate((4, 8))
    finally:
        day21.logger.setLevel(level)
        day21.logger.removeHandler(handler)
    assert handler.turns[:8] == [
        "Player 1 rolls 1+2+3 and moves to space 10 for a total score of 10.",
        "Player 2 rolls 4+5+6 and moves to space 3 for a total score of 3.",
        "Player 1 rolls 7+8+9 and moves to space 4 for a total score of 14.",
        "Player 2 rolls 10+11+12 and moves to space 6 for a total score of 9.",
        "Player 1 rolls 13+14+15 and moves to space 6 for a total score of 20.",
        "Player 2 rolls 16+17+18 and moves to space 7 for a total score of 16.",
        "Player 1 rolls 19+20+21 and moves to space 6 for a total score of 26.",
        "Player 2 rolls 22+23+24 and moves to space 6 for a total score of 22.",
    ]
    assert handler.turns[-4:] == [
        "Player 2 rolls 82+83+84 and moves to space 6 for a total score of 742.",
        "Player 1 rolls 85+86+87 and moves to space 4 for a total score of 990.",
        "Player 2 rolls 88+89+90 and moves to space 3 for a total score of 745.",
        "Player 1 rolls 91+92+93 and moves to space 10 for a final score, 1000.",
    ]


def test_known_games_end_as_they_did() -> None:
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


def test_the_winner_the_scores_the_rolls_and_the_places_are_those_of_the_game() -> None:
    game = day21.play((7, 1), cycle(range(1, 101)))
    assert (game.winner, game.scores[0], game.rolls) == (1, 1008, 861)
    assert day21.race((7, 1)) == game
    assert day21.race((10, 8)).winner == 1


def test_three_players_share_all_universes() -> None:
    wins = day21.universes((1, 2), target=3, sides=2, rolls=1)
    assert sum(day21.universes((4, 8, 1), target=1)) == 27  # whoever is first wins at once
    assert day21.part2((1, 2), target=3, sides=2, rolls=1) == max(wins)


def test_a_start_of_two_digits_is_read_whole() -> None:
    text = "Player 1 starting position: 10\nPlayer 2 starting position: 1"
    assert day21.parse(text) == (10, 1)
