"""Making the frames of a day's shows: `show1` and `show2`, each on an input that is parsed afresh.

Nothing is timed. A show may go on for ever: it ends at the limits of `aoc.model.Showing`, and its
beginning is shown.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from aoc.examples import DayTests
from aoc.frames import FrameError, frame_of
from aoc.model import Failure, Kind, Result, Showing, Verdict
from aoc.text import plain
from aoc.worker.day_module import Day, taken_by
from aoc.worker.failures import explain
from aoc.worker.measure import limited, measure
from aoc.worker.reports import Cut, Planned, Refused, Report, Shown, Started
from aoc.worker.units import Case, cases_of

if TYPE_CHECKING:
    from aoc.worker.job_run import JobRun

__all__ = ["ShowRun"]

SHOW = re.compile(r"^(?:def )?show[12]\b", re.MULTILINE)
"""How a line begins that defines a show."""
MODULE = re.compile(r"day(\d\d)\.py")
END = object()
"""Stands for the frame after the last one."""


class StepError(Exception):
    """A step of a show has failed; its only argument is the `Failure`."""


class ShowRun:
    """The shows of a day, made in the job of `run` within its limits."""

    def __init__(self, run: JobRun, day: Day, showing: Showing) -> None:
        self.run = run
        self.job = run.job
        self.day = day
        self.showing = showing

    def reports(self, tests: DayTests) -> Iterator[Report]:
        """Make the frames of each part. Each report has to be sent before the next one."""
        job = self.job
        parts = [part for part in job.parts if part in self.day.shows]
        if not parts:
            yield Refused(self.missing_text())
            return
        cases = {part: self.case_of(part, tests) for part in parts}
        shown = [(part, case) for part, case in cases.items() if case]
        inputs = [(case.label, case.kind) for _, case in shown]
        yield Planned(inputs, [(0, part, None, ()) for part, _ in shown], [])
        for part, case in shown:
            if job.owed and (0, part, None) not in job.owed:
                continue
            yield Started(0, case.label, part, None, case.kind)
            try:
                # One limit for all frames together, not for each.
                with limited(job.memory):
                    yield from self.show(case, part)
            except StepError as error:
                yield self.result(case, part, error.args[0])

    def case_of(self, part: int, tests: DayTests) -> Case | None:
        """Return the first input of the job on which the part can be shown."""
        for source in self.job.sources:
            for case in cases_of(self.job, source, tests):
                if part in case.parts:
                    return case
        return None

    def show(self, case: Case, part: int) -> Iterator[Report]:
        """Make the frames of a part on an input, then its result. Raises `StepError`."""
        run, function = self.run, self.day.shows[part]
        if case.refused is not None:
            raise StepError(Failure(Kind.INPUT, case.refused))
        text = self.step(lambda: plain(run.in_project(case.read)), Kind.INPUT)
        parsed = self.step(lambda: self.day.parse(text), Kind.PARSE)
        call = partial(function, parsed, **taken_by(function, {**case.params, **run.params}))
        name = f"show{part}"
        frames = self.step(lambda: opened(call, name))
        # Held until the process ends, so that nothing of the day runs when it is collected.
        run.held += [parsed, frames]
        yield from self.frames(frames, name)
        yield self.result(case, part)

    def frames(self, frames: Iterator[Any], name: str) -> Iterator[Report]:
        """Yield the frames of a show up to the limits, and why there are no more.

        The last frame is shown though it is not the Nth one: it is often what the others lead to.
        """
        limits = self.showing
        start = monotonic()
        seen = sent = size = 0
        left_out: Any = END
        while (value := self.step(lambda: next(frames, END))) is not END:
            seen += 1
            left_out = END
            if limits.seconds is not None and monotonic() - start > limits.seconds:
                yield Cut(f"{sent} frames, which took {limits.seconds:g} s: --timeout changes this")
                return
            if (seen - 1) % limits.every:
                left_out = value
                continue
            if sent == limits.frames:
                yield Cut(f"{sent} frames: --frames changes this, --every N leaves some out")
                return
            shown = self.shown(value, seen, name)
            size += len(shown.frame[3])
            if size > limits.size:
                megabytes = limits.size >> 20
                yield Cut(f"{sent} frames, which are {megabytes} MB: --every N leaves some out")
                return
            sent += 1
            yield shown
        if left_out is not END:
            yield self.shown(left_out, seen, name)

    def shown(self, value: Any, number: int, name: str) -> Shown:
        """Return the report of a frame. Raises `StepError`."""
        try:
            return Shown(self.step(lambda: frame_of(value).to_list()))
        except StepError as error:
            raise StepError(numbered(error.args[0], f"frame {number} of {name}")) from None

    def step(self, call: Callable[[], Any], kind: Kind = Kind.EXCEPTION) -> Any:
        """Return what a call returns. Raises `StepError` for whatever it raises."""
        measured = measure(call)
        if measured.error:
            if self.run.debug:
                self.run.debug(measured.error)
            raise StepError(failure_of(measured.error, kind))
        return measured.value

    def result(self, case: Case, part: int, failure: Failure | None = None) -> Result:
        """Return the result of a show: it has no answer, and an error if there was one."""
        verdict = Verdict.ERROR if failure else Verdict.UNKNOWN
        return self.job.result(
            input=case.label, input_kind=case.kind, part=part, verdict=verdict, error=failure
        )

    def missing_text(self) -> str:
        """Return the sentence about a day without the shows that were asked for."""
        job = self.job
        wanted = " or ".join(f"show{part}" for part in job.parts)
        there = " and ".join(f"show{part}" for part in self.day.shows)
        path = job.shown(f"days/year{job.year}/day{job.day:02d}.py")
        text = f"{job.puzzle} has no {wanted}: write `def show{job.parts[0]}(parsed)` in {path}"
        text += ", which yields frames such as lists of lines"
        if there:
            return f"{text}; it has {there}"
        days = days_with_shows(job.root, job.year)
        if not days:
            return text
        listed = ", ".join(map(str, days))
        return f"{text}; {'a day' if len(days) == 1 else 'days'} of {job.year} with shows: {listed}"


def opened(call: Callable[[], Any], name: str) -> Iterator[Any]:
    """Call a show, and return the iterator of its frames. Raises `FrameError` if it has none."""
    value = call()
    if value is None:
        raise FrameError(f"{name} returned None: write `yield frame` in it")
    if isinstance(value, str) or hasattr(value, "shape"):
        raise FrameError(f"{name} returned one frame: write `yield` in place of `return`")
    try:
        return iter(value)
    except TypeError:
        kind = type(value).__name__
        raise FrameError(f"{name} returned a {kind}: write `yield frame` in it") from None


def failure_of(error: BaseException, kind: Kind) -> Failure:
    """Return why a step has failed; the sentence of a `FrameError` says all."""
    if isinstance(error, FrameError):
        return Failure(Kind.FRAME, str(error))
    return explain(error, kind)


def numbered(failure: Failure, name: str) -> Failure:
    """Return a failure that is about one frame, which has this name."""
    if failure.kind is not Kind.FRAME:
        return failure._replace(message=f"{name}: {failure.message}")
    return failure._replace(message=f"{name} {failure.message}")


def days_with_shows(root: str, year: int) -> list[int]:
    """Return the days of a year that define a show, by their text; none of them is imported."""
    found = []
    folder = os.path.join(root, "days", f"year{year}")
    for name in sorted(os.listdir(folder)):
        match = MODULE.fullmatch(name)
        if not match:
            continue
        try:
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                text = file.read()
        except (OSError, ValueError):
            continue
        if SHOW.search(text):
            found.append(int(match[1]))
    return found
