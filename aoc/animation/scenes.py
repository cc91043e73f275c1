"""A show as it is played: `Scene`, a frame with what is known once all frames are there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from aoc.animation.palette import SCALE_COLOURS, SET_COLOURS, Colour
from aoc.frames import NOTHING, RGB, SCALE, SET, TEXT, TOP, Frame

Box = tuple[int, int, int, int]
"""Left, top, right and bottom of a part of a picture; the last two are just outside of it."""


class Scene(NamedTuple):
    """A frame that is shown for some seconds.

    `low` and `high` are the ends of the colour scale: the least and the greatest value of the show
    that the frame is from, `None` if there is none. `show` is the number of that show.
    """

    frame: Frame
    caption: str
    seconds: float
    low: float | None = None
    high: float | None = None
    show: int = 0

    @property
    def is_text(self) -> bool:
        """Whether the frame is a text, and no picture of pixels."""
        return self.frame.kind == TEXT


class Pixels(NamedTuple):
    """A picture: a byte for each pixel that is the number of its colour, or three without colours.

    The pixels stand row by row.
    """

    width: int
    height: int
    data: bytes
    colours: tuple[Colour, ...] | None

    @property
    def depth(self) -> int:
        """How many bytes a pixel has."""
        return 3 if self.colours is None else 1

    def row(self, y: int) -> bytes:
        """Return the bytes of a row."""
        size = self.width * self.depth
        return self.data[y * size : (y + 1) * size]

    def at(self, x: int, y: int) -> Colour:
        """Return the colour of a pixel."""
        place = y * self.width + x
        if self.colours is None:
            red, green, blue = self.data[3 * place : 3 * place + 3]
            return red, green, blue
        return self.colours[self.data[place]]

    def rgb(self) -> bytes:
        """Return three bytes for each pixel."""
        if self.colours is None:
            return self.data
        found = bytearray(3 * len(self.data))
        for number in range(3):
            table = bytes(colour[number] for colour in self.colours).ljust(256, b"\0")
            found[number::3] = self.data.translate(table)
        return bytes(found)


def scenes_of(
    frames: Sequence[Frame], seconds: float, show: int = 0, label: str = ""
) -> list[Scene]:
    """Return the scenes of the show with a number, each of which is shown for so many seconds.

    A `label` is put before each caption.
    """
    low = min((frame.low for frame in frames if frame.low is not None), default=None)
    high = max((frame.high for frame in frames if frame.high is not None), default=None)
    return [
        Scene(frame, ": ".join(filter(None, (label, frame.caption))), seconds, low, high, show)
        for frame in frames
    ]


def pixels_of(scene: Scene) -> Pixels:
    """Return the picture of a scene whose frame is not a text."""
    frame = scene.frame
    if frame.kind == RGB:
        return Pixels(frame.width, frame.height, frame.cells, None)
    if frame.kind == SET:
        return Pixels(frame.width, frame.height, frame.cells, SET_COLOURS)
    assert frame.kind == SCALE
    return Pixels(frame.width, frame.height, frame.cells.translate(table_of(scene)), SCALE_COLOURS)


def table_of(scene: Scene) -> bytes:
    """Return what each level of a frame is on the scale of the whole show."""
    frame = scene.frame
    if frame.low is None or frame.high is None or scene.low is None or scene.high is None:
        return bytes(range(256))
    # Halves, since the difference of two large numbers may be too large for a float.
    whole = scene.high / 2 - scene.low / 2
    if not whole:
        return bytes([*[TOP // 2] * NOTHING, NOTHING])
    start = (frame.low / 2 - scene.low / 2) / whole
    share = (frame.high / 2 - frame.low / 2) / whole
    levels = (round((start + share * level / TOP) * TOP) for level in range(TOP + 1))
    return bytes([*(min(TOP, max(0, level)) for level in levels), NOTHING])


def first_still(scenes: Sequence[Scene]) -> int:
    """Return the number of the first scene in which there is something to see."""
    return next((n for n, scene in enumerate(scenes) if shows_something(scene)), 0)


def shows_something(scene: Scene) -> bool:
    """Return whether a frame is neither empty nor the same in all of its cells."""
    frame = scene.frame
    if frame.kind == TEXT:
        return any(line.strip() for line in frame.lines)
    size = 3 if frame.kind == RGB else 1
    cells = frame.cells
    return bool(cells) and cells != cells[:size] * (len(cells) // size)


def changed_box(before: Pixels, after: Pixels) -> Box | None:
    """Return the smallest box outside of which two pictures are equal.

    They have the same size. `None` if they are equal everywhere.
    """
    rows = [y for y in range(after.height) if before.row(y) != after.row(y)]
    if not rows:
        return None
    left, right = after.width, 0
    for y in rows:
        first, last = changed_columns(before.row(y), after.row(y))
        left = min(left, first // after.depth)
        right = max(right, last // after.depth + 1)
    return left, rows[0], right, rows[-1] + 1


def changed_columns(before: bytes, after: bytes) -> tuple[int, int]:
    """Return the places of the first and the last byte in which two rows differ."""
    differences = int.from_bytes(before) ^ int.from_bytes(after)
    first = len(after) - (differences.bit_length() + 7) // 8
    trailing = (differences & -differences).bit_length() - 1
    return first, len(after) - 1 - trailing // 8


def changed_part(before: Pixels, after: Pixels) -> tuple[Pixels, int, int] | None:
    """Return what has to be drawn over one picture for another, with its left and its top.

    They have the same size. `None` if they are equal; all of the other one if their bytes mean
    other colours.
    """
    if before.colours is not after.colours:
        return after, 0, 0
    box = changed_box(before, after)
    return None if box is None else (cropped(after, box), box[0], box[1])


def changed_lines(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """Yield the number of each line of a text that has changed, what it was, and what it is.

    A line that is not there is empty.
    """
    pairs = zip_longest(before, after, fillvalue="")
    return ((number, *pair) for number, pair in enumerate(pairs) if pair[0] != pair[1])


def cropped(pixels: Pixels, box: Box) -> Pixels:
    """Return the part of a picture in a box."""
    left, top, right, bottom = box
    start, end = left * pixels.depth, right * pixels.depth
    data = b"".join(pixels.row(y)[start:end] for y in range(top, bottom))
    return Pixels(right - left, bottom - top, data, pixels.colours)
