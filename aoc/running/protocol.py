"""The protocol `Executor`, which runs jobs, and the values that it yields.

`aoc.running.local_executor` runs jobs on this machine; another executor can stand in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from aoc.model import Job, Result

__all__ = ["AHEAD", "Executor", "Progress", "Update", "Watcher"]

AHEAD = 1000
"""Jobs that may be begun before the oldest is done: their results wait to be shown in order."""


class Update(NamedTuple):
    """One more result of a job; without a `result`, the job is done.

    `number` counts jobs from 0, in the order in which they were put in.
    """

    number: int
    result: Result | None


class Progress(NamedTuple):
    """How far a run is: how many jobs are done, and what the oldest of the running ones does.

    `seconds` is how long it has been doing this, and `printed` the last line that it printed.
    """

    done: int
    doing: str
    seconds: float
    printed: str = ""


class Watcher(Protocol):
    """Shows what comes from a run besides results. What it raises ends the run."""

    def output(self, job: Job, text: str) -> None:
        """Show what a solver printed that belongs to no result."""

    def progress(self, progress: Progress) -> None:
        """Show how far the run is; called several times a second."""


class Executor(Protocol):
    """Runs jobs, each in a process that has run nothing else. Close it after use."""

    def run(self, jobs: Iterable[Job]) -> Iterator[Update]:
        """Take jobs as there is room for them, and yield their results as they come.

        Raises `aoc.errors.AocError` where nothing can be run.
        """

    def end_jobs(self) -> None:
        """End the jobs of a run that is given up; others can be run then."""

    def cancel(self) -> None:
        """Take no more jobs, and start to end those that run; `run` then yields nothing more."""

    def close(self) -> None:
        """End everything, and wait until no process is left."""
