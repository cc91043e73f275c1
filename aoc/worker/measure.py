"""Measuring the time and the memory of a call, once or again and again."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import pairwise, repeat
from math import ceil
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, NamedTuple

from aoc.model import BENCH
from aoc.worker.kept_state import find_caches

if TYPE_CHECKING:
    from aoc.profile import Profile

__all__ = [
    "BRIEF",
    "EFFORTS",
    "EXAMPLES",
    "QUICK",
    "STEADY",
    "Call",
    "Effort",
    "Measured",
    "address_space",
    "fastest",
    "is_repeatable",
    "limited",
    "measure",
    "measure_batches",
    "prepare_and_call",
    "timed",
]

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
"""For a run of many days."""
EXAMPLES = Effort(2, 25, 5e-4, 0.5)
"""For the examples in a run of one day."""
STEADY = Effort(3, 60, 1e-3, 0.5)
"""For a run of one day: often enough that two runs of the program show the same times."""
BENCHED = Effort(3, 3, 0.0, 1.0)
"""For a bench, which repeats calls in its own way."""
EFFORTS: dict[str, Effort] = {"brief": BRIEF, "quick": QUICK, "steady": STEADY, BENCH: BENCHED}
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


class Call(NamedTuple):
    """A call that was made once: its `function`, and what makes another value to call it on.

    With an `effort`, it may be repeated for its time. `is_warm` says that the first call found
    filled `functools` caches, so that its time is perhaps that of looking up.
    """

    measured: Measured
    function: Callable[[Any], Any]
    prepare: Callable[[], Any]
    effort: Effort | None = None
    is_warm: bool = False


def is_repeatable(first: Measured, effort: Effort, repeat: int | None) -> bool:
    """Return whether a call is worth to be repeated, as it was short, or disturbed."""
    if repeat is not None:
        return repeat > 1
    return first.seconds <= effort.long or is_disturbed(first)


def fastest(
    call: Call, is_same: Callable[[Any], bool], repeat: int | None
) -> tuple[float, int] | None:
    """Repeat a call, each time on a new value with every `functools` cache empty.

    Returns the seconds of the fastest call, and how many were timed: `repeat`, or else as many as
    the effort says, and a few of a disturbed call, since one time alone says more about the
    computer than about the solver. Returns `None` if one raises, or has not the same answer.
    """
    first, effort = call.measured, call.effort or QUICK
    if is_disturbed(first):
        effort = effort._replace(fewest=STEADY.fewest)
    best = float("inf") if call.is_warm else first.seconds
    caches = find_caches()
    calls, spent = 1, first.seconds
    while calls < repeat if repeat else is_worth_more(calls, spent, effort):
        again, seconds = prepare_and_call(call.prepare, call.function, caches)
        same = again if again.error else timed(partial(is_same, again.value))
        if same.error or not same.value:
            return None
        calls += 1
        spent += seconds
        best = min(best, again.seconds)
    return (best, calls) if calls > 1 else None


def prepare_and_call(
    prepare: Callable[[], Any],
    call: Callable[[Any], Any],
    caches: list[Callable[[], None]],
    *,
    with_peak: bool = False,
) -> tuple[Measured, float]:
    """Prepare a call, empty all caches, and call; return also the seconds of both together.

    They are empty while it is prepared as well, so that it gets a new value.
    """
    for clear in caches:
        clear()
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


WARM_UP = 0.05
"""Seconds of calls that do not count: the interpreter adapts its code, the processor its speed."""
BATCH = 0.005
"""Seconds of a batch, at least: much more than a clock tick or an interrupt."""
BUDGET = 0.15
"""Seconds of batches that nothing disturbed, at least, as far as `BATCHES_PATIENCE` allows."""
BATCHES_PATIENCE = 0.4
"""Seconds of all batches together, at most, once there are `FEWEST`."""
BATCH_DISTURBED = 1.02
"""How many times the processor's time a batch takes that another process has disturbed."""
FEWEST = 3
"""Batches, at least."""
LONG = 1.0
"""Seconds that batches are given at most."""
MANY = 10_000
"""Objects that may wait for the garbage collector, which runs between batches only."""
READINGS = 1000
"""How often the clock is read to find what that takes."""

Value = Any
Clear = Any
"""The bound method that empties a `functools` cache."""
Batch = Callable[[int], float]
"""Makes so many calls, and returns the seconds that they took."""


