"""Day 21: Dirac Dice.

Dynamic programming counts the finishing turns of each player separately.
`part2_memo` is the plain way: memoised recursion over the spaces and scores of all players. `part2`
is some 500 times as fast. A player never changes what the other one does, except by winning first.
So each player is followed alone, through the universes that its own rolls make. From the spaces 4
and 8 of the example, with three rolls of three sides a turn:

    turn    player 1 finishes in    still plays in    player 2 finishes in    still plays in
       1                       0                27                       0                27
       2                       0               729                       0               729
       3                   4,608            15,075                   1,730            17,953
       4                 249,542           157,483                 230,681           254,050

A player wins at its turn in the universes in which it finishes just then, times those in which the
other one still plays. In turn 3 these are 4,608 x 729 for player 1, as player 2 has had two turns
by then.

How often a player finishes depends on its space and on the points that it misses. It is counted for
all of these at once, from the last turn back to the first, in bit lanes: a space has one long
integer, with some bits for each number of missing points. With one roll of two sides a turn:

    missing points                    1  2  3  4  5
    the last turn ends on space 2     1  1  .  .  .
    the last turn ends on space 3     1  1  1  .  .
    it begins on space 1              2  2  1  .  .     the sum of both
    the turn before ends there        .  2  2  1  .     its point was missing, too: shifted by one

Each turn that is put in front makes the game one turn longer. So the lanes first say in how many
universes a player finishes in turn 1, then in turn 2, and so on.

The board is a circle, so space 8 of a board with 6 spaces is space 2. All rules are parameters, and
any number of players can play.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import count, cycle, islice, product
from math import prod
from typing import NamedTuple

from days.lines import checked

logger = logging.getLogger(__name__)

Players = tuple[int, ...]
"""The space on which each player stands, in the order of their turns; spaces count from 1."""


class Rules(NamedTuple):
    """The score that wins, the spaces of the board, the sides of a die, and the rolls of a turn."""

    target: int
    board: int
    sides: int
    rolls: int


Turn = tuple[int, list[int], int, int]
"""A turn: the player, counted from 0, and its rolls, and its space and score after them."""


def parse(text: str) -> Players:
    """Read the starting spaces of two or more players, each from 1 to 10."""
    heads = (f"Player {number} starting position: " for number in count(1))
    forms = ((f"{head}([1-9]|10)", f"{head!r} and a space from 1 to 10") for head in heads)
    lines = checked(text, forms, least=2)
    return tuple(int(line.split()[-1]) for line in lines)


def part1(
    players: Players,
    *,
    target: int = 1000,
    board: int = 10,
    sides: int = 100,
    rolls: int = 3,
    die: Iterator[int] | None = None,
) -> int:
    """Return the losing score times the number of rolls; of several, the lowest score.

    The `die` yields its rolls. Without one, it counts from 1 to `sides` again and again. Raises
    `ValueError` if the die ends before the game.
    """
    rules = Rules(target, board, sides, rolls)
    check_rules(rules)
    if die is None:
        die = cycle(range(1, sides + 1))
    turns = list(game(players, rules, die))
    log_game(turns, rules)
    # The last score of each player.
    scores = [0] * len(players)
    for player, _, _, score in turns:
        scores[player] = score
    return min(scores) * len(turns) * rolls


def part2(
    players: Players, *, target: int = 21, board: int = 10, sides: int = 3, rolls: int = 3
) -> int:
    """Return the number of universes in which the player wins who wins in more of them."""
    rules = Rules(target, board, sides, rolls)
    check_rules(rules)
    wins = universes_won(players, rules)
    log_wins(wins)
    return max(wins)


def part2_memo(
    players: Players, *, target: int = 21, board: int = 10, sides: int = 3, rolls: int = 3
) -> int:
    """Count the universes that follow from each state of the game once, by memoised recursion."""
    rules = Rules(target, board, sides, rolls)
    check_rules(rules)
    moves = ways_to_move(rules)

    @cache
    def wins(spaces: Players, scores: tuple[int, ...]) -> tuple[int, ...]:
        """Return in how many universes each player wins; the one to move comes first."""
        total = [0] * len(spaces)
        for move, ways in moves.items():
            space = moved(spaces[0], move, board)
            score = scores[0] + space
            if score >= target:
                total[0] += ways
                continue
            won = wins((*spaces[1:], space), (*scores[1:], score))
            # The one who has moved comes last there.
            for player in range(len(spaces)):
                total[player] += ways * won[player - 1]
        return tuple(total)

    return max(wins(players, (0,) * len(players)))


def universes_won(players: Players, rules: Rules) -> list[int]:
    """Return in how many universes each player wins."""
    universes_per_turn = rules.sides**rules.rolls
    turns = finishes(rules)
    # In how many universes each player, alone, has not finished yet.
    playing = [1] * len(players)
    wins = [0] * len(players)
    while all(playing):
        finished = next(turns)
        for player, start in enumerate(players):
            finishing = finished[(start - 1) % rules.board]
            # The players before this one have moved in this turn already, the others have not.
            others = playing[:player] + playing[player + 1 :]
            wins[player] += finishing * prod(others)
            playing[player] = playing[player] * universes_per_turn - finishing
    return wins


def finishes(rules: Rules) -> Iterator[list[int]]:
    """Yield for turn 1, 2, ... in how many universes one player, alone, finishes exactly then.

    Each list has these numbers for a start on each space of the board.
    """
    target, board, sides, rolls = rules
    # No game has more turns than its target, so a lane has bits for the universes of all turns.
    width = target * (sides**rolls).bit_length()
    all_lanes = (1 << (width * target)) - 1
    # The lanes of each space, if the last turn ends on it: 1 if it scores all missing points.
    lanes = []
    for space in range(1, board + 1):
        lanes.append(sum(1 << (width * lane) for lane in range(min(space, target))))
    while True:
        for _ in range(rolls):
            # A roll leads to each of the next spaces. So the list is repeated behind its end, as
            # often as a roll may go around the board.
            rounds = sides // board + 2
            circle = lanes * rounds
            lanes = [sum(circle[at + 1 : at + 1 + sides]) for at in range(board)]
        # Before its first turn, a player misses all `target` points: the highest lane.
        yield [numbers >> (width * (target - 1)) for numbers in lanes]
        # If the turn before ends on a space, the points of the space were missing, too.
        for space in range(1, board + 1):
            lanes[space - 1] = (lanes[space - 1] << (width * space)) & all_lanes


def ways_to_move(rules: Rules) -> Mapping[int, int]:
    """Return in how many ways the rolls of a turn add up to each number of steps."""
    sides = range(1, rules.sides + 1)
    return Counter(map(sum, product(sides, repeat=rules.rolls)))


def moved(space: int, steps: int, board: int) -> int:
    """Return the space on which a pawn stands after some steps around the board."""
    return (space + steps - 1) % board + 1


def check_rules(rules: Rules) -> None:
    """Raise `ValueError` if one of the numbers is below 1, with which no game can be played."""
    for name, value in rules._asdict().items():
        if value < 1:
            raise ValueError(f"expected {name} to be 1 or more, got {value}")


def game(players: Players, rules: Rules, die: Iterator[int]) -> Iterator[Turn]:
    """Yield the turns of a game, until a player has reached the target."""
    target, board, _, rolls = rules
    spaces = list(players)
    scores = [0] * len(players)
    for player in cycle(range(len(players))):
        rolled = list(islice(die, rolls))
        if len(rolled) < rolls:
            raise ValueError(f"expected {rolls} rolls of the die, got {len(rolled)}")
        space = moved(spaces[player], sum(rolled), board)
        spaces[player] = space
        scores[player] += space
        yield player, rolled, space, scores[player]
        if scores[player] >= target:
            return


def log_game(turns: list[Turn], rules: Rules) -> None:
    """Log the turns in the words of the puzzle, and how often the die was rolled."""
    if not logger.isEnabledFor(logging.INFO):
        return
    for player, rolled, space, score in turns:
        total = "final score," if score >= rules.target else "total score of"
        moves = f"rolls {'+'.join(map(str, rolled))} and moves to space {space}"
        logger.info("Player %d %s for a %s %d.", player + 1, moves, total, score)
    logger.info("The die was rolled %d times.", len(turns) * rules.rolls)


def log_wins(wins: list[int]) -> None:
    """Log in how many universes each player wins."""
    first, *others = wins
    text = f"Player 1 wins in {first} universes"
    for player, number in enumerate(others, 2):
        text += f", player {player} in {number}"
    logger.info("%s.", text)
