"""Timing a call honestly, and the memory it needs."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

from aoc.worker.kept_state import StateWatch, find_caches

if sys.platform == "win32":
    from aoc.worker.windows import limit_memory, peak_memory, reset_peak, unlimit_memory
else:
    from aoc.worker.posix import limit_memory, peak_memory, reset_peak, unlimit_memory

__all__ = ["Measured", "measure", "measure_fastest"]

SHORT = 5e-4
"""Seconds that calls are repeated for, if the first takes less."""
SHORT_CALLS = 25
"""How often they are repeated at most."""


class Measured(NamedTuple):
    """What a call returned, or the error it raised; the seconds it took; the bytes at most.

    The memory is what the process held at its peak above what it held before the call.
    """

    value: Any
    error: BaseException | None
    seconds: float
    peak: int | None


def measure(
    call: Callable[[], Any], memory: int | None = None, *, with_peak: bool = True
) -> Measured:
    """Call once with the garbage collector off. Whatever the call raises is in what is returned.

    With `memory`, allocating fails once the process takes that many bytes more than it has now.
    """
    if memory:
        limit_memory(memory)
    value, error = None, None
    before = reset_peak() if with_peak else None
    collecting = gc.isenabled()
    gc.disable()
    start = perf_counter()
    try:
        value = call()
    except BaseException as raised:
        error = raised
    seconds = perf_counter() - start
    if memory:
        unlimit_memory()
    if collecting:
        gc.enable()
    after = peak_memory() if with_peak else None
    peak = None if before is None or after is None else max(0, after - before)
    return Measured(value, error, seconds, peak)


def measure_fastest(
    prepare: Callable[[], Any],
    call: Callable[[Any], Any],
    *,
    watch: StateWatch,
    repeat: int | None = None,
    memory: int | None = None,
) -> Measured:
    """Call `repeat` times, on what `prepare` returns each time, and keep the fastest time.

    Without `repeat`, a short call is timed a few times over: the first says more about the
    processor's caches than about the solver. Every `functools` cache is emptied before each
    call; and what keeps anything else from one call to the next, where `watch` looks, is called
    once, so that no time is ever that of looking up. An error ends it; it counts if the first
    call raised it.
    """
    best: Measured | None = None
    spent = 0.0
    calls = 0
    caches = find_caches()
    watch.look()
    while best is None or calls < (repeat or SHORT_CALLS):
        prepared = measure(prepare, memory, with_peak=False)
        if prepared.error:
            return prepared
        for clear in caches:
            clear()
        measured = measure(partial(call, prepared.value), memory, with_peak=best is None)
        if measured.error:
            return best or measured
        calls += 1
        spent += prepared.seconds + measured.seconds
        if best is None:
            best = measured
        elif measured.seconds < best.seconds:
            best = best._replace(seconds=measured.seconds)
        if not repeat and spent > SHORT:
            if calls == 1:
                watch.forget()
            break
        if calls == 1:
            if watch.has_changed():
                break
            caches = find_caches()
    return best
