"""The show of day 13: the transparent paper turns over at each fold, until the dots are letters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from days.year2021.day13 import Dots, Folds, Paper, fold

Floats = npt.NDArray[np.float64]
Pixels = npt.NDArray[np.uint8]

VIEW = (160, 110)
"""The width and the height of the frames, in pixels."""

PAPER_COLOR = (240, 232, 215)
FLAP_COLOR = (225, 213, 190)
BLUE = (35, 60, 120)
RED = (200, 80, 50)


class Flap(NamedTuple):
    """The paper beyond a crease on an axis, flat at a turn of 1, upright at 0, flat over at -1."""

    axis: int
    crease: int
    turn: float

    def seen(self, places: Floats) -> Floats:
        """Return where places on the flap are seen, all along the axis."""
        return self.crease + (places - self.crease) * self.turn


class Canvas(NamedTuple):
    """The pixels of a frame, how many of them a place on the paper has, and where place 0, 0 is."""

    pixels: Pixels
    scale: float
    corner: Floats


def show1(paper: Paper) -> Iterator[tuple[Pixels, str]]:
    """Show how a half of the transparent paper turns over the other one in the first fold."""
    yield from turn_over(paper, paper.folds[:1], 60)


def show2(paper: Paper) -> Iterator[tuple[Pixels, str]]:
    """Show all folds one after another, nearer and nearer, until the dots are letters."""
    yield from turn_over(paper, paper.folds, max(1, min(20, 240 // len(paper.folds))))


def turn_over(paper: Paper, folds: Folds, frames: int) -> Iterator[tuple[Pixels, str]]:
    """Yield pictures of the paper, so many for each fold, and one after the last.

    Dots on the flap that turns over are red, the others blue.
    """
    dots = paper.dots
    size = size_of(paper)
    for number, (axis, crease) in enumerate(folds, 1):
        place = f"{'xy'[axis]}={crease}"
        caption = f"fold {number} of {len(folds)} along {place}: {dots.shape[1]} dots, red moving"
        after = size.copy()
        after[axis] = crease
        for frame in range(frames):
            progress = frame / frames
            # The view shrinks from the paper before the fold to the paper after it.
            view = size * (after / size) ** progress
            flap = Flap(axis, crease, np.cos(np.pi * progress))
            yield picture(dots, size, flap, view), caption
        dots = np.unique(fold(dots, axis, crease), axis=1)
        size = after
    # The crease is at the end of the paper.
    no_flap = Flap(0, int(size[0]), 1)
    yield picture(dots, size, no_flap, size), f"{dots.shape[1]} dots are visible"


def size_of(paper: Paper) -> Floats:
    """Return the width and the height of the paper before all folds."""
    size: Floats = paper.dots.max(axis=1) + 1.0
    # The paper is twice as large as its first crease on each axis. The folds are reversed, so that
    # this crease is stored last, and stays.
    for axis, crease in reversed(paper.folds):
        size[axis] = 2 * crease + 1
    return size


def picture(dots: Dots, size: Floats, flap: Flap, view: Floats) -> Pixels:
    """Return a frame of paper of this size, with so much of it in view."""
    scale = np.min(VIEW / view)
    pixels = np.full((VIEW[1], VIEW[0], 3), 45, np.uint8)
    canvas = Canvas(pixels, scale, corner=(VIEW - view * scale) / 2)
    draw_sheets(canvas, size, flap)
    draw_dots(canvas, dots, flap)
    return pixels


def draw_sheets(canvas: Canvas, size: Floats, flap: Flap) -> None:
    """Draw the paper before the crease, and then the flap."""
    # The place 0, 0 and the place at the other end: [end, axis].
    kept = np.array([[0, 0], size])
    kept[1, flap.axis] = flap.crease
    over = np.array([[0, 0], size])
    over[:, flap.axis] = sorted((flap.crease, flap.seen(size)[flap.axis]))
    for sheet, shade in ((kept, PAPER_COLOR), (over, FLAP_COLOR)):
        ends = np.rint(canvas.corner + sheet * canvas.scale)
        (left, top), (right, bottom) = ends.astype(int).clip(0)
        canvas.pixels[top:bottom, left:right] = shade


def draw_dots(canvas: Canvas, dots: Dots, flap: Flap) -> None:
    """Draw the dots, red on the flap."""
    on_flap = dots[flap.axis] > flap.crease
    places = dots.astype(float)
    places[flap.axis, on_flap] = flap.seen(places[flap.axis, on_flap])
    columns, rows = (canvas.corner[:, None] + places * canvas.scale).astype(int)
    colors = np.where(on_flap[:, None], RED, BLUE)
    side = max(1, int(canvas.scale))
    for row, column, color in zip(rows, columns, colors, strict=True):
        canvas.pixels[row : row + side, column : column + side] = color
