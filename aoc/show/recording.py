"""Recordings: the frames of a day's shows, made in a worker, and how long each is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from aoc.frames import Frame
from aoc.model import Job, Result
from aoc.running.local_executor import LocalExecutor
from aoc.session import Session
from aoc.show.timed_frames import TimedFrame
from aoc.worker.reports import Cut, Shown, Started

HOLD = 1.5
"""Seconds for which the last frame of a show is shown in addition."""


class Recording(NamedTuple):
    """The frames of the show of a part. `cuts` say why there are no more of them."""

    part: int
    frames: list[Frame]
    cuts: list[str]


def record(job: Job, session: Session) -> tuple[list[Recording], list[Result]]:
    """Do a job that makes frames, and return them, with a result for each show.

    Raises `UsageError` where the day has no shows.
    """
    screen = session.screen
    found: dict[int, Recording] = {}

    def take(stage: Started, report: Shown | Cut) -> None:
        part = stage.part or 0
        recording = found.setdefault(part, Recording(part, [], []))
        if isinstance(report, Cut):
            recording.cuts.append(report.message)
        else:
            recording.frames.append(Frame.from_list(report.frame))

    session.open_executor = partial(LocalExecutor, 1, session.timeout, screen, take)
    results = session.results_of([job])
    for result in results:
        if not result.bad:  # what an error came after is shown with it
            screen.output(job, result.output)
    return [*found.values()], results


def timed_frames(recordings: Sequence[Recording], fps: float) -> Iterator[TimedFrame]:
    """Yield the frames of all shows, one after the other; the last one of each stays longer."""
    several = sum(bool(one.frames) for one in recordings) > 1
    for part, frames, _ in recordings:
        low = min((frame.low for frame in frames if frame.low is not None), default=None)
        high = max((frame.high for frame in frames if frame.high is not None), default=None)
        for number, frame in enumerate(frames, 1):
            caption = f"part {part}: {frame.caption}" if several else frame.caption
            seconds = 1 / fps + (HOLD if number == len(frames) else 0)
            yield TimedFrame(frame, caption, seconds, part, low, high)
