"""Doing a job: load its solver, read its inputs, call part after part, then repeat them for times.

Answers are those of a plain script: everything is called once, on freshly parsed values, and
reported, before anything is repeated.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from itertools import groupby
from types import ModuleType
from typing import Any

from aoc.model.inputs import Input, InputKind, digest_of, plain
from aoc.model.jobs import TESTS, Job, Task, Unit
from aoc.model.results import ErrorKind, Failure, Outcome
from aoc.project.day_tests import (
    DayTests,
    WrongExampleError,
    load_day_tests,
    tests_name,
)
from aoc.tokens import RUN_FOLDER
from aoc.worker.aocd_stand_in import StandIn
from aoc.worker.calls import Calls, Measured, find_caches, measure
from aoc.worker.day_module import (
    BrokenDayError,
    ProjectImports,
    RefusedError,
    import_of_job,
    typed_params,
)
from aoc.worker.failures import explain, is_stub, last_own_line
from aoc.worker.reports import Answered, Made, Output, Planned, Report, Started
from aoc.worker.units import (
    PartsRun,
    PluginRun,
    cannot_make,
    examples_in,
    made_text,
    units_of,
)


class JobRun:
    """A job that is being done. No error of its solver is raised.

    `debug` is called with an error of a solver, while its frames are still there. `wait` returns
    once the calls of a single day may be repeated, as no other worker is disturbed.
    """

    def __init__(
        self,
        job: Job,
        output: Output,
        debug: Callable[[BaseException], None] | None = None,
        wait: Callable[[], object] = bool,
    ) -> None:
        self.job = job
        self.output = output
        self.aocd = StandIn(job)
        self.wait = wait
        self.project = ProjectImports(job.root)
        self.solver: Any = None
        """The `Day` or the function of a plugin, once it is loaded."""
        self.tests = DayTests()
        self.made_digests: dict[str, str] = {}
        """The digests of samples by their labels: the parent knows all other texts."""
        self.tests_failure: Outcome | None = None
        """Why the tests could not make samples."""
        self.calls = Calls(job.options, output, self.modules, debug)
        self.params: dict[str, Any] = {}
        """The values of the job's parameters, by name."""
        self.folder = os.path.join(os.environ[RUN_FOLDER], str(os.getpid()))
        self.folder_count = 0
        """How many folders were made in that."""

    def reports(self) -> Iterator[Report]:
        """Do the job to its end. Each report has to be sent before the next step is asked for.

        Raises `RefusedError`.
        """
        if self.job.options.verbose:
            import logging

            logging.basicConfig(level=logging.INFO, format="%(message)s", force=True)
        # Asked before inputs are made: where none can be, the day is still loaded, so that people
        # see if that fails.
        runs_solver = self.runs_solver()
        yield from self.make_inputs()
        yield Started()
        if runs_solver:
            load_error = self.load_error()
            if load_error:
                # One row says it: nothing can run, on no input.
                yield Answered(load_error)
                return
            self.read_params()
        # Tests import their day: where that is what fails, it has been reported, and not they.
        if self.tests_failure:
            yield Answered(self.tests_failure)
        yield from self.read_tests()
        caches = []
        if any(one.kind is InputKind.CHANGED for one in self.job.inputs):
            caches = find_caches()
            # It is no fault of the tests, nor of the day, if `parse` does not end on one of them.
            yield Started(label="changed texts", kind=InputKind.CHANGED)
        inputs = self.inputs()
        units = self.units_of(inputs, runs_solver=runs_solver)
        turn = self.turn_of(list(units))
        labels = [(job_input.label, job_input.kind) for job_input in inputs]
        guesses = [
            unit for unit in units if inputs[unit.input_number].is_guess(unit.part)
        ]
        yield Planned(labels, list(units), turn, guesses)
        for number, group in groupby(turn, key=lambda unit: unit.input_number):
            of_input = {unit: units[unit] for unit in group}
            for cache in caches:
                # So many inputs cannot have a worker each, in which they would find empty ones.
                cache.cache_clear()
            yield from self.run_input(inputs[number], of_input)
        yield from self.repeat()

    def runs_solver(self) -> bool:
        """Return whether the solver is loaded; not where inputs are only read, or are none."""
        if self.job.options.task is Task.READ:
            return False
        return not all(job_input.problem for job_input in self.job.inputs)

    def make_inputs(self) -> Iterator[Report]:
        """Let the tests make up the inputs; those that they cannot make are reported and left out.

        This comes first, and what it has imported is forgotten: the day is then imported anew, as
        it would be for an input that is there.
        """
        if not any(job_input.is_to_make for job_input in self.job.inputs):
            return
        made: list[Input] = []
        texts: dict[str, str] = {}
        with self.project:
            yield Started(label=TESTS)
            read = self.import_tests()
            for number, job_input in enumerate(self.job.inputs):
                if not job_input.is_to_make:
                    made.append(job_input)
                    continue
                if read.error:
                    # One row says so of the tests, none of each input.
                    continue
                problem = cannot_make(self.job, job_input, self.tests)
                if problem:
                    if not job_input.optional:
                        made.append(job_input._replace(problem=problem))
                    continue
                yield Started(number, job_input.label, kind=job_input.kind)
                text = self.made(job_input)
                if text.error:
                    outcome = Outcome(job_input.label, job_input.kind)
                    yield Answered(self.failed(text.error, ErrorKind.INPUT, outcome))
                    continue
                made.append(job_input._replace(text=text.value))
                texts[job_input.label] = text.value
                # Now, as a day may change what `hashlib` needs to be imported.
                self.made_digests[job_input.label] = digest_of(text.value)
        # The maker of an input may have gone elsewhere, and the day has to be at home.
        with suppress(OSError):
            os.chdir(self.job.root)
        self.job = self.job._replace(inputs=tuple(made))
        if read.error:
            self.tests_failure = self.tests_error(read.error)
        yield Made(texts)

    def made(self, job_input: Input) -> Measured:
        """Make up the text of an input."""
        with self.output_before_plan():
            return self.calls.read(partial(made_text, job_input, self.tests))

    def output_before_plan(self) -> AbstractContextManager[None]:
        """Return the context of what is printed before the first call of a part.

        It is shown once: an earlier worker of this job has shown it, if there was one.
        """
        if self.job.owed:
            return self.output.dropped()
        return nullcontext()

    def load_error(self) -> Outcome | None:
        """Load the solver; return the outcome if that fails."""
        with self.output_before_plan():
            loaded = self.calls.read(self.load)
        if loaded.error is None:
            return None
        about = f"{self.job.entry or self.job.file} "
        # The message of a broken day goes on after its name.
        if not isinstance(loaded.error, BrokenDayError):
            about += "cannot be imported: "
        return self.failed(loaded.error, ErrorKind.EXCEPTION, about=about)

    def load(self) -> None:
        """Import the project's own day or its shows, or the function of a plugin."""
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

            self.solver = EntryPoint("", job.solver.entry, "").load()
            return
        if job.layout:
            # Before a module of the project that is called `aoc` hides this package.
            from aoc.worker.scripts.loading import load

        self.project.enter()
        if job.layout:
            self.solver = load(job, self.aocd, self.new_folder(), self.project.forget)
            return
        year, day = job.puzzle
        self.solver = import_of_job(job, f"days.year{year}.day{day:02d}")

    def read_params(self) -> None:
        """Read the values of parameters, by the parts that take them. Raises `RefusedError`."""
        job = self.job
        if not job.options.params:
            return
        if job.entry:
            raise RefusedError(
                f"{job.solver.name} takes no parameters: leave out --param"
            )
        self.params = typed_params(self.solver, str(job.puzzle), job.options.params)

    def new_folder(self) -> str:
        """Return a new folder; who has started this process removes it, however that ends."""
        self.folder_count += 1
        folder = os.path.join(self.folder, str(self.folder_count))
        os.makedirs(folder)
        return folder

    def read_tests(self) -> Iterator[Report]:
        """Import the tests of the day, if the job needs them."""
        if not any(job_input.needs_tests for job_input in self.job.inputs):
            return
        yield Started(label=TESTS)
        read = self.in_project(self.import_tests)
        if read.error:
            yield Answered(self.tests_error(read.error))

    def import_tests(self) -> Measured:
        """Import the tests of the day from the project."""
        load = partial(load_day_tests, self.job.root, *self.job.puzzle)
        with self.output_before_plan():
            read = self.calls.read(load)
        if read.error is None:
            self.tests = read.value
        return read

    def tests_error(self, error: BaseException) -> Outcome:
        """Return the outcome of tests that cannot be read."""
        path = self.job.shown(tests_name(*self.job.puzzle))
        about = f"{path} cannot be imported: "
        if isinstance(error, WrongExampleError):
            # Its message says which example it is.
            about = f"{path}, "
        return self.failed(error, ErrorKind.TESTS, about=about)

    def in_project(self, read: Callable[[], Measured]) -> Measured:
        """Call a function that may import from the project, whose modules no plugin may find."""
        if self.job.solver.entry or self.job.options.task is Task.READ:
            with self.project:
                return read()
        return read()

    def inputs(self) -> Sequence[Input]:
        """Return the inputs of the job, with each example in place of the tests that have it."""
        inputs: list[Input] = []
        for job_input in self.job.inputs:
            if job_input.kind is InputKind.EXAMPLES:
                inputs.extend(examples_in(self.tests))
            elif job_input.kind is not InputKind.CHANGED or self.is_one(job_input):
                inputs.append(job_input)
        return inputs

    def is_one(self, job_input: Input) -> bool:
        """Return whether a text that fuzzing has changed is an input: also for `parse`."""
        text = job_input.text or ""
        if not self.allows(job_input, text):
            return False
        if self.job.entry:
            # Only a day has a `parse` that can be called.
            return True
        with self.output.dropped():
            parsed = measure(partial(self.solver.parse, text), self.job.options.memory)
        return parsed.error is None

    def units_of(
        self, inputs: Sequence[Input], *, runs_solver: bool
    ) -> dict[Unit, Any]:
        """Return the units that the job owes, with their functions. Raises `RefusedError`."""
        if self.job.options.task is Task.SHOW and runs_solver:
            from aoc.worker.show_run import shows_of

            return shows_of(self.job, self.solver, inputs)
        units: dict[Unit, Any] = {}
        for number, job_input in enumerate(inputs):
            units.update(units_of(self.job, self.solver, number, job_input))
        return units

    def turn_of(self, units: Sequence[Unit]) -> list[Unit]:
        """Return the units of this process: one variant of the parts, as in a script of its own."""
        owed = list(units)
        if self.job.owed:
            owed = [unit for unit in units if unit in self.job.owed]
        variants = [unit.variant for unit in owed if unit.part]
        if self.job.options.shares_process or not variants:
            return owed
        # The other variants are left for the next workers of the job.
        return [
            unit for unit in owed if unit.part is None or unit.variant == variants[0]
        ]

    def run_input(self, job_input: Input, units: dict[Unit, Any]) -> Iterator[Report]:
        """Run a solver on one input."""
        job = self.job
        # A day with two files has a problem and no input, so nothing to name.
        outcome = Outcome(job_input.label or None, job_input.kind)
        if job_input.problem:
            failure = Failure(ErrorKind.INPUT, job_input.problem)
            yield Answered(outcome._replace(error=failure))
            return
        text = plain(job_input.text or "")
        if not self.allows(job_input, text):
            failure = Failure(ErrorKind.INPUT, "the puzzle does not allow it")
            yield Answered(outcome._replace(error=failure))
            return
        outcome = outcome._replace(
            digest=self.made_digests.get(job_input.label),
            is_allowed=job_input.kind.is_fuzzed and self.tests.valid is not None,
        )
        if job.options.task is Task.READ:
            yield Answered(outcome._replace(text=text))
        elif job.entry:
            # A plugin has no result of parse, so each of its units has a part.
            parts = [unit.part for unit in units if unit.part]
            yield from PluginRun(self, job_input, text, parts).reports(outcome)
        else:
            yield from PartsRun(self, job_input, text, units).reports(outcome)

    def allows(self, job_input: Input, text: str) -> bool:
        """Return whether the tests allow a text that may be no input of the puzzle."""
        valid = self.tests.valid
        if valid is None or not job_input.kind.is_fuzzed:
            return True
        validity = self.in_project(lambda: self.calls.read(partial(valid, text)))
        # An error of `valid` is a no as well.
        return bool(validity.value)

    def repeat(self) -> Iterator[Report]:
        """Repeat calls for their times, once that disturbs no other worker."""
        if not self.calls.repeats:
            return
        if self.job.options.timing.waits:
            self.wait()
        yield from self.calls.repeat()

    def modules(self) -> Sequence[ModuleType]:
        """Return the modules in which the solver may keep something: the project's, or its own."""
        if not self.job.entry:
            return self.project.imported()
        # Of a plugin, the first name of its entry point, `module:function`.
        package = self.job.entry.partition(":")[0].partition(".")[0].strip()
        names = [name for name in sys.modules if name.partition(".")[0] == package]
        return [sys.modules[name] for name in names]

    def with_answer(
        self,
        outcome: Outcome,
        value: Any,
        read: Callable[[Any], tuple[str | None, str | None]],
    ) -> Outcome:
        """Return an outcome with the answer, and its drawing, that are read from a value."""
        # The value may be of a class of the day, whose methods may do anything.
        answer = measure(partial(read, value))
        if answer.error:
            return self.failed(answer.error, ErrorKind.ANSWER, outcome)
        text, drawing = answer.value
        return outcome._replace(answer=text, drawing=drawing)

    def is_stub(self, error: BaseException | None) -> bool:
        """Return whether an error says that a part is not written yet; a show has to be."""
        if error is None or self.job.options.task is Task.SHOW:
            return False
        return is_stub(error, self.job.root)

    def failed(
        self,
        error: BaseException,
        kind: ErrorKind,
        outcome: Outcome | None = None,
        about: str = "",
    ) -> Outcome:
        """Return the outcome of a step that raised an error: by default one before any input.

        A part that is not written yet has no error.
        """
        job = self.job
        if outcome and outcome.part and self.is_stub(error):
            return outcome
        place = ""
        if job.layout:
            # Such a day may be spread over files: the message names the one that failed.
            line = last_own_line(error, job.root)
            if line:
                place = f" at {line}"
        failure = explain(
            error,
            kind,
            job.root,
            memory=job.options.memory,
            about=about,
            place=place,
        )
        return (outcome or Outcome())._replace(error=failure)
