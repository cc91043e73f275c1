"""The GIF file of a show, drawn by Pillow."""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from aoc.show.recording import TimedFrame
from aoc.text import columns_of

if TYPE_CHECKING:
    from PIL import Image, ImageFont

FONTS = ("DejaVuSansMono.ttf", "LiberationMono-Regular.ttf", "Menlo.ttc", "consola.ttf")
"""Fonts in which all characters are equally wide, on Linux, macOS and Windows."""
PAPER = "#fbfbf9"
INK = "#24292f"
MARGIN = 16
"""Pixels around everything."""
LETTERS = 14
"""The size of letters, in pixels."""
LETTER_WIDTH = 9
LINE_HEIGHT = 18
"""The pixels that a letter takes."""
LARGEST = (640, 480)
"""The width and the height that a picture should have at most, in pixels."""
MOST_ZOOM = 32
"""The most pixels that the side of a cell has."""


class Layout(NamedTuple):
    """The room for the frames of a show, and the side of a cell of its pictures, in pixels."""

    width: int
    height: int
    zoom: int


def gif_of(frames: Sequence[TimedFrame]) -> bytes:
    """Return the GIF file of some frames."""
    layout = layout_of(frames)
    # A GIF counts hundredths of a second. They are rounded up, so that nothing gets faster; from a
    # little less, since 0.1 + 0.2 is more than 0.3.
    lengths = [10 * ceil(100 * timed.seconds - 1e-6) for timed in frames]
    # Pillow asks for one picture after the other: all of them would take much memory.
    pictures = (picture_of(timed, layout) for timed in frames)
    out = io.BytesIO()
    next(pictures).save(
        out, "GIF", save_all=True, append_images=pictures, duration=lengths, loop=0
    )
    return out.getvalue()


def layout_of(frames: Sequence[TimedFrame]) -> Layout:
    """Return the layout that has room for each of some frames."""
    sizes = [timed.frame.size for timed in frames if not timed.is_text]
    columns = max([1, *(width for width, _ in sizes)])
    rows = max([1, *(height for _, height in sizes)])
    # A cell is a square of whole pixels, so that its edges are sharp.
    zoom = max(1, min(MOST_ZOOM, LARGEST[0] // columns, LARGEST[1] // rows))
    width = columns * zoom
    height = rows * zoom
    for timed in frames:
        width = max(width, columns_of(timed.caption) * LETTER_WIDTH)
        if timed.is_text:
            letters, lines = timed.frame.size
            width = max(width, letters * LETTER_WIDTH)
            height = max(height, lines * LINE_HEIGHT)
    return Layout(width, height, zoom)


def picture_of(timed: TimedFrame, layout: Layout) -> Image.Image:
    """Draw a frame, and its caption below it."""
    from PIL import Image, ImageDraw

    size = (layout.width + 2 * MARGIN, layout.height + LINE_HEIGHT + 2 * MARGIN)
    picture = Image.new("RGB", size, PAPER)
    pen = ImageDraw.Draw(picture)
    columns, rows = timed.frame.size
    if timed.is_text:
        for row, line in enumerate(timed.frame.lines):
            pen.text((MARGIN, MARGIN + row * LINE_HEIGHT), line, INK, font())
    elif columns and rows:
        cells = Image.frombytes("RGB", (columns, rows), timed.pixels)
        enlarged = cells.resize(
            (columns * layout.zoom, rows * layout.zoom),
            # The edges of cells stay sharp.
            Image.Resampling.NEAREST,
        )
        picture.paste(enlarged, (MARGIN, MARGIN))
    pen.text((MARGIN, MARGIN + layout.height), timed.caption, INK, font())
    return picture


@cache
def font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return the first of the fonts that this system has, or else Pillow's own."""
    from PIL import ImageFont

    for name in FONTS:
        with suppress(OSError):
            return ImageFont.truetype(name, LETTERS)
    return ImageFont.load_default(LETTERS)
