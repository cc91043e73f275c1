"""Doing a job: load its solver, read its inputs, call part after part, then repeat them for times.

Answers are those of a plain script: everything is called once, on freshly parsed values, and
reported, before anything is repeated.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import nullcontext, suppress
from functools import partial
from importlib.machinery import FileFinder
from typing import TYPE_CHECKING, Any, NamedTuple

from aoc.answers import (
    SHAPES,
    WrongAnswerTypeError,
    is_drawing,
    read_answer,
    read_letters,
    read_plugin_answer,
)
from aoc.examples import DayTests, load_day_tests, tests_name
from aoc.model import (
    BENCH,
    STEADY,
    TESTS,
    WHOLE,
    Failure,
    Job,
    Kind,
    Result,
    Source,
    UnitKey,
    Verdict,
)
from aoc.text import digest_of, plain
from aoc.worker.day_module import (
    Day,
    ParamError,
    ProjectImports,
    import_day,
    load_plugin,
    taken_by,
    two_answers,
    typed_params,
)
from aoc.worker.failures import explain, loading_failure, tests_failure, with_limit
from aoc.worker.reports import Answer, Output, Planned, Refused, Report, Started, Timed
from aoc.worker.timing import (
    EFFORTS,
    EXAMPLES,
    QUICK,
    Call,
    Measured,
    StateWatch,
    address_space,
    count_kept,
    fastest,
    find_caches,
    is_repeatable,
    limited,
    measure,
)

if TYPE_CHECKING:
    from random import Random

__all__ = ["Case", "JobRun", "Unit", "cases_of", "plugin_units", "units_of"]

PARSE = None
"""Stands for `parse` where others have the number of a part."""


class Case(NamedTuple):
    """An input to run on: how to read its text, or why there is none; the expected answers.

    `kind` is that of its results, and `made` says that it is made up. Where there is a `valid`, it
    says of the text whether the puzzle allows it.
    """

    kind: str
    label: str
    read: Callable[[], str] = str
    expected: tuple[str | None, str | None] = (None, None)
    parts: tuple[int, ...] = (1, 2)
    params: Mapping[str, Any] = {}
    refused: str | None = None
    made: bool = False
    valid: Callable[[str], bool] | None = None


class JobRun:
    """A job that is being done. No error of its solver is raised.

    `debug` is called with what a solver raised, while its frames are still there. `wait` returns
    once the calls of a single day may be repeated, as no other worker is disturbed. What parts
    returned is held until the process ends, so that no `__del__` of a value runs in between.
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
        self.debug = debug
        self.wait = wait
        self.project = ProjectImports(job.root)
        self.watch = StateWatch(self.project.imported)
        self.params: dict[str, Any] = {}
        self.held: list[object] = []
        self.repeats: list[tuple[Result, Call]] = []

    def reports(self) -> Iterator[Report]:
        """Do the job to its end. Each report has to be sent before the next step is asked for."""
        limits = (self.job.memory, address_space())
        for report in self.steps():
            if isinstance(report, Result) and report.error:
                report = with_limit(report, *limits)
            yield report

    def steps(self) -> Iterator[Report]:
        """Do the job, and yield its reports."""
        job = self.job
        if job.verbose:
            import logging

            logging.basicConfig(level=logging.INFO, format="%(message)s", force=True)
        yield Started()
        # Another worker has shown what is printed until the first call.
        with self.output.dropped() if job.owed else nullcontext():
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
        cases = [case for source in job.sources for case in cases_of(job, source, tests)]
        units = [unit for number, case in enumerate(cases) for unit in self.units(number, case)]
        todo = self.turn([unit for unit in units if not job.owed or unit.key in job.owed])
        yield Planned(
            [(case.label, case.kind) for case in cases],
            [(*unit.key, self.taken(unit, cases[unit.case])) for unit in units],
            [units.index(unit) for unit in todo],
        )
        for number, case in enumerate(cases):
            mine = [unit for unit in todo if unit.case == number]
            if mine:
                yield from self.run_case(case, mine)
        if self.repeats:
            yield from self.repeat_calls()

    def load(self) -> Any:
        """Import the project's own day, or the function of a plugin."""
        job = self.job
        if not job.keeps_bytecode:
            sys.dont_write_bytecode = True
            forget_folders()
        if job.entry:
            self.solver = load_plugin(job.entry)
        else:
            self.project.enter()
            self.solver = import_day(job.year, job.day)
        return self.solver

    def read_tests(self) -> Generator[Report, None, DayTests]:
        """Import the tests of the day, if the job needs them, and return what they define."""
        job = self.job
        if job == job.without_tests():
            return DayTests()
        yield Started(label=TESTS)
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

    def units(self, number: int, case: Case) -> Iterator[Unit]:
        """Yield all that runs on a case: one unit alone where it is only read, or is refused."""
        job = self.job
        if not job.parts or case.refused is not None:
            yield Unit(number, PARSE, None, None)
        elif job.entry:
            yield from plugin_units(job, number, case)
        else:
            parts = list(units_of(job, self.solver, number, case))
            if parts and not (job.effort == BENCH and job.variants):
                yield Unit(number, PARSE, None, self.solver.parse)
            yield from parts

    def taken(self, unit: Unit, case: Case) -> tuple[str, ...]:
        """Return the names of the parameters of the job that a unit takes."""
        if not self.params or unit.function is None:
            return ()
        return tuple(taken_by(unit.function, self.params))

    def turn(self, units: list[Unit]) -> list[Unit]:
        """Return what runs in this process: one variant of the parts, as in a script of its own."""
        parts = [unit for unit in units if unit.part is not PARSE]
        if self.job.shares_process or not parts:
            return units
        return [unit for unit in units if unit.part is PARSE or unit.variant == parts[0].variant]

    def run_case(self, case: Case, units: list[Unit]) -> Iterator[Report]:
        """Run a solver on one input."""
        job = self.job
        result = job.result(input=case.label, input_kind=case.kind)
        if case.refused is not None:
            yield self.failed(Failure(Kind.INPUT, case.refused), result)
            return
        text = self.hold(measure(lambda: plain(self.in_project(case.read)), job.memory))
        if text.error:
            yield self.failed(explain(text.error, Kind.INPUT), result)
            return
        if case.valid is not None:
            check = partial(case.valid, text.value)
            allowed = self.hold(measure(lambda: self.in_project(check), job.memory))
            if not allowed.value:
                yield self.failed(Failure(Kind.INPUT, "the puzzle does not allow it"), result)
                return
        # The text of any other input is known to those who ask for it.
        digest = digest_of(text.value) if case.made else None
        result = result._replace(digest=digest, text=text.value if job.tells_text else None)
        if not job.parts:
            yield result
        elif job.entry:
            yield from self.run_plugin(case, text.value, units, result)
        else:
            yield from self.run_parts(case, text.value, units, result)

    def run_plugin(
        self, case: Case, text: str, units: list[Unit], result: Result
    ) -> Iterator[Report]:
        """Run a plugin, which answers both parts in one call: the first answer has its time."""
        job = self.job
        call = self.hold(run_plugin(job, self.solver, text))
        answers = measure(lambda: two_answers(call.value, job.entry))
        self.held.append(answers)
        failure = explain(call.error, Kind.EXCEPTION) if call.error else answer_failure(answers)
        if failure:
            part = units[0].part if len(units) == 1 else None
            yield with_cost(self.failed(failure, result._replace(part=part)), call)
            return
        results = [
            plugin_result(
                result._replace(part=part, expected=case.expected[part - 1]),
                answers.value[part - 1],
                job.entry,
            )
            for part in (unit.part or 0 for unit in units)
        ]
        answered = [one for one in results if one.verdict is not Verdict.SKIPPED]
        for one in results:
            yield with_cost(one, call) if one in answered[:1] else one

    def run_parts(
        self, case: Case, text: str, units: list[Unit], result: Result
    ) -> Iterator[Report]:
        """Call part after part of a day, each on an input that is parsed anew."""
        day: Day = self.solver
        is_owed = units[0].part is PARSE
        with nullcontext() if is_owed else self.output.dropped():
            parsed = self.call_first(day.parse, text, lambda: text, case)
        if parsed.measured.error:
            yield self.failed(explain(parsed.measured.error, Kind.PARSE), result)
            return
        if is_owed:
            yield self.answered(with_cost(result, parsed.measured), parsed)
        fresh: Measured | None = parsed.measured
        for unit in units[is_owed:]:
            of_part = result._replace(part=unit.part, variant=unit.variant)
            if unit.function is None:
                yield of_part._replace(verdict=Verdict.SKIPPED)
                continue
            if fresh is None:
                with self.output.dropped():
                    fresh = self.hold(measure(partial(day.parse, text), self.job.memory))
                if fresh.error:
                    yield self.failed(explain(fresh.error, Kind.PARSE), of_part)
                    fresh = None
                    continue
            taken = taken_by(unit.function, {**case.params, **self.params})
            function = partial(unit.function, **taken) if taken else unit.function
            value, fresh = fresh.value, None
            call = self.call_first(function, value, partial(day.parse, text), case)
            del value
            # What is known of an input is not known of it with other parameters.
            if not taken_by(unit.function, self.params):
                of_part = of_part._replace(expected=case.expected[(unit.part or 0) - 1])
            yield self.answered(completed(of_part, call.measured), call)

    def call_first(
        self, function: Callable[[Any], Any], value: Any, prepare: Callable[[], Any], case: Case
    ) -> Call:
        """Make the call that has the answer; find out whether it can be repeated for its time.

        It is not repeated if it prints, as nothing is printed twice, nor if it keeps something
        where the watch looks, as a time shall not be that of looking up.
        """
        job = self.job
        if job.repeat != 1 or job.profiles:
            self.watch.look()
        self.output.has_grown()
        is_warm = any(count_kept(clear) for clear in find_caches())
        call = partial(function, value)
        effort = EFFORTS[job.effort]
        if case.kind not in WHOLE:
            effort = EXAMPLES if job.effort == STEADY else QUICK
        if job.profiles:
            from aoc.worker.profiler import is_too_short, profile_once

            measured = self.hold(profile_once(call, job.memory))
            is_more = measured.profile is not None and is_too_short(measured.profile)
        else:
            measured = self.hold(measure(call, job.memory, with_peak=True))
            is_more = is_repeatable(measured, effort, job.repeat)
        if self.output.has_grown() or measured.error or not is_more:
            self.watch.forget()
            return Call(measured, function, prepare)
        if self.watch.has_changed():
            return Call(measured, function, prepare)
        return Call(measured, function, prepare, effort, is_warm)

    def answered(self, result: Result, call: Call) -> Report:
        """Return the report of a first call, and note whether it will be repeated."""
        if self.job.debugs:  # somebody may have typed meanwhile
            return result._replace(seconds=None)
        result = result._replace(first_call=result.seconds is not None)
        if call.effort is None or result.error:
            return result
        self.repeats.append((result, call))
        return Answer(result)

    def repeat_calls(self) -> Iterator[Report]:
        """Repeat calls for their times, now that all answers are there."""
        job = self.job
        if job.effort == STEADY:
            self.wait()
        for result, call in self.repeats:
            name = f"part{result.part}"
            answer = (result.answer, result.drawing)

            def is_same(value: Any, name: str = name, answer: object = answer) -> bool:
                """Return whether a repeated call has the answer of the first one."""
                return name == "partNone" or read_answer(value, name) == answer

            found, profile = None, None
            with self.output.dropped(), limited(job.memory):
                if job.profiles:
                    from aoc.worker.profiler import profile_again

                    profile = profile_again(call, is_same)
                else:
                    found = fastest(call, is_same, job.repeat)
            seconds, calls = found or (None, None)
            yield Timed(seconds, calls if job.effort == BENCH else None, profile)

    def failed(self, failure: Failure, result: Result | None = None) -> Result:
        """Return the result of something that failed, by default before any input was read."""
        return (result or self.job.result())._replace(verdict=Verdict.ERROR, error=failure)


