"""What a worker does with a job: load the day, read its inputs, run and time the parts."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from operator import attrgetter
from typing import Any, NamedTuple

from aoc.job import Job
from aoc.results import Failure, Kind, Result, Verdict, judge
from aoc.text import plain
from aoc.worker.cases import Input, Listener, inputs, read_tests
from aoc.worker.day import (
    BrokenDayError,
    Day,
    Part,
    WrongAnswerTypeError,
    as_answer,
    load_day,
    shareable,
)
from aoc.worker.failures import explain
from aoc.worker.measure import Measured, measure

__all__ = ["work"]

SHORT = 5e-4
"""Seconds that calls are repeated for, if the first takes less."""
SHORT_CALLS = 25
"""How often they are repeated at most."""
NO_ANSWER = (None, "", b"", "None", b"None")


class Unit(NamedTuple):
    """One part, or a variant of it, to run on one input; without a function there is none."""

    part: int
    variant: str | None
    function: Part | None


def work(job: Job, listener: Listener) -> None:
    """Run a job to its end; nothing that its solver raises gets out."""
    if job.verbose:
        import logging

        logging.basicConfig(level=logging.INFO, format="%(message)s", force=True)
    listener.start(None, None, None, 0)
    loaded = measure(lambda: load_plugin(job.entry) if job.entry else load_own(job), job.memory)
    if loaded.error:
        listener.result(error_result(job, loading_failure(job, loaded.error)))
        return
    tests = read_tests(job, listener)
    run = run_plugin if job.entry else run_day
    done = 0
    for source in job.sources:
        for given in inputs(job, source, tests):
            if given.refused is None:
                done = run(job, loaded.value, given, done, listener)
                continue
            done += 1
            if done > job.skip:
                failure = Failure(Kind.INPUT, given.refused)
                listener.result(error_result(job, failure, input=given.label))


def load_own(job: Job) -> Day:
    """Import the project's own day."""
    return load_day(job.root, job.year, job.day)


def load_plugin(entry: str) -> Callable[..., Any]:
    """Import the function that an entry point names."""
    module, _, path = entry.partition(":")
    function: Callable[..., Any] = attrgetter(path)(import_module(module))
    return function


def read_input(job: Job, given: Input, end: int, listener: Listener) -> str | None:
    """Say that an input's turn has come, and read it; one that cannot be read is reported."""
    listener.start(given.label, None, None, end)
    text = measure(lambda: plain(given.read()), job.memory)
    if text.error:
        failure = explain(text.error, Kind.INPUT)
        listener.result(error_result(job, failure, input=given.label))
        return None
    found: str = text.value
    return found


def run_day(job: Job, day: Day, given: Input, done: int, listener: Listener) -> int:
    """Run the parts of a day on one input; gives how many parts of the job are behind it then."""
    units = list(units_of(job, day, given))
    end = done + len(units)
    if end <= job.skip:
        return end
    text = read_input(job, given, end, listener)
    if text is None:
        return end
    parsed = fastest(job, lambda: text, day.parse, day)
    if parsed.error:
        failure = explain(parsed.error, Kind.PARSE)
        listener.result(error_result(job, failure, input=given.label))
        return end
    spare = [parsed.value]
    shared = shareable(parsed.value)

    def value() -> Any:
        """Give the parsed input: to share if it cannot be changed, else each time a new one."""
        if shared:
            return parsed.value
        return spare.pop() if spare else day.parse(text)

    answers: dict[int, str | None] = {}
    for number, unit in enumerate(units, done + 1):
        if number <= job.skip:
            continue
        result = job.result(input=given.label, part=unit.part, variant=unit.variant)
        if unit.function is None:
            listener.result(result._replace(verdict=Verdict.SKIPPED))
            continue
        listener.start(given.label, unit.part, unit.variant, number)
        measured = fastest(job, value, partial(day.call, unit.function, given.params), day)
        expected = given.expected[unit.part - 1]
        if unit.variant is None:
            result = answered(result, measured, expected)
            answers[unit.part] = result.drawing or result.answer
        else:
            # A variant is another way to the same answer, so it can be judged by the part's own.
            result = answered(result, measured, expected or answers.get(unit.part))
        listener.result(result._replace(parse_seconds=parsed.seconds))
    return end


