"""The show of day 21: two pawns race around the board, and universes spread over both scores."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import cos, pi, sin

import numpy as np
import numpy.typing as npt

from days.letters import write
from days.year2021.day21 import Players

COLORS = (255, 170, 60), (235, 110, 200)
"""The colors of the players: orange and pink."""

NIGHT, BOARD, LIGHT = (12, 14, 24), (52, 60, 84), (200, 206, 220)
"""The colors of the background, of what is empty, and of letters."""


def show1(players: Players) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Show both pawns on the circular board, the die in its middle, and the scores, turn by turn.

    Two bars race to 1,000. The first player is orange, the second one pink.
    """
    places, scores = [*players], [0, 0]
    rolled: list[int] = []
    caption = "the start"
    for rolls in count(3, 3):
        pixels = np.full((41, 80, 3), NIGHT, np.uint8)
        for space in range(1, 11):
            angle = pi * space / 5
            x, y = round(22 + 18 * sin(angle)), round(20 - 16 * cos(angle))
            pixels[y - 3 : y + 4, x - 4 : x + 5] = BOARD
            here = [
                color
                for color, place in zip(COLORS, places, strict=True)
                if place == space
            ]
            for pawn, color in enumerate(here):
                pixels[y - 3 : y + 4, x - 4 + 5 * pawn : x + 5] = color
            write(
                pixels,
                x - 2 * len(str(space)) + 1,
                y - 2,
                space,
                NIGHT if here else LIGHT,
            )
        for line, roll in enumerate(rolled):
            write(pixels, 23 - 2 * len(str(roll)), 12 + 6 * line, roll, LIGHT)
        for player, score in enumerate(scores):
            top = 8 + 17 * player
            write(pixels, 46, top - 1, score, COLORS[player])
            draw_bar(pixels, top + 6, 46, player, score / 1000)
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
    bars have the shares of the universes that each player has won.
    """
    # By the spaces of both players, and then by their scores.
    playing = np.zeros((10, 10, 31, 31), np.int64)
    playing[players[0] - 1, players[1] - 1, 0, 0] = 1
    won = np.zeros((31, 31), np.int64)
    colors = np.full((31, 31, 3), (90, 160, 255))
    colors[21:], colors[:, 21:], colors[21:, 21:] = *COLORS, 0

    def frame(moment: str) -> tuple[npt.NDArray[np.uint8], str]:
        pixels = np.full((36, 72, 3), NIGHT, np.uint8)
        level = np.log1p(won + playing.sum((0, 1)))[..., None] / 33
        cells = (np.where(level, 0.3 + 0.9 * level**2, 0.15) * colors).clip(0, 255)
        pixels[2:34, 2:34] = np.insert(np.insert(cells, 21, LIGHT, 0), 21, LIGHT, 1)
        wins = int(won[21:].sum()), int(won[:, 21:].sum())
        for player, number in enumerate(wins):
            draw_bar(pixels, 8 + 12 * player, 38, player, number / max(1, sum(wins)))
        return pixels, f"{moment}: won {wins[0]} and {wins[1]}"

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


def draw_bar(
    pixels: npt.NDArray[np.uint8], top: int, left: int, player: int, share: float
) -> None:
    """Draw a bar of a player's share from 0 to 1, up to two cells before the right side."""
    width = pixels.shape[1] - 2 - left
    pixels[top : top + 8, left : left + width] = BOARD
    pixels[top : top + 8, left : left + round(width * min(1.0, share))] = COLORS[player]
