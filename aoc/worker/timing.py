"""Timing calls, once or again and again, their memory, and the state that modules keep.

A time must not be that of looking something up: before a repeated call `functools` caches are
emptied, and a call after which the day's modules hold more than before is not repeated.
"""

from __future__ import annotations

import functools
import gc
import sys
from collections.abc import Callable
from functools import partial
from time import perf_counter, process_time
from typing import Any, NamedTuple

from aoc.model.jobs import Timing

if sys.platform == "win32":
    from aoc.worker import windows_memory as system
else:
    from aoc.worker import posix_memory as system


limited = system.limited


LONG_DISTURBED = 0.5
"""Seconds up to which a call that something disturbed is made again."""
DISTURBED = 1.2
"""How many times the processor's time a call may take before something disturbed it."""


LEAST_PEAK = 262_144
"""Fewer bytes of memory cannot be measured: the system counts in pieces of this size."""


CACHE = type(functools.cache(lambda: None))


class Measured:
    """The value of a call, or the error it raised; the seconds it took; its peak memory in bytes.

    The peak is that of the process, without the bytes that it held before the call; `None` if
    that is too little to be measured. `busy` is the processor's time in seconds. There is a
    `profile` if that was asked for.
    """

    value: Any = None
    error: BaseException | None = None
    seconds = 0.0
    busy = 0.0
    peak: int | None = None
    profile: dict[str, Any] | None = None


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


class Call(NamedTuple):
    """A call that was made once: its `function`, and `prepare`, which makes another value for it.

    With a `timing`, it may be repeated for its time. `is_warm` says that the first call found
    filled `functools` caches, so that its time is perhaps that of looking up.
    """

    measured: Measured
    function: Callable[[Any], Any]
    prepare: Callable[[], Any]
    is_warm: bool = False
    timing: Timing | None = None


class Best(NamedTuple):
    """The seconds of the fastest call, and how many were timed."""

    seconds: float
    calls: int


def is_worth_more(
    first: Measured, timing: Timing, calls: int = 1, spent: float = 0.0
) -> bool:
    """Return whether one more call may be faster, after `calls`: the repeats took `spent` seconds.

    The first call is not in the `spent` seconds: it may have paid for a lazy import, and Python
    runs code faster once it has run a few times.
    """
    if timing.repeat is not None:
        return calls < timing.repeat
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
