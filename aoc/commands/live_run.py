"""A run of jobs for a command: its limits, its results shown as they come, its history."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Protocol

from aoc.errors import UsageError
from aoc.history.records import append_results
from aoc.job import Job
from aoc.project import Project
from aoc.render.screen import Screen
from aoc.results import Result, Verdict
from aoc.running.interpreter import python_of
from aoc.running.local_executor import LocalExecutor
from aoc.running.plan import labels_of
from aoc.running.protocol import Executor
from aoc.running.result_order import in_order
from aoc.settings import read_size

__all__ = ["View", "memory_limit", "run_and_show", "time_limit"]

if sys.platform == "win32":
    from aoc.worker.windows import machine_memory
else:
    from aoc.worker.posix import machine_memory

TIMEOUT = 60.0
"""Seconds for a part, without an option or a setting."""


class View(Protocol):
    """What shows results."""

    def show(self, result: Result) -> None:
        """Show one more result."""

    def end(self) -> None:
        """Show what comes after the last result, such as a summary."""


def time_limit(project: Project, option: float | None = None) -> float | None:
    """Return the seconds that a part may take, `None` for no limit: the option or the setting."""
    seconds = project.settings.get("timeout", TIMEOUT) if option is None else option
    return seconds or None


def memory_limit(project: Project, option: int | None = None) -> int | None:
    """Return the bytes that a part may take, `None` for no limit.

    It is the option, else the setting, else half of the machine's memory.
    """
    setting = project.settings.get("memory")
    if option is None and setting is not None:
        option = read_size(setting)
    if option is None:
        memory = machine_memory()
        return memory and memory // 2
    return option or None


def debug_executor(project: Project) -> Executor:
    """Return the executor for debugging. Raises `UsageError` where days need another Python."""
    from aoc.running.debug_executor import DebugExecutor

    python = python_of(project)
    if python is not None:
        raise UsageError(
            f"--pdb needs aoc-days in the Python that runs your days, {python}: install it "
            "there, and start it from there"
        )
    return DebugExecutor()


def is_open(result: Result) -> bool:
    """Return whether the right answer of a result is not known, so that it may be known wrong."""
    return result.verdict is Verdict.UNKNOWN or result.variant is not None


def run_and_show(
    project: Project,
    jobs: Sequence[Job],
    view: View | None,
    screen: Screen,
    *,
    workers: int,
    timeout: float | None,
    keeps_history: bool = True,
    debugs: bool = False,
) -> list[Result]:
    """Run jobs, show their results as they come, add them to the history, and return them.

    With `debugs`, they run in this process, with a debugger. Raises `UsageError`.
    """
    results: list[Result] = []
    screen.jobs = len(jobs)
    executor: Executor
    if debugs:
        executor = debug_executor(project)
    else:
        executor = LocalExecutor(workers, timeout, screen, python_of(project))
    try:
        try:
            for result in in_order(executor.run(jobs)):
                screen.clear()
                if is_open(result) and not jobs[0].params:
                    from aoc.submitting.known_wrong import judged

                    result = judged(result)
                results.append(result)
                if view:
                    view.show(result)
        except OSError:
            # Where results cannot be written, nobody waits for what else was printed.
            screen.quiet = True
            raise
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
