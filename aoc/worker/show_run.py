"""Making the frames of a day's shows: `show1` and `show2`, each on an input that is parsed afresh.

Nothing is timed. A show may go on for ever: it ends at the limits of `aoc.model.ShowOptions`, and
its beginning is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from aoc.frames import FrameError, frame_of
from aoc.model import Failure, Job, Kind, Outcome, ShowOptions
from aoc.worker.day_module import Day, taken_by
from aoc.worker.job_run import Case, cases_of, read_text, refused
from aoc.worker.reports import Cut, Planned, Refused, Report, Shown, Started
from aoc.worker.timing import limited, measure

if TYPE_CHECKING:
    from aoc.worker.job_run import JobRun


def show_reports(run: JobRun, day: Day, showing: ShowOptions) -> Iterator[Report]:
    """Make the frames of each part, in the job of `run` within its limits.

    Each report has to be sent before the next one.
    """
    job = run.job
    parts = [part for part in job.parts if part in day.shows]
    if not parts:
        yield Refused(missing_text(job, day))
        return
    cases = [case for one in job.inputs for case in cases_of(job, one, run.tests)]
    of_parts = {part: next((c for c in cases if part in c.parts), None) for part in parts}
    shown = [(part, case) for part, case in of_parts.items() if case]
    inputs = [(case.source.label, case.source.kind) for _, case in shown]
    yield Planned(inputs, [(0, part, None, ()) for part, _ in shown], [])
    for part, case in shown:
        if not job.owed or (0, part, None) in job.owed:
            yield from show(run, day, showing, case, part)


def show(run: JobRun, day: Day, showing: ShowOptions, case: Case, part: int) -> Iterator[Report]:
    """Make the frames of a part on an input, then its outcome, which has no answer."""
    function, name, source = day.shows[part], f"show{part}", case.source
    yield Started(0, source.label, part, None, source.kind)
    outcome = Outcome(input=source.label, input_kind=source.kind, part=part)
    if source.problem:
        yield refused(outcome, source.problem)
        return
    text = run.in_project(partial(read_text, source, run.tests))
    if text.error:
        yield run.failed(text.error, Kind.INPUT, outcome)
        return
    parsed = run.hold(measure(partial(day.parse, text.value), run.job.memory))
    if parsed.error:
        yield run.failed(parsed.error, Kind.PARSE, outcome)
        return
    params = taken_by(function, {**case.params, **run.params})
    try:
        # One limit for all frames together, not for each.
        with limited(run.job.memory):
            frames = opened(partial(function, parsed.value, **params), name)
            # Held until the process ends, so that nothing of the day runs when it is collected.
            run.held.append(frames)
            yield from frame_reports(frames, name, showing)
    except FrameError as error:  # its sentence says all
        yield outcome._replace(error=Failure(Kind.FRAME, str(error)))
    except BaseException as error:
        yield run.failed(error, Kind.EXCEPTION, outcome)
    else:
        yield outcome


def frame_reports(frames: Iterator[Any], name: str, limits: ShowOptions) -> Iterator[Report]:
    """Yield the frames of a show up to the limits, and why there are no more.

    Raises `FrameError` if there is none.
    """
    start, size, sent = monotonic(), 0, 0
    for value in frames:
        if limits.seconds is not None and monotonic() - start > limits.seconds:
            yield Cut(f"{sent} frames, which took {limits.seconds:g} s: --timeout changes this")
            return
        if sent == limits.frames:
            yield Cut(f"{sent} frames: --frames changes this")
            return
        shown = shown_frame(value, sent + 1, name)
        size += len(shown.frame[3])
        if size > limits.size:
            yield Cut(f"{sent} frames, which are {limits.size >> 20} MB: yield fewer ones")
            return
        sent += 1
        yield shown
    if not sent:
        raise FrameError(f"{name} yielded no frame: write `yield frame` in it")


def missing_text(job: Job, day: Day) -> str:
    """Return the sentence about a day without the shows that were asked for."""
    wanted = " or ".join(f"show{part}" for part in job.parts)
    there = " and ".join(f"show{part}" for part in day.shows)
    path = job.shown(f"days/year{job.year}/day{job.day:02d}.py")
    text = f"{job.puzzle} has no {wanted}: write `def show{job.parts[0]}(parsed)` in {path}"
    text += ", which yields frames such as lists of lines"
    return f"{text}; it has {there}" if there else text


def opened(call: Callable[[], Any], name: str) -> Iterator[Any]:
    """Call a show, and return the iterator of its frames. Raises `FrameError` if it has none."""
    value = call()
    is_frame = isinstance(value, str) or hasattr(value, "shape")
    if is_frame or not hasattr(value, "__iter__"):
        kind = type(value).__name__
        raise FrameError(f"{name} returned {kind}: write `yield frame` in it, not `return`")
    return iter(value)


def shown_frame(value: Any, number: int, name: str) -> Shown:
    """Return the report of a frame. Raises `FrameError`."""
    try:
        return Shown([*frame_of(value)])
    except FrameError as error:
        raise FrameError(f"frame {number} of {name} {error}") from None
