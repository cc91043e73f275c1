"""Calls of a solver: first for its answers, and again for their times.

A call that only looks something up must not be timed: before a repeated call `functools` caches are
emptied, and a call after which a container of the day's modules is longer is not repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import inf
from time import perf_counter
from types import ModuleType
from typing import Any

from aoc.model.inputs import Input
from aoc.model.jobs import JobOptions, Timing
from aoc.model.results import Outcome
from aoc.worker.measuring import (
    Call,
    Measured,
    call_again,
    find_caches,
    lengths_in,
    limited,
    measure,
)
from aoc.worker.reports import Output, Report, ReportKind, answered

EXAMPLE_SECONDS = 5e-4
"""Seconds that the calls on an example are repeated for."""
PROFILED = 0.5
"""Seconds up to which a call is made again for its profile."""


class Calls:
    """The calls of one job.

    `modules` returns the modules in which the solver may keep something. `debug` is called with an
    error of a solver, while its frames are still there.
    """

    def __init__(
        self,
        options: JobOptions,
        output: Output,
        modules: Callable[[], Sequence[ModuleType]],
        debug: Callable[[BaseException], None] | None,
    ) -> None:
        self.options = options
        self.output = output
        self.modules = modules
        self.debug = debug
        self.held: list[object] = []
        """Whatever a solver returned: nothing is freed before the process ends, so that no
        `__del__` of a value runs in between."""
        self.repeats: list[tuple[Call, Callable[[Any], bool]]] = []
        """The calls to repeat, and for each whether a value of it is the same answer."""

    def hold(self, measured: Measured) -> Measured:
        """Keep the value that a solver returned, and show its error to the debugger."""
        self.held.append(measured)
        if measured.error and self.debug:
            self.debug(measured.error)
        return measured

    def read(self, call: Callable[[], Any]) -> Measured:
        """Call something of the day that is neither timed nor an answer."""
        return self.hold(measure(call, self.options.memory))

    def first(
        self,
        function: Callable[[Any], Any],
        value: Any,
        prepare: Callable[[], Any],
        timing: Timing | None,
    ) -> Call:
        """Make the call that has the answer; find out whether it can be repeated for its time.

        It is not repeated without a `timing`, nor if it prints, as nothing is printed twice, nor if
        the modules of the project hold more than before, as a time shall not be that of looking up.
        `prepare` returns another value for the call.
        """
        if timing is None or timing.fewest == 1:
            return Call(self.solve(partial(function, value)), function, prepare)
        lengths_before = lengths_in(self.modules())
        printed_before = self.output.size
        # The first call may only look something up.
        is_warm = any(cache.cache_info().currsize for cache in find_caches())
        measured = self.solve(partial(function, value))
        once = Call(measured, function, prepare)
        if measured.error or self.output.size != printed_before:
            return once
        if measured.seconds >= timing.long:
            return once
        if lengths_in(self.modules()) != lengths_before:
            return once
        return Call(measured, function, prepare, is_warm, timing)

    def solve(self, call: Callable[[], Any]) -> Measured:
        """Call the solver for its answer, under the profiler if the job has profiles."""
        if self.options.profiles:
            from aoc.worker.profiler import profile_once

            return self.hold(profile_once(call, self.options.memory))
        return self.hold(measure(call, self.options.memory, with_peak=True))

    def timing_for(self, job_input: Input) -> Timing | None:
        """Return how the calls on an input are timed; `None` if each is made once."""
        timing = self.options.timing
        if self.options.profiles:
            # Even of many days, calls of half a second are worth a profile.
            return timing._replace(long=PROFILED)
        if job_input.kind.is_whole:
            return timing
        if timing.repeats_examples:
            # An example's time shows nothing but the order of size.
            return timing._replace(seconds=EXAMPLE_SECONDS)
        return None

    def answered(self, outcome: Outcome, call: Call, read: Callable[[Any], object]) -> Report:
        """Return the report of a first call, and note whether it will be repeated.

        `read` returns the answer in a value: a repeated call has to have the same one.
        """
        if outcome.is_unsolved:
            # How long a part takes to return nothing says nothing.
            return answered(outcome)
        outcome = outcome._replace(
            peak_memory_bytes=call.measured.peak, profile=call.measured.profile
        )
        if self.options.debugs:
            # Somebody may have typed meanwhile, so the time says nothing.
            return answered(outcome)
        outcome = outcome._replace(seconds=call.measured.seconds, first_call=True)
        if call.timing is None or outcome.error:
            return answered(outcome)
        first_answer = read(call.measured.value)
        self.repeats.append((call, lambda value: read(value) == first_answer))
        return answered(outcome, time_follows=True)

    def repeat(self) -> Iterator[Report]:
        """Repeat calls for their times, now that all answers are there."""
        for call, is_same in self.repeats:
            with self.output.dropped(), limited(self.options.memory):
                timed = self.timed(call, is_same)
            yield Report(ReportKind.TIMED, outcome=timed)

    def timed(self, call: Call, is_same: Callable[[Any], bool]) -> Outcome:
        """Return the best time of a call that is repeated, or its profile."""
        if self.options.profiles:
            from aoc.worker.profiler import profile_again

            return Outcome(profile=profile_again(call, is_same))
        return Outcome(seconds=fastest(call, is_same))


def fastest(call: Call, is_same: Callable[[Any], bool]) -> float | None:
    """Repeat a call, each time on a new value with every `functools` cache empty.

    Returns the seconds of the fastest one; `None` if one raises an error, or has another answer.
    """
    timing = call.timing
    assert timing
    first = call.measured.seconds
    # The first call may have been one that only looked something up.
    best = inf if call.is_warm else first
    caches = find_caches()
    calls = 1
    # Without the first call: it may have paid for a lazy import, and Python runs code faster once
    # it has run a few times.
    spent = 0.0
    while calls == 1 or is_worth_more(timing, calls, first, spent):
        start = perf_counter()
        again = call_again(call, is_same, caches)
        if again is None:
            return None
        calls += 1
        spent += perf_counter() - start
        best = min(best, again.seconds)
    return best


def is_worth_more(timing: Timing, calls: int, first: float, spent: float) -> bool:
    """Return whether one more call may be faster, after the seconds of these calls."""
    if spent < timing.seconds:
        return True
    return calls < timing.fewest and first + spent < timing.long
