"""Doing a job: load its solver, read its inputs, call part after part, then repeat them for times.

Answers are those of a plain script: everything is called once, on freshly parsed values, and
reported, before anything is repeated.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, nullcontext
from functools import partial
from itertools import groupby
from types import ModuleType
from typing import Any

from aoc.model.answers import read_answer
from aoc.model.input_text import digest_of, plain
from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import TESTS, Job, Task, UnitKey
from aoc.model.results import ErrorKind, Failure, Outcome
from aoc.project.day_tests import (
    DayTests,
    WrongExampleError,
    load_day_tests,
    tests_name,
)
from aoc.worker.calls import Calls
from aoc.worker.day_module import BrokenDayError, Day, import_of_job
from aoc.worker.failures import explain
from aoc.worker.params import RefusedError, taken_by, typed_params, unused_param
from aoc.worker.plugin_run import PluginRun
from aoc.worker.project_imports import ProjectImports, is_in
from aoc.worker.reports import Answered, Made, Output, Planned, Report, Started
from aoc.worker.scripts.aocd_stand_in import StandIn
from aoc.worker.timing import Measured, measure
from aoc.worker.tracebacks import last_own_line
from aoc.worker.units import cannot_make, examples_in, made_text, units_of


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
        self.aocd = StandIn()
        self.wait = wait
        self.project = ProjectImports(job.root)
        self.solver: Any = None
        self.tests = DayTests()
        self.made_digests: dict[str, str] = {}
        """The digests of made-up inputs by their labels: the parent knows all other texts."""
        self.tests_failure: Outcome | None = None
        """Why the tests could not make up inputs."""
        self.calls = Calls(job.options, output, self.modules, debug)
        self.params: dict[str, Any] = {}
        self.folders = ExitStack()

    def reports(self) -> Iterator[Report]:
        """Do the job to its end. Each report has to be sent before the next step is asked for.

        Raises `RefusedError`.
        """
        if self.job.options.verbose:
            import logging

            logging.basicConfig(level=logging.INFO, format="%(message)s", force=True)
        # Where nothing can be made up, it is still loaded, so that people see if that fails.
        runs_solver = self.runs_solver()
        if any(job_input.is_to_make for job_input in self.job.inputs):
            yield from self.make_inputs()
        yield Started()
        if runs_solver:
            load_error = self.load_error()
            if load_error:
                yield Answered(load_error)
                return
            self.read_params()
        # Tests import their day: where that is what fails, it has been reported, and not they.
        if self.tests_failure:
            yield Answered(self.tests_failure)
        yield from self.read_tests()
        inputs = self.inputs()
        units: dict[UnitKey, Any] = {}
        if self.job.options.task is Task.SHOW and runs_solver:
            from aoc.worker.show_run import shows_of

            units = shows_of(self.job, self.solver, inputs)
        else:
            for number, job_input in enumerate(inputs):
                units.update(units_of(self.job, self.solver, number, job_input))
        keys = list(units)
        turn = self.turn_of(keys)
        yield Planned(
            cases=[(job_input.label, job_input.kind) for job_input in inputs],
            units=keys,
            turn=[keys.index(key) for key in turn],
        )
        for number, keys_of_input in groupby(turn, key=lambda key: key[0]):
            yield from self.run_input(
                inputs[number], {key: units[key] for key in keys_of_input}
            )
        with self.folders:
            if self.calls.repeats:
                if self.job.options.timing.waits:
                    self.wait()
                yield from self.calls.repeat()

    def make_inputs(self) -> Iterator[Report]:
        """Let the tests make up the inputs; those that they cannot make are reported and left out.

        This comes first, and what it has imported is forgotten: the day is then imported anew, as
        it would be for an input that is there.
        """
        made: list[Input] = []
        with self.project:
            yield Started(label=TESTS)
            read = self.import_tests()
            for number, job_input in enumerate(self.job.inputs):
                if not job_input.is_to_make:
                    made.append(job_input)
                    continue
                if read.error:
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
                self.made_digests[job_input.label] = digest_of(text.value)
        self.job = self.job._replace(inputs=tuple(made))
        if read.error:
            self.tests_failure = self.tests_error(read.error)
        yield Made()

    def made(self, job_input: Input) -> Measured:
        """Make up an input."""
        with self.output_of_first_worker():
            return self.calls.read(partial(made_text, job_input, self.tests))

    def output_of_first_worker(self) -> Any:
        """Return the context of what is printed before the first call: it is shown once.

        Another worker has shown it, if there was one.
        """
        return self.output.dropped() if self.job.owed else nullcontext()

    def runs_solver(self) -> bool:
        """Return whether the solver is loaded; not where inputs are only read, or are none."""
        if self.job.options.task is Task.READ:
            return False
        return not all(job_input.problem for job_input in self.job.inputs)

    def load_error(self) -> Outcome | None:
        """Load the solver; return the outcome if that fails."""
        with self.output_of_first_worker():
            loaded = self.calls.read(self.load)
        if loaded.error is None:
            return None
        name = self.job.entry or self.job.file
        verb = (
            "" if isinstance(loaded.error, BrokenDayError) else "cannot be imported: "
        )
        return self.failed(loaded.error, ErrorKind.EXCEPTION, about=f"{name} {verb}")

    def load(self) -> None:
        """Import the project's own day or its shows, or the function of a plugin."""
        job = self.job
        if not job.options.keeps_bytecode:
            sys.dont_write_bytecode = True
            # A file may have come at this moment to a folder that Python has looked into.
            sys.path_importer_cache.clear()
        if job.solver.entry:
            from importlib.metadata import EntryPoint

            self.solver = EntryPoint("", job.solver.entry, "").load()
            return
        self.project.enter()
        if job.layout:
            from aoc.worker.scripts.script import load

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
        """Return a new folder that is removed at the end of the job."""
        from tempfile import TemporaryDirectory

        return self.folders.enter_context(
            TemporaryDirectory(ignore_cleanup_errors=True)
        )

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
        with self.output_of_first_worker():
            read = self.calls.read(load)
        if read.error is None:
            self.tests = read.value
        return read

    def tests_error(self, error: BaseException) -> Outcome:
        """Return the outcome of tests that cannot be read."""
        path = self.job.shown(tests_name(*self.job.puzzle))
        is_wrong_example = isinstance(error, WrongExampleError)
        about = f"{path}, " if is_wrong_example else f"{path} cannot be imported: "
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
            else:
                inputs.append(job_input)
        return inputs

    def turn_of(self, keys: Sequence[UnitKey]) -> list[UnitKey]:
        """Return the units of this process: one variant of the parts, as in a script of its own."""
        owed = [key for key in keys if not self.job.owed or key in self.job.owed]
        variants = [variant for _, part, variant in owed if part]
        if self.job.options.shares_process or not variants:
            return owed
        return [key for key in owed if key[1] is None or key[2] == variants[0]]

    def run_input(
        self, job_input: Input, units: dict[UnitKey, Any]
    ) -> Iterator[Report]:
        """Run a solver on one input."""
        job = self.job
        outcome = Outcome(job_input.label, job_input.kind)
        if job_input.problem:
            failure = Failure(ErrorKind.INPUT, job_input.problem)
            yield Answered(outcome._replace(error=failure))
            return
        text = plain(job_input.text or "")
        if not self.allows(job_input, text):
            failure = Failure(ErrorKind.INPUT, "the puzzle does not allow it")
            yield Answered(outcome._replace(error=failure))
            return
        outcome = outcome._replace(digest=self.made_digests.get(job_input.label))
        if job.options.task is Task.READ:
            yield Answered(outcome._replace(text=text))
        elif job.entry:
            parts = [part or 0 for _, part, _ in units]
            yield from PluginRun(self, job_input, text, parts).reports(outcome)
        else:
            yield from self.run_parts(job_input, text, units, outcome)

    def allows(self, job_input: Input, text: str) -> bool:
        """Return whether the tests allow a text that may be no input of the puzzle."""
        valid = self.tests.valid
        if valid is None or job_input.kind is not InputKind.CANDIDATE:
            return True
        return bool(
            self.in_project(lambda: self.calls.read(partial(valid, text))).value
        )

    def run_parts(
        self,
        job_input: Input,
        text: str,
        units: dict[UnitKey, Any],
        outcome: Outcome,
    ) -> Iterator[Report]:
        """Call part after part of a day, each on an input that is parsed anew."""
        day: Day = self.solver
        calls = self.calls
        timing = calls.timing_for(job_input)
        is_show = self.job.options.task is Task.SHOW
        is_parse_owed = any(part is None for _, part, _ in units)
        # What parsing prints is shown once.
        with nullcontext() if is_parse_owed or is_show else self.output.dropped():
            parsed = calls.first(day.parse, text, lambda: text, timing)
        if parsed.measured.error:
            # Where the input is certain, an error has nothing to do with a guess.
            if "input" in job_input.guesses:
                outcome = outcome._replace(guess="input")
            yield Answered(self.failed(parsed.measured.error, ErrorKind.PARSE, outcome))
            return
        if is_parse_owed:
            of_parse = outcome
            if not is_show:
                of_parse = outcome._replace(reason=day.hints.get(None))
            yield calls.answered(of_parse, parsed, lambda value: None)
        values = [parsed.measured]
        example_params = dict(job_input.params)
        unused = unused_param(day, str(self.job.puzzle), example_params)
        for (_, part, variant), function in units.items():
            if part is None:
                continue
            of_part = outcome._replace(part=part, variant=variant)
            if function is None:
                if variant is None:
                    of_part = of_part._replace(reason=day.hints.get(part))
                yield Answered(of_part)
                continue
            if not values:
                with self.output.dropped():
                    values.append(calls.read(partial(day.parse, text)))
            value = values.pop()
            if value.error:
                yield Answered(self.failed(value.error, ErrorKind.PARSE, of_part))
                continue
            taken = taken_by(function, {**example_params, **self.params})
            with_params = partial(function, **taken) if taken else function
            if is_show:
                from aoc.worker.show_run import show_reports

                yield from show_reports(
                    self, partial(with_params, value.value), of_part
                )
                continue
            call = calls.first(
                with_params, value.value, partial(day.parse, text), timing
            )
            of_part = of_part._replace(params=tuple(taken_by(function, self.params)))
            if not of_part.params:
                # What is known of an input is not known of it with other parameters.
                of_part = of_part._replace(
                    expected=job_input.expected[part - 1],
                    guess=job_input.guesses[part - 1],
                )
            name = f"part{part}_{variant}" if variant else f"part{part}"
            read = partial(read_answer, function=name)
            if call.measured.error:
                of_part = self.failed(call.measured.error, ErrorKind.EXCEPTION, of_part)
            else:
                of_part = self.with_answer(of_part, call.measured.value, read)
            if of_part.answer is not None:
                of_part = of_part._replace(reason=unused)
            yield calls.answered(of_part, call, read)

    def modules(self) -> Sequence[ModuleType]:
        """Return the modules in which the solver may keep something: the project's, or its own."""
        if not self.job.entry:
            return self.project.imported()
        package = self.job.entry.partition(":")[0].partition(".")[0].strip()
        return [
            module for name, module in sys.modules.items() if is_in(name, (package,))
        ]

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

    def failed(
        self,
        error: BaseException,
        kind: ErrorKind,
        outcome: Outcome | None = None,
        about: str = "",
    ) -> Outcome:
        """Return the outcome of a step that raised an error: by default one before any input."""
        job = self.job
        place = ""
        if job.layout:
            line = last_own_line(error, job.root)
            place = f" at {line}" if line else ""
        failure = explain(
            error, kind, job.root, memory=job.options.memory, about=about, place=place
        )
        return (outcome or Outcome())._replace(error=failure)
