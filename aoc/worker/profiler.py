"""Profiling the calls of a solver with pyinstrument, which is imported only then."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

from aoc.profile import Frame, Profile
from aoc.worker.failures import describe
from aoc.worker.kept_state import find_caches
from aoc.worker.measure import Call, Measured, limited, prepare_and_call, timed
from aoc.worker.sampler import Sample, Sampler
from aoc.worker.tracebacks import NOT_THEIRS

if TYPE_CHECKING:
    from pyinstrument.session import Session

__all__ = ["is_too_short", "main", "profile_again", "profile_once"]

ONCE, AGAIN = 1e-3, 1e-4
"""Seconds between two samples: of a call that is made once, and of one that is repeated."""
ENOUGH = 0.2
"""Seconds of calls after which samples show where the time goes, to a few percent."""
ROUND = 0.005
"""Seconds of calls that are sampled at the same interval."""
GOLDEN = 0.618034
"""A number whose multiples leave rests that are spread evenly between 0 and 1."""
PATIENCE, LONGEST = 1.0, 10.0
"""Seconds of computing, and of waiting, after which no call is repeated where it takes long to
prepare one. A busy machine may let a process wait for a while."""
FEW, LITTLE = 10, 0.01
"""Fewer samples show nothing, unless they are of that many seconds: a loop may have one sample."""
LEAST = 0.01
"""The share of the whole time below which a function is not shown."""
MOST = 30
"""How many functions are shown: those that take most of the time."""
MOST_ON_PAGE = 10_000
"""How many samples a page has, which a browser can show well."""

TOO_SHORT = "it takes too little time for the profiler"
KEEPS = ", which does not repeat a call that prints, or that keeps something in a module"


def main() -> None:
    """End with the exit code in the argument if this Python has no pyinstrument."""
    try:
        import_module("pyinstrument.renderers")
        import_module("pyinstrument.stack_sampler")
    except ImportError:
        sys.exit(int(sys.argv[1]))


def profile_once(call: Callable[[], Any], memory: int | None = None) -> Measured:
    """Call once under the profiler. What the call raises is in what is returned."""
    with limited(memory):
        sampler = Sampler(ONCE)
        with sampler:
            measured = timed(partial(run_solver, call))
    if measured.error:
        return measured
    return measured._replace(profile=profile_of(sampler, 1, measured.seconds))


def is_too_short(profile: Profile) -> bool:
    """Return whether one call, which has this profile, should be followed by others, and can be.

    It may have been so long only because other processes kept it from running.
    """
    if profile.problem not in (None, TOO_SHORT + KEEPS):
        return False
    return profile.seconds < ENOUGH or not profile.frames


def profile_again(call: Call, is_same: Callable[[Any], bool]) -> Profile | None:
    """Repeat a call under the profiler, each time on a new value with every cache empty.

    It ends when there are enough samples. Returns `None` if a call raises, or has not the answer of
    the first one.
    """
    caches = find_caches()
    function = partial(run_solver, call.function)
    sampler = Sampler(AGAIN)
    calls, seconds, rounds = 0, 0.0, 0
    start, computing = perf_counter(), process_time()
    while not sampler.problem and (seconds < ENOUGH or not own_samples(sampler.samples)):
        now = perf_counter()
        if process_time() > computing + PATIENCE or now > start + LONGEST:
            break
        rounds += 1
        # Another interval in each round: else samples could always be of the same moment of a call.
        sampler.interval = AGAIN * (0.5 + rounds * GOLDEN % 1)
        with sampler:
            while perf_counter() < now + ROUND:
                measured, _ = prepare_and_call(call.prepare, function, caches)
                same = measured if measured.error else timed(partial(is_same, measured.value))
                if same.error or not same.value:
                    return None
                calls += 1
                seconds += measured.seconds
    return profile_of(sampler, calls, seconds)


def run_solver(call: Callable[..., Any], *values: Any) -> Any:
    """Call the solver: in the stacks, its own frames come after the one of this function."""
    return call(*values)


def profile_of(sampler: Sampler, calls: int, seconds: float) -> Profile:
    """Return the profile of calls that took these seconds in all."""
    profile = Profile(calls, seconds / calls if calls else 0.0)
    try:
        return completed(profile, sampler)
    except Exception as error:  # in pyinstrument, of a version that nobody has seen yet
        return profile._replace(problem=describe(error))


def completed(profile: Profile, sampler: Sampler) -> Profile:
    """Return a profile, whose calls are known, with what the samples show, or why they do not."""
    session = sampler.session
    if sampler.problem or session is None:
        return profile._replace(problem=sampler.problem)
    samples = own_samples(sampler.samples)
    if not samples or (len(samples) < FEW and profile.calls * profile.seconds < LITTLE):
        return profile._replace(problem=TOO_SHORT + KEEPS if profile.calls == 1 else TOO_SHORT)
    frames = frames_of(samples, session)
    calls = "1 call" if profile.calls == 1 else f"{profile.calls:,} calls"
    session.target_description = f"{calls} of {frames[0].function}"
    return profile._replace(frames=frames, page=page_of(samples, session))


def own_samples(samples: Sequence[Sample]) -> list[Sample]:
    """Return those samples in which the solver was running, with only its frames."""
    found = []
    parts: dict[str, tuple[str, bool]] = {}
    for stack, seconds in samples:
        stack = own_stack(stack, parts)
        if stack:
            found.append((stack, seconds))
    return found


def own_stack(stack: Sequence[str], known: dict[str, tuple[str, bool]]) -> list[str]:
    """Return the frames of the solver, and of what it calls.

    Of a function that calls itself, also by way of others, the outermost frame is kept. `known` is
    for frames: which function they are of, and whether it is neither ours nor one of importlib.
    """
    code = run_solver.__code__
    marker = f"{code.co_name}\0{code.co_filename}\0"
    start = next((at for at, info in enumerate(stack, 1) if info.startswith(marker)), len(stack))
    kept: dict[str, str] = {}
    for info in stack[start:]:
        if info not in known:
            function = function_of(info)
            known[info] = function, not function.split("\0")[1].startswith(NOT_THEIRS)
        function, is_theirs = known[info]
        if function in kept:
            while next(reversed(kept)) != function:
                kept.popitem()
        elif is_theirs:
            kept[function] = info
    return [*kept.values()]


def function_of(info: str) -> str:
    r"""Return the part of what pyinstrument writes of a frame that is the same in all calls."""
    return info.partition("\1")[0]


class Node:
    """The calls of one function from one place in a profile: `info` is one of its frames."""

    def __init__(self, info: str) -> None:
        self.info = info
        self.total = 0.0
        self.own = 0.0
        self.called: dict[str, Node] = {}

    def add(self, stack: Sequence[str], seconds: float) -> None:
        """Add the time of a sample, in which this function was calling `stack`."""
        node = self
        node.total += seconds
        for info in stack:
            function = function_of(info)
            if function not in node.called:
                node.called[function] = Node(info)
            node = node.called[function]
            node.total += seconds
        node.own += seconds

    def flattened(self, least: float, depth: int = 0) -> list[tuple[int, Node]]:
        """Return this node and those below it with their depths, the slowest first."""
        found = [(depth, self)]
        for node in sorted(self.called.values(), key=lambda node: -node.total):
            if node.total >= least:
                found += node.flattened(least, depth + 1)
        return found


def frames_of(samples: Sequence[Sample], session: Session) -> tuple[Frame, ...]:
    """Return the functions that take the most time, each below the one that calls it."""
    from pyinstrument.frame import Frame as Parsed

    root = Node("")
    for stack, seconds in samples:
        root.add(stack, seconds)
    nodes = root.flattened(LEAST * root.total)[1:]
    # What calls a function takes as long as it does, at least, and comes before it.
    kept = sorted(range(len(nodes)), key=lambda at: -nodes[at][1].total)[:MOST]
    frames = []
    for depth, node in (nodes[at] for at in sorted(kept)):
        parsed = Parsed(node.info, time=1.0, context=session)
        name = parsed.function
        if parsed.class_name:
            name = f"{parsed.class_name}.{name}"
        is_built_in = (parsed.file_path or "").startswith("<built-in")
        place = "built-in" if is_built_in else parsed.code_position_short() or ""
        shares = node.total / root.total, node.own / root.total
        frames.append(Frame(depth - 1, name, place, *shares))
    return tuple(frames)


def page_of(samples: Sequence[Sample], session: Session) -> str:
    """Return a page that shows the samples, or some of them, evenly, where they are very many."""
    from pyinstrument.renderers import HTMLRenderer

    step = -(-len(samples) // MOST_ON_PAGE)
    session.frame_records = [(stack, seconds * step) for stack, seconds in samples[::step]]
    session.sample_count = len(session.frame_records)
    duration = sum(seconds for _, seconds in samples)
    session.cpu_time *= duration / session.duration
    session.duration = duration
    # It would be looked for above the first frame, to be left out.
    session.start_call_stack = [""]
    page: str = HTMLRenderer().render(session)
    return page
