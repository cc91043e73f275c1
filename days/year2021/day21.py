"""Day 21: Dirac Dice.

A player never influences the other, except by being first to finish. So no pair of players
has to be looked at: each plays alone, and only the turns at which they finish are compared.

Part 1: the die climbs steadily, so the sums of a player's turns repeat modulo the board, and
with them its spaces, after a handful of turns. The scores along one such cycle say at which
turn any target is reached.

Part 2: a player wins at turn t in all universes where it reaches the target just then, times
those where the others have not yet. Both follow from the ways to finish at turn t, which are
counted backward from the finish, for all spaces and scores at once: each space of the board
holds one long integer with a lane of bits per score, so that rolling is adding ten integers up
and scoring is shifting them.
"""

from __future__ import annotations

import logging
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import accumulate, count, cycle, islice, product
from math import gcd, prod
from operator import sub
from typing import NamedTuple

logger = logging.getLogger(__name__)

Players = tuple[int, ...]
"""The space each player stands on, in turn order; spaces count from 1."""


class Game(NamedTuple):
    """A finished game: who won (counted from 1), and everybody's score and space."""

    winner: int
    scores: tuple[int, ...]
    places: Players
    rolls: int

    @property
    def answer(self) -> int:
        """What part 1 asks for: the losing score times the number of rolls."""
        return min(self.scores) * self.rolls


def parse(text: str) -> Players:
    """Read the two starting spaces, each from 1 to 10."""
    lines = text.split("\n")
    players = []
    for number in (1, 2):
        line = lines[number - 1] if number <= len(lines) else ""
        match = re.fullmatch(rf"Player {number} starting position: ([1-9]|10)", line)
        if not match:
            expected = f"'Player {number} starting position: ' and a space from 1 to 10"
            raise ValueError(f"line {number}: expected {expected}, got {line!r}")
        players.append(int(match[1]))
    if len(lines) > 2:
        raise ValueError(f"line 3: expected no more than two players, got {lines[2]!r}")
    return tuple(players)


def part1(
    players: Players, *, target: int = 1000, board: int = 10, sides: int = 100, rolls: int = 3
) -> int:
    """Return the losing score times the number of rolls, with a die that counts up."""
    return race(players, target=target, board=board, sides=sides, rolls=rolls).answer


def part1_simulate(
    players: Players, *, target: int = 1000, board: int = 10, sides: int = 100, rolls: int = 3
) -> int:
    """Play every roll."""
    die = cycle(range(1, sides + 1))
    return play(players, die, target=target, board=board, rolls=rolls).answer


def part2(
    players: Players, *, target: int = 21, board: int = 10, sides: int = 3, rolls: int = 3
) -> int:
    """Return in how many universes the player wins who wins in more of them."""
    return max(universes(players, target=target, board=board, sides=sides, rolls=rolls))


def part2_memo(
    players: Players, *, target: int = 21, board: int = 10, sides: int = 3, rolls: int = 3
) -> int:
    """Recurse over spaces and scores, remembering what was counted already."""
    sums = dice_sums(sides, rolls)

    @cache
    def wins(places: Players, scores: tuple[int, ...]) -> tuple[int, ...]:
        """Count wins from the side of the player to move, who comes first."""
        total = [0] * len(places)
        for moved, ways in sums.items():
            place = (places[0] + moved - 1) % board + 1
            score = scores[0] + place
            if score >= target:
                total[0] += ways
                continue
            *others, mover = wins((*places[1:], place), (*scores[1:], score))
            for player, won in enumerate((mover, *others)):
                total[player] += ways * won
        return tuple(total)

    return max(wins(players, (0,) * len(players)))


def part2_states(
    players: Players, *, target: int = 21, board: int = 10, sides: int = 3, rolls: int = 3
) -> int:
    """Push every state that can occur, with its number of universes, forward turn by turn."""
    sums = dice_sums(sides, rolls)
    won = [0] * len(players)
    states = Counter({(players, (0,) * len(players)): 1})
    for player in cycle(range(len(players))):
        if not states:
            break
        after: Counter[tuple[Players, tuple[int, ...]]] = Counter()
        for (places, scores), universes in states.items():
            for moved, ways in sums.items():
                place = (places[player] + moved - 1) % board + 1
                score = scores[player] + place
                if score >= target:
                    won[player] += universes * ways
                else:
                    moved_to = (*places[:player], place, *places[player + 1 :])
                    scored = (*scores[:player], score, *scores[player + 1 :])
                    after[moved_to, scored] += universes * ways
        states = after
    return max(won)


