"""Day 21: Dirac Dice.

Dynamic programming counts the finishing turns of each player separately.
That is possible, since a player never changes what the other one does, except by winning first:
only the turns at which the players reach the target are compared.

A player wins at turn t in the universes in which it reaches the target exactly then, times
those in which the others have not reached it yet. Both numbers follow from the ways to reach the
target in t turns. These are counted backward from the target, for all spaces and all scores at
once: each space of the board has one long integer with some bits for each score (bit lanes). Then a
roll of the die adds such integers up, and scoring shifts them.

Part 1 plays the game and logs its turns at the level INFO. All rules are parameters. The board is a
circle, so space 8 of a board with 6 spaces is space 2.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import accumulate, count, cycle, islice, product
from math import prod
from operator import sub

from days.lines import checked

logger = logging.getLogger(__name__)

Players = tuple[int, ...]
"""The space on which each player stands, in the order of their turns; spaces count from 1."""


def parse(text: str) -> Players:
    """Read the two starting spaces, each from 1 to 10."""
    heads = "Player 1 starting position: ", "Player 2 starting position: "
    forms = [
        (f"{head}([1-9]|10)", f"{head!r} and a space from 1 to 10") for head in heads
    ]
    lines = checked(text, [*forms, ("(?!)", "no more than two players")], least=2)
    return tuple(int(line.split()[-1]) for line in lines)


def part1(
    players: Players,
    *,
    target: int = 1000,
    board: int = 10,
    sides: int = 100,
    rolls: int = 3,
) -> int:
    """Return the losing score times the number of rolls, with a die that counts up."""
    check_rules(target, board, sides, rolls)
    places, scores = [*players], [0] * len(players)
    die = cycle(range(1, sides + 1))
    logs = logger.isEnabledFor(logging.INFO)
    for turn in count(1):
        player = (turn - 1) % len(players)
        rolled = [*islice(die, rolls)]
        places[player] = place = (places[player] + sum(rolled) - 1) % board + 1
        scores[player] = score = scores[player] + place
        if logs:
            total = "final score," if score >= target else "total score of"
            moves = f"rolls {'+'.join(map(str, rolled))} and moves to space {place}"
            logger.info(f"Player {player + 1} {moves} for a {total} {score}.")
        if score >= target:
            return min(scores) * turn * rolls
    raise AssertionError("every game ends")


def part2(
    players: Players,
    *,
    target: int = 21,
    board: int = 10,
    sides: int = 3,
    rolls: int = 3,
) -> int:
    """Return the number of universes in which the player wins who wins in more of them."""
    check_rules(target, board, sides, rolls)
    wins, unfinished = [0] * len(players), [1] * len(players)
    turns = finishes(target, board, sides, rolls)
    while all(unfinished):
        finishing = next(turns)
        # Players who come before this one have moved in this turn already, the others have not.
        for player, place in enumerate(players):
            ways = finishing[(place - 1) % board]
            wins[player] += (
                ways * prod(unfinished[:player]) * prod(unfinished[player + 1 :])
            )
            unfinished[player] = unfinished[player] * sides**rolls - ways
    return max(wins)


def part2_forward(
    players: Players,
    *,
    target: int = 21,
    board: int = 10,
    sides: int = 3,
    rolls: int = 3,
) -> int:
    """Count the universes in each state of the game, turn by turn."""
    check_rules(target, board, sides, rolls)
    moves = Counter(map(sum, product(range(1, sides + 1), repeat=rolls)))
    wins = [0] * len(players)
    # A state has the space and the score of each player; the one to move comes first.
    states = Counter({tuple((place, 0) for place in players): 1})
    for player in cycle(range(len(players))):
        before, states = states, Counter()
        for (((place, score), *others), universes), moved in product(
            before.items(), moves
        ):
            to = (place + moved - 1) % board + 1
            if score + to < target:
                states[*others, (to, score + to)] += universes * moves[moved]
            else:
                wins[player] += universes * moves[moved]
        if not states:
            break
    return max(wins)


def part2_memo(
    players: Players,
    *,
    target: int = 21,
    board: int = 10,
    sides: int = 3,
    rolls: int = 3,
) -> int:
    """Count the universes that follow from each state once, by memoised recursion."""
    check_rules(target, board, sides, rolls)
    moves = Counter(map(sum, product(range(1, sides + 1), repeat=rolls)))

    @cache
    def wins(places: Players, scores: tuple[int, ...]) -> tuple[int, ...]:
        """Return in how many universes each player wins; the one to move comes first."""
        total = [0] * len(places)
        for moved, ways in moves.items():
            to = (places[0] + moved - 1) % board + 1
            if scores[0] + to >= target:
                total[0] += ways
                continue
            *others, mover = wins((*places[1:], to), (*scores[1:], scores[0] + to))
            for player, won in enumerate((mover, *others)):
                total[player] += ways * won
        return tuple(total)

    return max(wins(players, (0,) * len(players)))


def check_rules(target: int, board: int, sides: int, rolls: int) -> None:
    """Raise `ValueError` if one of the numbers is below 1, with which no game can be played."""
    for name, value in (
        ("target", target),
        ("board", board),
        ("sides", sides),
        ("rolls", rolls),
    ):
        if value < 1:
            raise ValueError(f"expected {name} to be 1 or more, got {value}")


def finishes(target: int, board: int, sides: int, rolls: int) -> Iterator[list[int]]:
    """Yield for turn 1, 2, ... in how many ways one player finishes exactly then, from each space.

    These are counted backward. The integer of a space has the ways to finish in a lane for each
    score. It is the sum of those of all spaces to which the die leads, shifted by what they score.
    """
    lane = (
        target * (sides**rolls).bit_length()
    )  # a game has at most `target` turns, as each scores
    ones = (1 << lane) - 1
    finished = sum(1 << lane * score for score in range(target, target + board))
    spaces = [
        finished >> lane * at & (1 << lane * target) - 1 for at in range(1, board + 1)
    ]
    while True:
        for _ in range(rolls):
            upto = [
                *accumulate((spaces * (sides // board + 2))[: board + sides], initial=0)
            ]
            spaces = [*map(sub, upto[sides + 1 :], upto[1:])]
        yield [ways & ones for ways in spaces]
        spaces = [ways >> lane * space for space, ways in enumerate(spaces, 1)]
