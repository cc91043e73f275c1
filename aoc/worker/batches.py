"""Measuring a call for a bench: in batches, until the fastest one says what the call takes.

No call that is timed finds what an earlier one has left: every `functools` cache that the call uses
is emptied, and its value is parsed again. `parse` itself, whose text cannot be changed, is called
in a loop as tight as that of `timeit`, so that the times are the same.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise, repeat
from math import ceil
from time import perf_counter, process_time
from typing import Any

from aoc.worker.kept_state import find_caches
from aoc.worker.measure import Call, timed

__all__ = ["measure_batches"]

WARM_UP = 0.05
"""Seconds of calls that do not count: the interpreter adapts its code, the processor its speed."""
BATCH = 0.005
"""Seconds of a batch, at least: much more than a clock tick or an interrupt."""
BUDGET = 0.15
"""Seconds of batches that nothing disturbed, at least, if there are as many within `PATIENCE`."""
PATIENCE = 0.4
"""Seconds of all batches together, at most, once there are `FEWEST`."""
DISTURBED = 1.02
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
        while (batches < FEWEST and spent < LONG) or (calm < BUDGET and spent < PATIENCE):
            start, busy = perf_counter(), process_time()
            seconds = batch(size)
            busy = process_time() - busy
            in_all = perf_counter() - start
            best = min(best, seconds / size)
            calls += size
            batches += 1
            spent += in_all
            calm += seconds if in_all < DISTURBED * busy else 0.0
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
