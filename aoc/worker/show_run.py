"""Making the frames of a day's shows, each on an input that is parsed afresh.

Nothing is timed. A show may go on for ever: it is cut off, and its beginning is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any

from aoc.model.frames import FrameError, frame_of
from aoc.model.inputs import Input
from aoc.model.jobs import Job, Unit
from aoc.model.results import ErrorKind, Failure, Outcome
from aoc.worker.calls import limited
from aoc.worker.day_module import Day, PartFunction, RefusedError
from aoc.worker.reports import Answered, Cut, Report, Shown

if TYPE_CHECKING:
    from aoc.worker.job_run import JobRun

MOST_FRAMES = 600
MOST_SECONDS = 30.0
"""How many frames a show may have, and how long it may take."""


def shows_of(job: Job, day: Day, inputs: Sequence[Input]) -> dict[Unit, PartFunction]:
    """Return the shows of a job, each on the first input for its part. Raises `RefusedError`."""
    if not any(day.parts[part] for part in job.parts):
        wanted = " or ".join(f"show{part}" for part in job.parts)
        raise RefusedError(
            f"{job.puzzle} has no {wanted}: write `def show{job.parts[0]}(parsed)` in {job.file}, "
            "which yields frames such as lists of lines"
        )
    shows: dict[Unit, PartFunction] = {}
    for part in job.parts:
        if not day.parts[part]:
            continue
        for number, job_input in enumerate(inputs):
            if part in job_input.parts:
                shows[Unit(number, part)] = day.parts[part][None]
                break
    return shows


def show_reports(
    run: JobRun, show: Callable[[], Any], outcome: Outcome
) -> Iterator[Report]:
    """Make the frames of a part, then its outcome, which has no answer."""
    name = f"show{outcome.part}"
    try:
        # One limit for all frames together, not for each.
        with limited(run.job.options.memory):
            frames = opened(show, name)
            # Held until the process ends, so that nothing of the day runs when it is collected.
            run.calls.held.append(frames)
            yield from frame_reports(frames, name)
    except FrameError as error:
        # Its sentence says all, so no frames of the solver are shown.
        failure = Failure(ErrorKind.FRAME, str(error))
        yield Answered(outcome._replace(error=failure))
    except BaseException as error:
        yield Answered(run.failed(error, ErrorKind.EXCEPTION, outcome))
    else:
        yield Answered(outcome)


def frame_reports(frames: Iterator[Any], name: str) -> Iterator[Report]:
    """Yield the frames of a show, as many as it may have, and why there are no more.

    Raises `FrameError` if there is none.
    """
    start = monotonic()
    sent = 0
    for value in frames:
        if monotonic() - start > MOST_SECONDS:
            yield Cut(f"{sent} frames, which took {MOST_SECONDS:g} s: yield fewer")
            return
        if sent == MOST_FRAMES:
            # Only now, as one frame more shows that something is cut off.
            yield Cut(f"{sent} frames: yield only some, such as every tenth")
            return
        try:
            frame = frame_of(value)
        except FrameError as error:
            raise FrameError(f"frame {sent + 1} of {name} {error}") from None
        sent += 1
        yield Shown(list(frame))
    if not sent:
        raise FrameError(f"{name} yielded no frame: write `yield frame` in it")


def opened(call: Callable[[], Any], name: str) -> Iterator[Any]:
    """Call a show, and return the iterator of its frames. Raises `FrameError` if it has none."""
    value = call()
    # A text or an array can be iterated as well, but is one frame, returned by mistake.
    is_frame = isinstance(value, str) or hasattr(value, "shape")
    if is_frame or not hasattr(value, "__iter__"):
        kind = type(value).__name__
        raise FrameError(
            f"{name} returned {kind}: write `yield frame` in it, not `return`"
        )
    return iter(value)
