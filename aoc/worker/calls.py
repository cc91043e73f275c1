"""Calls of a solver: first for its answers, and again for their times.

A call that only looks something up must not be timed: before a repeated call `functools` caches are
emptied, and a call after which the day's modules hold more than before is not repeated; what they
hold is counted as deep as closures and instances.
"""

from __future__ import annotations

import functools
import gc
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from time import perf_counter, process_time
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from aoc.model.inputs import Input
from aoc.model.jobs import JobOptions, Timing
from aoc.model.results import Outcome
from aoc.worker.reports import Answered, Output, Timed

if sys.platform == "win32":
    from aoc.worker import windows_memory as system
else:
    from aoc.worker import posix_processes as system

EXAMPLE_SECONDS = 5e-4
"""Seconds that the calls on an example are repeated for."""
PROFILED = 0.5
"""Seconds up to which a call is made again for its profile."""
LONG_DISTURBED = 0.5
"""Seconds up to which a call that something disturbed is made again."""
DISTURBED = 1.2
"""How many times the processor's time a call may take before something disturbed it."""
LEAST_PEAK = 262_144
"""Fewer bytes of memory cannot be measured: the system counts in pieces of this size."""
CACHE = type(functools.cache(lambda: None))
limited = system.limited
children_peak = system.children_peak


class Measured:
    """The value of a call, or the error it raised; the seconds it took; its peak memory in bytes.

    The peak is the memory of the process, without the bytes that it held before the call; `None` if
    that is too little to be measured. `busy` is the processor's time in seconds. There is a
    `profile` if that was asked for.
    """

    value: Any = None
    error: BaseException | None = None
    seconds = 0.0
    busy = 0.0
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


class Repeat(NamedTuple):
    """A call to repeat, and whether the value of a repeated call is the same answer."""

    call: Call
    is_same: Callable[[Any], bool]


class Best(NamedTuple):
    """The seconds of the fastest call, and how many were timed."""

    seconds: float
    calls: int


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
        if timing is None or timing.fewest == 1:
            return Call(self.solve(partial(function, value)), function, prepare)
        # To look at all modules takes long: what was seen after the last call still holds.
        state_before = self.kept_state or KeptState(self.modules())
        self.kept_state = None
        printed_before = self.output.size
        # The first call may only look something up.
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
        if timing.repeats_examples:
            # An example's time shows nothing but the order of size.
            return timing._replace(seconds=EXAMPLE_SECONDS)
        return None

    def answered(
        self, outcome: Outcome, call: Call, read: Callable[[Any], object]
    ) -> Answered:
        """Return the report of a first call, and note whether it will be repeated.

        `read` returns the answer in a value: a repeated call has to have the same one.
        """
        if outcome.is_unsolved:
            # How long a part takes to return nothing says nothing.
            return Answered(outcome)
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
        busy = process_time()
        start = perf_counter()
        try:
            measured.value = call()
        except BaseException as raised:
            # Also `SystemExit` and `KeyboardInterrupt`: a solver may raise anything.
            measured.error = raised
        measured.seconds = perf_counter() - start
        measured.busy = process_time() - busy
        if collecting:
            gc.enable()
    if peak_before is not None:
        peak = system.peak_memory() - peak_before
        if peak >= LEAST_PEAK:
            measured.peak = peak
    return measured


def is_worth_more(
    first: Measured, timing: Timing, calls: int = 1, spent: float = 0.0
) -> bool:
    """Return whether one more call may be faster, after `calls`: the repeats took `spent` seconds.

    The first call is not in the `spent` seconds: it may have paid for a lazy import, and Python
    runs code faster once it has run a few times.
    """
    longest = timing.long
    is_disturbed = first.seconds > DISTURBED * first.busy
    if is_disturbed:
        # One time alone would say more about the computer than about the solver.
        longest = max(longest, LONG_DISTURBED)
    if calls == 1:
        return first.seconds < longest
    if spent < timing.seconds:
        return True
    return calls < timing.fewest and first.seconds + spent < longest


def fastest(call: Call, is_same: Callable[[Any], bool]) -> Best | None:
    """Repeat a call, each time on a new value with every `functools` cache empty.

    Returns `None` if one raises an error, or has another answer.
    """
    first = call.measured
    timing = call.timing
    assert timing
    best = first.seconds
    if call.is_warm:
        # Perhaps that is the time of looking up.
        best = float("inf")
    caches = find_caches()
    calls = 1
    spent = 0.0
    while is_worth_more(first, timing, calls, spent):
        start = perf_counter()
        again = call_again(call, is_same, caches)
        if again is None:
            return None
        calls += 1
        spent += perf_counter() - start
        best = min(best, again.seconds)
    return Best(best, calls)


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


