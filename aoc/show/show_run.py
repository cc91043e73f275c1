"""Making the frames of a day's shows in a worker, each on an input that is parsed afresh.

Nothing is timed. A show may go on for ever: it is cut off, and its beginning is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from time import monotonic
from types import ModuleType
from typing import Any

from aoc.model.frames import FrameError, frame_of
from aoc.model.inputs import Input
from aoc.model.jobs import Step
from aoc.model.results import ErrorKind, Failure, Outcome
from aoc.worker.day_module import Day, PartFunction, RefusedError, day_of
from aoc.worker.job_run import JobRun
from aoc.worker.measuring import limited
from aoc.worker.reports import Report, ReportKind, answered
from aoc.worker.solvers import DaySolver, JobSolver, OneCall, step_on
from aoc.worker.worker_job import WorkerJob

SHOW_NAMES = ("show1", "show2")
MOST_FRAMES = 600
MOST_SECONDS = 30.0
"""How many frames a show may have, and how long it may take."""


class ShowRun(JobRun):
    """The job of a show: the functions are those in the module beside the day."""

    def __init__(self, work: WorkerJob) -> None:
        self.takes_text = bool(work.job.entry)
        """Whether the day is a script, or another one without a `parse`."""
        if work.job.layout:
            # Shows are functions of their own.
            layout = work.job.layout._replace(run="", solver="")
            work.job = work.job._replace(layout=layout)
        super().__init__(work)

    @property
    def name(self) -> str:
        """The path of the shows: for `day21.py`, this is `day21_show.py`."""
        # A day that is a package has its shows beside its folder.
        return f"{self.job.file[:-3].removesuffix('/__init__')}_show.py"

    def import_day(self, name: str) -> Day:
        """Import the shows of the day, which take what its `parse` returns, or the text.

        Without the module, there are none, whatever the day has.
        """
        spec = find_spec(f"{name}_show")
        if spec is None:
            return day_of(ModuleType(name), SHOW_NAMES)
        shows = day_of(import_module(spec.name), SHOW_NAMES)
        if self.takes_text:
            return shows._replace(parse=str)
        return shows._replace(parse=getattr(import_module(name), "parse", str))

    def solver_of(self, loaded: Day | OneCall) -> JobSolver:
        """Return the solver of the shows. Raises `RefusedError`."""
        assert isinstance(loaded, Day)
        return ShowSolver(self.work, loaded, self.name)


class ShowSolver(DaySolver):
    """The shows of a day, as functions by part: each runs on the first input that has the part."""

    def __init__(self, work: WorkerJob, day: Day, name: str) -> None:
        """Raises `RefusedError` if the day has none of them; `name` is that of their file."""
        super().__init__(work, day)
        parts = work.job.parts
        if not any(day.parts[part] for part in parts):
            wanted = " or ".join(f"show{part}" for part in parts)
            raise RefusedError(
                f"{work.job.puzzle} has no {wanted}: write `def show{parts[0]}(parsed)` in "
                f"{name}, which yields frames such as lists of lines"
            )
        self.planned: set[int] = set()
        """The parts that have an input."""

    def steps(self, job_input: Input) -> list[Step]:
        """Return the steps on an input: the shows that no input before it had."""
        parts = []
        for part in self.job.parts:
            is_there = bool(self.day.parts[part]) and part in job_input.parts
            if is_there and part not in self.planned:
                parts.append(part)
        self.planned.update(parts)
        return [step_on(job_input, part) for part in parts]

    def reports(
        self, job_input: Input, text: str, steps: Sequence[Step]
    ) -> Iterator[Report]:
        """Parse the input for each show, and make its frames."""
        for step in steps:
            parsed = self.calls.read(partial(self.day.parse, text))
            if parsed.error:
                failed = self.failed(parsed.error, ErrorKind.PARSE, Outcome(*step))
                yield answered(failed)
                continue
            show = self.functions(step.part or 0)[None]
            assert show
            yield from self.frames(show, parsed.value, job_input, step)

    def frames(
        self, show: PartFunction, value: Any, job_input: Input, step: Step
    ) -> Iterator[Report]:
        """Make the frames of a part, then its outcome, which has no answer."""
        name = f"show{step.part}"
        call = partial(self.with_params(show, job_input), value)
        outcome = Outcome(*step)
        try:
            # One limit for all frames together, not for each.
            with limited(self.job.options.memory):
                frames = opened(call, name)
                # Held until the process ends, so that nothing of the day runs when it is collected.
                self.calls.held.append(frames)
                for report in frame_reports(frames, name):
                    yield report._replace(steps=[step])
        except FrameError as error:
            # Its sentence says all, so no frames of the solver are shown.
            failure = Failure(ErrorKind.FRAME, str(error))
            outcome = outcome._replace(error=failure)
        except BaseException as error:
            outcome = self.failed(error, ErrorKind.EXCEPTION, outcome)
        yield answered(outcome)

    def failed(
        self, error: BaseException, kind: ErrorKind, outcome: Outcome
    ) -> Outcome:
        """Return the outcome of a show that has failed; one that is not written yet has, too."""
        failed = self.work.failed(error, kind, outcome._replace(part=None))
        return failed._replace(part=outcome.part)


def frame_reports(frames: Iterator[Any], name: str) -> Iterator[Report]:
    """Yield the frames of a show, as many as it may have, and why there are no more.

    Raises `FrameError` if there is none.
    """
    start = monotonic()
    sent = 0
    for value in frames:
        cut = ""
        if monotonic() - start > MOST_SECONDS:
            cut = f"{sent} frames, which took {MOST_SECONDS:g} s: yield fewer"
        elif sent == MOST_FRAMES:
            # Only now, as one frame more shows that something is cut off.
            cut = f"{sent} frames: yield only some, such as every tenth"
        if cut:
            yield Report(ReportKind.SHOWN, message=cut)
            return
        try:
            frame = frame_of(value)
        except FrameError as error:
            raise FrameError(f"frame {sent + 1} of {name} {error}") from None
        sent += 1
        yield Report(ReportKind.SHOWN, shown=frame)
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
