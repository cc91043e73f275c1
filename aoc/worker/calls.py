"""Calls of a solver: first for its answers, and again for their times.

A call that only looks something up must not be timed: before a repeated call `functools` caches are
emptied, and a call after which a container of the day's modules is longer is not repeated.
"""

from __future__ import annotations

import functools
import gc
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import inf
from time import perf_counter
from types import CellType, FunctionType, ModuleType
from typing import Any, NamedTuple

from aoc.model.inputs import Input
from aoc.model.jobs import JobOptions, Timing
from aoc.model.results import Outcome
from aoc.worker.reports import Output, Report, ReportKind, answered

if sys.platform == "win32":
    from aoc.worker import windows_memory as system
else:
    from aoc.worker import posix_processes as system

EXAMPLE_SECONDS = 5e-4
"""Seconds that the calls on an example are repeated for."""
PROFILED = 0.5
"""Seconds up to which a call is made again for its profile."""
LEAST_PEAK = 262_144
"""Fewer bytes of memory cannot be measured: the system counts in pieces of this size."""
CACHE = type(functools.cache(lambda: None))
CONTAINERS = (dict, list, set, bytearray, deque)
"""Types in which results can be kept."""
HOLDERS = (*CONTAINERS, tuple, CellType, FunctionType, staticmethod, classmethod)
"""Types of values that may hold such a container."""
MOST_VALUES = 20_000
"""How many values are looked at for containers, at most."""
limited = system.limited
children_peak = system.children_peak


class Measured:
    """The value of a call, or the error it raised; the seconds it took; its peak memory in bytes.

    The peak is the memory of the process, without the bytes that it held before the call; `None` if
    that is too little to be measured. There is a `profile` if that was asked for.
    """

    value: Any = None
    error: BaseException | None = None
    seconds = 0.0
    peak: int | None = None
    profile: str | None = None


class Call(NamedTuple):
    """A call that was made once: its `function`, and `prepare`, which makes another value for it.

    With a `timing`, it may be repeated for its time. `is_warm` says that the first call found
    filled `functools` caches, so that it may only have looked something up.
    """

    measured: Measured
    function: Callable[[Any], Any]
    prepare: Callable[[], Any]
    is_warm: bool = False
    timing: Timing | None = None


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

    def answered(
        self, outcome: Outcome, call: Call, read: Callable[[Any], object]
    ) -> Report:
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


def measure(
    call: Callable[[], Any], memory: int | None = None, *, with_peak: bool = False
) -> Measured:
    """Call once with the garbage collector off. If the call raises an error, the result has it.

    With `memory`, allocating fails once the process takes that many bytes more than it has now.
    """
    measured = Measured()
    peak_before = None
    if with_peak:
        peak_before = system.reset_peak()
    with limited(memory):
        collecting = gc.isenabled()
        gc.disable()
        start = perf_counter()
        try:
            measured.value = call()
        except BaseException as raised:
            # Also `SystemExit` and `KeyboardInterrupt`: a solver may raise anything.
            measured.error = raised
        measured.seconds = perf_counter() - start
        if collecting:
            gc.enable()
    if peak_before is not None:
        peak = system.peak_memory() - peak_before
        if peak >= LEAST_PEAK:
            measured.peak = peak
    return measured


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


def call_again(
    call: Call, is_same: Callable[[Any], bool], caches: list[Any]
) -> Measured | None:
    """Make a new value and repeat a call on it, each with all caches empty.

    Returns `None` if it raises an error, or has another answer.
    """
    for cache in caches:
        cache.cache_clear()
    value = measure(call.prepare)
    # Parsing may have filled them again, and the call shall look up nothing.
    for cache in caches:
        cache.cache_clear()
    if value.error:
        return None
    # The first call began with no freed memory to take again, and so does each other one. Below
    # what can be measured, that makes no difference to the time.
    with_peak = call.measured.peak is not None
    again = measure(partial(call.function, value.value), with_peak=with_peak)
    if again.error or not measure(partial(is_same, again.value)).value:
        return None
    return again


def find_caches() -> list[Any]:
    """Find each `functools` cache made since `gc.freeze` was last called.

    It does not matter where a cache is: in a module, a class, a helper or a library.
    """
    # Not `isinstance`, which may run code of the solver's objects.
    return [value for value in gc.get_objects() if type(value) is CACHE]


def lengths_in(modules: Iterable[ModuleType]) -> list[int]:
    """Return the lengths of all containers that are kept by some modules.

    They are looked for in the variables of the modules, in defaults, attributes and closures of
    functions, in classes of the modules and their objects, and in one another. No code of the
    modules runs, even if a container has a `__len__` of its own.
    """
    namespaces = [vars(module) for module in modules]
    names = {namespace.get("__name__") for namespace in namespaces}
    ours = {id(namespace) for namespace in namespaces}
    lengths: list[int] = []
    # Python notes each warning there, also one that is not shown.
    seen = {id(namespace.get("__warningregistry__")) for namespace in namespaces}
    waiting: list[Any] = [*namespaces]
    while waiting and len(seen) < MOST_VALUES:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        kind = type(value)
        for container in CONTAINERS:
            # Python adds names to a module.
            if issubclass(kind, container) and id(value) not in ours:
                lengths.append(container.__len__(value))
        # Functions and classes of libraries lead to all that these have.
        if kind is FunctionType and id(value.__globals__) not in ours:
            continue
        made_by = value if issubclass(kind, type) else kind
        if issubclass(kind, HOLDERS) or made_by.__module__ in names:
            waiting += gc.get_referents(value)
    return lengths