COLLECTIONS = (dict, list, set, bytearray, deque)
"""Types in which results can be kept."""
ATOMS = frozenset({int, str, float, bool, bytes, complex, type(None)})
"""Types of values that hold no others and do not change; most values are of these."""
ATTRIBUTES = vars(type)["__dict__"].__get__
"""Returns the attributes of a class, whatever it or its own class calls `__dict__`."""
MOST_VALUES = 20_000
"""How many values are looked at, at most."""


class KeptState:
    """The state of some modules: a later one has the same `signature` if nothing was kept since.

    It has the values of all names in the modules and their classes, by identity, and the size of
    every collection that can be reached from there: through other collections, through defaults,
    attributes and closures of functions, and through instances of the modules' own classes. No
    code of the modules runs, even if a collection has a `__len__` of its own.
    """

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        namespaces = [vars(module) for module in modules]
        self.namespaces = {id(namespace) for namespace in namespaces}
        self.module_names = {namespace.get("__name__") for namespace in namespaces}
        self.signature: list[int] = []
        self.held: list[object] = []
        """All values, so that no other value gets the identity of one of them."""
        seen: set[int] = set()
        waiting: list[Any] = list(namespaces)
        while waiting and len(seen) < MOST_VALUES:
            value = waiting.pop()
            if id(value) in seen:
                continue
            seen.add(id(value))
            self.held.append(value)
            for inner in self.look_into(value):
                if type(inner) not in ATOMS:
                    waiting.append(inner)

    def look_into(self, value: Any) -> Iterable[Any]:
        """Add a value to the signature, and return the values in it."""
        value_type = type(value)
        if value_type is tuple:
            return tuple(value)
        if value_type is FunctionType:
            return self.look_into_function(value)
        if id(value) in self.namespaces:
            # Python's own names are no state, such as `__warningregistry__`.
            names = [name for name in value if not name[:2] == name[-2:] == "__"]
            return self.note(value[name] for name in names)
        if issubclass(value_type, COLLECTIONS):
            return self.look_into_collection(value)
        if value_type in (staticmethod, classmethod):
            return (value.__func__,)
        if issubclass(value_type, type):
            if self.is_of_modules(value):
                return self.note(ATTRIBUTES(value).values())
            return ()
        if self.is_of_modules(value_type):
            return self.note(attributes_of(value))
        # Such as an object of a library, which may hold anything.
        return ()

    def look_into_function(self, function: FunctionType) -> Iterable[Any]:
        """Note what the closure of a function has, and return that, its defaults and attributes."""
        if id(function.__globals__) not in self.namespaces:
            return ()
        # A cell of the closure may be empty yet, and would then refuse to be read.
        contents = self.note(gc.get_referents(*(function.__closure__ or ())))
        others = (function.__defaults__, function.__kwdefaults__, vars(function))
        return (*contents, *others)

    def look_into_collection(self, value: Any) -> Iterable[Any]:
        """Note the size of a collection, and return its values where they can be collections."""
        # Only its type is asked, and methods of Python's own type are called: a class of the day
        # may have others.
        value_type = type(value)
        for base in COLLECTIONS:
            if issubclass(value_type, base):
                self.signature.append(base.__len__(value))
        if issubclass(value_type, dict):
            return dict.values(value)
        if issubclass(value_type, list):
            return list.__iter__(value)
        if issubclass(value_type, deque):
            return deque.__iter__(value)
        return ()

    def is_of_modules(self, kind: type) -> bool:
        """Return whether a class says that it was made in one of the modules."""
        return ATTRIBUTES(kind).get("__module__") in self.module_names

    def note(self, values: Iterable[object]) -> list[object]:
        """Note the values that some names have, and return them."""
        noted = list(values)
        self.held += noted
        self.signature += map(id, noted)
        return noted


def attributes_of(value: object) -> Iterable[object]:
    """Return the values of an object's attributes."""
    try:
        # The class of the object may have a `__getattr__` of its own.
        attributes = object.__getattribute__(value, "__dict__")
    except AttributeError:
        # It has slots.
        return gc.get_referents(value)
    return attributes.values() if type(attributes) is dict else ()
