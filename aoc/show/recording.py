"""Recordings: the frames of a day's shows, made in a worker, each with its time and its pixels.

The scale is viridis: equal steps look equal, also to people who are blind to some colors, and it
goes from dark to light in print too. Set and not set differ in lightness, not only in hue.
"""

from __future__ import annotations

import struct
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial, reduce
from operator import or_
from typing import NamedTuple

from aoc.frames import NOTHING, RGB, SCALE, SET, TEXT, TOP, Frame
from aoc.model import Job, Result
from aoc.running.local_executor import LocalExecutor
from aoc.session import Session
from aoc.worker.reports import Cut, Shown, Started

HOLD = 1.5
"""Seconds for which the last frame of a show is shown in addition."""
Cuts = list[tuple[int, str]]
"""The parts whose shows are cut off, and why."""
Color = Sequence[int]
"""Red, green and blue, from 0 to 255."""
VIRIDIS = "440154 482878 3e4989 31688e 26828e 1f9e89 35b779 6ece58 b5de2b fde725"
"""Ten colors of the scale by Stéfan van der Walt and Nathaniel Smith (CC0), evenly spaced."""
UNKNOWN = bytes.fromhex("9aa0a6")
"""The color of a cell that has no number."""
SET_COLORS = bytes.fromhex("dee3e9"), bytes.fromhex("265a96")
"""The colors of a cell that is not set, and of one that is."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"


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


def record(job: Job, session: Session, fps: float) -> tuple[list[TimedFrame], Cuts, list[Result]]:
    """Do a job that makes frames, and return them, with the cuts, and a result for each show.

    Raises `UsageError` where the day has no shows.
    """
    screen = session.screen
    frames: defaultdict[int, list[Frame]] = defaultdict(list)
    cuts = []

    def take(stage: Started, report: Shown | Cut) -> None:
        part = stage.part or 0
        if isinstance(report, Cut):
            cuts.append((part, report.message))
        else:
            frames[part].append(Frame.from_list(report.frame))

    session.open_executor = partial(LocalExecutor, 1, session.timeout, screen, take)
    results = session.results_of([job])
    for result in results:
        if not result.bad:  # the output before an error is shown with it
            screen.output(job, result.output)
    return [*timed_frames(frames, fps)], cuts, results


def timed_frames(shows: Mapping[int, Sequence[Frame]], fps: float) -> Iterator[TimedFrame]:
    """Yield the frames of the shows of all parts; the last one of each show stays longer."""
    for part, frames in shows.items():
        low = min((frame.low for frame in frames if frame.low is not None), default=None)
        high = max((frame.high for frame in frames if frame.high is not None), default=None)
        for number, frame in enumerate(frames, 1):
            caption = f"part {part}: {frame.caption}" if len(shows) > 1 else frame.caption
            seconds = 1 / fps + (HOLD if number == len(frames) else 0)
            yield TimedFrame(frame, caption, seconds, part, low, high)


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
