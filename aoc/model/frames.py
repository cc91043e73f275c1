"""The frames of a show: `Frame`, and how it is made of a value of a day.

A worker makes frames, and the process that started it shows them. The cells of a frame are
compressed from the worker on and are there once: frames are decompressed one by one, when they are
drawn.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from typing import Any, NamedTuple

from aoc.text import columns_of, printable

TEXT, RGB = "text", "rgb"
"""The content of frames: lines of text, or pixels."""
MOST_CELLS = 250_000
"""The most cells that a frame may have."""
VIRIDIS = "440154 482878 3e4989 31688e 26828e 1f9e89 35b779 6ece58 b5de2b fde725"
"""Ten colors of the scale by Stéfan van der Walt and Nathaniel Smith (CC0), evenly spaced: equal
steps look equal, also to people who are blind to some colors, and it goes from dark to light."""
GRAY = (154, 160, 166)
"""The color of a cell that has no number (NaN)."""


class FrameError(Exception):
    """The value that a day has yielded is no frame; names its type, and the types to yield."""


class Frame(NamedTuple):
    """One picture of a show: a grid of `width` times `height` cells, and its caption.

    `data` is compressed, as base64. If the `content` is `text`, it is the lines as UTF-8, with no
    character that a terminal would take as a command; the width is how many columns the longest
    line takes. For `rgb`, it is three bytes for each cell, row by row.
    """

    content: str
    width: int
    height: int
    data: str
    caption: str = ""

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
        caption = printable(" ".join(text.split()))
    # To import numpy takes long, and a day that does without it need not install it.
    if hasattr(value, "dtype"):
        return array_frame(value)._replace(caption=caption)
    lines = [value] if isinstance(value, str) else value
    is_list = isinstance(lines, list | tuple)
    if not is_list or not all(isinstance(line, str) for line in lines):
        raise FrameError(
            f"is of type {type(value).__name__}: yield a str of lines, a list of str, or a numpy "
            "array, alone or with a caption"
        )
    # A line of a list may be several, too.
    return text_frame("\n".join(lines))._replace(caption=caption)


def text_frame(text: str) -> Frame:
    """Return the frame of lines of text. Raises `FrameError` if they are too large."""
    # After the last line end of a text there is no line.
    lines = text.rstrip().split("\n") if text.strip() else []
    shown = [printable(line.rstrip().expandtabs()) for line in lines]
    width = max(map(columns_of, shown), default=0)
    check_size(width, len(shown))
    return Frame(TEXT, width, len(shown), packed("\n".join(shown).encode()))


def array_frame(value: Any) -> Frame:
    """Return the frame of an array. Raises `FrameError`, and the errors of the array itself.

    The colors of numbers go from the least to the greatest in it.
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
    if not is_rgb:
        values = cells.astype(numpy.float64)
        finite = values[numpy.isfinite(values)]
        low = finite.min() if finite.size else 0.0
        high = finite.max() if finite.size else 0.0
        if low == high:
            # Any range will do.
            high = low + 1.0
        stops = numpy.array([[*bytes.fromhex(color)] for color in VIRIDIS.split()])
        places = numpy.linspace(low, high, len(stops))
        channels = [numpy.interp(values, places, stops[:, rgb]) for rgb in range(3)]
        colors = numpy.stack(channels, axis=2)
        colors[numpy.isnan(values)] = GRAY
        cells = numpy.rint(colors).astype(numpy.uint8)
    return Frame(RGB, width, height, packed(cells.tobytes()))


def packed(cells: bytes) -> str:
    """Return the data of a frame."""
    # At the fastest level: frames go through a pipe, and are soon taken apart again.
    return b64encode(zlib.compress(cells, 1)).decode()


def check_size(width: int, height: int) -> None:
    """Raise `FrameError` for a frame with too many cells."""
    if width * height > MOST_CELLS:
        raise FrameError(
            f"has {width} times {height} cells, and at most {MOST_CELLS:,} can be shown: "
            "yield a part of it, or a smaller picture"
        )
