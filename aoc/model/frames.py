"""The frames of a show: `Frame`, and how it is made of a value of a day.

A worker makes frames, and the process that started it shows them. The cells of a frame are
compressed from the worker on and are there once: frames are decompressed one by one, when they are
drawn.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import Any, NamedTuple

from aoc.text import columns_of, is_printable

TEXT, SCALE, RGB = "text", "scale", "rgb"
"""The content of frames: lines of text; cells with values; pixels."""
MOST_CELLS = 250_000
"""The most cells that a frame may have."""
LONGEST_CAPTION = 500
"""The most characters of a caption."""
TOP = 254
"""The level of the greatest value of a frame; the least has level 0."""
NOTHING = 255
"""The level of a cell that has no number (NaN)."""
REPLACEMENT = "\ufffd"
"""The character in place of a character that cannot be shown."""
FAST = 1
"""The level of compression: frames go through a pipe, and are soon taken apart again."""
INFINITE = 1e300
"""Larger numbers are taken for infinite, so that the difference of two is a float."""
FORMS = "a str of lines, a list of str, or a numpy array, alone or with a caption"


class FrameError(Exception):
    """The value that a day has yielded is no frame; names its type, and the types to yield."""


class Frame(NamedTuple):
    """One picture of a show: a grid of `width` times `height` cells, and its caption.

    `data` is compressed, as base64. If the `content` is `text`, it is the lines as UTF-8, with no
    character that a terminal would take as a command; the width is how many columns the longest
    line takes. For `rgb`, it is three bytes for each cell, row by row. For `scale`, it is a level
    from 0 to `TOP` for each cell, or `NOTHING`: level 0 stands for the value `low`, and `TOP` for
    `high`, the least and the greatest value of this frame, `None` if there is none.
    """

    content: str
    width: int
    height: int
    data: str
    low: float | None = None
    high: float | None = None
    caption: str = ""

    @property
    def size(self) -> tuple[int, int]:
        """The width and the height."""
        return self.width, self.height

    @property
    def cells(self) -> bytes:
        """The cells, a row after the other."""
        return zlib.decompress(b64decode(self.data))

    @property
    def lines(self) -> list[str]:
        """The lines of a text."""
        # A text without lines is not one with an empty line.
        return self.cells.decode().split("\n")[: self.height]


def frame_of(value: Any) -> Frame:
    """Return the frame of a value that a day has yielded. Raises `FrameError`.

    A pair of a grid and a `str` is a frame with a caption, also if the grid is a `str`.
    """
    caption = ""
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], str):
        value, text = value
        caption = without_harm(" ".join(text.split()))[:LONGEST_CAPTION]
    # To import numpy takes long, and a day that does without it need not install it.
    if hasattr(value, "dtype"):
        return array_frame(value)._replace(caption=caption)
    lines = value.split("\n") if isinstance(value, str) else value
    is_text = isinstance(lines, list | tuple) and all(
        isinstance(line, str) for line in lines
    )
    if not is_text:
        raise FrameError(f"is of type {type(value).__name__}: yield {FORMS}")
    # A line of a list may be several, too.
    return text_frame("\n".join(lines).split("\n"))._replace(caption=caption)


def text_frame(lines: Sequence[str]) -> Frame:
    """Return the frame of lines of text. Raises `FrameError` if they are too large."""
    shown = [without_harm(line.rstrip("\r").expandtabs()).rstrip() for line in lines]
    # After the last line end of a text there is no line.
    while shown and not shown[-1]:
        shown.pop()
    width = max(map(columns_of, shown), default=0)
    check_size(width, len(shown))
    return Frame(TEXT, width, len(shown), packed("\n".join(shown).encode()))


def array_frame(value: Any) -> Frame:
    """Return the frame of an array. Raises `FrameError`, and the errors of the array itself.

    Numbers become levels between the least and the greatest, which infinite ones count as. A level
    takes a byte, and is exact enough for any other scale with more in it, such as the scale of a
    whole show.
    """
    import numpy

    cells = numpy.asarray(value)
    is_rgb = cells.shape[2:] == (3,) and cells.dtype == numpy.uint8
    if not is_rgb and (cells.ndim != 2 or cells.dtype.kind not in "biuf"):
        raise FrameError(
            f"is an array of {cells.dtype} and shape {cells.shape}: yield one of bool or numbers, "
            "(height, width), or of uint8, (height, width, 3)"
        )
    height, width = cells.shape[:2]
    check_size(width, height)
    if is_rgb:
        return Frame(RGB, width, height, packed(cells.tobytes()))
    values = cells.astype(numpy.float64)
    levels = numpy.full(values.shape, NOTHING, dtype=numpy.uint8)
    finite = values[numpy.abs(values) < INFINITE]
    if not finite.size:
        return Frame(SCALE, width, height, packed(levels.tobytes()))
    low = float(finite.min())
    high = float(finite.max())
    numbers = ~numpy.isnan(values)
    # Where all cells are equal, any divisor will do.
    shares = (numpy.clip(values[numbers], low, high) - low) / (high - low or 1.0)
    levels[numbers] = numpy.rint(shares * TOP)
    return Frame(SCALE, width, height, packed(levels.tobytes()), low, high)


def packed(cells: bytes) -> str:
    """Return the data of a frame."""
    return b64encode(zlib.compress(cells, FAST)).decode()


def check_size(width: int, height: int) -> None:
    """Raise `FrameError` for a frame with too many cells."""
    if width * height > MOST_CELLS:
        raise FrameError(
            f"has {width} times {height} cells, and at most {MOST_CELLS:,} can be shown: "
            "yield a part of it, or a smaller picture"
        )


def without_harm(text: str) -> str:
    """Return a text with one character in place of each that is harmful, to keep columns."""
    if text.isprintable():
        return text
    shown = ""
    for character in text:
        shown += character if is_printable(character) else REPLACEMENT
    return shown
