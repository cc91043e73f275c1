"""Doing a job: load its solver, read its inputs, then run and time part after part."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator
from functools import partial
from importlib.machinery import FileFinder
from typing import Any

from aoc.digest import digest_of
from aoc.examples import DayTests, load_day_tests
from aoc.input_check import plain
from aoc.job import BENCH, TESTS, Job
from aoc.results import Failure, Kind, Result, Verdict
from aoc.worker.cases import Case, cases_of
from aoc.worker.day_module import Day, import_day, is_shareable, taken_by
from aoc.worker.failures import explain, loading_failure, tests_failure, with_limit
from aoc.worker.kept_state import StateWatch
from aoc.worker.measure import (
    EFFORTS,
    QUICK,
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
from aoc.worker.units import Unit, plugin_units, units_of
from aoc.worker.verdict import answer_failure, completed, expected_of, plugin_result, with_cost

__all__ = ["JobRun"]


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
        if job.effort == BENCH:
            # Now, while nothing of the project can stand in place of the standard library.
            import aoc.worker.batches  # noqa: F401

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
        if job.showing:
            from aoc.worker.show_run import ShowRun

            yield from ShowRun(self, loaded.value, job.showing).reports(tests)
            return
        for source in job.sources:
            for case in cases_of(job, source, tests):
                yield from self.run_case(loaded.value, case)

    def load(self) -> Any:
        """Import the project's own day, or the function of a plugin."""
        job = self.job
        if not job.keeps_bytecode:
            sys.dont_write_bytecode = True
            forget_folders()
        if job.entry:
            return load_plugin(job.entry)
        self.project.enter(is_first=self.debug is None)
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
        if job.showing:
            solver = solver.with_shows_as_parts()
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
        self.done += 1 if case.refused or is_only_read(job) else len(units)
        if self.done <= max(first, self.job.skip):
            return
        if case.refused is not None:
            yield self.failed(Failure(Kind.INPUT, case.refused), case)
            return
        yield Started(case.label, skip=self.done)
        text = self.hold(measure(lambda: plain(self.in_project(case.read)), self.job.memory))
        if text.error:
            yield self.failed(explain(text.error, Kind.INPUT), case)
            return
        if case.valid is not None:
            check = partial(case.valid, text.value)
            allowed = self.hold(measure(lambda: self.in_project(check), self.job.memory))
            if not allowed.value:
                yield self.failed(Failure(Kind.INPUT, "the puzzle does not allow it"), case)
                return
        # The text of any other input is known to those who ask for it.
        digest = digest_of(text.value) if case.made else None
        for report in self.run_text(solver, case, text.value, units, first):
            if isinstance(report, Result):
                told = text.value if job.tells_text else None
                report = report._replace(digest=digest, text=told)
            yield report

    def run_text(
        self, solver: Any, case: Case, text: str, units: list[Unit], first: int
    ) -> Iterator[Report]:
        """Run the parts of a solver on a text; `first` parts are behind the job."""
        job = self.job
        if is_only_read(job):
            yield job.result(input=case.label)
        elif job.entry:
            yield from self.run_plugin(solver, case, text, [unit.part for unit in units])
        else:
            yield from self.run_parts(solver, case, text, units, first)

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
        is_bench = job.effort == BENCH and job.repeat is None
        has_parse = is_bench and not job.variants
        parsed = self.hold(self.timer(case, is_bench=has_parse)(lambda: text, day.parse))
        if parsed.error:
            yield self.failed(explain(parsed.error, Kind.PARSE), case)
            return
        if has_parse:
            yield with_cost(job.result(input=case.label), parsed)
        spare = [parsed.value]
        timed = self.timer(case, is_bench=is_bench)
        # A bench finds out itself whether a call changes its value.
        shared = not is_bench and measure(lambda: is_shareable(parsed.value), job.memory).value

        def value() -> Any:
            """Return the parsed input: the same if it cannot be changed, or else a new one."""
            if shared:
                return parsed.value
            if spare:
                return spare.pop()
            with self.output.dropped():
                return day.parse(text)

        parse_profile = parsed.profile
        answers: dict[tuple[int, tuple[str, ...]], str | None] = {}
        for number, unit in enumerate(units, first + 1):
            if number <= job.skip:
                continue
            result = job.result(input=case.label, part=unit.part, variant=unit.variant)
            yield Started(case.label, unit.part, unit.variant, number)
            if unit.function is None:
                yield result._replace(verdict=Verdict.SKIPPED)
                continue
            taken = taken_by(unit.function, {**case.params, **self.params})
            call = partial(unit.function, **taken) if taken else unit.function
            measured = self.hold(timed(value, call))
            # What is known of an input is not known of it with other parameters.
            changed = tuple(taken_by(unit.function, self.params))
            known = None if changed else case.expected[unit.part - 1]
            expected = expected_of(unit.variant, known, answers.get((unit.part, changed)))
            result = completed(result, measured, expected)
            if unit.variant is None:
                answers[unit.part, changed] = result.drawing or result.answer
            yield result._replace(parse_seconds=parsed.seconds, parse_profile=parse_profile)
            parse_profile = None

    def timer(self, case: Case, *, is_bench: bool) -> Callable[..., Measured]:
        """Return what makes the calls on a case, and times or profiles them."""
        about: dict[str, Any] = {"watch": self.watch, "output": self.output}
        about["memory"] = self.job.memory
        if self.job.profiles:
            from aoc.worker.profiler import profile_calls

            return partial(profile_calls, **about)
        if is_bench:
            from aoc.worker.batches import measure_batches

            return partial(measure_batches, **about)
        effort = EFFORTS.get(self.job.effort, QUICK) if case.whole else QUICK
        return partial(measure_fastest, effort=effort, repeat=self.job.repeat, **about)

    def failed(self, failure: Failure, case: Case | None = None) -> Result:
        """Return the result of something that failed before any part."""
        label = case.label if case else None
        return self.job.result(input=label, verdict=Verdict.ERROR, error=failure)


def forget_folders() -> None:
    """Let Python look again into the folders that it knows: a file may have come at this moment."""
    for finder in sys.path_importer_cache.values():
        if isinstance(finder, FileFinder):
            finder.invalidate_caches()


def is_only_read(job: Job) -> bool:
    """Return whether a job runs no part: it asks for the texts of inputs."""
    return not job.parts
