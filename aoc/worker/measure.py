"""Measuring the time and the memory of a call."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, NamedTuple

from aoc.job import BENCH
from aoc.worker.kept_state import find_caches

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
