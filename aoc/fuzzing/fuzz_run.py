"""The job of a fuzz in its worker: many texts, on which all ways to the answers run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import Step
from aoc.project.project import OWN
from aoc.worker.day_module import Day
from aoc.worker.job_run import JobRun
from aoc.worker.measuring import find_caches, measure
from aoc.worker.reports import Report, started
from aoc.worker.solvers import DaySolver, JobSolver, OneCall


class FuzzedDay(DaySolver):
    """A day whose variants run one after the other in one process: more would take most time."""

    shares_process = True


class FuzzRun(JobRun):
    """A job on texts that may be no input of the puzzle: the project's own solver leaves these out.

    Other solvers get the texts that are left.
    """

    caches: Sequence[Any] = ()

    def solver_of(self, loaded: Day | OneCall) -> JobSolver:
        """Return the solver of what was loaded."""
        if isinstance(loaded, Day):
            return FuzzedDay(self.work, loaded)
        return super().solver_of(loaded)

    def before_plan(self) -> Iterator[Report]:
        """Import the tests, whose `valid` is asked of changed texts, and begin to look at these."""
        self.caches = find_caches()
        if self.job.solver.name == OWN:
            yield from self.read_tests()
            # It is no fault of the tests, nor of the day, if `parse` does not end on one of them.
            yield started(Step("changed texts", InputKind.CHANGED))

    def steps(self, job_input: Input) -> list[Step]:
        """Return the steps on an input; none on a changed text that is no input."""
        text = job_input.text or ""
        valid = self.tests.valid
        if job_input.kind is InputKind.CHANGED and valid:
            allowed = self.calls.read(partial(valid, text))
            # An error of `valid` is a no as well.
            if not allowed.value:
                return []
        # Only a day has a `parse` that can be called.
        if job_input.optional and isinstance(self.solver, DaySolver):
            parse = partial(self.solver.day.parse, text)
            with self.work.output.dropped():
                parsed = measure(parse, self.job.options.memory)
            if parsed.error:
                return []
        return super().steps(job_input)

    def run_input(self, job_input: Input, steps: Sequence[Step]) -> Iterator[Report]:
        """Do steps on one input, with empty caches."""
        for cache in self.caches:
            # So many inputs cannot have a worker each, in which they would find empty ones.
            cache.cache_clear()
        yield from super().run_input(job_input, steps)
