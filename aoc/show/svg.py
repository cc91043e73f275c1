"""A show as an SVG file, still or moving: no script, nothing from elsewhere, light and dark.

A moving one is drawn once: the changes of each frame are laid over the frames before, and are
visible from its time on (CSS). Where a reader's system asks for less motion, all are, so that the
last frame is seen. Text stays text. The layout is also that of a GIF file.
"""

from __future__ import annotations

from array import array
from base64 import b64encode
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import NamedTuple

from aoc.files import MARK
from aoc.render.format import make_environment
from aoc.show.recording import TimedFrame, png_of
from aoc.text import columns_of

LIGHT = {"paper": "#fbfbf9", "ink": "#24292f", "muted": "#5e6670"}
DARK = {"paper": "#1c2128", "ink": "#d6dce3", "muted": "#969faa"}
"""The colors around a grid."""
SANS = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"
BASELINE = 0.78
"""How far the line on which letters stand is below the top of their line, for lines of height 1."""
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
        """Return the lines of a caption; one that is too long for them is cut."""
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
    fitting = min(LARGEST[0] / (WIDE * columns), LARGEST[1] / (LINE * rows))
    letters = max(LETTERS[0], min(LETTERS[1], int(fitting)))
    # Whole pixels, so that all characters of a picture look alike.
    return CellGrid(
        columns, rows, round(WIDE * letters), round(LINE * letters), letters
    )


Element = tuple[str, int, float, int, int, str]
"""A cover, a text or pixels: its kind, left, top, width, height and content.

The top of a text is its base line, and its height the size of its letters.
"""


def svg_of(frames: Sequence[TimedFrame], title: str) -> str:
    """Return an SVG file of some frames; the group of each has its number as `kN`."""
    layout = layout_of(frames)
    groups = []
    begins = 0.0
    for number, (before, one) in enumerate(zip([None, *frames], frames, strict=False)):
        is_new = before is None or before.caption != one.caption
        caption = layout.caption(one) if is_new else None
        if (elements := [*grid_changes(one, before, layout)]) or is_new:
            groups.append((number, begins, elements, caption))
        begins += one.seconds
    looks = {"dark": DARK, "light": LIGHT, "mark": MARK, "sans": SANS, "margin": MARGIN}
    looks |= {
        "caption_size": CAPTION,
        "caption_line": CAPTION_LINE,
        "baseline": BASELINE,
    }
    template = make_environment("aoc.show", "").get_template("show.svg")
    return f"{template.render(looks, title=title, layout=layout, groups=groups, seconds=begins)}\n"


def grid_changes(
    one: TimedFrame, before: TimedFrame | None, layout: Layout
) -> Iterator[Element]:
    """Yield the elements that change the grid of the frame before, if any, into that of another."""
    grid, wide, high = (
        layout.grid(one),
        layout.grid(one).cell_width,
        layout.grid(one).cell_height,
    )
    if before is None or shape_of(before) != shape_of(one):
        size = layout.width - 2 * MARGIN, layout.caption_top - 2 * MARGIN
        yield "cover", MARGIN, MARGIN, *size, ""
        before = None
    if one.is_text:
        lines = before.frame.lines if before else []
        for number, (there, line) in enumerate(
            zip_longest(lines, one.frame.lines, fillvalue="")
        ):
            top, text = grid.top + number * high, line.lstrip(" ")
            if there and there != line:
                yield "cover", grid.left, top, columns_of(there) * wide, high, ""
            if text and there != line:
                left = grid.left + (len(line) - len(text)) * wide
                size = columns_of(text) * wide, grid.letters
                yield "text", left, top + BASELINE * high, *size, text
    elif (pixels := one.pixels) != (
        old := before.pixels if before else bytes(len(pixels))
    ):
        # A cell is transparent where it is as in the frame before.
        pairs = zip(
            memoryview(pixels).cast("I"), memoryview(old).cast("I"), strict=True
        )
        cells = array("I", [new if new != there else 0 for new, there in pairs])
        size = one.frame.width * wide, one.frame.height * high
        png = b64encode(png_of(*one.frame[1:3], cells.tobytes())).decode()
        yield "pixels", grid.left, grid.top, *size, png


def shape_of(one: TimedFrame) -> tuple[object, ...]:
    """Return the values that are equal if one frame can be drawn over another."""
    return one.part, one.is_text or one.frame[1:3]
