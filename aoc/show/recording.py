"""Recordings: the frames of a day's shows, made in a worker, each with its time and its colors.

The scale is viridis: equal steps look equal, also to people who are blind to some colors, and it
goes from dark to light in print too. Set and not set differ in lightness, not only in hue.
"""

from __future__ import annotations

import struct
import sys
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from aoc.model.frames import NOTHING, SCALE, SET, TEXT, TOP, Frame
from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import JobOptions, ShowLimits, Solver, Task
from aoc.model.puzzles import Puzzle
from aoc.model.results import Result
from aoc.project.project import OWN
from aoc.render.messages import input_notes
from aoc.render.table import Table
from aoc.running.local_executor import Executor, LocalExecutor
from aoc.running.plan import make_jobs
from aoc.session import Session
from aoc.worker.reports import Cut, Shown, Started

HOLD = 1.5
"""Seconds for which the last frame of a show is shown in addition."""
VIRIDIS = "440154 482878 3e4989 31688e 26828e 1f9e89 35b779 6ece58 b5de2b fde725"
"""Ten colors of the scale by Stéfan van der Walt and Nathaniel Smith (CC0), evenly spaced."""
OPAQUE = 255
"""The fourth byte of a color."""
NOTHING_COLOR = bytes.fromhex("9aa0a6ff")
"""The color of a cell that has no number."""
SET_COLORS = bytes.fromhex("dee3e9ff"), bytes.fromhex("265a96ff")
"""The colors of cells that are not set, and of cells that are."""


def scale_colors() -> Iterator[bytes]:
    """Yield the color of each level of a frame, between the stops; `NOTHING` is the last."""
    stops = [bytes.fromhex(word) for word in VIRIDIS.split()]
    for level in range(TOP + 1):
        index, part = divmod(level * (len(stops) - 1), TOP)
        # The greatest level is the last color itself, with no other one above.
        above = stops[min(index + 1, len(stops) - 1)]
        color = []
        for lower, upper in zip(stops[index], above, strict=True):
            color.append(round(lower + (upper - lower) * part / TOP))
        yield bytes([*color, OPAQUE])
    yield NOTHING_COLOR


SCALE_COLORS = tuple(scale_colors())


