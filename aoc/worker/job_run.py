"""Doing a job: load its solver, read its inputs, then run and time part after part."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from aoc.answers import WrongAnswerTypeError, read_answer, read_plugin_answer
from aoc.input_check import plain
from aoc.job import Job
from aoc.results import Failure, Kind, Result, Verdict
from aoc.worker.cases import Case, cases_of
from aoc.worker.day_module import BrokenDayError, Day, Part, import_day, is_shareable
from aoc.worker.day_tests import read_tests
from aoc.worker.failures import explain, name_clash
from aoc.worker.kept_state import StateWatch
from aoc.worker.measure import Measured, measure, measure_fastest
from aoc.worker.plugin import load_plugin, run_plugin, two_answers
from aoc.worker.project_imports import ProjectImports
from aoc.worker.reports import Reports, Started
from aoc.worker.verdict import expected_of, expected_of_plugin, judge

__all__ = ["JobRun"]


class Unit(NamedTuple):
    """One part, or a variant of it, to run on one case; without a function the day has none.

    The parts of a plugin have no functions either: one call answers both.
    """

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
        self.project = ProjectImports(job.root)
        self.watch = StateWatch(self.project.imported)
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
        tests = self.in_project(lambda: read_tests(job, self.reports))
        for source in job.sources:
            for case in cases_of(job, source, tests):
                self.run_case(loaded.value, case)

    def load(self) -> Any:
        """Import the project's own day, or the function of a plugin."""
        job = self.job
        if job.entry:
            return load_plugin(job.entry)
        self.project.enter()
        return import_day(job.year, job.day)

    def in_project(self, read: Callable[[], Any]) -> Any:
        """Call what may import from the project, which a plugin must not find in its way."""
        if not self.job.entry:
            return read()
        with self.project:
            return read()

    def run_case(self, solver: Any, case: Case) -> None:
        """Run a solver on one input, unless an earlier worker has."""
        job = self.job
        units = list(plugin_units(job, case) if job.entry else units_of(job, solver, case))
        first = self.done
        self.done += 1 if case.refused else len(units)
        if self.done <= max(first, self.job.skip):
            return
        if case.refused is not None:
            self.reports.send(self.failed(Failure(Kind.INPUT, case.refused), case))
            return
        self.reports.send(Started(case.label, skip=self.done))
        text = measure(lambda: plain(self.in_project(case.read)), self.job.memory)
        self.held.append(text)
        if text.error:
            self.reports.send(self.failed(explain(text.error, Kind.INPUT), case))
        elif self.job.entry:
            self.run_plugin(solver, case, text.value, [unit.part for unit in units])
        else:
            self.run_parts(solver, case, text.value, units, first)

    def run_plugin(self, solve: Any, case: Case, text: str, parts: list[int]) -> None:
        """Run a plugin, which answers both parts in one call: the first answer has its time."""
        job = self.job
        call = run_plugin(job, solve, text)
        answers = measure(lambda: two_answers(call.value, job.entry), with_peak=False)
        self.held += (call, answers)
        failure = explain(call.error, Kind.EXCEPTION) if call.error else answer_failure(answers)
        if failure:
            part = parts[0] if len(parts) == 1 else None
            result = job.result(input=case.label, part=part, verdict=Verdict.ERROR, error=failure)
            self.reports.send(with_cost(result, call))
            return
        results = [
            plugin_result(
                job.result(input=case.label, part=part, expected=case.expected[part - 1]),
                answers.value[part - 1],
                job.entry,
            )
            for part in parts
        ]
        answered = [result for result in results if result.verdict is not Verdict.SKIPPED]
        for result in results:
            self.reports.send(with_cost(result, call) if result in answered[:1] else result)

    def run_parts(self, day: Day, case: Case, text: str, units: list[Unit], first: int) -> None:
        """Parse an input and run the parts of a day on it; `first` parts are behind the job."""
        job = self.job
        timed = partial(measure_fastest, watch=self.watch, repeat=job.repeat, memory=job.memory)
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
    """Yield the functions of a day to run on a case.

    A part that is missing is not solved yet, unless it is part 2 of the last day of an event.
    """
    for part in job.parts:
        if part not in case.parts:
            continue
        functions = day.parts[part]
        exists = None in functions or not (part == 2 and job.puzzle.is_last)
        if exists and (not job.variants or "all" in job.variants):
            yield Unit(part, None, functions.get(None))
        for variant, function in functions.items():
            if variant and ("all" in job.variants or variant in job.variants):
                yield Unit(part, variant, function)


def plugin_units(job: Job, case: Case) -> Iterator[Unit]:
    """Yield the parts of a plugin to show for a case.

    There are none for an example with `params`: a plugin cannot get them, as their names are
    those of our own functions. What it returns for part 2 of the last day is not looked at.
    """
    for part in job.parts if not case.params else ():
        if part in case.parts and not (part == 2 and job.puzzle.is_last):
            yield Unit(part, None, None)


def with_cost(result: Result, measured: Measured) -> Result:
    """Return a result with the time and the memory of a call."""
    return result._replace(seconds=measured.seconds, peak_memory_bytes=measured.peak)


def plugin_result(result: Result, value: object, entry: str) -> Result:
    """Complete a result, which has the known answer, with what a plugin returned for the part."""
    read = measure(lambda: read_plugin_answer(value, entry), with_peak=False)
    expected = expected_of_plugin(result.expected, *(read.value or (None, None)))
    return judged(result._replace(expected=expected), read)


def completed(result: Result, measured: Measured, expected: str | None) -> Result:
    """Complete a result with what a part returned or raised."""
    result = with_cost(result._replace(expected=expected), measured)
    if measured.error:
        failure = explain(measured.error, Kind.EXCEPTION)
        return result._replace(verdict=Verdict.ERROR, error=failure)
    name = f"part{result.part}" + (f"_{result.variant}" if result.variant else "")
    # The value may be of a class of the day, whose methods may do anything.
    return judged(result, measure(lambda: read_answer(measured.value, name), with_peak=False))


def judged(result: Result, read: Measured) -> Result:
    """Complete a result with an answer and its drawing, or with the error that reading raised."""
    failure = answer_failure(read)
    if failure:
        return result._replace(verdict=Verdict.ERROR, error=failure)
    answer, drawing = read.value
    verdict = judge(answer, result.expected, drawing)
    return result._replace(answer=answer, drawing=drawing, verdict=verdict)


def answer_failure(read: Measured) -> Failure | None:
    """Say why what a solver returned cannot be read as an answer, if it cannot."""
    if isinstance(read.error, WrongAnswerTypeError):
        return Failure(Kind.ANSWER, str(read.error))
    return explain(read.error, Kind.ANSWER) if read.error else None


def loading_failure(job: Job, error: BaseException) -> Failure:
    """Say why a solver cannot be loaded."""
    what = job.entry or f"days/year{job.year}/day{job.day:02d}.py"
    failure = explain(error, Kind.EXCEPTION)
    if isinstance(error, BrokenDayError):
        return Failure(Kind.EXCEPTION, f"{what} {error}")
    clash = name_clash(error, job.root)
    return failure._replace(message=f"{what} cannot be imported: {failure.message}{clash}")
