"""Jobs done in the test's own process, as a worker does them, and what is reported of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aoc.job import Job, Source
from aoc.results import Kind, Result
from aoc.worker.job_run import JobRun
from aoc.worker.output import Output
from aoc.worker.reports import Report
from tests.program import Project

__all__ = ["DAY", "EXAMPLES", "TEXT", "answers", "do_job", "failures", "results"]

DAY = """\
def parse(text):
    return text

def part1(text, *, factor=1):
    return len(text) * factor

def part1_slow(text):
    return sum(1 for _ in text)

def part2(text):
    return 2

def part2_wrong(text):
    return 3
"""
TESTS_OF_DAY = """\
from aoc import Example

EXAMPLES = [Example("ab", part1=2), Example("abc", part1=6, params={"factor": 2}, name="twice")]

def sample(rng):
    return "s" * rng.randrange(5, 500)
"""
TEXT = Source("text", "input", "text\n", ("4", None))
EXAMPLES = Source("examples")


def do_job(
    project: Project,
    *sources: Source,
    day: int = 7,
    source: str = DAY,
    tests: str = TESTS_OF_DAY,
    **fields: Any,
) -> list[Report]:
    """Write a day, do a job of it, and return the reports."""
    project.day(day, source, tests)
    job = Job(str(project.root), 2021, day, None, "days", sources)._replace(**fields)
    job_run = JobRun(job, Output())
    try:
        return [*job_run.reports()]
    finally:
        job_run.project.leave()


def results(reports: list[Report]) -> list[Result]:
    """Return those of some reports that are results."""
    return [report for report in reports if isinstance(report, Result)]


def answers(reports: list[Report]) -> list[tuple[int | None, str | None, str | None]]:
    """Return the part, the variant and the answer of all results."""
    return [(result.part, result.variant, result.answer) for result in results(reports)]


def failures(reports: list[Report]) -> Iterator[tuple[str | None, int | None, Kind, str]]:
    """Yield the input, the part, the kind and the message of all errors."""
    for result in results(reports):
        if result.error:
            yield result.input, result.part, result.error.kind, result.error.message
