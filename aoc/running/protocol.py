"""What runs jobs, as its users see it: the protocol `Executor`, and what comes from one.

`aoc.running.local_executor` runs jobs on this machine; another executor can stand in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from aoc.job import Job
from aoc.results import Result

__all__ = ["Executor", "Progress", "Update", "Watcher"]


class Update(NamedTuple):
    """One more result of a job; without a `result`, the job is done.

    `number` counts jobs from 0, in the order in which they were put in.
    """

    number: int
    result: Result | None


class Progress(NamedTuple):
    """How far a run is: how many jobs are done, and what the oldest of the running ones does."""

    done: int
    doing: str
    seconds: float


class Watcher(Protocol):
    """Shows what comes from a run besides results."""

    def output(self, job: Job, data: bytes) -> None:
        """Show what a solver prints."""

    def note(self, text: str) -> None:
        """Show a sentence."""

    def progress(self, progress: Progress) -> None:
        """Show how far the run is; called several times a second."""


class Executor(Protocol):
    """Runs jobs, each in a process that has run nothing else. Whoever has one closes it."""

    def run(self, jobs: Iterable[Job]) -> Iterator[Update]:
        """Take jobs as there is room for them, and yield their results as they come.

        Raises `aoc.errors.AocError` where nothing can be run.
        """

    def cancel(self) -> None:
        """Take no more jobs, and begin to end those that run; `run` then yields nothing more."""

    def close(self) -> None:
        """End everything, and wait until no process is left."""
