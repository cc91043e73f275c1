"""Recordings: the frames of a day's shows, made in a worker, each with its time and its colors.

The scale is viridis: equal steps look equal, also to people who are blind to some colors, and it
goes from dark to light in print too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rich.color import blend_rgb
from rich.color_triplet import ColorTriplet

from aoc.model.frames import NOTHING, SCALE, TEXT, TOP, Frame
from aoc.model.inputs import InputKind
from aoc.model.jobs import SETTING_HINTS, JobOptions, Solver, Task, Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import Result
from aoc.project.project import OWN, Project
from aoc.render.messages import input_notes
from aoc.render.screen import Screen
from aoc.render.table import Summary
from aoc.running.inputs import InputChoice
from aoc.running.local_executor import Executor, LocalExecutor
from aoc.running.plan import make_jobs
from aoc.session import Session
from aoc.worker.reports import Cut, Shown, Started

HOLD = 1.5
"""Seconds for which the last frame of a show is shown in addition."""
VIRIDIS = "440154 482878 3e4989 31688e 26828e 1f9e89 35b779 6ece58 b5de2b fde725"
"""Ten colors of the scale by Stéfan van der Walt and Nathaniel Smith (CC0), evenly spaced."""
NOTHING_COLOR = bytes.fromhex("9aa0a6")
"""The color of a cell that has no number."""


def scale_colors() -> Iterator[bytes]:
    """Yield the color of each level of a frame, between the stops; `NOTHING` is the last."""
    stops = [ColorTriplet(*bytes.fromhex(word)) for word in VIRIDIS.split()]
    for level in range(TOP + 1):
        index, part = divmod(level * (len(stops) - 1), TOP)
        # The greatest level is the last color itself, with no other one above.
        above = stops[min(index + 1, len(stops) - 1)]
        yield bytes(blend_rgb(stops[index], above, part / TOP))
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
        """The colors of a picture, row by row: red, green and blue of each cell."""
        if self.frame.content == SCALE:
            return b"".join([SCALE_COLORS[level] for level in self.cells])
        return self.cells


class Recording(NamedTuple):
    """The shows of a day: the frames of each part, and a result for each show.

    `code` is the exit code if the site or the account was a problem.
    """

    frames: Mapping[int, Sequence[Frame]]
    results: Sequence[Result]
    code: int


def record(
    project: Project,
    screen: Screen,
    puzzle: Puzzle,
    parts: tuple[int, ...],
    choice: InputChoice,
) -> Recording:
    """Make the shows of a day, and return their frames.

    The shows are of the input, and only if there is none of the first example that has the part.
    Raises `UsageError` where the day has no shows.
    """
    frames: defaultdict[int, list[Frame]] = defaultdict(list)

    def take(stage: Started, report: Shown | Cut) -> None:
        if isinstance(report, Shown):
            frames[stage.part or 0].append(Frame(*report.frame))
            return
        cut = f"part {stage.part} of {puzzle} is cut off after {report.message}"
        screen.problem(cut)

    def open_executor(session: Session) -> Executor:
        return LocalExecutor(1, session.timeout, screen, take)

    session = Session(project, screen, choice, open_executor=open_executor)
    session.inputs.check()
    # This raises an error if two files are this day.
    project.layouts_of(puzzle, parts)
    inputs = [*session.inputs.of(puzzle)]
    # The examples go last.
    inputs.sort(key=lambda each: each.kind is InputKind.EXAMPLES)
    options = JobOptions(
        Timing.once(),
        parts=parts,
        task=Task.SHOW,
        memory=session.memory,
        hints=SETTING_HINTS,
    )
    pairs = [(puzzle, Solver(OWN))]
    jobs = []
    for job in make_jobs(project, pairs, lambda _: inputs[:1], options):
        # The worker takes the first input that has the part.
        jobs.append(job._replace(inputs=tuple(inputs)))
    results = session.results_of(jobs)
    for result in results:
        # The output before an error is shown with it.
        if not result.bad:
            verbose = options._replace(verbose=True)
            job = result.job._replace(options=verbose)
            screen.output(job, result.outcome.printed)
    part = parts[0] if len(parts) == 1 else None
    labels = Summary(results).inputs
    for note in input_notes(session.inputs, [puzzle], labels, part):
        screen.note(note)
    return Recording(frames, results, screen.errors(session.problems))


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
