"""The tests of a day as a worker reads them: its examples, and its maker of samples."""

from __future__ import annotations

from aoc.examples import DayTests, load_day_tests, tests_name
from aoc.job import TESTS, Job
from aoc.worker.failures import describe, name_clash
from aoc.worker.measure import measure
from aoc.worker.reports import Note, Reports, Started

__all__ = ["read_tests"]


def read_tests(job: Job, reports: Reports) -> DayTests:
    """Import the tests of a job's day, if the job needs them; report if that fails."""
    if job == job.without_tests():
        return DayTests()
    reports.send(Started(TESTS))
    read = measure(lambda: load_day_tests(job.root, job.year, job.day), job.memory)
    if read.error:
        path = tests_name(job.year, job.day)
        why = describe(read.error) + name_clash(read.error, job.root)
        reports.send(Note(f"{path} cannot be imported, so no examples: {why}"))
        return DayTests()
    found: DayTests = read.value
    return found
