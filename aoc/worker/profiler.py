"""Profiling the calls of a solver with pyinstrument; imported only for a profile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter
from typing import Any

from pyinstrument import Profiler, stack_sampler
from pyinstrument.frame_info import frame_info_get_identifier
from pyinstrument.renderers import ConsoleRenderer
from pyinstrument.session import Session

from aoc.worker.failures import HIDDEN_FILES
from aoc.worker.measuring import Call, Measured, call_again, find_caches, limited, measure

ENOUGH = 0.5
"""Seconds of samples that show where the time goes, to a few percent."""
LONGEST = 3.0
"""Seconds after which no call is repeated where it takes long to prepare one."""
SHORTEST = 0.01
"""Calls of fewer seconds in all have too few samples to show anything."""
TOO_SHORT = (
    "too short for the profiler, which does not repeat a call that prints, or that changes a "
    "variable of a module"
)


def profile_once(call: Callable[[], Any], memory: int | None = None) -> Measured:
    """Call once under the profiler. If the call raises an error, the result has it."""
    with limited(memory):
        profiler = start_profiler()
        measured = measure(partial(run_solver, call))
        profile = profile_of(profiler.stop(), 1, measured.seconds)
    if not measured.error:
        measured.profile = profile
    return measured


def profile_again(call: Call, is_same: Callable[[Any], bool]) -> str | None:
    """Repeat a call under the profiler, each time on a new value with every cache empty.

    It ends when there are enough samples. Returns `None` if a call raises an error, or has another
    answer than the first one.
    """
    caches = find_caches()
    call = call._replace(function=partial(run_solver, call.function))
    calls = 0
    seconds = 0.0
    end = perf_counter() + LONGEST
    # It runs between the calls as well: a call may be over before its first sample is due.
    profiler = start_profiler()
    while seconds < ENOUGH and perf_counter() < end:
        measured = call_again(call, is_same, caches)
        if measured is None:
            profiler.stop()
            return None
        calls += 1
        seconds += measured.seconds
    return profile_of(profiler.stop(), calls, seconds)


def run_solver(call: Callable[..., Any], *values: Any) -> Any:
    """Call the solver: its frames in a stack are those after the frame of this function."""
    return call(*values)


def start_profiler() -> Profiler:
    """Start to take samples of this thread."""
    # On a busy machine it prints that the clock is slow: the call would count as one that prints.
    stack_sampler.IGNORE_OVERHEAD_WARNING = True
    profiler = Profiler(async_mode="disabled")
    profiler.start()
    return profiler


def profile_of(session: Session, calls: int, seconds: float) -> str:
    """Return the profile of calls that took these seconds in all, as a text, or why it has none."""
    records = []
    for stack, duration in session.frame_records:
        frames = solver_frames(stack)
        if frames:
            records.append((frames, duration))
    if not records or seconds < SHORTEST:
        return TOO_SHORT
    shown = {
        "frame_records": records,
        "duration": seconds,
        # pyinstrument would look for it, to leave the frames above it out.
        "start_call_stack": [""],
        "target_description": "1 call" if calls == 1 else f"{calls:,} calls",
    }
    session = Session.from_json(session.to_json() | shown)
    return Tree(time="percent_of_total").render(session).strip()


class Tree(ConsoleRenderer):
    """Writes the tree of a session below its title, without the name of pyinstrument."""

    def render_preamble(self, session: Session) -> str:
        """Return the lines above the tree."""
        return f"{session.target_description}\n\n"


def solver_frames(stack: Sequence[str]) -> list[str]:
    """Return the frames of a stack that are of the solver, or of functions that it calls.

    There are none in a sample of anything else, such as making the next value. A function that
    calls itself has its outermost frame only.
    """
    frames: dict[str, str] = {}
    is_solver = False
    for frame in stack:
        # It is a name, a file and a line, with characters that no name has between them.
        function = frame_info_get_identifier(frame)
        name, file, _ = function.split("\0")
        if name == run_solver.__name__ and file == __file__:
            is_solver = True
        elif is_solver and not file.startswith(HIDDEN_FILES):
            # The tree has a line for each level: a search in depth would fill the screen.
            frames.setdefault(function, frame)
    return list(frames.values())
