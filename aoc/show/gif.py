"""The GIF file of a show, drawn by Pillow; imported only where one is written."""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from math import ceil

from PIL import Image, ImageDraw, ImageFont, ImageOps

from aoc.show.frames import Frame
from aoc.text import columns_of

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
SIDE = 480
"""The longer side that a picture should have at most, in pixels."""


def gif_of(show: Sequence[Frame]) -> bytes:
    """Return the GIF file of a show."""
    zoom = zoom_of(show)
    width = 0
    height = 0
    for frame in show:
        frame_width, frame_height = size_of(frame, zoom)
        caption_width = columns_of(frame.caption) * LETTER_WIDTH
        width = max(width, frame_width, caption_width)
        height = max(height, frame_height)
    # A GIF counts hundredths of a second. They are rounded up, so that nothing gets faster.
    lengths = [10 * ceil(100 * frame.seconds) for frame in show]
    # Pillow asks for one picture after the other: all of them would take much memory.
    pictures = (picture_of(frame, width, height, zoom) for frame in show)
    out = io.BytesIO()
    next(pictures).save(out, "GIF", save_all=True, append_images=pictures, duration=lengths, loop=0)
    return out.getvalue()


def zoom_of(show: Sequence[Frame]) -> int:
    """Return the side of each cell of a show, in whole pixels, so that its edges are sharp."""
    sides = [max(frame.width, frame.height) for frame in show if not frame.is_text]
    return max(1, SIDE // max(sides, default=1))


def size_of(frame: Frame, zoom: int) -> tuple[int, int]:
    """Return the width and the height of a frame without its caption, in pixels."""
    if frame.is_text:
        return frame.width * LETTER_WIDTH, frame.height * LINE_HEIGHT
    return frame.width * zoom, frame.height * zoom


def picture_of(frame: Frame, width: int, height: int, zoom: int) -> Image.Image:
    """Draw a frame in a picture of a width and a height, and its caption below it."""
    picture = Image.new("RGB", (width, height + LINE_HEIGHT), PAPER)
    pen = ImageDraw.Draw(picture)
    if frame.is_text:
        pen.text((0, 0), frame.data, INK, font())
    else:
        cells = Image.frombytes("RGB", (frame.width, frame.height), frame.cells)
        enlarged = cells.resize(size_of(frame, zoom), Image.Resampling.NEAREST)
        picture.paste(enlarged)
    pen.text((0, height), frame.caption, INK, font())
    return ImageOps.expand(picture, MARGIN, PAPER)


@cache
def font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return the first of the fonts that this system has, or else Pillow's own."""
    for name in FONTS:
        with suppress(OSError):
            return ImageFont.truetype(name, LETTERS)
    return ImageFont.load_default(LETTERS)
