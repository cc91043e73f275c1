"""Doing a job: load its solver, read its tests and inputs, and tell which of these fails.

Answers are those of a plain script: everything is called once, on freshly parsed values, and
reported, before anything is repeated.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from aoc.model.inputs import Input, InputKind, plain
from aoc.model.jobs import TESTS, Job, Step
from aoc.model.results import ErrorKind, Failure, Outcome
from aoc.project.day_tests import DayTests, WrongExampleError, load_day_tests, tests_name
from aoc.worker.day_module import BrokenDayError, Day, import_of_job
from aoc.worker.measuring import Measured
from aoc.worker.reports import Report, ReportKind, answered, started
from aoc.worker.solvers import CallSolver, DaySolver, JobSolver, OneCall, Plugin, step_on
from aoc.worker.worker_job import WorkerJob


class JobRun:
    """A job that is being done. No error of its solver is raised."""

    def __init__(self, work: WorkerJob) -> None:
        self.work = work
        self.job = work.job
        self.calls = work.calls
        self.solver: JobSolver | None = None
        self.tests = DayTests()

    @property
    def name(self) -> str:
        """The name of what is loaded, for people."""
        return self.job.entry or self.job.file

    def reports(self) -> Iterator[Report]:
        """Do the job to its end. Each report has to be sent before the next step is asked for.

        Raises `RefusedError`.
        """
        if self.job.options.verbose:
            import logging

            logging.basicConfig(level=logging.INFO, format="%(message)s", force=True)
        if any(job_input.is_to_make for job_input in self.job.inputs):
            yield from self.make_inputs()
            return
        yield started(Step())
        if self.needs_solver():
            loaded = self.read_before_plan(self.load)
            if loaded.error:
                # One row says it: nothing can run, on no input.
                yield answered(self.load_error(loaded.error))
                return
            self.solver = self.solver_of(loaded.value)
        yield from self.before_plan()
        plan = [(job_input, self.steps(job_input)) for job_input in self.inputs()]
        all_steps: list[Step] = []
        for _, steps in plan:
            all_steps += steps
        has_more = self.solver is not None and self.job.turn + 1 < self.solver.turns
        yield Report(ReportKind.PLANNED, all_steps, more_turns=has_more)
        # An earlier worker has ended in one of the steps.
        done = self.job.done
        for job_input, steps in plan:
            left = steps[done:]
            done = max(0, done - len(steps))
            if left:
                yield from self.run_input(job_input, left)
        yield from self.calls.repeat()

    def needs_solver(self) -> bool:
        """Return whether the solver is loaded: not where no input can be run.

        Where the tests can make none, people still see if the day cannot be loaded.
        """
        problems = [job_input.problem for job_input in self.job.inputs]
        return not problems or not all(problems)

    def make_inputs(self) -> Iterator[Report]:
        """Let the tests make up the inputs, on which another worker then runs the solver.

        It has run nothing else then, as for an input that is there.
        """
        self.work.project.enter()
        yield started(Step(TESTS))
        tests = self.import_tests()
        if tests.error:
            # Tests import their day: where that is what fails, it is reported, and not they.
            loaded = self.calls.read(self.load)
            if loaded.error:
                yield answered(self.load_error(loaded.error))
            else:
                yield answered(self.tests_error(tests.error))
            return
        texts: dict[str, str] = {}
        for job_input in self.job.inputs:
            if not job_input.is_to_make:
                continue
            step = step_on(job_input)
            yield started(step)
            problem = cannot_make(self.job, job_input, self.tests)
            if problem:
                if not job_input.optional:
                    failure = Failure(ErrorKind.INPUT, problem)
                    yield answered(Outcome(*step, error=failure))
                continue
            text = self.calls.read(partial(made_text, job_input, self.tests))
            if text.error:
                yield answered(self.work.failed(text.error, ErrorKind.INPUT, Outcome(*step)))
            else:
                texts[job_input.label] = text.value
        yield Report(ReportKind.MADE, texts=texts)

    def read_before_plan(self, call: Callable[[], Any]) -> Measured:
        """Call something before the first call of a part.

        What it prints is shown once, by the first worker on these inputs.
        """
        is_first = not (self.job.done or self.job.turn)
        with self.work.output.dropped(drops=not is_first):
            return self.calls.read(call)

    def load_error(self, error: BaseException) -> Outcome:
        """Return the outcome of a solver that cannot be loaded."""
        about = f"{self.name} "
        # The message of a broken day goes on after its name.
        if not isinstance(error, BrokenDayError):
            about += "cannot be imported: "
        return self.work.failed(error, ErrorKind.EXCEPTION, about=about)

    def load(self) -> Day | OneCall:
        """Import the project's own day, or what answers in one call."""
        job = self.job
        if job.layout or not job.options.keeps_bytecode:
            # Not every repository of others lets git ignore these files.
            sys.dont_write_bytecode = True
        if not job.options.keeps_bytecode:
            # A file may have come at this moment to a folder that Python has looked into.
            sys.path_importer_cache.clear()
        if job.solver.entry:
            # The modules of the project are not for a plugin, which is installed for all.
            from importlib.metadata import EntryPoint

            solve = EntryPoint("", job.solver.entry, "").load()
            return Plugin(job.entry, job.puzzle, solve)
        if job.layout:
            # Before a module of the project that is called `aoc` hides this package.
            from aoc.worker.scripts.loading import load
        self.work.project.enter()
        if job.layout:
            return load(self.work, job.layout, self.import_day)
        year, day = job.puzzle
        return self.import_day(f"days.year{year}.day{day:02d}")

    def import_day(self, name: str) -> Day:
        """Import the day of the job by the name of its module."""
        return import_of_job(self.job, name)

    def solver_of(self, loaded: Day | OneCall) -> JobSolver:
        """Return the solver of what was loaded. Raises `RefusedError`."""
        if isinstance(loaded, Day):
            return DaySolver(self.work, loaded)
        return CallSolver(self.work, loaded)

    def before_plan(self) -> Iterator[Report]:
        """Import the tests of the day, if the job has their examples."""
        if not any(each.kind is InputKind.EXAMPLES for each in self.job.inputs):
            return
        yield from self.read_tests()

    def read_tests(self) -> Iterator[Report]:
        """Import the tests of the day."""
        yield started(Step(TESTS))
        if self.job.solver.entry or self.solver is None:
            # No plugin may find the modules of the project.
            with self.work.project:
                tests = self.import_tests()
        else:
            tests = self.import_tests()
        if tests.error:
            yield answered(self.tests_error(tests.error))

    def import_tests(self) -> Measured:
        """Import the tests of the day from the project."""
        load = partial(load_day_tests, self.job.root, *self.job.puzzle)
        tests = self.read_before_plan(load)
        if tests.error is None:
            self.tests = tests.value
        return tests

    def tests_error(self, error: BaseException) -> Outcome:
        """Return the outcome of tests that cannot be read."""
        path = self.job.shown(tests_name(*self.job.puzzle))
        about = f"{path} cannot be imported: "
        if isinstance(error, WrongExampleError):
            # Its message says which example it is.
            about = f"{path}, "
        return self.work.failed(error, ErrorKind.TESTS, about=about)

    def inputs(self) -> Sequence[Input]:
        """Return the inputs of the job, with each example in place of the tests that have it."""
        inputs: list[Input] = []
        for job_input in self.job.inputs:
            if job_input.kind is InputKind.EXAMPLES:
                inputs.extend(examples_in(self.tests))
            else:
                inputs.append(job_input)
        return inputs

    def steps(self, job_input: Input) -> list[Step]:
        """Return the steps on an input; one that is only read, or refused, has a single one."""
        if self.solver and not job_input.problem:
            return self.solver.steps(job_input)
        # The worker of the first variant has told it.
        return [] if self.job.turn else [step_on(job_input)]

    def run_input(self, job_input: Input, steps: Sequence[Step]) -> Iterator[Report]:
        """Do steps on one input."""
        outcome = Outcome(*step_on(job_input))
        text = plain(job_input.text or "")
        if job_input.problem:
            failure = Failure(ErrorKind.INPUT, job_input.problem)
            yield answered(outcome._replace(error=failure))
        elif self.solver:
            yield from self.solver.reports(job_input, text, steps)
        else:
            yield answered(outcome._replace(text=text))