def run_plugin(job: Job, solve: Callable[..., Any], text: str) -> Measured:
    """Call a plugin once, in a folder with the input in it; the value is what it returned.

    It is not called again, since it may keep results from one call to the next. What it imports in
    the call itself is in its time.
    """
    import tempfile

    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            with open(os.path.join(folder, "input.txt"), "w", encoding="utf-8") as file:
                file.write(text)
            os.chdir(folder)
            call = partial(solve, year=job.year, day=job.day, data=text)
            if job.profiles:
                from aoc.worker.profiler import profile_once

                measured = profile_once(call, job.memory)
            else:
                measured = measure(call, job.memory, with_peak=True)
            with suppress(OSError):  # The plugin may have deleted the folder of the project.
                os.chdir(job.root)
    except OSError as error:
        why = f"no temporary folder can be written ({error.strerror}): set TMPDIR to another one"
        return Measured(None, OSError(why), 0.0, None)
    return measured


def forget_folders() -> None:
    """Let Python look again into the folders that it knows: a file may have come at this moment."""
    for finder in sys.path_importer_cache.values():
        if isinstance(finder, FileFinder):
            finder.invalidate_caches()


def expected_of_plugin(
    known: str | None, answer: str | None, drawing: str | None = None
) -> str | None:
    """Return what to expect of a plugin that returned `answer`, perhaps read from a `drawing`.

    An example may know an answer as it is drawn, where a plugin returns letters, as it does for
    aocd. A shape that is not a letter has a name in aocd's examples; a plugin with another name for
    it may be right as well, so nothing is expected of it.
    """
    if known is None or drawing is not None or not is_drawing(known):
        return known
    if known in SHAPES:
        return answer if answer == SHAPES[known] else None
    letters = read_letters(known)
    return None if is_drawing(letters) else letters


