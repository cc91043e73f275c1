"""Doing a job: load its solver, read its inputs, then run and time part after part."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import partial
from typing import Any, NamedTuple

from aoc.examples import DayTests, load_day_tests
from aoc.input_check import plain
from aoc.job import TESTS, Job
from aoc.results import Failure, Kind, Result, Verdict
from aoc.worker.cases import Case, cases_of
from aoc.worker.day_module import Day, Part, import_day, is_shareable, taken_by
from aoc.worker.failures import explain, loading_failure, tests_failure, with_limit
from aoc.worker.kept_state import StateWatch
from aoc.worker.measure import (
    QUICK,
    STEADY,
    Measured,
    address_space,
    measure,
    measure_fastest,
)
from aoc.worker.output import Output
from aoc.worker.params import ParamError, typed_params
from aoc.worker.plugin import load_plugin, run_plugin, two_answers
from aoc.worker.project_imports import ProjectImports
from aoc.worker.reports import Refused, Report, Started
from aoc.worker.verdict import answer_failure, completed, expected_of, plugin_result, with_cost

__all__ = ["JobRun"]


class Unit(NamedTuple):
    """One part, or a variant of it, to run on one case; without a function the day has none.

    The parts of a plugin have no functions either: one call answers both.
    """

    part: int
    variant: str | None
    function: Part | None


class JobRun:
    """A job that is being done. No error of its solver is raised.

    `debug` is called with what a solver raised, while its frames are still there. `done` counts
    the parts that have run, now or in an earlier worker. What a solver returned is held until the
    process ends, so that no `__del__` of a value runs in between.
    """

    def __init__(
        self, job: Job, output: Output, debug: Callable[[BaseException], None] | None = None
    ) -> None:
        self.job = job
        self.output = output
        self.debug = debug
        self.project = ProjectImports(job.root)
        self.watch = StateWatch(self.project.imported)
        self.params: dict[str, Any] = {}
        self.done = 0
        self.held: list[object] = []

    def reports(self) -> Iterator[Report]:
        """Do the job to its end. Each report has to be sent before the next step is asked for."""
        for report in self.steps():
            if isinstance(report, Result):
                yield with_limit(report, self.job.memory, address_space())
            else:
                yield report

    def steps(self) -> Iterator[Report]:
        """Do the job, and yield its reports."""
        job = self.job
        if job.verbose:
            import logging

            logging.basicConfig(level=logging.INFO, format="%(message)s", force=True)
        yield Started()
        loaded = self.hold(measure(self.load, job.memory))
        if loaded.error:
            yield self.failed(loading_failure(job, loaded.error))
            return
        try:
            self.read_params(loaded.value)
        except ParamError as error:
            yield Refused(str(error))
            return
        tests = yield from self.read_tests()
        for source in job.sources:
            for case in cases_of(job, source, tests):
                yield from self.run_case(loaded.value, case)

    def load(self) -> Any:
        """Import the project's own day, or the function of a plugin."""
        job = self.job
        if job.entry:
            return load_plugin(job.entry)
        self.project.enter()
        return import_day(job.year, job.day)

    def read_tests(self) -> Generator[Report, None, DayTests]:
        """Import the tests of the day, if the job needs them, and return what they define."""
        job = self.job
        if job == job.without_tests():
            return DayTests()
        yield Started(TESTS)
        load = partial(load_day_tests, job.root, job.year, job.day)
        read = self.hold(measure(lambda: self.in_project(load), job.memory))
        if read.error:
            yield self.failed(tests_failure(job, read.error))
            return DayTests()
        found: DayTests = read.value
        return found

    def read_params(self, solver: Any) -> None:
        """Find what the parameters of the job mean to the day. Raises `ParamError`."""
        job = self.job
        if not job.params:
            return
        if job.entry:
            raise ParamError(f"{job.solver} takes no parameters: leave out --param")
        self.params = typed_params(solver, str(job.puzzle), job.params)

    def in_project(self, read: Callable[[], Any]) -> Any:
        """Call what may import from the project, which a plugin must not find in its way."""
        if not self.job.entry:
            return read()
        with self.project:
            return read()

    def hold(self, measured: Measured) -> Measured:
        """Keep what a solver returned, and show what it raised to the debugger."""
        self.held.append(measured)
        if measured.error and self.debug:
            self.debug(measured.error)
        return measured

    def run_case(self, solver: Any, case: Case) -> Iterator[Report]:
        """Run a solver on one input, unless an earlier worker has."""
        job = self.job
        units = list(plugin_units(job, case) if job.entry else units_of(job, solver, case))
        first = self.done
        self.done += 1 if case.refused else len(units)
        if self.done <= max(first, self.job.skip):
            return
        if case.refused is not None:
            yield self.failed(Failure(Kind.INPUT, case.refused), case)
            return
        yield Started(case.label, skip=self.done)
        text = self.hold(measure(lambda: plain(self.in_project(case.read)), self.job.memory))
        if text.error:
            yield self.failed(explain(text.error, Kind.INPUT), case)
        elif job.entry:
            yield from self.run_plugin(solver, case, text.value, [unit.part for unit in units])
        else:
            yield from self.run_parts(solver, case, text.value, units, first)

    def run_plugin(self, solve: Any, case: Case, text: str, parts: list[int]) -> Iterator[Report]:
        """Run a plugin, which answers both parts in one call: the first answer has its time."""
        job = self.job
        call = self.hold(run_plugin(job, solve, text))
        answers = measure(lambda: two_answers(call.value, job.entry))
        self.held.append(answers)
        failure = explain(call.error, Kind.EXCEPTION) if call.error else answer_failure(answers)
        if failure:
            part = parts[0] if len(parts) == 1 else None
            result = job.result(input=case.label, part=part, verdict=Verdict.ERROR, error=failure)
            yield with_cost(result, call)
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
            yield with_cost(result, call) if result in answered[:1] else result

    def run_parts(
        self, day: Day, case: Case, text: str, units: list[Unit], first: int
    ) -> Iterator[Report]:
        """Parse an input and run the parts of a day on it; `first` parts are behind the job."""
        job = self.job
        timed = partial(
            measure_fastest,
            watch=self.watch,
            output=self.output,
            effort=STEADY if job.steady and case.whole else QUICK,
            repeat=job.repeat,
            memory=job.memory,
        )
        parsed = self.hold(timed(lambda: text, day.parse))
        if parsed.error:
            yield self.failed(explain(parsed.error, Kind.PARSE), case)
            return
        spare = [parsed.value]
        shared = bool(measure(lambda: is_shareable(parsed.value), job.memory).value)

        def value() -> Any:
            """Return the parsed input: the same if it cannot be changed, or else a new one."""
            if shared:
                return parsed.value
            if spare:
                return spare.pop()
            with self.output.dropped():
                return day.parse(text)

        answers: dict[tuple[int, tuple[str, ...]], str | None] = {}
        for number, unit in enumerate(units, first + 1):
            if number <= job.skip:
                continue
            result = job.result(input=case.label, part=unit.part, variant=unit.variant)
            yield Started(case.label, unit.part, unit.variant, number)
            if unit.function is None:
                yield result._replace(verdict=Verdict.SKIPPED)
                continue
            params = {**case.params, **self.params}
            measured = self.hold(timed(value, partial(day.call, unit.function, params)))
            # What is known of an input is not known of it with other parameters.
            changed = tuple(taken_by(unit.function, self.params))
            known = None if changed else case.expected[unit.part - 1]
            expected = expected_of(unit.variant, known, answers.get((unit.part, changed)))
            result = completed(result, measured, expected)
            if unit.variant is None:
                answers[unit.part, changed] = result.drawing or result.answer
            yield result._replace(parse_seconds=parsed.seconds)

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
