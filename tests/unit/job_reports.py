"""Jobs done in the test's own process, as a worker does them, and what is reported of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from typing import Any, NoReturn

from aoc.model import Input, Job, Kind, Outcome, UnitKey
from aoc.worker.day_module import RefusedError
from aoc.worker.job_run import JobRun
from aoc.worker.reports import Answer, Output, Planned, Refused, Report, Timed
from tests.program import Project

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
TEXT = Input("file", "input", "text\n", ("4", None))
EXAMPLES = Input("examples")


class AnsweredError(Exception):
    """All answers are there, and no call shall be repeated."""


def stop() -> NoReturn:
    """End a job where it waits for others. Raises `AnsweredError`."""
    raise AnsweredError


class Loud(Output):
    """An output on which something is printed all the time."""

    def __init__(self) -> None:
        self.sizes = count()

    @property
    def size(self) -> int:  # type: ignore[override]
        """Another size each time."""
        return next(self.sizes)


def do_job(
    project: Project,
    *sources: Input,
    day: int = 7,
    source: str = DAY,
    tests: str = TESTS_OF_DAY,
    output: Output | None = None,
    until_answered: bool = False,
    **fields: Any,
) -> list[Report]:
    """Write a day, do a job of it, and return the reports.

    No call is repeated unless the output is a quiet one.
    """
    project.day(day, source, tests)
    job = Job(str(project.root), 2021, day, None, "days", sources)._replace(**fields)
    job_run = JobRun(job, output or Loud(), wait=stop if until_answered else bool)
    reports: list[Report] = []
    try:
        with suppress(AnsweredError):
            reports.extend(job_run.reports())
    except RefusedError as error:
        reports.append(Refused(str(error)))
    finally:
        if not job.entry:
            job_run.project.leave()
    return reports


def told(reports: list[Report]) -> list[Outcome]:
    """Return those of some reports that are results, with the times that followed."""
    found: list[Outcome] = []
    held: list[int] = []
    for report in reports:
        if isinstance(report, Outcome):
            if isinstance(report, Answer):
                held.append(len(found))
            found.append(Outcome(**report._asdict()))
        elif isinstance(report, Timed):
            number = held.pop(0)
            if report.seconds is not None:
                found[number] = found[number]._replace(
                    seconds=report.seconds, calls=report.calls, first_call=False
                )
            if report.profile:
                found[number] = found[number]._replace(profile=report.profile)
    return found


def results(reports: list[Report]) -> list[Outcome]:
    """Return those of some reports that are results of parts, or errors."""
    return [result for result in told(reports) if not result.is_of_parse]


def planned(reports: list[Report]) -> tuple[UnitKey, ...]:
    """Return what a job owes."""
    [plan] = [report for report in reports if isinstance(report, Planned)]
    return tuple((case, part, variant) for case, part, variant, _ in plan.units)


def answers(reports: list[Report]) -> list[tuple[int | None, str | None, str | None]]:
    """Return the part, the variant and the answer of all results of parts."""
    return [(result.part, result.variant, result.answer) for result in results(reports)]


def failures(reports: list[Report]) -> Iterator[tuple[str | None, int | None, Kind, str]]:
    """Yield the input, the part, the kind and the message of all errors."""
    for result in results(reports):
        if result.error:
            yield result.input, result.part, result.error.kind, result.error.message
