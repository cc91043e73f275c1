"""Running the parts of a day on one input, which is parsed anew for each of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any

from aoc.model.answers import read_answer
from aoc.model.inputs import Input
from aoc.model.jobs import Task, Unit
from aoc.model.results import ErrorKind, Outcome
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
        if parsed.measured.error:
            yield Answered(self.parse_failed(parsed.measured.error, outcome))
            return
        if is_parse_owed:
            of_parse = outcome._replace(reason=self.day.hints.get(None))
            yield self.calls.answered(of_parse, parsed, lambda value: None)
        # The value that is there is for the first part that runs. A part may change its value, so
        # each other one has a new one.
        unused_value: Measured | None = parsed.measured
        for unit, function in self.units.items():
            part = unit.part
            if part is None:
                continue
            of_part = outcome._replace(part=part, variant=unit.variant)
            if function is None:
                if unit.variant is None:
                    of_part = of_part._replace(reason=self.day.hints.get(part))
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
        if "input" in self.input.guesses:
            # Where the input is certain, an error has nothing to do with a guess.
            outcome = outcome._replace(guess="input")
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
            outcome = outcome._replace(
                expected=self.input.expected[part - 1],
                guess=self.input.guesses[part - 1],
            )
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