def play(
    players: Players, die: Iterator[int], *, target: int = 1000, board: int = 10, rolls: int = 3
) -> Game:
    """Play with any die: an iterator of as many rolls as the game may take."""
    places, scores = list(players), [0] * len(players)
    tell = logger.isEnabledFor(logging.INFO)
    for turn in count():
        player = turn % len(players)
        rolled = list(islice(die, rolls))
        places[player] = place = (places[player] + sum(rolled) - 1) % board + 1
        scores[player] = score = scores[player] + place
        if tell:
            total = "final score," if score >= target else "total score of"
            logger.info(
                f"Player {player + 1} rolls {'+'.join(map(str, rolled))} "
                f"and moves to space {place} for a {total} {score}."
            )
        if score >= target:
            return Game(player + 1, tuple(scores), tuple(places), (turn + 1) * rolls)
    raise AssertionError("a game ends")


def race(
    players: Players, *, target: int = 1000, board: int = 10, sides: int = 100, rolls: int = 3
) -> Game:
    """Find the end of a game with a die that counts from 1 to `sides` and starts over."""
    step = len(players) * rolls
    tracks = []
    for player, place in enumerate(players):
        first = player * rolls
        if sides % board == 0:
            # Modulo the board, the die never starts over: each sum is as much above the last.
            move, more = rolls * first + rolls * (rolls + 1) // 2, rolls * step
            moves = [*range(move, move + board // gcd(board, more) * more, more)]
        else:
            period = sides // gcd(sides, step)
            starts = range(first, first + period * step, step)
            moves = [sum(roll % sides + 1 for roll in range(at, at + rolls)) for at in starts]
        moves *= board // gcd(board, sum(moves))
        places = [(at - 1) % board + 1 for at in accumulate(moves, initial=place)]
        tracks.append((places, [*accumulate(places[1:], initial=0)]))

    finish = []
    for player, (_, scores) in enumerate(tracks):
        cycles, rest = divmod(target - 1, scores[-1])
        finish.append((cycles * (len(scores) - 1) + bisect_right(scores, rest), player))
    last, winner = min(finish)
    final_scores, final_places = [], []
    for player, (places, scores) in enumerate(tracks):
        cycles, rest = divmod(last - (player > winner), len(places) - 1)
        final_scores.append(cycles * scores[-1] + scores[rest])
        final_places.append(places[rest])
    rolled = ((last - 1) * len(players) + winner + 1) * rolls
    return Game(winner + 1, tuple(final_scores), tuple(final_places), rolled)


def universes(
    players: Players, *, target: int = 21, board: int = 10, sides: int = 3, rolls: int = 3
) -> tuple[int, ...]:
    """Count the universes in which each player wins, with a die that splits into `sides`."""
    split = sides**rolls
    wins = [0] * len(players)
    unfinished = [1] * len(players)
    turns = finishes(target=target, board=board, sides=sides, rolls=rolls)
    while all(unfinished):
        finishing = next(turns)
        # In turn order: who came before has moved this turn, who comes after has not.
        for player, place in enumerate(players):
            ways = finishing[place - 1]
            wins[player] += ways * prod(unfinished[:player]) * prod(unfinished[player + 1 :])
            unfinished[player] = unfinished[player] * split - ways
    return tuple(wins)


def finishes(
    *, target: int = 21, board: int = 10, sides: int = 3, rolls: int = 3
) -> Iterator[list[int]]:
    """Yield for turn 1, 2, ... in how many ways a lone player finishes just then, from each space.

    Worked out backward: the ways from a space with a score, a lane of bits per score, are the
    sum of the ways from the spaces that the die can lead to, with the higher score there.
    """
    lane = target * (sides**rolls).bit_length()  # every turn scores, so there are `target` at most
    ones = (1 << lane) - 1
    finished = sum(1 << lane * score for score in range(target, target + board))
    unfinished = (1 << lane * target) - 1
    spaces = [finished >> lane * space & unfinished for space in range(1, board + 1)]
    reach = board + sides
    while True:
        for _ in range(rolls):
            upto = [*accumulate((spaces * (reach // board + 1))[:reach], initial=0)]
            spaces = [*map(sub, upto[sides + 1 :], upto[1:])]
        yield [ways & ones for ways in spaces]
        spaces = [ways >> lane * space for space, ways in enumerate(spaces, 1)]


def dice_sums(sides: int, rolls: int) -> Counter[int]:
    """Count how often each sum comes up when a die with `sides` is rolled `rolls` times."""
    return Counter(map(sum, product(range(1, sides + 1), repeat=rolls)))
