"""A run of jobs for a command: its limits, its results shown as they come, its history."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import click

from aoc.history.records import append_results
from aoc.job import Job
from aoc.project import Project
from aoc.render.screen import Screen
from aoc.render.units import parse_size
from aoc.results import Result
from aoc.running.interpreter import python_of
from aoc.running.local_executor import LocalExecutor
from aoc.running.plan import labels_of
from aoc.running.result_order import in_order

__all__ = ["SIZE", "View", "memory_limit", "run_and_show", "time_limit"]

TIMEOUT = 60.0
"""Seconds for a part, where nothing else is said."""


class View(Protocol):
    """What shows results."""

    def show(self, result: Result) -> None:
        """Show one more result."""

    def end(self) -> None:
        """Show what is left to say after the last result."""


class Size(click.ParamType[int]):
    """A number of bytes, such as `512M`."""

    name = "size"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Read a size."""
        try:
            return parse_size(str(value))
        except ValueError:
            self.fail(f"{value!r} is no size: write 512M or 2G.", param, ctx)


SIZE = Size()


def time_limit(project: Project, option: float | None = None) -> float | None:
    """Return the seconds that a part may take, `None` for no limit: the option or the setting."""
    seconds = project.settings.get("timeout", TIMEOUT) if option is None else option
    return seconds or None


def memory_limit(project: Project, option: int | None = None) -> int | None:
    """Return the bytes that a part may take, if there is a limit: the option, else the setting.

    Raises `click.BadParameter` for a setting that is no size.
    """
    if option is None and "memory" in project.settings:
        return SIZE.convert(project.settings["memory"], None, None)
    return option


def run_and_show(
    project: Project,
    jobs: Sequence[Job],
    view: View | None,
    screen: Screen,
    *,
    workers: int,
    timeout: float | None,
    keeps_history: bool = True,
) -> list[Result]:
    """Run jobs, show their results as they come, add them to the history, and return them."""
    results: list[Result] = []
    screen.jobs = len(jobs)
    executor = LocalExecutor(workers, timeout, screen, python_of(project))
    try:
        try:
            for result in in_order(executor.run(jobs)):
                screen.clear()
                results.append(result)
                if view:
                    view.show(result)
        finally:
            executor.cancel()
            screen.clear()
            if keeps_history:
                append_results(project.root, results, labels_of(jobs))
        if view:
            view.end()
    finally:
        # The processes have had time to end while the rest was done.
        executor.close()
    return results