def with_cost(result: Result, measured: Measured) -> Result:
    """Return a result with the time and the memory of a call, and its profile if there is one."""
    return result._replace(
        seconds=measured.seconds,
        peak_memory_bytes=measured.peak,
        profile=measured.profile,
    )


def plugin_result(result: Result, value: object, entry: str) -> Result:
    """Complete a result, which has the known answer, with what a plugin returned for the part."""
    read = measure(lambda: read_plugin_answer(value, entry))
    expected = expected_of_plugin(result.expected, *(read.value or (None, None)))
    return with_answer(result._replace(expected=expected), read)


def completed(result: Result, measured: Measured) -> Result:
    """Complete a result with what a part returned or raised."""
    result = with_cost(result, measured)
    if measured.error:
        failure = explain(measured.error, Kind.EXCEPTION)
        return result._replace(verdict=Verdict.ERROR, error=failure)
    name = f"part{result.part}" + (f"_{result.variant}" if result.variant else "")
    # The value may be of a class of the day, whose methods may do anything.
    return with_answer(result, measure(lambda: read_answer(measured.value, name)))


def with_answer(result: Result, read: Measured) -> Result:
    """Complete a result with an answer and its drawing, or with the error that reading raised."""
    failure = answer_failure(read)
    if failure:
        return result._replace(verdict=Verdict.ERROR, error=failure)
    answer, drawing = read.value
    verdict = Verdict.SKIPPED if answer is None else Verdict.UNKNOWN
    return result._replace(answer=answer, drawing=drawing, verdict=verdict)


