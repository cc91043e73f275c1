"""The show of day 13: the transparent paper turns over at each fold, until the dots are letters."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from days.year2021.day13 import Folds, Paper, fold

VIEW = (160, 110)
"""The width and the height of the frames, in pixels."""


def show1(paper: Paper) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Show how a half of the transparent paper turns over the other one in the first fold."""
    yield from turn_over(paper, paper.folds[:1], 60)


def show2(paper: Paper) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Show all folds one after another, nearer and nearer, until the dots are letters."""
    yield from turn_over(paper, paper.folds, max(1, min(20, 240 // len(paper.folds))))


def turn_over(
    paper: Paper, folds: Folds, frames: int
) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Yield pictures of the paper, so many for each fold, and one after the last.

    Dots on the flap that turns over are red, the others blue.
    """
    dots = paper.dots
    size = dots.max(axis=1) + 1.0
    # The first fold on each axis is in the middle.
    for axis, crease in reversed(paper.folds):
        size[axis] = 2 * crease + 1

    def picture(
        view: npt.NDArray[np.float64], along: int, crease: int, turn: float
    ) -> npt.NDArray[np.uint8]:
        """Return the paper in the middle of the view, its flap flat at a turn of 1 or -1."""
        scale = np.min(VIEW / view)
        corner = (VIEW - view * scale) / 2
        pixels = np.full((VIEW[1], VIEW[0], 3), 45, np.uint8)
        ends = np.array([[0, 0], size])
        kept, flap = ends.copy(), ends.copy()
        kept[1, along] = crease
        flap[:, along] = sorted((crease, crease + (size[along] - crease) * turn))
        for sheet, shade in ((kept, (240, 232, 215)), (flap, (225, 213, 190))):
            (left, top), (right, bottom) = np.rint(corner + sheet * scale).astype(int).clip(0)
            pixels[top:bottom, left:right] = shade
        moving = dots[along] > crease
        moved = dots.astype(float)
        moved[along, moving] = crease + (dots[along, moving] - crease) * turn
        columns, rows = (corner[:, None] + moved * scale).astype(int)
        colors = np.where(moving[:, None], (200, 80, 50), (35, 60, 120))
        side = max(1, int(scale))
        for row, column, color in zip(rows, columns, colors, strict=True):
            pixels[row : row + side, column : column + side] = color
        return pixels

    for number, (along, crease) in enumerate(folds, 1):
        caption = (
            f"fold {number} of {len(folds)} along {'xy'[along]}={crease}: "
            f"{dots.shape[1]} dots, red moving"
        )
        after = size.copy()
        after[along] = crease
        for frame in range(frames):
            progress = frame / frames
            view = size * (after / size) ** progress
            yield picture(view, along, crease, np.cos(np.pi * progress)), caption
        dots = np.unique(fold(dots, along, crease), axis=1)
        size = after
    yield picture(size, 0, int(size[0]), 1), f"{dots.shape[1]} dots are visible"
