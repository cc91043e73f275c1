"""Calls of a solver: first for its answers, and again for their times."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

from aoc.model.inputs import Input
from aoc.model.jobs import JobOptions, Timing
from aoc.model.results import Outcome
from aoc.worker.kept_state import KeptState
from aoc.worker.reports import Answered, Output, Timed
from aoc.worker.timing import (
    Call,
    Measured,
    fastest,
    find_caches,
    is_worth_more,
    limited,
    measure,
)

EXAMPLE_SECONDS = 5e-4
"""Seconds that the calls on an example are repeated for."""

PROFILED = 0.5
"""Seconds up to which a call is made again for its profile."""


class Repeat(NamedTuple):
    """A call to repeat, and whether the value of a repeated call is the same answer."""

    call: Call
    is_same: Callable[[Any], bool]


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
        self.kept_state: KeptState | None = None
        """The state of the modules since the last call, if that is known."""
        self.held: list[object] = []
        """Whatever a solver returned: nothing is freed before the process ends, so that no
        `__del__` of a value runs in between."""
        self.repeats: list[Repeat] = []

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
        if timing is None or timing.repeat == 1:
            return Call(self.solve(partial(function, value)), function, prepare)
        # To look at all modules takes long: what was seen after the last call still holds.
        state_before = self.kept_state or KeptState(self.modules())
        self.kept_state = None
        printed_before = self.output.size
        # Perhaps the time of the first call is that of looking up.
        is_warm = any(cache.cache_info().currsize for cache in find_caches())
        measured = self.solve(partial(function, value))
        once = Call(measured, function, prepare)
        if measured.error or self.output.size != printed_before:
            return once
        if not is_worth_more(measured, timing):
            return once
        # Looked at only now, as most calls on large inputs end above.
        self.kept_state = KeptState(self.modules())
        if self.kept_state.signature != state_before.signature:
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
        if timing.repeats_examples or timing.repeat:
            # An example's time shows nothing but the order of size.
            return timing._replace(seconds=EXAMPLE_SECONDS)
        return None

    def answered(
        self, outcome: Outcome, call: Call, read: Callable[[Any], object]
    ) -> Answered:
        """Return the report of a first call, and note whether it will be repeated.

        `read` returns the answer in a value: that of a repeated call has to be the same.
        """
        outcome = outcome._replace(
            peak_memory_bytes=call.measured.peak, profile=call.measured.profile
        )
        if self.options.debugs:
            # Somebody may have typed meanwhile, so the time says nothing.
            return Answered(outcome)
        outcome = outcome._replace(seconds=call.measured.seconds, first_call=True)
        if call.timing is None or outcome.error:
            return Answered(outcome)
        first_answer = read(call.measured.value)
        self.repeats.append(Repeat(call, lambda value: read(value) == first_answer))
        return Answered(outcome, time_follows=True)

    def repeat(self) -> Iterator[Timed]:
        """Repeat calls for their times, now that all answers are there."""
        for call, is_same in self.repeats:
            with self.output.dropped(), limited(self.options.memory):
                timed = self.timed(call, is_same)
            yield timed

    def timed(self, call: Call, is_same: Callable[[Any], bool]) -> Timed:
        """Return the best time of a call that is repeated, or its profile."""
        if self.options.profiles:
            from aoc.worker.profiler import profile_again

            return Timed(profile=profile_again(call, is_same))
        best = fastest(call, is_same)
        if best is None:
            return Timed()
        calls = None
        if self.options.timing.tells_calls:
            calls = best.calls
        return Timed(best.seconds, calls)
