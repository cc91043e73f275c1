"""A frame in its show: how long it is shown, and its cells as pixels and as PNG.

The scale is viridis: equal steps look equal, also to people who are blind to some colors, and it
goes from dark to light in print too. Set and not set differ in lightness, not only in hue.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from aoc.frames import NOTHING, RGB, SCALE, SET, TEXT, TOP, Frame

Color = Sequence[int]
"""Red, green and blue, from 0 to 255."""
VIRIDIS = "440154 482878 3e4989 31688e 26828e 1f9e89 35b779 6ece58 b5de2b fde725"
"""Ten colors of the scale by Stéfan van der Walt and Nathaniel Smith (CC0), evenly spaced."""
UNKNOWN = bytes.fromhex("9aa0a6")
"""The color of a cell that has no number."""
SET_COLORS = bytes.fromhex("dee3e9"), bytes.fromhex("265a96")
"""The colors of a cell that is not set, and of one that is."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"


class Theme(NamedTuple):
    """The colors around a grid, as CSS has them."""

    paper: str
    ink: str
    muted: str

    @property
    def css(self) -> str:
        """The colors as variables of CSS."""
        return "".join(f"--{name}:{color};" for name, color in self._asdict().items())


LIGHT = Theme("#fbfbf9", "#24292f", "#5e6670")
DARK = Theme("#1c2128", "#d6dce3", "#969faa")


def scale_colors() -> Iterator[bytes]:
    """Yield the color of each level of a frame, between the known ones; `NOTHING` is the last."""
    known = [bytes.fromhex(word) for word in VIRIDIS.split()]
    for level in range(TOP + 1):
        index, rest = divmod(level * (len(known) - 1), TOP)
        pairs = zip(known[index], known[min(index + 1, len(known) - 1)], strict=True)
        yield bytes(round(one + (other - one) * rest / TOP) for one, other in pairs)
    yield UNKNOWN


SCALE_COLORS = tuple(scale_colors())
assert len(SCALE_COLORS) == NOTHING + 1


class Pixels(NamedTuple):
    """A picture: three bytes for each pixel, row by row."""

    width: int
    height: int
    data: bytes

    def row(self, y: int) -> bytes:
        """Return the bytes of a row."""
        return self.data[3 * y * self.width : 3 * (y + 1) * self.width]


class TimedFrame(NamedTuple):
    """A frame of the show of a part, and for how many seconds it is shown.

    `low` and `high` are the ends of the color scale: the least and the greatest value of the show,
    `None` if there is none.
    """

    frame: Frame
    caption: str
    seconds: float
    part: int
    low: float | None = None
    high: float | None = None

    @property
    def is_text(self) -> bool:
        """Whether the frame is a text, and no picture."""
        return self.frame.kind == TEXT

    @property
    def cells(self) -> bytes:
        """The cells of a picture; levels are those on the scale of the whole show."""
        frame = self.frame
        if frame.kind != SCALE or None in (frame.low, frame.high, self.low, self.high):
            return frame.cells
        # Halves, since the difference of two large numbers may be too large for a float.
        low, high, bottom, top = ((end or 0) / 2 for end in (frame.low, frame.high, *self[-2:]))
        levels = [TOP // 2] * NOTHING
        if top > bottom:
            values = (low + (high - low) * level / TOP for level in range(NOTHING))
            levels = [round((value - bottom) / (top - bottom) * TOP) for value in values]
        return frame.cells.translate(bytes([*levels, NOTHING]))

    @property
    def pixels(self) -> Pixels:
        """The picture of a frame that is not a text."""
        kind, width, height = self.frame[:3]
        colors = SET_COLORS if kind == SET else SCALE_COLORS
        data = self.cells if kind == RGB else b"".join(map(colors.__getitem__, self.cells))
        return Pixels(width, height, data)


def changed_part(before: Pixels | None, after: Pixels) -> tuple[Pixels, int, int] | None:
    """Return the smallest box that has all changes between two pictures, with its left and its top.

    They have the same size. Without the first, it is all of the other; `None` if nothing changes.
    """
    if before is None:
        return (after, 0, 0) if after.data else None
    rows = [y for y in range(after.height) if before.row(y) != after.row(y)]
    if not rows:
        return None
    pairs = ((before.row(y), after.row(y)) for y in rows)
    # A bit is set where any of the rows differs: the first is left, the last right.
    changed = reduce(or_, (int.from_bytes(one) ^ int.from_bytes(other) for one, other in pairs))
    size = 3 * after.width
    left = (size - (changed.bit_length() + 7) // 8) // 3
    right = (size - 1 - ((changed & -changed).bit_length() - 1) // 8) // 3 + 1
    kept = range(rows[0], rows[-1] + 1)
    data = b"".join(after.row(y)[3 * left : 3 * right] for y in kept)
    return Pixels(right - left, len(kept), data), left, rows[0]


def png_of(pixels: Pixels) -> bytes:
    """Return a PNG file, made with the standard library alone; it needs a pixel at least."""
    # Each row begins with its filter: none.
    rows = b"".join(b"\0" + pixels.row(y) for y in range(pixels.height))
    header = struct.pack(">IIBBBBB", pixels.width, pixels.height, 8, 2, 0, 0, 0)
    found = [SIGNATURE]
    for kind, data in ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")):
        checksum = zlib.crc32(kind + data)
        found.append(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum))
    return b"".join(found)