def run_plugin(
    job: Job, solve: Callable[..., Any], given: Input, done: int, listener: Listener
) -> int:
    """Run a plugin on one input, in a folder with the input in it, as aocd does."""
    parts = [part for part in job.parts if part in given.parts]
    end = done + len(parts)
    if end <= job.skip:
        return end
    text = read_input(job, given, end, listener)
    if text is None:
        return end
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("input.txt", "w", encoding="utf-8") as file:
            file.write(text)
        measured = fastest(
            job,
            lambda: text,
            lambda data: pair(solve(year=job.year, day=job.day, data=data)),
        )
        os.chdir(job.root)
    for part in parts:
        one = measured._replace(value=measured.value and measured.value[part - 1])
        result = job.result(input=given.label, part=part)
        listener.result(answered(result, one, given.expected[part - 1]))
    return end


def pair(answers: tuple[object, object]) -> list[str | None]:
    """Take a plugin's two answers as aocd does: anything as text, and blanks as no answer."""
    first, second = answers
    return [None if answer in NO_ANSWER else str(answer) for answer in (first, second)]


def fastest(
    job: Job,
    prepare: Callable[[], Any],
    call: Callable[[Any], Any],
    day: Day | None = None,
) -> Measured:
    """Call as often as asked, on what `prepare` gives each time, and keep the fastest time.

    Without a number, a short call is timed a few times over: the first says more about the
    processor's caches than about the solver. Every `functools` cache of the day is emptied
    before each call; and what keeps anything else in its module from one call to the next is
    called once, so that no time is ever that of looking up. An error ends it; it counts if the
    first call raised it.
    """
    best: Measured | None = None
    spent = 0.0
    calls = 0
    while best is None or calls < (job.repeat or SHORT_CALLS):
        given = measure(prepare, job.memory, with_peak=False)
        if given.error:
            return given
        if day:
            day.clear_caches()
        before = day and day.kept()
        measured = measure(partial(call, given.value), job.memory, with_peak=best is None)
        if measured.error:
            return best or measured
        best = (
            measured if best is None else best._replace(seconds=min(best.seconds, measured.seconds))
        )
        calls += 1
        spent += given.seconds + measured.seconds
        if day is None or day.kept() != before or (not job.repeat and spent > SHORT):
            break
    return best


def answered(result: Result, measured: Measured, expected: str | None) -> Result:
    """Complete a result with what a part gave or raised."""
    result = result._replace(
        expected=expected, seconds=measured.seconds, peak_memory_bytes=measured.peak
    )
    failure = None
    answer = drawing = None
    if measured.error:
        failure = explain(measured.error, Kind.EXCEPTION)
    else:
        name = f"part{result.part}" + (f"_{result.variant}" if result.variant else "")
        try:
            answer, drawing = as_answer(measured.value, name)
        except WrongAnswerTypeError as error:
            failure = Failure(Kind.ANSWER, str(error))
    if failure:
        return result._replace(verdict=Verdict.ERROR, error=failure)
    return result._replace(answer=answer, drawing=drawing, verdict=judge(answer, expected, drawing))


def error_result(job: Job, failure: Failure, **fields: Any) -> Result:
    """Make the result of something that failed before any part."""
    return job.result(verdict=Verdict.ERROR, error=failure, **fields)


def loading_failure(job: Job, error: BaseException) -> Failure:
    """Say why a solver cannot be loaded."""
    what = job.entry or f"days/year{job.year}/day{job.day:02d}.py"
    failure = explain(error, Kind.EXCEPTION)
    if isinstance(error, BrokenDayError):
        return Failure(Kind.EXCEPTION, f"{what} {error}")
    return failure._replace(message=f"{what} cannot be imported: {failure.message}")


def units_of(job: Job, day: Day, given: Input) -> Iterator[Unit]:
    """Choose the functions to run on an input."""
    for part in job.parts:
        if part not in given.parts:
            continue
        functions = day.parts[part]
        if not job.variants or "all" in job.variants:
            yield Unit(part, None, functions.get(None))
        for variant, function in functions.items():
            if variant and ("all" in job.variants or variant in job.variants):
                yield Unit(part, variant, function)
