"""The solvers of a worker: which variants of a day run, each on a value parsed for it alone.

A day is parsed anew for each part. All else, a plugin, an adapter, a script or a program, is one
call that returns its answers by part (`OneCall`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, Protocol

from aoc.model.answers import WrongAnswerTypeError, read_answer, read_plugin_answer
from aoc.model.inputs import Input
from aoc.model.jobs import Job, Step
from aoc.model.puzzles import Puzzle
from aoc.model.results import ErrorKind, Outcome
from aoc.worker.day_module import (
    Day,
    PartFunction,
    RefusedError,
    taken_by,
    typed_params,
    unused_param,
)
from aoc.worker.measuring import Measured, children_peak
from aoc.worker.reports import Report, answered
from aoc.worker.worker_job import WorkerJob


class JobSolver(Protocol):
    """The solver of a job. `turns` is how many workers its chosen variants need."""

    turns: int

    def steps(self, job_input: Input) -> list[Step]:
        """Return the steps on an input that this worker has."""

    def reports(self, job_input: Input, text: str, steps: Sequence[Step]) -> Iterator[Report]:
        """Do steps on an input, and report each of them."""


class DaySolver:
    """A day of the contract: functions by part."""

    shares_process = False
    """Whether one worker runs all chosen variants."""

    def __init__(self, work: WorkerJob, day: Day) -> None:
        """Raises `RefusedError`."""
        self.work = work
        self.job = work.job
        self.calls = work.calls
        self.day = day
        options = self.job.options
        self.params = typed_params(day, str(self.job.puzzle), options.params)
        """The values of the job's parameters, by name."""
        # The part itself comes first, also where it is not there.
        variants = {None: None, **day.parts[1], **day.parts[2]}
        chosen = [name for name in variants if is_chosen(name, options.variants)]
        self.turns = 1
        self.variants = chosen
        if not self.shares_process:
            # Each as in a script of its own.
            self.turns = len(chosen)
            self.variants = chosen[self.job.turn : self.job.turn + 1]

    def functions(self, part: int) -> dict[str | None, PartFunction | None]:
        """Return the part and its variants; without a function, the day has no such part."""
        return {None: None, **self.day.parts[part]}

    def steps(self, job_input: Input) -> list[Step]:
        """Return the steps on an input: parse, and the parts or one variant of them."""
        steps: list[Step] = []
        for part in parts_of(self.job, job_input):
            for variant, function in self.functions(part).items():
                # Nobody has to write part 2 of the last day of an event.
                is_owed = function is not None or has_part(self.job, part)
                if is_owed and variant in self.variants:
                    steps.append(step_on(job_input, part, variant))
        # An example without an answer to a chosen part is not even parsed.
        if steps and self.job.options.reports_parse and self.job.turn == 0:
            steps.insert(0, step_on(job_input))
        return steps

    def reports(self, job_input: Input, text: str, steps: Sequence[Step]) -> Iterator[Report]:
        """Parse the input, and call part after part."""
        parse = partial(self.day.parse, text)
        timing = self.calls.timing_for(job_input)
        is_parse_owed = steps[0].part is None
        # An earlier worker has shown what parsing prints, or nobody asked for it.
        with self.work.output.dropped(drops=not is_parse_owed):
            parsed = self.calls.first(self.day.parse, text, lambda: text, timing)
        error = parsed.measured.error
        if self.work.is_stub(error):
            for step in steps:
                reason = None if step.part else "raises NotImplementedError"
                yield answered(Outcome(*step, reason=reason))
            return
        if error:
            outcome = Outcome(*step_on(job_input))
            yield answered(self.work.failed(error, ErrorKind.PARSE, outcome))
            return
        if is_parse_owed:
            yield self.calls.answered(Outcome(*steps[0]), parsed, lambda value: None)
        # The value that is there is for the first part that runs. A part may change its value, so
        # each other one has a new one.
        unused_value: Measured | None = parsed.measured
        for step in steps:
            if step.part is None:
                continue
            function = self.functions(step.part)[step.variant]
            if function is None:
                yield answered(Outcome(*step))
                continue
            value = unused_value
            if value is None:
                # What that prints has been shown.
                with self.work.output.dropped():
                    value = self.calls.read(parse)
            unused_value = None
            if value.error:
                # It could be parsed before, so this is an error of the part, not of the input.
                failed = self.work.failed(value.error, ErrorKind.PARSE, Outcome(*step))
                yield answered(failed)
                continue
            yield from self.answer(job_input, step, function, value.value, parse)

    def answer(
        self,
        job_input: Input,
        step: Step,
        function: PartFunction,
        value: Any,
        parse: Callable[[], Any],
    ) -> Iterator[Report]:
        """Call a part or a variant on a parsed value, and report its answer."""
        timing = self.calls.timing_for(job_input)
        with_params = self.with_params(function, job_input)
        call = self.calls.first(with_params, value, parse, timing)
        outcome = Outcome(*step, params=tuple(taken_by(function, self.params)))
        if not outcome.params:
            # What is known of an input is not known of it with other parameters.
            outcome = with_expected(outcome, job_input)
        name = f"part{step.part}"
        if step.variant:
            name += f"_{step.variant}"
        read = partial(read_answer, function=name)
        error = call.measured.error
        if error:
            outcome = self.work.failed(error, ErrorKind.EXCEPTION, outcome)
        else:
            outcome = self.work.with_answer(outcome, partial(read, call.measured.value))
        if outcome.answer is not None:
            # A name that is misspelt in the example may be why its answer is wrong.
            params = dict(job_input.params)
            unused = unused_param(self.day, str(self.job.puzzle), params)
            outcome = outcome._replace(reason=unused)
        yield self.calls.answered(outcome, call, read)

    def with_params(self, function: PartFunction, job_input: Input) -> PartFunction:
        """Return a part with the parameters that it takes: the user's go before the example's."""
        taken = taken_by(function, {**dict(job_input.params), **self.params})
        if not taken:
            # Without a wrapper, which would take time in each call.
            return function
        return partial(function, **taken)


