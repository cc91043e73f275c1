"""Jobs run by an executor of the test's own process, without the program around it."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import indent

from aoc.model import Input, Job, Result
from aoc.running.local_executor import LocalExecutor
from aoc.running.verdicts import judge
from tests.program import Project

DAY = """\
import os, signal, sys

def parse(text):
    return text

def part1(text):
{part1}

def part2(text):
{part2}
"""


class Silent:
    """A watcher that shows nothing."""

    def output(self, job: Job, text: str) -> None: ...

    def progress(self, *about: object) -> None: ...


def day_source(part1: str = "return 1", part2: str = "return 2") -> str:
    """Return a day whose parts do something with `text`, with `os`, `signal` and `sys`."""
    return DAY.format(part1=indent(part1, "    "), part2=indent(part2, "    "))


def jobs_of(
    project: Project, days: Sequence[int], parts: tuple[int, ...] = (1,), text: str = "x"
) -> list[Job]:
    """Return the jobs of days, on a text."""
    source = (Input("file", "input", text),)
    return [Job(str(project.root), 2021, day, None, "days", source, parts) for day in days]


def execute(jobs: Sequence[Job], workers: int = 1, timeout: float | None = 20) -> list[Result]:
    """Run jobs, and return the results of parts, and the errors, as they came."""
    executor = LocalExecutor(workers, timeout, Silent())
    try:
        found = [judge(u.job, u.outcome) for u in executor.run(jobs) if u.outcome]
        return [result for result in found if not result.is_of_parse]
    finally:
        executor.close()