class ReadRun(JobRun):
    """A job that only reads its inputs, or makes them: the outcomes have their texts."""

    def needs_solver(self) -> bool:
        """Return that it does without the solver."""
        return False


def examples_in(tests: DayTests) -> Iterator[Input]:
    """Yield the examples of a day as inputs."""
    labels: set[str] = set()
    for number, example in enumerate(tests.examples, 1):
        label = example.label(number)
        # Results are known by the label of their input.
        if label in labels:
            label += f" ({number})"
        labels.add(label)
        yield Input(
            InputKind.EXAMPLE,
            label,
            str(example.text),
            expected=(example.expected(1), example.expected(2)),
            parts=example.parts,
            params=tuple(example.params.items()),
            guessed=tuple(example.guessed),
        )


def cannot_make(job: Job, job_input: Input, tests: DayTests) -> str | None:
    """Return why the tests of a day cannot make an input; `None` if they can."""
    if maker_of(job_input, tests):
        return None
    path = job.shown(tests_name(*job.puzzle))
    function = f"def {job_input.kind}(rng): return str(rng.randint(1, 99))"
    return f"{path} has no function `{job_input.kind}`: write one, such as {function}"


def made_text(job_input: Input, tests: DayTests) -> str:
    """Return the text of a sample or a small input. Raises the errors of the tests' function."""
    from random import Random

    make = maker_of(job_input, tests)
    return plain(make(Random(job_input.seed)))


def maker_of(job_input: Input, tests: DayTests) -> Any:
    """Return the function of the tests that makes an input of a kind; `None` if there is none."""
    if job_input.kind is InputKind.SAMPLE:
        return tests.sample
    return tests.small