class Answers(NamedTuple):
    """The answers of one call, by part: an error may stand in place of one.

    `note` says how they were read. Those of the `doubtful` parts count only where they are known to
    be right.
    """

    by_part: Mapping[int, object]
    note: str | None = None
    is_unread: bool = False
    """Whether the solver has not read its input."""
    doubtful: Collection[int] = ()


class OneCall(Protocol):
    """A solver that answers all its parts in one call, which is timed."""

    is_repeatable: bool
    """Whether it may be called again for its time."""
    is_process: bool
    """Whether it is a process of its own."""

    def call(self, text: str) -> Any:
        """Solve an input."""

    def read(self, value: Any) -> Answers:
        """Return the answers in what the call has returned. May raise any error."""


class Plugin:
    """A plugin or an adapter: a function with the arguments of aocd's plugins."""

    is_repeatable = True
    is_process = False

    def __init__(self, name: str, puzzle: Puzzle, solve: Callable[..., Any]) -> None:
        self.name = name
        self.puzzle = puzzle
        self.solve = solve

    def call(self, text: str) -> Any:
        """Solve an input."""
        year, day = self.puzzle
        return self.solve(year=year, day=day, data=text)

    def read(self, value: Any) -> Answers:
        """Return the two answers. Raises `WrongAnswerTypeError`."""
        try:
            first, second = value
        except (TypeError, ValueError):
            kind = type(value).__name__
            raise WrongAnswerTypeError(f"{self.name} returned {kind}, not two answers") from None
        return Answers({1: first, 2: second})


