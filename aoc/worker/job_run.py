"""Doing a job: load its solver, read its inputs, then run and time part after part."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from aoc.answers import WrongAnswerTypeError, read_answer
from aoc.input_check import plain
from aoc.job import Job
from aoc.results import Failure, Kind, Result, Verdict
from aoc.worker.cases import Case, cases_of
from aoc.worker.day_module import BrokenDayError, Day, Part, is_shareable, load_day
from aoc.worker.day_tests import read_tests
from aoc.worker.failures import explain
from aoc.worker.measure import Measured, measure, measure_fastest
from aoc.worker.plugin import load_plugin, run_plugin
from aoc.worker.reports import Reports, Started
from aoc.worker.verdict import expected_of, judge

__all__ = ["JobRun"]


class Unit(NamedTuple):
    """One part, or a variant of it, to run on one case; without a function there is none."""

    part: int
    variant: str | None
    function: Part | None


class JobRun:
    """A job on its way. Nothing that its solver raises comes out of it.

    `done` counts the parts that are behind it, whether they ran now or in an earlier worker. What
    a solver returned is held until the process ends, so that no `__del__` of a value runs when
    nothing is timed.
    """

    def __init__(self, job: Job, reports: Reports) -> None:
        self.job = job
        self.reports = reports
        self.done = 0
        self.held: list[object] = []

    def run(self) -> None:
        """Do the job to its end."""
        job = self.job
        if job.verbose:
            import logging

            logging.basicConfig(level=logging.INFO, format="%(message)s", force=True)
        self.reports.send(Started())
        loaded = measure(self.load, job.memory)
        self.held.append(loaded)
        if loaded.error:
            self.reports.send(self.failed(loading_failure(job, loaded.error)))
            return
        tests = read_tests(job, self.reports)
        for source in job.sources:
            for case in cases_of(job, source, tests):
                self.run_case(loaded.value, case)

    def load(self) -> Any:
        """Import the project's own day, or the function of a plugin."""
        job = self.job
        return load_plugin(job.entry) if job.entry else load_day(job.root, job.year, job.day)

    def run_case(self, solver: Any, case: Case) -> None:
        """Run a solver on one input, unless an earlier worker has."""
        units = [] if self.job.entry else list(units_of(self.job, solver, case))
        plugin_parts = [part for part in self.job.parts if part in case.parts]
        first = self.done
        self.done += 1 if case.refused else len(plugin_parts if self.job.entry else units)
        if self.done <= self.job.skip:
            return
        if case.refused is not None:
            self.reports.send(self.failed(Failure(Kind.INPUT, case.refused), case))
            return
        self.reports.send(Started(case.label, skip=self.done))
        text = measure(lambda: plain(case.read()), self.job.memory)
        self.held.append(text)
        if text.error:
            self.reports.send(self.failed(explain(text.error, Kind.INPUT), case))
        elif self.job.entry:
            self.run_plugin(solver, case, text.value, plugin_parts)
        else:
            self.run_parts(solver, case, text.value, units, first)

    def run_plugin(self, solve: Any, case: Case, text: str, parts: list[int]) -> None:
        """Run a plugin, which answers both parts in one call."""
        measured = run_plugin(self.job, solve, text)
        self.held.append(measured)
        for part in parts:
            one = measured._replace(value=measured.value and measured.value[part - 1])
            result = self.job.result(input=case.label, part=part)
            self.reports.send(completed(result, one, case.expected[part - 1]))

    def run_parts(self, day: Day, case: Case, text: str, units: list[Unit], first: int) -> None:
        """Parse an input and run the parts of a day on it; `first` parts are behind the job."""
        job = self.job
        timed = partial(measure_fastest, day=day, repeat=job.repeat, memory=job.memory)
        parsed = timed(lambda: text, day.parse)
        self.held.append(parsed)
        if parsed.error:
            self.reports.send(self.failed(explain(parsed.error, Kind.PARSE), case))
            return
        spare = [parsed.value]
        shared = bool(measure(lambda: is_shareable(parsed.value), job.memory).value)

        def value() -> Any:
            """Return the parsed input: the same if it cannot be changed, else each time anew."""
            if shared:
                return parsed.value
            return spare.pop() if spare else day.parse(text)

        answers: dict[int, str | None] = {}
        for number, unit in enumerate(units, first + 1):
            if number <= job.skip:
                continue
            result = job.result(input=case.label, part=unit.part, variant=unit.variant)
            if unit.function is None:
                self.reports.send(result._replace(verdict=Verdict.SKIPPED))
                continue
            self.reports.send(Started(case.label, unit.part, unit.variant, number))
            measured = timed(value, partial(day.call, unit.function, case.params))
            self.held.append(measured)
            known = case.expected[unit.part - 1]
            expected = expected_of(unit.variant, known, answers.get(unit.part))
            result = completed(result, measured, expected)
            if unit.variant is None:
                answers[unit.part] = result.drawing or result.answer
            self.reports.send(result._replace(parse_seconds=parsed.seconds))

    def failed(self, failure: Failure, case: Case | None = None) -> Result:
        """Return the result of something that failed before any part."""
        label = case.label if case else None
        return self.job.result(input=label, verdict=Verdict.ERROR, error=failure)


def units_of(job: Job, day: Day, case: Case) -> Iterator[Unit]:
    """Yield the functions of a day to run on a case."""
    for part in job.parts:
        if part not in case.parts:
            continue
        functions = day.parts[part]
        if not job.variants or "all" in job.variants:
            yield Unit(part, None, functions.get(None))
        for variant, function in functions.items():
            if variant and ("all" in job.variants or variant in job.variants):
                yield Unit(part, variant, function)


def completed(result: Result, measured: Measured, expected: str | None) -> Result:
    """Complete a result with what a part returned or raised."""
    result = result._replace(
        expected=expected, seconds=measured.seconds, peak_memory_bytes=measured.peak
    )
    failure = None
    answer = drawing = None
    if measured.error:
        failure = explain(measured.error, Kind.EXCEPTION)
    else:
        name = f"part{result.part}" + (f"_{result.variant}" if result.variant else "")
        # The value may be of a class of the day, whose methods may do anything.
        read = measure(lambda: read_answer(measured.value, name), with_peak=False)
        if isinstance(read.error, WrongAnswerTypeError):
            failure = Failure(Kind.ANSWER, str(read.error))
        elif read.error:
            failure = explain(read.error, Kind.ANSWER)
        else:
            answer, drawing = read.value
    if failure:
        return result._replace(verdict=Verdict.ERROR, error=failure)
    return result._replace(answer=answer, drawing=drawing, verdict=judge(answer, expected, drawing))


def loading_failure(job: Job, error: BaseException) -> Failure:
    """Say why a solver cannot be loaded."""
    what = job.entry or f"days/year{job.year}/day{job.day:02d}.py"
    failure = explain(error, Kind.EXCEPTION)
    if isinstance(error, BrokenDayError):
        return Failure(Kind.EXCEPTION, f"{what} {error}")
    return failure._replace(message=f"{what} cannot be imported: {failure.message}")
