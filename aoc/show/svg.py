"""A show as an SVG file, still or moving: no script, nothing from elsewhere, light and dark.

A moving one is drawn once: the changes of each frame are laid over the frames before, and are
visible from its time on (CSS). Where a reader's system asks for less motion, all are, so that the
last frame is seen. Text stays text. A GIF file has the same layout.
"""

from __future__ import annotations

from array import array
from base64 import b64encode
from collections import defaultdict
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
CAPTION_LETTER = 8
"""Pixels that a letter of a caption takes at most, on average."""
MOST_CAPTION_LINES = 3
LETTER_WIDTH = 0.6
"""How wide a character of a text is, for letters of size 1."""
LETTER_LINE = 1.2
"""How far lines are apart, for letters of size 1."""
LEAST_LETTERS = 8
"""The smallest size of the letters of a text, in pixels."""
MOST_LETTERS = 22
"""The largest size of the letters of a text, in pixels."""
LARGEST_TEXT = (960, 720)
"""The width and the height that a text should have at most, in pixels."""
LARGEST_GRID = (640, 480)
"""The same for a grid of pixels, whose size makes a GIF large."""
MOST_ZOOM = 32
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

    @property
    def width(self) -> int:
        """The width in pixels."""
        return self.columns * self.cell_width

    @property
    def height(self) -> int:
        """The height in pixels."""
        return self.rows * self.cell_height


class Layout(NamedTuple):
    """The size of a picture, in pixels; the grids of each show, and the top of the caption.

    A show has a grid for its texts and one for its other frames.
    """

    width: int
    height: int
    grids: dict[tuple[int, bool], CellGrid]
    caption_top: int

    def grid(self, frame: TimedFrame) -> CellGrid:
        """Return the grid of a frame."""
        return self.grids[frame.part, frame.is_text]

    def caption(self, frame: TimedFrame) -> list[str]:
        """Return the lines of a caption; one that is too long for them is cut."""
        letters = (self.width - 2 * MARGIN) // CAPTION_LETTER
        return wrap(
            frame.caption, letters, max_lines=MOST_CAPTION_LINES, placeholder="…"
        )


def layout_of(frames: Sequence[TimedFrame]) -> Layout:
    """Return the layout of a picture that has room for each of some frames.

    All grids of a show have cells of the same size, which are as large as there is room for.
    """
    sizes: defaultdict[tuple[int, bool], list[tuple[int, int]]] = defaultdict(list)
    for timed in frames:
        sizes[timed.part, timed.is_text].append(timed.frame.size)
    grids: dict[tuple[int, bool], CellGrid] = {}
    for key, sizes_of_show in sizes.items():
        # An empty frame has no columns, but a grid has a place.
        columns = max(1, *(width for width, _ in sizes_of_show))
        rows = max(1, *(height for _, height in sizes_of_show))
        grids[key] = grid_of(columns, rows, is_text=key[1])
    width = max(NARROWEST, *(grid.width for grid in grids.values()))
    height = max(grid.height for grid in grids.values())
    for key, grid in grids.items():
        # Smaller grids stand in the middle of the room for the largest.
        left = MARGIN + (width - grid.width) // 2
        top = MARGIN + (height - grid.height) // 2
        grids[key] = grid._replace(left=left, top=top)
    layout = Layout(width + 2 * MARGIN, 0, grids, height + 2 * MARGIN)
    # How many lines a caption takes depends on the width, and the height on the lines.
    lines = max(len(layout.caption(timed)) for timed in frames)
    below = lines * CAPTION_LINE + MARGIN if lines else 0
    return layout._replace(height=layout.caption_top + below)


