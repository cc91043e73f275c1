"""Where things stand in a picture: the grid, and the caption below it, with margins."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from aoc.animation.scenes import Scene
from aoc.text import columns_of

MARGIN = 16
"""Pixels around everything, and between the grid and the caption."""
CAPTION = 15
"""The size of the letters of a caption, in pixels."""
CAPTION_LINE = 20
"""Pixels from one line of a caption to the next."""
CAPTION_WIDE = 8.0
"""Pixels that a letter of a caption takes, on average, or a little less."""
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


class Place(NamedTuple):
    """Where the grids of a show stand, in pixels: `cell_width` and `cell_height` are of a cell.

    Of a text, a cell has one character, whose letters have the size `letters`.
    """

    left: float
    top: float
    cell_width: float
    cell_height: float
    letters: int


class Layout(NamedTuple):
    """The size of a picture, in pixels; where each show stands in it, and the first caption line.

    A show has a place for its texts and one for its other frames.
    """

    width: int
    height: int
    places: dict[tuple[int, bool], Place]
    caption_top: float
    letters_across: int

    def place(self, scene: Scene) -> Place:
        """Return where the grid of a scene stands."""
        return self.places[scene.show, scene.is_text]

    def caption(self, scene: Scene) -> list[str]:
        """Return the lines of a caption; what is too long for them is cut."""
        lines = wrap(scene.caption, self.letters_across)
        if len(lines) <= MOST_LINES:
            return lines
        return [*lines[: MOST_LINES - 1], f"{lines[MOST_LINES - 1][: self.letters_across - 1]}…"]


def layout_of(scenes: Sequence[Scene]) -> Layout:
    """Return the layout of a picture that has room for each of some scenes.

    All grids of a show have cells of the same size, which are as large as there is room for.
    """
    sizes: dict[tuple[int, bool], tuple[int, int]] = {}
    for scene in scenes:
        key = (scene.show, scene.is_text)
        known, frame = sizes.get(key, (1, 1)), scene.frame
        sizes[key] = (max(known[0], frame.width), max(known[1], frame.height))
    cells = {key: cell_of(*size, is_text=key[1]) for key, size in sizes.items()}
    wholes = {
        key: (sizes[key][0] * cell.cell_width, sizes[key][1] * cell.cell_height)
        for key, cell in cells.items()
    }
    width = max([float(NARROWEST), *(across for across, _ in wholes.values())])
    height = max([1.0, *(down for _, down in wholes.values())])
    places = {
        key: cell._replace(left=MARGIN + (width - wholes[key][0]) // 2, top=MARGIN)
        for key, cell in cells.items()
    }
    letters = int(width / CAPTION_WIDE)
    lines = max((len(wrap(scene.caption, letters)) for scene in scenes), default=0)
    below = MARGIN + min(lines, MOST_LINES) * CAPTION_LINE if lines else 0
    whole_width, whole_height = (even(size + 2 * MARGIN) for size in (width, height + below))
    return Layout(whole_width, whole_height, places, MARGIN + height + MARGIN, letters)


def cell_of(width: int, height: int, *, is_text: bool) -> Place:
    """Return the size of a cell in a grid of so many times so many."""
    if is_text:
        smallest, largest = LETTERS
        fitting = min(LARGEST[0] / (WIDE * width), LARGEST[1] / (LINE * height))
        letters = max(smallest, min(largest, int(fitting)))
        # Whole pixels, so that all characters of a picture look alike.
        return Place(0, 0, round(WIDE * letters), round(LINE * letters), letters)
    zoom = max(1, min(ZOOM, LARGEST_GRID[0] // width, LARGEST_GRID[1] // height))
    return Place(0, 0, zoom, zoom, 0)


def even(size: float) -> int:
    """Return a size as an even number of pixels, which videos need."""
    return 2 * -(-int(size + 0.999) // 2)


def pieces_of(line: str) -> list[tuple[int, str]]:
    """Return the parts of a line whose characters are all wide, or all narrow, with the column.

    Blanks at both ends of a part are left out, and so are parts of blanks.
    """
    found: list[tuple[int, str]] = []
    column = 0
    piece = ""
    start = 0
    wide = False
    for character in line:
        columns = columns_of(character)
        if piece and columns and (columns == 2) != wide:
            found.append((start, piece))
            piece = ""
        if not piece:
            start, wide = column, columns == 2
        piece += character
        column += columns
    found.append((start, piece))
    stripped = ((at + len(text) - len(text.lstrip(" ")), text.strip(" ")) for at, text in found)
    return [(at, text) for at, text in stripped if text]
