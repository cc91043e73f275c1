"""Where things stand in a picture file: the grid of cells, and the caption below, with margins."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from aoc.show.timed_frames import TimedFrame

MARGIN = 16
"""Pixels around everything, and between the grid and the caption."""
CAPTION = 13
"""The size of the letters of a caption, in pixels."""
CAPTION_LINE = 20
"""Pixels from one line of a caption to the next."""
CAPTION_WIDE = 8
"""Pixels that a letter of a caption takes at most, on average."""
MOST_LINES = 3
WIDE, LINE = 0.6, 1.2
"""How wide a character of a text is, and how far lines are apart, for letters of size 1."""
LETTERS = (8, 22)
"""The smallest and the largest size of the letters of a text, in pixels."""
LARGEST = (960, 720)
"""The width and the height that a text should have at most, in pixels."""
LARGEST_GRID = (640, 480)
"""Those of a grid of pixels, whose size makes a GIF large."""
ZOOM = 32
"""The most pixels that the side of a cell has."""
NARROWEST = 360
"""The least width of a grid, so that a caption has room."""


class CellGrid(NamedTuple):
    """Where the frames of a show stand, in pixels: `cell_width` and `cell_height` are of a cell.

    A cell of a text has one character, whose letters have the size `letters`.
    """

    columns: int
    rows: int
    cell_width: int
    cell_height: int
    letters: int = 0
    left: int = MARGIN
    top: int = MARGIN


class Layout(NamedTuple):
    """The size of a picture, in pixels; the grids of each show, and the top of the caption.

    A show has a grid for its texts and one for its other frames.
    """

    width: int
    height: int
    grids: dict[tuple[int, bool], CellGrid]
    caption_top: int

    def grid(self, one: TimedFrame) -> CellGrid:
        """Return the grid of a frame."""
        return self.grids[one.part, one.is_text]

    def caption(self, one: TimedFrame) -> list[str]:
        """Return the lines of a caption; what is too long for them is cut."""
        letters = (self.width - 2 * MARGIN) // CAPTION_WIDE
        return wrap(one.caption, letters, max_lines=MOST_LINES, placeholder="…")


def layout_of(frames: Sequence[TimedFrame]) -> Layout:
    """Return the layout of a picture that has room for each of some frames.

    All grids of a show have cells of the same size, which are as large as there is room for.
    """
    grids: dict[tuple[int, bool], CellGrid] = {}
    for key in {(one.part, one.is_text) for one in frames}:
        shown = [one.frame for one in frames if (one.part, one.is_text) == key]
        columns = max(1, *(frame.width for frame in shown))
        rows = max(1, *(frame.height for frame in shown))
        grids[key] = grid_of(columns, rows, is_text=key[1])
    width = max(NARROWEST, *(grid.columns * grid.cell_width for grid in grids.values()))
    height = max(grid.rows * grid.cell_height for grid in grids.values())
    for key, grid in grids.items():
        left = MARGIN + (width - grid.columns * grid.cell_width) // 2
        top = MARGIN + (height - grid.rows * grid.cell_height) // 2
        grids[key] = grid._replace(left=left, top=top)
    layout = Layout(width + 2 * MARGIN, 0, grids, height + 2 * MARGIN)
    lines = max(len(layout.caption(one)) for one in frames)
    below = lines * CAPTION_LINE + MARGIN if lines else 0
    return layout._replace(height=layout.caption_top + below)


def grid_of(columns: int, rows: int, *, is_text: bool) -> CellGrid:
    """Return a grid with cells that are as large as there is room for."""
    if not is_text:
        zoom = max(1, min(ZOOM, LARGEST_GRID[0] // columns, LARGEST_GRID[1] // rows))
        return CellGrid(columns, rows, zoom, zoom)
    smallest, largest = LETTERS
    fitting = min(LARGEST[0] / (WIDE * columns), LARGEST[1] / (LINE * rows))
    letters = max(smallest, min(largest, int(fitting)))
    # Whole pixels, so that all characters of a picture look alike.
    return CellGrid(columns, rows, round(WIDE * letters), round(LINE * letters), letters)
