"""Measuring the time and the memory of a call."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, NamedTuple

from aoc.worker.kept_state import StateWatch, find_caches
from aoc.worker.output import Output

if TYPE_CHECKING:
    from aoc.profile import Profile

if sys.platform == "win32":
    from aoc.worker.windows import (
        address_space,
        limit_memory,
        peak_memory,
        reset_peak,
        unlimit_memory,
    )
else:
    from aoc.worker.posix import (
        address_space,
        limit_memory,
        peak_memory,
        reset_peak,
        unlimit_memory,
    )

__all__ = [
    "BRIEF",
    "EFFORTS",
    "QUICK",
    "STEADY",
    "Effort",
    "Measured",
    "address_space",
    "limited",
    "measure",
    "measure_fastest",
    "prepare_and_call",
    "timed",
]

PATIENCE = 0.5
"""Seconds after which no call is made again."""
DISTURBED = 1.2
"""How many times the processor's time a call may take before something disturbed it."""
LEAST_PEAK = 1 << 18
"""Fewer bytes of memory cannot be measured: the system counts in pieces of this size."""


class Effort(NamedTuple):
    """How often a call is made: between `fewest` and `most` times, for up to `seconds` in all.

    One that takes more seconds than `long` is made once, unless something disturbed it.
    """

    fewest: int
    most: int
    seconds: float
    long: float


BRIEF = Effort(1, 5, 1e-4, 1e-4)
"""For a run on many inputs, whose times are looked at together."""
QUICK = Effort(1, 25, 5e-4, 5e-4)
"""For a run of many days, and for examples."""
STEADY = Effort(3, 60, 1e-3, 5e-3)
"""For a run of one day: often enough that two runs of the program show the same times."""
EFFORTS = {"brief": BRIEF, "quick": QUICK, "steady": STEADY}
"""By the names that jobs have for them."""


class Measured(NamedTuple):
    """What a call returned, or the error it raised; the seconds it took; the bytes at most.

    The memory is what the process held at its peak above what it held before the call; `None` if
    that is too little to be measured. `busy` is the processor's time in seconds. For a bench,
    `calls` says how many were timed. There is a `profile` if that was asked for.
    """

    value: Any
    error: BaseException | None
    seconds: float
    peak: int | None
    busy: float = 0.0
    profile: Profile | None = None
    calls: int | None = None


def measure(
    call: Callable[[], Any], memory: int | None = None, *, with_peak: bool = False
) -> Measured:
    """Call once with the garbage collector off. Whatever the call raises is in what is returned.

    With `memory`, allocating fails once the process takes that many bytes more than it has now.
    """
    with limited(memory):
        return timed(call, with_peak=with_peak)


@contextmanager
def limited(memory: int | None) -> Iterator[None]:
    """Let allocating fail in a block once the process takes `memory` bytes more than it has now."""
    if not memory:
        yield
        return
    limit_memory(memory)
    try:
        yield
    finally:
        unlimit_memory()


def timed(call: Callable[[], Any], *, with_peak: bool = False) -> Measured:
    """Call once with the garbage collector off. Whatever the call raises is in what is returned."""
    value, error = None, None
    before = reset_peak() if with_peak else None
    collecting = gc.isenabled()
    gc.disable()
    busy = process_time()
    start = perf_counter()
    try:
        value = call()
    except BaseException as raised:
        error = raised
    seconds = perf_counter() - start
    busy = process_time() - busy
    if collecting:
        gc.enable()
    peak = None if before is None else peak_memory() - before
    return Measured(value, error, seconds, peak if peak and peak >= LEAST_PEAK else None, busy)


def measure_fastest(
    prepare: Callable[[], Any],
    call: Callable[[Any], Any],
    *,
    watch: StateWatch,
    output: Output,
    effort: Effort,
    repeat: int | None = None,
    memory: int | None = None,
) -> Measured:
    """Call `repeat` times, on what `prepare` returns each time, and keep the fastest time.

    Without `repeat`, a short call is timed as often as `effort` says, and a disturbed one a few
    times, because one time alone says more about the computer than about the solver. Every
    `functools` cache is emptied before each call. What prints is called once, so that nothing is
    printed twice; so is what keeps anything else from one call to the next, where `watch` looks,
    so that no time is ever that of looking up. An error ends it; it counts if the first call
    raised it.
    """
    with limited(memory):
        return fastest(prepare, call, watch, output, effort, repeat)


def fastest(
    prepare: Callable[[], Any],
    call: Callable[[Any], Any],
    watch: StateWatch,
    output: Output,
    effort: Effort,
    repeat: int | None,
) -> Measured:
    """Do what `measure_fastest` says, without a limit for the memory."""
    caches = find_caches()
    if repeat != 1:
        watch.look()
    output.has_grown()
    first, spent = prepare_and_call(prepare, call, caches, with_peak=True)
    if is_disturbed(first):
        effort = effort._replace(fewest=STEADY.fewest)
    elif repeat is None and first.seconds > effort.long:
        repeat = 1
    if first.error or output.has_grown() or repeat == 1:
        watch.forget()
        return first
    if watch.has_changed():
        return first
    caches = find_caches()
    best, calls = first.seconds, 1
    with output.dropped():
        while calls < repeat if repeat else is_worth_more(calls, spent, effort):
            again, seconds = prepare_and_call(prepare, call, caches)
            if again.error:
                break
            calls += 1
            spent += seconds
            best = min(best, again.seconds)
    return first._replace(seconds=best)


def prepare_and_call(
    prepare: Callable[[], Any],
    call: Callable[[Any], Any],
    caches: list[Callable[[], None]],
    *,
    with_peak: bool = False,
) -> tuple[Measured, float]:
    """Prepare a call, empty all caches, and call; return also the seconds of both together."""
    prepared = timed(prepare)
    if prepared.error:
        return prepared, prepared.seconds
    for clear in caches:
        clear()
    measured = timed(partial(call, prepared.value), with_peak=with_peak)
    return measured, prepared.seconds + measured.seconds


def is_disturbed(measured: Measured) -> bool:
    """Return whether a call took much longer than the processor worked for it."""
    return measured.seconds > DISTURBED * measured.busy


def is_worth_more(calls: int, spent: float, effort: Effort) -> bool:
    """Return whether one more call may be faster, after `calls` that took `spent` seconds."""
    if calls < effort.fewest:
        return spent < PATIENCE
    return calls < effort.most and spent < effort.seconds
