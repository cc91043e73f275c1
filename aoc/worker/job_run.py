"""Doing a job: load its solver, read its inputs, call part after part, then repeat them for times.

Answers are those of a plain script: everything is called once, on freshly parsed values, and
reported, before anything is repeated.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, nullcontext, suppress
from functools import partial
from itertools import groupby
from types import ModuleType
from typing import Any

from aoc.model.answers import (
    WrongAnswerTypeError,
    is_drawing,
    is_same,
    read_answer,
    read_plugin_answer,
    reading,
)
from aoc.model.input_text import LockedInputError, digest_of
from aoc.model.inputs import WHOLE, Input
from aoc.model.jobs import BENCH, STEADY, TESTS, Job, UnitKey
from aoc.model.results import Failure, Kind, Outcome
from aoc.project.day_tests import (
    DayTests,
    WrongExampleError,
    load_day_tests,
    tests_name,
)
from aoc.worker.day_module import BrokenDayError, Day, import_of_job
from aoc.worker.failures import explain, line_of
from aoc.worker.kept_state import KeptState
from aoc.worker.params import RefusedError, taken_by, typed_params, unused_param
from aoc.worker.project_imports import ProjectImports, is_in
from aoc.worker.reports import Answer, Output, Planned, Report, Started, Timed
from aoc.worker.scripts.aocd_stand_in import StandIn
from aoc.worker.timing import (
    EFFORTS,
    PROFILE,
    Call,
    Measured,
    fastest,
    find_caches,
    is_worth_more,
    limited,
    measure,
)
from aoc.worker.units import inputs_of, read_text, units_of


class JobRun:
    """A job that is being done. No error of its solver is raised.

    `debug` is called with an error of a solver, while its frames are still there. `wait` returns
    once the calls of a single day may be repeated, as no other worker is disturbed. The values of
    parts are held until the process ends, so that no `__del__` of a value runs in between.
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
        self.debug = debug
        self.wait = wait
        self.project = ProjectImports(job.root)
        self.solver: Any = None
        self.tests = DayTests()
        self.kept: KeptState | None = None
        """The state of the project's modules since the last call, if that is known."""
        self.params: dict[str, Any] = {}
        self.held: list[object] = []
        self.repeats: list[tuple[Callable[[Any], bool], Call]] = []
        self.folders = ExitStack()

    def reports(self) -> Iterator[Report]:
        """Do the job to its end. Each report has to be sent before the next step is asked for.

        Raises `RefusedError`.
        """
        job = self.job
        if job.verbose:
            import logging

            logging.basicConfig(level=logging.INFO, format="%(message)s", force=True)
        yield Started()
        # Another worker has shown what is printed until the first call.
        is_refused = all(source.problem for source in job.inputs)
        with self.output.dropped() if job.owed else nullcontext():
            load = bool if is_refused else self.load
            loaded = self.hold(measure(load, job.memory))
        if loaded.error:
            verb = (
                ""
                if isinstance(loaded.error, BrokenDayError)
                else "cannot be imported: "
            )
            about = f"{job.entry or job.file} {verb}"
            yield self.failed(loaded.error, Kind.EXCEPTION, about=about)
            return
        if job.entry and job.params:
            raise RefusedError(f"{job.solver} takes no parameters: leave out --param")
        if job.params and not is_refused:
            self.params = typed_params(self.solver, str(job.puzzle), job.params)
        yield from self.read_tests()
        inputs = [
            one for source in job.inputs for one in inputs_of(job, source, self.tests)
        ]
        if job.showing and not is_refused:
            from aoc.worker.show_run import shows_of

            units = shows_of(job, self.solver, inputs)
        else:
            units = {
                key: function
                for number, source in enumerate(inputs)
                for key, function in units_of(job, self.solver, number, source)
            }
        keys = list(units)
        turn = self.turn([key for key in keys if not job.owed or key in job.owed])
        yield Planned(
            [(source.label, source.kind) for source in inputs],
            [
                (*key, tuple(taken_by(function, self.params)))
                for key, function in units.items()
            ],
            [keys.index(key) for key in turn],
        )
        for number, mine in groupby(turn, key=lambda key: key[0]):
            yield from self.run_input(inputs[number], {key: units[key] for key in mine})
        with self.folders:
            if self.repeats:
                yield from self.repeat_calls()

    def load(self) -> None:
        """Import the project's own day or its shows, or the function of a plugin."""
        job = self.job
        if not job.keeps_bytecode:
            sys.dont_write_bytecode = True
            # A file may have come at this moment to a folder that Python has looked into.
            sys.path_importer_cache.clear()
        if job.entry and not job.source:
            from importlib.metadata import EntryPoint

            self.solver = EntryPoint("", job.entry, "").load()
            return
        self.project.enter()
        if job.source:
            from aoc.worker.scripts.script import load

            self.solver = load(job, self.aocd, self.new_folder(), self.project.forget)
        else:
            self.solver = import_of_job(job, f"days.year{job.year}.day{job.day:02d}")

    def new_folder(self) -> str:
        """Return a new folder that is removed at the end of the job."""
        from tempfile import TemporaryDirectory

        return self.folders.enter_context(
            TemporaryDirectory(ignore_cleanup_errors=True)
        )

    def read_tests(self) -> Iterator[Report]:
        """Import the tests of the day, if the job needs them."""
        job = self.job
        if not any(one.needs_tests for one in job.inputs):
            return
        yield Started(label=TESTS)
        read = self.in_project(partial(load_day_tests, job.root, job.year, job.day))
        if read.error:
            path = job.shown(tests_name(job.year, job.day))
            is_wrong = isinstance(read.error, WrongExampleError)
            about = f"{path}, " if is_wrong else f"{path} cannot be imported: "
            yield self.failed(read.error, Kind.TESTS, about=about)
        else:
            self.tests = read.value

    def in_project(self, read: Callable[[], Any]) -> Measured:
        """Call a function that may import from the project, whose modules no plugin may find."""
        with self.project if self.job.entry else nullcontext():
            return self.hold(measure(read, self.job.memory))

    def hold(self, measured: Measured) -> Measured:
        """Keep the value that a solver returned, and show its error to the debugger."""
        self.held.append(measured)
        if measured.error and self.debug:
            self.debug(measured.error)
        return measured

    def turn(self, keys: list[UnitKey]) -> list[UnitKey]:
        """Return the units of this process: one variant of the parts, as in a script of its own."""
        variants = [variant for _, part, variant in keys if part]
        if self.job.shares_process or not variants:
            return keys
        return [key for key in keys if key[1] is None or key[2] == variants[0]]

    def run_input(self, source: Input, units: dict[UnitKey, Any]) -> Iterator[Report]:
        """Run a solver on one input."""
        job = self.job
        outcome = Outcome(input=source.label, input_kind=source.kind)
        if source.problem:
            yield outcome._replace(error=Failure(Kind.INPUT, source.problem))
            return
        text = self.in_project(partial(read_text, source, self.tests))
        if text.error:
            yield self.failed(text.error, Kind.INPUT, outcome)
            return
        valid = self.tests.valid if source.kind == "candidate" else None
        if valid and not self.in_project(partial(valid, text.value)).value:
            yield outcome._replace(
                error=Failure(Kind.INPUT, "the puzzle does not allow it")
            )
            return
        # The text of any other input is known to those who ask for it.
        digest = digest_of(text.value) if source.text is None else None
        outcome = outcome._replace(
            digest=digest, text=text.value if job.tells_text else None
        )
        if not job.parts:
            yield outcome
        elif job.entry:
            yield from self.run_plugin(source, text.value, units, outcome)
        else:
            yield from self.run_parts(source, text.value, units, outcome)

    def run_plugin(
        self, source: Input, text: str, units: dict[UnitKey, Any], outcome: Outcome
    ) -> Iterator[Report]:
        """Run a plugin, which answers both parts in one call: the first answer has its time.

        Each call is made in a new folder with the input in it.
        """
        import tempfile

        job = self.job
        base = self.new_folder()

        def prepare() -> str:
            """Enter a new folder with the input in it, and return the input."""
            os.chdir(tempfile.mkdtemp(dir=base))
            with open("input.txt", "w", encoding="utf-8") as file:
                file.write(text)
            return text

        def solve(text: str) -> tuple[object, object]:
            """Call the plugin. Raises `WrongAnswerTypeError` if it does not return two answers."""
            value = self.solver(year=job.year, day=job.day, data=text)
            try:
                first, second = value
            except (TypeError, ValueError):
                name = type(value).__name__
                why = f"{job.entry} returned {name}, not two answers"
                raise WrongAnswerTypeError(why) from None
            return first, second

        def read(
            part: int, answers: tuple[object, object]
        ) -> tuple[str | None, str | None]:
            """Return the answer of a part, and the drawing that it was read from."""
            return read_plugin_answer(answers[part - 1], job.entry)

        def read_both(answers: tuple[object, object]) -> object:
            """Return both answers with their drawings."""
            return read(1, answers), read(2, answers)

        call = self.call_first(solve, prepare(), prepare, source)
        with suppress(
            OSError
        ):  # The plugin may have deleted the folder of the project.
            os.chdir(job.root)
        parts = [part or 0 for _, part, _ in units]
        error = call.measured.error
        if isinstance(error, LockedInputError):
            for part in parts:
                yield outcome._replace(part=part, reason=str(error))
            return
        if error:
            of_call = outcome._replace(part=None if parts[1:] else parts[0])
            yield self.report_of(
                self.failed(error, Kind.EXCEPTION, of_call), call, read_both
            )
            return
        is_timed = False
        for part in parts:
            note = getattr(self.solver, "note", None)
            of_part = outcome._replace(part=part, reason=note)
            of_part = self.answered(of_part, call.measured, partial(read, part))
            known = source.expected[part - 1]
            expected = expected_of_plugin(known, of_part.answer, of_part.drawing)
            of_part = of_part._replace(
                expected=expected, guess=source.guesses[part - 1]
            )
            if is_timed or of_part.is_unsolved:
                yield of_part
            else:
                is_timed = True
                yield self.report_of(
                    of_part._replace(of_both=len(parts) > 1), call, read_both
                )

    def run_parts(
        self, source: Input, text: str, units: dict[UnitKey, Any], outcome: Outcome
    ) -> Iterator[Report]:
        """Call part after part of a day, each on an input that is parsed anew."""
        day: Day = self.solver
        is_owed = any(part is None for _, part, _ in units)
        with nullcontext() if is_owed or self.job.showing else self.output.dropped():
            parsed = self.call_first(day.parse, text, lambda: text, source)
        if parsed.measured.error:
            # Where the input is certain, an error has nothing to do with a guess.
            if "input" in source.guesses:
                outcome = outcome._replace(guess="input")
            yield self.failed(parsed.measured.error, Kind.PARSE, outcome)
            return
        if is_owed:
            hint = None if self.job.showing else day.hints.get(None)
            of_parse = outcome._replace(reason=hint)
            yield self.report_of(of_parse, parsed, lambda value: None)
        values = [parsed.measured]
        unused = unused_param(day, str(self.job.puzzle), dict(source.params))
        for (_, part, variant), function in units.items():
            if part is None:
                continue
            of_part = outcome._replace(part=part, variant=variant)
            if function is None:
                yield of_part._replace(
                    reason=day.hints.get(part) if variant is None else None
                )
                continue
            if not values:
                with self.output.dropped():
                    values.append(
                        self.hold(measure(partial(day.parse, text), self.job.memory))
                    )
            value = values.pop()
            if value.error:
                yield self.failed(value.error, Kind.PARSE, of_part)
                continue
            taken = taken_by(function, {**dict(source.params), **self.params})
            with_params = partial(function, **taken) if taken else function
            if self.job.showing:
                from aoc.worker.show_run import show_reports

                yield from show_reports(
                    self, partial(with_params, value.value), of_part
                )
                continue
            call = self.call_first(
                with_params, value.value, partial(day.parse, text), source
            )
            # What is known of an input is not known of it with other parameters.
            if not taken_by(function, self.params):
                expected, guess = source.expected[part - 1], source.guesses[part - 1]
                of_part = of_part._replace(expected=expected, guess=guess)
            name = f"part{part}_{variant}" if variant else f"part{part}"
            read = partial(read_answer, function=name)
            of_part = self.answered(of_part, call.measured, read)
            if of_part.answer is not None:
                of_part = of_part._replace(reason=unused)
            yield self.report_of(of_part, call, read)

    def call_first(
        self,
        function: Callable[[Any], Any],
        value: Any,
        prepare: Callable[[], Any],
        source: Input,
    ) -> Call:
        """Make the call that has the answer; find out whether it can be repeated for its time.

        It is not repeated if it prints, as nothing is printed twice, nor if the modules of the
        project hold more than before, as a time shall not be that of looking up.
        """
        job, is_whole = self.job, source.kind in WHOLE
        effort = (
            PROFILE if job.profiles else EFFORTS[job.effort if is_whole else "examples"]
        )
        # Where many days run, the examples are only counted.
        is_once = not (is_whole or job.effort == STEADY or job.repeat or job.profiles)
        # A script may write files, or ask for its modules to be as it left them.
        is_once |= bool(job.source and job.source.run)
        if is_once or job.repeat == 1:
            return Call(self.call_solver(partial(function, value)), function, prepare)
        before = self.kept or KeptState(self.modules())
        self.kept = None
        printed = self.output.size
        is_warm = any(cache.cache_info().currsize for cache in find_caches())
        measured = self.call_solver(partial(function, value))
        is_more = is_worth_more(measured, effort, job.repeat)
        if is_more and self.output.size == printed and not measured.error:
            self.kept = KeptState(self.modules())
            if self.kept.signature == before.signature:
                return Call(measured, function, prepare, is_warm, effort)
        return Call(measured, function, prepare)

    def modules(self) -> Sequence[ModuleType]:
        """Return the modules in which the solver may keep something: the project's, or its own."""
        if not self.job.entry:
            return self.project.imported()
        package = self.job.entry.partition(":")[0].partition(".")[0].strip()
        return [
            module for name, module in sys.modules.items() if is_in(name, (package,))
        ]

    def call_solver(self, call: Callable[[], Any]) -> Measured:
        """Call the solver for its answer, under the profiler if the job has profiles."""
        if self.job.profiles:
            from aoc.worker.profiler import profile_once

            return self.hold(profile_once(call, self.job.memory))
        return self.hold(measure(call, self.job.memory, with_peak=True))

    def report_of(
        self, outcome: Outcome, call: Call, read: Callable[[Any], object]
    ) -> Report:
        """Return the report of a first call, and note whether it will be repeated.

        What is `read` from the value of a repeated call has to be the same.
        """
        debugs = self.job.debugs  # somebody may have typed meanwhile
        outcome = outcome._replace(
            seconds=None if debugs else call.measured.seconds,
            first_call=not debugs,
            peak_memory_bytes=call.measured.peak,
            profile=call.measured.profile,
        )
        if call.effort is None or outcome.error or debugs:
            return outcome
        known = read(call.measured.value)
        self.repeats.append((lambda again: read(again) == known, call))
        return Answer(**outcome._asdict())

    def repeat_calls(self) -> Iterator[Report]:
        """Repeat calls for their times, now that all answers are there."""
        job = self.job
        if job.effort == STEADY:
            self.wait()
        for answers_the_same, call in self.repeats:
            seconds = calls = profile = None
            with self.output.dropped(), limited(job.memory):
                if job.profiles:
                    from aoc.worker.profiler import profile_again

                    profile = profile_again(call, answers_the_same)
                elif found := fastest(call, answers_the_same, job.repeat):
                    seconds, calls = found
            # Times of so many calls are like each other, and not like others.
            is_counted = job.repeat or job.effort == BENCH
            yield Timed(seconds, calls if is_counted else None, profile)

    def answered(
        self,
        outcome: Outcome,
        measured: Measured,
        read: Callable[[Any], tuple[str | None, str | None]],
    ) -> Outcome:
        """Complete an outcome with the answer and its drawing that are read from a value."""
        if measured.error:
            return self.failed(measured.error, Kind.EXCEPTION, outcome)
        # The value may be of a class of the day, whose methods may do anything.
        found = measure(partial(read, measured.value))
        if found.error:
            return self.failed(found.error, Kind.ANSWER, outcome)
        answer, drawing = found.value
        return outcome._replace(answer=answer, drawing=drawing)

    def failed(
        self,
        error: BaseException,
        kind: Kind,
        outcome: Outcome | None = None,
        about: str = "",
    ) -> Outcome:
        """Return the outcome of a step that raised an error: by default one before any input."""
        line = line_of(error, self.job.root) if self.job.source else ""
        place = line and f" at {line}"
        failure = explain(
            error, kind, self.job.root, memory=self.job.memory, about=about, place=place
        )
        return (outcome or Outcome())._replace(error=failure)


def expected_of_plugin(
    known: str | None, answer: str | None, drawing: str | None
) -> str | None:
    """Return the answer expected of a plugin that returned `answer`, perhaps read from a `drawing`.

    An example may know an answer as it is drawn, where a plugin returns letters, as it does for
    aocd. A shape that is not a letter has a name in aocd's examples; a plugin with another name for
    it may be right as well, so nothing is expected of it.
    """
    if known is None or drawing is not None:
        return known
    letters = reading(known)
    if is_drawing(letters):
        return answer if is_same(answer or "", known) else None
    return letters
