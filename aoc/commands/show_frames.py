"""The frames of a day's shows, made in a worker for `aoc show`."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from aoc.commands.live_run import Collected, run_and_show
from aoc.frames import Frame
from aoc.model import Job, Result
from aoc.project import Project
from aoc.render.screen import Screen
from aoc.running.local_executor import LocalExecutor
from aoc.worker.reports import Cut, Shown, Started


class MadeShow(NamedTuple):
    """The frames of one show: of a part, on an input. `cut` says why there are no more of them."""

    part: int
    frames: list[Frame]
    cut: list[str]


class FrameCollector:
    """Keeps the frames that come from a worker, by part."""

    def __init__(self) -> None:
        self.shows: dict[int, MadeShow] = {}

    def take(self, stage: Started, report: Shown | Cut) -> None:
        """Keep a frame, or why there are no more."""
        part = stage.part or 0
        show = self.shows.setdefault(part, MadeShow(part, [], []))
        if isinstance(report, Cut):
            show.cut.append(report.message)
            return
        show.frames.append(Frame.from_list(report.frame))


def make_shows(
    project: Project, job: Job, screen: Screen, timeout: float | None
) -> tuple[list[MadeShow], list[Result]]:
    """Do a job that makes frames, and return them, with a result for each show.

    `timeout` is in seconds. Raises `UsageError` where the day has no shows.
    """
    collector = FrameCollector()
    collected = Collected()
    run_and_show(
        project,
        [job],
        [collected],
        screen,
        size=1,
        workers=1,
        timeout=timeout,
        keeps_history=False,
        open_executor=partial(LocalExecutor, 1, timeout, screen, collector.take),
    )
    for result in collected.results:
        if not result.bad:  # what an error came after is shown with it
            screen.output(job, result.output)
    return list(collector.shows.values()), collected.results
