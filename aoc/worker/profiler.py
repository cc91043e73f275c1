"""Profiling the calls of a solver with pyinstrument, which is imported only then."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from aoc.worker.timing import (
    CACHE,
    Call,
    Measured,
    call_again,
    find_caches,
    limited,
    measure,
)
from aoc.worker.tracebacks import HIDDEN_FILES

if TYPE_CHECKING:
    from pyinstrument import Profiler
    from pyinstrument.session import Session

INTERVAL = 1e-3
"""Seconds between two samples. Deep recursion, of which each takes long, would crawl with less."""
ENOUGH = 0.5
"""Seconds of samples that show where the time goes, to a few percent."""
PATIENCE = 3.0
"""Seconds after which no call is repeated where it takes long to prepare one."""
FEW, LITTLE = 10, 0.01
"""Fewer samples show nothing, unless they are of that many seconds: a loop may have one sample."""

SETS_PROFILER = "the solver sets a profiler itself, and there can be only one"
TOO_SHORT = "it takes too little time for the profiler"
KEEPS = (
    ", which does not repeat a call that prints, or that keeps something in a module"
)


def profile_once(call: Callable[[], Any], memory: int | None = None) -> Measured:
    """Call once under the profiler. If the call raises an error, the result has it."""
    with limited(memory):
        profiler = start_profiler()
        measured = measure(partial(run_solver, call))
        profile = profile_of(profiler, call, 1, measured.seconds)
    if not measured.error:
        measured.profile = profile
    return measured


def profile_again(call: Call, is_same: Callable[[Any], bool]) -> dict[str, Any] | None:
    """Repeat a call under the profiler, each time on a new value with every cache empty.

    It ends when there are enough samples. Returns `None` if a call raises an error, or has another
    answer than the first one.
    """
    caches = find_caches()
    function = call.function
    call = Call(call.measured, partial(run_solver, function), call.prepare)
    calls, seconds = 0, 0.0
    again: Measured | None = call.measured
    profiler = start_profiler()
    end = perf_counter() + PATIENCE
    while again and seconds < ENOUGH and perf_counter() < end:
        again = call_again(call, is_same, caches)
        calls += 1
        seconds += again.seconds if again else 0.0
    profile = profile_of(profiler, function, calls, seconds)
    return profile if again else None


def run_solver(call: Callable[..., Any], *values: Any) -> Any:
    """Call the solver: in the stacks, its own frames come after the one of this function."""
    return call(*values)


def start_profiler() -> Profiler | None:
    """Start to take samples of this thread; `None` where another profiler is there already."""
    from pyinstrument import Profiler, stack_sampler

    if sys.getprofile() is not None:
        return None
    # On a busy machine it prints that the clock is slow: the call would count as one that prints.
    stack_sampler.IGNORE_OVERHEAD_WARNING = True
    profiler = Profiler(interval=INTERVAL, async_mode="disabled")
    profiler.start()
    return profiler


def profile_of(
    profiler: Profiler | None, function: Callable[..., Any], calls: int, seconds: float
) -> dict[str, Any]:
    """Stop the profiler, and return the profile of calls that took these seconds in all.

    It has the number of `calls`, the `seconds` of one, the `text` and the `page` that pyinstrument
    writes, or the `problem` that there is.
    """
    profile = {"calls": calls, "seconds": seconds / calls, "problem": None}
    is_ours = "pyinstrument" in type(sys.getprofile()).__module__
    session = profiler.stop() if profiler else None
    if session is None or not is_ours:
        return profile | {"problem": SETS_PROFILER}
    samples = [
        (stack, time)
        for info, time in session.frame_records
        if (stack := own_stack(info))
    ]
    if not samples or (len(samples) < FEW and seconds < LITTLE):
        return profile | {"problem": TOO_SHORT + KEEPS if calls == 1 else TOO_SHORT}
    top = first_frame(function) or samples[0][0][0]
    session.frame_records = [(below(top, stack), time) for stack, time in samples]
    return profile | rendered(session, "1 call" if calls == 1 else f"{calls:,} calls")


def rendered(session: Session, title: str) -> dict[str, str]:
    """Return the samples of a session as a text and as a page, with a title."""
    from pyinstrument.renderers import ConsoleRenderer, HTMLRenderer

    duration = sum(seconds for _, seconds in session.frame_records)
    session.sample_count = len(session.frame_records)
    session.cpu_time *= duration / session.duration
    session.duration = duration
    # It would be looked for above the first frame, to be left out.
    session.start_call_stack = [""]
    session.target_description = title
    text = ConsoleRenderer(time="percent_of_total").render(session)
    # The title is below pyinstrument's own name.
    return {
        "text": text[text.index(title) :].strip(),
        "page": HTMLRenderer().render(session),
    }


def own_stack(stack: Sequence[str]) -> list[str]:
    """Return the frames of the solver, and of functions that it calls, as pyinstrument writes them.

    Of a function that calls itself, also by way of others, the outermost frame is kept.
    """
    code = run_solver.__code__
    marker = f"{code.co_name}\0{code.co_filename}\0"
    start = next(
        (at for at, info in enumerate(stack, 1) if info.startswith(marker)), len(stack)
    )
    kept: dict[str, str] = {}
    for info in stack[start:]:
        function = function_in(info)
        if function in kept:
            while next(reversed(kept)) != function:
                kept.popitem()
        elif not function.split("\0")[1].startswith(HIDDEN_FILES):
            kept[function] = info
    return [*kept.values()]


def first_frame(function: Any) -> str:
    """Return the frame that calls of a function begin with, as pyinstrument writes it.

    It is empty for a function that is not written in Python, or is not the solver's.
    """
    while isinstance(function, partial | CACHE):
        function = (
            function.func if isinstance(function, partial) else function.__wrapped__
        )
    code = getattr(function, "__code__", None)
    if code is None or code.co_filename.startswith(HIDDEN_FILES):
        return ""
    return f"{code.co_name}\0{code.co_filename}\0{code.co_firstlineno}"


def below(top: str, stack: list[str]) -> list[str]:
    """Return a stack that begins with the frame `top`.

    What Python ends after the function has returned, such as a generator that was not used up, is
    called by nobody, and its time is that of the function.
    """
    return stack if function_in(stack[0]) == function_in(top) else [top, *stack]


def function_in(frame: str) -> str:
    """Return the part of a frame that is the same in all calls of its function."""
    return frame.partition("\1")[0]
