"""Day 21: Dirac Dice.

Dynamic programming counts the finishing turns of each player separately.
That is possible, since a player never changes what the other one does, except by winning first:
only the turns at which the players reach the target are compared.

A player wins at turn t in the universes in which it reaches the target exactly then, times
those in which the others have not reached it yet. Both numbers follow from the ways to reach the
target in t turns. These are counted backward from the target, for all spaces and all scores at
once: each space of the board has one long integer with some bits for each score (bit lanes). Then a
roll of the die adds such integers up, and scoring shifts them.

Part 1 plays the game, and logs its turns at the level INFO. The game can be played with any die,
board, target and number of rolls; these are parameters. The board is a circle, so a player who
starts on space 8 of a board with 6 spaces is on space 2.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import accumulate, count, cycle, islice, product
from math import cos, pi, prod, sin
from operator import sub
from typing import TYPE_CHECKING

from days.lines import checked

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

logger = logging.getLogger(__name__)

COLORS = (255, 170, 60), (235, 110, 200)
"""The colors of the players in a show: orange and pink."""

NIGHT, BOARD, LIGHT = (12, 14, 24), (52, 60, 84), (200, 206, 220)
"""The colors of the background in a show, of what is empty, and of letters."""

Players = tuple[int, ...]
"""The space on which each player stands, in the order of their turns; spaces count from 1."""


def parse(text: str) -> Players:
    """Read the two starting spaces, each from 1 to 10."""
    forms = [
        (
            rf"Player {number} starting position: ([1-9]|10)",
            f"'Player {number} starting position: ' and a space from 1 to 10",
        )
        for number in (1, 2)
    ]
    lines = checked(text, [*forms, ("(?!)", "no more than two players")], least=2)
    return tuple(int(line.split()[-1]) for line in lines)


def part1(
    players: Players, *, target: int = 1000, board: int = 10, sides: int = 100, rolls: int = 3
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
            logger.info(
                f"Player {player + 1} rolls {'+'.join(map(str, rolled))} "
                f"and moves to space {place} for a {total} {score}."
            )
        if score >= target:
            return min(scores) * turn * rolls
    raise AssertionError("every game ends")


def part2(
    players: Players, *, target: int = 21, board: int = 10, sides: int = 3, rolls: int = 3
) -> int:
    """Return the number of universes in which the player wins who wins in more of them."""
    check_rules(target, board, sides, rolls)
    return max(universes(players, target=target, board=board, sides=sides, rolls=rolls))


def part2_memo(
    players: Players, *, target: int = 21, board: int = 10, sides: int = 3, rolls: int = 3
) -> int:
    """Count the universes that follow from each state once, by memoised recursion."""
    check_rules(target, board, sides, rolls)
    totals = map(sum, product(range(1, sides + 1), repeat=rolls))
    moves = Counter(total % board for total in totals)

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


def show1(players: Players) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Show both pawns on the circular board, the die in its middle, and the scores, turn by turn.

    Two bars race to 1,000. The first player is orange, the second one pink.
    """
    import numpy as np

    from days.letters import write

    places, scores = [*players], [0, 0]
    rolled: list[int] = []
    caption = "the start"
    for rolls in count(3, 3):
        pixels = np.full((41, 80, 3), NIGHT, np.uint8)
        for space in range(1, 11):
            angle = pi * space / 5
            x, y = round(22 + 18 * sin(angle)), round(20 - 16 * cos(angle))
            pixels[y - 3 : y + 4, x - 4 : x + 5] = BOARD
            here = [color for color, place in zip(COLORS, places, strict=True) if place == space]
            for pawn, color in enumerate(here):
                pixels[y - 3 : y + 4, x - 4 + 5 * pawn : x + 5] = color
            write(pixels, x - 2 * len(str(space)) + 1, y - 2, space, NIGHT if here else LIGHT)
        for line, roll in enumerate(rolled):
            write(pixels, 23 - 2 * len(str(roll)), 12 + 6 * line, roll, LIGHT)
        for player, score in enumerate(scores):
            draw_bar(pixels, player, score, score / 1000)
        yield pixels, caption
        if max(scores) >= 1000:
            break
        rolled = [roll % 100 + 1 for roll in range(rolls - 3, rolls)]
        player = (rolls // 3 - 1) % 2
        places[player] = place = (places[player] + sum(rolled) - 1) % 10 + 1
        scores[player] += place
        caption = f"roll {rolls}: player {player + 1} moves {sum(rolled)} to {place}"
        if scores[player] >= 1000:
            product = f"{min(scores)} x {rolls} = {min(scores) * rolls}"
            caption = f"player {player + 1} wins after {rolls} rolls: {product}"


def show2(players: Players) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Show how the universes spread over both scores, roll by roll, on a log scale.

    Player 1 scores downward and player 2 to the right. The universes that still play are blue. They
    end beyond the lines at 21: player 1 wins below, in orange, and player 2 beside, in pink. The
    bars have the shares of the universes that each player has won, with their numbers.
    """
    import numpy as np

    from days.letters import write

    # By the spaces of both players, and then by their scores.
    playing = np.zeros((10, 10, 31, 31), np.int64)
    playing[players[0] - 1, players[1] - 1, 0, 0] = 1
    won = np.zeros((31, 31), np.int64)
    colors = np.full((31, 31, 3), (90, 160, 255))
    colors[21:], colors[:, 21:], colors[21:, 21:] = *COLORS, 0

    def frame(moment: str) -> tuple[npt.NDArray[np.uint8], str]:
        pixels = np.full((41, 80, 3), NIGHT, np.uint8)
        level = np.log1p(won + playing.sum((0, 1)))[..., None] / 33
        cells = (np.where(level, 0.3 + 0.9 * level**2, 0.15) * colors).clip(0, 255)
        pixels[8:40, 9:41] = np.insert(np.insert(cells, 21, LIGHT, 0), 21, LIGHT, 1)
        for score in (0, 10, 20):
            write(pixels, 9 + score - len(str(score)), 2, score, LIGHT)
            write(pixels, 8 - 4 * len(str(score)), 6 + score, score, LIGHT)
        write(pixels, 0, 35, "P1", COLORS[0])
        write(pixels, 35, 2, "P2", COLORS[1])
        wins = int(won[21:].sum()), int(won[:, 21:].sum())
        for player, number in enumerate(wins):
            text = f"{number:.1e}".replace("e+", "E") if number > 9999 else str(number)
            draw_bar(pixels, player, text, number / max(1, sum(wins)))
        return pixels, f"{moment}: {playing.sum()} play, won {wins[0]} and {wins[1]}"

    yield frame("the start")
    for turn in count(1):
        if not playing.any():
            break
        player = (turn - 1) % 2
        for roll in range(1, 4):
            playing = np.sum([np.roll(playing, side, player) for side in (1, 2, 3)], 0)
            if roll == 3:
                for space, universes in enumerate(playing.swapaxes(0, player), 1):
                    universes[:] = np.roll(universes, space, player + 1)
                ended = playing.sum((0, 1))
                ended[:21, :21] = 0
                won += ended
                playing[..., 21:, :] = playing[..., 21:] = 0
            yield frame(f"turn {turn}, roll {roll}")


def draw_bar(pixels: npt.NDArray[np.uint8], player: int, text: str | int, share: float) -> None:
    """Draw a text about a player on the right, and below it a bar of a share from 0 to 1."""
    from days.letters import write

    top, end = 8 + 17 * player, 46 + round(33 * min(1.0, share))
    write(pixels, 46, top, f"P{player + 1}", COLORS[player])
    write(pixels, 80 - 4 * len(str(text)), top, text, COLORS[player])
    pixels[top + 7 : top + 11, 46:79] = BOARD
    pixels[top + 7 : top + 11, 46:end] = COLORS[player]


def check_rules(target: int, board: int, sides: int, rolls: int) -> None:
    """Raise `ValueError` if one of the numbers is below 1, with which no game can be played."""
    rules = {"target": target, "board": board, "sides": sides, "rolls": rolls}
    for name, value in rules.items():
        if value < 1:
            raise ValueError(f"expected {name} to be 1 or more, got {value}")


def universes(
    players: Players, *, target: int = 21, board: int = 10, sides: int = 3, rolls: int = 3
) -> tuple[int, ...]:
    """Count the universes in which each player wins: every roll makes `sides` of one."""
    split = sides**rolls
    wins = [0] * len(players)
    unfinished = [1] * len(players)
    turns = finishes(target=target, board=board, sides=sides, rolls=rolls)
    starts = [(place - 1) % board for place in players]
    while all(unfinished):
        finishing = next(turns)
        # Players who come before this one have moved in this turn already, the others have not.
        for player, start in enumerate(starts):
            ways = finishing[start]
            wins[player] += ways * prod(unfinished[:player]) * prod(unfinished[player + 1 :])
            unfinished[player] = unfinished[player] * split - ways
    return tuple(wins)


def finishes(
    *, target: int = 21, board: int = 10, sides: int = 3, rolls: int = 3
) -> Iterator[list[int]]:
    """Yield for turn 1, 2, ... in how many ways one player finishes exactly then, from each space.

    These are counted backward. The integer of a space has a lane of bits for each score, with the
    number of ways to finish from there. It is the sum of the integers of all spaces to which the
    die can lead, shifted by what is scored there.
    """
    lane = target * (sides**rolls).bit_length()  # a game has at most `target` turns, as each scores
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
