"""The units of an input: which there are, and the runs that call them and return their outcomes.

A day is parsed anew for each part; a plugin or a script answers both parts in one call.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from aoc.model.answers import WrongAnswerTypeError, read_answer, read_plugin_answer
from aoc.model.inputs import Input, InputKind, plain
from aoc.model.jobs import Job, Task, Unit
from aoc.model.results import ErrorKind, Outcome
from aoc.project.day_tests import DayTests, tests_name
from aoc.worker.calls import Call, Measured
from aoc.worker.day_module import Day, PartFunction, taken_by, unused_param
from aoc.worker.reports import Answered, Report

if TYPE_CHECKING:
    from aoc.worker.job_run import JobRun


class PartsRun:
    """The run of a day on one input; `units` has the functions of the parts that are owed."""

    def __init__(
        self, run: JobRun, job_input: Input, text: str, units: dict[Unit, Any]
    ) -> None:
        self.run = run
        self.job = run.job
        self.calls = run.calls
        self.day: Day = run.solver
        self.input = job_input
        self.text = text
        self.units = units
        self.is_show = self.job.options.task is Task.SHOW
        self.timing = run.calls.timing_for(job_input)
        self.example_params = dict(job_input.params)

    def reports(self, outcome: Outcome) -> Iterator[Report]:
        """Parse the input, and call part after part."""
        is_parse_owed = any(unit.part is None for unit in self.units)
        parsed = self.first_parse(is_parse_owed=is_parse_owed)
        if self.run.is_stub(parsed.measured.error):
            for unit in self.units:
                reason = None if unit.part else "raises NotImplementedError"
                yield Answered(
                    outcome._replace(
                        part=unit.part, variant=unit.variant, reason=reason
                    )
                )
            return
        if parsed.measured.error:
            yield Answered(self.parse_failed(parsed.measured.error, outcome))
            return
        if is_parse_owed:
            yield self.calls.answered(outcome, parsed, lambda value: None)
        # The value that is there is for the first part that runs. A part may change its value, so
        # each other one has a new one.
        unused_value: Measured | None = parsed.measured
        for unit, function in self.units.items():
            part = unit.part
            if part is None:
                continue
            of_part = outcome._replace(part=part, variant=unit.variant)
            if function is None:
                yield Answered(of_part)
                continue
            value = unused_value or self.parse_again()
            unused_value = None
            if value.error:
                # It could be parsed before, so this is an error of the part, not of the input.
                yield Answered(self.run.failed(value.error, ErrorKind.PARSE, of_part))
            elif self.is_show:
                yield from self.show(function, value.value, of_part)
            else:
                yield self.answer(part, function, value.value, of_part)

    def parse(self) -> Any:
        """Parse the input."""
        return self.day.parse(self.text)

    def first_parse(self, *, is_parse_owed: bool) -> Call:
        """Parse the input for the first time, which has a result of its own if it is owed."""
        printed: AbstractContextManager[None] = nullcontext()
        if not is_parse_owed and not self.is_show:
            # An earlier worker has shown what parsing prints, or nobody asked for it.
            printed = self.run.output.dropped()
        with printed:
            return self.calls.first(
                self.day.parse, self.text, lambda: self.text, self.timing
            )

    def parse_again(self) -> Measured:
        """Parse the input for one more part; what that prints has been shown."""
        with self.run.output.dropped():
            return self.calls.read(self.parse)

    def parse_failed(self, error: BaseException, outcome: Outcome) -> Outcome:
        """Return the outcome of an input that cannot be parsed."""
        return self.run.failed(error, ErrorKind.PARSE, outcome)

    def show(
        self, function: PartFunction, value: Any, outcome: Outcome
    ) -> Iterator[Report]:
        """Make the frames of a show."""
        from aoc.worker.show_run import show_reports

        return show_reports(
            self.run, partial(self.with_params(function), value), outcome
        )

    def answer(
        self, part: int, function: PartFunction, value: Any, outcome: Outcome
    ) -> Answered:
        """Call a part or a variant on a parsed value, and return its answer."""
        run = self.run
        name = f"part{part}"
        if outcome.variant:
            name = f"part{part}_{outcome.variant}"
        call = self.calls.first(
            self.with_params(function), value, self.parse, self.timing
        )
        outcome = outcome._replace(params=tuple(taken_by(function, run.params)))
        if not outcome.params:
            # What is known of an input is not known of it with other parameters.
            outcome = outcome._replace(expected=self.input.expected[part - 1])
        read = partial(read_answer, function=name)
        if call.measured.error:
            failed = run.failed(call.measured.error, ErrorKind.EXCEPTION, outcome)
            return self.calls.answered(failed, call, read)
        outcome = run.with_answer(outcome, call.measured.value, read)
        if outcome.answer is not None:
            # A name that is misspelt in the example may be why its answer is wrong.
            unused = unused_param(self.day, str(self.job.puzzle), self.example_params)
            outcome = outcome._replace(reason=unused)
        return self.calls.answered(outcome, call, read)

    def with_params(self, function: PartFunction) -> PartFunction:
        """Return a part with the parameters that it takes: the user's go before the example's."""
        taken = taken_by(function, {**self.example_params, **self.run.params})
        if not taken:
            # Without a wrapper, which would take time in each call.
            return function
        return partial(function, **taken)


class PluginRun:
    """The run of a plugin on one input, of which some `parts` are owed.

    Each call is made in a new folder with the input in it.
    """

    def __init__(
        self, run: JobRun, job_input: Input, text: str, parts: Sequence[int]
    ) -> None:
        self.run = run
        self.job = run.job
        self.solver = run.solver
        self.input = job_input
        self.text = text
        self.parts = parts

    def reports(self, outcome: Outcome) -> Iterator[Answered]:
        """Call the plugin, and yield its answers: the first one has the time of the call."""
        calls = self.run.calls
        timing = calls.timing_for(self.input)
        if self.job.layout and self.job.layout.run:
            # A script may write files, or ask for its modules to be as it left them.
            timing = None
        call = calls.first(self.solve, self.prepare(), self.prepare, timing)
        if self.is_process:
            call.measured.peak = self.solver.peak_memory
        # The plugin may have deleted the folder of the project.
        with suppress(OSError):
            os.chdir(self.job.root)
        # To read the answers in what was printed is no part of the time.
        read = call.measured
        if read.error is None:
            read = calls.read(partial(self.both_answers, read.value))
        error = read.error
        if self.run.is_stub(error):
            for part in self.parts:
                yield Answered(outcome._replace(part=part))
            return
        if error:
            if len(self.parts) == 1:
                # Else it is an error of both parts, in one row.
                outcome = outcome._replace(part=self.parts[0])
            failed = self.run.failed(error, ErrorKind.EXCEPTION, outcome)
            yield calls.answered(failed, call, self.answers_in)
            return
        is_timed = False
        for part in self.parts:
            of_part = self.outcome_of(part, read.value, outcome)
            if is_timed or of_part.is_unsolved:
                # The time is shown once, beside the first answer.
                yield Answered(of_part)
                continue
            is_timed = True
            of_part = of_part._replace(time_of=self.timed_step)
            yield calls.answered(of_part, call, self.answers_in)

    @property
    def is_process(self) -> bool:
        """Whether the plugin is a program, which is a process of its own."""
        return getattr(self.solver, "is_process", False)

    @property
    def timed_step(self) -> str:
        """What a time is of, if not of a part."""
        if self.is_process:
            return "process"
        return "both parts" if len(self.parts) > 1 else ""

    def outcome_of(
        self, part: int, answers: tuple[object, object], outcome: Outcome
    ) -> Outcome:
        """Return the outcome of a part, whose answer is among the answers of both parts.

        In place of an answer, there may be the error that came before it.
        """
        error = answers[part - 1]
        if isinstance(error, BaseException):
            if self.run.calls.debug:
                self.run.calls.debug(error)
            outcome = outcome._replace(part=part)
            return self.run.failed(error, ErrorKind.EXCEPTION, outcome)
        outcome = outcome._replace(
            part=part,
            reason=getattr(self.solver, "note", None),
            is_unread=not getattr(self.solver, "has_read_input", True),
            expected=self.input.expected[part - 1],
        )
        outcome = self.run.with_answer(outcome, answers, partial(self.answer_in, part))
        if part in getattr(self.solver, "doubtful", ()):
            outcome = outcome._replace(answer=None, drawing=None, single=outcome.answer)
        return outcome

    def prepare(self) -> str:
        """Enter a new folder with the input in it, and return the input."""
        # A new folder each time: nothing that an earlier call has written is found.
        os.chdir(self.run.new_folder())
        with open("input.txt", "w", encoding="utf-8") as file:
            file.write(self.text)
        return self.text

    def solve(self, text: str) -> Any:
        """Call the plugin."""
        year, day = self.job.puzzle
        return self.solver(year=year, day=day, data=text)

    def both_answers(self, value: Any) -> tuple[object, object]:
        """Return the answers in what the plugin has returned.

        Raises `WrongAnswerTypeError` if these are not two, and the errors of a script.
        """
        if hasattr(self.solver, "read_runs"):
            # A script, whose answers are in what it printed.
            value = self.solver.read_runs(value)
        try:
            first, second = value
        except (TypeError, ValueError):
            name = type(value).__name__
            raise WrongAnswerTypeError(
                f"{self.job.entry} returned {name}, not two answers"
            ) from None
        return first, second

    def answer_in(
        self, part: int, answers: tuple[object, object]
    ) -> tuple[str | None, str | None]:
        """Return the answer of a part, and the drawing that it was read from."""
        return read_plugin_answer(answers[part - 1], self.job.entry)

    def answers_in(self, value: Any) -> object:
        """Return both answers with their drawings, in what the plugin has returned."""
        answers = self.both_answers(value)
        return self.answer_in(1, answers), self.answer_in(2, answers)


def examples_in(tests: DayTests) -> Iterator[Input]:
    """Yield the examples of a day as inputs."""
    for number, example in enumerate(tests.examples, 1):
        yield Input(
            InputKind.EXAMPLE,
            example.label(number),
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


def units_of(job: Job, solver: Any, number: int, job_input: Input) -> dict[Unit, Any]:
    """Return the units of the input with a number: parse, parts and variants; and their functions.

    An input that is only read, or refused, has the unit of `parse` alone. The parts of a plugin
    have no functions, as one call answers both.
    """
    if job.options.task is Task.READ or job_input.problem:
        return {Unit(number): None}
    parts = [part for part in job.parts if part in job_input.parts]
    if not job.entry:
        return units_of_day(job, solver, number, parts)
    if job_input.params:
        # Their names are those of our own functions, so a plugin cannot take them.
        return {}
    return {Unit(number, part): None for part in parts if has_part(job, part)}


def units_of_day(
    job: Job, day: Day, number: int, parts: Sequence[int]
) -> dict[Unit, Any]:
    """Return the units of a day on the input with a number, and their functions.

    Without a function the day has no such part, which is not solved yet.
    """
    units: dict[Unit, Any] = {}
    variants = job.options.variants
    for part in parts:
        # The part itself comes first, also where it is not there.
        functions = {None: None, **day.parts[part]}
        for variant, function in functions.items():
            # Nobody has to write part 2 of the last day of an event.
            is_owed = function is not None or has_part(job, part)
            if is_owed and is_chosen(variant, variants):
                units[Unit(number, part, variant)] = function
    # An example without an answer to a chosen part is not even parsed.
    if units and job.options.reports_parse:
        return {Unit(number): day.parse, **units}
    return units


def has_part(job: Job, part: int) -> bool:
    """Return whether a puzzle has a part: the last one of an event has no part 2."""
    return not (part == 2 and job.puzzle.is_last)


def is_chosen(variant: str | None, variants: Sequence[str]) -> bool:
    """Return whether a variant of a part is to run, or the part itself."""
    if not variants:
        return variant is None
    return "all" in variants or (variant or "") in variants
