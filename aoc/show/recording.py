"""Recordings: the frames of a day's shows, made in a worker, and how long each is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

from aoc.frames import Frame
from aoc.model import Job, Result
from aoc.render.screen import Screen
from aoc.running.local_executor import LocalExecutor
from aoc.running.verdicts import in_order
from aoc.show.timed_frames import TimedFrame
from aoc.worker.reports import Cut, Shown, Started

HOLD = 1.5
"""Seconds for which the last frame of a show is shown in addition."""


class Recording(NamedTuple):
    """The frames of the show of a part. `cuts` say why there are no more of them."""

    part: int
    frames: list[Frame]
    cuts: list[str]


def record(job: Job, screen: Screen, timeout: float | None) -> tuple[list[Recording], list[Result]]:
    """Do a job that makes frames, and return them, with a result for each show.

    `timeout` is in seconds. Raises `UsageError` where the day has no shows.
    """
    found: dict[int, Recording] = {}

    def take(stage: Started, report: Shown | Cut) -> None:
        part = stage.part or 0
        recording = found.setdefault(part, Recording(part, [], []))
        if isinstance(report, Cut):
            recording.cuts.append(report.message)
        else:
            recording.frames.append(Frame.from_list(report.frame))

    screen.begin(1)
    with closing(LocalExecutor(1, timeout, screen, take)) as executor:
        results = [*in_order(executor.run([job]))]
    screen.clear()
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
