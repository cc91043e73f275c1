"""The frames of a show: `Frame`, and how a worker makes one of a value that a show has yielded."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from typing import Any, NamedTuple

from aoc.text import columns_of, printable

VIRIDIS = "440154 482878 3e4989 31688e 26828e 1f9e89 35b779 6ece58 b5de2b fde725"
"""Ten colors of the scale by Stéfan van der Walt and Nathaniel Smith (CC0), evenly spaced: equal
steps look equal, also to people who are blind to some colors, and it goes from dark to light."""


class Frame(NamedTuple):
    """One picture of a show: a grid of `width` times `height` cells, and its caption.

    Where it `is_text`, `data` is its lines, with no character that a terminal would take as a
    command; else three bytes for each cell, red, green and blue, row by row: they stay compressed,
    as base64, until they are drawn. The frame is shown for some `seconds`.
    """

    is_text: bool
    width: int
    height: int
    data: str
    caption: str = ""
    seconds: float = 0.0

    @property
    def cells(self) -> bytes:
        """The cells, a row after the other."""
        return zlib.decompress(b64decode(self.data))


def frame_of(value: Any) -> Frame:
    """Return the frame of a value that a show has yielded. Raises `TypeError` if it is none.

    A pair of a grid and a `str` is a frame with a caption, also if the grid is a `str`.
    """
    caption = ""
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], str):
        value, caption = value
    # To import numpy takes long, and a day that does without it need not install it.
    frame = array_frame(value) if hasattr(value, "dtype") else text_frame(value)
    if frame is None:
        raise TypeError(
            f"{type(value).__name__} is no frame: yield a str of lines, a list of str, or a numpy "
            "array, (height, width) of finite numbers or (height, width, 3) of uint8, alone or "
            "with a caption"
        )
    return frame._replace(caption=printable(" ".join(caption.split())))


def text_frame(value: Any) -> Frame | None:
    """Return the frame of a text, or of a list of texts; `None` for anything else."""
    texts = [value] if isinstance(value, str) else value
    is_list = isinstance(texts, list | tuple)
    if not is_list or not all(isinstance(text, str) for text in texts):
        return None
    lines = "\n".join(texts).rstrip().expandtabs().split("\n")
    shown = [printable(line.rstrip()) for line in lines]
    width = max(map(columns_of, shown))
    return Frame(True, width, len(shown), "\n".join(shown))


def array_frame(value: Any) -> Frame | None:
    """Return the frame of an array; `None` if it has no cells, or others than a frame has.

    The colors of numbers go from the least to the greatest in it.
    """
    import numpy

    cells = numpy.asarray(value)
    is_rgb = cells.shape[2:] == (3,) and cells.dtype == numpy.uint8
    is_grid = cells.ndim == 2 and cells.dtype.kind in "biuf"
    if not cells.size or not (is_rgb or is_grid):
        return None
    if is_grid:
        if not numpy.isfinite(cells).all():
            return None
        values = cells.astype(numpy.float64)
        values -= values.min()
        values /= values.max() or 1.0
        colors = numpy.array([[*bytes.fromhex(color)] for color in VIRIDIS.split()])
        places = numpy.rint(values * (len(colors) - 1)).astype(int)
        cells = colors[places].astype(numpy.uint8)
    height, width = cells.shape[:2]
    # At the fastest level: frames go through a pipe, and are soon taken apart again.
    data = b64encode(zlib.compress(cells.tobytes(), 1)).decode()
    return Frame(False, width, height, data)