def grid_of(columns: int, rows: int, *, is_text: bool) -> CellGrid:
    """Return a grid with cells that are as large as there is room for."""
    # A cell of a picture is a square of whole pixels, so that its edges are sharp.
    if not is_text:
        most_width, most_height = LARGEST_GRID
        fitting_zoom = min(most_width // columns, most_height // rows)
        zoom = max(1, min(MOST_ZOOM, fitting_zoom))
        return CellGrid(columns, rows, zoom, zoom)
    most_width, most_height = LARGEST_TEXT
    fitting = min(
        most_width / (LETTER_WIDTH * columns), most_height / (LETTER_LINE * rows)
    )
    letters = max(LEAST_LETTERS, min(MOST_LETTERS, int(fitting)))
    # Whole pixels, so that all characters of a picture look alike.
    cell_width = round(LETTER_WIDTH * letters)
    cell_height = round(LETTER_LINE * letters)
    return CellGrid(columns, rows, cell_width, cell_height, letters)


class Element(NamedTuple):
    """A cover, a text or pixels, at a place in a picture.

    The top of a text is its base line, and its height the size of its letters.
    """

    shape: str
    left: int
    top: float
    width: int
    height: int
    content: str = ""


class Group(NamedTuple):
    """The changes of a frame, by its number, that become visible after so many seconds.

    `caption` is `None` if the frame before has the same.
    """

    number: int
    begins: float
    elements: Sequence[Element]
    caption: Sequence[str] | None


def svg_of(frames: Sequence[TimedFrame], title: str) -> str:
    """Return an SVG file of some frames; the group of each has its number as `kN`."""
    layout = layout_of(frames)
    groups = []
    before = None
    begins = 0.0
    for number, timed in enumerate(frames):
        caption = None
        if before is None or before.caption != timed.caption:
            caption = layout.caption(timed)
        elements = [*grid_changes(timed, before, layout)]
        # A frame that changes nothing is only time for the frame before.
        if elements or caption is not None:
            groups.append(Group(number, begins, elements, caption))
        before = timed
        begins += timed.seconds
    template = make_environment("aoc.show", "").get_template("show.svg")
    svg = template.render(
        dark=DARK,
        light=LIGHT,
        mark=MARK,
        sans=SANS,
        margin=MARGIN,
        caption_size=CAPTION,
        caption_line=CAPTION_LINE,
        baseline=BASELINE,
        title=title,
        layout=layout,
        groups=groups,
        seconds=begins,
    )
    return f"{svg}\n"


def grid_changes(
    timed: TimedFrame, before: TimedFrame | None, layout: Layout
) -> Iterator[Element]:
    """Yield the elements that change the grid of the frame before, if any, into the next grid."""
    grid = layout.grid(timed)
    # Over nothing, or over a frame of another shape, all of it is drawn.
    if before is None or shape_of(before) != shape_of(timed):
        width = layout.width - 2 * MARGIN
        height = layout.caption_top - 2 * MARGIN
        yield Element("cover", MARGIN, MARGIN, width, height)
        before = None
    if timed.is_text:
        lines = before.frame.lines if before else []
        yield from line_changes(timed.frame.lines, lines, grid)
    else:
        pixels = before.pixels if before else b""
        yield from pixel_changes(timed, pixels, grid)


def line_changes(
    lines: Sequence[str], before: Sequence[str], grid: CellGrid
) -> Iterator[Element]:
    """Yield the elements that change the lines before into others."""
    for number, (line, old) in enumerate(zip_longest(lines, before, fillvalue="")):
        if line == old:
            continue
        top = grid.top + number * grid.cell_height
        if old:
            width = columns_of(old) * grid.cell_width
            yield Element("cover", grid.left, top, width, grid.cell_height)
        # Blanks at the start are no text: a program may show several of them as one.
        text = line.lstrip(" ")
        if text:
            left = grid.left + (len(line) - len(text)) * grid.cell_width
            base = top + BASELINE * grid.cell_height
            width = columns_of(text) * grid.cell_width
            yield Element("text", left, base, width, grid.letters, text)


def pixel_changes(
    timed: TimedFrame, before: bytes, grid: CellGrid
) -> Iterator[Element]:
    """Yield the picture of the pixels that differ from those before, if there were any."""
    pixels = timed.pixels
    if pixels == before:
        return
    if before:
        # A cell is transparent where it is as in the frame before: four zeros. There may be 250,000
        # cells, so each is compared as one number.
        pairs = zip(
            memoryview(pixels).cast("I"), memoryview(before).cast("I"), strict=True
        )
        cells = array("I", [new if new != old else 0 for new, old in pairs])
        pixels = cells.tobytes()
    columns, rows = timed.frame.size
    png = b64encode(png_of(columns, rows, pixels)).decode()
    width = columns * grid.cell_width
    height = rows * grid.cell_height
    yield Element("pixels", grid.left, grid.top, width, height, png)


def shape_of(timed: TimedFrame) -> tuple[object, ...]:
    """Return the values that are equal if one frame can be drawn over another."""
    # Each line of a text is drawn alone, so their number and length do not matter.
    if timed.is_text:
        return timed.part, "text"
    return timed.part, timed.frame.size
