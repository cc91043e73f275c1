"""A show as a GIF file. Drawing it needs Pillow, so this is imported where a GIF is written."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import accumulate, pairwise

from PIL import Image, ImageDraw, ImageFont

from aoc.files import MARK
from aoc.show.layout import CAPTION, CAPTION_LINE, MARGIN, CellGrid, Layout, layout_of
from aoc.show.timed_frames import LIGHT, TimedFrame
from aoc.text import columns_of, columns_of_character

FONTS = ("DejaVuSansMono.ttf", "LiberationMono-Regular.ttf", "Menlo.ttc", "consola.ttf")
"""Fonts in which all characters are equally wide, on Linux, macOS and Windows."""
KEPT = 2000
"""How many lines are kept, as pictures."""


def gif_of(frames: Sequence[TimedFrame]) -> bytes:
    """Return a GIF file of some frames."""
    layout = layout_of(frames)
    # Hundredths of a second, without an error that grows; rounded up, so nothing gets faster.
    ends = (math.ceil(100 * end - 1e-6) for end in accumulate(one.seconds for one in frames))
    lengths = [10 * (end - begin) for begin, end in pairwise([0, *ends])]
    pictures = (picture_of(one, layout) for one in frames)
    out = io.BytesIO()
    looks = {"duration": lengths, "loop": 0, "comment": MARK}
    next(pictures).save(out, "GIF", save_all=True, append_images=pictures, **looks)
    return out.getvalue()


def picture_of(one: TimedFrame, layout: Layout) -> Image.Image:
    """Draw a frame and its caption."""
    picture = Image.new("RGB", (layout.width, layout.height), LIGHT.paper)
    grid = layout.grid(one)
    if one.is_text:
        for row, line in enumerate(one.frame.lines):
            if line:
                place = grid.left, grid.top + row * grid.cell_height
                picture.paste(line_picture(line, grid), place)
    elif one.frame.width and one.frame.height:
        pixels, zoom = one.pixels, grid.cell_width
        cells = Image.frombytes("RGB", (pixels.width, pixels.height), pixels.data)
        size = cells.width * zoom, cells.height * zoom
        picture.paste(cells.resize(size, Image.Resampling.NEAREST), (grid.left, grid.top))
    pen = ImageDraw.Draw(picture)
    for number, text in enumerate(layout.caption(one)):
        place = MARGIN, layout.caption_top + number * CAPTION_LINE
        pen.text(place, text, LIGHT.muted, font_of(CAPTION))
    return picture


@lru_cache(KEPT)
def line_picture(line: str, grid: CellGrid) -> Image.Image:
    """Draw a line of text: each character in its cell, however wide it is itself."""
    size = columns_of(line) * grid.cell_width, grid.cell_height
    picture = Image.new("RGB", size, LIGHT.paper)
    pen = ImageDraw.Draw(picture)
    left = 0
    for character in line:
        width = columns_of_character(character) * grid.cell_width
        middle = left + width / 2, grid.cell_height / 2
        pen.text(middle, character, LIGHT.ink, font_of(grid.letters), anchor="mm")
        left += width
    return picture


@cache
def font_of(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return the first font that this system has, or else that of Pillow."""
    for name in FONTS:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)