def measure_batches(call: Call, is_same: Callable[[Any], bool]) -> tuple[float, int] | None:
    """Call again and again, and return the seconds of a call in the fastest batch.

    The second number is how many calls were timed. Returns `None` if none could be, or if another
    call has not the answer of the first one.
    """
    caches = find_caches()
    empty(caches)
    prepared = timed(call.prepare)
    if prepared.error:
        return None
    value = prepared.value
    used = used_caches()
    empty(caches)
    again = timed(partial(call.function, value))
    same = again if again.error else timed(partial(is_same, again.value))
    if same.error or not same.value:
        return None
    used_by_call = used_caches()
    batch: Batch
    if type(value) is str and not used_by_call:
        batch = partial(time_loop, call.function, value)
    else:
        clears = list({id(clear.__self__): clear for clear in used + used_by_call}.values())
        batch = partial(time_apart, call.prepare, call.function, clears, clock_seconds())
    collecting = gc.isenabled()
    gc.disable()
    try:
        calls, seconds = fastest_batch(batch, again.seconds)
    finally:
        if collecting:
            gc.enable()
    return (seconds, calls) if calls else None


def empty(caches: Sequence[Clear]) -> None:
    """Empty caches."""
    for clear in caches:
        clear()


def used_caches() -> list[Clear]:
    """Return what empties each `functools` cache that was used since it was last emptied.

    A cache that nobody can reach any more is none of them.
    """
    gc.collect()
    clears: list[Clear] = find_caches()
    return [clear for clear in clears if any(clear.__self__.cache_info()[:2])]


def fastest_batch(batch: Batch, first: float) -> tuple[int, float]:
    """Warm up, time batches, and return how many calls were timed, and the seconds of the fastest.

    `first` are the seconds of the first call. What a later call raises ends this; with no batch
    until then, there are no calls.
    """
    calls, best = 0, float("inf")
    with suppress(BaseException):
        size = warm_up(batch, first)
        batches, calm, spent = 0, 0.0, 0.0
        while (batches < FEWEST and spent < LONG) or (calm < BUDGET and spent < BATCHES_PATIENCE):
            start, busy = perf_counter(), process_time()
            seconds = batch(size)
            busy = process_time() - busy
            in_all = perf_counter() - start
            best = min(best, seconds / size)
            calls += size
            batches += 1
            spent += in_all
            calm += seconds if in_all < BATCH_DISTURBED * busy else 0.0
            collect_much()
    return calls, best


def warm_up(batch: Batch, first: float) -> int:
    """Make calls that do not count, and return how many of them make a batch.

    The first call, which took so many seconds, was the beginning of it.
    """
    end = perf_counter() + WARM_UP - first
    size, per_call, in_all = 1, first, first
    while (begin := perf_counter()) < end:
        per_call = min(per_call, batch(size) / size)
        in_all = (perf_counter() - begin) / size
        collect_much()
        if max(per_call * size, in_all * size - WARM_UP) < BATCH:
            size *= 2
    # What is done before each call, such as parsing, may take much longer than the call.
    most = max(1, int(WARM_UP / in_all))
    return min(most, ceil(BATCH / per_call)) if per_call else most


def collect_much() -> None:
    """Remove what calls have left if it is much, so that no batch needs ever more memory."""
    if gc.get_count()[0] > MANY:
        gc.collect(0)


def time_loop(function: Callable[[Value], Any], value: Value, count: int) -> float:
    """Call `count` times on the same value, as `timeit` does, and return the seconds."""
    times = repeat(None, count)
    start = perf_counter()
    for _ in times:
        function(value)
    return perf_counter() - start


def time_apart(
    prepare: Callable[[], Value],
    call: Callable[[Value], Any],
    caches: Sequence[Clear],
    clock: float,
    count: int,
) -> float:
    """Call `count` times, each time with empty caches on what `prepare` returns.

    Returns the seconds of the calls alone; `clock` are those that looking at the clock takes.
    `prepare` runs with empty caches as well, so that it makes a new value.
    """
    total = 0.0
    for _ in repeat(None, count):
        empty(caches)
        value = prepare()
        empty(caches)
        start = perf_counter()
        call(value)
        total += perf_counter() - start - clock
    return max(0.0, total)


def clock_seconds() -> float:
    """Return the seconds that are measured where nothing is done between two looks at the clock."""
    readings = [perf_counter() for _ in range(READINGS)]
    return min(after - before for before, after in pairwise(readings))
