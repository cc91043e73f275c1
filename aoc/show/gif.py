"""The GIF file of a show, drawn by Pillow."""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from aoc.model.frames import TEXT, Frame
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


def gif_of(show: Sequence[TimedFrame]) -> bytes:
    """Return the GIF file of a show."""
    layout = layout_of([timed.frame for timed in show])
    # A GIF counts hundredths of a second. They are rounded up, so that nothing gets faster.
    lengths = [10 * ceil(100 * timed.seconds) for timed in show]
    # Pillow asks for one picture after the other: all of them would take much memory.
    pictures = (picture_of(timed.frame, layout) for timed in show)
    out = io.BytesIO()
    next(pictures).save(
        out, "GIF", save_all=True, append_images=pictures, duration=lengths, loop=0
    )
    return out.getvalue()


def layout_of(frames: Sequence[Frame]) -> Layout:
    """Return the layout that has room for each of some frames."""
    pictures = [frame for frame in frames if frame.content != TEXT]
    columns = max([1, *(frame.width for frame in pictures)])
    rows = max([1, *(frame.height for frame in pictures)])
    # A cell is a square of whole pixels, so that its edges are sharp.
    zoom = max(1, min(MOST_ZOOM, LARGEST[0] // columns, LARGEST[1] // rows))
    width = columns * zoom
    height = rows * zoom
    for frame in frames:
        width = max(width, columns_of(frame.caption) * LETTER_WIDTH)
        if frame.content == TEXT:
            width = max(width, frame.width * LETTER_WIDTH)
            height = max(height, frame.height * LINE_HEIGHT)
    return Layout(width, height, zoom)


def picture_of(frame: Frame, layout: Layout) -> Image.Image:
    """Draw a frame, and its caption below it."""
    from PIL import Image, ImageDraw

    size = (layout.width + 2 * MARGIN, layout.height + LINE_HEIGHT + 2 * MARGIN)
    picture = Image.new("RGB", size, PAPER)
    pen = ImageDraw.Draw(picture)
    if frame.content == TEXT:
        for row, line in enumerate(frame.lines):
            pen.text((MARGIN, MARGIN + row * LINE_HEIGHT), line, INK, font())
    elif frame.cells:
        cells = Image.frombytes("RGB", (frame.width, frame.height), frame.cells)
        enlarged = cells.resize(
            (frame.width * layout.zoom, frame.height * layout.zoom),
            # The edges of cells stay sharp.
            Image.Resampling.NEAREST,
        )
        picture.paste(enlarged, (MARGIN, MARGIN))
    pen.text((MARGIN, MARGIN + layout.height), frame.caption, INK, font())
    return picture


@cache
def font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return the first of the fonts that this system has, or else Pillow's own."""
    from PIL import ImageFont

    for name in FONTS:
        with suppress(OSError):
            return ImageFont.truetype(name, LETTERS)
    return ImageFont.load_default(LETTERS)
