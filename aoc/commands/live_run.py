"""Running jobs for a command: within the project's limits, shown as they come, remembered."""

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
from aoc.running.executor import in_order
from aoc.running.local import LocalExecutor
from aoc.running.plan import labels_of

__all__ = ["SIZE", "View", "memory_limit", "run_and_show", "time_limit"]

TIMEOUT = 60.0
"""Seconds for a part, where nothing else is said."""


class View(Protocol):
    """What shows results."""

    def show(self, result: Result) -> None:
        """Show one more result."""

    def end(self) -> None:
        """Show what there is to say when all are there."""


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
    """Give the seconds that a part may take, `None` without end: the option, else the settings."""
    seconds = project.settings.get("timeout", TIMEOUT) if option is None else option
    return seconds or None


def memory_limit(project: Project, option: int | None = None) -> int | None:
    """Give the bytes that a part may take, if there is a limit: the option, else the settings.

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
) -> list[Result]:
    """Run jobs, show their results as they come, and add them to the history; gives all."""
    results: list[Result] = []
    screen.jobs = len(jobs)
    executor = LocalExecutor(workers, timeout, screen)
    try:
        for result in in_order(executor.run(jobs)):
            screen.clear()
            results.append(result)
            if view:
                view.show(result)
    finally:
        executor.close()
        screen.clear()
        append_results(project.root, results, labels_of(jobs))
    if view:
        view.end()
    return results