class CallSolver:
    """A solver that answers in one call, each made in a new folder with the input in it."""

    turns = 1

    def __init__(self, work: WorkerJob, solver: OneCall) -> None:
        """Raises `RefusedError`."""
        self.work = work
        self.job = work.job
        self.solver = solver
        if self.job.options.params:
            name = self.job.solver.name
            raise RefusedError(f"{name} takes no parameters: leave out --param")

    def steps(self, job_input: Input) -> list[Step]:
        """Return the steps on an input: its parts."""
        if job_input.params:
            # Their names are those of our own functions.
            return []
        parts = parts_of(self.job, job_input)
        return [step_on(job_input, part) for part in parts if has_part(self.job, part)]

    def reports(self, job_input: Input, text: str, steps: Sequence[Step]) -> Iterator[Report]:
        """Call the solver, and report its answers: the first one has the time of the call."""
        work = self.work
        calls = work.calls
        timing = calls.timing_for(job_input) if self.solver.is_repeatable else None
        prepare = partial(self.prepare, text)
        call = calls.first(self.solver.call, prepare(), prepare, timing)
        if self.solver.is_process:
            call.measured.peak = children_peak()
        # The solver may have deleted the folder of the project.
        with suppress(OSError):
            os.chdir(self.job.root)
        read = call.measured
        if read.error is None:
            # To read the answers in what was printed is no part of the time.
            read = calls.read(partial(self.solver.read, read.value))
        if work.is_stub(read.error):
            for step in steps:
                yield answered(Outcome(*step))
            return
        if read.error:
            # It is one of both parts, in one row.
            step = steps[0] if len(steps) == 1 else step_on(job_input)
            failed = work.failed(read.error, ErrorKind.EXCEPTION, Outcome(*step))
            yield calls.answered(failed, call, self.texts_in)
            return
        time_of = "both parts" if len(steps) > 1 else ""
        if self.solver.is_process:
            time_of = "process"
        is_timed = False
        for step in steps:
            outcome = self.outcome(read.value, step, job_input)
            if is_timed or outcome.is_unsolved:
                # The time is shown once, beside the first answer.
                yield answered(outcome)
                continue
            is_timed = True
            outcome = outcome._replace(time_of=time_of)
            yield calls.answered(outcome, call, self.texts_in)

    def outcome(self, answers: Answers, step: Step, job_input: Input) -> Outcome:
        """Return the outcome of a part."""
        work = self.work
        outcome = Outcome(*step)
        answer = answers.by_part.get(step.part or 0)
        if isinstance(answer, BaseException):
            if work.calls.debug:
                work.calls.debug(answer)
            return work.failed(answer, ErrorKind.EXCEPTION, outcome)
        outcome = with_expected(outcome, job_input)
        outcome = outcome._replace(reason=answers.note, is_unread=answers.is_unread)
        read = partial(read_plugin_answer, answer, self.job.entry)
        outcome = work.with_answer(outcome, read)
        if step.part in answers.doubtful:
            outcome = outcome._replace(answer=None, drawing=None, single=outcome.answer)
        return outcome

    def texts_in(self, value: Any) -> object:
        """Return the texts of all answers in what the call has returned."""
        answers = self.solver.read(value).by_part.values()
        return [read_plugin_answer(answer, self.job.entry) for answer in answers]

    def prepare(self, text: str) -> str:
        """Enter a new folder with the input in it, and return the input."""
        # A new folder each time: nothing that an earlier call has written is found.
        os.chdir(self.work.new_folder())
        with open("input.txt", "w", encoding="utf-8") as file:
            file.write(text)
        return text


def step_on(job_input: Input, part: int | None = None, variant: str | None = None) -> Step:
    """Return a step on an input: to parse it, or a part or a variant."""
    # A day with two files has a problem and no input, so nothing to name.
    label = job_input.label or None
    is_guess = job_input.is_guess(part)
    return Step(label, job_input.kind, part, variant, is_guess)


def parts_of(job: Job, job_input: Input) -> list[int]:
    """Return the parts to run on an input."""
    return [part for part in job.parts if part in job_input.parts]


def with_expected(outcome: Outcome, job_input: Input) -> Outcome:
    """Return the outcome of a part with the answer that is known of the input."""
    return outcome._replace(expected=job_input.expected[(outcome.part or 1) - 1])


def has_part(job: Job, part: int) -> bool:
    """Return whether a puzzle has a part: the last one of an event has no part 2."""
    return not (part == 2 and job.puzzle.is_last)


def is_chosen(variant: str | None, variants: Sequence[str]) -> bool:
    """Return whether a variant of a part is to run, or the part itself."""
    if not variants:
        return variant is None
    return "all" in variants or (variant or "") in variants
