"""Measuring a call: its time and memory, with caches emptied; and what modules keep after it."""

from __future__ import annotations

import builtins
import functools
import gc
import sys
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from time import perf_counter
from types import CellType, FunctionType, ModuleType
from typing import Any, NamedTuple

from aoc.model.jobs import Timing

if sys.platform == "win32":
    from aoc.worker import windows_memory as system
else:
    from aoc.worker import posix_processes as system

LEAST_PEAK = 262_144
"""Fewer bytes of memory cannot be measured: the system counts in pieces of this size."""
CACHE = type(functools.cache(lambda: None))
CONTAINERS = (dict, list, set, bytearray, deque)
"""Types in which results can be kept."""
ATOMS = (int, str, float, bool, bytes, complex, type(None))
"""Types of values that hold no others; most values are of these."""
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


def call_again(call: Call, is_same: Callable[[Any], bool], caches: list[Any]) -> Measured | None:
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
    names: set[str] = set()
    ours: set[int] = set()
    # What is near comes first: a table may have more values than are looked at.
    waiting: deque[Any] = deque()
    for module in modules:
        names.add(module.__name__)
        ours.add(id(vars(module)))
        for name, value in vars(module).items():
            # Python's own names are of no solver, such as `__warningregistry__`.
            if not name.startswith("__"):
                waiting.append(value)
    lengths: list[int] = []
    # The variables of the modules are counted above, and those that all modules have are no one's.
    seen = {*ours, id(vars(builtins))}
    while waiting and len(seen) < MOST_VALUES:
        value = waiting.popleft()
        if id(value) in seen:
            continue
        seen.add(id(value))
        kind = type(value)
        for container in CONTAINERS:
            if issubclass(kind, container):
                lengths.append(container.__len__(value))
        # Functions and classes of libraries lead to all that these have.
        if kind is FunctionType and id(value.__globals__) not in ours:
            continue
        made_by = value if issubclass(kind, type) else kind
        if issubclass(kind, HOLDERS) or made_by.__module__ in names:
            for held in gc.get_referents(value):
                if type(held) not in ATOMS:
                    waiting.append(held)
    return lengths
