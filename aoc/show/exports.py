"""The files that `aoc show --out` writes: each is there as a whole, or not at all."""

from __future__ import annotations

import io
import math
import os
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from aoc.errors import UsageError
from aoc.files import MARK, check_own, overwrite
from aoc.model.frames import without_harm
from aoc.render.format import bytes_text, make_environment
from aoc.render.terminal import print_line
from aoc.show import svg
from aoc.show.recording import TimedFrame
from aoc.show.svg import CellGrid, Layout
from aoc.text import columns_of

if TYPE_CHECKING:
    from PIL import Image, ImageFont

FONTS = ("DejaVuSansMono.ttf", "LiberationMono-Regular.ttf", "Menlo.ttc", "consola.ttf")
"""Fonts in which all characters are equally wide, on Linux, macOS and Windows."""
KEPT_LINES = 2000
"""How many lines are kept, as pictures: most lines are in several frames."""


def check_files(paths: Sequence[str], *, force: bool) -> None:
    """Raise `UsageError` for files that cannot be written, before anything is run.

    With `force`, they may be in the place of files that this program has not written.
    """
    for path in paths:
        ending = end_of(path)
        if ending not in (".svg", ".html", ".gif"):
            raise UsageError(
                f"--out {path}: the file of a show ends in .svg, .html or .gif"
            )
        if ending == ".gif" and not find_spec("PIL"):
            raise UsageError(
                f'--out {path} needs Pillow: install it with `pip install "aoc-days[pictures]"`, '
                "or write an .svg or .html file"
            )
        check_own(path, f"--out {path}", force=force)


def write_files(paths: Sequence[str], frames: Sequence[TimedFrame], title: str) -> None:
    """Write the files of a show, and print a line about each.

    Raises `UsageError` for a file that cannot be written, and then leaves the old one as it is.
    """
    seconds = sum(timed.seconds for timed in frames)
    # All of a file is made before the old one is touched.
    for path in paths:
        data = file_of(path, frames, title)
        overwrite(path, data)
        print_line(
            f"{path}: {len(frames)} frames, {seconds:.1f} s, {bytes_text(len(data))}"
        )


def file_of(path: str, frames: Sequence[TimedFrame], title: str) -> bytes:
    """Return the content of the file of a show; the end of its name says the format."""
    ending = end_of(path)
    if ending == ".gif":
        return gif_of(frames)
    # A title comes from a page or from a docstring.
    title = " ".join(without_harm(title).split())
    if ending == ".svg":
        return svg.svg_of(frames, title).encode()
    return html_of(frames, title).encode()


def html_of(frames: Sequence[TimedFrame], title: str) -> str:
    """Return a page that plays some frames: one file, without anything from elsewhere.

    It has the show as SVG, whose groups its script shows and hides. It can be used with keys and
    with buttons, and does not start by itself where a reader asks for less motion.
    """
    template = make_environment("aoc.show", "").get_template("player.html")
    page = template.render(
        title=title,
        sans=svg.SANS,
        times=[round(1000 * timed.seconds) for timed in frames],
        svg=svg.svg_of(frames, title),
    )
    return f"{page}\n"


def end_of(path: str) -> str:
    """Return the end of the name of a file, in small letters."""
    return os.path.splitext(path)[1].lower()


def gif_of(frames: Sequence[TimedFrame]) -> bytes:
    """Return a GIF file of some frames. As all that draws it, this needs Pillow."""
    layout = svg.layout_of(frames)
    lengths = []
    seconds = 0.0
    begin = 0
    for timed in frames:
        seconds += timed.seconds
        # A GIF counts hundredths of a second. The moments are rounded, so that no error grows; up,
        # so that nothing gets faster; and from a little less, since 0.1 + 0.2 is more than 0.3.
        end = math.ceil(100 * seconds - 1e-6)
        lengths.append(10 * (end - begin))
        begin = end
    # Pillow asks for one picture after the other: all of them would take much memory.
    pictures = (picture_of(timed, layout) for timed in frames)
    out = io.BytesIO()
    next(pictures).save(
        out,
        "GIF",
        save_all=True,
        append_images=pictures,
        duration=lengths,
        loop=0,
        comment=MARK,
    )
    return out.getvalue()


def picture_of(timed: TimedFrame, layout: Layout) -> Image.Image:
    """Draw a frame and its caption."""
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", (layout.width, layout.height), svg.LIGHT["paper"])
    grid = layout.grid(timed)
    if timed.is_text:
        for row, line in enumerate(timed.frame.lines):
            place = (grid.left, grid.top + row * grid.cell_height)
            picture.paste(line_picture(line, grid), place)
    elif all(timed.frame.size):
        cells = Image.frombytes("RGBA", timed.frame.size, timed.pixels)
        size = (cells.width * grid.cell_width, cells.height * grid.cell_height)
        # The edges of cells stay sharp.
        enlarged = cells.resize(size, Image.Resampling.NEAREST)
        picture.paste(enlarged, (grid.left, grid.top))
    pen = ImageDraw.Draw(picture)
    for number, text in enumerate(layout.caption(timed)):
        place = (svg.MARGIN, layout.caption_top + number * svg.CAPTION_LINE)
        pen.text(place, text, svg.LIGHT["muted"], font_of(svg.CAPTION))
    return picture


@lru_cache(KEPT_LINES)
def line_picture(line: str, grid: CellGrid) -> Image.Image:
    """Draw a line of text: each character in its cell, however wide it is itself."""
    from PIL import Image, ImageDraw

    size = (columns_of(line) * grid.cell_width, grid.cell_height)
    picture = Image.new("RGB", size, svg.LIGHT["paper"])
    pen = ImageDraw.Draw(picture)
    font = font_of(grid.letters)
    left = 0
    for character in line:
        width = columns_of(character) * grid.cell_width
        middle = (left + width / 2, grid.cell_height / 2)
        pen.text(middle, character, svg.LIGHT["ink"], font, anchor="mm")
        left += width
    return picture


@cache
def font_of(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return the first of the fonts that this system has, or else Pillow's own."""
    from PIL import ImageFont

    for name in FONTS:
        with suppress(OSError):
            return ImageFont.truetype(name, size)
    return ImageFont.load_default(size)
