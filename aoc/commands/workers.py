"""The workers of this machine, for commands that use them in another way than a run does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

from aoc.project import Project
from aoc.render.screen import Screen
from aoc.running.local_executor import LocalExecutor


@contextmanager
def open_workers(
    project: Project, workers: int, timeout: float | None, screen: Screen
) -> Iterator[LocalExecutor]:
    """Yield an executor with so many workers; after the block none is left, whatever happened.

    `timeout` is in seconds, for each step of a job.
    """
    with closing(LocalExecutor(workers, timeout, screen)) as executor:
        try:
            yield executor
        finally:
            executor.cancel()
            screen.clear()