class TimedFrame(NamedTuple):
    """A frame of the show of a part, and for how many seconds it is shown.

    `low` and `high` are the ends of the color scale: the least and the greatest value of the show.
    """

    frame: Frame
    caption: str
    seconds: float
    part: int
    low: float = 0.0
    high: float = 0.0

    @property
    def is_text(self) -> bool:
        """Whether the frame is a text, and no picture."""
        return self.frame.content == TEXT

    @property
    def cells(self) -> bytes:
        """The cells of a picture; levels are those on the scale of the whole show."""
        frame = self.frame
        if frame.low is None or frame.high is None:
            return frame.cells
        # Where all values of the show are equal, any span will do.
        span = self.high - self.low or 1.0
        step = (frame.high - frame.low) / TOP
        levels = []
        for level in range(NOTHING):
            value = frame.low + step * level
            levels.append(round((value - self.low) / span * TOP))
        return frame.cells.translate(bytes([*levels, NOTHING]))

    @property
    def pixels(self) -> bytes:
        """The colors of a picture, row by row: red, green, blue and 255 for each cell."""
        cells = self.cells
        if self.frame.content == SET:
            return b"".join([SET_COLORS[cell] for cell in cells])
        if self.frame.content == SCALE:
            return b"".join([SCALE_COLORS[cell] for cell in cells])
        pixels = bytearray([OPAQUE]) * (len(cells) // 3 * 4)
        # Slices are many times faster than a loop over pixels.
        for channel in range(3):
            pixels[channel::4] = cells[channel::3]
        return bytes(pixels)


class Recording(NamedTuple):
    """The shows of a day: their frames, and a result for each show.

    `cuts` has a sentence for each show that is cut off.
    """

    frames: Sequence[TimedFrame]
    cuts: Sequence[str]
    results: Sequence[Result]


def record(
    session: Session, puzzle: Puzzle, options: JobOptions, most: int, fps: float
) -> Recording:
    """Make the shows of a day, each of at most so many frames, and return these.

    The shows are of the input, and only if there is none of the first example that has the part.
    Raises `UsageError` where the day has no shows.
    """
    frames: defaultdict[int, list[Frame]] = defaultdict(list)
    cuts = []

    def take(stage: Started, report: Shown | Cut) -> None:
        if isinstance(report, Shown):
            frames[stage.part or 0].append(Frame(*report.frame))
            return
        cuts.append(f"part {stage.part} of {puzzle} is cut off after {report.message}")

    # This raises an error if two files are this day.
    session.project.layouts_of(puzzle, (1, 2))
    inputs = sorted(session.inputs.of(puzzle), key=is_of_examples)
    limits = ShowLimits(most, session.timeout)
    options = options._replace(task=Task.SHOW, show_limits=limits)
    pairs = [(puzzle, Solver(OWN))]
    jobs = []
    for job in make_jobs(session.project, pairs, lambda _: inputs[:1], options):
        # The worker takes the first input that has the part.
        jobs.append(job._replace(inputs=tuple(inputs)))

    def open_executor(session: Session) -> Executor:
        return LocalExecutor(1, session.timeout, session.screen, take)

    results = session.results_of(jobs, open_executor)
    for result in results:
        # The output before an error is shown with it.
        if not result.bad:
            verbose = options._replace(verbose=True)
            job = result.job._replace(options=verbose)
            session.screen.output(job, result.outcome.printed)
    return Recording([*timed_frames(frames, fps)], cuts, results)


def show_problems(
    session: Session, puzzle: Puzzle, part: int | None, recording: Recording
) -> int:
    """Show why shows failed or were cut off, and return the exit code."""
    table = Table(sys.stderr, quiet=True, verbose=True)
    for result in recording.results:
        table.show(result)
    for cut in recording.cuts:
        session.screen.problem(cut)
    for note in input_notes(session.inputs, [puzzle], table.summary.inputs, part):
        session.screen.note(note)
    return int(table.summary.bad or not recording.results)


def is_of_examples(job_input: Input) -> bool:
    """Return whether an input stands for the examples of a day."""
    return job_input.kind == InputKind.EXAMPLES


def timed_frames(
    shows: Mapping[int, Sequence[Frame]], fps: float
) -> Iterator[TimedFrame]:
    """Yield the frames of the shows of all parts; the last one of each show stays longer."""
    for part, frames in shows.items():
        lows = [frame.low for frame in frames if frame.low is not None]
        highs = [frame.high for frame in frames if frame.high is not None]
        low = min(lows, default=0.0)
        high = max(highs, default=0.0)
        for number, frame in enumerate(frames, 1):
            caption = frame.caption
            if len(shows) > 1:
                caption = f"part {part}: {caption}"
            seconds = 1 / fps
            if number == len(frames):
                seconds += HOLD
            yield TimedFrame(frame, caption, seconds, part, low, high)


def png_of(width: int, height: int, pixels: bytes) -> bytes:
    """Return a PNG file, made with the standard library alone; pixels have four bytes."""
    size = 4 * width
    # Each row begins with its filter: none.
    rows = b"".join(b"\0" + pixels[y * size : (y + 1) * size] for y in range(height))
    # Eight bits for each of four channels, with the only compression and filters that PNG has.
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + png_chunk(b"IHDR", header)
        + png_chunk(b"IDAT", zlib.compress(rows, 9))
        + png_chunk(b"IEND", b"")
    )


def png_chunk(name: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG file: its length, its name, its data, and their checksum."""
    checksum = zlib.crc32(name + data)
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", checksum)