def answer_failure(read: Measured) -> Failure | None:
    """Return why what a solver returned cannot be read as an answer, if it cannot."""
    if isinstance(read.error, WrongAnswerTypeError):
        return Failure(Kind.ANSWER, str(read.error))
    return explain(read.error, Kind.ANSWER) if read.error else None


def cases_of(job: Job, source: Source, tests: DayTests) -> Iterator[Case]:
    """Yield the cases that a source stands for: several for examples, otherwise at most one."""
    about = (source.kind, source.label)
    text = source.text
    if source.problem:
        yield Case(*about, refused=source.problem)
    elif text is not None:
        valid = tests.valid if source.kind == "candidate" else None
        yield Case(*about, lambda: text, source.expected, valid=valid)
    elif source.kind in ("sample", "small"):
        make = tests.sample if source.kind == "sample" else tests.small
        if make is not None:
            read = partial(make_text, make, source.seed)
            yield Case(*about, read, made=True)
        elif not source.optional:
            path = job.shown(tests_name(job.year, job.day))
            yield Case(
                *about,
                refused=f"{path} has no {source.kind}(rng), which makes up the input: write one",
            )
    else:
        for number, example in enumerate(tests.examples, 1):
            expected = (example.expected(1), example.expected(2))
            read = partial(str, example.text)
            parts, params = example.parts, example.params
            yield Case("example", example.label(number), read, expected, parts, params)


def make_text(make: Callable[[Random], str], seed: int) -> str:
    """Return a made-up input."""
    from random import Random

    return make(Random(seed))


class Unit(NamedTuple):
    """What runs on one case of a job: parse, a part, or a variant of it.

    `case` is the number of the case in the job. Without a function the day has no such part; the
    parts of a plugin have none either, as one call answers both.
    """

    case: int
    part: int | None
    variant: str | None
    function: Any

    @property
    def key(self) -> UnitKey:
        """What tells the unit from the others of its job."""
        return self.case, self.part, self.variant


def units_of(job: Job, day: Day, number: int, case: Case) -> Iterator[Unit]:
    """Yield the functions of a day to run on a case.

    A part that is missing is not solved yet, unless it is part 2 of the last day of an event.
    """
    for part in job.parts:
        if part not in case.parts:
            continue
        functions = day.parts[part]
        exists = None in functions or not (part == 2 and job.puzzle.is_last)
        if exists and (not job.variants or not {"", "all"}.isdisjoint(job.variants)):
            yield Unit(number, part, None, functions.get(None))
        for variant, function in functions.items():
            if variant and ("all" in job.variants or variant in job.variants):
                yield Unit(number, part, variant, function)


def plugin_units(job: Job, number: int, case: Case) -> Iterator[Unit]:
    """Yield the parts of a plugin to show for a case.

    There are none for an example with `params`: a plugin cannot get them, as their names are
    those of our own functions. What it returns for part 2 of the last day is not looked at.
    """
    for part in job.parts if not case.params else ():
        if part in case.parts and not (part == 2 and job.puzzle.is_last):
            yield Unit(number, part, None, None)
