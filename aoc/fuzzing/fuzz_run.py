"""The job of a fuzz in its worker: many texts, on which all ways to the answers run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import Step
from aoc.model.results import ErrorKind, Failure, Outcome
from aoc.worker.day_module import Day
from aoc.worker.job_run import JobRun
from aoc.worker.measuring import find_caches, measure
from aoc.worker.reports import Report, answered, started
from aoc.worker.solvers import DaySolver, JobSolver, OneCall, step_on


class FuzzedDay(DaySolver):
    """A day whose variants run one after the other in one process: more would take most time."""

    shares_process = True


class FuzzRun(JobRun):
    """A job on texts that may be no input of the puzzle."""

    caches: Sequence[Any] = ()

    def solver_of(self, loaded: Day | OneCall) -> JobSolver:
        """Return the solver of what was loaded."""
        if isinstance(loaded, Day):
            return FuzzedDay(self.work, loaded)
        return super().solver_of(loaded)

    def before_plan(self) -> Iterator[Report]:
        """Import the tests, whose `valid` is asked of changed texts, and begin to look at these."""
        if not any(each.kind is InputKind.CHANGED for each in self.job.inputs):
            return
        yield from self.read_tests()
        self.caches = find_caches()
        # It is no fault of the tests, nor of the day, if `parse` does not end on one of them.
        yield started(Step("changed texts", InputKind.CHANGED))

    def steps(self, job_input: Input) -> list[Step]:
        """Return the steps on an input; none on an optional text that is no input."""
        if job_input.optional and not self.is_one(job_input):
            return []
        return super().steps(job_input)

    def is_one(self, job_input: Input) -> bool:
        """Return whether a text is an input for the tests, and for `parse`."""
        if not self.allows(job_input):
            return False
        if not isinstance(self.solver, DaySolver):
            # Only a day has a `parse` that can be called.
            return True
        parse = partial(self.solver.day.parse, job_input.text or "")
        with self.work.output.dropped():
            return measure(parse, self.job.options.memory).error is None

    def run_input(self, job_input: Input, steps: Sequence[Step]) -> Iterator[Report]:
        """Do steps on one input, with empty caches."""
        for cache in self.caches:
            # So many inputs cannot have a worker each, in which they would find empty ones.
            cache.cache_clear()
        if not self.allows(job_input):
            failure = Failure(ErrorKind.INPUT, "the puzzle does not allow it")
            yield answered(Outcome(*step_on(job_input), error=failure))
            return
        yield from super().run_input(job_input, steps)

    def allows(self, job_input: Input) -> bool:
        """Return whether the tests allow a text that fuzzing has changed."""
        valid = self.tests.valid
        if valid is None or job_input.kind is not InputKind.CHANGED:
            return True
        read = partial(valid, job_input.text or "")
        # An error of `valid` is a no as well.
        if self.job.solver.entry:
            # No plugin may find the modules of the project.
            with self.work.project:
                return bool(self.calls.read(read).value)
        return bool(self.calls.read(read).value)
